"""The common recipe to read a board, for comparison: each square's middle has the nearest of some colours."""

from collections.abc import Mapping

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.table.pieces import Colour
from pi_diavolo.vision.board_patches import PATCH_PX, BoardPatches

# What counters look like in daylight, red, green and blue; paper is white.
PLAIN: Mapping[Colour, tuple[int, int, int]] = {
    Colour.ORANGE: (238, 120, 25), Colour.RED: (195, 25, 30), Colour.BLUE: (30, 80, 185),
    Colour.PURPLE: (115, 50, 150), Colour.GREEN: (25, 135, 60), Colour.BLACK: (32, 32, 34),
    Colour.WHITE: (205, 203, 198), Colour.YELLOW: (238, 205, 45),
}  # fmt: skip
MIDDLE_PX = 4  # each way from a square's middle


def nearest_colours(patches: BoardPatches) -> list[Colour | None]:
    """For each square the colour nearest to that of its middle; None if the bare print is nearer."""
    here = np.s_[:, PATCH_PX // 2 - MIDDLE_PX : PATCH_PX // 2 + MIDDLE_PX + 1]
    middles = np.median(
        patches.views[here][:, :, here[1], :3].reshape(len(patches.views), -1, 3), axis=1
    ) / np.maximum(patches.paper, 1)
    prints = np.median(patches.expected[here][:, :, here[1]].reshape(len(middles), -1, 3), axis=1) / 255
    colours = list(PLAIN)
    shades = _lab(np.array([PLAIN[colour][::-1] for colour in colours]) / 255)
    away = np.linalg.norm(_lab(middles)[:, None] - shades, axis=2)
    bare = np.linalg.norm(_lab(middles) - _lab(prints), axis=1)
    return [None if bare[n] < away[n].min() else colours[int(away[n].argmin())] for n in range(len(middles))]


def _lab(bgr: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    lab = cv2.cvtColor(np.clip(bgr, 0, 1).astype(np.float32)[None], cv2.COLOR_BGR2Lab)
    return np.asarray(lab[0], np.float32)
