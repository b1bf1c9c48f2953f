"""Where the board of Devil's Dice lies on the table, square by square, and its section of the table file."""

from dataclasses import dataclass
from typing import Any

from pi_diavolo.table.boards import Square
from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.table_geometry import BadValue, MarkerSheet, Tray
from pi_diavolo.vision.table_values import Section, is_number, places

FARTHEST_MM = 10_000
SMALLEST_SQUARE_MM, LARGEST_SQUARE_MM = 18.0, 60.0
FEWEST_SQUARES, MOST_SQUARES = 10, 26  # a side; its columns are called a to z
PRINTED_CENTRE = Point(-245.0, 0.0)


@dataclass(frozen=True, slots=True)
class GameBoard:
    """A board that lies upright beside the tray, in the plane of its floor; as it stands, the printed one."""

    centre: Point = PRINTED_CENTRE
    square_mm: float = 18.0
    columns: int = 16
    rows: int = 16

    @property
    def size_mm(self) -> tuple[float, float]:
        """Its width and height over all squares."""
        return self.columns * self.square_mm, self.rows * self.square_mm

    @property
    def corners(self) -> tuple[Point, ...]:
        """The corners of all squares together, clockwise from the far left."""
        width, height = self.size_mm
        left, right = self.centre.x - width / 2, self.centre.x + width / 2
        near, far = self.centre.y - height / 2, self.centre.y + height / 2
        return Point(left, far), Point(right, far), Point(right, near), Point(left, near)

    def centre_of(self, square: Square) -> Point:
        """The middle of a square."""
        return Point(
            self.centre.x + (square.column + 0.5 - self.columns / 2) * self.square_mm,
            self.centre.y + (square.row + 0.5 - self.rows / 2) * self.square_mm,
        )

    def covers(self, centre: Point, width: float, height: float) -> bool:
        """An upright rectangle there would lie at least partly on the board."""
        across, down = ((mine + other) / 2 for mine, other in zip(self.size_mm, (width, height), strict=True))
        return abs(centre.x - self.centre.x) < across - 1e-6 and abs(centre.y - self.centre.y) < down - 1e-6


def board_of(document: Section, tray: Tray, markers: MarkerSheet) -> GameBoard | None:
    """The [board] of a table file; None for a table without one."""
    if "board" not in document.found:
        return None
    section, usual = document.section("board", "centre_mm", "square_mm", "columns", "rows"), GameBoard()
    board = GameBoard(
        centre=section.value("centre_mm", _place, usual.centre),
        square_mm=section.value("square_mm", _square_mm, usual.square_mm),
        columns=section.value("columns", _squares, usual.columns),
        rows=section.value("rows", _squares, usual.rows),
    )
    _check_clear(board, tray, markers)
    return board


def _place(name: str, found: Any) -> Point:
    return places(name, [found], FARTHEST_MM)[0]


def _square_mm(name: str, found: Any) -> float:
    if not is_number(found) or not SMALLEST_SQUARE_MM <= found <= LARGEST_SQUARE_MM:
        wanted = f"a square's width, {SMALLEST_SQUARE_MM:g} to {LARGEST_SQUARE_MM:g} millimetres"
        raise BadValue(name, found, wanted)
    return float(found)


def _squares(name: str, found: Any) -> int:
    if type(found) is not int or not FEWEST_SQUARES <= found <= MOST_SQUARES:
        raise BadValue(name, found, f"a whole number of squares, {FEWEST_SQUARES} to {MOST_SQUARES}")
    return found


def _check_clear(board: GameBoard, tray: Tray, markers: MarkerSheet) -> None:
    found = [board.centre.x, board.centre.y]
    size = " × ".join(f"{side:g}" for side in board.size_mm)
    if board.covers(Point(0.0, 0.0), tray.width_mm, tray.height_mm):
        raise BadValue("board.centre_mm", found, f"a place for its {size} mm clear of the tray")
    for number, centre in markers.centres:
        if board.covers(centre, markers.size_mm, markers.size_mm):
            raise BadValue("board.centre_mm", found, f"a place for its {size} mm clear of marker {number}")
