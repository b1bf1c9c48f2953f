"""The computer under the table: too little voltage, too hot, its card nearly full; told until it is over."""

import queue
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from pi_diavolo import live_upkeep
from pi_diavolo.app import Together
from pi_diavolo.doctor.machine import HOT_C, LEAST_FREE_MB, MB
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.live import LiveGame, Wishes
from pi_diavolo.machine_watch import COOLER_C, WELL_S, Condition, MachineHealth, MachineWatch, look
from pi_diavolo.simulation import Chances
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.lamps import Signal
from pi_diavolo.table.parts import Fault, Part, PartKind
from tests.faults.told import Bench, a_bench

SUPPLY, COMPUTER, DISK = Part(PartKind.SUPPLY), Part(PartKind.COMPUTER), Part(PartKind.DISK)
WELL = Condition(under_voltage=False, celsius=55.0, free_mb=9000.0)


class Pi:
    """What a Pi's kernel tells in its files, and a watch that reads them."""

    def __init__(self, root: Path, bench: Bench) -> None:
        self._root, self._bench, self.now = root, bench, 100.0
        self._monitor, self._zone = root / "sys/class/hwmon/hwmon2", root / "sys/class/thermal/thermal_zone0"
        for folder in (self._monitor, self._zone):
            folder.mkdir(parents=True)
        (self._monitor / "name").write_text("rpi_volt\n")
        (self._zone / "type").write_text("cpu-thermal\n")
        self.voltage_falls(False)
        self.heats_up_to(55.0)
        self.watch = MachineWatch(bench.hear, lambda: look(None, root), lambda: self.now)

    def voltage_falls(self, low: bool) -> None:
        (self._monitor / "in0_lcrit_alarm").write_text(f"{int(low)}\n")

    def heats_up_to(self, celsius: float) -> None:
        (self._zone / "temp").write_text(f"{round(1000 * celsius)}\n")

    def firmware_says(self, bits: str) -> None:
        firmware = self._root / "sys/devices/platform/soc/soc:firmware"
        firmware.mkdir(parents=True, exist_ok=True)
        (firmware / "get_throttled").write_text(f"{bits}\n")

    def after(self, seconds: float) -> None:
        self.now += seconds
        self.watch.poll()


@pytest.fixture
def bench(caplog: pytest.LogCaptureFixture) -> Iterator[Bench]:
    with a_bench(Together(), caplog) as bench:
        yield bench


@pytest.fixture
def pi(tmp_path: Path, bench: Bench) -> Pi:
    return Pi(tmp_path, bench)


def test_too_little_voltage_is_told_on_page_lamp_and_journal_until_it_is_over(pi: Pi, bench: Bench) -> None:
    pi.after(2)
    assert bench.told.page() == ()
    pi.voltage_falls(True)
    pi.after(2)
    wrong = (
        "Something is wrong: the power supply gives too little voltage. "
        "The game goes on all the same; use the official one with a short, thick cable."
    )
    assert bench.told.page() == (wrong,)
    assert bench.told.lamp() is bench.told.waits_with() is Signal.FAULT
    pi.voltage_falls(False)
    pi.after(2)
    pi.after(WELL_S)
    assert bench.told.page() == ()
    assert bench.told.waits_with() is Signal.WAITING
    assert bench.told.journal == [wrong, "Good news: the power supply is all right again."]


def test_a_supply_that_fails_again_and_again_is_told_once(pi: Pi, bench: Bench) -> None:
    for low in (True, False, True, False, False, True):
        pi.voltage_falls(low)
        pi.after(WELL_S / 2)
    assert bench.told.events == [PartFailed(SUPPLY, Fault.WEAK, 100 + WELL_S / 2)]


def test_a_computer_that_is_slowed_down_by_heat_is_told_until_it_has_cooled(pi: Pi, bench: Bench) -> None:
    pi.heats_up_to(HOT_C)
    pi.after(2)
    (told,) = bench.told.page()
    assert told.startswith("Something is wrong: the computer is too hot and slows down.")
    pi.heats_up_to(HOT_C - COOLER_C / 2)  # not yet cool: it would be told again in a moment
    for _ in range(3):
        pi.after(WELL_S)
    assert bench.told.page() == (told,)
    pi.heats_up_to(HOT_C - 2 * COOLER_C)
    pi.after(2)
    pi.after(WELL_S)
    assert bench.told.page() == ()


def test_what_the_firmware_says_of_slowing_down_counts_and_not_the_temperature(pi: Pi, bench: Bench) -> None:
    pi.heats_up_to(HOT_C + 2)
    pi.firmware_says("0")
    pi.after(2)
    assert bench.told.page() == (), "hot, and as fast as ever"
    pi.firmware_says("20002")
    pi.after(2)
    (told,) = bench.told.page()
    assert told == (
        "Something is wrong: the computer is too hot and slows down. "
        "The game goes on all the same; give it air, a heat sink or a fan."
    )
    assert bench.told.lamp() is Signal.FAULT
    pi.firmware_says("0")
    for _ in range(3):
        pi.after(WELL_S)
    assert bench.told.page() == (told,), "it would be slowed down again in a moment"
    pi.heats_up_to(HOT_C - 2 * COOLER_C)
    pi.after(2)
    pi.after(WELL_S)
    assert bench.told.page() == ()
    assert bench.told.journal == [told, "Good news: the computer is all right again."]


def test_a_supply_that_slows_the_computer_down_is_not_called_heat(pi: Pi, bench: Bench) -> None:
    pi.heats_up_to(HOT_C - 10)
    pi.voltage_falls(True)
    pi.firmware_says("50005")
    pi.after(2)
    assert [event.part for event in bench.told.events] == [SUPPLY]


def test_a_laptop_that_is_well_at_such_a_heat_is_not_called_hot(pi: Pi, bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "sys/class/thermal/thermal_zone0/type").write_text("x86_pkg_temp\n")
    pi.heats_up_to(HOT_C + 5)
    pi.after(2)
    assert bench.told.page() == ()


def test_a_card_that_is_nearly_full_is_told_before_it_is(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Room:
        free = (LEAST_FREE_MB - 1) * MB

    monkeypatch.setattr("shutil.disk_usage", lambda folder: Room)
    MachineWatch(bench.hear, lambda: look(tmp_path / "games.db", tmp_path), lambda: 1.0).poll()
    (told,) = bench.told.page()
    assert told.startswith("Something is wrong: the memory card is nearly full.")


@pytest.mark.parametrize("unknown", [Condition(), replace(WELL, under_voltage=None, celsius=None)])
def test_what_nobody_can_say_is_neither_wrong_nor_over(unknown: Condition) -> None:
    health = MachineHealth()
    assert health.hear(unknown, 0.0) == []
    assert len(health.hear(Condition(True, HOT_C, free_mb=0.0), 1.0)) == 3
    told = [fact for at in (2.0, 2.0 + WELL_S, 99.0) for fact in health.hear(unknown, at)]
    assert not any(fact.part in (SUPPLY, COMPUTER) for fact in told)
    later = [fact for at in (100.0, 100.0 + WELL_S) for fact in health.hear(WELL, at)]
    assert {fact.part for fact in (*told, *later)} == {SUPPLY, COMPUTER, DISK}
    assert all(isinstance(fact, PartRecovered) for fact in (*told, *later))


def test_a_machine_without_such_files_has_nothing_to_tell(tmp_path: Path) -> None:
    assert look(None, tmp_path) == Condition()


def test_the_watch_looks_by_itself_and_survives_whatever_a_look_brings(
    caplog: pytest.LogCaptureFixture,
) -> None:
    found: list[Exception | Condition] = [
        ValueError("garbage"),
        ValueError("garbage"),
        OSError("another trouble"),
        Condition(),
        OSError("another trouble"),
        Condition(under_voltage=True),
    ]
    told: queue.Queue[object] = queue.Queue()

    def looks() -> Condition:
        condition = found.pop(0) if found else WELL
        if isinstance(condition, Exception):
            raise condition
        return condition

    with MachineWatch(told.put, looks, lambda: 7.0, every_s=0.001):
        assert told.get(timeout=20) == PartFailed(SUPPLY, Fault.WEAK, 7.0)
    told_of = [str(one.exc_info[1]) for one in caplog.records if one.exc_info]
    assert told_of == ["garbage", "another trouble", "another trouble"]


def test_a_table_that_is_the_machines_service_watches_its_computer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(live_upkeep, "look", lambda log_file: Condition(under_voltage=True))
    wishes = Wishes(("Mia", "Emil"), ("regular",), HouseRules(), "de", None, Chances(), seed=1, service=True)
    with EventLog.in_memory() as log:
        LiveGame(wishes, log, Console(quiet=True)).play()
        kept = [entry.event for entry in log.evening() if isinstance(entry.event, PartFailed)]
    assert [event.part for event in kept] == [SUPPLY]
    assert [one.message for one in caplog.records] == [
        "Etwas stimmt nicht: das Netzteil gibt zu wenig Spannung. Das Spiel geht trotzdem weiter; "
        "nehmt das offizielle und ein kurzes, dickes Kabel."
    ]
