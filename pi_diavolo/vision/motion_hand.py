"""A hand over the tray: something large that reaches in over the edge and was not there before."""

import math
from dataclasses import dataclass
from typing import Any, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.motion_change import Cells, in_the_light_of
from pi_diavolo.vision.motion_view import CELL_MM, Glance
from pi_diavolo.vision.picture import Picture

T = TypeVar("T", bound=np.generic)

LEAST_LEVELS = 14
# Before a place was seen at rest, it is taken to be as bright as the rest of the floor leads one to expect.
LEAST_LEVELS_FOR_A_GUESS, ALIKE_FOR_A_GUESS, ROUNDS, NEAR_LEVELS = 32, 1.8, 8, 4.0
# In a shadow all channels go down about alike, and not to black: a lamp is rarely the only light.
ALIKE, DARKEST, BRIGHTEST, BLACK = 1.25, 0.4, 1.15, 8.0
SURE_SHARE = 0.35  # of a hand: the rest may look like a shadow, and some of it is one
ACROSS_MM, SMALL_HAND_MM2 = 40, 1600  # three dice in a row at the wall are nearly as wide, not as large
DEEP_MM, DEEP_MM2 = 24, 128  # after a knock all of the wall is elsewhere, but only the wall
TREMBLES_S = 0.3  # nobody holds a hand quite still for longer
FOLLOWS_S = 0.4  # how soon what lies still is taken for the ground a hand is told from
WALL_CELLS = 2
FINGERS = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Blobs:
    """Connected cells: those that reach in over the edge, those that do not, and the hands among them."""

    at_edge: Cells
    free: Cells
    hand: Cells


class Ground:
    """Remembers how the tray looks without a hand: floor and dice that lie still."""

    def __init__(self, first: Glance) -> None:
        self._began_at = self._at = first.at
        # The outermost cells show the wall.
        self._wall = WALL_CELLS if min(first.cells.shape[:2]) > 6 * WALL_CELLS else 0
        self._cells = _floor_of(self._inner(first.cells))
        self._least = np.full(self._cells.shape[:2], LEAST_LEVELS_FOR_A_GUESS, np.uint8)
        self._never_moved = np.ones(self._cells.shape[:2], np.bool_)

    def hand(self, now: Glance, moving: bool, least_mm2: float = SMALL_HAND_MM2) -> Cells:
        """Where a hand at least this large is over the tray; a shadow counts as long as something moves."""
        cells = self._inner(now.cells)
        before = in_the_light_of(cells, np.rint(self._cells).astype(np.uint8))
        other, sure = _other(before, cells, self._least)
        return np.pad(blobs(other, other if moving else sure, least_mm2).hand, self._wall, mode="edge")

    def learn(self, now: Glance, moving: Cells, hand: Cells) -> None:
        """Take what is still, and no hand, for the ground."""
        share = 1 - math.exp(-max(0.0, now.at - self._at) / FOLLOWS_S)
        self._at = now.at
        self._never_moved &= ~self._inner(moving)
        cells, still = self._inner(now.cells), ~self._inner(moving | hand)
        self._know(cells, still)
        cv2.accumulateWeighted(cells, self._cells, share, still.astype(np.uint8))

    def trust(self, now: Glance) -> None:
        """Take what never moved for the ground where that was guessed: print, or a shadow of the wall.

        Only where somebody sees no hand: of one that moves slowly the edges stir, not the back.
        """
        if now.at - self._began_at >= TREMBLES_S:
            self._know(self._inner(now.cells), self._never_moved)

    def _know(self, cells: Picture, known: Cells) -> None:
        new = known & (self._least > LEAST_LEVELS)
        self._cells[new] = cells[new]
        self._least[new] = LEAST_LEVELS

    def accept(self, now: Glance) -> None:
        """Take all that is there for the ground."""
        self._at, self._cells = now.at, self._inner(now.cells).astype(np.float32)
        self._least[:] = LEAST_LEVELS

    def _inner(self, cells: npt.NDArray[T]) -> npt.NDArray[T]:
        rows, columns = cells.shape[:2]
        return np.ascontiguousarray(cells[self._wall : rows - self._wall, self._wall : columns - self._wall])


def _floor_of(cells: Picture) -> npt.NDArray[np.float32]:
    """The floor beneath all that lies or reaches in: a smooth light that most of the cells are near to."""
    rows, columns = cells.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    sparse, shown = terms[::2, ::2].reshape(-1, 6), cells[::2, ::2].reshape(-1, 3).astype(np.float64)
    weight = np.ones(len(sparse))
    for _ in range(ROUNDS):
        shape = np.linalg.lstsq(sparse * weight[:, None], shown * weight[:, None], rcond=None)[0]
        off = np.abs(shown - sparse @ shape).max(axis=1)
        weight = 1 / np.sqrt(np.maximum(off, NEAR_LEVELS))  # the more a cell is off, the less it counts
    return np.asarray(np.clip(terms @ shape, 0, 255), np.float32)


def _other(before: Picture, now: Picture, least: npt.NDArray[np.uint8]) -> tuple[Cells, Cells]:
    """Which cells differ, and which of these differ by more than a shadow would make them."""
    off = _highest(cv2.absdiff(now, before)) > least
    ratio = cv2.divide(now + np.float32(BLACK), before + np.float32(BLACK))
    highest, lowest = _highest(ratio), -_highest(-ratio)
    shadow = (highest < ALIKE * lowest) & (lowest > DARKEST) & (highest < BRIGHTEST)
    # Where the floor is a guess, the dark strip along the wall may well be the wall's own shadow.
    off &= ~((least > LEAST_LEVELS) & (highest < ALIKE_FOR_A_GUESS * lowest) & (highest < BRIGHTEST))
    return off, off & ~shadow


def _highest(cells: Any) -> Any:
    """Of three channels; numpy would take far longer."""
    blue, green, red = cv2.split(cells)
    return cv2.max(cv2.max(blue, green), red)


def blobs(cells: Cells, sure: Cells, least_mm2: float = SMALL_HAND_MM2) -> Blobs:
    """Sort cells that differ by what they hang together with."""
    joined = cv2.morphologyEx(np.pad(cells.astype(np.uint8), 1), cv2.MORPH_CLOSE, FINGERS)[1:-1, 1:-1]
    count, labels = cv2.connectedComponents(joined, connectivity=8)
    edge = _edge(labels)
    across = np.bincount(edge, minlength=count) * CELL_MM
    size = np.bincount(labels.ravel(), minlength=count)
    surely = np.bincount(labels[sure], minlength=count)
    inner = labels[DEEP_MM // CELL_MM : -DEEP_MM // CELL_MM, DEEP_MM // CELL_MM : -DEEP_MM // CELL_MM]
    deep = np.bincount(inner.ravel(), minlength=count) * CELL_MM**2
    reaches = across > 0
    large = (across >= ACROSS_MM) & (size * CELL_MM**2 >= least_mm2) & (deep >= DEEP_MM2)
    hand = large & (surely >= SURE_SHARE * size)
    for kind in (reaches, hand):
        kind[0] = False
    free = ~reaches
    free[0] = False
    return Blobs(reaches[labels], free[labels], hand[labels])


def _edge(labels: Any) -> npt.NDArray[np.intp]:
    """The labels along the view's four sides."""
    return np.asarray(np.concatenate([labels[0], labels[-1], labels[1:-1, 0], labels[1:-1, -1]]), np.intp)
