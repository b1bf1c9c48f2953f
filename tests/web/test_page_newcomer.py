"""A newcomer's first minutes at the simulated table, in a real browser: join, play, give back, play again."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.table.events import Paused, Resumed
from tests.web.browsing import Visitors, needs_chromium
from tests.web.client import Visitor
from tests.web.serving import Served, served

pytestmark = needs_chromium


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    visitors = Visitors(browser)
    yield visitors
    visitors.leave()


def until_turn(table: Served, turn: int, page: Page) -> None:
    watcher = Visitor(table)
    for _ in range(1200):
        if (watcher.state()["turn"] or 0) >= turn:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"turn {turn} never came")


def join(page: Page, name: str, *, anew: bool = False) -> None:
    page.get_by_role("button", name="Play along").click()
    if anew:
        page.get_by_role("checkbox", name="Begin a new game").check()
    page.get_by_role("dialog").get_by_role("button", name=name).click()
    expect(page.locator(".dock-who")).to_have_text(f"You play as {name}")


def test_whoever_joins_late_may_begin_anew_with_five_gems(visitors: Visitors) -> None:
    with served(speed=5.0, doubtful_dice=0.0) as table:
        page = visitors.page(table.url)
        until_turn(table, 3, page)
        join(page, "Zoé", anew=True)
        expect(page.locator("#where")).to_contain_text("Game 2")
        expect(page.locator(".player-mine .gems")).to_have_attribute("aria-label", "5 of 5 gems")


@pytest.mark.parametrize(
    ("grabs", "wired"),
    [(Grabs.PANELS, False), (Grabs.PANELS, True), (Grabs.BASES, False), (Grabs.BASES, True)],
)
def test_a_click_on_an_imp_takes_it(visitors: Visitors, grabs: Grabs, wired: bool) -> None:
    rules = HouseRules(grabs=grabs)
    with served(speed=3.0, wired=wired, rules=rules, doubtful_dice=0.0, seed=4) as table:
        page = visitors.page(table.url, calm=wired or grabs is Grabs.BASES)
        join(page, "Emil")
        expect(page.locator(".dock-open")).to_be_visible(timeout=30_000)
        page.locator(".take-imp:not([aria-disabled='true'])").last.click()
        expect(page.locator(".player-mine .deed .chip")).to_be_visible()


def test_the_place_is_given_back_and_the_page_invites_again(visitors: Visitors) -> None:
    with served(speed=10.0, doubtful_dice=0.0) as table:
        page = visitors.page(table.url)
        join(page, "Ben")
        page.get_by_role("button", name="Give the place back").click()
        expect(page.locator(".toast")).to_have_text("Thank you for playing! The simulated player goes on.")
        expect(page.locator(".player-mine")).to_have_count(0)
        expect(page.get_by_role("button", name="Play along")).to_be_visible()
        assert all(player["simulated"] for player in Visitor(table).state()["players"])


def test_a_place_freed_at_the_desk_is_told_at_once(visitors: Visitors) -> None:
    with served(speed=10.0, doubtful_dice=0.0) as table:
        page = visitors.page(table.url)
        join(page, "Ben")
        desk = Visitor(table)
        desk.sit_at_desk()
        assert desk.post("/api/seats/4/free").status == 204
        expect(page.locator(".toast")).to_have_text("Your place was given back.")
        expect(page.locator(".player-mine")).to_have_count(0)


def test_a_phone_at_the_seat_page_leaves_it_with_a_button(visitors: Visitors) -> None:
    with served(speed=10.0, doubtful_dice=0.0) as table:
        page = visitors.page(f"{table.url}/seat/2", size=(390, 844))
        page.locator("#door-go").click()
        expect(page.locator("#play")).to_be_visible()
        page.locator(".seat-menu summary").click()
        page.locator("#leave").click()
        expect(page.locator("#door-wrong")).to_have_text("You have left the seat. Thank you for playing!")
        assert Visitor(table).state()["players"][1]["simulated"]


def test_a_whole_game_ends_with_a_button_for_another_one(visitors: Visitors) -> None:
    with served(speed=15.0, doubtful_dice=0.0, rules=HouseRules(grab_time_s=3.0)) as table:
        table.happen(Paused(table.clock.now()))  # or it might be over before anybody has opened a page
        page = visitors.page(table.url)
        join(page, "Mia")
        table.happen(Resumed(table.clock.now()))
        again = page.get_by_role("button", name="Play again")
        expect(again).to_be_visible(timeout=200_000)
        expect(page.locator("#along")).to_be_hidden()
        expect(again).to_be_in_viewport(ratio=1)
        game = Visitor(table).state()["game"]
        again.click()
        expect(page.locator("#where")).to_contain_text(f"Game {game + 1}")
        expect(page.locator(".dock-who")).to_have_text("You play as Mia")


# When the table is started anew


@pytest.mark.parametrize("away_ms", [0, 4000])  # the longer one sees several tries in vain
def test_whoever_played_when_the_table_went_away_plays_on_when_it_is_back(
    visitors: Visitors, away_ms: int
) -> None:
    with served(speed=5.0, doubtful_dice=0.0) as table:
        port, keys = table.pages.port, table.keys
        page = visitors.page(table.url)
        join(page, "Emil")
    expect(page.locator(".lost")).to_be_visible(timeout=20_000)
    page.wait_for_timeout(away_ms)
    expect(page.locator(".toast")).to_have_count(0)
    with served(speed=5.0, doubtful_dice=0.0, port=port, keys=keys) as table:
        expect(page.locator(".lost")).to_have_count(0, timeout=30_000)
        expect(page.locator("body:not(.off) .dock-who")).to_have_text("You play as Emil")
        expect(page.locator(".toast")).to_have_count(0)
        expect(page.locator(".player-mine")).to_have_count(1)
        assert [player["seat"] for player in Visitor(table).state()["players"] if player["phone"]] == [2]


def test_a_place_that_is_gone_when_the_table_is_back_is_told_then(visitors: Visitors) -> None:
    with served(speed=5.0, doubtful_dice=0.0) as table:
        port, keys = table.pages.port, table.keys
        page = visitors.page(table.url)
        join(page, "Emil")
    expect(page.locator(".lost")).to_be_visible(timeout=20_000)
    with served(sit_down=False, play=False, port=port, keys=keys):
        expect(page.locator(".toast")).to_have_text("Your place was given back.", timeout=30_000)
        expect(page.locator(".lost")).to_have_count(0)


def test_the_desk_stays_open_when_the_table_is_started_again(visitors: Visitors) -> None:
    with served(play=False) as table:
        port, keys = table.pages.port, table.keys
        page = visitors.page(f"{table.url}/desk")
        page.locator("#pin-field").fill(keys.pin)
        page.keyboard.press("Enter")
        expect(page.locator("#desk")).to_be_visible()
    expect(page.locator("#offline")).to_be_visible(timeout=20_000)
    with served(play=False, port=port, keys=keys):
        expect(page.locator("#offline")).to_be_hidden(timeout=20_000)
        expect(page.locator("#desk")).to_be_visible()
        page.locator("[data-key='pause']").click()
        expect(page.locator("[data-key='resume']")).to_be_visible()
        expect(page.locator("#pin")).to_be_hidden()
