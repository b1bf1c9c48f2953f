"""A square cut out of a flat view and turned upright, so that a die in it looks straight."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Pose:
    """The centre of a top face in pixels of the flat view, and its turn in radians (quarter turns alike)."""

    x: float
    y: float
    yaw: float


def upright(view: npt.NDArray[np.uint8], pose: Pose, width: int, scale: float = 1.0) -> npt.NDArray[np.uint8]:
    """So many pixels square round the pose's centre; one of them covers `scale` pixels of the view."""
    cos, sin, middle = math.cos(pose.yaw) * scale, math.sin(pose.yaw) * scale, (width - 1) / 2
    matrix = np.array([[cos, -sin, pose.x - (cos - sin) * middle], [sin, cos, pose.y - (sin + cos) * middle]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(view, matrix, (width, width), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)
