"""From one look at the tray in a duel to what it means: a throw, why it does not count, or dice turned."""

from pi_diavolo.table.duel_attribution import USUAL_HALVES, Attributed, read_throw
from pi_diavolo.table.duel_comparing import SAME_PLACE_MM
from pi_diavolo.table.duel_looking import look_again
from pi_diavolo.table.duel_tray import DuelTray, Halves
from pi_diavolo.table.duel_views import DuelView
from pi_diavolo.table.events import RollFault
from pi_diavolo.table.pieces import Die
from pi_diavolo.table.view import Code, DieView, TableView, Trouble

PIPS = (1, 2, 3, 4, 5, 6)
# While nobody throws, dice that are missing or too many keep nobody from knowing the others.
COUNTED = (Code.DIE_MISSING, Code.TOO_MANY_DICE)


def throw_seen(tray: DuelTray, duel: DuelView, sight: TableView, halves: Halves = USUAL_HALVES) -> Attributed:
    """What was thrown, if the eyes saw it well enough."""
    faults = _faults(sight, tray)
    return Attributed(tray, faults=faults) if faults else read_throw(tray, duel, _dice(sight, tray), halves)


def dice_seen(tray: DuelTray, sight: TableView, halves: Halves = USUAL_HALVES) -> Attributed:
    """What the dice in play show, if the eyes saw the tray well enough."""
    faults = tuple(fault for fault in _faults(sight, tray) if fault.code not in COUNTED)
    if faults:
        return Attributed(tray, faults=faults, doubtful=tuple(die.die for die in tray.lying))
    return look_again(tray, _dice(sight, tray), halves)


def _faults(sight: TableView, tray: DuelTray) -> tuple[RollFault, ...]:
    against = (trouble for trouble in sight.troubles if not _is_about_value(trouble, sight, tray))
    return tuple(RollFault(str(trouble.code), trouble.colour) for trouble in against)


def _is_about_value(trouble: Trouble, sight: TableView, tray: DuelTray) -> bool:
    """The doubt is about what one die shows, and nothing else."""
    if trouble.code is not Code.DIE_UNSURE or trouble.die is None:
        return False
    die = sight.dice[trouble.die]
    return bool(die.maybe) or _lay_there(die, tray)


def _lay_there(die: DieView, tray: DuelTray) -> bool:
    """A die of this colour lay there before: nobody need read it again to know that it is that one."""
    return any(
        lay.colour is die.colour and lay.where and lay.where.distance_to(die.where) <= SAME_PLACE_MM
        for lay in tray.lying
    )


def _dice(sight: TableView, tray: DuelTray) -> list[Die]:
    """The dice as seen; one that was hardly seen may show anything."""
    unsure = {trouble.die for trouble in sight.troubles if trouble.code is Code.DIE_UNSURE}
    return [
        Die(
            die.colour,
            die.value,
            die.where,
            _anything_but(die.value) if _is_blank(n, die, unsure) else die.maybe,
        )
        for n, die in enumerate(sight.dice)
    ]


def _is_blank(number: int, die: DieView, unsure: set[int | None]) -> bool:
    return number in unsure and not die.maybe


def _anything_but(value: int) -> tuple[int, ...]:
    return tuple(other for other in PIPS if other != value)
