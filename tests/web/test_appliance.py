"""A table that is the machine's own service: its power and its own Wi-Fi at the pages."""

import threading
import time
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, Page, expect

from pi_diavolo import own_machine as machine
from pi_diavolo.eventlog import EventLog
from pi_diavolo.own_machine import own_machine
from pi_diavolo.power import PowerSwitch
from pi_diavolo.table.effects import Status
from pi_diavolo.table.events import Event, Paused, PowerOffAsked
from pi_diavolo.web.appliance import Appliance
from pi_diavolo.web.refusals import Why, refused
from tests.web.client import Visitor
from tests.web.serving import Served, served


def the_desk(here: Served) -> Visitor:
    desk = Visitor(here)
    desk.sit_at_desk()
    return desk


def becomes(here: Served, appliance: Appliance) -> None:
    assert here.pages.house
    here.pages.house.appliance = appliance


def a_service(folder: Path) -> Appliance:
    (folder / "wifi").write_text("Pi Diavolo\nabcd2345efgh\n", encoding="utf-8")
    return own_machine({"RUNTIME_DIRECTORY": str(folder), "CREDENTIALS_DIRECTORY": str(folder)})


def test_a_table_that_people_started_has_neither_switch_nor_wifi(game: Served) -> None:
    assert Visitor(game).get("/api/appliance") == {"power_off": False, "wifi": None}
    assert the_desk(game).post("/api/power-off").status == 404


def test_the_desk_pauses_the_game_and_switches_the_power_off(game: Served, tmp_path: Path) -> None:
    becomes(game, a_service(tmp_path))
    assert Visitor(game).get("/api/appliance")["power_off"] is True

    assert the_desk(game).post("/api/power-off").status == 204

    assert (tmp_path / "poweroff").exists()
    assert game.table.status is Status.PAUSED, "so that it goes on when somebody is there again"


def test_the_log_records_that_somebody_switched_the_power_off(tmp_path: Path) -> None:
    log = tmp_path / "games.db"
    with served(play=False, log_file=log) as here:
        becomes(here, a_service(tmp_path))
        here.happen(Paused(here.clock.now()))
        assert the_desk(here).post("/api/power-off").status == 204
        assert here.table.status is Status.PAUSED
    with EventLog.read_only(log) as kept:
        assert isinstance([logged.event for logged in kept.events()][-1], PowerOffAsked)


def test_a_table_that_waits_for_a_full_disk_is_switched_off_all_the_same(
    game: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    becomes(game, a_service(tmp_path))
    desk = the_desk(game)

    async def busy(event: Event) -> NoReturn:
        raise refused(Why.TABLE_BUSY)

    assert game.pages.house
    monkeypatch.setattr(game.pages.house.counter, "ask", busy)
    assert desk.post("/api/power-off").status == 204
    assert (tmp_path / "poweroff").exists(), "the plug would be worse"


def test_in_the_lobby_there_is_nothing_to_pause(lobby: Served, tmp_path: Path) -> None:
    becomes(lobby, a_service(tmp_path))
    assert the_desk(lobby).post("/api/power-off").status == 204
    assert (tmp_path / "poweroff").exists()


def test_without_the_pin_or_from_another_page_nothing_happens(game: Served, tmp_path: Path) -> None:
    becomes(game, a_service(tmp_path))
    guest, stranger = Visitor(game), the_desk(game)
    guest.meet()
    stranger.token = ""
    assert [visitor.post("/api/power-off").status for visitor in (guest, stranger)] == [403, 403]
    assert not (tmp_path / "poweroff").exists()


def test_a_power_that_cannot_be_switched_off_is_told(game: Served, tmp_path: Path) -> None:
    becomes(game, Appliance(PowerSwitch(tmp_path / "gone").press))
    assert the_desk(game).post("/api/power-off").status == 422


@pytest.mark.parametrize("is_open", [True, False])
def test_the_wifi_is_shown_while_it_is_open(
    game: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_open: bool
) -> None:
    monkeypatch.setattr(machine, "own_wifi_is_open", lambda: is_open)
    becomes(game, a_service(tmp_path))
    wifi = Visitor(game).get("/api/appliance")["wifi"]
    assert (wifi is not None) == is_open
    if wifi:
        assert (wifi["name"], wifi["password"]) == ("Pi Diavolo", "abcd2345efgh")
        assert wifi["qr_svg"].startswith("<svg")


def test_a_server_that_hangs_does_not_come_round(game: Served) -> None:
    def soon(wanted: bool) -> bool:
        for _ in range(250):
            time.sleep(0.02)  # between two looks a healthy server has come round
            if game.pages.came_round() is wanted:
                return True
        return False

    let_go = threading.Event()
    assert soon(True)
    game.pages._server.call(let_go.wait, 30)
    assert soon(False)
    time.sleep(0.1)
    assert not game.pages.came_round()
    let_go.set()
    assert soon(True)


# At the pages


def at_the_desk(here: Served, browser: Browser) -> Page:
    page = browser.new_page(locale="en")
    page.goto(f"{here.url}/desk")
    page.fill("#pin-field", here.keys.pin)
    page.click("#pin-form button")
    page.wait_for_selector("#desk:not([hidden])")
    return page


def test_the_power_button_wants_a_second_tap(game: Served, browser: Browser, tmp_path: Path) -> None:
    becomes(game, a_service(tmp_path))
    page = at_the_desk(game, browser)
    button = page.locator(".power-off")
    button.click()
    expect(button).to_have_text("Really switch off? Tap again")
    assert not (tmp_path / "poweroff").exists()
    button.click()
    expect(button).to_have_text("Switching off; pull the plug when the lamp is out.")
    assert (tmp_path / "poweroff").exists()
    page.close()


def test_without_a_power_to_switch_off_there_is_no_button(game: Served, browser: Browser) -> None:
    page = at_the_desk(game, browser)
    assert page.locator(".power-off").count() == 0
    page.close()


def test_the_wifi_stands_there_with_a_code(
    game: Served, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "own_wifi_is_open", lambda: True)
    becomes(game, a_service(tmp_path))
    page = browser.new_page(locale="en")
    page.goto(game.url)
    expect(page.locator(".wifi-told")).to_have_text("Wi-Fi: Pi Diavolo · Password: abcd2345efgh")
    assert (
        page.locator(".wifi img").evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0
    )
    page.close()
