"""Where in a flat view dice may lie, by what the spotter says of each cell."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.camera import Array
from pi_diavolo.vision.certainty import log_odds
from pi_diavolo.vision.die_scale import CELL_PX
from pi_diavolo.vision.flatten import Flattener
from pi_diavolo.vision.networks import Bytes, Numbers
from pi_diavolo.vision.patches import Pose

Cells = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]
# Spots less likely than this are not looked at; the closer look tells what is no die.
LEAST_SURE = 0.12
# A cell beside a peak may speak of another die, if it is so sure and that die so far from all others.
BESIDE_SURE, BESIDE_APART_DICE = 0.2, 0.6
# Where a cell is less sure than this, not even a harder look has ever found a die: bare floor is at 0.02.
WARM = 0.08
# Where one is missing, or one may be too many, dice are looked for wherever a cell surer than this means one:
# on a floor burnt white a white die was hardly spotted.
HINT = 0.05
# No two dice's centres are nearer than this: they would lie in each other.
LEAST_APART_DICE = 0.45


def spots(out: Numbers, flat: Flattener, least: float = LEAST_SURE) -> list[Pose]:
    """Where in a flat view dice may lie, the surest first.

    Each cell says how far off the die's centre is. So beside a peak another die can still be seen, if a sure
    cell there means a place where that die has room.
    """
    heat = out[0]
    is_peak = heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))
    peaks = apart(_meant(out, is_peak & (heat > log_odds(least)), flat), LEAST_APART_DICE * flat.z)
    room = BESIDE_APART_DICE * flat.z
    beside = apart(_meant(out, ~is_peak & (heat > log_odds(BESIDE_SURE)), flat), room)
    return [*peaks, *(pose for pose in beside if _is_far(pose, peaks, room))]


def warm(out: Numbers, flat: Flattener, least: float = WARM) -> Array:
    """The middles (N, 2) of all cells in which there may be something, however little; the surest first."""
    rows, columns = _surest_first(out, out[0] > log_odds(least))
    return flat.to_mm((np.column_stack([columns, rows]) + 0.5) * CELL_PX - 0.5)


def hints(out: Numbers, flat: Flattener) -> list[Pose]:
    """All places that cells mean, however little speaks for a die there; the surest first."""
    return _meant(out, out[0] > log_odds(HINT), flat)


def _surest_first(out: Numbers, cells: Cells) -> tuple[Indices, Indices]:
    """The rows and columns of these cells."""
    rows, columns = np.nonzero(cells)
    surest = np.argsort(-out[0, rows, columns], kind="stable")
    return rows[surest], columns[surest]


def _meant(out: Numbers, cells: Cells, flat: Flattener) -> list[Pose]:
    """The dice that these cells speak of, the surest first."""
    rows, columns = _surest_first(out, cells)
    _, dx, dy, cos4, sin4, _ = out[:, rows, columns].astype(np.float64)
    # Pixel centres are whole numbers in both scales, so half a pixel goes out and comes in again.
    middles = (np.column_stack([columns + dx, rows + dy]) + 0.5) * CELL_PX - 0.5
    turns = -np.arctan2(sin4, cos4) / 4  # up is down in pixels
    return [Pose(x, y, yaw) for (x, y), yaw in zip(flat.to_mm(middles).tolist(), turns.tolist(), strict=True)]


def apart(poses: Sequence[Pose], least: float) -> list[Pose]:
    """The poses without those that lie in an earlier one."""
    kept: list[Pose] = []
    for pose in poses:
        if _is_far(pose, kept, least):
            kept.append(pose)
    return kept


def _is_far(pose: Pose, others: Sequence[Pose], least: float) -> bool:
    """Whether all others are farther away than so many millimetres."""
    x, y = pose.x, pose.y
    return all(math.hypot(x - other.x, y - other.y) > least for other in others)


def in_whole_cells(view: Bytes) -> Bytes:
    """The view with a black rim below and to the right, so that the cells come out even."""
    below, right = -view.shape[0] % CELL_PX, -view.shape[1] % CELL_PX
    return np.asarray(cv2.copyMakeBorder(view, 0, below, 0, right, cv2.BORDER_CONSTANT), np.uint8)
