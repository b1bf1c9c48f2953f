"""The table's process is killed under an open page, as if its power had gone, and is started again."""

import json
import re
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page, expect

from pi_diavolo.eventlog import EventLog
from tests.killed.killing import command
from tests.web.browsing import Visitors, expect_soon, needs_chromium

pytestmark = needs_chromium
SPEED = 5.0
STARTS_WITHIN_S = 60.0


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    visitors = Visitors(browser)
    yield visitors
    visitors.leave()


@contextmanager
def running(log: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """`pi-diavolo run`, as people type it, with its pages; killed at the end, if not before."""
    typed = [*command(log, SPEED), "--json", "--port", str(port)]
    with subprocess.Popen(typed, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            deadline = time.monotonic() + STARTS_WITHIN_S
            while not is_served(port):
                assert process.poll() is None, "the table has stopped by itself"
                assert time.monotonic() < deadline, "the table serves no pages"
                time.sleep(0.1)
            yield process
        finally:
            process.kill()


def is_served(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def told(table: APIRequestContext, url: str) -> dict[str, Any]:
    state: dict[str, Any] = table.get(f"{url}/api/state?lang=en").json()
    return state


def pause(page: Page, url: str, pin: str) -> dict[str, Any]:
    """Stop the game from the desk, so that what is true stays true while it is looked at."""
    table = page.request

    def token() -> dict[str, str]:
        return {"X-Diavolo": table.get(f"{url}/api/me").json()["csrf"]}

    def is_paused() -> bool:
        state = told(table, url)
        wish = {
            "kind": "pause",
            "seen": state["decisions"],
        }  # in vain if the game is over, or has just moved on
        return state["status"] == "paused" or table.post(f"{url}/api/commands", data=wish, headers=token()).ok

    assert table.post(f"{url}/api/pin", data={"pin": pin}, headers=token()).status == 204
    expect_soon(page, is_paused)
    return told(table, url)


def shown(page: Page) -> tuple[int, int]:
    """Game and turn, as the page has them."""
    found = re.search(r"Game (\d+) · Turn (\d+)", page.locator("#where").inner_text())
    return (int(found.group(1)), int(found.group(2))) if found else (0, 0)


def gems_by_the_log(log: Path, game: int) -> list[int]:
    """Everyone's, seat by seat; who has no ruling yet has all five."""
    with EventLog.read_only(log) as read:
        rulings = list(read.rulings(game).latest.values())
    gems = rulings[-1].ruling.gems if rulings else {}
    return [gems[seat] for seat in sorted(gems)] or [5, 5, 5, 5]


def test_a_page_shows_the_true_state_after_the_table_was_killed_and_started_again(
    visitors: Visitors, tmp_path: Path
) -> None:
    log = tmp_path / "games.db"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with running(log, port) as table:
        page = visitors.page(url)
        expect_soon(page, lambda: shown(page) >= (1, 3))
        seen, epoch = shown(page), told(page.request, url)["epoch"]
        table.kill()
        table.wait()
    expect(page.locator(".lost")).to_be_visible()
    with running(log, port):
        expect(page.locator(".lost")).to_have_count(0)
        pin = json.loads((tmp_path / "keys.json").read_text())["pin"]
        state = pause(page, url, pin)
        assert state["epoch"] != epoch
        assert (state["game"], state["turn"]) >= seen  # nothing that people saw is lost
        expect(page.locator("#where")).to_contain_text(f"Game {state['game']} · Turn {state['turn']}")
        expect(page.locator("#headline")).to_have_text("Break")
        gems = gems_by_the_log(log, state["game"])
        assert [player["gems"] for player in state["players"]] == gems
        for place, count in enumerate(gems):
            label = f"{count} of 5 gems"
            expect(page.locator(".player .gems").nth(place)).to_have_attribute("aria-label", label)
