"""The sheet that an overlay is drawn on: the picture, enlarged until letters can be read, and its pens."""

import math
from collections.abc import Sequence

import cv2
import numpy as np

from pi_diavolo.table.view import Pixel
from pi_diavolo.vision.camera import Array
from pi_diavolo.vision.ink import Ink, Pen
from pi_diavolo.vision.labels import Label, Labels
from pi_diavolo.vision.picture import Picture

# Small pictures are enlarged before anything is written on them.
READABLE, MOST_TIMES = 720, 4
NARROWEST = 480


class Sheet:
    """A picture to draw on and its dice, which labels leave free; letters go by the size of these."""

    def __init__(self, picture: Picture, outlines: Sequence[Sequence[Pixel]]) -> None:
        self.canvas, self.times = enlarged(picture)
        self.unit = unit_of(self.canvas)
        self.pen = Pen(self.canvas, self.unit)
        self.dice = [self.px(outline) for outline in outlines]
        self.labels = Labels(self.pen, self.dice)
        sides = [float(np.linalg.norm(outline[1] - outline[0])) for outline in self.dice]
        self.side = float(np.median(sides)) if sides else 36 * self.unit
        self.letters = max(10.5 * self.unit, min(0.4 * self.side, 17 * self.unit))

    def px(self, points: Sequence[Pixel] | Array) -> Array:
        """Pixels of the picture as those of the sheet."""
        return (np.asarray(points, np.float64).reshape(-1, 2) + 0.5) * self.times - 0.5

    def point(self, px: Pixel) -> Pixel:
        """The same for one."""
        ((x, y),) = self.px([px])
        return (float(x), float(y))

    def say(self, text: str, about: Pixel, away: float, ground: Ink) -> None:
        """A label about a place, so many sides of a die away from its middle."""
        self.labels.put(Label(text, about, away * self.side, ground, self.letters))


def enlarged(picture: Picture) -> tuple[Picture, int]:
    """A copy to draw on, so many times as large that letters can be read; narrow ones get a margin."""
    height, width = picture.shape[:2]
    times = max(1, min(MOST_TIMES, math.ceil(READABLE / min(height, width))))
    canvas = cv2.resize(picture, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    margin = max(0, NARROWEST - canvas.shape[1])
    return np.asarray(cv2.copyMakeBorder(canvas, 0, 0, 0, margin, cv2.BORDER_CONSTANT), np.uint8), times


def unit_of(canvas: Picture) -> float:
    """A hair's width on this picture."""
    height, width = canvas.shape[:2]
    return float(max(0.5, min(height, width) / 960))
