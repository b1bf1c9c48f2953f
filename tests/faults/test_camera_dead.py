"""Without any camera the game goes on: somebody reads the dice and types them in at the desk."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from pi_diavolo.devices.camera.watchdog import CAMERA
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.table.facts import PartFailed
from pi_diavolo.table.parts import Fault
from tests.web.browsing import chromium, key, needs_chromium
from tests.web.client import Visitor
from tests.web.serving import Served, served
from tests.web.test_page_desk import Desks

DICE: dict[str, Any] = {"black": [1, 2, 3], "white": [6, 6, 5], "red": [4, 4, 4]}


def dies(table: Served) -> Served:
    table.happen(PartFailed(CAMERA, Fault.SILENT, table.clock.now()))
    return table


@pytest.fixture
def table() -> Iterator[Served]:
    """Four people are about to roll, and the camera is dead."""
    with served(play=False) as table:
        yield dies(table)


@pytest.fixture
def desk(table: Served) -> Visitor:
    one = Visitor(table)
    one.sit_at_desk()
    return one


def test_dice_typed_in_are_a_roll_and_the_turn_is_ruled_by_them(table: Served, desk: Visitor) -> None:
    assert "type in what the dice show" in desk.state()["faults"][0]
    assert desk.command("typed_in", order="greatest_sum", **DICE).status == 200
    state = desk.state()
    assert (state["status"], state["order"]) == ("grab", "greatest_sum")
    assert sorted(die["value"] for die in state["dice"] if die["colour"] == "white") == [5, 6, 6]
    assert desk.command("end_turn").status == 200
    assert desk.state()["ruling"]["answer"] == "white"


def test_which_die_is_closest_nobody_has_measured_so_people_are_asked(table: Served, desk: Visitor) -> None:
    assert desk.command("typed_in", order="closest", **DICE).status == 200
    assert desk.command("end_turn").status == 200
    (question,) = desk.state()["questions"]
    assert {"black", "white", "red"} <= {option["choice"] for option in question["options"]}
    assert desk.command("answer", question=question["number"], choice="red").status == 200
    assert desk.state()["ruling"]["answer"] == "red"


def test_an_order_die_that_is_thrown_first_is_typed_in_alone() -> None:
    with served(play=False, rules=HouseRules(order_first=True)) as table:
        desk = Visitor(dies(table))
        desk.sit_at_desk()
        assert desk.command("typed_in", order="smallest_sum").status == 200
        assert desk.command("typed_in", **DICE).status == 200
        assert desk.command("end_turn").status == 200
        assert desk.state()["ruling"]["answer"] == "black"


def test_only_the_desk_types_dice_in_and_never_over_dice_that_lie_there(table: Served, desk: Visitor) -> None:
    stranger = Visitor(table)
    stranger.meet()
    assert stranger.command("typed_in", order="most_odd", **DICE).json["error"] == "no_pin"
    assert desk.command("typed_in", order="most_odd", **DICE).status == 200
    assert desk.command("typed_in", order="most_odd", **DICE).status == 422
    assert desk.command("typed_in", order="most_odd", black=[7]).status == 400


@needs_chromium
def test_the_desk_offers_it_while_the_table_waits_for_dice(table: Served) -> None:
    with chromium() as browser:
        desks = Desks(browser)
        page = desks.open(table)
        key(page, "type-in").click()
        for colour, values in DICE.items():
            for place, value in enumerate(values):
                page.locator(f"select[name={colour}]").nth(place).select_option(str(value))
        key(page, "typed").click()
        expect(page.locator("#choose")).to_be_visible()  # the order is still wanted
        page.locator("select[name=order]").select_option("greatest_sum")
        key(page, "typed").click()
        expect(key(page, "end_turn")).to_be_visible()
        expect(key(page, "type-in")).to_have_count(0)
        desks.leave()
    assert table.referee.state.game.turn.roll.order_die.face == "greatest_sum"
