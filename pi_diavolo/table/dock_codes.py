"""Which imp a dock reads: a divider of 10 kΩ up to 3.3 V against the imp's resistor, and what may blur it."""

from dataclasses import dataclass
from enum import StrEnum

# A dock: 10 kΩ from its channel up to 3.3 V, the imp's resistor from there to ground, 100 nF beside it.
# The converter compares with the same 3.3 V, so the supply falls out of every reading.
PULL_UP_OHM = 10_000.0
FULL_SCALE = 1023

# By imp number, and so colour by colour. Of all E24 values these stay widest apart (32 steps at the least);
# of the sets that do, this one leaves the most room for wet fingers on an empty dock.
# Neighbours mostly share a colour: the likeliest confusion would be the one that harms least.
RESISTORS_OHM = (
    1_000.0, 1_600.0, 2_400.0,  # black
    3_300.0, 4_700.0, 6_200.0,  # white
    8_200.0, 12_000.0, 18_000.0,  # red
    30_000.0,  # gray
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Blur:
    """How far a reading may be off: resistors either way, contact and finger one way, the converter."""

    tolerance: float = 0.01
    contact_ohm: float = 50.0  # at most, in line with the imp
    finger_ohm: float = 100_000.0  # at least, beside the imp
    steps: float = 2.0  # the converter's noise and bend, either way
    rounding: float = 1.0  # it tells whole steps of 1024, rounded down; we count to 1023

    @property
    def off(self) -> float:
        """How many steps the converter may be off in all."""
        return self.steps + self.rounding


@dataclass(frozen=True, slots=True)
class Window:
    """The readings that mean one thing, in steps of the converter, both ends included."""

    low: float
    high: float

    def __contains__(self, steps: float) -> bool:
        return self.low <= steps <= self.high


class NoImp(StrEnum):
    """What a reading means that is no imp's."""

    EMPTY = "empty"
    HALF_PLACED = "half_placed"  # a short circuit, a bad contact, a wet finger: never taken for an imp


Code = int | NoImp


def share(ohm: float, pull_up_ohm: float = PULL_UP_OHM) -> float:
    """The share of the supply at the channel, 0 to 1."""
    return ohm / (ohm + pull_up_ohm)


def window(ohm: float, blur: Blur) -> Window:
    """All readings that an imp with this resistor can give."""
    least, most = ohm * (1 - blur.tolerance), ohm * (1 + blur.tolerance) + blur.contact_ohm
    touched = least * blur.finger_ohm / (least + blur.finger_ohm)
    return Window(
        FULL_SCALE * share(touched, PULL_UP_OHM * (1 + blur.tolerance)) - blur.off,
        FULL_SCALE * share(most, PULL_UP_OHM * (1 - blur.tolerance)) + blur.off,
    )


def empty_window(blur: Blur) -> Window:
    """All readings of a dock with nothing on it but, perhaps, a finger."""
    low = FULL_SCALE * share(blur.finger_ohm, PULL_UP_OHM * (1 + blur.tolerance)) - blur.off
    return Window(low, FULL_SCALE)


BLUR = Blur()
WINDOWS = tuple(window(ohm, BLUR) for ohm in RESISTORS_OHM)
EMPTY_WINDOW = empty_window(BLUR)


def code_of(steps: float) -> Code:
    """The imp, nothing, or neither."""
    if steps in EMPTY_WINDOW:
        return NoImp.EMPTY
    return next((imp for imp, each in enumerate(WINDOWS) if steps in each), NoImp.HALF_PLACED)
