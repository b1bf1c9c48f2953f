"""A table of mock pins and chips that the real devices feel: all above the wires is as on the Pi."""

from collections.abc import Callable
from typing import Any

from pi_diavolo.devices.docks import Docks
from pi_diavolo.devices.lights import Lights
from pi_diavolo.devices.pin_edges import PinEdges
from pi_diavolo.devices.shift_registers import ShiftRegisters
from pi_diavolo.nerves import Nerves, nerves_for
from pi_diavolo.simulator.chips import SimulatedConverter, SimulatedRegisters
from pi_diavolo.simulator.pins import SimulatedPins
from pi_diavolo.simulator.wired import WiredHands, Wiring
from pi_diavolo.table.dock_codes import RESISTORS_OHM
from pi_diavolo.table.facts import Fact
from pi_diavolo.table.lamps import layout_of
from pi_diavolo.table.pin_map import PinMap, spi_device
from pi_diavolo.table.players import Seat


def _registers(chips: int, factory: Any) -> SimulatedRegisters:
    return SimulatedRegisters(chips, pin_factory=factory)


class SimulatedWires:
    """One table's wiring: `hands` move it, `nerves` feel it, `lights` shine on `registers`."""

    def __init__(
        self,
        wiring: PinMap,
        report: Callable[[Fact], None],
        seed: int,
        registers: Callable[[int, Any], SimulatedRegisters] = _registers,
    ) -> None:
        self.wiring, self._sampled_at = wiring, 0.0
        self.pins = SimulatedPins()
        factory = self.pins.factory
        self.converter = SimulatedConverter(pin_factory=factory) if wiring.docks else None
        self.registers = registers(wiring.lamps.chips, factory) if wiring.lamps else None
        self.hands = WiredHands(_wiring(wiring), self.pins.drive, self._lay, self._sample, seed)
        self.nerves: Nerves = nerves_for(wiring)
        self.edges = PinEdges(wiring.inputs, report, factory)
        self.docks = self._docks(report)
        self.lights = self._lights(report)

    def _docks(self, report: Callable[[Fact], None]) -> Docks | None:
        if self.wiring.adc_select is None or not self.wiring.docks:
            return None
        device = spi_device(self.wiring.adc_select)
        return Docks(self.wiring.docks, report, device, self.pins.factory, clock=lambda: self._sampled_at)

    def _lights(self, report: Callable[[Fact], None]) -> Lights | None:
        lamps = self.wiring.lamps
        if lamps is None:
            return None
        device, factory = spi_device(lamps.select), self.pins.factory
        return Lights(
            lambda: ShiftRegisters(lamps.chips, device=device, pin_factory=factory), layout_of(lamps), report
        )

    def _lay(self, seat: Seat, imp: int | None) -> None:
        assert self.converter is not None, "only a table with docks has hands that use them"
        self.converter.place(self.wiring.docks[seat], None if imp is None else RESISTORS_OHM[imp])

    def _sample(self, at: float) -> None:
        self._sampled_at = at
        if self.docks is not None:
            self.docks.poll()

    def close(self) -> None:
        """Let go of pins and chips."""
        for part in (self.edges, self.docks, self.lights):
            if part is not None:
                part.close()


def _wiring(wiring: PinMap) -> Wiring:
    buttons = {whose: pin for pin, whose in wiring.buttons.items()}
    bases = [pin for pin, _ in sorted(wiring.bases.items(), key=lambda item: item[1])]
    return Wiring(buttons, bases, frozenset(wiring.docks))
