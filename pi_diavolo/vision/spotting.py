"""The first look: which markers are in the picture, and roughly where."""

from collections.abc import Iterator
from functools import lru_cache

import cv2
import numpy as np

from pi_diavolo.vision.camera import Array
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_geometry import MarkerSheet

Spotted = list[tuple[int, Array]]

# The longer side of the pictures in which markers are looked for: the small one is quick and nearly always
# enough, since the outlines are then measured in the full picture.
SEARCH_SIZES = (640, 1280, 2560)
# Smallest and largest neighbourhood, in pixels, in which black is told from white.
WINDOWS = ((15, 15), (7, 31), (7, 31))
SMALLEST_MARKER = 0.06  # its outline, as a share of the picture's longer side


def smaller(gray: Picture) -> Iterator[tuple[Picture, float, tuple[int, int]]]:
    """The picture made smaller and then less so, with how much, and the neighbourhoods to look at."""
    longest = max(gray.shape)
    for size, windows in zip(SEARCH_SIZES, WINDOWS, strict=True):
        scale = max(1.0, longest / size)
        small = gray
        if scale > 1:
            small = np.asarray(
                cv2.resize(gray, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA), np.uint8
            )
        yield small, scale, windows
        if scale == 1 and windows != WINDOWS[0]:
            return


def spot(picture: Picture, sheet: MarkerSheet, windows: tuple[int, int]) -> Spotted:
    """The markers of this sheet in the picture, each with its four corners; one may appear twice."""
    corners, ids, _ = _detector(sheet.dictionary, windows).detectMarkers(picture)
    if ids is None or not len(corners):
        return []
    ours = {number for number, _ in sheet.centres}
    found = zip(np.ravel(ids).tolist(), corners, strict=True)
    return [(number, np.reshape(at, (4, 2)).astype(np.float64)) for number, at in found if number in ours]


@lru_cache(maxsize=8)
def _detector(dictionary: str, windows: tuple[int, int]) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = windows
    settings.adaptiveThreshWinSizeStep = 12
    settings.minMarkerPerimeterRate = SMALLEST_MARKER
    return cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary)), settings
    )
