"""The pieces on the table: colours, dice, the Order die, and lengths as they were measured."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

T = TypeVar("T")


class Colour(StrEnum):
    """The colours of dice and imps."""

    BLACK = "black"
    WHITE = "white"
    RED = "red"
    GRAY = "gray"
    GREEN = "green"
    BLUE = "blue"
    YELLOW = "yellow"
    PURPLE = "purple"
    ORANGE = "orange"


# The three colours that compete in every roll; gray is the imp for ties.
RIVALS = (Colour.BLACK, Colour.WHITE, Colour.RED)
IMPS = (*RIVALS, Colour.GRAY)
# The ten imps by number, colour by colour; with fewer in play, the first of each colour stay.
IMP_COLOURS = (Colour.BLACK,) * 3 + (Colour.WHITE,) * 3 + (Colour.RED,) * 3 + (Colour.GRAY,)


@dataclass(frozen=True, slots=True)
class Point:
    """A place on the table in millimetres: x right, y away from the player, from the tray's centre."""

    x: float
    y: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.x) and math.isfinite(self.y)):
            raise ValueError(f"a place is two finite numbers of millimetres, not ({self.x}, {self.y})")

    def distance_to(self, other: "Point") -> float:
        """Millimetres from here to there."""
        return math.hypot(self.x - other.x, self.y - other.y)


@dataclass(frozen=True, slots=True)
class Die:
    """A die at rest, as seen from above; `maybe` are other values it might show, if the eyes doubt."""

    colour: Colour
    value: int
    where: Point | None = None
    maybe: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for value in (self.value, *self.maybe):
            if not 1 <= value <= 6:
                raise ValueError(f"a die shows 1 to 6, not {value}")

    @property
    def options(self) -> tuple[int, ...]:
        """Every value the die might show, the likeliest first."""
        return _without_repeats((self.value, *self.maybe))


@dataclass(frozen=True, slots=True)
class OrderDie:
    """The gray die and the enrolled name of its top face; `maybe` are faces it might show instead."""

    face: str
    where: Point | None = None
    maybe: tuple[str, ...] = ()

    @property
    def options(self) -> tuple[str, ...]:
        """Every face the die might show, the likeliest first."""
        return _without_repeats((self.face, *self.maybe))


@dataclass(frozen=True, slots=True)
class Length:
    """A measured length in millimetres and how far off it may be either way."""

    mm: float
    error: float = 0.0

    def __post_init__(self) -> None:
        if not (0 <= self.mm < math.inf and 0 <= self.error < math.inf):
            raise ValueError(
                f"a length is 0 mm or more, known to ± 0 mm or more, not {self.mm} ± {self.error}"
            )

    @property
    def least(self) -> float:
        """The shortest it may be."""
        return max(0.0, self.mm - self.error)

    @property
    def most(self) -> float:
        """The longest it may be."""
        return self.mm + self.error


def _without_repeats(items: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(items))
