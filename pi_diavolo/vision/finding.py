"""What lies in the tray and round it: found by a first look and a harder one, or where it just lay."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from pi_diavolo.table.pieces import RIVALS
from pi_diavolo.vision.aiming import NOTHING, aimed_again, is_apart, is_free, is_side_of_any, is_strange
from pi_diavolo.vision.awaited import MOST_A_COLOUR, Expect, colours, is_short, may_lack, wanted
from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.dice import (
    View,
    doubted_if_aimed_away,
    look_again,
    look_anew,
    search,
    survey,
    with_lost,
)
from pi_diavolo.vision.die_scale import FAR_MARGIN_DICE
from pi_diavolo.vision.furniture import is_furniture
from pi_diavolo.vision.judging import NO_DIE, is_surely_die
from pi_diavolo.vision.leaning import bears, with_support
from pi_diavolo.vision.order_die_size import each_once, has_its_size, is_alike, settled
from pi_diavolo.vision.patches import Pose, distance, squares
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.roll_call import NO_FACE, PIPPED, Called, call, is_ghostly
from pi_diavolo.vision.sight import A_FACE, SeenDie, Sight
from pi_diavolo.vision.spots import BESIDE_APART_DICE, LEAST_APART_DICE, apart
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.unexplained import has_unexplained

# Nearer to the wall than so many die widths no die's centre can be that is in the tray.
AT_THE_WALL = 0.3
# Whoever reaches in covers so much of what is seen round the tray. Of 34 painted hands that hid 400 to 3,000
# mm² of a tray and none of its dice 30 did; of 8 deep shadows that were taken for hands none covered half.
ARM_MM2 = 100.0
# A hand with its wrist is so large. Where so much may be covered, fewer dice than most may be all that it
# leaves to be seen: of 592 painted throws of two dice a colour 15 are asked about for it, and so are three
# where a hand like the floor hid a die or more of each colour.
HAND_AND_WRIST_MM2 = 10_000.0
# When the dice are not those awaited, they are looked for in a larger view: there a die between two others
# stands out; if one is still missing, in one whose cells lie elsewhere; and if it still is, farther round in
# a smaller view, for there it lies alone.
LARGER, ELSEWHERE = View(26.0, 0.5, 0.06, 8), View(20.0, 0.7, 0.06, 8)
# The Order die, in the view in which it is as large as others usually are.
AS_LARGE = View(20.0, 0.5, 0.12, 8)
# One that was hardly spotted is looked for in so many places at most: print all over a floor hints at dice.
MOST_HINTS = 8
# A top face is the reason why the spotter finds something so near to its middle, in die widths.
WARMED_DICE = 0.45
# And so near is what was badly aimed at there.
LOST_DICE = 0.6
# How sure colour and value must be for a die outside the tray to be taken for one.
STRAY = 0.8
# There most spots are no dice, and what is one lies alone and is aimed at well: a glance tells them apart.
FARTHER = View(16.0, FAR_MARGIN_DICE, 0.12, 5, nothing=0.95)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """All that may be dice, those of them in the tray, those outside it, and what else was seen there.

    `complete`: all dice of the throw are seen in the tray; `whole`: and no throw has more, nor reaches an arm
    in.
    """

    dice: tuple[SeenDie, ...]
    tray: tuple[SeenDie, ...]
    strays: tuple[Called, ...]
    covered_mm2: float
    unexplained: bool
    complete: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Finder:
    """Looks for dice in one picture."""

    picture: Picture
    camera: Camera
    table: TableFile

    def find(self, expect: Expect) -> Found:
        """Everything that lies there; looked for harder where it is not what is awaited."""
        first = survey(self.picture, self.camera, self.table)
        dice, strays, ghosts = first.dice, tuple[Called, ...](), list[SeenDie]()
        tray = self._in_tray(dice)
        order_dice = [die for die in tray if die.is_order_die and has_its_size(die, self.table)]
        if not order_dice and not is_alike(self.table):
            dice = self._with_order_die(dice)
            tray = self._in_tray(dice)
        # What was badly aimed at looks like nothing: there, too, a die may lie.
        dice = [die for die in dice if _is_die(die) or bears(die)]
        if may_lack(tray, expect):
            dice += self._overlooked(dice, LARGER, first.warm)
            tray = self._in_tray(dice)
        elif len(hot := _unexplained_by(tray, first.hot)):
            # Two dice beside each other may look like one.
            found = self._overlooked(dice, LARGER, hot)
            ghosts = [die for die in found if is_ghostly(die)]
            dice += [die for die in found if not is_ghostly(die)]
            tray = self._in_tray(dice)
        if is_short(tray, expect):
            dice += self._overlooked(dice, ELSEWHERE, first.warm)
            tray = self._in_tray(dice)
        if is_short(tray, expect):
            dice = self._with_misaimed(dice, first.warm)
            tray = self._in_tray(dice)
        if is_short(tray, expect):
            hardly = self._hardly_spotted(dice, first.hints)
            dice += [doubted_if_aimed_away(die) for die in hardly]
            tray = self._in_tray(dice)
        elif _is_complete(tray, expect) and (hardly := self._hardly_spotted(dice, first.hints)):
            dice += hardly
            tray = self._in_tray(dice)
        if is_short(tray, expect):
            strays = self._strays()
        complete = _is_complete(tray, expect)
        if complete:
            tray = self._in_tray(dice, complete=True)
        each, all_dice = wanted(tray, expect)
        # Fewer dice than a throw may have: one of them may be hidden under something.
        short = len(tray) < sum(all_dice.values())
        fewer = short or (expect is Expect.ANY and each < MOST_A_COLOUR)
        # Print that is hardly a die itself explains nothing: another die may lie in the middle of it.
        faces = [die for die in tray if not is_ghostly(die)]
        hidden = fewer and has_unexplained(first.view, self.camera, self.table, faces)
        hidden |= fewer and first.covered.perhaps_mm2 > HAND_AND_WRIST_MM2
        hidden |= short and is_cut_off(self.camera, self.table)
        # What was aimed at there may be taken for nothing, since nothing is near for it to lean on.
        inside = [die for die in dice if self._is_inside(die.pose)]
        hidden |= _is_lost([*inside, *ghosts], _unexplained_by(tray, first.hot))
        arm = first.covered.round_mm2 > ARM_MM2
        whole = complete and not (fewer or arm) and expect is not Expect.ORDER
        return Found(tuple(dice), tuple(tray), strays, first.covered.tray_mm2, hidden, complete, whole)

    def find_again(self, known: Found) -> Found | None:
        """The same dice where they lay a moment ago, read anew; None if they are not the same any more.

        What seemed to lean, or to be no top face, may have been aimed at badly, and would be again: it is
        searched for anew. None, too, if another one seems to lean now.
        """
        strange = [die.pose for die in known.tray if is_strange(die) or die.face < A_FACE]
        plain = [die for die in known.dice if die.pose not in strange]
        anew = look_anew(self.picture, self.camera, self.table, strange, plain) if strange else []
        if colours(self._in_tray([*plain, *anew])) != colours(known.tray):
            return None
        dice = look_again(self.picture, self.camera, self.table, plain) + anew
        tray = self._in_tray(dice, complete=known.complete)
        if any(is_strange(die) and not _is_near(die.pose, strange, self.table.dice_mm) for die in tray):
            return None
        strays = self._called_strays(
            look_again(self.picture, self.camera, self.table, [die.seen for die in known.strays])
        )
        if colours(tray) != colours(known.tray) or _called(strays) != _called(known.strays):
            return None
        return replace(known, dice=tuple(dice), tray=tuple(tray), strays=strays)

    def _in_tray(self, dice: Sequence[SeenDie], *, complete: bool = False) -> list[SeenDie]:
        seen = with_support(dice, self.table.tray, complete=complete)
        there = [die for die in seen if self._is_inside(die.pose) and _is_die(die)]
        if not is_cut_off(self.camera, self.table):
            return there
        # What is beyond the picture's edge is made up: nobody has seen such a face, but something lies there.
        return [die if self.camera.shows(_top(die)) else _unseen(die) for die in there]

    def _with_order_die(self, dice: Sequence[SeenDie]) -> list[SeenDie]:
        """All of these, and an Order die of another size: in the others' size it may look like no die."""
        as_large = replace(self.table, dice_mm=self.table.order_die_mm)
        found = search(self.picture, self.camera, as_large, AS_LARGE, self._is_inside)
        order_dice = each_once([die for die in found if die.is_order_die and _is_die(die)])
        return [die for die in dice if is_apart(die, order_dice)] + order_dice

    def _overlooked(self, dice: Sequence[SeenDie], view: View, warm: Array) -> list[SeenDie]:
        """Dice that only a second, harder look has found; where it is warm and no known die is the reason."""
        size = self.table.dice_mm

        def is_new(pose: Pose) -> bool:
            return self._is_inside(pose) and is_free(pose, dice, size)

        places = _unexplained_by(dice, warm)
        found = search(self.picture, self.camera, self.table, view, is_new, places)
        return [die for die in found if is_new(die.pose) and not is_side_of_any(die, dice)]

    def _with_misaimed(self, dice: Sequence[SeenDie], warm: Array) -> list[SeenDie]:
        """All of these, and what is found where it is warm for no reason if it is aimed at from all sides."""
        unexplained = _unexplained_by(dice, warm, BESIDE_APART_DICE)
        places = [Pose(x, y, 0.0) for x, y in unexplained.tolist()]
        new = apart([pose for pose in places if self._is_inside(pose)], LEAST_APART_DICE * self.table.dice_mm)
        if not new:
            return list(dice)
        return with_lost(Sight(self.picture, self.camera, self.table.dice_mm), self.table, dice, new)

    def _hardly_spotted(self, dice: Sequence[SeenDie], hints: Sequence[Pose]) -> list[SeenDie]:
        """Dice that surely lie beside these, though at first hardly anything spoke for them."""
        size = self.table.dice_mm
        places = np.array([(pose.x, pose.y) for pose in hints]).reshape(-1, 2)
        free = np.ones(len(places), bool)
        for die in dice:
            away = np.hypot(*(places - (die.pose.x, die.pose.y)).T)
            free &= away > BESIDE_APART_DICE * max(size, die.size_mm)
        new = [pose for pose, is_free in zip(hints, free, strict=True) if is_free and self._is_inside(pose)]
        sight = Sight(self.picture, self.camera, size)
        aimed = sight.well_aimed(apart(new, LEAST_APART_DICE * size)[:MOST_HINTS])
        there = sight.solid(apart(aimed, LEAST_APART_DICE * size), NO_DIE)
        found = each_once([die for die in sight.read(there) if is_surely_die(die) and is_apart(die, dice)])
        return settled(sight, self.table, found)

    def _strays(self) -> tuple[Called, ...]:
        """Dice that lie outside the tray; looked for only when one is missing in it."""
        found = search(self.picture, self.camera, self.table, FARTHER, self._is_outside)
        solid = [die for die in found if 1 - die.ways[-1] > STRAY]
        # So far aside the camera sees as much of their sides as of their tops.
        return self._called_strays(aimed_again(Sight(self.picture, self.camera, self.table.dice_mm), solid))

    def _called_strays(self, found: Sequence[SeenDie]) -> tuple[Called, ...]:
        # Prints and cards lie there as well; only what is surely a die of some colour counts as one.
        return tuple(
            die
            for die in call([die for die in found if self._is_outside(die.pose)], {})
            if min(die.colour_chance, die.value_chance, die.seen.face, 1 - die.seen.ways[-1]) > STRAY
        )

    def _is_outside(self, pose: Pose) -> bool:
        return not self._is_inside(pose) and not is_furniture(pose, self.camera, self.table)

    def _is_inside(self, pose: Pose) -> bool:
        tray, edge = self.table.tray, AT_THE_WALL * self.table.dice_mm
        across, along = tray.width_mm / 2 - abs(pose.x), tray.height_mm / 2 - abs(pose.y)
        return across > edge and along > edge


@lru_cache(maxsize=4)
def is_cut_off(camera: Camera, table: TableFile) -> bool:
    """Some of the tray, or of what lies in it, may be out of the picture."""
    heights = (0.0, max(table.dice_mm, table.order_die_mm))
    corners = [(at.x, at.y, z) for at in table.tray.corners for z in heights]
    return not camera.shows(np.array(corners))


def _called(dice: Sequence[Called]) -> Counter[str]:
    return Counter(die.colour for die in dice)


def _is_near(pose: Pose, others: Sequence[Pose], mm: float) -> bool:
    return any(distance(pose, other) < mm for other in others)


def _unexplained_by(dice: Sequence[SeenDie], places: Array, near_dice: float = WARMED_DICE) -> Array:
    """The places near which there is none of these dice's top faces."""
    for die in dice:
        if die.face > A_FACE:
            away = np.hypot(*(places - (die.pose.x, die.pose.y)).T)
            places = places[away > near_dice * die.size_mm]
    return places


def _is_lost(seen: Sequence[SeenDie], hot: Array) -> bool:
    """A die should be there, and what was aimed at has its colour and pips, but is no top face."""
    pipped = [die for die in seen if is_ghostly(die) and max(die.values[1:]) > PIPPED]
    return any(
        np.hypot(*(hot - (die.pose.x, die.pose.y)).T).min(initial=np.inf) < LOST_DICE * die.size_mm
        for die in pipped
        if die.colour in RIVALS
    )


def _top(die: SeenDie) -> Array:
    """The corners (4, 3) of its top face."""
    (corners,) = squares([die.pose], die.size_mm)
    return np.column_stack([corners, np.full(4, die.size_mm)])


def _unseen(die: SeenDie) -> SeenDie:
    return replace(die, face=min(die.face, NO_FACE))


def _is_complete(tray: Sequence[SeenDie], expect: Expect) -> bool:
    """No die is missing; shadows and sides fill no gap."""
    return not is_short([die for die in tray if is_surely_die(die)], expect)


def _is_die(die: SeenDie) -> bool:
    # What one network takes for nothing and the other for a top face is a doubt, not a die less.
    return die.ways[-1] < NOTHING or die.face > A_FACE
