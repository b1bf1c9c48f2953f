"""Two dice cannot lie flat in each other: where they seem to, one leans, is none, or was aimed at badly."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from pi_diavolo.table.footprint import Footprint, gap
from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.patches import distance
from pi_diavolo.vision.sight import FLAT, SeenDie

# So deep, in die widths, one may seem to lie in another, for places are never exact. Of 3,642 painted throws
# that were read rightly one had dice deeper in each other, but a black one that leaned on another, and was
# surely taken to lie flat, was twice as deep in it.
MOST_DEEP = 0.05
# With edges so round, in die widths, they would lie least deep.
ROUNDEST = 0.17
LIES_FLAT = 0.5
# Farther apart, in die widths, not even two that are turned corner to corner lie so deep in each other.
FAR_DICE = math.sqrt(2) * (1 - 2 * ROUNDEST) + 2 * ROUNDEST - MOST_DEEP


def overlapping(dice: Sequence[SeenDie]) -> Iterator[SeenDie]:
    """For each pair that lies in each other, the one that looks less like a top face."""
    for one, other in combinations([die for die in dice if die.ways[FLAT] > LIES_FLAT], 2):
        size = (one.size_mm + other.size_mm) / 2
        near = distance(one.pose, other.pose) < FAR_DICE * size
        if near and _deep(one, other) > MOST_DEEP * size:
            yield min(one, other, key=lambda die: die.face)


def _deep(one: SeenDie, other: SeenDie) -> float:
    """How far (mm) they lie in each other; less than nothing if they are apart."""
    return ROUNDEST * (one.size_mm + other.size_mm) - gap(_inner(one), _inner(other))


def _inner(die: SeenDie) -> Footprint:
    """The square that grows into the die's footprint by the radius of its edges."""
    where = Point(die.pose.x, die.pose.y)
    return Footprint(where, (1 - 2 * ROUNDEST) * die.size_mm, math.degrees(die.pose.yaw), 0.0)
