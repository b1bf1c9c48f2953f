"""Where the camera stands: a guess at pose and lens, improved step by step by what is seen of the markers.

The unknowns are the pose, the swell (how many pixels bright paper grows over black print) and, where no lens
file says it, focal length, centre and first distortion term of the lens. What pictures can hardly tell, such
as the focal length when the camera looks straight down, is held near what is usual.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.table_geometry import Lens

ROTATION, PLACE, FOCAL, CENTRE, BEND, SWELL = slice(0, 3), slice(3, 6), 6, slice(7, 9), 9, 10
UNKNOWNS = 11
OF_THE_LENS = (6, 7, 8, 9)

# A camera above a table hangs 550 to 900 mm up, and the lenses of such cameras see 45 to 70 degrees along the
# picture's longer side: two rough sayings about the focal length (spreads of its logarithm), joined.
USUAL_HEIGHT_MM, HEIGHT_SPREAD = 680.0, 0.25
USUAL_FOCAL, FOCAL_SPREAD = 1.0, 0.3
CENTRE_SPREAD = 0.01
BEND_SPREAD = 0.1
SWELL_SPREAD_PX = 1.0
CORNER_PX = 2.0
CORNER_ROUNDS = 15
SETTLED_PX = 0.01
LONGEST_FOCAL_STEP, LONGEST_BEND_STEP = 0.15, 0.06
AS_GOOD = 3.0
FARTHEST_MM = 1e6


@dataclass(frozen=True, slots=True)
class Guess:
    """Values for all unknowns, and the lens where a file tells it."""

    values: Array
    size: tuple[int, int]
    lens: Lens | None

    @property
    def K(self) -> Array:  # noqa: N802 - it has this name in every book
        """The camera matrix."""
        if self.lens is not None:
            return np.array(self.lens.K, np.float64)
        focal, (x, y) = np.exp(self.values[FOCAL]), self.values[CENTRE]
        return np.array([(focal, 0, x), (0, focal, y), (0, 0, 1)], np.float64)

    @property
    def dist(self) -> Array:
        """The distortion, at least four numbers."""
        return np.array(self.lens.dist if self.lens else (self.values[BEND], 0, 0, 0), np.float64)

    @property
    def R(self) -> Array:  # noqa: N802
        """The rotation from the table's frame to the camera's."""
        return np.asarray(cv2.Rodrigues(self.values[ROTATION])[0], np.float64)

    @property
    def t(self) -> Array:
        """The tray's centre as the camera has it, in millimetres."""
        across, down, log_depth = self.values[PLACE]
        return np.asarray(np.array([across, down, 1.0]) * np.exp(log_depth))

    @property
    def height_mm(self) -> float:
        """How high the camera hangs above the floor."""
        return float(-(self.R.T @ self.t)[2])

    @property
    def is_sound(self) -> bool:
        """All numbers are numbers, and the camera is above the table and not out of this world."""
        near = np.isfinite(self.values).all() and self.values[PLACE][2] < np.log(FARTHEST_MM)
        return bool(near and self.height_mm > 1)

    def project(self, points: Array) -> tuple[Array, Array]:
        """Pixels (N, 2) of the places (N, 3), and how each moves with each unknown (N, 2, unknowns)."""
        pixels, slopes = cv2.projectPoints(points, self.values[ROTATION], self.t, self.K, self.dist)
        full = np.zeros((len(points), 2, UNKNOWNS))
        by_opencv = slopes.reshape(len(points), 2, -1)
        full[:, :, ROTATION] = by_opencv[:, :, ROTATION]
        full[:, :, 3:5] = by_opencv[:, :, 3:5] * self.t[2]
        full[:, :, 5] = by_opencv[:, :, 3:6] @ self.t
        full[:, :, FOCAL] = (by_opencv[:, :, 6] + by_opencv[:, :, 7]) * self.K[0, 0]
        full[:, :, CENTRE] = by_opencv[:, :, 8:10]
        full[:, :, BEND] = by_opencv[:, :, 10]
        return np.asarray(pixels, np.float64).reshape(-1, 2), full

    def improved(self, slopes: Array, missing: Array, weights: Array) -> tuple["Guess", Array]:
        """One step towards what was measured, and how uncertain each unknown then is (a covariance)."""
        usual, precision = self._usual()
        free = [n for n in range(UNKNOWNS) if self.lens is None or n not in OF_THE_LENS]
        sway = slopes[:, free]
        weighted = sway * weights[:, None]
        information = weighted.T @ sway + np.diag(precision[free])
        pull = weighted.T @ missing + (precision * (usual - self.values))[free]
        covariance = np.zeros((UNKNOWNS, UNKNOWNS))
        try:
            inverse = np.linalg.inv(information)
        except np.linalg.LinAlgError:  # nothing to hold on to
            inverse = np.full_like(information, np.nan)
        covariance[np.ix_(free, free)] = inverse
        step = np.zeros(UNKNOWNS)
        step[free] = inverse @ pull
        # A step too far along would leave what its slopes tell: go part of the way, the next step goes on.
        too_far = max(abs(step[FOCAL]) / LONGEST_FOCAL_STEP, abs(step[BEND]) / LONGEST_BEND_STEP, 1.0)
        return replace(self, values=self.values + step / too_far), covariance

    def _usual(self) -> tuple[Array, Array]:
        """What each unknown usually is, and how strongly to hold it there (one over the spread squared)."""
        usual, precision = np.zeros(UNKNOWNS), np.zeros(UNKNOWNS)
        longest = max(self.size)
        by_lens, by_height = 1 / FOCAL_SPREAD**2, 1 / HEIGHT_SPREAD**2
        scale = np.exp(self.values[FOCAL]) / self.height_mm
        focal_by_height = np.log(USUAL_HEIGHT_MM * scale)
        usual[FOCAL] = (by_lens * np.log(USUAL_FOCAL * longest) + by_height * focal_by_height) / (
            by_lens + by_height
        )
        precision[FOCAL] = by_lens + by_height
        usual[CENTRE] = (self.size[0] - 1) / 2, (self.size[1] - 1) / 2
        precision[CENTRE] = 1 / (CENTRE_SPREAD * longest) ** 2
        precision[BEND] = 1 / BEND_SPREAD**2
        precision[SWELL] = 1 / SWELL_SPREAD_PX**2
        return usual, precision


def first_guess(size: tuple[int, int], lens: Lens | None) -> Guess:
    """Nothing is seen yet: a usual lens, the camera straight above."""
    values = np.zeros(UNKNOWNS)
    values[FOCAL] = np.log(USUAL_FOCAL * max(size))
    values[CENTRE] = (size[0] - 1) / 2, (size[1] - 1) / 2
    return Guess(values, size, lens)


def _place(t: Array) -> Array:
    """The unknowns of a place: its direction, and the logarithm of its depth.

    A picture tells focal length over depth far better than either: with both as logarithms a step that keeps
    the one keeps it exactly.
    """
    x, y, depth = t
    if not depth > 0:
        return np.full(3, np.nan)
    return np.array([x / depth, y / depth, np.log(depth)])


def guess_from_camera(known: Camera, lens: Lens | None) -> Guess:
    """What was known before is the guess now."""
    guess = first_guess(known.size, lens)
    guess.values[ROTATION] = cv2.Rodrigues(known.R)[0].ravel()
    guess.values[PLACE] = _place(known.t)
    guess.values[FOCAL], guess.values[CENTRE] = np.log(known.K[0, 0]), known.K[:2, 2]
    guess.values[BEND] = known.dist[0]
    return guess


def guess_from_corners(blank: Guess, corners_mm: Array, corners_px: Array) -> tuple[Guess, float] | None:
    """The pose that shows these corners (N, 3) at these pixels (N, 2), with its rms error in pixels."""
    # A lens that is not this camera's may throw anything anywhere: what comes of it is looked at.
    with np.errstate(over="ignore", invalid="ignore"):
        ends = [_settled(guess, corners_mm, corners_px) for guess in _starts(blank, corners_mm, corners_px)]
    return min((end for end in ends if end is not None), key=lambda end: end[1], default=None)


def _starts(blank: Guess, corners_mm: Array, corners_px: Array) -> list[Guess]:
    """The pose, or both where a plane seen from afar could be tilted to or fro."""
    try:
        found, rotations, places, errors = cv2.solvePnPGeneric(
            corners_mm, corners_px, blank.K, blank.dist, flags=cv2.SOLVEPNP_IPPE
        )
    except cv2.error:  # corners that no plane can show
        return []
    if not found:  # nor through such a lens: there are no errors then, either
        return []
    guesses = []
    for rotation, place, error in zip(rotations, places, np.ravel(errors), strict=True):
        values = blank.values.copy()
        values[ROTATION], values[PLACE] = rotation.ravel(), _place(place.ravel())
        guess = replace(blank, values=values)
        if guess.is_sound and error <= AS_GOOD * np.min(errors):
            guesses.append(guess)
    return guesses


def _settled(guess: Guess, corners_mm: Array, corners_px: Array) -> tuple[Guess, float] | None:
    weights = np.full(2 * len(corners_mm), 1 / CORNER_PX**2)
    rms = np.inf
    for _ in range(CORNER_ROUNDS):
        pixels, slopes = guess.project(corners_mm)
        missing = corners_px - pixels
        before, rms = rms, float(np.sqrt((missing**2).sum(axis=1).mean()))
        if not np.isfinite(rms) or abs(before - rms) < SETTLED_PX:
            break
        guess, _ = guess.improved(slopes.reshape(-1, UNKNOWNS), missing.ravel(), weights)
        if not guess.is_sound:
            return None
    return (guess, rms) if np.isfinite(rms) else None
