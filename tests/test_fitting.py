"""The table's parts put together: real ones beside simulated ones, and one that fails alone."""

import gc
import queue
import threading
import weakref
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import NoReturn

import pytest
from gpiozero import Device

from pi_diavolo.app import Inbox, Outlet, Table, Together
from pi_diavolo.clock import VirtualClock
from pi_diavolo.config_camera import PictureSettings
from pi_diavolo.config_sections import HardwareSettings
from pi_diavolo.devices import spi
from pi_diavolo.devices.camera import CameraError, CameraSettings
from pi_diavolo.devices.edges import EdgesError
from pi_diavolo.devices.lights import Lights
from pi_diavolo.devices.pin_map import shipped, shipped_file
from pi_diavolo.devices.spi import native_pins
from pi_diavolo.errors import ConfigError
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.fitting import Fitted
from pi_diavolo.furnishing import SIMULATED_TABLE, Furniture
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.real_wires import RealWires
from pi_diavolo.simulated_wires import SimulatedWires
from pi_diavolo.simulation import Chances, simulated_table, wires_for
from pi_diavolo.simulator.devices import SimulatedTable
from pi_diavolo.simulator.hands import MadeUpHands, Touch
from pi_diavolo.simulator.wired import WiredHands
from pi_diavolo.table.effects import Ask, Effect, Say, ShowRuling, Status
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import Fact, LevelsRead, PartFailed
from pi_diavolo.table.lamps import layout_of
from pi_diavolo.table.parts import Fault, PartKind
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


def test_under_a_real_camera_people_with_phones_play_themselves(tmp_path: Path) -> None:
    table = Path(__file__).parents[1] / "calibration/tables/usual.toml"
    furniture = replace(SIMULATED_TABLE, camera=str(tmp_path), table_file=table)
    rules = HouseRules(grabs=Grabs.PHONES)
    people = Asked(rules)
    with closing(Fitted(furniture, rules, queue.Queue(), 1, people)):
        assert people.touch is None, "a laptop with a camera and phones is a whole table"


def test_pictures_are_taken_as_the_settings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: queue.Queue[CameraSettings] = queue.Queue()

    def open_camera(source: str, settings: CameraSettings, keep: object) -> NoReturn:
        opened.put(settings)
        raise CameraError("camera 0: there is none; plug it in")

    monkeypatch.setattr("pi_diavolo.devices.camera.open_camera", open_camera)
    table = Path(__file__).parents[1] / "calibration/tables/usual.toml"
    pictures = PictureSettings(size=(1280, 960), crop=(0.1, 0.0, 0.5, 1.0), exposure_us=5000, gain=2.0)
    furniture = replace(SIMULATED_TABLE, camera="0", table_file=table, pictures=pictures)
    with closing(Fitted(furniture, HouseRules(), queue.Queue(), 1, Asked(HouseRules()))):
        taken = opened.get(timeout=20)
    assert taken == CameraSettings((1280, 960), crop=(0.1, 0.0, 0.5, 1.0), exposure_us=5000, gain=2.0)


def test_real_lamps_beside_simulated_sensors_fail_aloud_where_there_is_no_bus(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing() -> NoReturn:
        raise OSError("no such bus")

    monkeypatch.setattr(Device, "_default_pin_factory", staticmethod(nothing))
    native_pins.cache_clear()
    rules, inbox = HouseRules(grabs=Grabs.BASES), Inbox()
    with closing(Fitted(replace(SIMULATED_TABLE, lamps=True), rules, inbox, 1, Asked(rules))):
        failed = inbox.get(timeout=20)
    assert isinstance(failed, PartFailed)
    assert (failed.part.kind, failed.fault) == (PartKind.LAMPS, Fault.SILENT)


class SomeEdges:
    def __init__(self) -> None:
        self.closed = False

    def levels(self) -> dict[int, bool]:
        raise OSError("the lines are closed")

    def close(self) -> None:
        self.closed = True


def test_switches_that_do_not_answer_at_the_start_are_let_go_of_and_told_in_a_sentence() -> None:
    edges = SomeEdges()
    with pytest.raises(EdgesError, match=r"the switches do not answer \(the lines are closed\); look at"):
        RealWires(shipped("panels", 2), print, open_=lambda pins, report: edges)
    assert edges.closed


def test_simulated_wires_tell_where_they_are_at_the_start_and_when_asked() -> None:
    facts = list[Fact]()
    with closing(SimulatedWires(shipped("bases", 2), facts.append, 1)) as wires:
        pin = next(iter(wires.wiring.bases))
        assert wires.nerves._switches.closed(pin) is False  # no imp stands there yet
        wires.poll_levels(5.0)
    (read,) = facts
    assert isinstance(read, LevelsRead)
    assert read.at == 5.0
    assert all(read.levels.values())


def test_chips_hang_where_the_pin_map_says() -> None:
    wiring = shipped("bases", 2)
    assert wiring.lamps is not None
    swapped = replace(wiring, adc_select=8, lamps=replace(wiring.lamps, select=7))
    facts = list[Fact]()
    with closing(SimulatedWires(swapped, facts.append, 1)) as wires:
        assert wires.docks is not None
        assert set(wires.docks.readings().values()) == {1023}
        assert wires.registers is not None
        assert wires.registers.select_pin.info.name == "GPIO7"


def test_simulated_wires_that_are_closed_leave_nothing_behind() -> None:
    kept = len(spi._KEPT)
    for _ in range(3):
        with closing(SimulatedWires(shipped("bases", 2), print, 1)) as wires:
            assert wires.lights is not None
            wires.lights.refresh(1.0)
            gone = weakref.ref(wires.pins.factory)
        del wires
        gc.collect()
        assert gone() is None
    assert len(spi._KEPT) == kept


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
            assert wires.wiring.lamps is not None
            layout = layout_of(wires.wiring.lamps)
            lights = Lights(no_bus, layout, report=inbox.put) if fails else wires.lights
            assert lights is not None
            table = play(wires, inbox, HouseRules(), heard, LitAtOnce(lights))
        assert table.status is Status.OVER
        assert [each.part.kind for each in heard.failed] == ([PartKind.LAMPS] if fails else [])
        rulings.append(heard.rulings)
    assert rulings[0] == rulings[1] > 0
