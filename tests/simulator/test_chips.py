"""The simulated chips speak SPI as the real ones do, side by side on one bus."""

import gc
import time
from collections.abc import Iterator

import pytest
from gpiozero import MCP3008, Device
from gpiozero.pins.mock import MockFactory

from pi_diavolo.devices.docks import DockChannel
from pi_diavolo.devices.shift_registers import ShiftRegisters
from pi_diavolo.simulator.chips import SimulatedConverter, SimulatedRegisters
from pi_diavolo.table.dock_codes import FULL_SCALE, RESISTORS_OHM, code_of, share


@pytest.fixture
def bus() -> Iterator[MockFactory]:
    Device.pin_factory = factory = MockFactory()
    yield factory
    factory.close()
    Device.pin_factory = None
    gc.collect()  # now: gpiozero would close dropped interfaces again in the midst of another test


def test_the_registers_show_the_bytes_when_the_select_line_rises(bus: MockFactory) -> None:
    chain = SimulatedRegisters(3)
    with ShiftRegisters(3, port=0, device=0) as registers:
        before = chain.latches
        registers.write(b"\x01\x80\xa5")
        assert chain.outputs == b"\x01\x80\xa5"
        assert chain.lit == {0, 2, 5, 7, 15, 16}
        assert chain.latches == before + 1


def test_a_longer_chain_pushes_the_first_bytes_out_at_its_end(bus: MockFactory) -> None:
    chain = SimulatedRegisters(2)
    with ShiftRegisters(3, port=0, device=0) as registers:
        registers.write(b"\xff\x01\x02")
        assert chain.outputs == b"\x01\x02"


def test_the_converter_reads_every_channel(bus: MockFactory) -> None:
    converter = SimulatedConverter()
    converter.adc = [0, 1, 2, 511, 512, 700, 1022, 1023]
    channels = [MCP3008(channel, device=1) for channel in range(8)]
    assert [channel.raw_value for channel in channels] == converter.adc
    for channel in channels:
        channel.close()


def test_a_resistor_on_a_dock_gives_the_dividers_reading(bus: MockFactory) -> None:
    converter = SimulatedConverter(noise=2.0)
    with MCP3008(4, device=1) as channel:
        assert channel.raw_value >= 1021
        for imp, ohm in enumerate(RESISTORS_OHM):
            converter.place(4, ohm)
            readings = [channel.raw_value for _ in range(20)]
            assert {code_of(reading) for reading in readings} == {imp}
            assert len(set(readings)) > 1
            assert readings[0] == pytest.approx(FULL_SCALE * share(ohm), abs=4)


@pytest.mark.parametrize(("level", "reading"), [(False, 0), (True, 1023)])
def test_a_dead_converter_leaves_its_line_hanging(bus: MockFactory, level: bool, reading: int) -> None:
    converter = SimulatedConverter()
    converter.place(0, 3300)
    converter.dead = level
    with MCP3008(0, device=1) as channel:
        assert channel.raw_value == reading


def test_lamps_and_docks_share_the_bus_and_do_not_disturb_each_other(bus: MockFactory) -> None:
    chain, converter = SimulatedRegisters(5), SimulatedConverter()
    converter.adc = [100 * channel for channel in range(8)]
    with ShiftRegisters(5, port=0, device=0) as registers, MCP3008(3, device=1) as channel:
        for number in range(10):
            outputs = bytes([number, 255, 0, 0xAA, 1])
            registers.write(outputs)
            assert channel.raw_value == 300
            assert chain.outputs == outputs


@pytest.mark.parametrize("registers", [1, 2, 3, 4, 5])
def test_a_chain_that_is_read_back_is_heard_until_it_is_unplugged(bus: MockFactory, registers: int) -> None:
    chain = SimulatedRegisters(registers, read_back=True)
    with ShiftRegisters(registers, read_back=True, port=0, device=0) as sent:
        assert sent.write(bytes(registers))
        chain.unplugged = True
        assert not sent.write(bytes([255] * registers))
        assert chain.outputs == bytes(registers)
        chain.unplugged = False
        assert sent.write(bytes([170] * registers))
        assert chain.outputs == bytes([170] * registers)


def test_what_the_lamps_show_changes_once_a_write_and_never_shows_the_pattern(bus: MockFactory) -> None:
    shown = list[bytes]()

    class Watched(SimulatedRegisters):
        def on_select(self) -> None:
            super().on_select()
            shown.append(self.outputs)

    Watched(3, read_back=True)
    with ShiftRegisters(3, read_back=True, port=0, device=0) as sent:
        for number in range(20):
            sent.write(bytes([number, 0, 255]))
    assert set(shown) <= {bytes(3), *(bytes([number, 0, 255]) for number in range(20))}


def test_the_converter_is_read_through_what_the_chain_says(bus: MockFactory) -> None:
    chain, converter = SimulatedRegisters(4, read_back=True), SimulatedConverter()
    converter.adc = [100 * channel for channel in range(8)]
    with (
        ShiftRegisters(4, read_back=True, port=0, device=0) as sent,
        DockChannel(3, echo=4, device=1) as dock,
    ):
        for number in range(10):
            outputs = bytes([number, 255, 0xAA, 1])
            assert sent.write(outputs)
            assert dock.raw_value == 300
            assert chain.outputs == outputs


def test_the_bus_is_fast_enough_for_a_simulated_evening(bus: MockFactory) -> None:
    SimulatedRegisters(5)
    with ShiftRegisters(5, port=0, device=0) as registers:
        began = time.process_time()
        for _ in range(100):
            registers.write(b"\xa5\x5a\x00\xff\x33")
        assert time.process_time() - began < 0.5  # 5 ms a write; measured: below 1 ms


def test_a_bus_that_is_used_for_hours_does_not_remember_every_edge(bus: MockFactory) -> None:
    SimulatedRegisters(5)
    SimulatedConverter()
    with ShiftRegisters(5, port=0, device=0) as registers, MCP3008(0, device=1) as channel:
        for count in range(50):
            registers.write(bytes([count] * 5))
            assert channel.raw_value == FULL_SCALE
    remembered = {name: len(pin.states) for name, pin in bus.pins.items()}
    assert max(remembered.values()) < 200, remembered
