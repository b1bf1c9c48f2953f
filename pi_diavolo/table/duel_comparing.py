"""Dice that lie as they lay: the first thing to know of a tray that is looked at again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pi_diavolo.table.duel_tray import DuelTray, LyingDie
from pi_diavolo.table.duel_views import Awaited
from pi_diavolo.table.pieces import Colour, Die

# A die no farther than this from where one lay is that one: no two are so near, and eyes not so far off.
SAME_PLACE_MM = 5.0
# A die that was only knocked lies no farther away.
KNOCKED_MM = 30.0
# So near to where another lay, a die may lie on it.
COVERING_MM = 14.0


@dataclass(frozen=True, slots=True)
class OfColour:
    """One colour: dice that lie as they lay, those that do not, all others seen now, and those left there."""

    lying: tuple[LyingDie, ...] = ()
    astray: tuple[LyingDie, ...] = ()
    new: tuple[Die, ...] = ()
    left: tuple[Die, ...] = ()
    unrolled: int = 0  # how many that were to be rolled lie as they lay


def compared(
    colour: Colour, tray: DuelTray, awaited: Awaited, seen: Sequence[Die], *, knocked: bool = False
) -> OfColour:
    """Which dice of this colour lie as they lay: where one lay, and showing what it showed.

    Where more lie there than can have been thrown, those left there may have been `knocked`.
    """
    new, lying, astray, left = [die for die in seen if die.colour is colour], [], [], []
    unrolled = 0
    for die in _taken_for_each_other([die for die in tray.lying if die.colour is colour], awaited, new):
        found = next((other for other in new if lies_as(die, other)), None)
        if found is not None:
            new.remove(found)  # one that is to be rolled and lies as it lay was not rolled
        if die.die in awaited.roll:
            unrolled += found is not None
            continue
        if found is None:
            astray.append(die)
        else:
            lying.append(seen_as(die, found))
    for gone in (die for die in tray.left if die.colour is colour):
        found = next((other for other in new if lies_as(gone, other)), None)
        if found is None and knocked:
            found = knocked_from(gone, new)
        if found is not None:
            new.remove(found)
            left.append(replace(gone, where=found.where))
    return OfColour(tuple(lying), tuple(astray), tuple(new), tuple(left), unrolled)


def knocked_from(gone: Die, new: Sequence[Die]) -> Die | None:
    """The one die that lies near by and shows the same, if there is one alone."""
    near = [die for die in new if die.options == (gone.value,) and is_near(gone, die, KNOCKED_MM)]
    return near[0] if len(near) == 1 else None


def _taken_for_each_other(lying: Sequence[LyingDie], awaited: Awaited, seen: Sequence[Die]) -> list[LyingDie]:
    """A player's two dice that show the same are alike: whichever was picked up is the one to be rolled."""
    dice = list(lying)
    gone = [n for n, die in enumerate(dice) if not any(lies_as(die, other) for other in seen)]
    for n, die in enumerate(dice):
        if die.die not in awaited.roll or n in gone:
            continue
        twin = next((m for m in gone if _is_twin(die, dice[m]) and dice[m].die not in awaited.roll), None)
        if twin is not None:
            dice[n], dice[twin] = replace(dice[twin], die=die.die), replace(die, die=dice[twin].die)
            gone.remove(twin)
    return dice


def _is_twin(one: LyingDie, other: LyingDie) -> bool:
    return (one.die.owner, one.value, one.should) == (other.die.owner, other.value, other.should)


def lies_as(before: LyingDie | Die, now: Die) -> bool:
    """A die lies where this one lay, and may show the same."""
    same = before.shows(now) if isinstance(before, LyingDie) else before.value in now.options
    return same and is_near(before, now, SAME_PLACE_MM)


def seen_as(before: LyingDie, now: Die) -> LyingDie:
    """The die as it lies now; of several values that it may show, the one that it should or did."""
    likely = next((value for value in (before.should, before.value) if value in now.options), now.value)
    return replace(before, value=likely or now.value, where=now.where)


def is_near(before: LyingDie | Die, now: Die, reach_mm: float) -> bool:
    """It lies no farther than this from where the other lay."""
    if before.where is None or now.where is None:
        return False
    return before.where.distance_to(now.where) <= reach_mm
