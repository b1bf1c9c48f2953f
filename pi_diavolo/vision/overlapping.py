"""Two dice cannot lie flat in each other: where they seem to, one is none, or was aimed at badly."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import cv2
import numpy as np

from pi_diavolo.vision.patches import distance, squares
from pi_diavolo.vision.sight import FLAT, SeenDie

# Of the smaller top face so much may seem to lie in another's: places are never exact.
MOST_SHARED = 0.15
LIES_FLAT = 0.5


def overlapping(dice: Sequence[SeenDie]) -> Iterator[SeenDie]:
    """For each pair that lies in each other, the one that looks less like a top face."""
    for one, other in combinations([die for die in dice if die.ways[FLAT] > LIES_FLAT], 2):
        near = distance(one.pose, other.pose) < (one.size_mm + other.size_mm) / 2
        if near and _shared(one, other) > MOST_SHARED:
            yield min(one, other, key=lambda die: die.face)


def _shared(one: SeenDie, other: SeenDie) -> float:
    """What two top faces share, as a part of the smaller."""
    shapes = [squares([die.pose], die.size_mm)[0].astype(np.float32) for die in (one, other)]
    area, _ = cv2.intersectConvexConvex(*shapes)
    return float(area) / min(one.size_mm, other.size_mm) ** 2
