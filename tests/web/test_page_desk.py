"""The referee's desk in a real browser, at a whole simulated table."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from pi_diavolo.table.pieces import Colour
from pi_diavolo.web.files import PAGES
from tests.makers import a_roll
from tests.web.accessibility import dress, findings, needs_axe
from tests.web.browsing import Visitors, key, needs_chromium
from tests.web.serving import PIN, Served, served

pytestmark = needs_chromium
XSS = "<img src=x onerror=alert(1)>"


class Desks(Visitors):
    """Visitors who know the PIN, or do not."""

    def closed(self, table: Served, language: str = "en-GB", size: tuple[int, int] = (1280, 720)) -> Page:
        return self.page(f"{table.url}/desk", language=language, size=size)

    def open(self, table: Served, language: str = "en-GB", size: tuple[int, int] = (1280, 720)) -> Page:
        page = self.closed(table, language, size)
        page.locator("#pin-field").fill(PIN)
        page.keyboard.press("Enter")
        expect(page.locator("#desk")).to_be_visible()
        return page


@pytest.fixture
def desks(browser: Browser) -> Iterator[Desks]:
    desks = Desks(browser)
    yield desks
    desks.leave()


@pytest.fixture
def game() -> Iterator[Served]:
    """Simulated people play, and no die is ever doubtful."""
    with served(speed=4, doubtful_dice=0.0) as table:
        yield table


def sit(page: Page, *names: str) -> None:
    for name in names:
        page.locator("#sit-name").fill(name)
        page.locator("#sit-name").press("Enter")
        expect(page.locator(".seat-row .name", has_text=name)).to_be_visible()


def until_ruled_and_held(page: Page) -> None:
    """Wait for a ruling and hold the game there: nobody rolls in a pause."""
    for _ in range(10):
        expect(page.locator(".desk-answer")).to_be_visible(timeout=30_000)
        key(page, "pause").click()
        expect(key(page, "resume")).to_be_visible()
        if page.locator(".desk-answer").count():
            return
        key(page, "resume").click()
    raise AssertionError("no ruling could be held")


def names_in_order(page: Page) -> list[str]:
    return page.locator(".seat-row .name").all_inner_texts()


def test_the_desk_opens_with_the_pin_alone(lobby: Served, desks: Desks) -> None:
    page = desks.closed(lobby)
    expect(page.locator("#desk")).to_be_hidden()
    page.locator("#pin-field").fill("000000")
    page.keyboard.press("Enter")
    expect(page.locator("#pin-wrong")).to_have_text("That is not the PIN.")
    page.locator("#pin-field").fill(PIN)
    page.wait_for_timeout(1500)  # a wrong PIN costs time
    page.keyboard.press("Enter")
    expect(page.locator("#desk")).to_be_visible()
    page.reload()
    expect(page.locator("#desk")).to_be_visible()
    page.locator("#lock").click()
    expect(page.locator("#pin")).to_be_visible()
    expect(page.locator("#desk")).to_be_hidden()


def test_players_sit_down_change_places_and_begin(lobby: Served, desks: Desks) -> None:
    page = desks.open(lobby)
    sit(page, "Ada", "Bo", "Cem")
    expect(key(page, "start").last).to_be_disabled()
    page.get_by_role("button", name="Move Cem up").click()
    expect(page.locator(".seat-row .name").nth(1)).to_have_text("Cem")
    page.get_by_role("button", name="Bo is the youngest").click()
    expect(page.get_by_role("button", name="Bo is the youngest")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Ada leaves").click()
    expect(page.locator(".seat-row")).to_have_count(2)
    page.locator("#panel-players [data-key='start']").click()
    expect(page.locator("#panel-game h2").first).to_contain_text("Game 1, turn 1")


def test_players_are_dragged_into_order(lobby: Served, desks: Desks) -> None:
    page = desks.open(lobby)
    sit(page, "Ada", "Bo", "Cem")
    grip, target = page.locator(".grip").nth(2).bounding_box(), page.locator(".grip").nth(0).bounding_box()
    assert grip
    assert target
    page.mouse.move(grip["x"] + 10, grip["y"] + 15)
    page.mouse.down()
    page.mouse.move(target["x"] + 10, target["y"] + 20, steps=5)
    page.mouse.move(target["x"] + 10, target["y"] + 2, steps=5)
    page.mouse.up()
    expect(page.locator(".seat-row .name").first).to_have_text("Cem")
    page.reload()
    expect(page.locator(".seat-row .name").first).to_have_text("Cem")
    assert names_in_order(page) == ["Cem", "Ada", "Bo"]


def test_players_are_dragged_with_a_finger(lobby: Served, desks: Desks) -> None:
    page = desks.open(lobby, size=(390, 844))
    sit(page, "Ada", "Bo", "Cem")
    grip, target = page.locator(".grip").nth(0).bounding_box(), page.locator(".grip").nth(2).bounding_box()
    assert grip
    assert target
    finger = page.context.new_cdp_session(page)
    x, top, bottom = grip["x"] + 15, grip["y"] + 20, target["y"] + 60
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": top}]})
    for step in range(1, 9):
        point = {"x": x, "y": top + (bottom - top) * step / 8}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".seat-row .name").nth(2)).to_have_text("Ada")


def test_house_rules_are_saved_and_a_bad_one_is_refused_with_its_reason(lobby: Served, desks: Desks) -> None:
    page = desks.open(lobby)
    page.locator("#rule-dice_per_colour").select_option("2")
    page.locator("#rule-order_first").check()
    key(page, "rules-save").click()
    expect(key(page, "rules-save")).to_be_disabled()
    page.reload()
    expect(page.locator("#rule-dice_per_colour")).to_have_value("2")
    expect(page.locator("#rule-order_first")).to_be_checked()
    page.locator("#rule-grab_time_s").fill("9000")
    page.locator("#rule-grab_time_s").press("Tab")
    page.locator(".rules").evaluate("form => form.noValidate = true")
    key(page, "rules-save").click()
    expect(page.locator(".desk-notice")).to_contain_text("The referee says no")
    expect(page.locator("#rule-grab_time_s")).to_have_value("9000")


def test_a_die_is_put_right_in_two_taps_and_the_ruling_changes(game: Served, desks: Desks) -> None:
    page = desks.open(game)
    until_ruled_and_held(page)
    order = page.locator(".tray-order").get_attribute("aria-label")
    if order and "Greatest sum" not in order:
        key(page, "order-die").click()
        page.locator(".choice", has_text="Greatest sum").click()
        expect(page.locator(".desk-reason")).to_contain_text("greatest sum")
    # Whatever lies there: black 6 6 6 beats, or equals, everything.
    for index in [int(die.removeprefix("die-")) for die in black_dice(page)]:
        if "6" not in (key(page, f"die-{index}").get_attribute("aria-label") or ""):
            key(page, f"die-{index}").click()
            page.locator(".choice", has_text="6").click()
            expect(key(page, f"die-{index}")).to_have_attribute("aria-label", re.compile(": 6"))
    expect(page.locator(".desk-reason")).to_contain_text("black 18")
    expect(page.locator(".desk-ruling .badge")).to_have_text("corrected")
    key(page, "undo").click()
    expect(page.locator(".desk-reason")).not_to_contain_text("black 18")


def black_dice(page: Page) -> list[str]:
    dice = page.locator(".tray-die", has=page.locator(".tag-black"))
    return [die.get_attribute("data-key") or "" for die in dice.all()]


def test_a_players_imp_is_put_right_in_two_taps(game: Served, desks: Desks) -> None:
    page = desks.open(game)
    until_ruled_and_held(page)
    key(page, "grab-1").click()
    page.locator(".choice", has_text="no imp").click()
    expect(key(page, "grab-1")).to_contain_text("no imp")
    expect(page.locator(".grab").first).to_have_class("grab verdict-none")


def test_an_older_turn_is_put_right_with_the_same_taps(game: Served, desks: Desks) -> None:
    page = desks.open(game)
    until_ruled_and_held(page)
    page.locator("#tab-turns").click()
    key(page, "turn-1").click()
    panel = page.locator("#panel-turns")
    expect(panel.locator(".desk-tray")).to_be_visible()
    panel.locator("[data-key='strike']").click()
    page.get_by_role("button", name="Yes, strike it out").click()
    expect(panel.locator(".badge", has_text="struck out")).to_be_visible()
    panel.locator("[data-key='unstrike']").click()
    expect(panel.locator(".badge", has_text="struck out")).to_have_count(0)


def test_the_second_of_two_desks_is_told_and_nothing_is_lost(game: Served, desks: Desks) -> None:
    first, second = desks.open(game), desks.open(game)
    until_ruled_and_held(first)
    expect(key(second, "resume")).to_be_visible()
    seat = next(seat for seat in (1, 2, 3, 4) if "no imp" not in key(second, f"grab-{seat}").inner_text())
    key(second, f"grab-{seat}").click()  # begins to choose, and meanwhile …
    key(first, "protest").click()
    expect(key(first, "protest-true")).to_be_visible()
    second.locator(".choice", has_text="no imp").click()
    expect(second.locator(".desk-notice")).to_contain_text("Somebody else decided something first")
    expect(key(second, "protest-true")).to_be_visible()
    expect(key(second, f"grab-{seat}")).not_to_contain_text("no imp")
    second.get_by_role("button", name="Yes, do it").click()
    expect(key(first, f"grab-{seat}")).to_contain_text("no imp")


def test_without_the_table_nothing_can_be_pressed_and_then_all_is_caught_up(
    lobby: Served, desks: Desks
) -> None:
    first, second = desks.open(lobby), desks.open(lobby)
    # Being offline leaves open sockets alone; a page that thinks it is back makes a new one.
    second.context.set_offline(True)
    second.evaluate("dispatchEvent(new Event('online'))")
    expect(second.locator("#offline")).to_be_visible()
    expect(second.locator("#sit-name")).to_be_disabled()
    sit(first, "Ada")
    second.context.set_offline(False)
    expect(second.locator("#offline")).to_be_hidden(timeout=15_000)
    expect(second.locator(".seat-row .name")).to_have_text("Ada")
    expect(second.locator("#sit-name")).to_be_enabled()


def test_names_are_text_everywhere_on_the_desk(lobby: Served, desks: Desks) -> None:
    page = desks.open(lobby)
    sit(page, XSS, "Bo")
    page.get_by_role("button", name="Bo is the youngest").click()
    page.locator("#panel-players [data-key='start']").click()
    expect(page.locator("#panel-game h2").first).to_be_visible()
    for tab in ("phones", "turns", "players", "game"):
        page.locator(f"#tab-{tab}").click()
        page.wait_for_timeout(200)
        assert page.locator("img[src='x']").count() == 0
    expect(page.locator("#panel-game")).to_contain_text(XSS)


def test_abandoning_a_game_asks_first(game: Served, desks: Desks) -> None:
    page = desks.open(game)
    key(page, "abandon").click()
    expect(page.locator("#choose")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#choose")).to_be_hidden()
    key(page, "abandon").click()
    page.get_by_role("button", name="Yes, abandon").click()
    expect(page.locator("#status")).to_contain_text("waiting for players", ignore_case=True)


def test_after_a_game_other_players_may_sit_down(desks: Desks) -> None:
    with served(play=False, names=("Ada", "Blaise")) as table:
        for _ in range(5):
            table.turn(a_roll(), s1=Colour.RED, s4=Colour.BLACK)
        page = desks.open(table)
        page.get_by_role("button", name="Other players, other rules").click()
        expect(page.locator("#status")).to_contain_text("waiting for players", ignore_case=True)
        expect(page.locator("#panel-game")).not_to_contain_text("without a winner")


def test_a_game_is_paused_and_goes_on(game: Served, desks: Desks) -> None:
    page = desks.open(game)
    key(page, "pause").click()
    expect(key(page, "resume")).to_be_visible()
    key(page, "resume").click()
    expect(key(page, "pause")).to_be_visible()


def test_a_question_of_the_table_is_answered_with_a_large_button(desks: Desks) -> None:
    with served(speed=2, doubtful_dice=1.0, seed=3) as table:
        page = desks.open(table)
        option = page.locator(".option").first
        expect(option).to_be_visible(timeout=30_000)
        box = option.bounding_box()
        assert box
        assert box["height"] >= 60
        key_of = option.get_attribute("data-key")
        option.click()
        expect(page.locator(f"[data-key='{key_of}']")).to_have_count(0)


def test_the_code_for_a_phone_is_a_picture_and_a_phone_is_set_free(lobby: Served, desks: Desks) -> None:
    page = desks.open(lobby)
    page.locator("#tab-phones").click()
    key(page, "qr-2").click()
    picture = page.locator(".qr")
    expect(picture).to_be_visible()
    assert picture.evaluate("img => img.decode().then(() => img.naturalWidth)") > 20
    address = page.locator(".phone-url").inner_text()
    phone = desks.closed(lobby)
    phone.goto(f"{lobby.url}/seat/2#{address.partition('#')[2]}")
    expect(phone.locator("#play")).to_be_visible()
    expect(key(page, "free-2")).to_be_visible(timeout=10_000)
    key(page, "free-2").click()
    expect(page.locator(".desk-notice")).to_contain_text("Seat 2 is free")


@pytest.mark.parametrize(
    ("language", "title", "tab"),
    [("fr-FR", "Poste d’arbitre", "Joueurs et règles"), ("de-DE", "Spielleitung", "Spieler und Regeln")],
)
def test_the_desk_speaks_french_and_german(
    lobby: Served, desks: Desks, language: str, title: str, tab: str
) -> None:
    page = desks.open(lobby, language=language)
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator("#tab-players")).to_have_text(tab)
    page.get_by_role("button", name="EN", exact=True).click()
    expect(page.locator("h1")).to_have_text("Referee’s desk")
    expect(page.locator("#tab-players")).to_have_text("Players and rules")


def test_a_small_phone_shows_the_desk_without_scrolling_sideways(game: Served, desks: Desks) -> None:
    page = desks.open(game, size=(360, 640))
    until_ruled_and_held(page)
    for tab in ("game", "players", "turns", "phones"):
        page.locator(f"#tab-{tab}").click()
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, tab
    page.locator("#tab-game").click()
    for die in page.locator(".tray-die").all():
        box = die.bounding_box()
        assert box
        assert box["width"] >= 36


def test_a_correction_takes_a_victory_back_and_its_undoing_gives_it_again(desks: Desks) -> None:
    with served(names=("Mia", "Emil"), speed=20, doubtful_dice=0.0) as table:
        page = desks.open(table)
        expect(key(page, "play_again")).to_be_visible(timeout=90_000)
        loser = page.locator(".grab", has=page.locator("[aria-label='0 gems']")).first
        loser.get_by_role("button", name="One gem more").click()
        expect(key(page, "play_again")).to_be_hidden()
        expect(key(page, "pause")).to_be_visible()
        key(page, "undo").click()
        expect(key(page, "play_again")).to_be_visible()


def test_a_value_is_chosen_on_the_keyboard_alone(game: Served, desks: Desks) -> None:
    page = desks.open(game)
    until_ruled_and_held(page)
    key(page, "die-0").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#choose")).to_be_visible()
    wanted = "6" if ": 6" not in (key(page, "die-0").get_attribute("aria-label") or "") else "1"
    page.keyboard.press(wanted)
    expect(key(page, "die-0")).to_have_attribute("aria-label", re.compile(f": {wanted}"))


@pytest.mark.parametrize("room", ["desk", "seat"])
def test_the_texts_have_the_same_keys_and_blanks_in_every_language(room: str) -> None:
    english, *others = (
        json.loads((PAGES / "texts" / f"{room}.{language}.json").read_text())
        for language in ("en", "fr", "de")
    )
    blanks = re.compile(r"\{\w+\}")
    for other in others:
        assert other.keys() == english.keys()
        for name, text in other.items():
            assert sorted(blanks.findall(text)) == sorted(blanks.findall(english[name])), name


@needs_axe
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_nothing_serious_stands_between_the_desk_and_anybody(
    game: Served, desks: Desks, size: tuple[int, int]
) -> None:
    page = desks.closed(game, size=size)
    for theme in ("dark", "light"):
        dress(page, theme)
        assert findings(page) == [], theme
    page = desks.open(game, size=size)
    until_ruled_and_held(page)
    for tab in page.get_by_role("tab").all():
        tab.click()
        for theme in ("dark", "light"):
            dress(page, theme)
            assert findings(page) == [], (tab.inner_text(), theme)
    page.locator("#tab-game").click()
    key(page, "die-0").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert findings(page) == []
