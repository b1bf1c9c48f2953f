"""Parts are ticked as the table feels them; while they are tried, a press is no grab."""

import queue
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from pi_diavolo import evening
from pi_diavolo.app import Inbox, Table, Together
from pi_diavolo.clock import VirtualClock
from pi_diavolo.devices.pin_map import shipped
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.setting_up_parts import LAMPS, TRIES_FOR_S, Bench, parts_found
from pi_diavolo.setting_up_table import Around, workshop_for
from pi_diavolo.simulated_wires import SimulatedWires
from pi_diavolo.table.events import GameStarted
from pi_diavolo.table.facts import PartFailed, PartRecovered, Tried
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.pin_map import MapKind
from pi_diavolo.table.setting_up import Do, Found, Step, Verdict, Wish


class Lobby:
    """A wired table at which nobody sits yet; the clock for trying is moved by hand."""

    def __init__(self, kind: MapKind, log: EventLog) -> None:
        inbox: Inbox = queue.Queue()
        self.wires = SimulatedWires(shipped(kind, 4), inbox.put, seed=1)
        self.seconds = 0.0
        registers = self.wires.registers
        assert registers is not None
        self.bench = Bench(
            self.wires.nerves, self.wires.wiring, self.wires.lights, lambda: registers.lit, self.now
        )
        self.referee, self.clock = GAMES["diavolo"](), VirtualClock(100.0)
        devices = Together(self.wires.hands, self.bench)
        self.table = Table(self.referee, log, self.clock, devices, people_wait=False, inbox=inbox)
        rules = HouseRules(grabs=Grabs.BASES if kind is MapKind.BASES else Grabs.PANELS)
        evening.open_evening(self.table, "diavolo", asdict(rules), 1, 1, self.clock.now())

    def now(self) -> float:
        return self.seconds

    def press(self, *parts: Part) -> None:
        for part in parts:
            self.table.inbox.put(Tried(part, self.clock.now()))
            self.table.run(until=lambda: False)

    def parts(self) -> list[Part]:
        return [part for one in self.bench.parts() if (part := self.bench.part(one.name)) is not None]

    @property
    def felt(self) -> set[str]:
        return {part.name for part in self.bench.parts() if part.felt}


@pytest.fixture(params=[MapKind.PANELS, MapKind.BASES])
def lobby(request: pytest.FixtureRequest) -> Iterator[Lobby]:
    with EventLog.in_memory() as log:
        here = Lobby(request.param, log)
        yield here
        here.wires.close()


@pytest.fixture
def panels() -> Iterator[Lobby]:
    with EventLog.in_memory() as log:
        here = Lobby(MapKind.PANELS, log)
        yield here
        here.wires.close()


def test_every_part_of_the_pin_map_is_ticked_when_it_is_moved(lobby: Lobby) -> None:
    lobby.bench.begin()
    assert lobby.felt == set()
    first, *others = lobby.parts()
    lobby.press(first)
    assert len(lobby.felt) == 1
    lobby.press(*others)
    assert lobby.felt == {part.name for part in lobby.bench.parts()}
    found = parts_found(lobby.bench.parts(), ())
    assert [line.found for line in found] == [Found.PARTS_WORK]


def test_while_parts_are_tried_nobody_sits_down_by_a_press(panels: Lobby) -> None:
    panels.bench.begin()
    panels.press(*panels.parts())
    assert panels.referee.state.seats == {}
    panels.bench.end()
    panels.press(panels.parts()[0])
    assert len(panels.referee.state.seats) == 1


def test_when_the_page_is_gone_presses_are_presses_again(panels: Lobby) -> None:
    panels.bench.begin()
    panels.seconds = TRIES_FOR_S - 1
    panels.bench.stay()
    panels.seconds = 2 * TRIES_FOR_S - 2
    assert panels.bench.is_trying
    panels.seconds = 2 * TRIES_FOR_S
    panels.bench.stay()
    assert not panels.bench.is_trying
    panels.press(panels.parts()[0])
    assert len(panels.referee.state.seats) == 1


def test_a_game_that_begins_ends_the_trying(panels: Lobby) -> None:
    panels.bench.begin()
    panels.table.take(GameStarted(panels.clock.now()))
    assert not panels.bench.is_trying


def test_a_game_that_begins_while_somebody_begins_to_try_is_left_alone(panels: Lobby, tmp_path: Path) -> None:
    playing = [False]
    around = Around(
        tmp_path / "games.db", lambda: playing[0], lambda fact: None, lambda: 0.0, bench=panels.bench
    )
    set_up, begin = workshop_for(around), Wish(Step.PARTS, Do.BEGIN)
    set_up.check(begin)
    playing[0] = True
    set_up.act(begin)
    assert not panels.bench.is_trying
    assert not set_up.state(trying=True).trying


def test_a_part_that_is_not_tried_is_not_felt_to_be_tried(panels: Lobby) -> None:
    panels.press(panels.parts()[0])
    assert panels.felt == set()


def test_a_broken_part_is_said_even_if_it_was_felt(panels: Lobby) -> None:
    panels.bench.begin()
    part = Part(PartKind.BUTTON, 1, Colour.RED, panels.parts()[2].pin)
    panels.press(*panels.parts())
    panels.table.take(PartFailed(part, Fault.FLOATING, panels.clock.now()))
    found = parts_found(panels.bench.parts(), ())
    assert [(line.found, line.verdict) for line in found] == [(Found.PARTS_FAIL, Verdict.POOR)]
    panels.table.take(PartRecovered(part, panels.clock.now()))
    assert all(one.fault is None for one in panels.bench.parts())


def test_lamps_are_lit_one_row_at_a_time_and_people_say_whether_they_shine(panels: Lobby) -> None:
    panels.bench.begin()
    names = [lamp.name for lamp in panels.bench.lamps()]
    assert names[:2] == ["status", "answer-black"]
    for name in names:
        panels.bench.light(name, panels.clock.now())
        panels.bench.sense(Tried(LAMPS, panels.clock.now()))
        assert [lamp.name for lamp in panels.bench.lamps() if lamp.lit] == [name]
        assert panels.bench.sees(name)
        assert not any(panels.bench.sees(other) for other in names if other != name)
        panels.bench.said(name, well=name != "status")
    found = parts_found((), panels.bench.lamps())
    assert [(line.found, line.values["dark"]) for line in found] == [(Found.LAMPS_DARK, 1)]


def test_a_seats_gems_shine_one_after_the_other(panels: Lobby) -> None:
    registers, seen = panels.wires.registers, list[frozenset[int]]()
    assert registers is not None
    panels.bench.light("gems-1", 100.0)
    for step in range(5):
        panels.bench.sense(Tried(LAMPS, 100.0 + 0.5 * step + 0.01))
        seen.append(registers.lit)
    assert all(len(lit) == 1 for lit in seen)
    assert len(set(seen)) == 5


def test_nothing_wired_is_no_fault() -> None:
    assert [line.found for line in parts_found((), ())] == [Found.NOTHING_WIRED]
