"""The common recipe to read dice, for comparison: gray, blur, blob detector, pips that lie close together."""

from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.free import FreeDie

# Pips of one die lie less than this many pip widths apart and differ by less than this factor in width.
REACH, ALIKE = 3.0, 1.6
# A die is about five pips wide; the outer pips lie about one pip within its edge.
DIE_IN_PIPS, RIM_IN_PIPS = 6.0, 1.7


def read_by_blobs(image: npt.NDArray[np.uint8]) -> tuple[FreeDie, ...]:
    """Every cluster of one to six blobs, taken for a die."""
    gray = cv2.medianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 3)
    pips = np.array([(*spot.pt, spot.size) for spot in _detector().detect(gray)]).reshape(-1, 3)
    return tuple(_die(pips[list(one)]) for one in _clusters(pips) if len(one) <= 6)


@cache
def _detector() -> Any:
    settings = cv2.SimpleBlobDetector.Params()
    settings.filterByColor = False
    settings.filterByArea, settings.minArea, settings.maxArea = True, 8, 4000
    settings.filterByCircularity, settings.minCircularity = True, 0.75
    settings.filterByConvexity, settings.minConvexity = True, 0.85
    settings.filterByInertia, settings.minInertiaRatio = True, 0.5
    settings.minDistBetweenBlobs, settings.thresholdStep = 3, 10
    return cv2.SimpleBlobDetector.create(settings)


def _clusters(pips: npt.NDArray[np.float64]) -> list[set[int]]:
    groups: list[set[int]] = []
    for i in range(len(pips)):
        joined = {i}
        apart = []
        for group in groups:
            if any(_together(pips[i], pips[j]) for j in group):
                joined |= group
            else:
                apart.append(group)
        groups = [*apart, joined]
    return groups


def _together(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> bool:
    small, large = sorted((one[2], other[2]))
    return bool(np.hypot(*(one[:2] - other[:2])) < REACH * (small + large) / 2 and large < ALIKE * small)


def _die(pips: npt.NDArray[np.float64]) -> FreeDie:
    width = float(np.median(pips[:, 2]))
    low, high = pips[:, :2].min(0) - RIM_IN_PIPS * width, pips[:, :2].max(0) + RIM_IN_PIPS * width
    middle, size = (low + high) / 2, np.maximum(high - low, DIE_IN_PIPS * width)
    x, y = middle - size / 2
    return FreeDie(len(pips), "other", (float(x), float(y), float(size[0]), float(size[1])), 0.5)
