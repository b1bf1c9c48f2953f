"""From examples to what the networks are shown: cut, turned, under other lights, with what they shall say."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.dice import PATCH_PX, STEP_PX, TURNS
from pi_diavolo.vision.upright import Pose, upright
from training.networks import SPOT_FIELDS, STRIDE

Image = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Rows = npt.NDArray[np.float32]
# A JPEG of the flat view, and the dice in it.
Stored = tuple[Bytes, Rows]
# A patch and what is to be said of it: colour, value, flat, posed, dx, dy, turn.
Sample = tuple[Bytes, tuple[float, ...]]

VIEW_PX = 400  # a square cut out of the half-size view
MOST_OFF_PX, MOST_OFF_DEG = 1.6, 5.0  # standard deviations of how badly the spotter may aim


def load(folder: Path) -> list[Stored]:
    """All examples that `training.paint` left in a folder."""
    found: list[Stored] = []
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as file:
            found += [(file[f"view{n}"], file[f"dice{n}"]) for n in range(len(file.files) // 2)]
    return found


def relit(image: Bytes, rng: np.random.Generator) -> Image:
    """Other white balance, exposure, contrast, glare, noise and sharpness than the painter gave."""
    gains = rng.uniform(0.85, 1.15, 3) * rng.uniform(0.75, 1.3)
    out = np.clip(image.astype(np.float32) / 255 * gains, 0, 1) ** rng.uniform(0.75, 1.3)
    if rng.random() < 0.35:
        out = _glare(out, rng)
    if rng.random() < 0.3:
        out = out + rng.normal(0, rng.uniform(0, 0.04), out.shape)
    if rng.random() < 0.25:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.3))
    return np.clip(out, 0, 1).astype(np.float32)


def _glare(image: Image, rng: np.random.Generator) -> Image:
    """A veil of light over a part or all of it: what a lamp mirrored in the dice does."""
    height, width = image.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    reach = rng.uniform(0.15, 1.5) * min(height, width, 60)
    veil = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * reach**2)) * rng.uniform(0.2, 0.85)
    tint = rng.uniform(0.85, 1.0, 3).astype(np.float32)
    return np.asarray(image * (1 - veil[..., None]) + tint * veil[..., None], np.float32)


# For the spotter


def spot_sample(stored: Stored, rng: np.random.Generator) -> tuple[Image, Image, Image]:
    """A piece of a view, the wanted answer for each cell, and how much each cell counts."""
    view = cv2.imdecode(stored[0], cv2.IMREAD_COLOR)
    view = cv2.resize(view, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    dice = stored[1].copy()
    dice[:, :2] = (dice[:, :2] + 0.5) * 0.5 - 0.5
    below, right = max(0, VIEW_PX - view.shape[0]), max(0, VIEW_PX - view.shape[1])
    view = cv2.copyMakeBorder(view, 0, below, 0, right, cv2.BORDER_CONSTANT)
    left = int(rng.integers(view.shape[1] - VIEW_PX + 1))
    top = int(rng.integers(view.shape[0] - VIEW_PX + 1))
    dice[:, :2] -= (left, top)
    view, dice = _turned(view[top : top + VIEW_PX, left : left + VIEW_PX], dice, rng)
    return relit(view, rng), *_spot_target(dice)


def _turned(view: Bytes, dice: Rows, rng: np.random.Generator) -> tuple[Bytes, Rows]:
    """Quarter turns of the view do not change what lies there."""
    size, dice = view.shape[0], dice.copy()
    for _ in range(int(rng.integers(4))):
        view = np.ascontiguousarray(np.rot90(view))
        dice[:, 0], dice[:, 1] = dice[:, 1].copy(), size - 1 - dice[:, 0]
        dice[:, 2] = (dice[:, 2] - np.pi / 2) % (np.pi / 2)
    return view, dice


def _spot_target(dice: Rows) -> tuple[Image, Image]:
    cells = VIEW_PX // STRIDE
    target = np.zeros((len(SPOT_FIELDS), cells, cells), np.float32)
    weight = np.ones((cells, cells), np.float32)
    for x, y, yaw, *_, visible in dice:
        column, row = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
        for cell in _cells_near(row, column, cells):
            heat = np.exp(-((cell[1] - column) ** 2 + (cell[0] - row) ** 2) / (2 * 0.55**2))
            if visible < 0.5:  # nobody can say whether that is a die
                weight[cell] = 0
            elif heat > target[(0, *cell)]:
                off = (column - cell[1], row - cell[0])
                target[(slice(None), *cell)] = (heat, *off, np.cos(4 * yaw), np.sin(4 * yaw))
    return target, weight


def _cells_near(row: float, column: float, cells: int) -> list[tuple[int, int]]:
    rows, columns = range(int(row) - 1, int(row) + 3), range(int(column) - 1, int(column) + 3)
    return [(r, c) for r in rows for c in columns if 0 <= r < cells and 0 <= c < cells]


# For the reader


def read_samples(stored: Stored, rng: np.random.Generator) -> list[Sample]:
    """Patches round every die, and some beside them: side faces, edges, bare floor."""
    view, dice = cv2.imdecode(stored[0], cv2.IMREAD_COLOR), stored[1]
    made: list[Sample] = []
    for x, y, yaw, side, colour, value, cocked, _, visible in dice:
        if visible < 0.55:
            continue
        flat = float(not cocked and visible > 0.85)
        made.append(_aimed(view, (x, y, yaw), rng, (colour, value, flat, float(not cocked))))
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 0.8) * side
        beside = (x + far * np.cos(angle), y + far * np.sin(angle))
        if rng.random() < 0.35 and _nearest(dice, *beside) > 0.28 * side:
            made.append(_nothing(view, *beside, rng))
    anywhere = rng.uniform(30, view.shape[1] - 30), rng.uniform(30, view.shape[0] - 30)
    return [*made, _nothing(view, *anywhere, rng)] if _nearest(dice, *anywhere) > 20 else made


def _nearest(dice: Rows, x: float, y: float) -> float:
    return float(min(np.hypot(dice[:, 0] - x, dice[:, 1] - y), default=np.inf))


def _aimed(
    view: Bytes, pose: tuple[float, float, float], rng: np.random.Generator, said: tuple[float, ...]
) -> Sample:
    dx, dy = rng.normal(0, MOST_OFF_PX, 2)
    turn, scale = rng.normal(0, np.radians(MOST_OFF_DEG)), rng.uniform(0.96, 1.05)
    angle = pose[2] + turn + int(rng.integers(4)) * np.pi / 2
    patch = upright(view, Pose(pose[0] + dx, pose[1] + dy, angle), PATCH_PX, 1 / scale)
    # How far off the true die is, in the patch's own frame.
    off_x = -(np.cos(angle) * dx + np.sin(angle) * dy) * scale
    off_y = -(np.cos(angle) * dy - np.sin(angle) * dx) * scale
    return patch, (*said, off_x / STEP_PX, off_y / STEP_PX, -turn * TURNS)


def _nothing(view: Bytes, x: float, y: float, rng: np.random.Generator) -> Sample:
    return upright(view, Pose(x, y, rng.uniform(0, np.pi / 2)), PATCH_PX), (-1, -1, 0.0, 0.0, 0.0, 0.0, 0.0)
