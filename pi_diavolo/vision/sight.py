"""A closer look at single dice: each is aimed at, read, and seen as it lies."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from pi_diavolo.vision import faint_pips, glints, networks
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.certainty import log_odds
from pi_diavolo.vision.die_scale import AIM, COLOURS, LIE, READ, STEP_DICE, TURN, WAYS
from pi_diavolo.vision.networks import Bytes, Numbers
from pi_diavolo.vision.patches import Cut, Pose, distance, facing, patches, silhouettes

VALUES = slice(len(COLOURS), len(COLOURS) + 7)
FACE, OFF = VALUES.stop, slice(VALUES.stop + 1, None)
PIPS_AND_FACE = slice(VALUES.start, FACE + 1)
FLAT = WAYS.index("flat")
# What is less likely a top face than this was not aimed at well, or something covers it.
A_FACE = 0.7
# Of what the eyes aim at, more are top faces than of what the reader learned from, by these log-odds.
MORE_FACES = 1.0
# The chances of each way to lie.
Ways = tuple[float, ...]
Indices = npt.NDArray[np.intp]
# A spot this far off, in die widths and radians, is aimed at a second time.
FAR_DICE, FAR_TURN = 0.07, 0.08
# So far off, in die widths, the reader looks again; so often at most, since each look comes nearer.
BADLY_DICE, MOST_LOOKS = 0.015, 4
# One of many aims that is so clearly at no top face (its log-odds), even when looked at again, is given up.
GIVEN_UP = -4.0
# Less sure of being a top face (its log-odds), a die is read from all four sides: what misleads from one
# may not from another. Less sure of its pips, it is read by the expert, too, who counts for so much of the
# answer; still less sure of them than this, by the expert from all four sides. What both say together is
# surer by this factor than their mean, which fits best on painted faces that nobody learned.
CLEARLY, WELL_READ = 2.5, 0.999
READ_AFTER_ALL, EXPERTS_SHARE, SURER = 0.997, 0.7, 1.2
# The quarter turns of the expert's first look and of the others.
ONE_SIDE, OTHER_SIDES = (1,), (0, 2, 3)


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die as the networks see it: the chances of each colour, value and way to lie, and of a top face.

    `values[0]` is the chance that it has no pips to count: the Order die. Its pose is at its top's height.
    """

    pose: Pose
    size_mm: float
    colours: tuple[float, ...]
    values: tuple[float, ...]
    ways: Ways
    face: float
    edges: float | None = None  # how round they are, in die widths, where that was looked at
    colour: str = field(init=False, repr=False, compare=False)  # the likeliest; asked for all the time

    def __post_init__(self) -> None:
        object.__setattr__(self, "colour", COLOURS[self.colours.index(max(self.colours))])

    @property
    def value(self) -> int:
        """The likeliest number of pips; 0 for none."""
        return self.values.index(max(self.values))

    @property
    def way(self) -> str:
        """How it most likely lies."""
        return WAYS[self.ways.index(max(self.ways))]

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
        return [self.moved(pose, off) for pose, off in zip(poses, networks.aim(cuts), strict=True)]

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
        better, outputs = self._read_well_aimed(poses)
        self._read_turned(better, outputs)
        return self._counted(better, outputs, self._ways(better))

    def read_faces(self, poses: Sequence[Pose], nothing: float, face: float) -> list[SeenDie]:
        """The same of those that are less likely nothing than this, and likelier a top face than that."""
        if not poses:
            return []
        better, outputs = self._read_well_aimed(poses, GIVEN_UP)
        faces = np.flatnonzero(outputs[:, FACE] > GIVEN_UP).tolist()
        if not faces:
            return []
        ways = self._ways([better[n] for n in faces])
        there = [n for n, chances in enumerate(as_chances(ways)) if chances[-1] < nothing]
        chosen = [faces[n] for n in there]
        better, outputs, ways = [better[n] for n in chosen], outputs[chosen], ways[there]
        self._read_turned(better, outputs)
        # Pips are counted of what may be taken for a top face alone, for that takes longest.
        tops = np.flatnonzero(outputs[:, FACE] > log_odds(face)).tolist()
        return self._counted([better[n] for n in tops], outputs[tops], ways[tops])

    def _counted(self, better: list[Pose], outputs: Numbers, ways: Numbers) -> list[SeenDie]:
        """All that is told of what was read, with doubtful pips counted again."""
        self._count_in_doubt(better, outputs)
        return self._doubted_in_glare(self._doubted_where_faint(self._seen(better, outputs, ways)))

    def solid(self, poses: Sequence[Pose], nothing: float) -> list[Pose]:
        """Those of the poses at which something lies, by a glance: it is no more likely nothing than this."""
        chances = as_chances(self._ways(poses)) if poses else []
        return [pose for pose, ways in zip(poses, chances, strict=True) if ways[-1] <= nothing]

    def _read_well_aimed(self, poses: Sequence[Pose], least: float = -math.inf) -> tuple[list[Pose], Numbers]:
        """Where even the reader finds that it was aimed badly, it looks again from where it should have.

        What is less of a top face than `least` even then is not looked at a third time.
        """
        better, outputs = self._read(poses)
        aimed, badly = list(poses), list(range(len(poses)))
        for look in range(1, MOST_LOOKS):
            badly = [n for n in badly if distance(aimed[n], better[n]) > BADLY_DICE * self.die_mm]
            if look > 1:
                badly = [n for n in badly if outputs[n, FACE] > least]
            if not badly:
                break
            for n, pose, output in zip(badly, *self._read([better[n] for n in badly]), strict=True):
                aimed[n], better[n], outputs[n] = better[n], pose, output
        return better, outputs

    def _doubted_where_faint(self, dice: list[SeenDie]) -> list[SeenDie]:
        """The same dice; where dark pips are washed out, there may be more of them than are seen."""
        dark = [
            n
            for n, die in enumerate(dice)
            if die.colour in faint_pips.DARK_PIPPED and faint_pips.may_hide(die.values)
        ]
        poses = [dice[n].pose for n in dark]
        faces = patches(self.picture, self.camera, poses, self.die_mm, self.die_mm, faint_pips.FACE)
        for n, face in zip(dark, faces, strict=True):
            if faint_pips.is_faint(face, dice[n].value):
                dice[n] = replace(dice[n], values=faint_pips.doubted(dice[n].values))
            elif more := faint_pips.burnt_away(face, dice[n].value):
                dice[n] = replace(dice[n], values=faint_pips.doubted(dice[n].values, more))
        return dice

    def _doubted_in_glare(self, dice: list[SeenDie]) -> list[SeenDie]:
        """The same dice; where one with light pips mirrors a lamp, that may look like pips or hide some."""
        misled = [
            n for n, die in enumerate(dice) if die.colour not in faint_pips.DARK_PIPPED and _may_glare(die)
        ]
        poses = [dice[n].pose for n in misled]
        faces = patches(self.picture, self.camera, poses, self.die_mm, self.die_mm, glints.FACE)
        for n, face in zip(misled, faces, strict=True):
            if glints.may_mislead(dice[n].values) and glints.is_mirroring(face, dice[n].value):
                dice[n] = replace(dice[n], values=glints.doubted(dice[n].values))
            if glints.may_lie_in_spot(dice[n].values) and (others := glints.thinkable(face, dice[n].value)):
                dice[n] = replace(dice[n], values=faint_pips.doubted(dice[n].values, others))
        return dice

    def _read(self, poses: Sequence[Pose]) -> tuple[list[Pose], Numbers]:
        outputs = _read(patches(self.picture, self.camera, poses, self.die_mm, self.die_mm, READ))
        better = [self.moved(pose, output[OFF]) for pose, output in zip(poses, outputs, strict=True)]
        return better, outputs

    def _read_turned(self, poses: Sequence[Pose], outputs: Numbers) -> None:
        """Read what may be no top face from its other sides, too."""
        unclear = np.flatnonzero(np.abs(outputs[:, FACE]) < CLEARLY)
        if len(unclear):
            others = _turned_looks(self._cut(poses, unclear), (1, 2, 3), _read)[..., PIPS_AND_FACE]
            outputs[unclear, PIPS_AND_FACE] = (outputs[unclear, PIPS_AND_FACE] + others.sum(axis=0)) / 4

    def _count_in_doubt(self, poses: Sequence[Pose], outputs: Numbers) -> None:
        """Have the expert count pips in doubt: once, and from all sides where that does not settle it."""
        doubtful = np.flatnonzero((outputs[:, FACE] > -CLEARLY) & (_likeliest(outputs) < WELL_READ))
        if not len(doubtful):
            return
        cuts, first = self._cut(poses, doubtful), outputs[doubtful, VALUES]
        told = _turned_looks(cuts, ONE_SIDE, networks.count_in_doubt)
        outputs[doubtful, VALUES] = _together(first, told)
        unread = np.flatnonzero(_likeliest(outputs[doubtful]) < READ_AFTER_ALL)
        if len(unread):
            again = [cuts[n] for n in unread.tolist()]
            more = _turned_looks(again, OTHER_SIDES, networks.count_in_doubt)
            of_all = np.concatenate([told[:, unread], more])
            outputs[doubtful[unread], VALUES] = _together(first[unread], of_all)

    def _cut(self, poses: Sequence[Pose], chosen: Indices) -> list[Bytes]:
        at = [poses[n] for n in chosen.tolist()]
        return patches(self.picture, self.camera, at, self.die_mm, self.die_mm, READ)

    def _ways(self, poses: Sequence[Pose]) -> Numbers:
        return networks.lie(*self.with_shapes(poses))

    def with_shapes(self, poses: Sequence[Pose], cut: Cut = LIE) -> tuple[Bytes, Bytes]:
        """Patches of the dice with what is round them, and what each would cover of them if it lay flat."""
        turned = [facing(self.camera, pose) for pose in poses]
        wide = patches(self.picture, self.camera, turned, self.die_mm, self.die_mm, cut)
        return np.stack(wide), silhouettes(self.camera, turned, self.die_mm, cut)

    def moved(self, pose: Pose, off: Numbers) -> Pose:
        """The pose moved by what a network says it was off."""
        step = STEP_DICE * self.die_mm
        return pose.moved(float(off[0]) * step, float(off[1]) * step, float(off[2]) * TURN)

    def _seen(self, poses: Sequence[Pose], outputs: Numbers, ways: Numbers) -> list[SeenDie]:
        faces = 1 / (1 + np.exp(-outputs[:, FACE]))
        told = (
            as_chances(outputs[:, : len(COLOURS)]),
            as_chances(outputs[:, VALUES]),
            as_chances(ways),
            faces.tolist(),
        )
        return [
            SeenDie(pose, self.die_mm, colours, values, lying, face)
            for pose, colours, values, lying, face in zip(poses, *told, strict=True)
        ]


def _may_glare(die: SeenDie) -> bool:
    return glints.may_mislead(die.values) or glints.may_lie_in_spot(die.values)


def _read(cuts: Sequence[Bytes]) -> Numbers:
    outputs = networks.read(cuts)
    outputs[:, FACE] += MORE_FACES
    return outputs


def _turned_looks(
    cuts: Sequence[Bytes], quarters: Sequence[int], read: Callable[[Sequence[Bytes]], Numbers]
) -> Numbers:
    """What is read (turns, patches, fields) if each patch is turned so far."""
    turned = [np.ascontiguousarray(np.rot90(cut, turn)) for turn in quarters for cut in cuts]
    return read(turned).reshape(len(quarters), len(cuts), -1)


def _together(first: Numbers, told: Numbers) -> Numbers:
    """What the reader and the expert, in some looks, say of the same pips."""
    both = (1 - EXPERTS_SHARE) * first + EXPERTS_SHARE * told.mean(axis=0)
    return np.asarray(SURER * both, np.float32)


def _likeliest(outputs: Numbers) -> Numbers:
    """How likely the likeliest number of pips is, for each die."""
    return np.array([max(chances) for chances in as_chances(outputs[:, VALUES])], np.float32)


def as_chances(numbers: Numbers) -> list[tuple[float, ...]]:
    """Each row's numbers as chances."""
    weights = np.exp(numbers - numbers.max(axis=1, keepdims=True))
    return [tuple(row) for row in (weights / weights.sum(axis=1, keepdims=True)).tolist()]
