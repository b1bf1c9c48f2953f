"""The camera above the table: from places in millimetres to pixels and back."""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.table_geometry import Lens

Array = npt.NDArray[np.float64]

# A camera that has not moved is found again within about 0.1 mm; a knock moves it by millimetres.
BUMPED_MM = 0.5
NEAR_ENOUGH_PX = 1e-4
MOST_ROUNDS = 20
MANY, PLAIN_LENS = 300, 5  # points; k1 k2 p1 p2 k3


@dataclass(frozen=True, eq=False)
class Camera:
    """Where the camera is and what its lens does (OpenCV's model), and how well that is known.

    The centre of the picture's first pixel is (0, 0). Two cameras are equal when they see alike.
    """

    K: Array
    dist: Array
    R: Array
    t: Array
    size: tuple[int, int]
    error_px: float = 0.0  # rms between the markers' outlines as seen and as they should be
    error_mm: float = 0.0  # how far off (rms) a place in the worst corner of the tray's floor may be
    error_top_mm: float = 0.0  # the same at the height of the dice's top faces
    seen: tuple[int, ...] = ()  # the markers in this picture
    rests_on: tuple[
        int, ...
    ] = ()  # the markers from which all this was worked out, perhaps in an earlier picture

    def __post_init__(self) -> None:
        for name in ("K", "dist", "R", "t"):
            values = np.array(getattr(self, name), np.float64)
            values.flags.writeable = False
            object.__setattr__(self, name, values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Camera) and self._sight == other._sight

    def __hash__(self) -> int:
        return hash(self._sight)

    @cached_property
    def _sight(self) -> tuple[bytes | tuple[int, int], ...]:
        return (self.K.tobytes(), self.dist.tobytes(), self.R.tobytes(), self.t.tobytes(), self.size)

    @property
    def lens(self) -> Lens:
        """What this camera's lens does, as a table file has it."""
        rows = tuple(tuple(float(value) for value in row) for row in self.K)
        return Lens(self.size, rows, tuple(float(value) for value in self.dist))

    def scaled_to(self, size: tuple[int, int]) -> "Camera":
        """The same camera for its pictures in another size."""
        across, down = (new / old for new, old in zip(size, self.size, strict=True))
        # Pixel centres are whole numbers in both sizes, so half a pixel goes out and comes in again.
        scale = np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1]])
        return replace(self, K=scale @ self.K, size=size)

    def project(self, points_mm: npt.ArrayLike) -> Array:
        """Where the camera sees these places (N, 3), in pixels (N, 2)."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 3)
        if not len(points):
            return np.empty((0, 2))
        if len(points) < MANY or len(self.dist) > PLAIN_LENS:
            pixels, _ = cv2.projectPoints(points, self._axis, self.t, self.K, self.dist)
            return np.asarray(pixels, np.float64).reshape(-1, 2)
        # As OpenCV does it, but without the slopes, which for many points take most of its time.
        # And without a product of matrices: from some 30,000 points on numpy wakes a thread for every core,
        # and these keep turning long after it is done.
        across, along, up = points.T
        turned = zip(self.R.tolist(), self.t.ravel().tolist(), strict=True)
        x, y, z = (a * across + b * along + c * up + off for (a, b, c), off in turned)
        depth = np.where(z == 0, 1.0, z)
        return self._through_lens(x / depth, y / depth)

    def shows(self, points_mm: npt.ArrayLike) -> bool:
        """Whether all these places (N, 3) are in the picture."""
        return self.is_in_picture(self.project(points_mm))

    def is_in_picture(self, pixels: npt.ArrayLike) -> bool:
        """Whether all these pixels (N, 2) are."""
        places = np.asarray(pixels, np.float64)
        return bool(((places >= 0) & (places <= np.array(self.size) - 1)).all())

    @cached_property
    def _axis(self) -> Array:
        return np.asarray(cv2.Rodrigues(self.R)[0], np.float64)

    def _through_lens(self, x: Array, y: Array) -> Array:
        k1, k2, p1, p2, *more = self.dist.tolist()
        k3 = more[0] if more else 0.0
        square, xy = x * x + y * y, 2 * x * y
        swell = 1 + square * (k1 + square * (k2 + square * k3))
        across = x * swell + p1 * xy + p2 * (square + 2 * x * x)
        down = y * swell + p1 * (square + 2 * y * y) + p2 * xy
        (fx, _, cx), (_, fy, cy), _ = self.K.tolist()
        return np.stack([fx * across + cx, fy * down + cy], axis=1)

    def to_plane(self, pixels: npt.ArrayLike, z: float = 0.0) -> Array:
        """Which places (N, 2) at this height the pixels (N, 2) show; NaN for those that look above it."""
        rays = np.column_stack([self._undistorted(pixels), np.ones(np.asarray(pixels).size // 2)]) @ self.R
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = (z - self.position_mm[2]) / rays[:, 2:]
            places = self.position_mm[:2] + reach * rays[:, :2]
        return np.where(reach > 0, places, np.nan)

    def _undistorted(self, pixels: npt.ArrayLike) -> Array:
        wanted = np.asarray(pixels, np.float64).reshape(-1, 2)
        if not len(wanted):
            return wanted
        focal = np.array([self.K[0, 0], self.K[1, 1]])
        found = np.asarray(cv2.undistortPoints(wanted, self.K, self.dist), np.float64).reshape(-1, 2)
        if not self.dist.any():
            return found
        # OpenCV stops after a few rounds, far from the end for a wide lens; how to ask it for more differs
        # between its versions 4 and 5.
        still = np.zeros(3)
        for _ in range(MOST_ROUNDS):
            ahead = np.column_stack([found, np.ones(len(found))])
            seen = cv2.projectPoints(ahead, still, still, self.K, self.dist)[0].reshape(-1, 2)
            off = wanted - seen
            if not np.abs(off).max() > NEAR_ENOUGH_PX:
                break
            found = found + off / focal
        return found

    @cached_property
    def position_mm(self) -> Array:
        """The camera in the table's frame."""
        place = np.asarray(-self.R.T @ self.t, np.float64)
        place.flags.writeable = False
        return place

    @property
    def tilt_deg(self) -> float:
        """How far the camera's axis is off vertical."""
        return float(np.degrees(np.arccos(np.clip(-self.R[2, 2], -1, 1))))

    @property
    def px_per_mm(self) -> float:
        """Pixels a millimetre in the middle of the tray's floor: the root of how an area grows."""
        middle, right, up = self.project([(0, 0, 0), (1, 0, 0), (0, 1, 0)])
        (a, b), (c, d) = right - middle, up - middle
        return float(np.sqrt(abs(a * d - b * c)))

    def bumped_from(self, other: "Camera", reach_mm: float = 150.0) -> float:
        """How far off (mm) the worst place would be if we still believed the other camera."""
        corners = np.array([(x, y, 0.0) for x in (-reach_mm, reach_mm) for y in (-reach_mm, reach_mm)])
        scale = np.array(other.size) / self.size
        pixels = (self.project(corners) + 0.5) * scale - 0.5
        moved = np.linalg.norm(other.to_plane(pixels) - corners[:, :2], axis=1)
        return float(np.nan_to_num(moved, nan=np.inf).max())
