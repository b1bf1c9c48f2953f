"""The camera above the table: where it hangs, what its lens does, and which pixel sees which millimetre."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from pi_diavolo.simulator.painting.arrays import Float, f32, f64
from pi_diavolo.simulator.painting.look import Geometry

# Lens maps are worked out on a coarse grid and refined between: a lens is smooth (the error is below
# 0.01 px). Linearly, since OpenCV's cubic kernel bends even straight lines, by 0.2 px on this grid.
GRID_PX = 8
TRIES, LEAST_PX_PER_MM = 12, 2.0
# OpenCV stops undistorting after a few rounds, and how to ask it for more differs between versions 4 and 5.
UNDISTORT_ROUNDS, NEAR_ENOUGH_PX = 60, 1e-7


@dataclass(frozen=True, eq=False)
class CameraPlace:
    """An OpenCV pinhole with distortion: X_camera = R X_table + t; lengths in mm, `size` in px."""

    K: Float
    dist: Float
    R: Float
    t: Float
    size: tuple[int, int]

    @cached_property
    def position(self) -> Float:
        """Where the lens is, in table millimetres."""
        return f32(-self.R.T @ self.t)

    @property
    def px_per_mm(self) -> float:
        """The picture's scale in the middle of the floor."""
        (x, y), (u, v) = self.project([(-1, 0, 0), (1, 0, 0)]).tolist()
        return math.hypot(u - x, v - y) / 2

    @property
    def tilt_deg(self) -> float:
        """The angle of its axis off vertical."""
        return math.degrees(math.acos(min(1.0, -float(self.R[2, 2]))))

    def project(self, points: ArrayLike) -> Float:
        """Pixels of table points (n, 3); the centre of the top-left pixel is (0, 0)."""
        around, _ = cv2.Rodrigues(f64(self.R))
        flat = f64(points).reshape(-1, 1, 3)
        pixels, _ = cv2.projectPoints(flat, around, f64(self.t), f64(self.K), f64(self.dist))
        return f32(pixels.reshape(-1, 2))

    def floor_seen(self) -> tuple[Float, Float]:
        """For every pixel, the table x and y where its ray meets the height 0."""
        width, height = self.size
        columns = np.arange(-2, width // GRID_PX + 4) * float(GRID_PX)
        rows = np.arange(-2, height // GRID_PX + 4) * float(GRID_PX)
        grid = np.stack(np.meshgrid(columns, rows), -1).reshape(-1, 1, 2)
        x, y = self._floor_at(grid).reshape(len(rows), len(columns), 2).transpose(2, 0, 1)
        finer = np.array([[1 / GRID_PX, 0, 2], [0, 1 / GRID_PX, 2]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return (
            f32(cv2.warpAffine(np.ascontiguousarray(x), finer, self.size, flags=flags)),
            f32(cv2.warpAffine(np.ascontiguousarray(y), finer, self.size, flags=flags)),
        )

    def floor_at(self, pixels: ArrayLike) -> Float:
        """The table x and y at height 0 that some pixels (n, 2) see."""
        return self._floor_at(f64(pixels).reshape(-1, 1, 2))

    def _undistorted(self, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
        found = f64(cv2.undistortPoints(pixels, f64(self.K), f64(self.dist))).reshape(-1, 2)
        for _ in range(UNDISTORT_ROUNDS):
            off = _still_to_go(self, found, pixels)
            if not np.abs(off).max() > NEAR_ENOUGH_PX:
                break
            found = found + off / (self.K[0, 0], self.K[1, 1])
        return found

    def _floor_at(self, pixels: NDArray[np.float64]) -> Float:
        seen = self._undistorted(pixels.reshape(-1, 2))
        rays = np.column_stack([seen, np.ones(len(seen))]) @ f64(self.R)
        position = -f64(self.R).T @ f64(self.t)
        return f32(position[:2] - rays[:, :2] * (position[2] / rays[:, 2:]))


def _still_to_go(camera: CameraPlace, found: NDArray[np.float64], wanted: NDArray[np.float64]) -> Any:
    ahead, still = np.column_stack([found, np.ones(len(found))]), np.zeros(3)
    seen, _ = cv2.projectPoints(ahead, still, still, f64(camera.K), f64(camera.dist))
    return wanted - seen.reshape(-1, 2)


def look_at(position: ArrayLike, target: ArrayLike, roll_deg: float) -> tuple[Float, Float]:
    """R and t of a camera that looks from one place to another, the table's y upwards but for the roll."""
    here, there = f64(position), f64(target)
    forward = (there - here) / np.linalg.norm(there - here)
    roll = math.radians(roll_deg)
    up = np.array([math.sin(roll), math.cos(roll), 0.0])
    down = -(up - (up @ forward) * forward)
    down /= np.linalg.norm(down)
    rotation = np.stack([np.cross(down, forward), down, forward])
    return f32(rotation), f32(-rotation @ here)


def draw_camera(
    rng: np.random.Generator,
    geometry: Geometry,
    size: tuple[int, int] = (1280, 960),
    most_tilt_deg: float = 20.0,
) -> CameraPlace:
    """A camera somewhere above that has the whole plate in its picture."""
    for _ in range(TRIES):
        camera = _somewhere(rng, geometry, size, most_tilt_deg, turned=True)
        if camera.px_per_mm >= LEAST_PX_PER_MM:
            return camera
    return _somewhere(rng, geometry, size, most_tilt_deg, turned=False)


def _somewhere(
    rng: np.random.Generator, geometry: Geometry, size: tuple[int, int], most_tilt_deg: float, turned: bool
) -> CameraPlace:
    height, tilt = rng.uniform(550, 900), most_tilt_deg * rng.beta(1.1, 2.2)
    around = rng.uniform(0, 2 * math.pi)
    out = height * math.tan(math.radians(tilt))
    target = f32([*(rng.normal(0, 6, 2) + geometry.plate_at), 0])
    position = target + f32([out * math.cos(around), out * math.sin(around), height])
    roll = rng.normal(0, 3)
    if turned:
        # Mostly upright, sometimes hung sideways or upside down, now and then askew.
        roll += rng.choice([0, rng.choice([90, 180, 270]), rng.uniform(-180, 180)], p=[0.76, 0.1, 0.14])
    rotation, shift = look_at(position, target, roll)
    return _filling(rng, geometry, rotation, shift, size)


def _filling(
    rng: np.random.Generator, geometry: Geometry, rotation: Float, shift: Float, size: tuple[int, int]
) -> CameraPlace:
    """With the focal length at which the plate nearly fills the picture."""
    half_x, half_y = geometry.plate_mm[0] / 2, geometry.plate_mm[1] / 2
    left, low = geometry.plate_at
    corners = [(left + x, low + y, 0) for x in (-half_x, 0, half_x) for y in (-half_y, 0, half_y)]
    centre = f32(f32(size) / 2 - 0.5 + rng.normal(0, 6, 2))
    strength = rng.choice([0.0, rng.uniform(-0.06, 0.02), rng.uniform(-0.28, 0.04)], p=[0.15, 0.5, 0.35])
    dist = f32([strength, -strength * rng.uniform(0.2, 0.5), *rng.normal(0, 0.0004, 2), 0])
    focal, filled = 1000.0, rng.uniform(0.9, 0.995)
    for _ in range(4):
        camera = CameraPlace(_pinhole(focal, centre), dist, rotation, shift, size)
        away = np.abs(camera.project(corners) - centre).max(axis=0)
        focal *= filled * float(np.min((f32(size) / 2 - 8) / away))
    return CameraPlace(_pinhole(focal, centre), dist, rotation, shift, size)


def _pinhole(focal: float, centre: Float) -> Float:
    return f32([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1]])
