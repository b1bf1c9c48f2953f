"""The sheet with the ChArUco board, from which the lens is learned."""

from collections.abc import Iterator
from dataclasses import dataclass

from pi_diavolo.errors import UsageError
from pi_diavolo.sheets.markers import Cells, printed
from pi_diavolo.sheets.pages import FOOT_MM, MARGIN_MM, Filled, Mark, Page, Paper, page, sides
from pi_diavolo.sheets.shapes import box

# This sheet's head is lower: the board needs the room.
TOP_MM = 30.0
HINTS = (
    "Glue it on something stiff and flat. Take 10 to 20 sharp pictures of it with the table's camera: near,"
    " in every corner of the picture,",
    "and leaning some 30 degrees to each side. Then: pi-diavolo calibrate lens PICTURES --table TABLE.toml",
)


@dataclass(frozen=True, slots=True)
class Board:
    """A chessboard with a marker in each white square; `places` are the markers' squares, column and row."""

    columns: int
    rows: int
    square_mm: float
    marker_mm: float
    dictionary: str
    places: tuple[tuple[int, int], ...]
    markers: tuple[Cells, ...]


def board_page(board: Board, paper: Paper) -> Page:
    """The board in the middle of a sheet that lies on its side."""
    page_width, page_height = sides(paper, landscape=True)
    width, height = board.columns * board.square_mm, board.rows * board.square_mm
    left, top = (page_width - width) / 2, TOP_MM + (page_height - TOP_MM - FOOT_MM - height) / 2
    if left < MARGIN_MM or top < TOP_MM:
        raise UsageError(
            f"a board of {width:g} × {height:g} mm does not fit on {paper.upper()} paper;"
            " use fewer or smaller squares, see --board and --square-mm"
        )
    title = (
        f"ChArUco board, {board.columns} x {board.rows} squares of {board.square_mm:g} mm,"
        f" markers {board.marker_mm:g} mm, {board.dictionary}"
    )
    return page(paper, title, HINTS, _squares(board, left, top), landscape=True)


def _squares(board: Board, left: float, top: float) -> Iterator[Mark]:
    side, rim = board.square_mm, (board.square_mm - board.marker_mm) / 2
    white = set(board.places)
    for row in range(board.rows):
        for column in range(board.columns):
            if (column, row) not in white:
                yield Filled(box(left + column * side, top + row * side, side, side))
    for (column, row), cells in zip(board.places, board.markers, strict=True):
        yield from printed(cells, left + column * side + rim, top + row * side + rim, board.marker_mm)
