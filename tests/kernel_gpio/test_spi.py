"""Lamps and docks on a real Linux SPI bus: bits and codes arrive, and a dead chip silences nothing else."""

import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial

import pytest

gpio_bench = pytest.importorskip("gpio_bench")

from gpiozero import Device  # noqa: E402

from pi_diavolo.devices.docks import Docks  # noqa: E402
from pi_diavolo.devices.lights import Lights  # noqa: E402
from pi_diavolo.devices.shift_registers import ShiftRegisters  # noqa: E402
from pi_diavolo.table.dock_codes import RESISTORS_OHM, share  # noqa: E402
from pi_diavolo.table.docks import DockFact  # noqa: E402
from pi_diavolo.table.effects import Effect, ShowGems, ShowStatus, Status  # noqa: E402
from pi_diavolo.table.events import Tick  # noqa: E402
from pi_diavolo.table.facts import ImpDocked, ImpUndocked, PartFailed, PartRecovered  # noqa: E402
from pi_diavolo.table.lamps import STATUS, gem_lamps, layout_of  # noqa: E402
from pi_diavolo.table.parts import Fault  # noqa: E402
from pi_diavolo.table.pieces import IMPS  # noqa: E402
from pi_diavolo.table.pin_map import LampChain  # noqa: E402
from pi_diavolo.table.players import SEATS, Seat  # noqa: E402

EMPTY = 1023
CHANNELS = {seat: seat - 1 for seat in SEATS}
ANSWERS = {colour: bit for bit, colour in enumerate(IMPS, start=1)}
LAYOUT = layout_of(
    LampChain(8, 5, 0, ANSWERS, {seat: tuple(range(5 * seat, 5 * seat + 5)) for seat in SEATS})
)
EFFECTS: list[Effect] = [ShowGems({Seat(1): 3, Seat(6): 5}), ShowStatus(Status.GRAB)]
LIT = gem_lamps(Seat(1), 3) | gem_lamps(Seat(6)) | {STATUS}


class Table:
    """Our lamps and docks, each in its thread, on the board's chips; made once, as on the Pi."""

    def __init__(self) -> None:
        self.facts: list[DockFact] = []
        self.lamp_facts: list[PartFailed | PartRecovered] = []
        self.registers = gpio_bench.board.spi(0).fit("hc595", chain=LAYOUT.registers)
        self.converter = gpio_bench.board.spi(1).fit("mcp3008")
        self.place({})
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # the bus itself, not gpiozero's software in its place
            chain = partial(ShiftRegisters, LAYOUT.registers, read_back=True, port=0, device=0)
            self.lights = Lights(chain, LAYOUT, self.lamp_facts.append)
            self.lights.refresh(time.monotonic())
            self.docks = Docks(CHANNELS, self.facts.append, echo=LAYOUT.registers)
        self.lights.start()
        self.docks.start()

    def place(self, imps: dict[Seat, int]) -> None:
        """These imps lie on the docks, and no others."""
        adc = [EMPTY] * 8
        for seat, imp in imps.items():
            adc[CHANNELS[seat]] = int(1024 * share(RESISTORS_OHM[imp]))
        self.converter.adc = adc

    def told(self, kind: type) -> list[DockFact]:
        return [fact for fact in self.facts if isinstance(fact, kind)]


@pytest.fixture(scope="module")
def made() -> Iterator[Table]:
    Device.ensure_pin_factory()
    table = Table()
    yield table
    table.docks.close()
    table.lights.close()
    assert table.registers.outputs == bytes(LAYOUT.registers)


@pytest.fixture
def table(made: Table) -> Iterator[Table]:
    made.place({})
    time.sleep(0.3)
    made.facts.clear()
    yield made
    made.converter.fit("mcp3008")


def test_what_is_shown_arrives_on_the_outputs(table: Table) -> None:
    table.lights.show(Tick(1.0), EFFECTS, time.monotonic())
    wait_for(lambda: LAYOUT.lit(table.registers.outputs) == LIT)
    assert table.registers.mode == 0


def test_every_imp_is_read_on_every_dock(table: Table) -> None:
    for first in range(len(RESISTORS_OHM)):
        imps = {seat: (first + seat) % len(RESISTORS_OHM) for seat in SEATS}
        table.place(imps)
        wait_for(lambda: len(table.told(ImpDocked)) == len(SEATS))
        docked = {fact.seat: fact.imp for fact in table.told(ImpDocked) if isinstance(fact, ImpDocked)}
        assert docked == imps
        table.place({})
        wait_for(lambda: len(table.told(ImpUndocked)) == len(SEATS))
        table.facts.clear()


def test_a_dead_converter_is_said_and_the_lamps_go_on(table: Table) -> None:
    table.converter.fit("loopback")
    wait_for(lambda: len(table.told(PartFailed)) == len(SEATS))
    assert {fact.fault for fact in table.told(PartFailed) if isinstance(fact, PartFailed)} == {Fault.SILENT}
    for gems in (5, 0, 2):
        table.lights.show(Tick(1.0), [ShowGems({Seat(3): gems})], time.monotonic())
        wanted = gem_lamps(Seat(3), gems)
        wait_for(partial(shines, table, wanted))
    table.converter.fit("mcp3008")
    wait_for(lambda: len(table.told(PartRecovered)) == len(SEATS))


def test_lamps_that_are_not_there_silence_no_dock(table: Table) -> None:
    table.registers.fit("loopback")
    table.lights.show(Tick(1.0), EFFECTS, time.monotonic())
    table.place({Seat(2): 4})
    wait_for(lambda: bool(table.told(ImpDocked)))
    table.registers.fit("hc595", chain=LAYOUT.registers)
    # Everything is sent anew every second, so new registers light up by themselves.
    wait_for(lambda: LIT - {STATUS} <= LAYOUT.lit(table.registers.outputs))


def test_a_chain_that_is_not_there_is_said_and_so_is_its_return(table: Table) -> None:
    table.lamp_facts.clear()
    table.registers.fit("loopback")  # its words come back at once: that is no chain of five
    wait_for(lambda: [type(fact) for fact in table.lamp_facts] == [PartFailed])
    table.registers.fit("hc595", chain=LAYOUT.registers)
    wait_for(lambda: [type(fact) for fact in table.lamp_facts] == [PartFailed, PartRecovered])


def test_a_closed_bus_in_one_part_silences_no_other(table: Table) -> None:
    table.lights._chain.close()  # type: ignore[union-attr]
    table.lights.show(Tick(1.0), EFFECTS, time.monotonic())
    table.place({Seat(5): 9})
    wait_for(lambda: bool(table.told(ImpDocked)))
    table.lights._chain = None
    wait_for(lambda: LIT - {STATUS} <= LAYOUT.lit(table.registers.outputs))


def shines(table: Table, wanted: frozenset[object]) -> bool:
    return LAYOUT.lit(table.registers.outputs) & gem_lamps(Seat(3)) == wanted


def wait_for(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Something that other threads do, on a slow processor."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
