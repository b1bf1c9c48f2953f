"""The camera's picture in a real browser: tapped at the desk, beside the drawn dice on the scoreboard."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pi_diavolo.album import Album
from pi_diavolo.table.events import DiceRolling, ImpsConfirmed, TurnEnded
from pi_diavolo.table.roll import Roll
from tests.makers import RED, a_roll
from tests.web.browsing import Visitors, key, needs_chromium
from tests.web.painted import in_album
from tests.web.serving import PIN, Served, served

pytestmark = needs_chromium


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    visitors = Visitors(browser)
    yield visitors
    visitors.leave()


@pytest.fixture
def album() -> Album:
    return Album()


@pytest.fixture
def table(album: Album) -> Iterator[Served]:
    with served(play=False, album=album, pictures_open=True) as here:
        yield here


def the_desk(visitors: Visitors, table: Served, **how: object) -> Page:
    page = visitors.page(f"{table.url}/desk", **how)  # type: ignore[arg-type]
    page.locator("#pin-field").fill(PIN)
    page.keyboard.press("Enter")
    expect(page.locator("#desk")).to_be_visible()
    return page


def is_loaded(image: Locator) -> bool:
    """Whether the browser has really decoded it."""
    expect(image).to_have_attribute("src", re.compile("^blob:"))
    return bool(image.evaluate("image => image.decode().then(() => image.naturalWidth > 100)"))


def the_loneliest(roll: Roll) -> int:
    """The die that lies farthest from all others."""
    places = [die.where for die in roll.dice if die.where]
    nearest = [min(here.distance_to(other) for other in places if other is not here) for here in places]
    return nearest.index(max(nearest))


def another_value(roll: Roll, index: int) -> int:
    return roll.dice[index].value % 6 + 1


def test_a_die_tapped_in_the_picture_is_put_right_and_every_page_shows_it(
    table: Served, album: Album, visitors: Visitors
) -> None:
    roll = in_album(album)
    table.roll(roll)
    table.happen(TurnEnded(table.clock.now()))
    desk, board = the_desk(visitors, table), visitors.page(table.url)
    die, value = key(desk, "die-4"), another_value(roll, 4)
    expect(die.locator("text")).to_have_text(str(roll.dice[4].value))
    expect(key(desk, "undo")).to_have_count(0)
    die.click()
    desk.locator(".choice", has_text=str(value)).click()
    expect(die.locator("text")).to_have_text(str(value))
    expect(die).to_have_class("photo-die corrected")
    expect(die).to_have_attribute("aria-label", re.compile(rf"{value}\. Correct it\. corrected"))
    expect(desk.locator(".desk-ruling .badge")).to_have_text("corrected")
    expect(board.locator("#tray .die-corrected")).to_have_count(1)
    expect(board.locator("#rows .die-corrected")).to_have_count(1)
    expect(board.locator(".answer-note")).to_have_text("put right")

    key(desk, "undo").click()
    expect(die.locator("text")).to_have_text(str(roll.dice[4].value))
    expect(board.locator("#rows .die-corrected")).to_have_count(0)
    expect(key(desk, "undo")).to_have_count(0)


def test_a_tap_beside_a_die_means_the_nearest_one(table: Served, album: Album, visitors: Visitors) -> None:
    roll = in_album(album)
    table.roll(roll)
    desk, index = the_desk(visitors, table), the_loneliest(roll)
    die = key(desk, f"die-{index}").locator("polygon")
    die.scroll_into_view_if_needed()
    box = die.bounding_box()
    assert box
    desk.mouse.click(box["x"] + box["width"] / 2, box["y"] - 3)
    colour, value = roll.dice[index].colour, roll.dice[index].value
    expect(desk.locator("#choose-title")).to_have_text(f"What does this {colour} die show?")
    expect(desk.locator(".choice[aria-current]")).to_contain_text(str(value))


def test_the_picture_is_used_with_the_keyboard_alone(table: Served, album: Album, visitors: Visitors) -> None:
    roll = in_album(album)
    table.roll(roll)
    desk = the_desk(visitors, table)
    die = key(desk, "die-0")
    expect(die).to_have_attribute("role", "button")
    die.focus()
    desk.keyboard.press("Enter")
    desk.keyboard.press(str(another_value(roll, 0)))
    expect(die.locator("text")).to_have_text(str(another_value(roll, 0)))
    expect(die).to_be_focused()


def test_whoever_prefers_the_drawn_dice_taps_those(table: Served, album: Album, visitors: Visitors) -> None:
    table.roll(in_album(album))
    desk = the_desk(visitors, table)
    expect(desk.locator(".desk-picture")).to_be_visible()
    key(desk, "way-drawing").click()
    expect(desk.locator(".desk-tray .tray-die")).to_have_count(10)
    expect(desk.locator(".desk-picture")).to_have_count(0)
    key(desk, "way-picture").click()
    expect(desk.locator(".desk-picture .photo-die")).to_have_count(10)


def test_when_the_next_dice_roll_the_picture_is_gone_and_older_turns_are_drawn(
    table: Served, album: Album, visitors: Visitors
) -> None:
    table.roll(in_album(album))
    table.happen(TurnEnded(table.clock.now()))
    desk, board = the_desk(visitors, table), visitors.page(table.url)
    expect(desk.locator(".desk-picture")).to_be_visible()
    expect(board.locator("#photo img")).to_be_visible()
    now = table.clock.now()
    table.happen(ImpsConfirmed(now), DiceRolling(now))
    expect(desk.locator(".desk-picture")).to_have_count(0)
    expect(board.locator("#photo")).to_be_hidden()
    desk.locator("#tab-turns").click()
    key(desk, "turn-1").click()
    expect(desk.locator(".desk-tray .tray-die")).to_have_count(10)


def test_a_question_about_a_die_comes_with_its_picture(
    table: Served, album: Album, visitors: Visitors
) -> None:
    roll = in_album(album)
    # Whatever the order: with every red die in doubt, the answer is.
    doubted = tuple(
        replace(die, maybe=tuple(v for v in range(1, 7) if v != die.value)) if die.colour is RED else die
        for die in roll.dice
    )
    table.roll(replace(roll, dice=doubted))
    desk = the_desk(visitors, table)
    picture = desk.locator(".question .question-die img").first
    expect(picture).to_be_visible()
    expect(picture).to_have_attribute("alt", "What the camera saw")
    assert is_loaded(picture)
    desk.locator(".question .option").first.click()
    expect(desk.locator(".question .question-die")).not_to_have_count(3)


def test_the_scoreboard_shows_the_picture_beside_the_drawn_dice(
    table: Served, album: Album, visitors: Visitors
) -> None:
    board = visitors.page(table.url)
    expect(board.locator("#photo")).to_be_hidden()
    table.roll(in_album(album))
    expect(board.locator("#photo img")).to_be_visible()
    assert is_loaded(board.locator("#photo img"))
    expect(board.locator("#tray .lies")).to_have_count(10)


def test_where_the_table_does_not_allow_it_the_scoreboard_does_not_even_ask(
    album: Album, visitors: Visitors
) -> None:
    with served(play=False, album=album) as table:
        board = visitors.page(table.url)
        asked: list[str] = []
        board.on("request", lambda request: asked.append(request.url))
        table.roll(in_album(album))
        expect(board.locator("#tray .lies")).to_have_count(10)
        expect(board.locator("#photo")).to_be_hidden()
        assert not [url for url in asked if "picture" in url]


def test_a_roll_without_a_picture_is_drawn(table: Served, visitors: Visitors) -> None:
    table.roll(a_roll())
    desk = the_desk(visitors, table)
    expect(desk.locator(".desk-tray .tray-die")).to_have_count(10)
    expect(key(desk, "way-picture")).to_have_count(0)


@pytest.mark.parametrize("language", ["fr-FR", "de-DE"])
def test_in_other_languages_too(table: Served, album: Album, visitors: Visitors, language: str) -> None:
    table.roll(in_album(album))
    desk = the_desk(visitors, table, language=language)
    words = {"fr-FR": ("Image", "Dessin"), "de-DE": ("Bild", "Zeichnung")}[language]
    expect(desk.locator(".desk-ways button")).to_have_text(list(words))
