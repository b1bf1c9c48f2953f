"""Flat shapes to print, in ink or in the paper's own colour, drawn one over the other."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

Place = tuple[float, float]

CORNERS_OF_A_DISC = 96


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled outline, x to the right and y down; without ink it uncovers the paper again."""

    outline: tuple[Place, ...]
    ink: bool = True

    def placed(self, x: float, y: float, scale: float) -> "Shape":
        """The same, this much larger, its origin moved there."""
        return Shape(tuple((x + scale * across, y + scale * down) for across, down in self.outline), self.ink)


def polygon(*places: Place, ink: bool = True) -> Shape:
    """A shape with straight sides."""
    return Shape(places, ink)


def box(left: float, top: float, width: float, height: float, ink: bool = True) -> Shape:
    """An upright rectangle."""
    right, bottom = left + width, top + height
    return Shape(((left, top), (right, top), (right, bottom), (left, bottom)), ink)


def disc(x: float, y: float, radius: float, ink: bool = True) -> Shape:
    """A circle, by enough corners that nobody sees them."""
    return Shape(arc(x, y, radius, 0, 360), ink)


def arc(x: float, y: float, radius: float, begin: float, end: float) -> tuple[Place, ...]:
    """Places on a circle from one angle to another, in degrees clockwise from the right."""
    steps = max(2, round(abs(end - begin) / 360 * CORNERS_OF_A_DISC))
    angles = [math.radians(begin + (end - begin) * step / steps) for step in range(steps + 1)]
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


def rounded(left: float, top: float, width: float, height: float, radius: float, ink: bool = True) -> Shape:
    """An upright rectangle with round corners."""
    right, bottom = left + width, top + height
    corners: Sequence[tuple[float, float, float]] = (
        (right - radius, top + radius, 270),
        (right - radius, bottom - radius, 0),
        (left + radius, bottom - radius, 90),
        (left + radius, top + radius, 180),
    )
    return Shape(
        tuple(place for x, y, begin in corners for place in arc(x, y, radius, begin, begin + 90)), ink
    )
