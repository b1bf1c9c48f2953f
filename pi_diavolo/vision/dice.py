"""Dice in the flat view of their top height: first spotted, then each looked at closely."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision import networks
from pi_diavolo.vision.die_scale import COLOURS, DIE_PX
from pi_diavolo.vision.networks import Numbers
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.upright import Pose, upright

# The spotter looks at the view in half its size and answers for cells of so many of its pixels.
CELL_PX = 8
LEAST_SURE = 0.25
# No two dice's centres are nearer than this: they would lie in each other.
LEAST_APART_PX = 0.45 * DIE_PX

PATCH_PX = 48
# The reader also says how far off a patch was cut; it is cut again there, and once more.
LOOKS = 3
# What the reader's outputs count in: quarter patches of a die and sixths of a radian kept them near one.
STEP_PX, TURNS = 4.0, 6.0
VALUES = slice(len(COLOURS), len(COLOURS) + 7)


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die as the networks see it: each colour's and each value's chance, and that of lying flat.

    `values[0]` is the chance that it has no pips to count: the Order die.
    """

    pose: Pose
    colours: tuple[float, ...]
    values: tuple[float, ...]
    flat: float

    @property
    def colour(self) -> str:
        """The likeliest colour."""
        return COLOURS[int(np.argmax(self.colours))]

    @property
    def value(self) -> int:
        """The likeliest number of pips; 0 for none."""
        return int(np.argmax(self.values))

    @property
    def confidence(self) -> float:
        """How likely colour, value and lying flat are all right."""
        return max(self.colours) * max(self.values) * self.flat


def find_dice(view: Picture) -> list[SeenDie]:
    """All dice in a flat view in which a die is DIE_PX wide."""
    poses = spots(view)
    outputs: Numbers = np.empty((0, 0), np.float32)
    for look in range(LOOKS if poses else 0):
        outputs = networks.read([upright(view, pose, PATCH_PX) for pose in poses])
        if look < LOOKS - 1:
            poses = [_moved(pose, output) for pose, output in zip(poses, outputs, strict=True)]
    return [_seen(pose, output) for pose, output in zip(poses, outputs, strict=True)]


def spots(view: Picture) -> list[Pose]:
    """Where dice may lie, the surest first, none in another."""
    out = networks.spot(_halved(view))
    heat = 1 / (1 + np.exp(-out[0]))
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > LEAST_SURE)
    rows, columns = np.nonzero(peaks)
    kept: list[Pose] = []
    for row, column in sorted(zip(rows, columns, strict=True), key=lambda cell: -heat[cell]):
        pose = _spotted(out[:, row, column], int(row), int(column))
        if all(math.hypot(pose.x - other.x, pose.y - other.y) > LEAST_APART_PX for other in kept):
            kept.append(pose)
    return kept


def _halved(view: Picture) -> npt.NDArray[np.uint8]:
    half = cv2.resize(view, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    below, right = -half.shape[0] % CELL_PX, -half.shape[1] % CELL_PX
    return np.asarray(cv2.copyMakeBorder(half, 0, below, 0, right, cv2.BORDER_CONSTANT), np.uint8)


def _spotted(cell: Numbers, row: int, column: int) -> Pose:
    _, dx, dy, cos4, sin4 = (float(number) for number in cell)
    # Pixel centres are whole numbers in both scales, so half a pixel goes out and comes in again.
    x = ((column + dx + 0.5) * CELL_PX) * 2 - 0.5
    y = ((row + dy + 0.5) * CELL_PX) * 2 - 0.5
    return Pose(x, y, math.atan2(sin4, cos4) / 4)


def _moved(pose: Pose, output: Numbers) -> Pose:
    dx, dy, turn = float(output[-3]) * STEP_PX, float(output[-2]) * STEP_PX, float(output[-1]) / TURNS
    cos, sin = math.cos(pose.yaw), math.sin(pose.yaw)
    return Pose(pose.x + cos * dx - sin * dy, pose.y + sin * dx + cos * dy, pose.yaw + turn)


def _seen(pose: Pose, output: Numbers) -> SeenDie:
    colours, values = _chances(output[: len(COLOURS)]), _chances(output[VALUES])
    return SeenDie(pose, colours, values, flat=1 / (1 + math.exp(-float(output[VALUES.stop]))))


def _chances(numbers: Sequence[float] | Numbers) -> tuple[float, ...]:
    weights = np.exp(np.asarray(numbers) - np.max(numbers))
    return tuple(float(chance) for chance in weights / weights.sum())
