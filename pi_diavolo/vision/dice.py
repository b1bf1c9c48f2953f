"""Dice in the picture: spotted in a flat view, then each aimed at, read and looked at as it lies."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision import networks
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.die_scale import (
    AIM,
    CELL_PX,
    COLOURS,
    LIE,
    MARGIN_DICE,
    READ,
    SPOT_DIE_PX,
    STEP_DICE,
    TURN,
    WAYS,
)
from pi_diavolo.vision.flatten import Flattener, flattener
from pi_diavolo.vision.networks import Bytes, Numbers
from pi_diavolo.vision.patches import Pose, facing, patches, silhouettes
from pi_diavolo.vision.table_file import TableFile

# Spots less likely than this are not looked at; the closer look tells what is no die.
LEAST_SURE = 0.12
# A cell beside a peak may speak of another die, if it is so sure and that die so far from all others.
BESIDE_SURE, BESIDE_APART_DICE = 0.2, 0.6
# No throw has more; where more is spotted, most of it is something else.
MOST_SPOTS, MOST_STRANGE = 30, 3
# So likely covered, a part of the tray is taken to be.
COVERED = 0.75
# No two dice's centres are nearer than this: they would lie in each other.
LEAST_APART_DICE = 0.45
# An Order die that differs by more than this from the others is looked at in its own size and height.
ANOTHER_SIZE_MM = 0.3
VALUES = slice(len(COLOURS), len(COLOURS) + 7)
FLAT = WAYS.index("flat")
# Less likely flat than this, it may be a side face; so sure of being one, a top face beside it is taken.
STRANGE, A_TOP = 0.6, 0.8
# More likely nothing than this, it is no die.
NOTHING = 0.9
# Less likely a top face than this, it may be a side.
A_SIDE = 0.3
# Between these, how a die lies is looked at again from poses so far off, in die widths and radians.
DOUBTED, OFF_DICE, OFF_TURN = (0.03, 0.995), 0.03, 0.05
AROUND = ((0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
# A spot this far off, in die widths and radians, is aimed at a second time.
FAR_DICE, FAR_TURN = 0.07, 0.08
# So far off, in die widths, the reader looks again.
BADLY_DICE = 0.03
# Less sure of its pips, or of being a top face (its log-odds), a die is read from all four sides.
WELL_READ, CLEARLY = 0.99, 2.5
# How far off a bad aim may be, and how far from a side face's middle the top face's is, in die widths.
NEAR_DICE, BESIDE_DICE = 0.25, 0.65
# Two aims so near, in die widths, are at the same face.
SAME_FACE_DICE = 0.08
FACE, OFF = VALUES.stop, slice(VALUES.stop + 1, None)
PIPS_AND_FACE = slice(VALUES.start, FACE + 1)


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die as the networks see it: the chances of each colour, value and way to lie, and of a top face.

    `values[0]` is the chance that it has no pips to count: the Order die. Its pose is at its top's height.
    """

    pose: Pose
    size_mm: float
    colours: tuple[float, ...]
    values: tuple[float, ...]
    ways: tuple[float, ...]
    face: float

    @property
    def colour(self) -> str:
        """The likeliest colour."""
        return COLOURS[int(np.argmax(self.colours))]

    @property
    def value(self) -> int:
        """The likeliest number of pips; 0 for none."""
        return int(np.argmax(self.values))

    @property
    def way(self) -> str:
        """How it most likely lies."""
        return WAYS[int(np.argmax(self.ways))]

    @property
    def is_order_die(self) -> bool:
        """It looks like the gray die without pips."""
        return self.colour == "gray"


@dataclass(frozen=True, slots=True)
class Sight:
    """A picture, the camera that took it, and the dice's width, which is the height they are seen at."""

    picture: Bytes
    camera: Camera
    die_mm: float

    def of(self, size_mm: float, poses: Sequence[Pose]) -> tuple["Sight", list[Pose]]:
        """The same for dice of another size, and where these poses are seen at that height."""
        if not poses:
            return Sight(self.picture, self.camera, size_mm), []
        seen = self.camera.project([(pose.x, pose.y, self.die_mm) for pose in poses])
        places = self.camera.to_plane(seen, size_mm)
        moved = [Pose(float(x), float(y), pose.yaw) for (x, y), pose in zip(places, poses, strict=True)]
        return Sight(self.picture, self.camera, size_mm), moved

    def aimed(self, poses: Sequence[Pose]) -> list[Pose]:
        """The same poses, each nearer to its die's top face."""
        if not poses:
            return []
        cuts = patches(self.picture, self.camera, poses, self.die_mm, self.die_mm, AIM)
        return [self._moved(pose, off) for pose, off in zip(poses, networks.aim(cuts), strict=True)]

    def well_aimed(self, poses: Sequence[Pose]) -> list[Pose]:
        """Aimed at twice where the first time moved far: the second time from so near that it is exact."""
        aimed = self.aimed(poses)
        far = [number for number, pose in enumerate(poses) if self._is_far(pose, aimed[number])]
        for number, pose in zip(far, self.aimed([aimed[number] for number in far]), strict=True):
            aimed[number] = pose
        return aimed

    def _is_far(self, one: Pose, other: Pose) -> bool:
        return distance(one, other) > FAR_DICE * self.die_mm or abs(one.yaw - other.yaw) > FAR_TURN

    def read(self, poses: Sequence[Pose]) -> list[SeenDie]:
        """All that the networks say of the dice there."""
        if not poses:
            return []
        better, outputs = self._read(poses)
        # Where even the reader finds that it was aimed badly, it looks again from where it should have been.
        badly = [n for n, pose in enumerate(poses) if distance(pose, better[n]) > BADLY_DICE * self.die_mm]
        if badly:
            for n, pose, output in zip(badly, *self._read([better[n] for n in badly]), strict=True):
                better[n], outputs[n] = pose, output
        self._read_turned(better, outputs)
        return self._seen(better, outputs, self._ways(better))

    def _read(self, poses: Sequence[Pose]) -> tuple[list[Pose], Numbers]:
        outputs = networks.read(patches(self.picture, self.camera, poses, self.die_mm, self.die_mm, READ))
        better = [self._moved(pose, output[OFF]) for pose, output in zip(poses, outputs, strict=True)]
        return better, outputs

    def _read_turned(self, poses: Sequence[Pose], outputs: Numbers) -> None:
        """Read what is in doubt from all four sides: what misleads from one may not from another."""
        pips = np.array([max(chances) for chances in _chances(outputs[:, VALUES])])
        faces = outputs[:, FACE]
        doubtful = np.flatnonzero((faces > -CLEARLY) & ((pips < WELL_READ) | (faces < CLEARLY))).tolist()
        if not doubtful:
            return
        turned = [poses[n].moved(0.0, 0.0, quarter * math.pi / 2) for quarter in (1, 2, 3) for n in doubtful]
        others = self._read(turned)[1][:, PIPS_AND_FACE].reshape(3, len(doubtful), -1)
        outputs[doubtful, PIPS_AND_FACE] = (outputs[doubtful, PIPS_AND_FACE] + others.sum(axis=0)) / 4

    def steadied(self, dice: Sequence[SeenDie]) -> list[SeenDie]:
        """The same dice; how those lie that are in doubt is asked again, aimed a little otherwise."""
        doubtful = [die for die in dice if DOUBTED[0] < die.ways[FLAT] < DOUBTED[1]]
        if not doubtful:
            return list(dice)
        off = OFF_DICE * self.die_mm
        poses = [
            die.pose.moved(right * off, up * off, turn * OFF_TURN)
            for die in doubtful
            for right, up, turn in AROUND
        ]
        seen = self._wide(poses)
        # A mirror image shows a die that lies the same way, and the camera still looks from its lower left.
        both = networks.lie(*seen) + networks.lie(*(_mirrored(part) for part in seen))
        each = np.array(_chances(both / np.float32(2)))
        chances = each.reshape(len(doubtful), len(AROUND), -1).mean(axis=1)
        steady = {
            id(die): replace(die, ways=tuple(ways))
            for die, ways in zip(doubtful, chances.tolist(), strict=True)
        }
        return [steady.get(id(die), die) for die in dice]

    def _ways(self, poses: Sequence[Pose]) -> Numbers:
        return networks.lie(*self._wide(poses))

    def _wide(self, poses: Sequence[Pose]) -> tuple[Bytes, Bytes]:
        """The dice with what is round them, and what each would cover if it lay flat."""
        turned = [facing(self.camera, pose) for pose in poses]
        wide = patches(self.picture, self.camera, turned, self.die_mm, self.die_mm, LIE)
        return np.stack(wide), silhouettes(self.camera, turned, self.die_mm, LIE)

    def _moved(self, pose: Pose, off: Numbers) -> Pose:
        step = STEP_DICE * self.die_mm
        return pose.moved(float(off[0]) * step, float(off[1]) * step, float(off[2]) * TURN)

    def _seen(self, poses: Sequence[Pose], outputs: Numbers, ways: Numbers) -> list[SeenDie]:
        faces = 1 / (1 + np.exp(-outputs[:, FACE]))
        told = (
            _chances(outputs[:, : len(COLOURS)]),
            _chances(outputs[:, VALUES]),
            _chances(ways),
            faces.tolist(),
        )
        return [
            SeenDie(pose, self.die_mm, colours, values, lying, face)
            for pose, colours, values, lying, face in zip(poses, *told, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class View:
    """A flat view in which more dice are looked for: how many pixels wide they are, how far round the tray.

    Spots less likely than `least` are not looked at, nor more than `most` of them.
    """

    die_px: float
    margin_dice: float
    least: float
    most: int


@dataclass(frozen=True, slots=True)
class Survey:
    """The dice in and round the tray, and how many square millimetres of the tray something covers."""

    dice: list[SeenDie]
    covered_mm2: float


def survey(
    picture: Bytes,
    camera: Camera,
    table: TableFile,
    margin_dice: float = MARGIN_DICE,
    die_px: float = SPOT_DIE_PX,
    least: float = LEAST_SURE,
) -> Survey:
    """Everything in the tray and so many die widths round it that may be a die with this chance at least."""
    size = table.dice_mm
    flat = flattener(camera, table, size, die_px / size, margin_dice * size)
    cells = networks.spot(in_whole_cells(flat.flatten(picture)))
    found = spots(cells, flat, least)[:MOST_SPOTS]
    return Survey(_dice(picture, camera, table, found), _covered_mm2(cells, flat, table))


def search(
    picture: Bytes, camera: Camera, table: TableFile, view: View, wanted: Callable[[Pose], bool]
) -> list[SeenDie]:
    """A second look in another view, only at what is wanted: what was seen before is not."""
    size = table.dice_mm
    flat = flattener(camera, table, size, view.die_px / size, view.margin_dice * size)
    cells = networks.spot(in_whole_cells(flat.flatten(picture)))
    new = [pose for pose in spots(cells, flat, view.least) if wanted(pose)][: view.most]
    sight = Sight(picture, camera, size)
    return sight.read(_apart(sight.well_aimed(new), LEAST_APART_DICE * size))


def _dice(picture: Bytes, camera: Camera, table: TableFile, poses: Sequence[Pose]) -> list[SeenDie]:
    size = table.dice_mm
    sight = Sight(picture, camera, size)
    if not poses:
        return []
    seen = sight.read(_apart(sight.well_aimed(poses), LEAST_APART_DICE * size))
    if abs(table.order_die_mm - size) <= ANOTHER_SIZE_MM:
        return sight.steadied(_aimed_again(sight, seen))
    own, poses = sight.of(table.order_die_mm, [die.pose for die in seen if die.is_order_die])
    pipped = sight.steadied(_aimed_again(sight, [die for die in seen if not die.is_order_die]))
    return pipped + (own.steadied(own.read(own.well_aimed(poses))) if poses else [])


def _aimed_again(sight: Sight, dice: list[SeenDie]) -> list[SeenDie]:
    """What seems not to lie flat may be badly aimed at, or a side face: take its top face if there is one."""
    strange = [die for die in dice if die.ways[FLAT] < STRANGE and die.ways[-1] < NOTHING][:MOST_STRANGE]
    if not strange:
        return dice
    beside = [pose for die in strange for pose in _beside(facing(sight.camera, die.pose), sight.die_mm)]
    # Most of these end at the same few faces: each is read once.
    tops = sight.read(_apart(sight.well_aimed(beside), SAME_FACE_DICE * sight.die_mm))
    kept = [die for die in dice if die not in strange]
    for die in strange:
        # Only what is no top face itself may be the side of a die farther away.
        reach = (NEAR_DICE * 2 if die.face > A_SIDE else 1.0) * sight.die_mm
        near = [top for top in tops if distance(top.pose, die.pose) < reach]
        top = max([die, *near], key=_top_face)
        better = top if _top_face(top) > A_TOP else die
        if all(distance(better.pose, other.pose) > LEAST_APART_DICE * sight.die_mm for other in kept):
            kept.append(better)
    return kept


def _beside(pose: Pose, die_mm: float) -> list[Pose]:
    """Where the top face may be instead: a little off any way, or right of or above what is a side face."""
    near, far = NEAR_DICE * die_mm, BESIDE_DICE * die_mm
    ways = ((0.0, 0.0), (near, 0.0), (-near, 0.0), (0.0, near), (0.0, -near), (far, 0.0), (0.0, far))
    return [pose.moved(right, up, 0.0) for right, up in ways]


def _top_face(die: SeenDie) -> float:
    return die.ways[FLAT] * die.face


def _mirrored(pictures: Bytes) -> Bytes:
    """Each picture mirrored so that its lower left corner stays where it is."""
    return np.ascontiguousarray(pictures[:, ::-1, ::-1].swapaxes(1, 2))


def distance(one: Pose, other: Pose) -> float:
    """Millimetres between two centres."""
    return math.hypot(one.x - other.x, one.y - other.y)


def spots(out: Numbers, flat: Flattener, least: float = LEAST_SURE) -> list[Pose]:
    """Where in a flat view dice may lie, the surest first.

    Each cell says how far off the die's centre is. So beside a peak another die can still be seen, if a sure
    cell there means a place where that die has room.
    """
    heat = 1 / (1 + np.exp(-out[0]))
    is_peak = heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))
    peaks = _apart(_meant(out, heat, is_peak & (heat > least), flat), LEAST_APART_DICE * flat.z)
    beside = _apart(_meant(out, heat, ~is_peak & (heat > BESIDE_SURE), flat), BESIDE_APART_DICE * flat.z)
    apart = BESIDE_APART_DICE * flat.z
    return [*peaks, *(pose for pose in beside if all(distance(pose, peak) > apart for peak in peaks))]


def _meant(out: Numbers, heat: Numbers, cells: npt.NDArray[np.bool_], flat: Flattener) -> list[Pose]:
    """The dice that these cells speak of, the surest first."""
    rows, columns = np.nonzero(cells)
    surest = sorted(zip(rows, columns, strict=True), key=lambda cell: -heat[cell])
    return [_spotted(out[:, row, column], int(row), int(column), flat) for row, column in surest]


def _covered_mm2(out: Numbers, flat: Flattener, table: TableFile) -> float:
    rows, columns = np.nonzero(out[-1] > math.log(COVERED / (1 - COVERED)))
    if not len(rows):
        return 0.0
    middles = np.column_stack([columns, rows]) * CELL_PX + (CELL_PX - 1) / 2
    inside = (np.abs(flat.to_mm(middles)) < (table.tray.width_mm / 2, table.tray.height_mm / 2)).all(axis=1)
    return float(inside.sum()) * (CELL_PX / flat.px_per_mm) ** 2


def in_whole_cells(view: Bytes) -> Bytes:
    """The view with a black rim below and to the right, so that the cells come out even."""
    below, right = -view.shape[0] % CELL_PX, -view.shape[1] % CELL_PX
    return np.asarray(cv2.copyMakeBorder(view, 0, below, 0, right, cv2.BORDER_CONSTANT), np.uint8)


def _spotted(cell: Numbers, row: int, column: int, flat: Flattener) -> Pose:
    _, dx, dy, cos4, sin4, _ = (float(number) for number in cell)
    # Pixel centres are whole numbers in both scales, so half a pixel goes out and comes in again.
    ((x, y),) = flat.to_mm([((column + dx + 0.5) * CELL_PX - 0.5, (row + dy + 0.5) * CELL_PX - 0.5)])
    return Pose(float(x), float(y), -math.atan2(sin4, cos4) / 4)  # up is down in pixels


def _apart(poses: Sequence[Pose], least: float) -> list[Pose]:
    """The poses without those that lie in an earlier one."""
    kept: list[Pose] = []
    for pose in poses:
        if all(distance(pose, other) > least for other in kept):
            kept.append(pose)
    return kept


def _chances(numbers: Numbers) -> list[tuple[float, ...]]:
    """Each row's numbers as chances."""
    weights = np.exp(numbers - numbers.max(axis=1, keepdims=True))
    return [tuple(row) for row in (weights / weights.sum(axis=1, keepdims=True)).tolist()]
