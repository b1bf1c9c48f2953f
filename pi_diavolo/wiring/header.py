"""The Pi's header: forty pins in two columns, and which of them is which GPIO."""

from collections.abc import Collection

# From pin 1 to pin 40; odd pins lie on the inner side of the board, even pins at its edge.
PINS: tuple[int | str, ...] = (
    "3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15,
    17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND",
    9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND",
    6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21,
)  # fmt: skip
ROWS = len(PINS) // 2
GROUNDS = tuple(place for place, pin in enumerate(PINS, 1) if pin == "GND")


def place_of(gpio: int) -> int:
    """The pin on the header, 1 to 40."""
    return PINS.index(gpio) + 1


def label(place: int) -> str:
    """What people call the pin."""
    pin = PINS[place - 1]
    return pin if isinstance(pin, str) else f"GPIO {pin}"


def supply(volts: float, taken: Collection[int] = ()) -> int:
    """A pin that gives 3.3 V or 5 V, another than those taken if there is one."""
    name = "5V" if volts > 4 else "3V3"
    places = [place for place, pin in enumerate(PINS, 1) if pin == name]
    return next((place for place in reversed(places) if place not in taken), places[-1])


def nearest_ground(places: Collection[int], after: int = 0) -> int:
    """The ground pin nearest to these, below those given out before; the last one is shared if need be."""
    middle = sum(places) / len(places)
    free = [place for place in GROUNDS if place > after] or [GROUNDS[-1]]
    return min(free, key=lambda place: (abs(place - middle), place))
