"""Dice in play while nobody throws: which were turned by hand, moved, or taken away, and whose they are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from pi_diavolo.table.duel_attribution import USUAL_HALVES, Attributed, together
from pi_diavolo.table.duel_comparing import KNOCKED_MM, SAME_PLACE_MM, lies_as, seen_as
from pi_diavolo.table.duel_tray import DuelTray, Halves, LyingDie
from pi_diavolo.table.duels import COLOURS, ElementDie
from pi_diavolo.table.events import RollFault
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.view import Code

# How much speaks against a die being one that lies near by, or whose place nobody knew; one farther away; one
# in the other half; one that shows what it neither showed nor should; and against a die being gone.
NEAR_BY, FAR_AWAY, OTHER_HALF, TURNED, GONE = 1, 2, 3, 3, 5
# A die that was hardly seen may show so many values.
ANYTHING = 6
# What has no more than this against it than the likeliest way is thinkable, too.
THINKABLE = 1

# For each die in play the one seen that it is, or None if it is gone.
Way = tuple[Die | None, ...]


def look_again(tray: DuelTray, seen: Sequence[Die], halves: Halves = USUAL_HALVES) -> Attributed:
    """What the dice in play show now."""
    whole = together([_settled(colour, tray, seen, halves) for colour in COLOURS.values()])
    strangers = [die for die in seen if die.colour not in COLOURS.values()]
    faults = (RollFault(str(Code.TOO_MANY_DICE), die.colour) for die in strangers)
    return replace(whole, faults=(*whole.faults, *faults))


@dataclass(frozen=True, slots=True)
class _Judge:
    """Weighs what speaks against a way."""

    lying: tuple[LyingDie, ...]
    halves: Halves

    def against(self, way: Way) -> int:
        """How much speaks against it."""
        return sum(
            GONE if now is None else self._moved(lay, now) + (0 if lay.shows(now) else TURNED)
            for lay, now in zip(self.lying, way, strict=True)
        )

    def is_strange(self, lay: LyingDie, now: Die | None) -> bool:
        """It lies in the other half, or shows what it neither showed nor should."""
        return now is not None and (self._crossed(lay, now) or not lay.shows(now))

    def _moved(self, lay: LyingDie, now: Die) -> int:
        if lay.where is None or now.where is None:
            return NEAR_BY if self.halves.is_in(lay.die.owner, now.where) else OTHER_HALF
        away = lay.where.distance_to(now.where)
        if away <= SAME_PLACE_MM:
            return 0
        if self._crossed(lay, now):
            return OTHER_HALF
        return NEAR_BY if away <= KNOCKED_MM else FAR_AWAY

    def _crossed(self, lay: LyingDie, now: Die) -> bool:
        owner = lay.die.owner
        return self.halves.is_in(owner, lay.where) and not self.halves.is_in(owner, now.where)


def _settled(colour: Colour, tray: DuelTray, seen: Sequence[Die], halves: Halves) -> Attributed:
    lying = tuple(die for die in tray.lying if die.colour is colour)
    here = [die for die in seen if die.colour is colour]
    left = tuple(_left(tray, here, lying))
    here = [die for die in here if die not in left]
    judge = _Judge(lying, halves)
    ways = {way: judge.against(way) for way in _ways(here, len(lying))}
    likeliest = min(ways, key=ways.__getitem__)
    best = _named(lying, likeliest)
    exchanged = _exchanged(judge, best, [way for way in ways if ways[way] <= ways[likeliest] + THINKABLE])
    doubtful = tuple(
        lay.die
        for lay, die in zip(lying, best, strict=True)
        if lay.die in exchanged or (die is not None and die.maybe)
    )
    now = tuple(_now(lay, die, lay.die in exchanged) for lay, die in zip(lying, best, strict=True))
    faults = []
    if len(here) > len(lying):
        faults.append(RollFault(str(Code.TOO_MANY_DICE), colour))
        # They are in nobody's way as long as they stay where they are.
        left = (*left, *(die for die in here if die not in best and len(die.options) < ANYTHING))
    if None in best:
        faults.append(RollFault(str(Code.DIE_MISSING), colour))
    changed = any(lay.value != die.value for lay, die in zip(lying, now, strict=True))
    return Attributed(DuelTray(now, (), left), (), tuple(faults), doubtful, changed, exchanged)


def _left(tray: DuelTray, here: Sequence[Die], lying: Sequence[LyingDie]) -> Iterator[Die]:
    """Dice that are no longer in play and lie where they lay."""
    for die in here:
        as_before = any(lies_as(gone, die) and gone.colour is die.colour for gone in tray.left)
        if as_before and not any(lies_as(lay, die) for lay in lying):
            yield die


def _ways(here: Sequence[Die], count: int) -> Iterator[Way]:
    missing = max(0, count - len(here))
    return permutations([*here, *[None] * missing], count)


def _named(lying: Sequence[LyingDie], way: Way) -> Way:
    """The same way, but a player's dice, which are all alike, named so that most show what they should."""
    named = list(way)
    for owner in dict.fromkeys(lay.die.owner for lay in lying):
        mine = [n for n, lay in enumerate(lying) if lay.die.owner == owner]
        right = min(
            permutations([way[n] for n in mine]),
            key=lambda dice: sum(
                die is None or lying[n].should not in die.options for n, die in zip(mine, dice, strict=True)
            ),
        )
        for n, die in zip(mine, right, strict=True):
            named[n] = die
    return tuple(named)


def _exchanged(judge: _Judge, best: Way, thinkable: Sequence[Way]) -> tuple[ElementDie, ...]:
    """Dice of which nobody can tell whose they are."""
    pairs = list(zip(judge.lying, best, strict=True))
    if len({_owned(judge.lying, way) for way in thinkable}) > 1:
        return tuple(lay.die for lay, _ in pairs)
    strange = [lay.die for lay, now in pairs if judge.is_strange(lay, now)]
    # Two players' dice of one element that both lie strangely may have been exchanged.
    return tuple(strange) if len({die.owner for die in strange}) > 1 else ()


def _owned(lying: Sequence[LyingDie], way: Way) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """What each player's dice show, if it was this way."""
    pairs = zip(lying, way, strict=True)
    return tuple(sorted((lay.die.owner, now.options if now else ()) for lay, now in pairs))


def _now(lay: LyingDie, die: Die | None, exchanged: bool) -> LyingDie:
    if die is None:
        return replace(lay, where=None)
    # A doubt stays one until somebody puts the dice right: what was known before is kept.
    if exchanged:
        return lay
    return replace(lay, where=die.where) if die.maybe else seen_as(lay, die)
