"""A real browser for the tests of the pages: Debian's Chromium, a profile of its own for each visitor."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

# The same engine without what draws windows: the duels' pages take 24 s of the processor, not 45.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium here: apt install chromium-headless-shell (or chromium)"
)
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
# What is expected is there in a moment, or after a while where many programs want the same two cores.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


class Visitors:
    """Opens pages, each in a profile of its own, and notes what goes wrong in them."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def page(
        self, url: str, *, language: str = "en-GB", size: tuple[int, int] = (1280, 720), calm: bool = True
    ) -> Page:
        """A page of somebody who was never here before; most want calm: what moves takes half a core."""
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            has_touch=size[0] < 800,
            reduced_motion="reduce" if calm else "no-preference",
        )
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("dialog", lambda dialog: self.errors.append(dialog.message))
        page.goto(url)
        return page

    def leave(self) -> None:
        """Close all pages; none may have failed."""
        for context in self._contexts:
            context.close()
        assert self.errors == []


def key(page: Page | Locator, name: str) -> Locator:
    """The button or field that the page calls by this name."""
    return page.locator(f"[data-key='{name}']")


def expect_soon(page: Page, true: Callable[[], bool]) -> None:
    """Something beyond the page's elements comes true while the page goes on."""
    for _ in range(PATIENCE_MS // 50):
        if true():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came true")
