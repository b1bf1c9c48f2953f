"""The board of Devil's Dice as data: its squares, homes, directions, dividing lines and safe squares."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pi_diavolo.table.boards import Square
from pi_diavolo.table.pieces import Colour


class Axis(StrEnum):
    """Along a row, or along a column."""

    ROW = "row"  # to the right or to the left: the column changes
    COLUMN = "column"  # away or nearer: the row changes


@dataclass(frozen=True, slots=True)
class Line:
    """A thick line that divides the board: crossing it means going along `across`, past `after` squares.

    With `across` ROW it stands between the columns `after - 1` and `after`, on the rows `first` to `last`.
    """

    across: Axis
    after: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class HomeBase:
    """One colour's home: its squares, which way is forwards, and the lines that make its flats pawns.

    `forwards` gives for each axis +1, -1, or 0 where both ways are neither forwards nor back.
    """

    colour: Colour
    squares: tuple[Square, ...]
    forwards: Mapping[Axis, int] = field(hash=False)  # a mapping has no hash; layouts are kept in caches
    lines: tuple[int, ...]  # places in the layout's `lines`


@dataclass(frozen=True, slots=True)
class Layout:
    """A board: how many columns and rows, and what is where."""

    columns: int
    rows: int
    homes: tuple[HomeBase, ...]  # clockwise from the near left corner
    lines: tuple[Line, ...]
    safe: tuple[Square, ...]

    def squares(self) -> Iterator[Square]:
        """All of them, row by row."""
        return (Square(column, row) for row in range(self.rows) for column in range(self.columns))

    def holds(self, square: Square) -> bool:
        """The square is on the board."""
        return 0 <= square.column < self.columns and 0 <= square.row < self.rows

    def home_of(self, colour: Colour) -> HomeBase:
        """The home of this colour."""
        return next(home for home in self.homes if home.colour is colour)
