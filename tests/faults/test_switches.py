"""Switches that stick, chatter or are not there: named in plain words, set aside, used again when well."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace

import pytest

from pi_diavolo.app import Inbox, Table, Together
from pi_diavolo.clock import VirtualClock
from pi_diavolo.config_sections import HardwareSettings
from pi_diavolo.devices.awaited_edges import AwaitedEdges
from pi_diavolo.devices.edges import Edges, EdgesError, Report
from pi_diavolo.devices.levels import LevelPoller
from pi_diavolo.devices.pin_edges import PinEdges
from pi_diavolo.devices.pin_map import shipped
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.furnishing import Found, furnish
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.nerves import Nerves, nerves_for
from pi_diavolo.real_wires import RealWires
from pi_diavolo.simulated_wires import SimulatedWires
from pi_diavolo.simulation import Chances, simulated_table, wires_for
from pi_diavolo.simulator.devices import SimulatedTable
from pi_diavolo.simulator.pins import SimulatedPins
from pi_diavolo.table.effects import Effect, ShowStatus, ShowTurn, Status
from pi_diavolo.table.events import Event, ImpsSeen, Tick
from pi_diavolo.table.facts import Edge, EdgesLost, Fact, LevelsRead, PartFailed, PartRecovered
from pi_diavolo.table.lamps import Signal
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pieces import IMP_COLOURS, Colour
from pi_diavolo.table.players import PlayerId, Seat, seats_for
from pi_diavolo.table.switch import RECOVERED_AFTER_S
from pi_diavolo.table.switches import ALL_SWITCHES
from tests.devices.cameras import SetClock
from tests.faults.told import Told, a_bench

SEATS = seats_for(4)


# In the middle of a game


@dataclass
class Game:
    table: Table
    wires: SimulatedWires
    people: SimulatedTable
    told: Told


class AtTurn:
    """Does something when a turn begins."""

    def __init__(self, deeds: dict[int, Callable[[float], None]]) -> None:
        self._deeds = deeds

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        for effect in effects:
            if isinstance(effect, ShowTurn) and effect.turn in self._deeds:
                self._deeds.pop(effect.turn)(now)


@contextmanager
def a_game(grabs: Grabs, caplog: pytest.LogCaptureFixture) -> Iterator[Game]:
    rules, inbox, referee = HouseRules(grabs=grabs), Inbox(), DiavoloReferee()
    with closing(wires_for(rules, len(SEATS), inbox, 5)) as wires, EventLog.in_memory() as log:
        people = simulated_table(SEATS, ("regular",), rules, 5, Chances(0, 0), touch=wires.hands)
        devices = Together(people, wires.hands, wires.nerves)
        table = Table(referee, log, VirtualClock(), devices, people_wait=False, inbox=inbox)
        told = Told(table, referee, caplog)
        table.add_outlet(told)
        yield Game(table, wires, people, told)


def play(game: Game, grabs: Grabs, deeds: dict[int, Callable[[float], None]]) -> None:
    game.table.add_outlet(AtTurn(deeds))
    open_evening(game.table, "diavolo", asdict(HouseRules(grabs=grabs)), 1, 5, 0.0)
    seat_players(game.table, [PlayerId(f"p{seat}") for seat in SEATS], 0.0)
    game.table.run(until=lambda: game.table.status is Status.OVER)


def test_a_base_whose_wire_is_off_is_named_and_taken_back_and_no_ruling_is_wrong(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with a_game(Grabs.BASES, caplog) as game:
        pins, pin = game.wires.pins, next(p for p, base in game.wires.wiring.bases.items() if base == 3)
        play(
            game,
            Grabs.BASES,
            {2: lambda now: pins.stick(pin, high=True, at=now), 6: lambda now: pins.free(pin, now)},
        )
    assert game.table.status is Status.OVER
    assert game.people.wrong_rulings == 0
    base = Part(PartKind.BASE, 3, pin=pin)
    failed, recovered = game.told.events
    assert isinstance(failed, PartFailed)
    assert (failed.part, failed.fault, recovered) == (base, Fault.STUCK, PartRecovered(base, recovered.at))
    wrong = (
        f"Something is wrong: base 3 (GPIO {pin}) is stuck. "
        "The game goes on all the same; check its switch and its wire."
    )
    assert game.told.on_the_page_once == {wrong}
    assert game.told.page() == ()
    assert game.told.lamp_told
    assert game.told.journal == [wrong, f"Good news: base 3 (GPIO {pin}) is all right again."]


def test_a_button_that_chatters_is_named_and_taken_back_and_no_ruling_is_wrong(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with a_game(Grabs.PANELS, caplog) as game:
        buttons = {whose: pin for pin, whose in game.wires.wiring.buttons.items()}
        pin = buttons[SEATS[1], Colour.RED]
        play(game, Grabs.PANELS, {3: lambda now: game.wires.pins.chatter(pin, now, seconds=1.0)})
    assert game.table.status is Status.OVER
    assert game.people.wrong_rulings == 0
    assert [type(event) for event in game.told.events] == [PartFailed, PartRecovered]
    assert {text.split(".")[0] for text in game.told.on_the_page_once} == {
        f"Something is wrong: button 2 red (GPIO {pin}) does not come to rest"
    }
    assert game.told.page() == ()
    assert game.told.lamp_told
    assert game.told.journal[1:] == [f"Good news: button 2 red (GPIO {pin}) is all right again."]


# A reed that is welded shut tells nothing, and is found out all the same

BASES = shipped("bases", 4)
PIN = {base: pin for pin, base in BASES.bases.items()}
ALL = tuple(IMP_COLOURS)


def a_turn(nerves: Nerves, at: float, gone: int, *, moves: bool = False) -> list[Event]:
    """All imps stand, somebody takes one, and the eyes see it gone before the next turn."""
    nerves.hear(Tick(at), [ShowTurn(1, 1, Seat(1), (Seat(1),), {}, ALL)])
    nerves.hear(ImpsSeen(ALL, at + 1), [ShowStatus(Status.ROLL_NOW)])
    events = passed(nerves, at + 2)
    for high, when in ((True, at + 3), (False, at + 5)) if moves else ():
        events += nerves.sense(Edge(PIN[gone], high, when)) + passed(nerves, when + 1)
    nerves.hear(ImpsSeen((*ALL[:gone], None, *ALL[gone + 1 :]), at + 7), [])
    return events + passed(nerves, at + 8)


def passed(nerves: Nerves, until: float) -> list[Event]:
    events = list[Event]()
    while (due := nerves.due()) is not None and due <= until:
        events += nerves.take(due)
    for event in events:
        nerves.hear(event, [])
    return events


def faults(events: Sequence[Event]) -> list[PartFailed]:
    return [event for event in events if isinstance(event, PartFailed)]


def test_a_base_that_twice_did_not_feel_its_imp_leave_is_stuck_until_it_moves() -> None:
    nerves = nerves_for(BASES)
    nerves.start(dict.fromkeys(BASES.inputs, False), 0.0)
    assert faults(a_turn(nerves, 10.0, gone=4)) == []  # a hand may have hidden the imp
    base = Part(PartKind.BASE, 4, pin=PIN[4])
    assert faults(a_turn(nerves, 20.0, gone=4)) == [PartFailed(base, Fault.STUCK, 27.0)]
    nerves.sense(Edge(PIN[4], high=True, at=30.0))
    assert PartRecovered(base, 30.0 + RECOVERED_AFTER_S) in passed(nerves, 40.0)


def test_a_base_that_felt_its_imp_leave_and_come_back_is_well_however_late_the_eyes_are() -> None:
    nerves = nerves_for(BASES)
    nerves.start(dict.fromkeys(BASES.inputs, False), 0.0)
    events = [event for at in (10.0, 20.0, 30.0) for event in a_turn(nerves, at, gone=4, moves=True)]
    assert faults(events) == []


# The GPIO chip is not there when the table starts

PANELS = shipped("panels", 4)
RED_OF_TWO = next(pin for pin, whose in PANELS.buttons.items() if whose == (Seat(2), Colour.RED))


class LateChip:
    """A GPIO chip that comes up after the table."""

    def __init__(self) -> None:
        self.pins, self.there, self.tries = SimulatedPins(), False, 0

    def open(self, report: Report) -> Edges:
        self.tries += 1
        if not self.there:
            raise EdgesError("this machine has no GPIO header; use a Raspberry Pi")
        return PinEdges(PANELS.inputs, report, self.pins.factory)


def test_switches_that_are_not_there_at_the_start_are_told_and_work_when_they_come(
    caplog: pytest.LogCaptureFixture,
) -> None:
    nerves, chip, clock = nerves_for(PANELS), LateChip(), SetClock(50.0)
    with a_bench(nerves, caplog) as bench:
        opened = threading.Event()

        def report(fact: Fact) -> None:
            # When it was opened is real time; the rest of this table lives by its own.
            bench.table.inbox.put(EdgesLost(clock.now) if isinstance(fact, EdgesLost) else fact)
            opened.set()

        with closing(AwaitedEdges(lambda: chip.open(report), report, retry_s=0.005)) as edges:
            poller = LevelPoller(edges, bench.table.inbox.put, clock=clock)
            for _ in range(3):
                poller.poll()
            bench.hear()
            wrong = (
                "Something is wrong: the switch board does not answer. "
                "The game goes on all the same; tap your colour on a phone."
            )
            assert bench.told.page() == (wrong,)
            assert bench.told.lamp() is Signal.FAULT
            clock.now = 60.0
            chip.there = True
            assert opened.wait(timeout=20)
            for clock.now in (60.1, 60.1 + RECOVERED_AFTER_S):
                poller.poll()
                bench.hear()
            bench.later()
            assert bench.told.page() == ()
            assert bench.told.journal == [wrong, "Good news: the switch board is all right again."]
            chip.pins.drive(RED_OF_TWO, high=False, at=70.0)
            bench.later()
            assert bench.told.seated == (Seat(2),)  # whoever presses sits down
    assert chip.tries > 1


def test_wires_of_a_patient_table_open_whatever_is_wrong_with_them() -> None:
    class Mute:
        def levels(self) -> dict[int, bool]:
            raise OSError("the chip is gone")

        def close(self) -> None: ...

    inbox = Inbox()
    with closing(RealWires(PANELS, inbox.put, open_=lambda pins, report: Mute(), patient=True)):
        failed = inbox.get(timeout=20)
    assert isinstance(failed, PartFailed)
    assert (failed.part, failed.fault) == (ALL_SWITCHES, Fault.SILENT)


def test_lines_that_are_there_are_watched_from_the_start_without_a_thread() -> None:
    chip, facts = LateChip(), list[Fact]()
    chip.there = True
    with closing(AwaitedEdges(lambda: chip.open(facts.append), facts.append)) as edges:
        poller = LevelPoller(edges, facts.append, clock=lambda: 1.0)
        poller.poll()
    assert facts == [LevelsRead(dict.fromkeys(PANELS.inputs, True), 1.0)]
    assert not any(thread.name == "lines awaited" for thread in threading.enumerate())


SIMULATED = HardwareSettings(camera="simulated", sensors="simulated", lamps="simulated")


@pytest.mark.parametrize("wanted", [replace(SIMULATED, sensors="real"), replace(SIMULATED, lamps="real")])
def test_a_part_that_is_wanted_and_not_there_is_waited_for_by_the_machines_own_table(
    wanted: HardwareSettings,
) -> None:
    chosen = furnish(wanted, None, look=Found, patient=True)
    assert (chosen.sensors, chosen.lamps) == (wanted.sensors == "real", wanted.lamps == "real")
