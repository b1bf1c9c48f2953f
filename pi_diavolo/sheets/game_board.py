"""The sheet of Devil's Dice: the board of any layout, the dice field beside it, markers at the corners."""

from dataclasses import dataclass

from pi_diavolo.errors import UsageError
from pi_diavolo.sheets.shapes import Place
from pi_diavolo.table.board_layout import Layout
from pi_diavolo.table.boards import Square
from pi_diavolo.table.pieces import Point

SMALLEST_SQUARE_MM, LARGEST_SQUARE_MM = 18.0, 60.0
DICTIONARY = "DICT_4X4_50"
MARKERS = (4, 5, 6, 7)  # clockwise from the far left; the usual table has 0 to 3
MARKER_MM, QUIET_MM = 26.0, 5.0
# Above and below the squares lie their names and, beyond the quiet zones, the markers.
ABOVE_MM, BESIDE_MM = 40.0, 14.0
FIELD_MM = (150.0, 240.0)
FENCE_MM = 6.0  # thick
WALL_MM = 25.0  # high
# A camera that hangs askew sees the fence lean over some 14 mm of what lies beside it: neither squares nor
# the markers' quiet zones may lie there.
FIELD_FROM_BOARD_MM, FIELD_FROM_EDGE_MM = 26.0, 24.0


@dataclass(frozen=True, slots=True)
class Measures:
    """Where everything is on the sheet, in millimetres from its far left corner, x right and y near."""

    columns: int
    rows: int
    square_mm: float = SMALLEST_SQUARE_MM

    @property
    def board_mm(self) -> tuple[float, float]:
        """Width and height of all squares together."""
        return self.columns * self.square_mm, self.rows * self.square_mm

    @property
    def field_mm(self) -> tuple[float, float]:
        """Width and height of the dice field, inside its fence."""
        return FIELD_MM[0], min(FIELD_MM[1], self.board_mm[1] - 2 * FIELD_FROM_EDGE_MM)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the whole sheet."""
        board, field = self.board_mm, self.field_mm
        return BESIDE_MM + board[0] + FIELD_FROM_BOARD_MM + field[0] + BESIDE_MM, board[1] + 2 * ABOVE_MM

    @property
    def field_centre(self) -> Place:
        """The middle of the dice field, which is the table's origin."""
        width, height = self.size_mm
        return width - BESIDE_MM - self.field_mm[0] / 2, height / 2

    @property
    def board_centre(self) -> Place:
        """Where the corners of the board's middle squares meet."""
        return BESIDE_MM + self.board_mm[0] / 2, self.size_mm[1] / 2

    @property
    def marker_centres(self) -> tuple[Place, ...]:
        """The four, clockwise from the far left."""
        width, height = self.size_mm
        rim = QUIET_MM + MARKER_MM / 2
        return (rim, rim), (width - rim, rim), (width - rim, height - rim), (rim, height - rim)

    def corner(self, column: int, row: int) -> Place:
        """The near left corner of a square; one more than the last is the board's other edge."""
        return BESIDE_MM + column * self.square_mm, self.size_mm[1] - ABOVE_MM - row * self.square_mm

    def centre(self, square: Square) -> Place:
        """The middle of a square."""
        left, bottom = self.corner(square.column, square.row)
        return left + self.square_mm / 2, bottom - self.square_mm / 2

    def on_the_table(self, place: Place) -> Point:
        """A place on the sheet as the table file counts: from the middle of the dice field, y away."""
        x, y = self.field_centre
        return Point(place[0] - x, y - place[1])


def measures(layout: Layout, square_mm: float) -> Measures:
    """The sheet of a layout with squares of this width."""
    if not SMALLEST_SQUARE_MM <= square_mm <= LARGEST_SQUARE_MM:
        raise UsageError(
            f"--square-mm {square_mm:g}: counters of such squares are not read;"
            f" use {SMALLEST_SQUARE_MM:g} to {LARGEST_SQUARE_MM:g} mm"
        )
    return Measures(layout.columns, layout.rows, square_mm)
