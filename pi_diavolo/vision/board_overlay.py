"""Draws what was seen on the board over the picture: each counter's colour and shape, and every doubt."""

from collections.abc import Mapping, Sequence

import numpy as np

from pi_diavolo.table.boards import CounterSeen, Shape, Square
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.view import TableView
from pi_diavolo.vision.board_reading import SquareSeen
from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.ink import ASKING, INKS, LIGHT, Ink, contrast
from pi_diavolo.vision.overlay_sheet import Sheet
from pi_diavolo.vision.overlay_table import draw_markers, draw_tray
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_board import GameBoard
from pi_diavolo.vision.table_file import TableFile

FRAME: Ink = (205, 205, 205)
# In shares of a square: how far within it a sign's outline stands, how high its letter is, and how far below
# the middle, so that the counter stays in sight.
INSET, LETTER, BELOW = 0.06, 0.17, 0.42
STEPS = 12  # a lens bends the board's sides


def draw_board(
    picture: Picture,
    squares: Sequence[SquareSeen],
    table: TableFile,
    camera: Camera,
    letters: Mapping[Colour, str] | None = None,
    dice: TableView | None = None,
) -> Picture:
    """The picture with all that was seen; a pawn's square has round corners cut off, a flat's is whole."""
    board = table.board
    assert board is not None, "only a table with a board has squares"
    sheet = Sheet(picture, [die.outline_px for die in dice.dice] if dice else [])
    draw_tray(sheet, camera, table)
    draw_markers(sheet, camera, table)
    sheet.pen.thread(sheet.px(camera.project(_edge(board))), FRAME, 1.0, closed=True)
    for seen in squares:
        if seen.counter is not None:
            _draw_counter(sheet, board, camera, seen.counter, letters or {})
        elif not seen.is_sure:
            _draw_doubt(sheet, board, camera, seen.square)
    for number, die in enumerate(dice.dice if dice else ()):
        sheet.pen.outline(sheet.dice[number], INKS[die.colour], 2.4)
        sheet.say(str(die.value), sheet.point(die.px), 0.64, INKS[die.colour])
    sheet.labels.draw()
    return sheet.canvas


def _draw_counter(
    sheet: Sheet, board: GameBoard, camera: Camera, counter: CounterSeen, letters: Mapping[Colour, str]
) -> None:
    ink = INKS[counter.colour]
    outline = _sign(board, counter.square, cut=counter.shape is Shape.PAWN)
    is_sure = counter.shape is not None and not counter.maybe
    sheet.pen.outline(sheet.px(camera.project(outline)), ink if is_sure else ASKING, 2.4)
    letter = letters.get(counter.colour, str(counter.colour)[:1]).upper()
    _write(sheet, board, camera, counter.square, letter if is_sure else f"{letter}?", ink)


def _draw_doubt(sheet: Sheet, board: GameBoard, camera: Camera, square: Square) -> None:
    sheet.pen.outline(sheet.px(camera.project(_sign(board, square))), ASKING, 2.4)
    _write(sheet, board, camera, square, "?", ASKING)


def _write(sheet: Sheet, board: GameBoard, camera: Camera, square: Square, text: str, ground: Ink) -> None:
    middle = board.centre_of(square)
    near = middle.y - BELOW * board.square_mm
    ends = camera.project([(middle.x, near, 0), (middle.x + LETTER * board.square_mm, near, 0)])
    (x, y), (right, low) = sheet.px(ends)
    height = float(np.hypot(right - x, low - y))
    wide = sheet.pen.width_of(text, height, bold=True)
    edge = LIGHT if contrast(ground) == LIGHT else contrast(ground)
    sheet.pen.box((x - wide / 2 - 3, y - 0.8 * height), (wide + 6, 1.6 * height), ground, edge)
    sheet.pen.write(text, x - wide / 2, y, height, contrast(ground), bold=True)


def _sign(board: GameBoard, square: Square, cut: bool = False) -> Array:
    """A square within a square, at the height of the paper; `cut` makes it an octagon."""
    middle, half = board.centre_of(square), (0.5 - INSET) * board.square_mm
    short = 0.45 * half if cut else half
    corners = [
        (sx * a, sy * b)
        for sx, sy, first in ((-1, 1, False), (1, 1, True), (1, -1, False), (-1, -1, True))
        for a, b in (((short, half), (half, short)) if first else ((half, short), (short, half)))
    ]
    return np.array([(middle.x + x, middle.y + y, 0.0) for x, y in corners])


def _edge(board: GameBoard) -> Array:
    corners = [np.array((corner.x, corner.y, 0.0)) for corner in board.corners]
    along = np.linspace(0, 1, STEPS, endpoint=False)[:, None]
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    return np.concatenate([start + along * (end - start) for start, end in sides])
