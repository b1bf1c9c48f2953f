"""What tasks can befall, and what comes of them: dice turned, sent back, banished or taken up to roll."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pi_diavolo.games.devilish_duels.agenda import AwaitRoll, DoTask, HoldTrial, SettleTrial, Throw
from pi_diavolo.games.devilish_duels.cards import LASTING, ROLLING, Deed, Task
from pi_diavolo.games.devilish_duels.duel import LEAST, MOST, DieAt, Duel, Lasting, whom
from pi_diavolo.table.duels import DieShown, ElementDie, ImpName, Zone
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Sentence, saying

# In which zones the dice lie that a deed can befall.
ZONES: Mapping[Deed, tuple[Zone, ...]] = {
    Deed.ADD: (Zone.IN_PLAY,),
    Deed.SET: (Zone.IN_PLAY,),
    Deed.REROLL: (Zone.IN_PLAY,),
    Deed.SEND_BACK: (Zone.IN_PLAY,),
    Deed.BANISH_DIE: (Zone.IN_PLAY,),
    Deed.ROLL: (Zone.POOL,),
    Deed.ROLL_OR_REROLL: (Zone.POOL, Zone.IN_PLAY),
}


def capped(value: int) -> int:
    """No die shows more than six or less than one."""
    return max(LEAST, min(MOST, value))


def turned(value: int, task: Task) -> int:
    """What a die shows once it was turned."""
    return task.amount if task.deed is Deed.SET else capped(value + task.amount)


def dice_for(duel: Duel, seat: Seat, task: Task) -> tuple[ElementDie, ...]:
    """The dice that a task can befall; one that cannot be turned any further is none of them."""
    if task.deed not in ZONES:
        return ()
    owners, zones = whom(duel, seat, task.whose), ZONES[task.deed]
    return tuple(
        die
        for die, at in duel.dice.items()
        if die.owner in owners
        and die.element in task.elements
        and at.zone in zones
        and (task.deed not in (Deed.ADD, Deed.SET) or turned(at.value or 0, task) != at.value)
        and not duel.shields_die(die, seat)
    )


def imps_for(duel: Duel, seat: Seat, task: Task) -> tuple[ImpName, ...]:
    """The imps that a task can befall."""
    if task.deed is not Deed.BANISH_IMP:
        return ()
    owners = [owner for owner in whom(duel, seat, task.whose) if not duel.shields_imps(owner, seat)]
    return tuple(imp for owner in owners for imp in duel.imps_of(owner, Zone.IN_PLAY))


def possible(duel: Duel, seat: Seat, task: Task) -> bool:
    """Would the task change anything?"""
    if task.deed in LASTING:
        return _in_time(duel, task)
    return bool(dice_for(duel, seat, task) or imps_for(duel, seat, task))


def _in_time(duel: Duel, task: Task) -> bool:
    """Is what this would do until the end of the round still to come? Shields are good to the very end."""
    match task.deed:
        case Deed.MORE_DICE:
            return any(isinstance(item, Throw) and item.rerolls for item in duel.agenda)
        case Deed.TOTAL | Deed.WIN_DRAWS:
            trials = (item for item in duel.agenda if isinstance(item, HoldTrial | SettleTrial))
            return any(trial.element in task.elements for trial in trials)
    return True


def fewest(task: Task, there: int, declinable: bool) -> int:
    """How many must be picked at least."""
    return 1 if declinable else most(task, there)


def most(task: Task, there: int) -> int:
    """How many may be picked."""
    return there if task.count is None else min(task.count, there)


def do_lasting(duel: Duel, item: DoTask) -> Duel:
    """From now on, until the round is over."""
    return duel.having(lasting=(*duel.lasting, Lasting(item.seat, item.task)))


def do_to_dice(duel: Duel, item: DoTask, dice: Iterable[ElementDie]) -> Duel:
    """What a task does to these dice; a die named twice is turned twice."""
    dice, task = tuple(dice), item.task
    if task.deed in ROLLING:
        return take_up(duel, item, dice)
    if task.deed is Deed.SEND_BACK:
        shown = tuple(DieShown(die) for die in dice)
        duel = duel.with_dice(dict.fromkeys(dice, DieAt()))
        return duel.telling(saying(Sentence.DUEL_SENT_BACK, player=item.seat, dice=shown))
    if task.deed is Deed.BANISH_DIE:
        return _banish_dice(duel, dice)
    values = {die: duel.dice[die].value or 0 for die in dice}
    for die in dice:
        values[die] = turned(values[die], task)
    duel = duel.with_dice({die: DieAt(Zone.IN_PLAY, value) for die, value in values.items()})
    shown = tuple(DieShown(die, value) for die, value in values.items())
    duel = duel.having(turned=duel.turned | set(dice))
    return duel.telling(saying(Sentence.DUEL_TURNED, player=item.seat, dice=shown))


def take_up(duel: Duel, item: DoTask, dice: tuple[ElementDie, ...]) -> Duel:
    """The dice are in the player's hand now."""
    first, second, third = item.place
    roll = AwaitRoll((first, second, third + 1), item.seat, dice)
    return duel.having(agenda=(roll, *duel.agenda))


def banish_imp(duel: Duel, imp: ImpName) -> Duel:
    """The imp leaves the game; whoever has none left has lost at once."""
    at = duel.imps[imp]
    ruling = duel.ruling
    duel = duel.having(
        imps={**duel.imps, imp: replace(at, zone=Zone.BANISHED, seen=True)},
        ruling=replace(ruling, banished=(*ruling.banished, imp)),
    )
    duel = duel.telling(saying(Sentence.DUEL_IMP_BANISHED, player=at.owner, cards=(imp,)))
    if duel.imps_left(at.owner):
        return duel
    return duel.having(over=True, winner=duel.other(at.owner))


def _banish_dice(duel: Duel, dice: tuple[ElementDie, ...]) -> Duel:
    ruling = duel.ruling
    ruling = replace(ruling, banished_dice=(*ruling.banished_dice, *dice))
    duel = duel.with_dice(dict.fromkeys(dice, DieAt(Zone.BANISHED))).having(ruling=ruling)
    shown = tuple(DieShown(die) for die in dice)
    return duel.telling(saying(Sentence.DUEL_DICE_BANISHED, player=dice[0].owner, dice=shown))
