"""The printed sheet of Devil's Dice as a picture: squares, homes, safe squares, thick lines and names."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Bytes
from pi_diavolo.simulator.painting.look import PrintedSheet
from pi_diavolo.simulator.painting.palette import RGB
from pi_diavolo.table.board_layout import Axis, Layout, Line
from pi_diavolo.table.boards import Square
from pi_diavolo.table.pieces import Colour

PX_PER_MM = 5.0
BLACK: RGB = (25, 25, 25)
HOME_INKS: Mapping[Colour, RGB] = {
    Colour.ORANGE: (240, 135, 30), Colour.RED: (205, 35, 40), Colour.BLUE: (35, 85, 185),
    Colour.PURPLE: (115, 55, 150), Colour.GREEN: (35, 140, 65), Colour.BLACK: (40, 40, 42),
    Colour.WHITE: (150, 150, 150), Colour.YELLOW: (235, 200, 40),
}  # fmt: skip
FONT = cv2.FONT_HERSHEY_SIMPLEX
# Shares of a square: where the middle of the outer and of the inner outline lies.
OUTER, INNER = 0.08, 0.17
DARKEST_OF_LETTERS = 110.0


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """How the sheet looks: strength of the tints (0 to 1), widths and heights of lines and letters in mm."""

    inks: Mapping[Colour, RGB] = field(default_factory=lambda: HOME_INKS)
    tint: float = 0.22
    outline_mm: float = 1.0
    letter_mm: float = 5.0
    grid_mm: float = 0.35
    line_mm: float = 2.0
    grid_ink: RGB = (120, 120, 120)
    safe_tint: RGB = (236, 216, 217)
    safe_ink: RGB = (140, 25, 30)
    safe_letter: str = "S"
    safe_twice: bool = True  # a second outline within the first
    names_mm: float = 1.3  # of the squares' names in their corners; 0: none
    frame_mm: float = 0.8


def printed_board(
    layout: Layout, square_mm: float, centre: tuple[float, float], style: PrintStyle
) -> PrintedSheet:
    """The board of a layout, its middle at a place on the table."""
    margin = square_mm * 0.6
    size = [round((n * square_mm + 2 * margin) * PX_PER_MM) for n in (layout.columns, layout.rows)]
    picture = np.full((size[1], size[0], 3), 255, np.uint8)
    pen = _Pen(picture, layout, square_mm, margin, style)
    pen.draw()
    return PrintedSheet(picture, PX_PER_MM, centre)


@dataclass(frozen=True, slots=True)
class _Pen:
    picture: Bytes
    layout: Layout
    square_mm: float
    margin: float
    style: PrintStyle

    def draw(self) -> None:
        style = self.style
        for home in self.layout.homes:
            for square in home.squares:
                ink = style.inks[home.colour]
                letter = "K" if home.colour is Colour.BLACK else str(home.colour)[0].upper()
                self._mark(square, _tinted(ink, style.tint), ink, letter)
        for square in self.layout.safe:
            self._mark(square, style.safe_tint, style.safe_ink, style.safe_letter, style.safe_twice)
        self._grid()
        for line in self.layout.lines:
            self._thick(line)
        self._names()

    def _mark(self, square: Square, tint: RGB, ink: RGB, letter: str, twice: bool = False) -> None:
        style = self.style
        left, top = self._px(square.column, square.row + 1)
        right, bottom = self._px(square.column + 1, square.row)
        cv2.rectangle(self.picture, (left, top), (right, bottom), _bgr(tint), -1)
        for inset, share in ((OUTER, 1.0), (INNER, 0.5))[: 1 + twice]:
            away, thick = self._mm(inset * self.square_mm), max(1, self._mm(style.outline_mm * share))
            if style.outline_mm > 0:
                first, last = (left + away, top + away), (right - away, bottom - away)
                cv2.rectangle(self.picture, first, last, _bgr(ink), thick)
        if style.letter_mm > 0:
            middle = ((left + right) // 2, (top + bottom) // 2)
            self._write(letter, middle, style.letter_mm, _legible(ink), 0.14)

    def _grid(self) -> None:
        columns, rows, ink = self.layout.columns, self.layout.rows, _bgr(self.style.grid_ink)
        thick = max(1, self._mm(self.style.grid_mm))
        for column in range(columns + 1):
            cv2.line(self.picture, self._px(column, 0), self._px(column, rows), ink, thick)
        for row in range(rows + 1):
            cv2.line(self.picture, self._px(0, row), self._px(columns, row), ink, thick)
        frame = max(1, self._mm(self.style.frame_mm))
        cv2.rectangle(self.picture, self._px(0, rows), self._px(columns, 0), _bgr(BLACK), frame)

    def _thick(self, line: Line) -> None:
        if line.across is Axis.ROW:
            ends = self._px(line.after, line.first), self._px(line.after, line.last + 1)
        else:
            ends = self._px(line.first, line.after), self._px(line.last + 1, line.after)
        cv2.line(self.picture, *ends, _bgr(BLACK), max(1, self._mm(self.style.line_mm)))

    def _names(self) -> None:
        """Small in the squares' corners, and large along all four edges."""
        columns, rows, high = self.layout.columns, self.layout.rows, self.style.names_mm
        if not high:
            return
        gray: RGB = (110, 110, 110)
        for square in self.layout.squares():
            x, y = self._px(square.column, square.row)
            away = self._mm(0.1 * self.square_mm)
            self._write(
                square.name, (x + away + self._mm(high), y - away - self._mm(high / 2)), high, gray, 0.1
            )
        for column in range(columns):
            for row in (-0.17, rows + 0.17):
                self._write(Square(column, 0).name[0], self._px(column + 0.5, row), 2.5, BLACK, 0.16)
        for row in range(rows):
            for side in (-0.25, columns + 0.25):
                self._write(str(row + 1), self._px(side, row + 0.5), 2.5, BLACK, 0.16)

    def _write(self, text: str, middle: tuple[int, int], high_mm: float, ink: RGB, bold: float) -> None:
        scale = high_mm * PX_PER_MM / 21.0  # the font's capitals are 21 px high
        thick = max(1, round(high_mm * PX_PER_MM * bold))
        (wide, high), _ = cv2.getTextSize(text, FONT, scale, thick)
        at = (middle[0] - wide // 2, middle[1] + high // 2)
        cv2.putText(self.picture, text, at, FONT, scale, _bgr(ink), thick, cv2.LINE_AA)

    def _px(self, column: float, row: float) -> tuple[int, int]:
        """The pixel of a corner of squares."""
        x = self.margin + column * self.square_mm
        y = self.margin + (self.layout.rows - row) * self.square_mm
        return round(x * PX_PER_MM), round(y * PX_PER_MM)

    @staticmethod
    def _mm(length: float) -> int:
        return round(length * PX_PER_MM)


def _tinted(ink: RGB, strength: float) -> RGB:
    red, green, blue = (round(255 - strength * (255 - part)) for part in ink)
    return red, green, blue


def _legible(ink: RGB) -> RGB:
    """The same hue, as dark as a letter must be to be read on its own tint."""
    light = 0.299 * ink[0] + 0.587 * ink[1] + 0.114 * ink[2]
    red, green, blue = (round(part * min(1.0, DARKEST_OF_LETTERS / light)) for part in ink)
    return red, green, blue


def _bgr(ink: RGB) -> tuple[int, int, int]:
    return ink[2], ink[1], ink[0]
