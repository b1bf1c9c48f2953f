"""Squares cut out of the camera's picture as if seen from straight above, each turned with its die."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.camera import Array, Camera

Bytes = npt.NDArray[np.uint8]
Quad = npt.NDArray[np.float32]
# A square's corners x, y from its top left clockwise, all from its middle's x and y and from where the middle
# of its right side lies, seen from there.
CORNERS = np.array(
    [
        [1, 0, 1, 0, 1, 0, 1, 0],
        [0, 1, 0, 1, 0, 1, 0, 1],
        [-1, 1, 1, 1, 1, -1, -1, -1],
        [-1, -1, -1, 1, 1, 1, 1, -1],
    ],
    np.float64,
)


@dataclass(frozen=True, slots=True)
class Pose:
    """A top face's centre in mm on some height, and its turn in radians, counter-clockwise from above."""

    x: float
    y: float
    yaw: float

    def moved(self, right: float, up: float, turn: float) -> "Pose":
        """Moved by millimetres along its own sides, and turned."""
        cos, sin = math.cos(self.yaw), math.sin(self.yaw)
        return Pose(self.x + cos * right - sin * up, self.y + sin * right + cos * up, self.yaw + turn)


def distance(one: Pose, other: Pose) -> float:
    """Millimetres between two centres."""
    return math.hypot(one.x - other.x, one.y - other.y)


@dataclass(frozen=True, slots=True)
class Cut:
    """How patches are cut: so many pixels wide, and so many dice."""

    px: int
    dice: float


def facing(camera: Camera, pose: Pose) -> Pose:
    """The same pose by that quarter turn in which the camera looks from its lower left."""
    x, y, _ = camera.position_mm
    seen_from = math.atan2(y - pose.y, x - pose.x) - pose.yaw
    quarters = math.floor((seen_from - math.pi) / (math.pi / 2))
    return Pose(pose.x, pose.y, pose.yaw + quarters * math.pi / 2)


def squares(poses: Sequence[Pose], side_mm: float) -> Array:
    """The corners in mm (n, 4, 2) of squares of one size."""
    half = side_mm / 2
    told = [(pose.x, pose.y, half * math.cos(pose.yaw), half * math.sin(pose.yaw)) for pose in poses]
    return np.asarray((np.array(told).reshape(-1, 4) @ CORNERS).reshape(-1, 4, 2))


def patches(
    picture: Bytes, camera: Camera, poses: Sequence[Pose], z: float, die_mm: float, cut: Cut
) -> list[Bytes]:
    """One patch for each pose at the height `z`; straight lines stand for the lens within a patch."""
    return cut_out(picture, camera, squares(poses, die_mm * cut.dice), z, cut.px) if poses else []


def cut_out(picture: Bytes, camera: Camera, corners: Array, z: float, px: int) -> list[Bytes]:
    """The squares with these corners (n, 4, 2) in mm at the height `z`, each so many pixels wide."""
    flat = corners.reshape(-1, 2)
    seen = camera.project(np.column_stack([flat, np.full(len(flat), z)])).reshape(-1, 4, 2).astype(np.float32)
    low, high = -0.5, px - 0.5
    edge = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    return [_warped(picture, quad, edge, px) for quad in seen]


def _warped(picture: Bytes, quad: Quad, edge: Quad, width: int) -> Bytes:
    matrix = cv2.getPerspectiveTransform(edge, quad)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpPerspective(picture, matrix, (width, width), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def silhouettes(camera: Camera, poses: Sequence[Pose], die_mm: float, cut: Cut, floor: float = 0.0) -> Bytes:
    """What a flat die would cover of each patch (n, px, px): 255 its top, 128 the sides the camera sees."""
    made = np.zeros((len(poses), cut.px, cut.px), np.uint8)
    if not poses:
        return made
    top = squares(poses, die_mm)
    foot = _at_height(camera, top, floor, floor + die_mm)
    corners = _in_patches(np.concatenate([top, foot], axis=1), poses, die_mm, cut)
    for shape, both in zip(made, corners, strict=True):
        cv2.fillConvexPoly(shape, cv2.convexHull(both), (128,), cv2.LINE_AA, 4)
        cv2.fillConvexPoly(shape, both[:4], (255,), cv2.LINE_AA, 4)
    return made


def mirrored(pictures: Bytes) -> Bytes:
    """Each of these pictures mirrored so that its lower left corner stays where it is."""
    return np.ascontiguousarray(pictures[:, ::-1, ::-1].swapaxes(1, 2))


def _at_height(camera: Camera, places: Array, z: float, shown_at: float) -> Array:
    """Where points at height `z` seem to lie, for somebody who takes them to be at `shown_at`."""
    eye = camera.position_mm
    share = (eye[2] - shown_at) / (eye[2] - z)
    return np.asarray(eye[:2] + (places - eye[:2]) * share)


def _in_patches(places: Array, poses: Sequence[Pose], die_mm: float, cut: Cut) -> npt.NDArray[np.int32]:
    """Pixels of each pose's patch, in sixteenths, at which its places (n, any, 2) are shown."""
    middles = np.array([(pose.x, pose.y) for pose in poses])[:, None]
    yaws = [(math.cos(pose.yaw), math.sin(pose.yaw)) for pose in poses]
    turns = np.array([((cos, -sin), (sin, cos)) for cos, sin in yaws])
    off = (places - middles) @ turns
    pixels = off * (1, -1) * (cut.px / (die_mm * cut.dice)) + (cut.px - 1) / 2
    return np.asarray(np.rint(pixels * 16), np.int32)
