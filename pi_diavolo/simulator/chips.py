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
DEAD_BITS = 96  # more than anybody asks for at once


class SimulatedRegisters(MockSPIDevice):  # type: ignore[misc]
    """A chain of 74HC595: what was shifted in comes out when the select line rises.

    The clock shifts whoever is selected, as on the wire. `read_back`: QH' of the last one leads to the line
    on which the converter answers, through a resistor: the converter is the stronger.
    """

    def __init__(
        self, registers: int, select: int = LAMPS_SELECT, pin_factory: Any = None, *, read_back: bool = False
    ) -> None:
        self.latches = 0
        self.unplugged = False
        self._bits = 8 * registers
        self._shifted = self._latched = 0
        super().__init__(CLOCK, MOSI, MISO if read_back else None, select, pin_factory=pin_factory)

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
        if not self.clock_pin.state or self.unplugged:
            return
        self._shifted = (self._shifted << 1 | self.mosi_pin.state) & ((1 << self._bits) - 1)
        if self.miso_pin is not None and not self._is_talked_over():
            out = self._shifted >> (self._bits - 1)
            self.miso_pin.drive_high() if out else self.miso_pin.drive_low()

    def _is_talked_over(self) -> bool:
        others = (chip for chip in self.clock_pin.spi_devices if isinstance(chip, SimulatedConverter))
        return any(chip.speaks for chip in others)

    def on_select(self) -> None:
        """Show what was shifted in."""
        if self.select_pin.state and not self.unplugged:
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
        self.unplugged = False  # and one that is not there leaves it to others
        self._random = Random(seed)
        super().__init__(CLOCK, MOSI, MISO, select, pin_factory=pin_factory)

    def place(self, channel: int, ohm: float | None) -> None:
        """Put a resistor on a channel's dock; None leaves the dock empty."""
        self.adc[channel] = STEPS if ohm is None else STEPS * ohm / (ohm + PULL_UP_OHM)

    @property
    def speaks(self) -> bool:
        """Whether the line is this chip's."""
        return not self.unplugged and not self.select_pin.state

    def on_clock(self) -> None:
        """Take one bit in and give one out."""
        if not self.unplugged:
            super().on_clock()

    def on_start(self) -> None:
        """Begin a conversion; a dead chip answers with its line as it hangs."""
        super().on_start()
        _forget_edges(self)
        self._heard: list[int] | None = None  # the bits since the start bit
        if self.dead is not None:
            self.tx_buf = [int(self.dead)] * DEAD_BITS

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
            self.tx_buf += self.tx_buf[-2:1:-1]  # asked on, it says the same backwards, and then zeros

    def _reading(self, channel: int) -> int:
        blurred = self.adc[channel] + self._random.uniform(-self.noise, self.noise)
        return min(STEPS - 1, max(0, math.floor(blurred)))


def _forget_edges(chip: MockSPIDevice) -> None:
    """A mock pin keeps every edge of its life: a bus that is never idle would fill the memory with them."""
    for pin in (chip.clock_pin, chip.mosi_pin, chip.miso_pin, chip.select_pin):
        if pin is not None:
            pin.clear_states()
