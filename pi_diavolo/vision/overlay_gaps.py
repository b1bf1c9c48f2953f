"""The gaps of an overlay: a line from the Order die to the nearest die of each colour."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from pi_diavolo.table.footprint import Footprint, gap
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.view import DieView, OrderDieView, TableView
from pi_diavolo.vision.camera import Array
from pi_diavolo.vision.table_file import TableFile


@dataclass(frozen=True, slots=True, eq=False)
class Bridge:
    """From the Order die to a colour's nearest die, whose number in the view this is."""

    colour: Colour
    die: int
    start: Array
    end: Array


def bridges(view: TableView, table: TableFile, outlines: Sequence[Array]) -> Iterator[Bridge]:
    """For each colour with a gap the two points, on the Order die's outline and the nearest die's.

    The outlines are those of the view's dice, and last the Order die's.
    """
    if view.order_die is None:
        return
    own = _footprint(view.order_die, table.order_die_mm)
    for colour in view.gaps:
        gaps = {
            number: gap(own, _footprint(die, table.dice_mm))
            for number, die in enumerate(view.dice)
            if die.colour is colour
        }
        if gaps:
            nearest = min(gaps, key=gaps.__getitem__)
            yield Bridge(colour, nearest, *_bridge(outlines[-1], outlines[nearest]))


def _footprint(die: DieView | OrderDieView, size: float) -> Footprint:
    return Footprint(die.where, size, math.degrees(die.yaw))


def _bridge(one: Array, other: Array) -> tuple[Array, Array]:
    """The two points, one on each outline, that are nearest to each other."""
    pairs = []
    for corners, edges, swapped in ((one, other, False), (other, one, True)):
        for corner, place in product(corners, range(len(edges))):
            foot = _foot(corner, edges[place - 1], edges[place])
            pairs.append((foot, corner) if swapped else (corner, foot))
    return min(pairs, key=lambda pair: float(np.linalg.norm(pair[0] - pair[1])))


def _foot(point: Array, start: Array, end: Array) -> Array:
    along = end - start
    length = float(along @ along)
    share = float((point - start) @ along) / length if length else 0.0
    return np.asarray(start + min(1.0, max(0.0, share)) * along)
