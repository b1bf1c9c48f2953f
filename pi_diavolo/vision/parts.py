"""A flat view of which only parts are given to the spotter: those round places where something may lie."""

from collections.abc import Iterator

import cv2
import numpy as np

from pi_diavolo.vision import networks
from pi_diavolo.vision.camera import Array
from pi_diavolo.vision.die_scale import CELL_PX
from pi_diavolo.vision.flatten import Flattener
from pi_diavolo.vision.networks import Bytes, Numbers
from pi_diavolo.vision.spots import in_whole_cells

# So many cells round each decide what the spotter says of it: with them it says what it would in the whole.
SEEN_CELLS = 5
# A die may be found so many cells beside the place that seemed warm.
REACH_CELLS = 2
# In log-odds: nothing is there.
NOTHING = -20.0
FIELDS = 6

# Cells of a view: rows, columns.
Part = tuple[slice, slice]


def spot_round(picture: Bytes, flat: Flattener, places: Array) -> Numbers:
    """What the spotter says of the flat view, as if nothing lay elsewhere than round these places (N, 2)."""
    parts = [(part, _with_rim(part)) for part in _parts(flat, places)]
    columns, rows = _cells(flat)
    if sum(_count(seen, rows, columns) for _, seen in parts) >= rows * columns:
        return networks.spot(in_whole_cells(flat.flatten(picture)))
    out = np.zeros((FIELDS, rows, columns), np.float32)
    out[0] = NOTHING
    for (down, across), seen in parts:
        told = networks.spot(in_whole_cells(flat.flatten(picture, _pixels(seen))))
        top, left = down.start - seen[0].start, across.start - seen[1].start
        within = told[:, top:, left:][:, : down.stop - down.start, : across.stop - across.start]
        out[:, down, across] = within
    return out


def _parts(flat: Flattener, places: Array) -> Iterator[Part]:
    """Those that hold all these places and what is round them; places near each other share one."""
    columns, rows = _cells(flat)
    warm = np.zeros((rows, columns), np.uint8)
    across, down = np.floor((flat.to_flat(places) + 0.5) / CELL_PX).astype(int).T
    within = (across >= 0) & (across < columns) & (down >= 0) & (down < rows)
    warm[down[within], across[within]] = 1
    wide = 2 * REACH_CELLS + 1
    _, _, found, _ = cv2.connectedComponentsWithStats(cv2.dilate(warm, np.ones((wide, wide), np.uint8)))
    for x, y, width, height, _ in found[1:].tolist():
        yield slice(y, y + height), slice(x, x + width)


def _with_rim(part: Part) -> Part:
    down, across = (slice(max(0, side.start - SEEN_CELLS), side.stop + SEEN_CELLS) for side in part)
    return down, across


def _pixels(part: Part) -> Part:
    down, across = (slice(side.start * CELL_PX, side.stop * CELL_PX) for side in part)
    return down, across


def _cells(flat: Flattener) -> tuple[int, int]:
    """How many columns and rows of cells the view has."""
    columns, rows = (-(-side // CELL_PX) for side in flat.size)
    return columns, rows


def _count(part: Part, rows: int, columns: int) -> int:
    down, across = part
    return len(range(rows)[down]) * len(range(columns)[across])
