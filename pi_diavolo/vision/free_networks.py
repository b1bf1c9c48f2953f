"""The two networks for dice in any photograph; `training/free.py` made them."""

import cv2
import numpy as np

from pi_diavolo.vision.networks import Numbers, run
from pi_diavolo.vision.picture import Picture

COLOURS = ("black", "white", "red", "blue", "green", "yellow", "purple", "orange", "gray", "other")
STRIDE = 8
# What the spotter says of each cell: is the middle of a top face here, where exactly, that face's width and
# height, and how far all that is seen of the die reaches left, up, right and down from there (in UNIT_PX).
SPOT_FIELDS = ("there", "dx", "dy", "width", "height", "left", "up", "right", "down")
UNIT_PX = 32.0
# The reader sees a die whose box is DIE_PX in a patch of PATCH_PX, and says its value; 0: no pips, or no die.
PATCH_PX, DIE_PX = 48, 36
VALUES = 7


def spot(picture: Picture) -> Numbers:
    """SPOT_FIELDS for every eight by eight pixels of a picture whose sides are multiples of eight."""
    return np.asarray(run("free_spotter", cv2.dnn.blobFromImage(picture, 1 / 255))[0])


def read(patches: list[Picture]) -> Numbers:
    """A score for every value of every patch."""
    return run("free_reader", np.stack([evened(patch) for patch in patches]))


def evened(patch: Picture) -> Numbers:
    """A patch (3, height, width) as if all light and contrast were the same."""
    values = patch.transpose(2, 0, 1).astype(np.float32)
    return np.asarray(0.5 + 0.25 * (values - values.mean()) / (values.std() + 8), np.float32)
