"""Markers that nobody spots unasked, since a rim touches them: sought where the others say they must be."""

from collections.abc import Mapping

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.camera import Array
from pi_diavolo.vision.outlines import Prints
from pi_diavolo.vision.picture import Picture

Shades = npt.NDArray[np.float32]
# Of a square, in pixels, clockwise (4, 2).
Corners = npt.NDArray[np.float32]
# The corners (4, 2) of markers in the picture, by their numbers.
Seen = Mapping[int, Array]

# A marker is compared with its print in so many pixels a cell, and sought so far round, in its own widths,
# and in these sizes: the camera looks aslant, and what is farther from it is smaller and nearer to the rest.
CELL_PX, REACH, SIZES = 4, 1.75, (1.0, 0.92, 1.08, 0.84, 1.17)
# So much like its print (1 is just the same) it is taken for it; whether all belong together shows then.
ALIKE = 0.7


def sought(gray: Picture, markers: Prints, spotted: Seen) -> Seen:
    """Every marker that is found by those that were spotted, and these themselves: a rim that touches one may
    have pulled its corners away.
    """
    seen = dict[int, Array]()
    while more := _next(gray, markers, seen, spotted):
        seen |= more  # each tells better where the next one is
    return seen


def _next(gray: Picture, markers: Prints, seen: Seen, spotted: Seen) -> Seen:
    """One more than those that are seen already, if it is found; those that were spotted come first."""
    known = {**spotted, **seen}
    for place in _nearest_first(markers, known):
        number = markers.numbers[place]
        corners = (
            None if number in seen else _found(gray, _as_from_above(markers, known, place), markers, place)
        )
        if corners is not None:
            return {number: corners}
    return {}


def _nearest_first(markers: Prints, known: Seen) -> list[int]:
    """The places of the markers in the list of all, those nearest to the known ones first."""
    centres = markers.corners.mean(axis=1)
    used = np.array([number in known for number in markers.numbers])
    away = np.linalg.norm(centres[:, None] - centres[used], axis=2).min(axis=1)
    return [int(place) for place in np.argsort(away, kind="stable")]


def _as_from_above(markers: Prints, seen: Seen, place: int) -> Corners:
    """Where this marker's corners are in the picture if the camera hangs right above.

    That is seldom far off, while the tilt that one or two small markers tell of often is.
    """
    used = [n for n, number in enumerate(markers.numbers) if number in seen]
    across, up, _ = markers.corners[used].reshape(-1, 3).T
    one, none = np.ones_like(across), np.zeros_like(across)
    # Turned, enlarged and moved; up is down in pixels.
    ways = np.concatenate([np.stack([across, up, one, none], 1), np.stack([-up, across, none, one], 1)])
    pixels = np.concatenate([seen[markers.numbers[n]] for n in used])
    (along, aside, x, y), *_ = np.linalg.lstsq(ways, pixels.T.ravel(), rcond=None)
    across, up, _ = markers.corners[place].T
    corners = [along * across + aside * up + x, aside * across - along * up + y]
    return np.stack(corners, 1).astype(np.float32)


def _found(gray: Picture, expected: Corners, markers: Prints, place: int) -> Array | None:
    """The corners of this marker if it is near to where it should be."""
    side = markers.cells_a_side * CELL_PX
    reach = round(REACH * side)
    to_picture = cv2.getPerspectiveTransform(_square(reach, reach, side), expected)
    around = (side + 2 * reach, side + 2 * reach)
    view = cv2.warpPerspective(gray, to_picture, around, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    shades = markers.cell_shades[place].reshape(markers.cells_a_side, -1).astype(np.float32)
    sizes = [_most_alike(view, shades, round(size * side)) for size in SIZES]
    alike, square = max(sizes, key=lambda one: one[0])
    if alike < ALIKE:
        return None
    return np.asarray(cv2.perspectiveTransform(square[None], to_picture)[0], np.float64)


def _most_alike(view: Picture, shades: Shades, side: int) -> tuple[float, Corners]:
    """How much like this print, so many pixels wide, the likest place of the view is, and its corners."""
    shown = cv2.resize(shades, (side, side), interpolation=cv2.INTER_NEAREST)
    likeness = cv2.matchTemplate(view.astype(np.float32), shown, cv2.TM_CCOEFF_NORMED)
    _, best, _, (left, top) = cv2.minMaxLoc(likeness)
    return float(best), _square(left, top, side)


def _square(left: float, top: float, side: float) -> Corners:
    """The outer corners of a square of pixels, clockwise."""
    right, bottom = left + side, top + side
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return np.array(corners, np.float32) - np.float32(0.5)
