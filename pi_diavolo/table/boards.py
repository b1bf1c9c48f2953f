"""What Devil's Dice has on the table: squares, flat counters and pawns, and how people move them."""

from dataclasses import dataclass
from enum import StrEnum

from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat

COUNTERS_EACH = 4  # of a colour; each begins as a flat one and may become a pawn
FEWEST_MOVERS, MOST_MOVERS = 2, 8


@dataclass(frozen=True, slots=True, order=True)
class Square:
    """A square by column and row, both from 0: columns count to the right, rows away from the near edge."""

    column: int
    row: int

    @property
    def name(self) -> str:
        """As people say it: the first column is a, the first row is 1."""
        return f"{chr(ord('a') + self.column)}{self.row + 1}"


class Shape(StrEnum):
    """What stands on the board for a counter."""

    FLAT = "flat"
    PAWN = "pawn"


@dataclass(frozen=True, slots=True, order=True)
class Counter:
    """One of a colour's four, from its home square to the end, whichever shape stands for it."""

    colour: Colour
    number: int


@dataclass(frozen=True, slots=True)
class Move:
    """A counter goes to a square: one die's number along one axis, the other's at a right angle to it."""

    counter: Counter
    to: Square


# What the camera saw


@dataclass(frozen=True, slots=True)
class CounterSeen:
    """A counter that stands on a square; None for a shape, and `maybe` for colours, the eyes doubt."""

    square: Square
    colour: Colour
    shape: Shape | None
    maybe: tuple[Colour, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """The camera looked at the whole board: what stands where; of the `unsure` squares it cannot tell.

    `beside` is how many counters lie on no square of their own: across a line, or on another counter. Of the
    `lost` colours a counter may stand on what looks empty: white ones, on paper that is too bright.
    """

    counters: tuple[CounterSeen, ...]
    at: float
    unsure: tuple[Square, ...] = ()
    beside: int = 0
    lost: tuple[Colour, ...] = ()


# What people do


@dataclass(frozen=True, slots=True)
class CounterMoved:
    """A person says which counter goes where."""

    seat: Seat
    move: Move
    at: float


@dataclass(frozen=True, slots=True)
class EndAgreed:
    """The players agree to end this game as it stands: the most counters win."""

    at: float


@dataclass(frozen=True, slots=True)
class MoveCorrected:
    """People put one turn right: other dice, another move, or it is taken back with all that followed."""

    turn: int
    at: float
    game: int | None = None  # None: the one going on
    dice: tuple[int, ...] = ()
    move: Move | None = None
    struck: bool = False


# What was ruled


class Ended(StrEnum):
    """Why a game is over."""

    LAST_STANDING = "last_standing"
    ALL_PASSED = "all_passed"  # nobody could move in a whole round
    NO_CAPTURES = "no_captures"  # so many rounds, and nothing was taken
    AGREED = "agreed"


@dataclass(frozen=True, slots=True)
class MoveRuling:
    """A turn: what was rolled, which counter went where, what it took, and what became of it.

    `passed` when nothing could move; `overdue` are the own counters that did not leave their safe squares.
    """

    dice: tuple[int, ...]
    move: Move | None = None
    came_from: Square | None = None
    taken: Counter | None = None
    promoted: bool = False
    overdue: tuple[Counter, ...] = ()
    passed: bool = False
    struck: bool = False
    ended: Ended | None = None
