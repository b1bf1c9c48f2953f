"""The layout as the rules ask it: which ways a colour goes, what is closed and safe, what makes a pawn."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from pi_diavolo.table.board_layout import Axis, HomeBase, Layout, Line
from pi_diavolo.table.boards import Shape, Square
from pi_diavolo.table.pieces import Colour

# Which way along a row and along a column, each +1 or -1; a move always has a step on both.
Way = tuple[int, int]
WAYS: tuple[Way, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))


@dataclass(frozen=True, slots=True)
class Ground:
    """A layout made ready for being asked at every move."""

    layout: Layout
    safe: frozenset[Square]
    homes: Mapping[Square, Colour]
    ways: Mapping[tuple[Colour, Shape], tuple[Way, ...]]
    lines: Mapping[Colour, tuple[Line, ...]]

    def crosses(self, colour: Colour, path: tuple[Square, ...]) -> bool:
        """Does this way from square to square cross a line that makes the colour's flats pawns?"""
        return any(_crosses(line, path) for line in self.lines[colour])


@lru_cache(16)
def ground_of(layout: Layout) -> Ground:
    """The same ground for the same layout."""
    ways = {
        (home.colour, shape): tuple(way for way in WAYS if _leads(home, shape, way))
        for home in layout.homes
        for shape in Shape
    }
    return Ground(
        layout,
        frozenset(layout.safe),
        {square: home.colour for home in layout.homes for square in home.squares},
        ways,
        {home.colour: tuple(layout.lines[number] for number in home.lines) for home in layout.homes},
    )


def forwards(home: HomeBase, way: Way) -> bool:
    """No step goes back towards home; along an axis without a direction both ways will do."""
    return all(
        home.forwards.get(axis, 0) in (0, sign)
        for axis, sign in zip((Axis.ROW, Axis.COLUMN), way, strict=True)
    )


def backwards(home: HomeBase, way: Way) -> bool:
    """No step goes on from home."""
    return forwards(home, (-way[0], -way[1]))


def paths(start: Square, to: Square) -> Iterator[tuple[Square, ...]]:
    """Both ways round the right angle, square by square, with the first and the last."""
    columns, rows = _steps(start.column, to.column), _steps(start.row, to.row)
    along_the_row = [Square(column, start.row) for column in columns]
    yield (*along_the_row, *(Square(to.column, row) for row in rows[1:]))
    along_the_column = [Square(start.column, row) for row in rows]
    yield (*along_the_column, *(Square(column, to.row) for column in columns[1:]))


def _leads(home: HomeBase, shape: Shape, way: Way) -> bool:
    return forwards(home, way) or (shape is Shape.PAWN and backwards(home, way))


def _steps(start: int, to: int) -> range:
    return range(start, to + 1) if to >= start else range(start, to - 1, -1)


def _crosses(line: Line, path: tuple[Square, ...]) -> bool:
    for before, after in pairwise(path):
        if line.across is Axis.ROW:
            gone, beside = {before.column, after.column}, before.row
        else:
            gone, beside = {before.row, after.row}, before.column
        if gone == {line.after - 1, line.after} and line.first <= beside <= line.last:
            return True
    return False
