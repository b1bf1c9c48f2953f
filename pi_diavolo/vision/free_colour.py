"""The name of a die's colour in a photograph: what most of the pixels in its middle are called."""

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.free_networks import COLOURS
from pi_diavolo.vision.picture import Picture

# Pixels are named by OpenCV's hue (0 to 180), saturation and value; these part one name from the next.
BLACK_BELOW, DARK_BELOW, WHITE_FROM = 62, 105, 168
COLOURED_FROM, DEEP_FROM = 55, 90
HUES = (
    (8, "red"),
    (19, "orange"),
    (34, "yellow"),
    (88, "green"),
    (128, "blue"),
    (165, "purple"),
    (181, "red"),
)
# Dark orange is brown, and brown has no name among ours.
BROWN = ("orange", 150)
LEAST_SHARE = 0.4
OTHER = COLOURS.index("other")


def body_colour(patch: Picture, side: float) -> str:
    """The colour of the die in the middle of a patch, whose box has this side."""
    high, wide = patch.shape[:2]
    mask = np.zeros((high, wide), np.uint8)
    cv2.circle(mask, (wide // 2, high // 2), max(1, round(side * 0.4)), (255,), -1)
    names = _names(np.asarray(cv2.cvtColor(patch, cv2.COLOR_BGR2HSV)))[mask > 0]
    counts = np.bincount(names, minlength=len(COLOURS))
    best = int(np.argmax(counts))
    return COLOURS[best] if counts[best] >= LEAST_SHARE * counts.sum() else "other"


def _names(hsv: npt.NDArray[np.uint8]) -> npt.NDArray[np.intp]:
    hue, saturation, value = (hsv[..., n].astype(int) for n in range(3))
    edges = [edge for edge, _ in HUES]
    kinds = np.array([COLOURS.index(name) for _, name in HUES])
    names = kinds[np.digitize(hue, edges)]
    names[(names == COLOURS.index(BROWN[0])) & (value < BROWN[1])] = OTHER
    pale = (saturation < COLOURED_FROM) | ((value < DARK_BELOW) & (saturation < DEEP_FROM))
    names[pale] = COLOURS.index("gray")
    names[pale & (value >= WHITE_FROM)] = COLOURS.index("white")
    names[(pale & (value < DARK_BELOW)) | (value < BLACK_BELOW)] = COLOURS.index("black")
    return np.asarray(names, np.intp)
