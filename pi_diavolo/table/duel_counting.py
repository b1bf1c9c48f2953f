"""Dice that must be all there are: what else looked like one then is print, glare or shadow."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from pi_diavolo.table.duel_comparing import KNOCKED_MM, is_near, knocked_from, lies_as
from pi_diavolo.table.duel_doubts import as_dice, is_about_value
from pi_diavolo.table.duel_tray import DuelTray, LyingDie, pool_of
from pi_diavolo.table.duel_views import DuelView
from pi_diavolo.table.duels import COLOURS
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.view import Code, TableView, Trouble


def without_ghosts(sight: TableView, tray: DuelTray, duel: DuelView) -> TableView:
    """The sight without what is hardly a die, if all that can lie there is seen well without it."""
    return _without(sight, tray, lambda dice: is_all(dice, tray, duel))


def without_ghosts_at_rest(sight: TableView, tray: DuelTray) -> TableView:
    """The same while nobody throws: the dice in play are all seen well without it."""
    return _without(sight, tray, lambda dice: _are_in_play(dice, tray))


def _without(sight: TableView, tray: DuelTray, are_all: Callable[[Sequence[Die]], bool]) -> TableView:
    doubts = [trouble for trouble in sight.troubles if not is_about_value(trouble, sight, tray)]
    if not doubts or any(_is_more_than_a_ghost(trouble) for trouble in doubts):
        return sight
    ghosts = {trouble.die for trouble in doubts}
    kept = [n for n in range(len(sight.dice)) if n not in ghosts]
    seen = as_dice(sight)
    if not are_all([seen[n] for n in kept]):
        return sight
    about_values = [trouble for trouble in sight.troubles if trouble not in doubts]
    return replace(
        sight,
        dice=tuple(sight.dice[n] for n in kept),
        troubles=tuple(replace(each, die=kept.index(each.die)) for each in about_values if each.die in kept),
    )


def _is_more_than_a_ghost(trouble: Trouble) -> bool:
    """It surely lies wrong, it hides the tray, or it is two dice of which one cannot be."""
    overlaps = trouble.px is not None and trouble.colour is None
    return trouble.code is not Code.DIE_UNSURE or overlaps


def is_all(dice: Sequence[Die], tray: DuelTray, duel: DuelView, alone: Colour | None = None) -> bool:
    """These are the dice in play and those that were thrown, and no more can have been.

    Of the colour `alone`, if one is named, a single die was thrown.
    """
    assert duel.awaited is not None, "whoever asks for a throw awaits one"
    roll, new = duel.awaited.roll, list(dice)
    if not all(_takes(gone, new) or _takes_knocked(gone, new) or _is_out(gone, new) for gone in tray.left):
        return False
    if any(_takes(lay, new) for lay in tray.lying if lay.die in roll):
        return False  # it was not thrown
    # Those in play may have been knocked: that they are all there, their number tells.
    thrown = Counter(die.colour for die in new)
    thrown.subtract(lay.colour for lay in tray.lying if lay.die not in roll)
    if min(thrown.values(), default=0) < 0 or (alone is not None and thrown[alone] != 1):
        return False
    if roll:
        return +thrown == Counter(COLOURS[die.element] for die in roll)
    pool = pool_of(duel, duel.awaited.seat)
    return thrown.total() == min(duel.awaited.any_up_to, pool.total()) and +thrown <= pool


def _are_in_play(dice: Sequence[Die], tray: DuelTray) -> bool:
    there = list(dice)
    # One that was left there and is not seen may be what is hardly a die.
    if not tray.lying or not all(_takes(gone, there) for gone in tray.left):
        return False
    return Counter(die.colour for die in there) == Counter(lay.colour for lay in tray.lying)


def _takes(before: LyingDie | Die, new: list[Die]) -> bool:
    """Find it among these where it lay, and take it out."""
    found = next((die for die in new if _is_same(before, die)), None)
    if found is not None:
        new.remove(found)
    return found is not None


def _takes_knocked(gone: Die, new: list[Die]) -> bool:
    found = knocked_from(gone, [die for die in new if die.colour is gone.colour])
    if found is not None:
        new.remove(found)
    return found is not None


def _is_out(gone: Die, new: Sequence[Die]) -> bool:
    """Somebody has taken it out, or throws it anew; near by lies none that it may be, knocked and tipped."""
    return not any(die.colour is gone.colour and is_near(gone, die, KNOCKED_MM) for die in new)


def _is_same(before: LyingDie | Die, die: Die) -> bool:
    return before.colour is die.colour and lies_as(before, die)
