"""One home of a layout: does it lie at the edge, and do its flats lead away from it?"""

import math
from collections.abc import Iterable, Iterator

from pi_diavolo.games.devils_dice.shipped_layout import CORNERS
from pi_diavolo.table.board_layout import Axis, HomeBase, Layout
from pi_diavolo.table.boards import COUNTERS_EACH, Square
from pi_diavolo.table.pieces import Colour

# The near left home is the first, even if it lies a little to one side of the corner's diagonal.
FIRST_FROM = -math.radians(22.5)
WAYS = {(Axis.ROW, 1): "right", (Axis.ROW, -1): "left", (Axis.COLUMN, 1): "up", (Axis.COLUMN, -1): "down"}
SIDES = {"right": "left", "left": "right", "up": "near", "down": "far"}  # where a way leads away from


def takes_a_corner(colour: Colour) -> bool:
    """The colour begins in a corner; the others begin in the middle of a side."""
    return colour in CORNERS


def along(square: Square, axis: Axis) -> int:
    """How far a square is along an axis."""
    return square.column if axis is Axis.ROW else square.row


def length(layout: Layout, axis: Axis) -> int:
    """How many squares lie along an axis."""
    return layout.columns if axis is Axis.ROW else layout.rows


def clockwise(columns: int, rows: int, homes: Iterable[HomeBase]) -> tuple[HomeBase, ...]:
    """The homes as they lie round the board, from the near left corner on."""

    def angle(home: HomeBase) -> float:
        if not home.squares:
            return 0.0
        x = sum((square.column + 0.5) / columns for square in home.squares) / len(home.squares) - 0.5
        y = sum((square.row + 0.5) / rows for square in home.squares) / len(home.squares) - 0.5
        from_near_left = math.atan2(-0.5, -0.5) - math.atan2(y, x)
        return (from_near_left - FIRST_FROM) % (2 * math.pi)

    return tuple(sorted(homes, key=angle))


def home_problems(layout: Layout, home: HomeBase) -> Iterator[str]:
    """What is wrong with the home itself; its lines are another matter."""
    here = f"home {home.colour}"
    if len(home.squares) != COUNTERS_EACH:
        yield f"{here} has {len(home.squares)} squares; {COUNTERS_EACH} counters need {COUNTERS_EACH}"
    for square in home.squares:
        if not layout.holds(square):
            last = Square(layout.columns - 1, layout.rows - 1)
            yield f"{here}: {square.name} is not on the board; its squares are a1 to {last.name}"
        elif not _on_the_edge(layout, square):
            yield (
                f"{here}: {square.name} is not on the board's edge;"
                f" use squares of row 1 or {layout.rows}, or of the first or the last column"
            )
    yield from _ways(layout, home)


def _on_the_edge(layout: Layout, square: Square) -> bool:
    return square.column in (0, layout.columns - 1) or square.row in (0, layout.rows - 1)


def _ways(layout: Layout, home: HomeBase) -> Iterator[str]:
    here, ways = f"home {home.colour}", [axis for axis in Axis if home.forwards.get(axis, 0)]
    if takes_a_corner(home.colour) and len(ways) != len(Axis):
        yield f"{here}: a corner colour goes forwards two ways; name left or right, and up or down"
    if not takes_a_corner(home.colour) and len(ways) != 1:
        yield f"{here}: a middle colour goes forwards one way, away from its side; name just that one"
    for axis in ways:
        way = WAYS[axis, home.forwards[axis]]
        squares = [square.name for square in home.squares if not _behind(layout, home, axis, square)]
        if squares and takes_a_corner(home.colour):
            half = f"the {SIDES[way]} half"
            yield f"{here}: {way} does not lead away from {', '.join(squares)}; use squares in {half}"
        elif squares:
            yield (
                f"{here}: {way} does not lead away from {', '.join(squares)};"
                f" use squares of the {SIDES[way]} side, or another way"
            )


def _behind(layout: Layout, home: HomeBase, axis: Axis, square: Square) -> bool:
    """The way leads from this square into the board: out of its half for a corner, off its side otherwise."""
    squares, at = length(layout, axis), along(square, axis)
    from_behind = at if home.forwards[axis] > 0 else squares - 1 - at
    return 2 * from_behind < squares - 1 if takes_a_corner(home.colour) else from_behind == 0
