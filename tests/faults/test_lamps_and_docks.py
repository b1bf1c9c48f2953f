"""The chips on the SPI bus: a converter or lamp chain that is gone, and one that comes back by itself."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from pi_diavolo.devices.docks import RETRY_S as DOCKS_RETRY_S
from pi_diavolo.devices.docks import DockChannel, Docks
from pi_diavolo.devices.lights import LAMPS, REFRESH_S, Lights
from pi_diavolo.devices.lights import RETRY_S as LIGHTS_RETRY_S
from pi_diavolo.devices.pin_map import shipped
from pi_diavolo.devices.shift_registers import chain_of
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.nerves import nerves_for
from pi_diavolo.simulated_wires import SimulatedWires
from pi_diavolo.simulator.chips import SimulatedConverter, SimulatedRegisters
from pi_diavolo.simulator.pins import SimulatedPins
from pi_diavolo.table.dock_codes import RESISTORS_OHM
from pi_diavolo.table.docks import RECOVERY_S, SAMPLE_S
from pi_diavolo.table.echo import BELIEVED
from pi_diavolo.table.effects import ShowGems
from pi_diavolo.table.events import Tick
from pi_diavolo.table.facts import ImpDocked, PartFailed
from pi_diavolo.table.lamps import STATUS, Signal, layout_of
from pi_diavolo.table.parts import Fault, PartKind
from pi_diavolo.table.players import Seat
from tests.faults.told import Bench, a_bench

WIRING = shipped("bases", 2)


@pytest.fixture
def bench(caplog: pytest.LogCaptureFixture) -> Iterator[Bench]:
    with a_bench(nerves_for(WIRING), caplog, HouseRules(grabs=Grabs.BASES)) as bench:
        yield bench


# The docks' MCP3008


class Table:
    """Two docks on a simulated converter whose clock is in the test's hands."""

    def __init__(self, bench: Bench) -> None:
        assert WIRING.adc_select is not None
        self.bench, self.samples, self.pins = bench, 0, SimulatedPins()
        self.converter = SimulatedConverter(WIRING.adc_select, self.pins.factory)
        self.docks = Docks(
            WIRING.docks, bench.table.inbox.put, pins=lambda: self.pins.factory, clock=self.now
        )

    def now(self) -> float:
        return self.samples * SAMPLE_S

    def poll(self, seconds: float) -> None:
        for _ in range(round(seconds / SAMPLE_S)):
            self.docks.poll()
            self.samples += 1
        self.bench.hear()

    def close(self) -> None:
        self.docks.close()
        self.pins.close()


@pytest.fixture
def table(bench: Bench) -> Iterator[Table]:
    with closing(Table(bench)) as table:
        yield table


@pytest.mark.parametrize("hangs", [False, True], ids=["all read 0", "all read 1023"])
def test_a_converter_that_is_gone_is_told_on_page_lamp_and_journal_until_it_is_back(
    table: Table, hangs: bool
) -> None:
    told = table.bench.told
    table.poll(0.1)
    table.converter.dead = hangs
    table.poll(0.5)
    assert [text.split(".")[0] for text in told.page()] == [
        "Something is wrong: dock 1 (channel 0) does not answer",
        "Something is wrong: dock 4 (channel 1) does not answer",
    ]
    assert told.lamp() is Signal.FAULT
    table.converter.dead = None
    table.poll(RECOVERY_S + 0.1)
    assert told.page() == ()
    assert told.waits_with() is Signal.WAITING
    assert told.journal[2:] == [
        "Good news: dock 1 (channel 0) is all right again.",
        "Good news: dock 4 (channel 1) is all right again.",
    ]


def test_a_bus_that_was_taken_away_is_opened_anew_when_it_is_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    stale = [wired.converter for wired in table.docks._wired.values()]
    whole = DockChannel._read

    def read(channel: DockChannel) -> int:
        if any(channel is one for one in stale):  # what was opened before reaches nobody any more
            raise OSError(108, "Cannot send after transport endpoint shutdown")
        return int(whole(channel))

    table.poll(0.1)
    monkeypatch.setattr(DockChannel, "_read", read)
    table.poll(0.5)
    assert len(table.bench.told.page()) == len(WIRING.docks)
    table.poll(DOCKS_RETRY_S + RECOVERY_S)
    assert table.bench.told.page() == ()
    facts = list[Any]()
    table.docks._report = facts.append
    table.converter.place(WIRING.docks[Seat(4)], RESISTORS_OHM[3])
    table.poll(0.1)
    assert [(fact.seat, fact.imp) for fact in facts if isinstance(fact, ImpDocked)] == [(4, 3)]


# The lamps' 74HC595


class Bus:
    """A chain on simulated pins whose bus may be away."""

    def __init__(self, read_back: bool = False) -> None:
        assert WIRING.lamps is not None
        self._lamps, self.pins, self.away = replace(WIRING.lamps, read_back=read_back), SimulatedPins(), False
        self.registers = SimulatedRegisters(
            self._lamps.chips, self._lamps.select, pin_factory=self.pins.factory, read_back=read_back
        )
        self._chain: Any = None

    def open(self) -> "Bus":
        if self.away:
            raise FileNotFoundError(2, "No such file or directory", "/dev/spidev0.0")
        self._chain = chain_of(self._lamps, self.pins.factory)
        return self

    def write(self, outputs: bytes) -> bool:
        if self.away:
            raise OSError(5, "Input/output error")
        return bool(self._chain.write(outputs))

    def close(self) -> None:
        self._chain.close()


@pytest.mark.parametrize("at_the_start", [True, False])
def test_lamps_that_are_gone_are_told_on_page_and_journal_and_shine_again_when_they_are_back(
    bench: Bench, at_the_start: bool
) -> None:
    bus = Bus()
    assert WIRING.lamps is not None
    layout = layout_of(WIRING.lamps)
    lights = Lights(bus.open, layout, bench.table.inbox.put, lambda: 0.0)
    with closing(bus.pins), closing(lights):
        bus.away = at_the_start
        lights.refresh(10.0)
        bus.away = True
        for moment in range(3):
            lights.refresh(12.0 + moment)
        bench.hear()
        (wrong,) = bench.told.page()
        assert wrong.startswith("Something is wrong: the lamp chain does not answer.")
        bus.away = False
        lights.refresh(15.0 + LIGHTS_RETRY_S)
        lights.refresh(15.0 + LIGHTS_RETRY_S)
        bench.hear()
        assert bench.told.page() == ()
        assert layout.lit(bus.registers.outputs) == {STATUS}
        assert bench.told.journal == [wrong, "Good news: the lamp chain is all right again."]
    (failed, _) = bench.told.events
    assert isinstance(failed, PartFailed)
    assert (failed.part.kind, failed.fault) == (PartKind.LAMPS, Fault.SILENT)


@pytest.mark.parametrize("at_the_start", [True, False])
def test_a_chain_that_is_unplugged_is_told_on_page_and_journal_where_it_is_read_back(
    bench: Bench, at_the_start: bool
) -> None:
    bus = Bus(read_back=True)
    assert WIRING.lamps is not None
    lights = Lights(bus.open, layout_of(WIRING.lamps), bench.table.inbox.put, lambda: 0.0)
    with closing(bus.pins), closing(lights):
        bus.registers.unplugged = at_the_start
        lights.refresh(9.0)
        bus.registers.unplugged = True
        for moment in range(BELIEVED):
            lights.refresh(10.0 + moment * REFRESH_S)
        bench.hear()
        (wrong,) = bench.told.page()
        assert wrong.startswith("Something is wrong: the lamp chain does not answer.")
        assert bench.told.lamp() is Signal.FAULT  # for perhaps only its way back is broken
        bus.registers.unplugged = False
        for moment in range(BELIEVED):
            lights.refresh(20.0 + moment * REFRESH_S)
        bench.hear()
        assert bench.told.page() == ()
        assert bench.told.journal == [wrong, "Good news: the lamp chain is all right again."]
    (failed, _) = bench.told.events
    assert isinstance(failed, PartFailed)
    assert (failed.part.kind, failed.fault) == (PartKind.LAMPS, Fault.SILENT)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_where_the_chain_is_read_back_a_converter_that_is_gone_reads_no_imp_from_its_echo(
    bench: Bench, seats: int
) -> None:
    wiring = shipped("bases", seats)
    assert wiring.lamps is not None
    facts = list[Any]()
    wires = SimulatedWires(replace(wiring, lamps=replace(wiring.lamps, read_back=True)), facts.append, seed=1)
    with closing(wires):
        assert wires.lights is not None
        assert wires.converter is not None
        wires._lay(Seat(1), 3)
        for sample in range(200):
            wires.converter.unplugged = sample >= 100
            wires._sample(sample * SAMPLE_S)
            if sample % 7 == 0:  # what the lamps were sent comes out while the docks are read
                gems = {Seat(1): sample % 6, Seat(4): (sample // 7) % 6}
                wires.lights.show(Tick(0.0), [ShowGems(gems)], sample * SAMPLE_S)
                wires.lights.refresh(sample * SAMPLE_S)
    docked = [(fact.seat, fact.imp) for fact in facts if isinstance(fact, ImpDocked)]
    failed = {fact.part.number for fact in facts if isinstance(fact, PartFailed)}
    assert docked == [(1, 3)]
    assert failed == set(wiring.docks)
    assert not any(isinstance(fact, PartFailed) and fact.part == LAMPS for fact in facts)
