"""Dice in the picture: spotted in a flat view, then each looked at more closely."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pi_diavolo.vision import networks
from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.covering import covered_mm2, hidden_cells
from pi_diavolo.vision.die_scale import COLOURS, MARGIN_DICE, SPOT_DIE_PX
from pi_diavolo.vision.flatten import Flattener, flattener
from pi_diavolo.vision.networks import Bytes
from pi_diavolo.vision.parts import spot_round
from pi_diavolo.vision.patches import Pose, distance, facing
from pi_diavolo.vision.placing import placed
from pi_diavolo.vision.sight import FLAT, SeenDie, Sight, Ways
from pi_diavolo.vision.spots import LEAST_APART_DICE, apart, in_whole_cells, spots, warm
from pi_diavolo.vision.steadying import steadied
from pi_diavolo.vision.table_file import TableFile

GRAY = COLOURS.index("gray")
# No throw has more; where more is spotted, most of it is something else.
MOST_SPOTS, MOST_STRANGE = 30, 3
# An Order die that differs by more than this from the others is looked at in its own size and height.
ANOTHER_SIZE_MM = 0.3
# So likely gray, a die may be the Order die.
PERHAPS_GRAY = 0.05
# Less likely flat than this, it may be a side face; so sure of being one, a top face beside it is taken.
STRANGE, A_TOP = 0.6, 0.8
# More likely nothing than this, it is no die.
NOTHING = 0.9
# Less likely a top face than the first, it may be a side; likelier than the second, it is a top face.
A_SIDE, A_FACE = 0.3, 0.7
# How far off a bad aim may be, and how far from a side face's middle the top face's is, in die widths.
NEAR_DICE, BESIDE_DICE = 0.25, 0.65
# So sure the spotter is hardly ever of what is no die; and so near, in die widths, is the die it speaks of.
WELL_SPOTTED, SAME_SPOT_DICE = 0.3, 0.6
# So little of a chance to lie flat, or to be nothing, has what surely leans.
SURELY_ASKEW = 0.05
# Two aims so near, in die widths, are at the same face.
SAME_FACE_DICE = 0.08


@dataclass(frozen=True, slots=True)
class View:
    """A flat view in which more dice are looked for: how many pixels wide they are, how far round the tray.

    Spots less likely than `least` are not looked at, nor more than `most` of them; what looks more likely
    like `nothing` once it is aimed at is not read.
    """

    die_px: float
    margin_dice: float
    least: float
    most: int
    nothing: float = 1.0


@dataclass(frozen=True, slots=True)
class Survey:
    """The dice in and round the tray, and how many square millimetres of the tray something covers.

    They were spotted in `view`; where it was `warm` (N, 2) a harder look may find more, elsewhere is floor.
    Where it was `hot`, there should be a die.
    """

    dice: list[SeenDie]
    covered_mm2: float
    warm: Array
    hot: Array
    view: Bytes


def survey(picture: Bytes, camera: Camera, table: TableFile) -> Survey:
    """Everything in the tray and a little round it that may be a die."""
    flat = spotting_view(camera, table)
    view = flat.flatten(picture)
    cells = networks.spot(in_whole_cells(view))
    dice = _dice(picture, camera, table, spots(cells, flat)[:MOST_SPOTS])
    lost = _lost(spots(cells, flat, WELL_SPOTTED), dice)
    if lost:
        sight = Sight(picture, camera, table.dice_mm)
        found = _settled(sight, table, _found_again(sight, lost[:MOST_STRANGE], dice))
        dice = [die for die in dice if _is_accounted_for(die) or _is_apart(die, found)] + found
    covered = covered_mm2(hidden_cells(view, cells[-1]), flat, table)
    return Survey(dice, covered, warm(cells, flat), warm(cells, flat, WELL_SPOTTED), view)


def _lost(spotted: Sequence[Pose], dice: Sequence[SeenDie]) -> list[Pose]:
    """Where a die was surely spotted, but none found: print or a neighbour may lead the aim astray."""
    there = [die for die in dice if _is_accounted_for(die)]
    return [
        pose
        for pose in spotted
        if all(distance(pose, die.pose) > SAME_SPOT_DICE * die.size_mm for die in there)
    ]


def _is_accounted_for(die: SeenDie) -> bool:
    """Something is there, and it is a top face, or surely a die that leans or stands on another."""
    return die.ways[-1] < NOTHING and (die.face > A_SIDE or die.ways[FLAT] + die.ways[-1] < SURELY_ASKEW)


def _found_again(sight: Sight, lost: Sequence[Pose], dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The top faces that are found there if they are aimed at from all sides."""
    beside = [pose for each in lost for pose in _beside(facing(sight.camera, each), sight.die_mm)]
    aims = apart(sight.well_aimed(beside), SAME_FACE_DICE * sight.die_mm)
    tops = sorted(sight.read(aims, _may_be_a_face), key=_top_face, reverse=True)
    solid, found = [die for die in dice if _is_accounted_for(die)], list[SeenDie]()
    for top in tops:
        if _top_face(top) > A_TOP and _is_apart(top, [*solid, *found]):
            found.append(top)
    return found


def spotting_view(camera: Camera, table: TableFile) -> Flattener:
    """The flat view in which dice are spotted at first."""
    return flattener(camera, table, table.dice_mm, SPOT_DIE_PX / table.dice_mm, MARGIN_DICE * table.dice_mm)


def search(
    picture: Bytes,
    camera: Camera,
    table: TableFile,
    view: View,
    wanted: Callable[[Pose], bool],
    places: Array | None = None,
) -> list[SeenDie]:
    """A second look in another view, only at what is wanted: what was seen before is not.

    If places are given, only round them.
    """
    size = table.dice_mm
    flat = flattener(camera, table, size, view.die_px / size, view.margin_dice * size)
    if places is None:
        cells = networks.spot(in_whole_cells(flat.flatten(picture)))
    else:
        cells = spot_round(picture, flat, places)
    new = [pose for pose in spots(cells, flat, view.least) if wanted(pose)][: view.most]
    sight = Sight(picture, camera, size)
    aimed = apart(sight.well_aimed(new), LEAST_APART_DICE * size)
    return _settled(
        sight, table, sight.read(aimed if view.nothing == 1 else sight.solid(aimed, view.nothing))
    )


def look_again(picture: Bytes, camera: Camera, table: TableFile, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The same dice where they lay, read in another picture."""
    seen: list[SeenDie] = []
    for size in dict.fromkeys(die.size_mm for die in dice):
        sight = Sight(picture, camera, size)
        seen += steadied(sight, placed(sight, sight.read([die.pose for die in dice if die.size_mm == size])))
    return seen


def look_anew(
    picture: Bytes, camera: Camera, table: TableFile, strange: Sequence[Pose], others: Sequence[SeenDie]
) -> list[SeenDie]:
    """What lies where something strange was seen: spotted and aimed at as if for the first time."""
    size = table.dice_mm
    flat = spotting_view(camera, table)
    cells = spot_round(picture, flat, np.array([(pose.x, pose.y) for pose in strange]))
    least = LEAST_APART_DICE * size
    found = [
        pose
        for pose in spots(cells, flat)
        if any(distance(pose, other) < size for other in strange)
        and all(distance(pose, die.pose) > least for die in others)
    ]
    seen = _dice(picture, camera, table, found)
    return [die for die in seen if all(distance(die.pose, other.pose) > least for other in others)]


def _dice(picture: Bytes, camera: Camera, table: TableFile, poses: Sequence[Pose]) -> list[SeenDie]:
    sight = Sight(picture, camera, table.dice_mm)
    if not poses:
        return []
    seen = sight.read(_aimed_apart(sight, poses))
    if _is_alike(table):
        return _settled(sight, table, _aimed_again(sight, seen))
    others, order_dice = _told_apart(sight, table, seen)
    again = _aimed_again(sight, others)
    found = [die for die in again if all(die is not other for other in others)]
    known = [die for die in again if all(die is not new for new in found)]
    new = [die for die in _settled(sight, table, found) if _is_apart(die, order_dice)]
    return steadied(sight, known) + new + order_dice


def _settled(sight: Sight, table: TableFile, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The same dice: how each lies is no more in doubt than need be, and an Order die is exactly placed."""
    if _is_alike(table):
        return steadied(sight, placed(sight, dice))
    others, order_dice = _told_apart(sight, table, dice)
    return steadied(sight, others) + order_dice


def _is_alike(table: TableFile) -> bool:
    """The Order die is as large as the others."""
    return abs(table.order_die_mm - table.dice_mm) <= ANOTHER_SIZE_MM


def _told_apart(
    sight: Sight, table: TableFile, seen: Sequence[SeenDie]
) -> tuple[list[SeenDie], list[SeenDie]]:
    """All other dice, and what may be an Order die of another size, settled in that size and height.

    Seen at the others' size and height, it may look like one of them; where none is gray, like a leaning one.
    """
    maybe = [die for die in seen if _may_be_gray(die)]
    maybe = maybe or [die for die in seen if is_strange(die)][:MOST_STRANGE]
    own, poses = sight.of(table.order_die_mm, [die.pose for die in maybe])
    closer = steadied(own, placed(own, own.read(own.well_aimed(poses))))
    order_dice = [(die, other) for die, other in zip(maybe, closer, strict=True) if _is_order_die(die, other)]
    others = [die for die in seen if all(die is not taken for taken, _ in order_dice)]
    return others, [die for _, die in order_dice]


def _may_be_gray(die: SeenDie) -> bool:
    return die.colours[GRAY] > PERHAPS_GRAY


def _is_order_die(die: SeenDie, other: SeenDie) -> bool:
    """Whether it is the Order die, by how it looks as one of the others and in the Order die's own size."""
    # What leans has no top face to compare with: it must prove to be a good one.
    least = _top_face(die) if _may_be_gray(die) else A_TOP
    return die.is_order_die or (other.is_order_die and _top_face(other) > least)


def _aimed_apart(sight: Sight, spotted: Sequence[Pose]) -> list[Pose]:
    """All aimed at; one that was pulled to the die beside it is aimed at once more, from farther away."""
    least = LEAST_APART_DICE * sight.die_mm
    aimed = sight.well_aimed(spotted)
    kept = apart(aimed, least)
    farther = []
    for spot, aim in zip(spotted, aimed, strict=True):
        beside = min(kept, key=lambda pose: distance(pose, aim))
        far = distance(spot, beside)
        if far > least and not any(aim is pose for pose in kept):
            out = sight.die_mm / far
            x, y = beside.x + (spot.x - beside.x) * out, beside.y + (spot.y - beside.y) * out
            farther.append(Pose(x, y, spot.yaw))
    return apart([*kept, *sight.well_aimed(farther)], least) if farther else kept


def _aimed_again(sight: Sight, dice: list[SeenDie]) -> list[SeenDie]:
    """What seems not to lie flat may be badly aimed at, or a side face: take its top face if there is one."""
    strange = [die for die in dice if is_strange(die)][:MOST_STRANGE]
    if not strange:
        return dice
    beside = [pose for die in strange for pose in _beside(facing(sight.camera, die.pose), sight.die_mm)]
    kept = [die for die in dice if die not in strange]
    # Most of these end at the same few faces: each is read once, and none that was read before.
    same = SAME_FACE_DICE * sight.die_mm
    aims = apart(sight.well_aimed(beside), same)
    tops = [
        die for die in kept if _top_face(die) > A_TOP and any(distance(die.pose, aim) <= same for aim in aims)
    ]
    new = [aim for aim in aims if all(distance(top.pose, aim) > same for top in tops)]
    tops += sight.read(new, _may_be_a_face)
    for die in strange:
        # Only what is no top face itself may be the side of a die farther away.
        reach = (NEAR_DICE * 2 if die.face > A_SIDE else 1.0) * sight.die_mm
        near = [top for top in tops if distance(top.pose, die.pose) < reach]
        top = max([die, *near], key=_top_face)
        if _top_face(top) <= A_TOP:
            top = _clearest_face(die, [one for one in near if _is_apart(one, kept)])
        if _is_apart(top, kept):
            kept.append(top)
    return kept


def _may_be_a_face(ways: Ways) -> bool:
    # What is surely nothing is not taken for one, whatever else is read of it.
    return ways[-1] < NOTHING


def _clearest_face(side: SeenDie, tops: Sequence[SeenDie]) -> SeenDie:
    """How a die lies is judged at its top face, if one was found beside what is surely none."""
    faces = [top for top in tops if top.face > A_FACE] if side.face < A_SIDE else []
    return max(faces, key=lambda top: top.face, default=side)


def _is_apart(die: SeenDie, others: Sequence[SeenDie]) -> bool:
    return all(distance(die.pose, other.pose) > LEAST_APART_DICE * die.size_mm for other in others)


def is_strange(die: SeenDie) -> bool:
    """Something is there that seems not to lie flat."""
    return die.ways[FLAT] < STRANGE and die.ways[-1] < NOTHING


def _beside(pose: Pose, die_mm: float) -> list[Pose]:
    """Where the top face may be instead: a little off any way, or right of or above what is a side face."""
    near, far = NEAR_DICE * die_mm, BESIDE_DICE * die_mm
    around = [(right, up) for right in (0.0, near, -near) for up in (0.0, near, -near)]
    return [pose.moved(right, up, 0.0) for right, up in (*around, (far, 0.0), (0.0, far))]


def _top_face(die: SeenDie) -> float:
    return die.ways[FLAT] * die.face
