"""What hides the tray: a hand, an arm, whatever is neither floor nor dice, seen in a small view of it."""

from dataclasses import dataclass

import cv2
import numpy as np

from pi_diavolo.vision import networks
from pi_diavolo.vision.certainty import log_odds
from pi_diavolo.vision.die_scale import CELL_PX
from pi_diavolo.vision.flatten import Flattener
from pi_diavolo.vision.networks import Bytes, Numbers
from pi_diavolo.vision.table_file import TableFile

# The view in which dice are spotted is made so many times smaller; blocks of so many cells come out even.
SMALLER, CELLS_A_BLOCK = 2, 4
# How much the network that sees the whole tray counts beside the spotter.
WHOLE = 0.4
# More likely hidden than the first, a part of the tray is taken to be; more than the second, it may be.
COVERED, PERHAPS = 0.5, 0.1


def hidden_cells(view: Bytes, spotted: Numbers) -> Numbers:
    """For every cell of a flat view the log-odds that something hides the tray there.

    `spotted` is what the spotter says of that. It knows skin from felt, the other network a hand from the
    whole tray: together they are wrong less often than either.
    """
    rows, columns = spotted.shape
    return spotted + np.float32(WHOLE) * (networks.cover(_small(view))[:rows, :columns] - spotted)


@dataclass(frozen=True, slots=True)
class Covered:
    """How much is covered of the tray, and of what is seen round it, where an arm reaches in (mm²).

    And how much may be, of both together: a hand that is like the floor is hardly seen, but all of it.
    """

    tray_mm2: float
    round_mm2: float
    perhaps_mm2: float = 0.0


def covered(hidden: Numbers, flat: Flattener, table: TableFile) -> Covered:
    """How much something covers, by the log-odds of each cell."""
    cell_mm2 = (CELL_PX / flat.px_per_mm) ** 2
    perhaps_mm2 = float(np.count_nonzero(hidden > log_odds(PERHAPS))) * cell_mm2
    rows, columns = np.nonzero(hidden > log_odds(COVERED))
    if not len(rows):
        return Covered(0.0, 0.0, perhaps_mm2)
    middles = np.column_stack([columns, rows]) * CELL_PX + (CELL_PX - 1) / 2
    inside = (np.abs(flat.to_mm(middles)) < (table.tray.width_mm / 2, table.tray.height_mm / 2)).all(axis=1)
    return Covered(float(inside.sum()) * cell_mm2, float((~inside).sum()) * cell_mm2, perhaps_mm2)


def _small(view: Bytes) -> Bytes:
    """The view made smaller, with a black rim below and to the right, so that blocks come out even."""
    block = CELL_PX * CELLS_A_BLOCK
    below, right = -view.shape[0] % block, -view.shape[1] % block
    even = cv2.copyMakeBorder(view, 0, below, 0, right, cv2.BORDER_CONSTANT)
    size = (even.shape[1] // SMALLER, even.shape[0] // SMALLER)
    return np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_AREA), np.uint8)
