"""Doubts of a look at the tray in a duel: about what a die shows, or about the die itself."""

from pi_diavolo.table.duel_comparing import COVERING_MM, KNOCKED_MM, SAME_PLACE_MM
from pi_diavolo.table.duel_tray import DuelTray
from pi_diavolo.table.pieces import Die
from pi_diavolo.table.view import Code, DieView, TableView, Trouble

PIPS = (1, 2, 3, 4, 5, 6)


def is_about_value(trouble: Trouble, sight: TableView, tray: DuelTray) -> bool:
    """The doubt is about what one die shows, and nothing else."""
    if trouble.code is not Code.DIE_UNSURE or trouble.die is None:
        return False
    die = sight.dice[trouble.die]
    return bool(die.maybe) or _lay_within(SAME_PLACE_MM, die, tray)


def blank_dice(sight: TableView, tray: DuelTray) -> set[int]:
    """The numbers of the dice that were hardly seen, and that nobody knows from before."""
    return {
        trouble.die
        for trouble in sight.troubles
        if trouble.code is Code.DIE_UNSURE
        and trouble.die is not None
        and not is_about_value(trouble, sight, tray)
    }


def lay_near(sight: TableView, tray: DuelTray) -> set[int]:
    """The numbers of the dice that lie near where one of their colour lay."""
    return {n for n, die in enumerate(sight.dice) if _lay_within(KNOCKED_MM, die, tray)}


def still_left(tray: DuelTray, sight: TableView) -> tuple[Die, ...]:
    """The dice left there without those whose place is seen to be free: people have taken them out."""
    if any(trouble.where is None for trouble in sight.troubles):
        return tray.left  # something may hide them
    taken = [die.where for die in sight.dice] + [each.where for each in sight.troubles if each.where]
    return tuple(
        gone
        for gone in tray.left
        if gone.where is None or any(gone.where.distance_to(where) <= COVERING_MM for where in taken)
    )


def as_dice(sight: TableView) -> list[Die]:
    """The dice as seen; one that was hardly seen may show anything."""
    unsure = {trouble.die for trouble in sight.troubles if trouble.code is Code.DIE_UNSURE}
    return [_as_die(die, n in unsure and not die.maybe) for n, die in enumerate(sight.dice)]


def _as_die(die: DieView, is_blank: bool) -> Die:
    maybe = tuple(value for value in PIPS if value != die.value) if is_blank else die.maybe
    return Die(die.colour, die.value, die.where, maybe)


def _lay_within(reach_mm: float, die: DieView, tray: DuelTray) -> bool:
    """A die of this colour lay there before: nobody need read it again to know that it is that one."""
    lay = [(lay.colour, lay.where) for lay in tray.lying] + [(gone.colour, gone.where) for gone in tray.left]
    return any(
        colour is die.colour and where and where.distance_to(die.where) <= reach_mm for colour, where in lay
    )
