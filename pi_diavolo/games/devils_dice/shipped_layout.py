"""The board that every table has: one corner, one middle and one quarter drawn, then turned three times."""

from pi_diavolo.table.board_layout import Axis, HomeBase, Layout, Line
from pi_diavolo.table.boards import Square
from pi_diavolo.table.pieces import Colour

SIDE = 16  # squares each way: two sixes in a row do not yet lead to the far edge
QUARTERS = 4
# The booklet's colours, clockwise from the near left corner and from the middle of the left side.
CORNERS = (Colour.ORANGE, Colour.RED, Colour.BLUE, Colour.PURPLE)
MIDDLES = (Colour.GREEN, Colour.BLACK, Colour.WHITE, Colour.YELLOW)

NEAR_LEFT = (Square(2, 0), Square(1, 0), Square(0, 1), Square(0, 2))
LEFT_MIDDLE = tuple(Square(0, row) for row in range(SIDE // 2 - 2, SIDE // 2 + 2))
# At least three squares from each other, and none beside a home.
SAFE_IN_A_QUARTER = (Square(2, 6), Square(5, 5), Square(6, 2))
MIDLINES = tuple(Line(across, SIDE // 2, 0, SIDE - 1) for across in Axis)


def _square_turned(square: Square, turns: int) -> Square:
    """Where a square lies after so many quarter turns of the board, clockwise from above."""
    for _ in range(turns):
        square = Square(square.row, SIDE - 1 - square.column)
    return square


def _turned(squares: tuple[Square, ...], turns: int) -> tuple[Square, ...]:
    return tuple(_square_turned(square, turns) for square in squares)


def _forwards(row: int, column: int, turns: int) -> dict[Axis, int]:
    for _ in range(turns):
        row, column = column, -row
    return {Axis.ROW: row, Axis.COLUMN: column}


def _corner(turns: int) -> HomeBase:
    # Both midlines bound a corner's quarter, and the way out of the corner leads along both axes.
    return HomeBase(CORNERS[turns], _turned(NEAR_LEFT, turns), _forwards(1, 1, turns), (0, 1))


def _middle(turns: int) -> HomeBase:
    # The line opposite is crossed on the one axis that leads away from the edge: every turn takes the other.
    return HomeBase(MIDDLES[turns], _turned(LEFT_MIDDLE, turns), _forwards(1, 0, turns), (turns % 2,))


SHIPPED = Layout(
    columns=SIDE,
    rows=SIDE,
    homes=tuple(home for turns in range(QUARTERS) for home in (_corner(turns), _middle(turns))),
    lines=MIDLINES,
    safe=tuple(square for turns in range(QUARTERS) for square in _turned(SAFE_IN_A_QUARTER, turns)),
)
