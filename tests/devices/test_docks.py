"""The docks through gpiozero: samples become facts, and one part's trouble stays its own."""

import gc
import threading
import time
from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from pi_diavolo.devices import docks as docks_module
from pi_diavolo.devices.docks import RETRY_S, Docks
from pi_diavolo.devices.shift_registers import ShiftRegisters
from pi_diavolo.simulator.chips import SimulatedConverter
from pi_diavolo.table.dock_codes import RESISTORS_OHM
from pi_diavolo.table.docks import RECOVERY_S, SAMPLE_S, UNREADABLE_S, DockFact
from pi_diavolo.table.facts import ImpDocked, ImpUndocked, PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.players import Seat

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)
CHANNELS = {ONE: 0, TWO: 1, THREE: 5}


class Wired:
    """Three docks on a simulated converter, the clock in the test's hands."""

    def __init__(self) -> None:
        Device.pin_factory = self.factory = MockFactory()
        self.converter = SimulatedConverter(noise=2.0)
        self.facts: list[DockFact] = []
        self.samples = 0
        self.docks = Docks(CHANNELS, self.report, clock=self.now)

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
    for seat, imp in ((ONE, 0), (TWO, 5), (THREE, 9)):
        table.converter.place(CHANNELS[seat], RESISTORS_OHM[imp])
    assert table.poll(0.1) == [ImpDocked(ONE, 0, 0.0), ImpDocked(TWO, 5, 0.0), ImpDocked(THREE, 9, 0.0)]


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

    docks = Docks(CHANNELS, report, clock=clock)
    failures += [3, 2, 1]
    docks.start()
    converter.place(CHANNELS[TWO], RESISTORS_OHM[7])
    try:
        assert docked.wait(5)
        assert not failures
    finally:
        docks.close()
        factory.close()
        Device.pin_factory = None
    assert not [thread for thread in threading.enumerate() if thread.name == "docks"]
