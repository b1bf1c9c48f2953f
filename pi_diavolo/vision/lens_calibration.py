"""The lens from pictures of a ChArUco board: camera matrix and distortion, and how well they are known."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from pi_diavolo.vision.camera import Array
from pi_diavolo.vision.charuco import BoardSeen, BoardSize
from pi_diavolo.vision.table_geometry import Lens

Size = tuple[int, int]

# What may bend the picture besides a plain round lens; each is let in only where the pictures call for it.
TANGENT, THIRD, ASPECT = cv2.CALIB_ZERO_TANGENT_DIST, cv2.CALIB_FIX_K3, cv2.CALIB_FIX_ASPECT_RATIO
PLAIN = TANGENT | THIRD | ASPECT | cv2.CALIB_USE_INTRINSIC_GUESS
SURE = 3.0  # standard deviations
# Places of p1, p2, k3 in OpenCV's list of deviations: fx, fy, cx, cy, k1, k2, p1, p2, k3.
DEVIATIONS = {TANGENT: (6, 7), THIRD: (8,), ASPECT: (0,)}
# A picture that fits so much worse than the others was blurred, or its board was bent.
MUCH_WORSE, BAD_PX = 3.0, 0.5


@dataclass(frozen=True, slots=True, eq=False)
class LensFit:
    """A lens and what speaks for it: its error, how well its focal length is known, the pictures used."""

    lens: Lens
    error_px: float
    focal_deviation: float  # as a share of the focal length
    lean_deg: float  # the widest angle between two boards
    used: tuple[int, ...]


def fit_lens(views: Sequence[BoardSeen], board: BoardSize, size: Size) -> LensFit:
    """The simplest lens that explains the views; one that fits far worse than the others is left out."""
    used = tuple(range(len(views)))
    fit = _simplest([views[place] for place in used], board, size)
    good = _good(fit.per_view)
    if not all(good) and sum(good) >= 3:
        used = tuple(place for place, well in zip(used, good, strict=True) if well)
        fit = _simplest([views[place] for place in used], board, size)
    rows = tuple(tuple(float(round(value, 4)) for value in row) for row in fit.K)
    lens = Lens(size, rows, tuple(float(round(value, 6)) for value in fit.dist))
    return LensFit(lens, fit.rms, float(fit.deviations[1] / fit.K[1, 1]), _lean(fit.turns), used)


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    rms: float
    K: Array
    dist: Array
    turns: tuple[Array, ...]
    deviations: Array
    per_view: Array


def _simplest(views: Sequence[BoardSeen], board: BoardSize, size: Size) -> _Fit:
    corners = board.corners_mm.astype(np.float32)
    objects = [corners[view.numbers].reshape(-1, 1, 3) for view in views]
    pictures = [view.corners_px.astype(np.float32).reshape(-1, 1, 2) for view in views]
    flags = PLAIN
    best = _calibrated(objects, pictures, size, _first_matrix(objects, pictures, size), flags)
    for freedom, places in DEVIATIONS.items():
        tried = _calibrated(objects, pictures, size, best.K, flags & ~freedom)
        values = np.array([tried.K[0, 0] - tried.K[1, 1], *np.zeros(5), *tried.dist[2:5]])
        if any(abs(values[place]) > SURE * tried.deviations[place] for place in places):
            best, flags = tried, flags & ~freedom
    return best


def _first_matrix(objects: Sequence[Any], pictures: Sequence[Any], size: Size) -> Array:
    found = np.asarray(cv2.initCameraMatrix2D(objects, pictures, size, 1.0), np.float64)
    longest = max(size)
    if np.isfinite(found).all() and 0.3 * longest < found[0, 0] < 10 * longest:
        return found
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    return np.array([(1.2 * longest, 0, middle[0]), (0, 1.2 * longest, middle[1]), (0, 0, 1)])


def _calibrated(
    objects: Sequence[Any], pictures: Sequence[Any], size: Size, start: Array, flags: int
) -> _Fit:
    found = cv2.calibrateCameraExtended(objects, pictures, size, start.copy(), np.zeros(5), flags=flags)
    rms, matrix, dist, turns, _, deviations, _, per_view = found
    return _Fit(
        float(rms),
        np.asarray(matrix, np.float64),
        np.asarray(dist, np.float64).ravel()[:5],
        tuple(np.asarray(turn, np.float64) for turn in turns),
        np.asarray(deviations, np.float64).ravel(),
        np.asarray(per_view, np.float64).ravel(),
    )


def _good(per_view: Array) -> list[bool]:
    most = max(BAD_PX, MUCH_WORSE * float(np.median(per_view)))
    return [bool(error <= most) for error in per_view]


def _lean(turns: Sequence[Array]) -> float:
    """The widest angle between any two boards' normals, in degrees."""
    normals = np.array([cv2.Rodrigues(turn)[0][:, 2] for turn in turns])
    return float(np.degrees(np.arccos(np.clip(normals @ normals.T, -1, 1)).max()))
