"""From one look at the tray in a duel to what it means: a throw, why it does not count, or dice turned."""

from dataclasses import replace

from pi_diavolo.table.duel_attribution import USUAL_HALVES, Attributed, read_throw
from pi_diavolo.table.duel_counting import is_all, without_ghosts, without_ghosts_at_rest
from pi_diavolo.table.duel_doubts import as_dice, blank_dice, is_about_value, lay_near, still_left
from pi_diavolo.table.duel_looking import look_again
from pi_diavolo.table.duel_tray import DuelTray, Halves
from pi_diavolo.table.duel_views import DuelStep, DuelView
from pi_diavolo.table.events import RollFault
from pi_diavolo.table.view import Code, TableView

# While nobody throws, dice that are missing or too many keep nobody from knowing the others.
COUNTED = (Code.DIE_MISSING, Code.TOO_MANY_DICE)


def throw_seen(tray: DuelTray, duel: DuelView, sight: TableView, halves: Halves = USUAL_HALVES) -> Attributed:
    """What was thrown, if the eyes saw it well enough."""
    sight = without_ghosts(sight, tray, duel)
    faults = () if _is_one_question(sight, tray, duel) else _faults(sight, tray)
    return Attributed(tray, faults=faults) if faults else read_throw(tray, duel, as_dice(sight), halves)


def dice_seen(tray: DuelTray, sight: TableView, halves: Halves = USUAL_HALVES) -> Attributed:
    """What the dice in play show, if the eyes saw the tray well enough."""
    sight = without_ghosts_at_rest(sight, tray)
    # A die that somebody turned and that is hardly seen may show anything; the others are known all the same.
    blank = blank_dice(sight, tray) & lay_near(sight, tray)
    known = replace(sight, troubles=tuple(each for each in sight.troubles if each.die not in blank))
    faults = tuple(fault for fault in _faults(known, tray) if fault.code not in COUNTED)
    if faults:
        left = still_left(tray, sight)
        return Attributed(
            replace(tray, left=left), faults=faults, doubtful=tuple(die.die for die in tray.lying)
        )
    return look_again(tray, as_dice(sight), halves)


def _faults(sight: TableView, tray: DuelTray) -> tuple[RollFault, ...]:
    against = (trouble for trouble in sight.troubles if not is_about_value(trouble, sight, tray))
    return tuple(RollFault(str(trouble.code), trouble.colour) for trouble in against)


def _is_one_question(sight: TableView, tray: DuelTray, duel: DuelView) -> bool:
    """All dice are there, and of those that were thrown one alone may show anything: people are asked."""
    assert duel.awaited is not None, "whoever asks for a throw awaits one"
    blank = blank_dice(sight, tray)
    if len(blank) != 1 or any(trouble.die is None for trouble in sight.troubles):
        return False
    if {trouble.code for trouble in sight.troubles} != {Code.DIE_UNSURE}:
        return False
    # Of what people threw without a word, a die that is hardly seen does not even tell its element.
    if not duel.awaited.roll and duel.step is not DuelStep.ROLL_OFF:
        return False
    (number,) = blank
    return is_all(as_dice(sight), tray, duel, alone=sight.dice[number].colour)
