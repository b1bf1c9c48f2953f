"""Simulated wires with bad moments: switches stick, chatter or die, docks and chips fall silent."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from random import Random

from pi_diavolo.devices.lights import Chain
from pi_diavolo.simulated_wires import SimulatedWires
from pi_diavolo.simulator.chips import STEPS
from pi_diavolo.simulator.sight import Standing
from pi_diavolo.table.dock_codes import PULL_UP_OHM, RESISTORS_OHM
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import Fact
from pi_diavolo.table.pieces import IMP_COLOURS
from pi_diavolo.table.players import Seat

# Levels are read, lamps lit and docks sampled this often; on a Pi it is ten and a hundred times a second.
LOOKS_S = 0.5
# A chattering contact makes so many edges between two such looks, so far apart.
EDGES, APART_S = 12, 0.002
# Docks are sampled so often in a row then: a code counts after five equal samples.
SAMPLES, SAMPLED_S = 6, 0.01


class WireTrouble(StrEnum):
    """What can be wrong with the wires for a while."""

    STUCK = "switch stuck"
    CHATTERING = "switch chattering"
    DEAD = "switch dead"
    CHIP_GONE = "GPIO chip gone"
    HALF_PLACED = "dock half placed"
    DOCK_DEAD = "dock dead"
    DOCKS_SILENT = "MCP3008 gone"
    DOCKS_UNPLUGGED = "MCP3008 unplugged"
    LAMPS_SILENT = "74HC595 gone"
    LAMPS_UNPLUGGED = "74HC595 unplugged"


# What is wrong with one switch, and with one dock.
OF_A_SWITCH = (WireTrouble.STUCK, WireTrouble.CHATTERING, WireTrouble.DEAD)
OF_A_DOCK = (WireTrouble.HALF_PLACED, WireTrouble.DOCK_DEAD)
OF_THE_CONVERTER = (WireTrouble.DOCKS_SILENT, WireTrouble.DOCKS_UNPLUGGED)


class _SilentChain:
    """A chain of lamps whose bus fails while `fails` says so."""

    def __init__(self, chain: Chain, fails: Callable[[], bool]) -> None:
        self._chain, self._fails = chain, fails

    def write(self, outputs: bytes) -> bool:
        if self._fails():
            raise OSError(5, "the painted bus does not answer")
        return self._chain.write(outputs)

    def close(self) -> None:
        self._chain.close()


class SoakWires:
    """One of the devices: moves what is broken, and reads levels, docks and lamps as a Pi would."""

    def __init__(self, wires: SimulatedWires, now: Callable[[], float], seed: int) -> None:
        self._wires, self._now = wires, now
        self._random = Random(f"{seed} wires in trouble")
        self._until: dict[WireTrouble, float] = {}
        self._where: dict[WireTrouble, int] = {}  # a pin, or the seat of a dock
        self._levels: dict[int, bool] = {}  # where the contacts truly are
        self._next_at, self._looks = now(), 0
        self._chip_was_gone = False
        wires.hands._drive = self._drive
        self._read_levels = wires.edges.levels
        wires.edges.levels = self._levels_or_none  # type: ignore[method-assign]
        if wires.lights is not None:
            opened = wires.lights._open_chain
            fails = self._lamps_fail
            wires.lights._open_chain = lambda: _SilentChain(opened(), fails)

    def trouble(self, what: WireTrouble, until: float) -> None:
        """Something is wrong from now on."""
        self._until[what] = until
        wiring = self._wires.wiring
        places = sorted(wiring.docks) if what in OF_A_DOCK else sorted(wiring.inputs)
        if places and what in OF_A_SWITCH + OF_A_DOCK:
            self._where[what] = self._random.choice(places)
        if what is WireTrouble.DEAD:
            self._wires.pins.drive(self._where[what], True, self._now())  # a wire that is off is pulled up

    def standing(self) -> Standing | None:
        """What stands on the bases; None where hands press buttons and imps only stand there."""
        hands = self._wires.hands
        if not hands._wiring.bases:
            return None
        stood = hands._standing
        return tuple(
            IMP_COLOURS[stood[base]] if base in stood else None for base in range(len(hands._wiring.bases))
        )

    def has(self, what: WireTrouble) -> bool:
        """Whether this is wrong now."""
        return self._now() < self._until.get(what, float("-inf"))

    def well_since(self, moment: float) -> bool:
        """Nothing was wrong with the wires at or after this moment."""
        return all(until < moment for until in self._until.values())

    def due(self) -> float | None:
        """When to look again."""
        return self._next_at

    def take(self, now: float) -> list[Event]:
        """Look once round the wires."""
        self._next_at, self._looks = now + LOOKS_S, self._looks + 1
        self._chatter(now)
        self._spoil_docks()
        if self._wires.converter is not None:
            self._wires.converter.dead = True if self.has(WireTrouble.DOCKS_SILENT) else None
            self._wires.converter.unplugged = self.has(WireTrouble.DOCKS_UNPLUGGED)
            broken = any(map(self.has, (*OF_THE_CONVERTER, *OF_A_DOCK)))
            busy = broken or self._looks == 1  # at first a dock must learn what lies on it
            for count in range(SAMPLES if busy else self._looks % 2):
                self._wires._sample(now - (SAMPLES - 1 - count) * SAMPLED_S if busy else now)
        self._recover(now)
        self._wires.poll_levels(now)
        if self._wires.registers is not None:
            self._wires.registers.unplugged = self.has(WireTrouble.LAMPS_UNPLUGGED)
        if self._wires.lights is not None:
            self._wires.lights.refresh(now)
        return []

    def sense(self, fact: Fact) -> list[Event]:
        """Wires understand nothing."""
        return []

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Nor do they listen."""

    def _lamps_fail(self) -> bool:
        return self.has(WireTrouble.LAMPS_SILENT)

    def _drive(self, pin: int, high: bool, at: float) -> None:
        self._levels[pin] = high
        if pin not in self._broken_pins() and not self.has(WireTrouble.CHIP_GONE):
            self._wires.pins.drive(pin, high, at)

    def _broken_pins(self) -> list[int]:
        return [self._where[what] for what in OF_A_SWITCH if self.has(what) and what in self._where]

    def _levels_or_none(self) -> Mapping[int, bool]:
        if self.has(WireTrouble.CHIP_GONE):
            raise OSError(19, "the simulated chip is gone")
        return self._read_levels()

    def _chatter(self, now: float) -> None:
        if self.has(WireTrouble.CHATTERING) and WireTrouble.CHATTERING in self._where:
            pin = self._where[WireTrouble.CHATTERING]
            for count in range(EDGES):
                self._wires.pins.drive(pin, bool(count % 2), now + (count - EDGES) * APART_S)

    def _spoil_docks(self) -> None:
        converter = self._wires.converter
        for what in OF_A_DOCK:
            if converter is None or what not in self._where or not self.has(what):
                continue
            channel = self._wires.wiring.docks[Seat(self._where[what])]
            if what is WireTrouble.DOCK_DEAD:
                converter.place(channel, None)
            else:
                between = (RESISTORS_OHM[4] * RESISTORS_OHM[5]) ** 0.5
                converter.adc[channel] = STEPS * between / (between + PULL_UP_OHM)

    def _recover(self, now: float) -> None:
        """What is over goes back to how things truly are."""
        if self._chip_was_gone and not self.has(WireTrouble.CHIP_GONE):
            for pin in set(self._levels).difference(self._broken_pins()):
                self._wires.pins.drive(pin, self._levels[pin], now)
        self._chip_was_gone = self.has(WireTrouble.CHIP_GONE)
        for what in [what for what in self._where if not self.has(what)]:
            pin = self._where.pop(what)
            if what in OF_A_DOCK:
                self._wires._lay(Seat(pin), self._wires.hands._docked.get(Seat(pin)))
                for count in range(SAMPLES):
                    self._wires._sample(now - (SAMPLES - count) * SAMPLED_S)
            elif pin in self._levels and not self._chip_was_gone:
                self._wires.pins.drive(pin, self._levels[pin], now)
