"""Dice in the picture: spotted in a flat view, then each looked at more closely."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pi_diavolo.vision import networks
from pi_diavolo.vision.aiming import (
    MOST_STRANGE,
    aimed_again,
    aimed_apart,
    found_again,
    is_accounted_for,
    is_apart,
)
from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.certainty import AS_WELL_AS_NOT
from pi_diavolo.vision.covering import Covered, covered, hidden_cells
from pi_diavolo.vision.die_scale import MARGIN_DICE, SPOT_DIE_PX
from pi_diavolo.vision.flatten import Flattener, flattener
from pi_diavolo.vision.networks import Bytes
from pi_diavolo.vision.order_die_size import is_alike, settled, told_apart
from pi_diavolo.vision.parts import spot_round
from pi_diavolo.vision.patches import Pose, distance
from pi_diavolo.vision.placing import placed
from pi_diavolo.vision.sight import SeenDie, Sight
from pi_diavolo.vision.spots import LEAST_APART_DICE, apart, hints, in_whole_cells, spots, warm
from pi_diavolo.vision.steadying import steadied
from pi_diavolo.vision.table_file import TableFile

# No throw has more; where more is spotted, most of it is something else.
MOST_SPOTS = 30
# What is seen farther than this, in die widths, from all that was spotted, and whose pips are less sure, was
# aimed at badly: between the top face and a side of a die that leans. Of 14,000 painted dice 27 were so far
# away; four of them were seen well, and their pips surely.
AIMED_AWAY_DICE, PIPS_SEEN = 0.4, 0.999
# So sure the spotter is hardly ever of what is no die; and so near, in die widths, is the die it speaks of.
WELL_SPOTTED, SAME_SPOT_DICE = 0.3, 0.6


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
    """The dice in and round the tray, and how much of it something covers.

    They were spotted in `view`; where it was `warm` (N, 2) a harder look may find more, elsewhere is floor.
    Where it was `hot`, there should be a die; `hints` are all places that may be meant, the surest first.
    """

    dice: list[SeenDie]
    covered: Covered
    warm: Array
    hot: Array
    view: Bytes
    hints: Sequence[Pose]


def survey(picture: Bytes, camera: Camera, table: TableFile) -> Survey:
    """Everything in the tray and a little round it that may be a die."""
    flat = spotting_view(camera, table)
    view = flat.flatten(picture)
    cells = networks.spot(in_whole_cells(view))
    spotted = spots(cells, flat)[:MOST_SPOTS]
    dice = _dice(picture, camera, table, spotted)
    lost = _lost(spots(cells, flat, WELL_SPOTTED), dice)
    if lost:
        dice = with_lost(Sight(picture, camera, table.dice_mm), table, dice, lost, [*spotted, *lost])
    hidden = covered(hidden_cells(view, cells[-1]), flat, table)
    hot = warm(cells, flat, WELL_SPOTTED)
    return Survey(dice, hidden, warm(cells, flat), hot, view, hints(cells, flat))


def with_lost(
    sight: Sight,
    table: TableFile,
    dice: Sequence[SeenDie],
    lost: Sequence[Pose],
    spotted: Sequence[Pose] = (),
) -> list[SeenDie]:
    """The dice, and those that are found in lost places if they are aimed at from all sides."""
    again = settled(sight, table, found_again(sight, lost[:MOST_STRANGE], dice))
    found = [doubted_if_aimed_away(die, spotted) for die in again]
    return [die for die in dice if is_accounted_for(die) or is_apart(die, found)] + found


def doubted_if_aimed_away(die: SeenDie, spotted: Sequence[Pose] = ()) -> SeenDie:
    """The same die; if it was aimed at far from all that was spotted, it may be no top face."""
    near = AIMED_AWAY_DICE * die.size_mm
    # An Order die has no pips, and is seen elsewhere in its own height.
    if die.is_order_die or max(die.values) > PIPS_SEEN:
        return die
    if any(distance(die.pose, spot) <= near for spot in spotted):
        return die
    return replace(die, face=min(die.face, AS_WELL_AS_NOT))


def _lost(spotted: Sequence[Pose], dice: Sequence[SeenDie]) -> list[Pose]:
    """Where a die was surely spotted, but none found: print or a neighbour may lead the aim astray."""
    there = [die for die in dice if is_accounted_for(die)]
    return [
        pose
        for pose in spotted
        if all(distance(pose, die.pose) > SAME_SPOT_DICE * die.size_mm for die in there)
    ]


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
    return settled(sight, table, sight.read(aimed if view.nothing == 1 else sight.solid(aimed, view.nothing)))


def look_again(picture: Bytes, camera: Camera, table: TableFile, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The same dice where they lay, read in another picture."""
    seen: list[SeenDie] = []
    for size in dict.fromkeys(die.size_mm for die in dice):
        sight = Sight(picture, camera, size)
        read = sight.read([die.pose for die in dice if die.size_mm == size])
        seen += steadied(sight, table.tray, placed(sight, read))
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


def _dice(picture: Bytes, camera: Camera, table: TableFile, spotted: Sequence[Pose]) -> list[SeenDie]:
    if not spotted:
        return []
    seen = _aimed_at(Sight(picture, camera, table.dice_mm), table, spotted)
    return [doubted_if_aimed_away(die, spotted) for die in seen]


def _aimed_at(sight: Sight, table: TableFile, spotted: Sequence[Pose]) -> list[SeenDie]:
    seen = sight.read(aimed_apart(sight, spotted))
    if is_alike(table):
        return settled(sight, table, aimed_again(sight, seen))
    others, order_dice = told_apart(sight, table, seen)
    again = aimed_again(sight, others)
    found = [die for die in again if all(die is not other for other in others)]
    known = [die for die in again if all(die is not new for new in found)]
    new = [die for die in settled(sight, table, found) if is_apart(die, order_dice)]
    return steadied(sight, table.tray, known) + new + order_dice
