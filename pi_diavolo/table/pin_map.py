"""Which wire goes where: buttons or bases on GPIO pins, docks on channels, lamps on bits of a chain."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pi_diavolo.table.parts import Part, PartKind
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat

GPIOS = range(28)
CHANNELS = range(8)  # of the MCP3008
OUTPUTS_PER_CHIP = 8  # of a 74HC595, QA to QH
GEMS_PER_SEAT = 5
BASES = range(10)

# SPI0, where the lamps and the docks are; a select's place in this tuple is SPI's number of the device.
MISO, MOSI, SCLK = 9, 10, 11
SELECTS = (8, 7)
# Between QH' of the last lamp chip, which never lets go of its line, and MISO. Small enough for a clean level
# against the Pi's own pull (33 kΩ at least: 2.9 V or 0.4 V) and for a bit to settle at 500 kHz with 150 pF of
# wire (0.7 µs of 2 µs); large enough for the MCP3008 to win when it speaks: 0.6 mA against some 800 Ω of its
# own moves its level by 0.5 V.
READ_BACK_OHM = 4700.0
PI_V = 3.6  # more than that destroys a pin of the Pi


class MapKind(StrEnum):
    """How the table feels a grab."""

    PANELS = "panels"
    BASES = "bases"


class Need(StrEnum):
    """What has to be so on the Pi before some of its pins are free for switches."""

    ONE_SELECT = "spi0-1cs"
    SERIAL_OFF = "serial-off"
    I2C_OFF = "i2c-off"
    NO_HAT = "no-hat"


FREES: Mapping[Need, tuple[int, ...]] = {
    Need.ONE_SELECT: (7,),
    Need.SERIAL_OFF: (14, 15),
    Need.I2C_OFF: (2, 3),
    Need.NO_HAT: (0, 1),
}


@dataclass(frozen=True, slots=True)
class LampChain:
    """The 74HC595 chain: bit 0 is QA of the chip nearest the Pi, bit 8 QA of the next, and so on."""

    select: int
    chips: int
    status: int
    answers: Mapping[Colour, int]
    gems: Mapping[Seat, tuple[int, ...]]
    chip: str = "74HC595"
    supply_v: float = 3.3
    led_v: float = 2.0
    resistor_ohm: float = 330
    answer_leds: int = 2  # a window is wider than a gem; each LED has its own resistor
    read_back: bool = False  # QH' of the last chip leads to MISO, through READ_BACK_OHM

    @property
    def can_be_read_back(self) -> bool:
        """Its levels are such as a pin of the Pi bears."""
        return self.supply_v <= PI_V

    @property
    def bits(self) -> int:
        """How many lamps the chain could carry."""
        return OUTPUTS_PER_CHIP * self.chips

    @property
    def led_ma(self) -> float:
        """What flows through one LED."""
        return 1000 * (self.supply_v - self.led_v) / self.resistor_ohm

    @property
    def leds(self) -> Mapping[int, int]:
        """How many LEDs hang at each bit that is used."""
        answers = dict.fromkeys(self.answers.values(), self.answer_leds)
        gems = {bit: 1 for bits in self.gems.values() for bit in bits}
        return {self.status: 1} | answers | gems

    def chip_ma(self, chip: int) -> float:
        """What a chip carries when all its lamps are lit; chip 0 is nearest the Pi."""
        lit = sum(leds for bit, leds in self.leds.items() if bit // OUTPUTS_PER_CHIP == chip)
        return lit * self.led_ma


@dataclass(frozen=True, slots=True)
class PinMap:
    """The wiring of one table; pins are GPIO numbers, never places on the header."""

    kind: MapKind
    seats: tuple[Seat, ...]
    buttons: Mapping[int, tuple[Seat, Colour]] = field(default_factory=dict)
    bases: Mapping[int, int] = field(default_factory=dict)
    homes: Mapping[int, int] = field(default_factory=dict)  # by base, the imp that always stands there
    docks: Mapping[Seat, int] = field(default_factory=dict)
    adc_select: int | None = None
    lamps: LampChain | None = None
    needs: frozenset[Need] = frozenset()
    name: str = ""

    @property
    def inputs(self) -> Mapping[int, Part]:
        """What is switched at each pin."""
        buttons = {
            pin: Part(PartKind.BUTTON, number=seat, colour=colour, pin=pin)
            for pin, (seat, colour) in self.buttons.items()
        }
        return buttons | {pin: Part(PartKind.BASE, number=n, pin=pin) for pin, n in self.bases.items()}


def spi_device(select: int) -> int:
    """SPI0's number of the device with this select pin: 0 or 1."""
    return SELECTS.index(select)
