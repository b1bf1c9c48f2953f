"""The nerves: edges, docks and levels in, events out, and what is broken said."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pi_diavolo.devices.pin_map import shipped
from pi_diavolo.nerves import AGREES_AFTER_S, Nerves, nerves_for
from pi_diavolo.table.effects import Effect, ShowStatus, ShowTurn, Status
from pi_diavolo.table.events import Event, GameStarted, Grab, ImpLifted, ImpsConfirmed, ImpsSeen, Tick
from pi_diavolo.table.facts import Claim, Edge, EdgesLost, ImpDocked, LevelsRead, PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pieces import IMP_COLOURS, Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.switches import ALL_SWITCHES

S1, S2 = Seat(1), Seat(2)
PANELS, BASES = shipped("panels", 4), shipped("bases", 4)
PIN_OF_BASE = {base: pin for pin, base in BASES.bases.items()}
STANDING = tuple(IMP_COLOURS)
COUNTS: Mapping[Colour, int] = {Colour.BLACK: 3, Colour.WHITE: 3, Colour.RED: 3, Colour.GRAY: 1}


def button(seat: Seat, colour: Colour) -> int:
    return next(pin for pin, whose in PANELS.buttons.items() if whose == (seat, colour))


def later(nerves: Nerves, until: float) -> list[Event]:
    """Let time pass as the loop does."""
    events = list[Event]()
    while (due := nerves.due()) is not None and due <= until:
        events += nerves.take(due)
    return events


def all_imps_stand(seen_at: float = 10.0) -> Nerves:
    nerves = nerves_for(BASES)
    nerves.start(dict.fromkeys(BASES.inputs, False), 0.0)
    turn: list[Effect] = [ShowTurn(1, 1, S1, (S1, S2), COUNTS, STANDING), ShowStatus(Status.IMPS)]
    nerves.hear(ImpsSeen((), 5.0), turn)
    nerves.hear(ImpsSeen(STANDING, seen_at), [ShowStatus(Status.ROLL_NOW)])
    return nerves


def test_a_press_is_one_grab_at_its_first_edge_however_it_rings() -> None:
    nerves, pin = nerves_for(PANELS), button(S2, Colour.RED)
    nerves.start(dict.fromkeys(PANELS.inputs, True), 0.0)
    events = list[Event]()
    for count in range(9):
        events += nerves.sense(Edge(pin, high=bool(count % 2), at=1.0 + count * 0.0003))
    assert events + later(nerves, 2.0) == [Grab(S2, Colour.RED, 1.0)]


def test_a_button_that_is_down_before_anybody_pressed_is_named_and_set_aside() -> None:
    nerves, pin = nerves_for(PANELS), button(S1, Colour.GRAY)
    nerves.start({**dict.fromkeys(PANELS.inputs, True), pin: False}, 1.0)
    part = Part(PartKind.BUTTON, S1, Colour.GRAY, pin)
    assert later(nerves, 2.0) == [PartFailed(part, Fault.STUCK, 1.0)]


def test_the_other_buttons_go_on_when_one_chatters() -> None:
    nerves, broken, fine = nerves_for(PANELS), button(S1, Colour.GRAY), button(S2, Colour.WHITE)
    nerves.start(dict.fromkeys(PANELS.inputs, True), 0.0)
    events = list[Event]()
    for count in range(2000):
        events += nerves.sense(Edge(broken, high=bool(count % 2), at=1.0 + count * 0.001))
    events += nerves.sense(Edge(fine, high=False, at=3.0))
    events += later(nerves, 3.1)
    assert [event.fault for event in events if isinstance(event, PartFailed)] == [Fault.CHATTERING]
    assert Grab(S2, Colour.WHITE, 3.0) in events


def test_a_lift_and_a_dock_are_a_grab_at_the_time_of_the_lift() -> None:
    nerves = all_imps_stand()
    events = nerves.sense(Edge(PIN_OF_BASE[4], high=True, at=12.0)) + later(nerves, 12.1)
    events += nerves.sense(ImpDocked(S2, 4, 12.6)) + later(nerves, 13.0)
    assert events == [
        ImpLifted(4, STANDING[4], 12.0),
        Grab(S2, STANDING[4], 12.0, imp=4, docked=12.6),
    ]


def test_a_phone_stands_in_for_a_broken_dock() -> None:
    nerves = all_imps_stand()
    nerves.sense(Edge(PIN_OF_BASE[9], high=True, at=12.0))
    later(nerves, 12.1)
    nerves.sense(Claim(S1, Colour.GRAY, 12.8))
    assert later(nerves, 13.0) == [Grab(S1, Colour.GRAY, 12.0, docked=12.8)]


@pytest.mark.parametrize("base", [0, 7])
def test_a_base_that_does_not_feel_the_imp_the_eyes_see_is_stuck(base: int) -> None:
    nerves = nerves_for(BASES)
    nerves.start({pin: number == base for pin, number in BASES.bases.items()}, 0.0)
    nerves.hear(ImpsSeen(STANDING, 10.0), [ShowStatus(Status.ROLL_NOW)])
    part = Part(PartKind.BASE, base, pin=PIN_OF_BASE[base])
    assert later(nerves, 10.0 + AGREES_AFTER_S) == [PartFailed(part, Fault.STUCK, 10.0 + AGREES_AFTER_S)]


def test_a_hand_that_is_faster_than_the_check_breaks_nothing() -> None:
    nerves = all_imps_stand(seen_at=10.0)
    events = nerves.sense(Edge(PIN_OF_BASE[3], high=True, at=10.1)) + later(nerves, 11.0)
    assert events == [ImpLifted(3, STANDING[3], 10.1)]


def test_a_lift_whose_edge_was_lost_is_noticed_by_its_level_and_said() -> None:
    nerves = all_imps_stand()
    levels = dict.fromkeys(BASES.inputs, False) | {PIN_OF_BASE[5]: True}
    events = list[Event]()
    for count in range(6):
        events += nerves.sense(LevelsRead(levels, 12.0 + count * 0.1)) + later(nerves, 12.05 + count * 0.1)
    part = Part(PartKind.BASE, 5, pin=PIN_OF_BASE[5])
    lifted, failed = events
    assert lifted == ImpLifted(5, STANDING[5], 12.0)
    assert isinstance(failed, PartFailed)
    assert (failed.part, failed.fault) == (part, Fault.EDGES_LOST)


def test_what_other_parts_say_of_themselves_is_left_to_everyone() -> None:
    nerves = all_imps_stand()
    lamps = Part(PartKind.LAMPS)
    assert nerves.sense(PartFailed(lamps, Fault.SILENT, 11.0)) == []
    assert nerves.sense(PartRecovered(lamps, 12.0)) == []


def test_a_press_known_by_its_level_alone_is_a_grab_with_its_error() -> None:
    nerves, pin = nerves_for(PANELS), button(S2, Colour.RED)
    levels = dict.fromkeys(PANELS.inputs, True)
    nerves.start(levels, 0.0)
    events = nerves.sense(LevelsRead(levels, 1.0))
    for at in (1.1, 1.21, 1.32):
        events += nerves.sense(LevelsRead({**levels, pin: False}, at))
    (grab,) = [event for event in events if isinstance(event, Grab)]
    assert grab.at == 1.1
    assert grab.error == pytest.approx(0.1)


def test_a_chip_that_is_gone_is_not_said_to_work_before_it_answers_for_a_while() -> None:
    nerves = all_imps_stand()
    events = nerves.sense(EdgesLost(11.0)) + nerves.sense(PartFailed(ALL_SWITCHES, Fault.SILENT, 11.1))
    events += later(nerves, 100.0)
    assert not any(isinstance(event, PartRecovered) for event in events)
    levels = dict.fromkeys(BASES.inputs, False)
    events = nerves.sense(LevelsRead(levels, 101.0)) + later(nerves, 102.0)
    assert events == [PartRecovered(ALL_SWITCHES, 101.0)]


def hear_all(nerves: Nerves, events: list[Event]) -> list[Event]:
    """What the loop does with what the nerves tell."""
    for event in events:
        nerves.hear(event, [])
    return events


def test_a_base_that_works_again_is_believed_about_what_it_did_meanwhile() -> None:
    nerves = all_imps_stand()
    levels = dict.fromkeys(BASES.inputs, False) | {PIN_OF_BASE[0]: True}
    for at in (12.0, 12.11, 12.22):  # lifted, and its edge was lost
        hear_all(nerves, nerves.sense(LevelsRead(levels, at)))
    hear_all(nerves, later(nerves, 13.0))
    nerves.hear(Tick(13.5), [ShowStatus(Status.IMPS)])
    hear_all(nerves, nerves.sense(Edge(PIN_OF_BASE[0], high=False, at=14.0)))  # put back before it recovers
    hear_all(nerves, later(nerves, 20.0))
    nerves.hear(ImpsSeen(STANDING, 21.0), [ShowStatus(Status.ROLL_NOW)])
    hear_all(nerves, later(nerves, 22.0))
    events = nerves.sense(Edge(PIN_OF_BASE[0], high=True, at=23.0)) + later(nerves, 23.5)
    events += nerves.sense(ImpDocked(S1, 0, 23.8)) + later(nerves, 24.5)
    assert events == [ImpLifted(0, STANDING[0], 23.0), Grab(S1, STANDING[0], 23.0, imp=0, docked=23.8)]


def test_where_people_say_that_the_imps_stand_right_their_bases_must_agree() -> None:
    nerves = nerves_for(BASES)
    nerves.start({pin: number == 7 for pin, number in BASES.bases.items()}, 0.0)
    turn: list[Effect] = [ShowTurn(1, 1, S1, (S1, S2), COUNTS, STANDING), ShowStatus(Status.IMPS)]
    nerves.hear(GameStarted(5.0), turn)
    nerves.hear(ImpsConfirmed(10.0), [ShowStatus(Status.ROLL_NOW)])
    part = Part(PartKind.BASE, 7, pin=PIN_OF_BASE[7])
    assert later(nerves, 11.0) == [PartFailed(part, Fault.STUCK, 10.0 + AGREES_AFTER_S)]


def test_imps_left_on_docks_claim_no_seats_but_one_put_there_does() -> None:
    nerves = nerves_for(BASES)
    nerves.start(dict.fromkeys(BASES.inputs, True), 0.0)
    nerves.sense(ImpDocked(S1, 3, 0.05, found=True))
    assert later(nerves, 1.0) == []
    nerves.sense(ImpDocked(S2, 4, 2.0))
    assert later(nerves, 3.0) == [Grab(S2, IMP_COLOURS[4], 2.0, imp=4, docked=2.0)]


def test_where_each_imp_has_its_base_a_lift_is_known_by_it() -> None:
    nerves = nerves_for(replace(BASES, homes={4: 3, 5: 5}))
    nerves.start(dict.fromkeys(BASES.inputs, False), 0.0)
    turn: list[Effect] = [ShowTurn(1, 1, S1, (S1, S2), COUNTS, STANDING), ShowStatus(Status.IMPS)]
    nerves.hear(GameStarted(5.0), turn)
    nerves.hear(ImpsSeen(STANDING, 10.0), [ShowStatus(Status.ROLL_NOW)])
    events = list[Event]()
    for base, at in ((4, 12.0), (5, 12.1)):  # two white imps
        events += nerves.sense(Edge(PIN_OF_BASE[base], high=True, at=at)) + later(nerves, at + 0.05)
    nerves.sense(ImpDocked(S2, 5, 12.6))
    assert later(nerves, 13.0) == [Grab(S2, Colour.WHITE, 12.1, imp=5, docked=12.6)]
