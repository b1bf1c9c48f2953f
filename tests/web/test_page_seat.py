"""A phone as a seat's four buttons, in a real browser, at a whole simulated table."""

import json
import re
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.table.players import Seat
from pi_diavolo.web.keys import Keys, fresh_keys
from tests.web.accessibility import dress, findings, needs_axe
from tests.web.browsing import Visitors, expect_soon, key, needs_chromium
from tests.web.serving import PIN, Served, served

pytestmark = needs_chromium
PHONE = (390, 844)
SIZES = [(390, 844), (844, 390), (360, 640)]


class Phones(Visitors):
    """Visitors with a phone in the hand."""

    def at(self, table: Served, seat: int, language: str = "en-GB", size: tuple[int, int] = PHONE) -> Page:
        """A phone that has scanned the seat's code."""
        page = self.page(f"{table.url}/seat/{seat}#{secret(table, seat)}", language=language, size=size)
        return ready(page)

    def joined(self, table: Served, seat: int, language: str = "en-GB", *, calm: bool = True) -> Page:
        """A phone that plays on for a simulated player."""
        page = self.page(f"{table.url}/seat/{seat}", language=language, size=PHONE, calm=calm)
        page.locator("#door-go").click()
        return ready(page)


def ready(page: Page) -> Page:
    """The same, once the seat's own line is open: what is pressed before is told to be lost."""
    expect(page.locator("#play")).to_be_visible()
    expect(page.locator("#exact")).to_contain_text("±")
    return page


@pytest.fixture
def phones(browser: Browser) -> Iterator[Phones]:
    phones = Phones(browser)
    yield phones
    phones.leave()


@pytest.fixture
def slow_game() -> Iterator[Served]:
    """Simulated people play as fast as life."""
    with served(speed=1, doubtful_dice=0.0, rules=HouseRules(grab_time_s=60)) as table:
        yield table


def secret(table: Served, seat: int) -> str:
    return table.keys.seats[Seat(seat)]


def state(table: Served) -> dict[str, Any]:
    with urllib.request.urlopen(f"{table.url}/api/state?lang=en") as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def player(table: Served, seat: int) -> dict[str, Any]:
    return next(player for player in state(table)["players"] if player["seat"] == seat)


def button(page: Page, colour: str) -> Any:
    return page.locator(f".of-{colour}")


def test_the_secret_is_taken_out_of_the_address(lobby: Served, phones: Phones) -> None:
    page = phones.at(lobby, 3)
    assert page.url == f"{lobby.url}/seat/3"
    page.reload()
    expect(page.locator("#play")).to_be_visible()


def test_the_bare_address_asks_for_the_code(lobby: Served, phones: Phones) -> None:
    page = phones.page(f"{lobby.url}/seat/2", size=PHONE)
    expect(page.locator("#secret")).to_be_visible()
    page.locator("#secret-field").fill("no such code")
    page.keyboard.press("Enter")
    expect(page.locator("#door-wrong")).to_contain_text("does not belong to seat 2")
    page.locator("#secret-field").fill(secret(lobby, 2))
    page.keyboard.press("Enter")
    expect(page.locator("#play")).to_be_visible()


def test_one_phone_a_seat_until_the_desk_frees_it(lobby: Served, phones: Phones) -> None:
    first = phones.at(lobby, 1)
    second = phones.page(f"{lobby.url}/seat/1#{secret(lobby, 1)}", size=PHONE)
    expect(second.locator("#door-title")).to_have_text("Another phone has this seat")
    desk = phones.page(f"{lobby.url}/desk")
    desk.locator("#pin-field").fill(PIN)
    desk.keyboard.press("Enter")
    desk.locator("#tab-phones").click()
    key(desk, "free-1").click()
    expect(desk.locator(".desk-notice")).to_contain_text("free for another phone")
    expect(first.locator("#door-wrong")).to_contain_text("freed this phone")  # at once, and by itself
    second.locator("#door-go").click()
    expect(second.locator("#play")).to_be_visible()


def test_two_phones_sit_down_and_begin_without_the_desk(lobby: Served, phones: Phones) -> None:
    one, other = phones.at(lobby, 1), phones.at(lobby, 4)
    expect(one.locator("#say")).to_have_text("Press black, white or red to sit down")
    button(one, "red").tap()
    button(other, "white").tap()
    expect(other.locator("#say")).to_contain_text("You are in!")
    button(one, "gray").tap()
    expect_soon(other, lambda: lobby.referee.state.all_here is not None)
    button(other, "red").tap()
    expect(one.locator("#gems")).to_have_attribute("aria-label", "5 gems")
    assert state(lobby)["game"] == 1


def test_a_phone_plays_a_turn(slow_game: Served, phones: Phones) -> None:
    page = phones.joined(slow_game, 2, calm=False)
    assert player(slow_game, 2)["phone"]
    expect(page.locator("#play")).to_have_attribute("data-calls", "true", timeout=40_000)
    box = button(page, "red").bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    page.mouse.down()  # it counts from the first touch: nothing is let go here
    expect(button(page, "red")).to_have_class(class_of("red", "mine"))
    expect(page.locator("#say")).to_have_text("You took red")
    assert player(slow_game, 2)["took"] == "red"
    assert player(slow_game, 2)["time_text"].endswith("ms")
    page.mouse.up()
    button(page, "black").tap()
    expect(page.locator("#flash")).to_contain_text("Foul!")
    expect(page.locator("#play")).to_have_attribute("data-verdict", verdicts(), timeout=70_000)


def class_of(colour: str, sign: str) -> Any:
    return re.compile(rf"of-{colour}\b.*\b{sign}\b")


def verdicts() -> Any:
    return re.compile("right|wrong|gained")


def test_it_says_how_exact_it_is(lobby: Served, phones: Phones) -> None:
    page = phones.at(lobby, 1)
    expect(page.locator("#exact")).to_contain_text("times ± ")
    said = page.locator("#exact").inner_text().removeprefix("times ± ").removesuffix(" ms")
    assert 0 < float(said) < 100


def test_letters_on_a_keyboard_press_the_buttons(lobby: Served, phones: Phones) -> None:
    page = phones.at(lobby, 1, language="de-DE")
    expect(button(page, "black")).to_contain_text("S")
    page.keyboard.press("s")
    expect(page.locator("#say")).to_contain_text("Du bist dabei!")


def test_with_bases_the_phone_asks_for_the_colour_that_was_lifted(phones: Phones) -> None:
    with served(speed=1, wired=True, rules=HouseRules(grabs=Grabs.BASES), doubtful_dice=0.0) as table:
        page = phones.joined(table, 1)
        expect(page.locator("#play")).to_have_attribute("data-calls", "true", timeout=40_000)
        expect(page.locator("#say")).to_have_text("Tap the colour you lifted")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
def test_the_buttons_fill_the_phone_and_never_move(
    slow_game: Served, phones: Phones, size: tuple[int, int], language: str
) -> None:
    page = phones.at(slow_game, 1, language, size)
    places = [button(page, colour).bounding_box() for colour in ("black", "white", "red", "gray")]
    assert all(box["width"] >= 120 and box["height"] >= 120 for box in places)
    assert all(box["y"] + box["height"] <= size[1] for box in places)
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    page.locator("#more").evaluate("node => node.textContent = 'long words '.repeat(40)")
    page.locator("#say").evaluate("node => node.textContent = 'longer words '.repeat(9)")
    assert [button(page, colour).bounding_box() for colour in ("black", "white", "red", "gray")] == places


def test_names_are_text_on_the_phone(lobby: Served, phones: Phones) -> None:
    desk = phones.page(f"{lobby.url}/desk")
    desk.locator("#pin-field").fill(PIN)
    desk.keyboard.press("Enter")
    desk.locator("#sit-name").fill("<img src=x onerror=alert(1)>")
    desk.locator("#sit-name").press("Enter")
    expect(desk.locator(".seat-row")).to_have_count(1)
    page = phones.at(lobby, 1)
    expect(page.locator("#name")).to_have_text("<img src=x onerror=alert(1)>")
    assert page.locator("img[src='x']").count() == 0


def test_the_phone_plays_on_after_the_table_was_started_again(phones: Phones, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    fresh = fresh_keys()
    keys = Keys(PIN, fresh.seats, fresh.signing)
    with served(play=False, port=port, keys=keys, log_file=tmp_path / "log.db") as table:
        page = phones.at(table, 1)
        expect(page.locator("#gems")).to_have_attribute("aria-label", "5 gems")
    expect(page.locator("#say")).to_contain_text("No connection")
    with served(play=False, port=port, keys=keys, log_file=tmp_path / "log.db") as table:
        expect(page.locator("#say")).not_to_contain_text("No connection", timeout=20_000)
        expect(page.locator("#play")).to_be_visible()
        button(page, "red").tap()
        expect(page.locator("#flash")).not_to_be_empty()  # the referee answers: not before the roll
        assert player(table, 1)["phone"]


@needs_axe
@pytest.mark.parametrize("size", SIZES)
def test_nothing_serious_stands_between_a_seat_and_anybody(
    slow_game: Served, phones: Phones, size: tuple[int, int]
) -> None:
    door = phones.page(f"{slow_game.url}/seat/2", size=size)
    expect(door.locator("#door-go")).to_be_visible()
    for page in (door, phones.at(slow_game, 1, size=size)):
        for theme in ("dark", "light"):
            dress(page, theme)
            assert findings(page) == [], (page.url, theme)
