"""Labels beside dice: each finds the place where it hides least."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.ink import Ink, Pen, contrast

Box = tuple[float, float, float, float]  # left, top, right, bottom

ROUND = tuple((np.cos(turn), np.sin(turn)) for turn in np.linspace(0, 2 * np.pi, 16, endpoint=False))
PAD = 0.45  # round the words, in their height
# In heights of the label: how much farther away it may stand, and from where on a line leads to it.
FARTHER = (0.0, 0.5, 1.0, 1.6, 2.4, 3.4, 4.6)
FAR = 1.0
# How bad it is to cover a pixel, against standing a label's height farther away with the whole label.
OVER_DIE, OVER_LABEL, OUTSIDE, AWAY = 2.0, 3.0, 6.0, 0.16


@dataclass(frozen=True, slots=True)
class Label:
    """A few words on a ground of their own, about a place from which they keep this far."""

    text: str
    about: tuple[float, float]
    away: float
    ground: Ink
    height: float
    bold: bool = True
    edge: Ink | None = None


@dataclass(frozen=True, slots=True)
class _Placed:
    label: Label
    box: Box
    far: bool

    @property
    def middle(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return ((left + right) / 2, (top + bottom) / 2)


class Labels:
    """Finds places for labels one by one, those that matter most first; all are drawn at the end."""

    def __init__(self, pen: Pen, dice: Sequence[npt.ArrayLike]) -> None:
        self._pen = pen
        height, width = pen.picture.shape[:2]
        self._frame = (0.0, 0.0, float(width), float(height))
        self._dice = [_bounds(np.asarray(outline, np.float64)) for outline in dice]
        self._taken: list[Box] = []
        self._placed: list[_Placed] = []

    def keep_clear(self, box: Box) -> None:
        """Something else stands here."""
        self._taken.append(box)

    def put(self, label: Label) -> None:
        """Find the place where it hides least."""
        pad = PAD * label.height
        tall = label.height + 2 * pad
        width = max(tall, self._pen.width_of(label.text, label.height, label.bold) + 2 * pad)
        box, farther = self._best(label, width, tall)
        self._taken.append(box)
        self._placed.append(_Placed(label, box, far=farther >= FAR))

    def draw(self) -> None:
        """Write them all; lines lead to those that stand far from what they are about, under all words."""
        for placed in self._placed:
            if placed.far:
                start = _towards(placed.label, placed.middle)
                self._pen.outline([start, placed.middle], placed.label.ground, 1.2, closed=False)
        for placed in self._placed:
            self._write(placed)

    def _write(self, placed: _Placed) -> None:
        pen, label, (left, top, right, bottom) = self._pen, placed.label, placed.box
        pen.box((left, top), (right - left, bottom - top), label.ground, label.edge or contrast(label.ground))
        x, y = placed.middle
        start = x - pen.width_of(label.text, label.height, label.bold) / 2
        pen.write(label.text, start, y, label.height, contrast(label.ground), label.bold)

    def _best(self, label: Label, width: float, height: float) -> tuple[Box, float]:
        best: tuple[float, Box, float] | None = None
        for farther in FARTHER:
            for cos, sin in ROUND:
                box = _beside(label, cos, sin, farther, width, height)
                cost = self._cost(box) + AWAY * width * height * farther
                if best is None or cost < best[0]:
                    best = (cost, box, farther)
        assert best is not None
        return best[1], best[2]

    def _cost(self, box: Box) -> float:
        left, top, right, bottom = box
        outside = (right - left) * (bottom - top) - _shared(box, self._frame)
        dice = sum(_shared(box, die) for die in self._dice)
        return OUTSIDE * outside + OVER_DIE * dice + OVER_LABEL * sum(_shared(box, b) for b in self._taken)


def _beside(label: Label, cos: float, sin: float, farther: float, width: float, height: float) -> Box:
    # The box touches a circle round the place: half its own extent in this direction farther out.
    reach = label.away + farther * height
    x = label.about[0] + cos * (reach + width / 2)
    y = label.about[1] + sin * (reach + height / 2)
    return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _towards(label: Label, middle: tuple[float, float]) -> tuple[float, float]:
    """Where the line to a far label begins: at the rim of what it is about."""
    (x, y), (u, v) = label.about, middle
    share = min(1.0, 0.75 * label.away / max(1e-6, math.hypot(u - x, v - y)))
    return (x + share * (u - x), y + share * (v - y))


def _bounds(points: npt.NDArray[np.float64]) -> Box:
    # Shrunk a little: the corners of a turned die's bounds are floor.
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    x, y = 0.06 * (right - left), 0.06 * (bottom - top)
    return (float(left + x), float(top + y), float(right - x), float(bottom - y))


def _shared(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0
