"""One look at the tray in a duel: dice of the four elements, as many as may lie there, and what is wrong."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy.typing as npt

from pi_diavolo.table.duel_tray import DiceAwaited
from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.table.view import TableView, Trouble
from pi_diavolo.vision.aiming import NOTHING
from pi_diavolo.vision.calibration import NotFound, find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.clarity import clarity, why_unreadable
from pi_diavolo.vision.dice import spotting_view, survey
from pi_diavolo.vision.die_views import die_view, middle_of, no_larger, shapes_of
from pi_diavolo.vision.finding import ELSEWHERE, LARGER, Finder, Found, is_cut_off
from pi_diavolo.vision.judging import Throw, is_well_seen, troubles
from pi_diavolo.vision.leaning import bears
from pi_diavolo.vision.patches import distance
from pi_diavolo.vision.picture import as_bgr8
from pi_diavolo.vision.roll_call import Called, call, without_ghosts
from pi_diavolo.vision.sight import A_FACE, SeenDie
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.unexplained import Box, unexplained

# A print is seen again within so many die widths of where it was, and as little, or as much, like a top face.
SAME_PRINT_DICE, SAME_FACE = 0.3, 0.35
MOST_PRINTS = 60
# What is unlike the rest of the floor, such as glare at a wall, is seen again so nearly where it was; a die
# beside it would reach farther.
NEARLY_MM = 12.0
# So much of a floor may look as if a hand were over it; more in an empty tray, and there was one.
MOST_LIKE_A_HAND_MM2 = 3000.0


class DuelEyes:
    """Looks at the table of a duel again and again; remembers where the camera was, to find it faster.

    Shown the empty tray (no dice awaited), it learns what in it looks like dice and is none.
    """

    def __init__(self, table: TableFile) -> None:
        # There is no Order die: whatever looks gray is looked at like any other die.
        self.table = replace(table, order_die_mm=table.dice_mm)
        self.camera: Camera | None = None
        self._prints: tuple[SeenDie, ...] = ()  # what was seen in the empty tray and is no die
        self._like_a_hand_mm2 = 0.0  # how much of the empty tray was taken for one
        self._floor: tuple[Box, ...] | None = None  # what in the empty tray is unlike the rest of it

    def look(self, image: npt.NDArray[Any], expect: DiceAwaited, at: float = 0.0) -> TableView:
        """What this picture, taken at this moment, shows of the dice that may lie there."""
        whole = as_bgr8(image)
        shown = find_table(whole, self.table, self.camera)
        if isinstance(shown, NotFound):
            return TableView(at, troubles=(Trouble(why_unreadable(shown, whole)),))
        self.camera = shown
        finder = DuelFinder(*no_larger(whole, shown, self.table), self.table)
        found = finder.find_awaited(expect, self._floor)
        dice = _called(self._without_prints(found.tray), expect)
        if not any(expect.most.values()):
            self._learn_floor(found.covered_mm2, finder.unexplained(found.tray))
            # Each look finds others of them: what was learnt stays.
            self._prints = (*self._prints, *(die.seen for die in dice if not is_well_seen(die)))[
                -MOST_PRINTS:
            ]
            dice = [die for die in dice if is_well_seen(die)]
        ours = [die for die in dice if die.colour in _counts(expect.most)]
        counts = _expected(expect, ours, found.strays)
        covered_mm2 = found.covered_mm2 - self._like_a_hand_mm2
        throw = Throw(tuple(dice), found.strays, 0, False, covered_mm2, found.unexplained, counts)
        wrong = [Trouble(code) for code in clarity(whole, shown, self.table)]
        wrong += troubles(throw, lambda die: middle_of(die, shown))
        places = {middle_of(die.seen, shown): Point(die.seen.pose.x, die.seen.pose.y) for die in dice}
        # Strangers come after the view's dice and have no number there.
        wrong = [
            replace(
                each,
                die=each.die if each.die is not None and each.die < len(ours) else None,
                where=places.get(each.px) if each.px else None,
            )
            for each in wrong
        ]
        shapes = shapes_of([die.seen for die in ours], shown)
        views = tuple(die_view(die, shape) for die, shape in zip(ours, shapes, strict=True))
        return TableView(at, views, troubles=tuple(wrong), dice_per_colour=2, error_mm=shown.error_top_mm)

    def _learn_floor(self, covered_mm2: float, unlike: Sequence[Box]) -> None:
        if covered_mm2 > MOST_LIKE_A_HAND_MM2:
            return
        least = covered_mm2 if self._floor is None else min(covered_mm2, self._like_a_hand_mm2)
        self._like_a_hand_mm2, self._floor = least, (*(self._floor or ()), *unlike)[-MOST_PRINTS:]

    def _without_prints(self, tray: Sequence[SeenDie]) -> list[SeenDie]:
        """Without what looks just as it did when the tray was empty: prints and stains, never a plain die."""
        return [
            die.seen
            for die in call(tray, {})
            if is_well_seen(die) or not any(_is_alike(die.seen, other) for other in self._prints)
        ]


@dataclass(frozen=True, slots=True)
class DuelFinder(Finder):
    """Looks for dice in one picture of a duel."""

    def find_awaited(self, expect: DiceAwaited, floor: Sequence[Box] | None = None) -> Found:
        """Everything that lies there; looked for harder unless it is just what is awaited.

        What belongs to the `floor`, if that is known, hides no die.
        """
        first = survey(self.picture, self.camera, self.table)
        strays = tuple[Called, ...]()
        # What was badly aimed at looks like nothing: there, too, a die may lie.
        dice = [die for die in first.dice if _is_solid(die)]
        tray = self._in_tray(dice)
        if not _is_all(tray, expect):
            dice += self._overlooked(dice, LARGER, first.warm)
            tray = self._in_tray(dice)
        if not _is_all(tray, expect):
            dice += self._overlooked(dice, ELSEWHERE, first.warm)
            tray = self._in_tray(dice)
        if _is_all(tray, expect):
            dice += self._hardly_spotted(dice, first.hints)
            tray = self._in_tray(dice)
        else:
            strays = self._strays()
        # Where more may lie than was found, one may be hidden.
        fewer = len(tray) < sum(expect.most.values())
        unlike = self.unexplained(tray) if fewer else []
        cut_off = fewer and is_cut_off(self.camera, self.table)
        hidden = cut_off or not all(_is_within(box, floor or ()) for box in unlike)
        solid = tuple(die for die in dice if _is_solid(die))
        return Found(solid, tuple(tray), strays, first.covered.tray_mm2, hidden)

    def unexplained(self, tray: Sequence[SeenDie]) -> list[Box]:
        """Where something lies that is neither floor nor one of these dice."""
        view = spotting_view(self.camera, self.table).flatten(self.picture)
        return unexplained(view, self.camera, self.table, tray)


def _is_within(box: Box, others: Sequence[Box]) -> bool:
    """One of these holds it, or nearly."""
    left, lower, right, upper = box
    return any(
        other[0] - NEARLY_MM <= left
        and other[1] - NEARLY_MM <= lower
        and right <= other[2] + NEARLY_MM
        and upper <= other[3] + NEARLY_MM
        for other in others
    )


def _is_all(tray: Sequence[SeenDie], expect: DiceAwaited) -> bool:
    return _is_known(expect) and Counter(die.colour for die in tray) == Counter(_counts(expect.least))


def _is_known(expect: DiceAwaited) -> bool:
    """How many dice there should be is known; in the empty tray everything is looked at all the same."""
    return expect.is_exact and any(expect.least.values())


def _is_alike(die: SeenDie, other: SeenDie) -> bool:
    near = distance(die.pose, other.pose) <= SAME_PRINT_DICE * die.size_mm
    return near and abs(die.face - other.face) < SAME_FACE


def _is_solid(die: SeenDie) -> bool:
    return die.ways[-1] < NOTHING or die.face > A_FACE or bears(die)


def _called(tray: Sequence[SeenDie], expect: DiceAwaited) -> list[Called]:
    """The dice with their colours settled, strangers last."""
    if _is_known(expect):
        counts = _counts(expect.least)
        called = without_ghosts(call(tray, counts), counts)
    else:  # nobody knows how many there will be: each die's colour must speak for itself
        called = call(tray, dict.fromkeys(_counts(expect.most), 0))
    return sorted(called, key=lambda die: die.colour not in _counts(expect.most))


def _expected(expect: DiceAwaited, dice: Sequence[Called], strays: Sequence[Called]) -> dict[str, int]:
    """How many of each colour there should be: those that are there, if they may be."""
    least, most = _counts(expect.least), _counts(expect.most)
    there = Counter(die.colour for die in (*dice, *strays))
    return {colour: min(max(there[colour], least[colour]), most[colour]) for colour in most}


def _counts(counts: Mapping[Colour, int]) -> dict[str, int]:
    return {str(colour): count for colour, count in counts.items()}
