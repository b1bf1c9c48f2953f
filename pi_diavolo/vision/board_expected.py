"""What the printed board of a layout should look like without a counter on it: tints, outlines and lines."""

from collections.abc import Mapping
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.table.board_layout import Axis, Layout
from pi_diavolo.table.boards import Square
from pi_diavolo.table.pieces import Colour

Bytes = npt.NDArray[np.uint8]
BGR = tuple[int, int, int]

# The inks of the homes, blue first, as our sheet has them; their squares are tinted, their outlines are not.
INKS: Mapping[Colour, BGR] = {
    Colour.ORANGE: (30, 135, 240), Colour.RED: (40, 35, 205), Colour.BLUE: (185, 85, 35),
    Colour.PURPLE: (150, 55, 115), Colour.GREEN: (65, 140, 35), Colour.BLACK: (42, 40, 40),
    Colour.WHITE: (150, 150, 150), Colour.YELLOW: (40, 200, 235), Colour.GRAY: (128, 128, 128),
}  # fmt: skip
SAFE_INK: BGR = (30, 25, 140)
GRID_INK: BGR = (130, 130, 130)
LINE_INK: BGR = (25, 25, 25)
TINT = 0.22
# In shares of a square.
OUTLINE, INSET, THICK = 0.055, 0.08, 0.11
FINER = 3


@lru_cache(maxsize=4)
def expected_print(layout: Layout, square_px: int, margin_px: int) -> Bytes:
    """The board from above, a margin of paper round it; rows count upwards, as on the table."""
    side, edge = square_px * FINER, margin_px * FINER
    sheet = np.full((layout.rows * side + 2 * edge, layout.columns * side + 2 * edge, 3), 255, np.uint8)
    for home in layout.homes:
        for square in home.squares:
            _mark(sheet, _box(layout, square, side, edge), INKS[home.colour])
    for square in layout.safe:
        _mark(sheet, _box(layout, square, side, edge), SAFE_INK)
    right, bottom = layout.columns * side + edge, layout.rows * side + edge
    for column in range(layout.columns + 1):
        cv2.line(sheet, (edge + column * side, edge), (edge + column * side, bottom), GRID_INK, 1)
    for row in range(layout.rows + 1):
        cv2.line(sheet, (edge, edge + row * side), (right, edge + row * side), GRID_INK, 1)
    for line in layout.lines:
        after, first, last = line.after * side, line.first * side, (line.last + 1) * side
        ends = ((after, first), (after, last)) if line.across is Axis.ROW else ((first, after), (last, after))
        (x, y), (u, v) = ((edge + across, bottom - up) for across, up in ends)
        cv2.line(sheet, (x, y), (u, v), LINE_INK, max(1, round(THICK * side)))
    size = (sheet.shape[1] // FINER, sheet.shape[0] // FINER)
    return np.asarray(cv2.resize(sheet, size, interpolation=cv2.INTER_AREA), np.uint8)


def _box(layout: Layout, square: Square, side: int, edge: int) -> tuple[int, int, int]:
    """Left, top and side of a square."""
    return edge + square.column * side, edge + (layout.rows - 1 - square.row) * side, side


def _mark(sheet: Bytes, box: tuple[int, int, int], ink: BGR) -> None:
    left, top, side = box
    tint = tuple(round(255 - TINT * (255 - part)) for part in ink)
    cv2.rectangle(sheet, (left, top), (left + side, top + side), tint, -1)
    inset = round(INSET * side)
    first, last = (left + inset, top + inset), (left + side - inset, top + side - inset)
    cv2.rectangle(sheet, first, last, ink, max(1, round(OUTLINE * side)))
