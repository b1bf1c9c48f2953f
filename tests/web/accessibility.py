"""An automated check of accessibility (axe-core), where it is installed; `.ci/run` installs it."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")

needs_axe = pytest.mark.skipif(not AXE.is_file(), reason="no axe-core here: npm install --no-save axe-core")


def dress(page: Page, theme: str) -> None:
    """Dark or light."""
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)


def findings(page: Page, impacts: tuple[str, ...] = SERIOUS) -> list[tuple[str, str]]:
    """What is wrong with the page as it is now, each with an element it is wrong with."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in impacts]
