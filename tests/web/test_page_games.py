"""The history page in a real browser: the list, a game, a player's plots, and what must never happen."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copy

import pytest
from playwright.sync_api import Browser, Page, expect

from pi_diavolo.table.events import Correction
from pi_diavolo.table.players import Seat
from tests.evenings import keep_evening
from tests.makers import RED, a_roll
from tests.web.accessibility import dress, findings, needs_axe
from tests.web.browsing import Visitors, expect_soon, key, needs_chromium
from tests.web.fake_table import PAGES
from tests.web.serving import PIN, Served, served

pytestmark = needs_chromium

EVIL = "<img src=x onerror=alert(1)>"
PEOPLE = ("Ada", EVIL, "Carl")
PHONE, LAPTOP = (390, 844), (1280, 720)
VIEWS = ("games", "game=1", "players")


@pytest.fixture(scope="module")
def an_evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game is over, the second goes on after two turns; Carl is erased."""
    path = tmp_path_factory.mktemp("evening") / "games.db"
    keep_evening(path, PEOPLE, over=1)
    return path


@pytest.fixture
def here(an_evening: Path, tmp_path: Path) -> Iterator[Served]:
    copy(an_evening, tmp_path / "games.db")
    with served(play=False, log_file=tmp_path / "games.db") as here:
        yield here


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    visitors = Visitors(browser)
    yield visitors
    visitors.leave()


Opener = Callable[..., Page]


@pytest.fixture
def opened(here: Served, visitors: Visitors) -> Opener:
    def open_page(view: str = "games", lang: str = "en", size: tuple[int, int] = LAPTOP) -> Page:
        page = visitors.page(f"{here.url}/games?lang={lang}#{view}", size=size)
        expect(page.locator("#view:not([aria-busy])")).to_be_attached()
        return page

    return open_page


def test_the_texts_have_the_same_keys_and_blanks_in_every_language() -> None:
    english, *others = (
        json.loads((PAGES / "texts" / f"games.{lang}.json").read_text()) for lang in ("en", "fr", "de")
    )
    blanks = re.compile(r"\{\w+\}")
    for other in others:
        assert list(other) == list(english)
        for name, text in other.items():
            assert sorted(blanks.findall(text)) == sorted(blanks.findall(english[name])), name


def test_the_list_leads_to_a_game_and_back(opened: Opener) -> None:
    page = opened()
    cards = page.locator(".game-card")
    expect(cards).to_have_count(2)
    expect(cards.first).to_contain_text("Still being played")
    expect(cards.last).to_contain_text("Won by")
    page.get_by_role("link", name="Game 1").click()
    expect(page.locator("h1")).to_have_text("Game 1")
    expect(page.locator("h1")).to_be_focused()
    turns = page.locator(".turn")
    assert turns.count() > 3
    expect(turns.first.locator(".single-die")).to_have_count(9)
    expect(turns.first.locator("tbody tr")).to_have_count(3)
    expect(turns.first).to_contain_text(re.compile(r"\d+ ms"))
    page.get_by_role("link", name="All games").click()
    expect(cards).to_have_count(2)


def test_where_the_dice_lay_is_drawn_when_asked_for(opened: Opener) -> None:
    page = opened("game=1")
    first = page.locator(".turn").first
    expect(first.locator(".tray")).to_have_count(0)
    first.locator("summary").click()
    expect(first.locator(".tray .lies")).to_have_count(10)


def test_a_player_has_plots_with_numbers_beside_them(opened: Opener) -> None:
    page = opened("players")
    expect(page.locator(".ranking tbody tr")).to_have_count(3)
    plot = page.locator(".plot svg")
    expect(plot).to_have_attribute("aria-label", re.compile(r"Ada: median [\d,]+ ms"))
    page.get_by_role("link", name="Ada").click()
    expect(page.locator("h1")).to_have_text("Ada")
    assert page.locator(".plot .dot").count() > 3
    expect(page.locator(".orders tbody tr")).to_have_count(6)
    expect(page.locator(".orders")).to_contain_text(re.compile(r"\d+ of \d+"))
    expect(page.locator(".matrix tbody tr")).to_have_count(6)
    page.locator("details.as-table summary").click()
    expect(page.locator(".as-table tbody tr")).to_have_count(1)


def test_the_keyboard_is_enough(opened: Opener) -> None:
    page = opened()
    page.locator("#skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className") == "game-link":
            break
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Game 2")


@pytest.mark.parametrize(("lang", "title"), [("fr", "Les parties jouées"), ("de", "Gespielte Spiele")])
def test_every_view_speaks_the_language(opened: Opener, lang: str, title: str) -> None:
    for view in VIEWS:
        page = opened(view, lang)
        text = page.locator("body").inner_text()
        assert not re.search(r"\b(games|common)_\w+|\{\w+\}", text), view
        if view == "games":
            assert title in text
    page.get_by_role("button", name="EN", exact=True).click()
    expect(page.locator("h1")).to_have_text("How everyone plays")


def test_names_are_text_and_erased_ones_are_gone(opened: Opener) -> None:
    for view in VIEWS:
        page = opened(view)
        expect(page.get_by_text(EVIL, exact=True).first).to_be_visible()
        assert page.locator("img[src=x]").count() == 0
        text = page.locator("body").inner_text()
        assert "Carl" not in text
        assert "erased" in text


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_a_phone_never_scrolls_sideways(opened: Opener, lang: str) -> None:
    page = opened("players", lang, PHONE)
    player = page.locator(".ranking a").first.get_attribute("href") or ""
    for view in (*VIEWS, player.removeprefix("#")):
        page = opened(view, lang, PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], view


def test_a_file_needs_the_pin_once(opened: Opener) -> None:
    page = opened("game=1")
    key(page, "export-csv").click()
    page.locator("#pin-field").fill("000000")
    page.keyboard.press("Enter")
    expect(page.locator(".past-wrong")).not_to_be_empty()
    page.wait_for_timeout(1200)  # the lock's own delay after a wrong PIN
    page.locator("#pin-field").fill(PIN)
    with page.expect_download() as saved:
        page.keyboard.press("Enter")
    assert saved.value.suggested_filename == "diavolo-game-1.csv"
    with page.expect_download() as saved:
        key(page, "export-json").click()
    assert json.loads(saved.value.path().read_text())[0]["game"] == 1


def test_a_game_that_ends_is_told_and_can_be_looked_at(here: Served, opened: Opener) -> None:
    page, watching = opened("players"), opened("games")
    expect(watching.locator(".game-card").first).to_contain_text("Still being played")
    house = here.pages.house
    assert house is not None
    expect_soon(page, lambda: house.hub.pages == 2)
    page.wait_for_timeout(300)  # and now both have heard that it is still being played
    for _ in range(6):  # nobody but the first is ever right
        here.turn(a_roll(), s1=RED)
    expect(page.locator("#news")).to_contain_text("Game 2 has just ended: Ada wins!")
    expect(watching.locator(".game-card").first).to_contain_text("Won by")
    page.get_by_role("link", name="Look at it").click()
    expect(page.locator("h1")).to_have_text("Game 2")
    expect(page.locator("#news")).to_be_hidden()


def test_a_correction_shows_on_the_open_game(here: Served, opened: Opener) -> None:
    page = opened("game=2")
    expect(page.locator(".turn")).to_have_count(2)  # and perhaps the line to the table is not there yet
    here.happen(Correction(1, here.clock.now(), gems=((Seat(1), -1),)))
    expect(page.locator(".turn").first).to_contain_text("corrected")


def test_an_empty_table_invites_to_play(visitors: Visitors, tmp_path: Path) -> None:
    with served(sit_down=False, play=False, log_file=tmp_path / "new.db") as here:
        page = visitors.page(f"{here.url}/games?lang=en")
        expect(page.locator("main h2")).to_have_text("No game has been played here yet")
        expect(page.get_by_role("link", name="Play the first game")).to_be_visible()


def test_a_locked_table_asks_for_its_pin(here: Served, opened: Opener) -> None:
    from tests.web.client import Visitor

    desk = Visitor(here)
    desk.sit_at_desk()
    desk.command("abandon")
    desk.command("settings", settings={"locked": True})
    page = opened()
    expect(page.locator("main h2")).to_have_text("The table is locked")
    key(page, "open").click()
    page.locator("#pin-field").fill(PIN)
    page.keyboard.press("Enter")
    expect(page.locator(".game-card")).to_have_count(2)


def test_other_pages_lead_here(here: Served, visitors: Visitors) -> None:
    page = visitors.page(f"{here.url}/?lang=en")
    page.locator("header a[href='/games']").click()
    expect(page.locator("h1")).to_have_text("Games of the past")
    page = visitors.page(f"{here.url}/desk?lang=en")
    expect(page.locator("header a[href='/games']")).to_have_text("Past games")


@needs_axe
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_no_serious_finding_of_accessibility(opened: Opener, view: str, scheme: str) -> None:
    page = opened(view)
    dress(page, scheme)
    assert findings(page) == []
