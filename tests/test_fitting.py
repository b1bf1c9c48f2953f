"""The table's parts put together: real ones beside simulated ones, and one that fails alone."""

import queue
import threading
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import NoReturn

import pytest

from pi_diavolo.app import Inbox, Outlet, Table, Together
from pi_diavolo.clock import VirtualClock
from pi_diavolo.config import HardwareSettings
from pi_diavolo.devices.lights import Lights
from pi_diavolo.devices.pin_map import shipped_file
from pi_diavolo.errors import ConfigError
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.fitting import Fitted
from pi_diavolo.furnishing import SIMULATED_TABLE, Furniture
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.simulated_wires import SimulatedWires
from pi_diavolo.simulation import Chances, simulated_table, wires_for
from pi_diavolo.simulator.devices import SimulatedTable
from pi_diavolo.simulator.hands import MadeUpHands, Touch
from pi_diavolo.simulator.wired import WiredHands
from pi_diavolo.table.effects import Ask, Effect, Say, ShowRuling, Status
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import PartFailed
from pi_diavolo.table.parts import PartKind
from pi_diavolo.table.players import PlayerId, seats_for
from pi_diavolo.table.sentences import Sentence

SEATS = seats_for(4)


class Asked:
    """Makes simulated people and remembers what they were asked to do."""

    def __init__(self, rules: HouseRules) -> None:
        self._rules = rules
        self.touch: Touch | None = None
        self.throw = self.grab = False

    def __call__(self, *, touch: Touch, throw: bool, grab: bool) -> SimulatedTable:
        self.touch, self.throw, self.grab = touch, throw, grab
        return simulated_table(SEATS, ("regular",), self._rules, 1, Chances(), touch=touch, throws=throw)


@pytest.mark.parametrize("grabs", [Grabs.PANELS, Grabs.BASES])
def test_without_hardware_simulated_people_touch_simulated_wires(grabs: Grabs) -> None:
    rules = HouseRules(grabs=grabs)
    people = Asked(rules)
    with closing(Fitted(SIMULATED_TABLE, rules, queue.Queue(), 1, people)) as fitted:
        assert isinstance(people.touch, WiredHands)
        assert people.throw
        assert people.grab
        assert fitted.outlets == []


def test_phones_have_no_wires() -> None:
    rules = HouseRules(grabs=Grabs.PHONES)
    people = Asked(rules)
    with closing(Fitted(SIMULATED_TABLE, rules, queue.Queue(), 1, people)):
        assert isinstance(people.touch, MadeUpHands)


def test_under_a_real_camera_simulated_people_only_grab(tmp_path: Path) -> None:
    table = Path(__file__).parents[1] / "calibration/tables/usual.toml"
    furniture = replace(SIMULATED_TABLE, camera=str(tmp_path), table_file=table)
    people = Asked(HouseRules())
    with closing(Fitted(furniture, HouseRules(), queue.Queue(), 1, people)):
        assert not people.throw
        assert people.grab
    assert not any(thread.name == "eyes" and thread.is_alive() for thread in waited_for("eyes"))


def waited_for(name: str) -> list[threading.Thread]:
    threads = [thread for thread in threading.enumerate() if thread.name == name]
    for thread in threads:
        thread.join(timeout=5)
    return threads


def test_a_map_of_the_other_kind_is_refused() -> None:
    settings = HardwareSettings(pins=shipped_file("bases-4"))
    furniture = Furniture(sensors=True, settings=settings, simulated=SIMULATED_TABLE.simulated)
    with pytest.raises(ConfigError, match="this is a map of bases, but"):
        Fitted(furniture, HouseRules(), queue.Queue(), 1, Asked(HouseRules()))


# Parts that fail in the middle of a game


class Heard:
    def __init__(self) -> None:
        self.failed: list[PartFailed] = []
        self.said: list[Sentence] = []
        self.rulings = 0

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self.failed += [event] if isinstance(event, PartFailed) else []
        self.said += [effect.saying.sentence for effect in effects if isinstance(effect, Say | Ask)]
        self.rulings += sum(isinstance(effect, ShowRuling) for effect in effects)


def play(wires: SimulatedWires, inbox: Inbox, rules: HouseRules, heard: Heard, *more: Outlet) -> Table:
    people = simulated_table(SEATS, ("regular",), rules, 5, Chances(0, 0), touch=wires.hands)
    devices = Together(people, wires.hands, wires.nerves)
    with EventLog.in_memory() as log:
        table = Table(DiavoloReferee(), log, VirtualClock(), devices, people_wait=False, inbox=inbox)
        for outlet in (heard, *more):
            table.add_outlet(outlet)
        open_evening(table, "diavolo", asdict(rules), 1, 5, 0.0)
        seat_players(table, [PlayerId(f"p{seat}") for seat in SEATS], 0.0)
        table.run(until=lambda: table.status is Status.OVER)
    return table


def test_a_converter_that_dies_is_said_and_the_game_is_played_to_its_end() -> None:
    rules, inbox, heard = HouseRules(grabs=Grabs.BASES), Inbox(), Heard()
    with closing(wires_for(rules, len(SEATS), inbox, 5)) as wires:
        assert wires.converter is not None
        wires.converter.dead = True
        table = play(wires, inbox, rules, heard)
    assert table.status is Status.OVER
    assert {(each.part.kind, each.part.number) for each in heard.failed} == {
        (PartKind.DOCK, seat) for seat in SEATS
    }
    assert Sentence.PART_FAILED in heard.said
    # Nobody can be seen to hold anything, so people are asked who had the imps that are gone.
    assert Sentence.ASK_WHO in heard.said
    assert heard.rulings > 0


class LitAtOnce:
    """Lamps without a thread: what is shown is sent in the same moment."""

    def __init__(self, lights: Lights) -> None:
        self._lights = lights

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self._lights.show(event, effects, now)
        self._lights.refresh(now)


def no_bus() -> NoReturn:
    raise OSError("no such bus")


def test_lamps_that_fail_are_said_once_and_change_no_ruling() -> None:
    rulings = []
    for fails in (False, True):
        inbox, heard = Inbox(), Heard()
        with closing(wires_for(HouseRules(), len(SEATS), inbox, 5)) as wires:
            lights = Lights(no_bus, report=inbox.put) if fails else wires.lights
            assert lights is not None
            table = play(wires, inbox, HouseRules(), heard, LitAtOnce(lights))
        assert table.status is Status.OVER
        assert [each.part.kind for each in heard.failed] == ([PartKind.LAMPS] if fails else [])
        rulings.append(heard.rulings)
    assert rulings[0] == rulings[1] > 0
