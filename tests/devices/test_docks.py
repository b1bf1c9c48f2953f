"""The docks through gpiozero: samples become facts, and one part's trouble stays its own."""

import gc
import threading
import time
from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from pi_diavolo.devices import docks as docks_module
from pi_diavolo.devices import spi
from pi_diavolo.devices.docks import HALF_PLACED_S, RETRY_S, Docks
from pi_diavolo.devices.shift_registers import ShiftRegisters
from pi_diavolo.simulator.chips import SimulatedConverter
from pi_diavolo.table.dock_codes import RESISTORS_OHM
from pi_diavolo.table.docks import RECOVERY_S, SAMPLE_S, UNREADABLE_S, DockFact
from pi_diavolo.table.facts import ImpDocked, ImpUndocked, PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Saying, Sentence, saying

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)
HALF_OHM = 60_000.0  # between the highest imp and the empty dock: a bad contact
CHANNELS = {ONE: 0, TWO: 1, THREE: 5}


class Wired:
    """Three docks on a simulated converter, the clock in the test's hands."""

    def __init__(self) -> None:
        Device.pin_factory = self.factory = MockFactory()
        self.converter = SimulatedConverter(noise=2.0)
        self.facts: list[DockFact] = []
        self.samples = 0
        self.told: list[Saying] = []
        self.docks = Docks(CHANNELS, self.report, 1, lambda: self.factory, self.told.append, self.now)

    def now(self) -> float:
        return self.samples * SAMPLE_S

    def report(self, fact: DockFact) -> None:
        self.facts.append(fact)

    def poll(self, seconds: float) -> list[DockFact]:
        """Let so much time go by; return what was reported meanwhile."""
        self.facts.clear()
        for _ in range(round(seconds / SAMPLE_S)):
            self.docks.poll()
            self.samples += 1
        return list(self.facts)

    def close(self) -> None:
        self.docks.close()
        self.factory.close()
        Device.pin_factory = None


@pytest.fixture
def table() -> Iterator[Wired]:
    wired = Wired()
    yield wired
    wired.close()


def dock(seat: Seat) -> Part:
    return Part(PartKind.DOCK, seat, pin=CHANNELS[seat])


@pytest.mark.parametrize("imp", range(len(RESISTORS_OHM)))
def test_an_imp_is_reported_when_it_comes_and_when_it_leaves(table: Wired, imp: int) -> None:
    assert table.poll(0.1) == []
    came = table.now()
    table.converter.place(CHANNELS[TWO], RESISTORS_OHM[imp])
    assert table.poll(0.1) == [ImpDocked(TWO, imp, came)]
    left = table.now()
    table.converter.place(CHANNELS[TWO], None)
    assert table.poll(0.1) == [ImpUndocked(TWO, imp, left)]


def test_docks_do_not_hear_each_other(table: Wired) -> None:
    table.poll(0.1)
    came = table.now()
    for seat, imp in ((ONE, 0), (TWO, 5), (THREE, 9)):
        table.converter.place(CHANNELS[seat], RESISTORS_OHM[imp])
    assert table.poll(0.1) == [ImpDocked(ONE, 0, came), ImpDocked(TWO, 5, came), ImpDocked(THREE, 9, came)]


def test_a_short_circuit_is_half_placed_then_unreadable_and_nobody_elses_business(table: Wired) -> None:
    table.converter.place(CHANNELS[ONE], 0.0)
    assert table.poll(1) == []
    assert table.docks.half_placed == (ONE,)
    (failed,) = table.poll(UNREADABLE_S)
    assert isinstance(failed, PartFailed)
    assert (failed.part, failed.fault) == (dock(ONE), Fault.UNREADABLE)
    table.converter.place(CHANNELS[TWO], RESISTORS_OHM[3])
    assert [type(fact) for fact in table.poll(0.1)] == [ImpDocked]


@pytest.mark.parametrize("level", [False, True])
def test_a_dead_converter_is_noticed_and_said_and_so_is_its_return(table: Wired, level: bool) -> None:
    table.converter.place(CHANNELS[TWO], RESISTORS_OHM[3])
    table.poll(0.1)
    table.converter.dead = level
    failed = [fact for fact in table.poll(0.5) if isinstance(fact, PartFailed)]
    assert [(fact.part, fact.fault) for fact in failed] == [(dock(seat), Fault.SILENT) for seat in CHANNELS]
    assert set(table.docks.readings().values()) == {None}
    table.converter.dead = None
    facts = table.poll(RECOVERY_S + 0.1)
    assert [type(fact) for fact in facts] == [PartRecovered] * 3


def test_an_exception_in_one_channel_silences_no_other(table: Wired) -> None:
    class Broken:
        @property
        def raw_value(self) -> int:
            raise OSError("the wire is off")

        def close(self) -> None: ...

    table.docks._wired[ONE].converter.close()
    table.docks._wired[ONE].converter = Broken()
    table.converter.place(CHANNELS[TWO], RESISTORS_OHM[3])
    facts = table.poll(0.5)
    assert [type(fact) for fact in facts] == [ImpDocked, PartFailed]
    assert table.docks.readings()[ONE] is None
    assert table.docks.readings()[TWO] is not None


def test_a_report_that_fails_silences_no_other_dock(table: Wired) -> None:
    def report(fact: DockFact) -> None:
        if isinstance(fact, ImpDocked) and fact.seat == ONE:
            raise RuntimeError("the inbox is full")
        table.facts.append(fact)

    table.docks._report = report
    for seat in CHANNELS:
        table.converter.place(CHANNELS[seat], RESISTORS_OHM[3])
    assert [fact.seat for fact in table.poll(0.1) if isinstance(fact, ImpDocked)] == [TWO, THREE]


def test_a_bus_that_cannot_be_opened_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    real = docks_module.DockChannel

    def refuse(*_args: object, **_options: object) -> None:
        raise OSError("no such bus")

    monkeypatch.setattr(docks_module, "DockChannel", refuse)
    table = Wired()
    assert {fact.fault for fact in table.poll(1) if isinstance(fact, PartFailed)} == {Fault.SILENT}
    monkeypatch.setattr(docks_module, "DockChannel", real)
    facts = table.poll(RETRY_S + RECOVERY_S + 0.1)
    assert [type(fact) for fact in facts] == [PartRecovered] * 3
    table.close()


def test_the_converters_are_made_once_and_kept(table: Wired) -> None:
    made = [wired.converter for wired in table.docks._wired.values()]
    table.poll(0.2)
    assert [wired.converter for wired in table.docks._wired.values()] == made


def test_a_table_made_after_another_was_dropped_works_as_well() -> None:
    # gpiozero would close the first one's bus once more and forget the second one's, which has the same pins.
    for _ in range(3):
        table = Wired()
        table.converter.place(CHANNELS[TWO], RESISTORS_OHM[3])
        gc.collect()
        with ShiftRegisters(1, port=0, device=0):
            assert [type(fact) for fact in table.poll(0.1)] == [ImpDocked]
        table.close()


def test_a_thread_samples_by_itself_and_survives_every_failure() -> None:
    Device.pin_factory = factory = MockFactory()
    converter = SimulatedConverter()
    docked, failures = threading.Event(), list[float]()

    def clock() -> float:
        if failures:
            raise RuntimeError(f"the clock stands still for the {failures.pop()}th time")
        return time.monotonic()

    def report(fact: DockFact) -> None:
        if isinstance(fact, ImpDocked) and (fact.seat, fact.imp) == (TWO, 7):
            docked.set()

    docks = Docks(CHANNELS, report, pins=lambda: factory, clock=clock)
    failures += [3, 2, 1]
    docks.start()
    converter.place(CHANNELS[TWO], RESISTORS_OHM[7])
    try:
        assert docked.wait(30)
        assert not failures
    finally:
        docks.close()
        factory.close()
        Device.pin_factory = None
    assert not [thread for thread in threading.enumerate() if thread.name == "docks"]


def test_an_imp_that_stays_half_placed_is_told_once_and_a_slow_hand_is_not(table: Wired) -> None:
    table.converter.place(CHANNELS[TWO], HALF_OHM)
    table.poll(HALF_PLACED_S - 0.1)
    table.converter.place(CHANNELS[TWO], RESISTORS_OHM[3])
    table.poll(1)
    assert table.told == []
    table.converter.place(CHANNELS[TWO], HALF_OHM)
    table.poll(HALF_PLACED_S + 0.1)
    assert table.told == [saying(Sentence.HALF_PLACED, seat=TWO)]
    table.poll(1)
    assert len(table.told) == 1


def test_a_channel_that_fails_at_closing_keeps_no_other_open(table: Wired) -> None:
    class Broken:
        def close(self) -> None:
            raise OSError("the wire is off")

    first = table.docks._wired[ONE]
    first.converter.close()
    first.converter = Broken()
    others = [table.docks._wired[seat].converter for seat in (TWO, THREE)]
    table.docks.close()
    assert all(converter.closed for converter in others)
    first.converter = None


def test_a_bus_that_hangs_is_not_touched_by_whoever_closes(
    table: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docks_module, "CLOSES_S", 0.01)
    in_it, may_go = threading.Event(), threading.Event()

    def hang() -> None:
        in_it.set()
        may_go.wait(60)

    monkeypatch.setattr(table.docks, "poll", hang)
    table.docks.start()
    assert in_it.wait(30)
    table.docks.close()
    assert not any(wired.converter.closed for wired in table.docks._wired.values())
    may_go.set()
    assert table.docks._thread is not None
    table.docks._thread.join(5)


def test_what_was_closed_is_not_kept(table: Wired) -> None:
    kept = len(spi._KEPT)
    for _ in range(3):
        with ShiftRegisters(1, port=0, device=0):
            pass
    assert len(spi._KEPT) == kept > 0
    table.docks.close()
    assert len(spi._KEPT) < kept
