"""A table of mock pins and chips that the real devices feel: all above the wires is as on the Pi."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from pi_diavolo.devices.docks import docks_of
from pi_diavolo.devices.levels import LevelPoller
from pi_diavolo.devices.lights import lights_of
from pi_diavolo.devices.pin_edges import PinEdges
from pi_diavolo.nerves import Nerves, nerves_for
from pi_diavolo.setting_up_parts import Bench
from pi_diavolo.simulator.chips import SimulatedConverter, SimulatedRegisters
from pi_diavolo.simulator.pins import SimulatedPins
from pi_diavolo.simulator.sight import Standing
from pi_diavolo.simulator.wired import WiredHands, Wiring
from pi_diavolo.table.dock_codes import RESISTORS_OHM
from pi_diavolo.table.facts import Fact
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.pin_map import PinMap
from pi_diavolo.table.players import Seat


@dataclass(frozen=True, slots=True)
class Lying:
    """How a game was left: the imps on the bases, and those that seats have on their docks."""

    standing: Standing
    docked: Mapping[Seat, Colour]
    at: float


class SimulatedWires:
    """One table's wiring: `hands` move it, `nerves` feel it, `lights` shine on `registers`."""

    def __init__(
        self,
        wiring: PinMap,
        report: Callable[[Fact], None],
        seed: int,
        registers: Callable[..., SimulatedRegisters] = SimulatedRegisters,
        lying: Lying | None = None,
    ) -> None:
        self.wiring, self._sampled_at = wiring, lying.at if lying else 0.0
        self.pins = SimulatedPins()
        self.converter = self._converter()
        self.registers = self._registers(registers)
        self.hands = WiredHands(_wiring(wiring), self.pins.drive, self._lay, self._sample, seed)
        self.nerves: Nerves = nerves_for(wiring)
        self.edges = PinEdges(wiring.inputs, report, self.pins.factory)
        if lying is not None:
            self.hands.put_down(lying.standing, lying.docked, lying.at)
        # Before anything happens, as on the Pi; the hands put imps down afterwards.
        self.nerves.start(self.edges.levels(), self._sampled_at)
        self._levels = LevelPoller(self.edges, report, clock=self._now)
        self.docks = docks_of(wiring, report, self._factory, clock=self._now)
        self.lights = lights_of(wiring, report, self._factory)

    def bench(self) -> Bench:
        """The nerves with a place before them where all of this is tried out."""
        registers = self.registers
        return Bench(
            self.nerves, self.wiring, self.lights, lambda: registers.lit if registers else frozenset()
        )

    def poll_levels(self, at: float) -> None:
        """Report the levels of all lines, as on the Pi a thread does ten times a second."""
        self._sampled_at = at
        self._levels.poll()

    def close(self) -> None:
        """Let go of pins and chips."""
        with ExitStack() as at_the_end:
            for part in (self.pins, self.edges, self.docks, self.lights):
                if part is not None:
                    at_the_end.callback(part.close)

    def _converter(self) -> SimulatedConverter | None:
        select = self.wiring.adc_select
        return None if select is None else SimulatedConverter(select, pin_factory=self.pins.factory)

    def _registers(self, make: Callable[..., SimulatedRegisters]) -> SimulatedRegisters | None:
        lamps = self.wiring.lamps
        if lamps is None:
            return None
        return make(lamps.chips, lamps.select, pin_factory=self.pins.factory, read_back=lamps.read_back)

    def _factory(self) -> object:
        return self.pins.factory

    def _now(self) -> float:
        return self._sampled_at

    def _lay(self, seat: Seat, imp: int | None) -> None:
        assert self.converter is not None, "only a table with docks has hands that use them"
        self.converter.place(self.wiring.docks[seat], None if imp is None else RESISTORS_OHM[imp])

    def _sample(self, at: float) -> None:
        self._sampled_at = at
        if self.docks is not None:
            self.docks.poll()


def _wiring(wiring: PinMap) -> Wiring:
    buttons = {whose: pin for pin, whose in wiring.buttons.items()}
    bases = [pin for pin, _ in sorted(wiring.bases.items(), key=lambda item: item[1])]
    return Wiring(buttons, bases, frozenset(wiring.docks))
