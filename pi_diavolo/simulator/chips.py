"""The chips on the SPI bus, made of numbers, for gpiozero's MockFactory: lamp registers and dock converter.

Fit them before the devices that speak to them are made: only then do the bus pins know of them. gpiozero's
software bus asks for the default factory whatever it is given: `SimulatedPins` sees to that, and a bare
MockFactory has to be the default.
"""

import math
from random import Random
from typing import Any

from gpiozero.pins.mock import MockSPIDevice

from pi_diavolo.table.dock_codes import PULL_UP_OHM

CLOCK, MOSI, MISO = 11, 10, 9
LAMPS_SELECT, DOCKS_SELECT = 8, 7

CHANNELS = 8
STEPS = 1024


class SimulatedRegisters(MockSPIDevice):  # type: ignore[misc]
    """A chain of 74HC595: what was shifted in comes out when the select line rises."""

    def __init__(self, registers: int, select: int = LAMPS_SELECT, pin_factory: Any = None) -> None:
        self.latches = 0
        self._bits = 8 * registers
        self._shifted = self._latched = 0
        # A register's last output is no part of the bus: it would talk over the converter.
        super().__init__(CLOCK, MOSI, None, select, pin_factory=pin_factory)

    @property
    def outputs(self) -> bytes:
        """The bytes on the outputs, the farthest register first, as they were sent."""
        return self._latched.to_bytes(self._bits // 8, "big")

    @property
    def lit(self) -> frozenset[int]:
        """The numbers of the outputs that are on; 0 is the first of the nearest register."""
        latched = self._latched
        return frozenset(bit for bit in range(self._bits) if latched >> bit & 1)

    def on_clock(self) -> None:
        """Shift one bit in; shorter than the inherited way, since every lamp change goes through here."""
        if self.clock_pin.state and not self.select_pin.state:
            self._shifted = (self._shifted << 1 | self.mosi_pin.state) & ((1 << self._bits) - 1)

    def on_select(self) -> None:
        """Show what was shifted in."""
        if self.select_pin.state:
            self._latched, self.latches = self._shifted, self.latches + 1
            _forget_edges(self)


class SimulatedConverter(MockSPIDevice):  # type: ignore[misc]
    """An MCP3008 with a dock's 10 kΩ up to 3.3 V on every channel."""

    def __init__(
        self, select: int = DOCKS_SELECT, pin_factory: Any = None, *, noise: float = 0.0, seed: int = 0
    ) -> None:
        self.adc: list[float] = [STEPS] * CHANNELS  # the true readings, before noise and rounding
        self.noise = noise  # so many steps at most, either way
        self.dead: bool | None = None  # a dead chip leaves its line low (False) or high (True)
        self._random = Random(seed)
        super().__init__(CLOCK, MOSI, MISO, select, pin_factory=pin_factory)

    def place(self, channel: int, ohm: float | None) -> None:
        """Put a resistor on a channel's dock; None leaves the dock empty."""
        self.adc[channel] = STEPS if ohm is None else STEPS * ohm / (ohm + PULL_UP_OHM)

    def on_start(self) -> None:
        """Begin a conversion; a dead chip answers with its line as it hangs."""
        super().on_start()
        _forget_edges(self)
        self._heard: list[int] | None = None  # the bits since the start bit
        if self.dead is not None:
            self.tx_buf = [int(self.dead)] * 24

    def on_bit(self) -> None:
        """Answer once the channel is known: a bit of rest, a null bit, ten bits of reading."""
        bit = int(self.rx_buf[-1])
        if self._heard is None:
            self._heard = [] if bit else None
            return
        self._heard.append(bit)
        if len(self._heard) == 4 and self.dead is None:
            _single_ended, four, two, one = self._heard
            self.tx_buf = [1, 0]
            self.tx_word(self._reading(4 * four + 2 * two + one), 10)

    def _reading(self, channel: int) -> int:
        blurred = self.adc[channel] + self._random.uniform(-self.noise, self.noise)
        return min(STEPS - 1, max(0, math.floor(blurred)))


def _forget_edges(chip: MockSPIDevice) -> None:
    """A mock pin keeps every edge of its life: a bus that is never idle would fill the memory with them."""
    for pin in (chip.clock_pin, chip.mosi_pin, chip.miso_pin, chip.select_pin):
        if pin is not None:
            pin.clear_states()
