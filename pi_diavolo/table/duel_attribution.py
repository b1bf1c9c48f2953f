"""Whose die is which: from the dice that lay in the tray and those seen now to what was thrown or turned.

A die is its thrower's. Those that lie where they lay are the ones that lay there; where one was moved, the
players' halves of the tray tell whose it is. Where that does not tell either, it is a doubt.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import permutations

from pi_diavolo.table.duel_comparing import (
    COVERING_MM,
    KNOCKED_MM,
    OfColour,
    compared,
    is_near,
    lies_as,
    seen_as,
)
from pi_diavolo.table.duel_tray import DuelTray, Halves, LyingDie, pool_of
from pi_diavolo.table.duel_views import Awaited, DuelView
from pi_diavolo.table.duels import COLOURS, DieShown, DuelDiceSeen, ElementDie
from pi_diavolo.table.events import RollFault, RollInvalid, RollRead
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.view import Code

USUAL_HALVES = Halves()


class DuelFault(StrEnum):
    """Why a throw does not count that was seen well."""

    DICE_UNTOLD = "dice_untold"  # fewer than may be, and nobody has said which
    OTHER_DIE_THROWN = "other_die_thrown"  # the one that was to be rolled lies there as it lay


Way = tuple[Die, ...]
Values = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Attributed:
    """What was seen, die by die: the tray as it is now, what was thrown, and why that does not count.

    `changed` says that dice in play lie otherwise than they did; `doubtful` ones may be somebody else's or
    show anything; of `exchanged` ones nobody can tell any more whose they are.
    """

    tray: DuelTray
    thrown: tuple[Die, ...] = ()
    faults: tuple[RollFault, ...] = ()
    doubtful: tuple[ElementDie, ...] = ()
    changed: bool = False
    exchanged: tuple[ElementDie, ...] = ()

    def roll(self, at: float) -> RollRead | RollInvalid | None:
        """The throw as the referee hears of it; None if nobody has thrown."""
        if self.faults:
            return RollInvalid(self.faults, at, Roll(self.thrown) if self.thrown else None)
        return RollRead(Roll(self.thrown), at) if self.thrown else None

    def dice_seen(self, at: float) -> DuelDiceSeen | None:
        """What the dice in play show, without those in doubt; None if all that is known is as it should be.

        But not all dice are known then: that they lie right can be told only of all.
        """
        known = [die for die in self.tray.lying if die.where and die.die not in self.doubtful]
        right = all(die.value == die.should for die in known)
        if len(known) < len(self.tray.lying) and right and not self.exchanged:
            return None
        return DuelDiceSeen(tuple(DieShown(die.die, die.value) for die in known), at, self.exchanged)


def read_throw(
    tray: DuelTray, view: DuelView, seen: Sequence[Die], halves: Halves = USUAL_HALVES
) -> Attributed:
    """Which of the dice seen were thrown, if the view awaits a throw."""
    found = _read(tray, view, seen, halves, knocked=False)
    if not any(fault.code == Code.TOO_MANY_DICE for fault in found.faults):
        return found
    # Somebody else's throw may have knocked what nobody has taken out yet.
    again = _read(tray, view, seen, halves, knocked=True)
    return found if again.faults else again


def _read(
    tray: DuelTray, view: DuelView, seen: Sequence[Die], halves: Halves, *, knocked: bool
) -> Attributed:
    awaited = view.awaited
    assert awaited is not None, "whoever asks for a throw awaits one"
    wanted = Counter(COLOURS[die.element] for die in awaited.roll)
    pool = pool_of(view, awaited.seat)
    parts = list[Attributed]()
    for colour in COLOURS.values():
        there = compared(colour, tray, awaited, seen, knocked=knocked)
        if awaited.roll:
            parts.append(_exactly(colour, there, wanted[colour], awaited, halves))
        else:
            parts.append(_up_to(colour, there, pool[colour], awaited, halves))
    whole = together(parts)
    strangers = [die for die in seen if die.colour not in COLOURS.values()]
    faults = [*whole.faults, *(RollFault(str(Code.TOO_MANY_DICE), die.colour) for die in strangers)]
    found = Counter(die.colour for die in whole.tray.left)
    faults += [
        RollFault(str(Code.DIE_UNSURE), colour)
        for colour, count in Counter(die.colour for die in tray.left).items()
        if found[colour] < count
        and any(_is_covered(die, whole, seen) for die in tray.left if die.colour is colour)
    ]
    if not awaited.roll and len(whole.thrown) > awaited.any_up_to:
        faults.append(RollFault(str(Code.TOO_MANY_DICE)))
    # A die that lies squarely on another hides it: only their number tells, if it is said or the greatest.
    if not awaited.roll and 0 < len(whole.thrown) < min(awaited.any_up_to, pool.total()):
        faults.append(RollFault(str(DuelFault.DICE_UNTOLD)))
    if faults:  # the same dice are thrown again: what lay there before is what counts
        return replace(whole, tray=tray, faults=tuple(faults))
    return whole


# Throws


def _exactly(colour: Colour, there: OfColour, thrown: int, awaited: Awaited, halves: Halves) -> Attributed:
    """So many dice of this colour were to be thrown."""
    off = len(there.new) - len(there.astray) - thrown
    if off and off == -there.unrolled and there.astray:
        return _refused(there, DuelFault.OTHER_DIE_THROWN, colour)
    if off:
        code = Code.TOO_MANY_DICE if off > 0 else Code.DIE_MISSING
        return _refused(there, code, colour)
    return _told_apart(there, awaited, halves)


def _up_to(colour: Colour, there: OfColour, pool: int, awaited: Awaited, halves: Halves) -> Attributed:
    """Any number of this colour may have been thrown, as far as the pool goes."""
    number = len(there.new) - len(there.astray)
    if number < 0:
        return _refused(there, Code.DIE_MISSING, colour)
    if number > pool:
        return _refused(there, Code.TOO_MANY_DICE, colour)
    # Else it may have been moved, or taken away while another was thrown.
    if not _all_knocked(there) and not _by_halves(list(_ways(there)), there, awaited, halves):
        return _refused(there, Code.DIE_UNSURE, colour)
    return _told_apart(there, awaited, halves)


def _all_knocked(there: OfColour) -> bool:
    """Each die that is not where it was lies near by and shows what it showed, and no other does."""
    near = [
        [die for die in there.new if is_near(lay, die, KNOCKED_MM) and lay.shows(die) and not die.maybe]
        for lay in there.astray
    ]
    return all(len(each) == 1 for each in near) and len({id(each[0]) for each in near}) == len(near)


def _told_apart(there: OfColour, awaited: Awaited, halves: Halves) -> Attributed:
    """Which of the dice that lie elsewhere were only moved, and which were thrown."""
    ways = list(_ways(there))
    plausible = _by_halves(ways, there, awaited, halves) or ways
    best = min(plausible, key=lambda way: _strangeness(way, there))
    moved = tuple(seen_as(lay, now) for lay, now in _pairs(there, best))
    thrown = _others(best, there.new)
    if len({_thrown_values(way, there) for way in plausible}) > 1:
        every = {value for die in there.new for value in die.options}
        thrown = tuple(replace(die, maybe=tuple(sorted(every - {die.value}))) for die in thrown)
        moved = tuple(replace(die, where=None) for die in moved)
    same = len({_owned_values(way, there) for way in plausible}) == 1
    tray = DuelTray((*there.lying, *moved), thrown, there.left)
    return Attributed(tray, thrown, (), () if same else tuple(die.die for die in moved), bool(moved))


def _by_halves(ways: Sequence[Way], there: OfColour, awaited: Awaited, halves: Halves) -> list[Way]:
    """The ways in which all dice lie in the right halves, if one of them leaves all values as they were."""
    right = [way for way in ways if _keeps_to_halves(way, there, awaited, halves)]
    return right if any(_strangeness(way, there)[0] == 0 for way in right) else []


def _keeps_to_halves(way: Way, there: OfColour, awaited: Awaited, halves: Halves) -> bool:
    return all(halves.is_in(lay.die.owner, now.where) for lay, now in _pairs(there, way)) and all(
        halves.is_in(awaited.seat, die.where) for die in _others(way, there.new)
    )


def _ways(there: OfColour) -> Iterator[Way]:
    """All ways in which the dice that lay elsewhere may be among those seen."""
    return permutations(there.new, len(there.astray))


def _pairs(there: OfColour, way: Way) -> list[tuple[LyingDie, Die]]:
    return list(zip(there.astray, way, strict=True))


def _strangeness(way: Way, there: OfColour) -> tuple[int, float]:
    """How many dice would have been turned, and how far moved, if it was this way."""
    pairs = _pairs(there, way)
    turned = sum(not lay.shows(now) for lay, now in pairs)
    return turned, sum(lay.where.distance_to(now.where) for lay, now in pairs if lay.where and now.where)


def _thrown_values(way: Way, there: OfColour) -> Values:
    """What was thrown, if it was this way."""
    return tuple(sorted(die.options for die in _others(way, there.new)))


def _owned_values(way: Way, there: OfColour) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """What each player's moved dice show, if it was this way."""
    return tuple(sorted((lay.die.owner, now.options) for lay, now in _pairs(there, way)))


def _others(way: Way, new: Sequence[Die]) -> tuple[Die, ...]:
    return tuple(die for die in new if not any(die is other for other in way))


def _is_covered(gone: Die, whole: Attributed, seen: Sequence[Die]) -> bool:
    """It is not seen where it lay, but a die that was thrown is: it may lie under that one."""
    if any(gone.colour is die.colour and lies_as(gone, die) for die in seen):
        return False
    return any(is_near(gone, die, COVERING_MM) for die in whole.thrown)


def _refused(there: OfColour, code: Code | DuelFault, colour: Colour) -> Attributed:
    return Attributed(DuelTray(), there.new, (RollFault(str(code), colour),))


def together(parts: Sequence[Attributed]) -> Attributed:
    """The colours side by side."""
    tray = DuelTray(
        tuple(die for part in parts for die in part.tray.lying),
        tuple(die for part in parts for die in part.tray.thrown),
        tuple(die for part in parts for die in part.tray.left),
    )
    return Attributed(
        tray,
        tray.thrown,
        tuple(fault for part in parts for fault in part.faults),
        tuple(die for part in parts for die in part.doubtful),
        any(part.changed for part in parts),
        tuple(die for part in parts for die in part.exchanged),
    )
