"""From examples to what the networks are shown, and what they shall say of it."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision import networks
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.die_scale import (
    AIM,
    CELL_PX,
    COLOURS,
    FAR_MARGIN_DICE,
    LIE,
    MARGIN_DICE,
    READ,
    SPOT_DIE_PX,
    STEP_DICE,
    TURN,
    WAYS,
)
from pi_diavolo.vision.flatten import Flattener
from pi_diavolo.vision.leaning import DIE_DICE, WALL_DICE
from pi_diavolo.vision.order_die_size import ANOTHER_SIZE_MM
from pi_diavolo.vision.patches import Cut, Pose, distance, facing, patches, silhouettes
from pi_diavolo.vision.sight import Sight
from pi_diavolo.vision.spots import in_whole_cells, spots
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.table_geometry import Tray
from training.examples import COCKED, CORNERS, OUTSIDE, STACKED, VISIBLE, Example
from training.light import Bytes, Image, relit

VIEW_PX = 400  # a square cut out of the view in which dice are spotted
GRAY = COLOURS.index("gray")
# The table file is off by a little, so the height of the dice is, too: standard deviation in mm.
NUDGE_MM = 0.4
# Shares of the top face to be seen: below, nobody can say what it is; above, it is to be read.
SEEN, WELL_SEEN = 0.55, 0.85
# How far, in die widths, the eyes may be off a die that lies flat, or leans, and still mean it; and from
# where on it is no die at all that they look at: beside one that leans or is larger, it may still be that.
FLAT_OFF, LEANING_OFF, BESIDE, BESIDE_LEANING = 0.08, 0.4, 0.55, 1.1
# How the Order die lies is harder to see, and a throw has only one: it is shown so much more often.
ORDER_DICE_OFTEN = 4
HARD_LOOK, NEAR_MARGIN = 0.06, 0.0


@dataclass(frozen=True, slots=True)
class Aim:
    """How badly a patch may be aimed: standard deviations in die widths and in degrees."""

    dice: float
    degrees: float


SPOTTED, AIMED, LOST = Aim(0.06, 7.0), Aim(0.02, 2.0), Aim(0.05, 6.0)
# A network's input, what is to be said of it.
Sample = tuple[Bytes, tuple[float, ...]]


# For the spotter


def spot_sample(example: Example, rng: np.random.Generator) -> tuple[Image, Image, Image]:
    """A piece of a view, the wanted answer for each cell, and how much each cell counts."""
    margin = float(rng.choice([MARGIN_DICE, FAR_MARGIN_DICE], p=[0.7, 0.3])) * example.die_mm
    z = example.die_mm + rng.normal(0, NUDGE_MM)
    table = TableFile(tray=Tray(*example.tray_mm, 25.0))
    flat = Flattener(example.camera, table, z, SPOT_DIE_PX / example.die_mm, margin)
    view = flat.flatten(example.picture())
    below, right = max(0, VIEW_PX - view.shape[0]), max(0, VIEW_PX - view.shape[1])
    cover = example.cover()
    hidden = np.zeros(view.shape[:2], np.uint8) if cover is None else flat.flatten(cover)
    both = np.dstack([view, hidden])
    both = np.asarray(cv2.copyMakeBorder(both, 0, below, 0, right, cv2.BORDER_CONSTANT), np.uint8)
    corners = example.dice[:, CORNERS].reshape(-1, 2)
    seen = flat.to_flat(example.camera.to_plane(corners, z)).reshape(-1, 4, 2)
    left = int(rng.integers(both.shape[1] - VIEW_PX + 1))
    top = int(rng.integers(both.shape[0] - VIEW_PX + 1))
    cut, seen = both[top : top + VIEW_PX, left : left + VIEW_PX], seen - (left, top)
    for _ in range(int(rng.integers(4))):  # quarter turns of the view do not change what lies there
        cut = np.rot90(cut)
        seen = np.stack([seen[..., 1], VIEW_PX - 1 - seen[..., 0]], -1)
    target, weight = _spot_target(seen, example.dice[:, VISIBLE])
    target[-1] = _by_cell(np.ascontiguousarray(cut[..., 3]))
    return relit(np.ascontiguousarray(cut[..., :3]), rng), target, weight


def _by_cell(cover: Bytes) -> Image:
    cells = VIEW_PX // CELL_PX
    share = cv2.resize(cover, (cells, cells), interpolation=cv2.INTER_AREA)
    return np.asarray(share > 100, np.float32)


def _spot_target(seen: npt.NDArray[np.float64], visible: Image) -> tuple[Image, Image]:
    cells = VIEW_PX // CELL_PX
    target = np.zeros((len(networks.SPOT_FIELDS), cells, cells), np.float32)
    weight = np.ones((cells, cells), np.float32)
    for corners, shown in zip(seen, visible, strict=True):
        column, row = (corners.mean(axis=0) + 0.5) / CELL_PX - 0.5
        side = corners[1] - corners[0]
        yaw = np.arctan2(side[1], side[0])
        for cell in _cells_near(row, column, cells):
            heat = np.exp(-((cell[1] - column) ** 2 + (cell[0] - row) ** 2) / (2 * 0.55**2))
            if shown < SEEN:
                weight[cell] = 0
            elif heat > target[(0, *cell)]:
                off = (column - cell[1], row - cell[0])
                target[(slice(None), *cell)] = (heat, *off, np.cos(4 * yaw), np.sin(4 * yaw), 0)
    return target, weight


def _cells_near(row: float, column: float, cells: int) -> list[tuple[int, int]]:
    rows, columns = range(int(row) - 1, int(row) + 3), range(int(column) - 1, int(column) + 3)
    return [(r, c) for r in rows for c in columns if 0 <= r < cells and 0 <= c < cells]


# For the networks that look at single dice


@dataclass(frozen=True, slots=True)
class Frame:
    """The height at which a die is looked at and the width it is taken to have."""

    picture: Bytes
    camera: Camera
    z: float
    die_mm: float


@dataclass(frozen=True, slots=True)
class Batch:
    """Samples of one example for each network."""

    aim: list[Sample]
    read: list[Sample]
    lie: list[Sample]
    lie_cut: Cut


def die_samples(
    example: Example, rng: np.random.Generator, aimed: Sequence[Pose] = (), lie: Cut = LIE
) -> Batch:
    """Patches round every die, and some beside them: side faces, edges, bare floor.

    `aimed` is where the eyes look for dice in this picture: what they see there is learned as well. How dice
    lie is seen in patches of this cut.
    """
    picture, batch = example.picture(), Batch([], [], [], lie)
    _sample_aimed(Frame(picture, example.camera, example.die_mm, example.die_mm), example, aimed, batch)
    nudged = example.die_mm + float(rng.normal(0, NUDGE_MM))
    usual = Frame(picture, example.camera, nudged, example.die_mm)
    for number, row in enumerate(example.dice):
        if row[VISIBLE] < SEEN:
            continue
        frame = usual
        if row[0] == GRAY and rng.random() < 0.6:
            frame = Frame(picture, example.camera, float(row[2] + rng.normal(0, NUDGE_MM)), float(row[2]))
        _sample_die(frame, row, float(is_alone(frame, number, example)), rng, batch)
    for pose in _beside(usual, example, rng):
        batch.read.append((_cut(usual, pose, READ), (-1, -1, 0.0, 0.0, 0.0, 0.0, 0.0)))
        _sample_lying(usual, pose, "nothing", 1.0, batch)
    return batch


def _sample_lying(frame: Frame, pose: Pose, way: str, alone: float, batch: Batch) -> None:
    batch.lie.append((with_silhouette(frame, pose, batch.lie_cut), (WAYS.index(way), alone)))


def is_alone(frame: Frame, number: int, example: Example) -> bool:
    """Whether there is nothing that this die could lean on."""
    poses = [pose_of(frame, row) for row in example.dice]
    pose = poses.pop(number)
    to_die = min((distance(pose, other) for other in poses), default=math.inf)
    to_wall = min(example.tray_mm[0] / 2 - abs(pose.x), example.tray_mm[1] / 2 - abs(pose.y))
    return bool(to_die > DIE_DICE * frame.die_mm and to_wall > WALL_DICE * frame.die_mm)


def _sample_die(frame: Frame, row: Image, alone: float, rng: np.random.Generator, batch: Batch) -> None:
    pose, cocked = pose_of(frame, row), bool(row[COCKED])
    well = bool(row[VISIBLE] > WELL_SEEN)
    aim, off = _off(pose, SPOTTED if rng.random() < 0.9 else Aim(0.1, 14.0), frame.die_mm, rng)
    if not cocked:
        batch.aim.append((_cut(frame, aim, AIM), off))
    aim, off = _off(pose, AIMED if rng.random() < 0.8 else LOST, frame.die_mm, rng)
    said = (float(row[0]), float(row[1]), float(well and not cocked), float(not cocked), *off)
    batch.read.append((_cut(frame, aim, READ), said))
    if row[0] == GRAY and frame.die_mm != row[2]:  # how a die lies is judged in its own frame
        return
    if not cocked and not row[STACKED] and (not well or row[OUTSIDE]):
        return
    for _ in range(ORDER_DICE_OFTEN if row[0] == GRAY else 1):
        aim, _ = _off(pose, Aim(0.06, 10.0) if cocked else AIMED, frame.die_mm, rng)
        _sample_lying(frame, aim, _way(row), alone, batch)


def aimed_at(example: Example) -> list[Pose]:
    """Where the eyes, as they are now, would look for dice in and round the tray."""
    table = TableFile(tray=Tray(*example.tray_mm, 25.0), dice_mm=example.die_mm)
    flat = Flattener(example.camera, table, example.die_mm, SPOT_DIE_PX / example.die_mm, NEAR_MARGIN)
    picture = example.picture()
    sight = Sight(picture, example.camera, example.die_mm)
    return sight.well_aimed(spots(networks.spot(in_whole_cells(flat.flatten(picture))), flat, HARD_LOOK))


def _sample_aimed(frame: Frame, example: Example, aimed: Sequence[Pose], batch: Batch) -> None:
    """The nearest die's way to lie at each of these poses, or nothing where none is near."""
    if not len(example.dice):
        return
    dice = [pose_of(frame, row) for row in example.dice]
    for pose in aimed:
        apart = [math.hypot(pose.x - die.x, pose.y - die.y) / frame.die_mm for die in dice]
        number = int(np.argmin(apart))
        row = example.dice[number]
        other_size = abs(row[2] - frame.die_mm) > ANOTHER_SIZE_MM
        beside = BESIDE_LEANING if row[COCKED] or row[STACKED] or other_size else BESIDE
        if min(apart) > beside and not len(example.cover_png):
            batch.read.append((_cut(frame, pose, READ), (-1, -1, 0.0, 0.0, 0.0, 0.0, 0.0)))
            _sample_lying(frame, pose, "nothing", 1.0, batch)
        elif _is_plain(frame, row) and min(apart) < (LEANING_OFF if row[COCKED] else FLAT_OFF):
            _sample_lying(frame, pose, _way(row), float(is_alone(frame, number, example)), batch)


def _is_plain(frame: Frame, row: Image) -> bool:
    if row[0] == GRAY and abs(row[2] - frame.die_mm) > ANOTHER_SIZE_MM:
        return False
    return bool(row[VISIBLE] > (SEEN if row[COCKED] else WELL_SEEN) and not row[OUTSIDE])


def _way(row: Image) -> str:
    return "cocked" if row[COCKED] else "stacked" if row[STACKED] else "flat"


def pose_of(frame: Frame, row: Image) -> Pose:
    """Where a die's top face is, at the height at which it is looked at."""
    corners = frame.camera.to_plane(row[CORNERS].reshape(4, 2), frame.z)
    middle, side = corners.mean(axis=0), corners[1] - corners[0]
    return Pose(float(middle[0]), float(middle[1]), float(np.arctan2(side[1], side[0])))


def _off(
    pose: Pose, aim: Aim, die_mm: float, rng: np.random.Generator
) -> tuple[Pose, tuple[float, float, float]]:
    """A pose aimed badly, turned by any quarter, and the way back from it in its own frame."""
    right, up = rng.normal(0, aim.dice * die_mm, 2)
    turn = rng.normal(0, np.radians(aim.degrees))
    quarters = int(rng.integers(4)) * np.pi / 2
    aimed = Pose(pose.x + right, pose.y + up, pose.yaw + turn + quarters)
    cos, sin = np.cos(aimed.yaw), np.sin(aimed.yaw)
    back = (-(cos * right + sin * up), -(cos * up - sin * right))
    step = STEP_DICE * die_mm
    return aimed, (float(back[0] / step), float(back[1] / step), float(-turn / TURN))


def _beside(frame: Frame, example: Example, rng: np.random.Generator) -> Iterator[Pose]:
    """Places near dice and anywhere else that are no die's."""
    poses = [pose_of(frame, row) for row in example.dice]
    for pose in poses:
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.35, 0.9) * frame.die_mm
        near = Pose(pose.x + far * np.cos(angle), pose.y + far * np.sin(angle), rng.uniform(0, np.pi / 2))
        if rng.random() < 0.3 and _apart(near, poses) > 0.3 * frame.die_mm:
            yield near
    reach = (np.array(example.tray_mm) / 2 + rng.choice([0, 4]) * frame.die_mm) * rng.uniform(-1, 1, 2)
    anywhere = Pose(float(reach[0]), float(reach[1]), rng.uniform(0, np.pi / 2))
    if _apart(anywhere, poses) > 0.6 * frame.die_mm:
        yield anywhere


def _apart(pose: Pose, others: list[Pose]) -> float:
    return min((float(np.hypot(pose.x - other.x, pose.y - other.y)) for other in others), default=np.inf)


def _cut(frame: Frame, pose: Pose, cut: Cut) -> Bytes:
    return patches(frame.picture, frame.camera, [pose], frame.z, frame.die_mm, cut)[0]


def with_silhouette(frame: Frame, aimed: Pose, cut: Cut) -> Bytes:
    """A patch, and as fourth channel what a flat die would cover of it."""
    pose = facing(frame.camera, aimed)
    shape = silhouettes(frame.camera, [pose], frame.die_mm, cut, frame.z - frame.die_mm)[0]
    return np.dstack([_cut(frame, pose, cut), shape])
