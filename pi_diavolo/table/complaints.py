"""What is wrong with a roll or a picture of it, which die is meant, and in which part of the tray it lies."""

from dataclasses import dataclass
from enum import StrEnum

from pi_diavolo.table.pieces import Colour, Point


class TrayPart(StrEnum):
    """Where in the tray, as somebody before it says it; `back` is away from the player."""

    BACK_LEFT = "back_left"
    BACK = "back"
    BACK_RIGHT = "back_right"
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    FRONT_LEFT = "front_left"
    FRONT = "front"
    FRONT_RIGHT = "front_right"


# About a third of a tray: nearer to both axes, people say "in the middle".
MIDDLE_MM = 45.0

_NAMES = tuple(TrayPart)


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong by its code, and the die it befell where that is known; gray: the Order die."""

    code: str
    colour: Colour | None = None
    part: TrayPart | None = None


def part_of_tray(where: Point) -> TrayPart:
    """The part of the tray that a place lies in, or beside."""
    row = 0 if where.y > MIDDLE_MM else 2 if where.y < -MIDDLE_MM else 1
    column = 0 if where.x < -MIDDLE_MM else 2 if where.x > MIDDLE_MM else 1
    return _NAMES[3 * row + column]
