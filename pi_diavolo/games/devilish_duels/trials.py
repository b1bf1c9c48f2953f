"""The four trials: who wins, what for."""

from collections.abc import Mapping
from dataclasses import replace

from pi_diavolo.games.devilish_duels.cards import Condition, Deed, Task, Whose
from pi_diavolo.games.devilish_duels.duel import Duel
from pi_diavolo.games.devilish_duels.house_rules import AnyDie, Banish, HouseRules
from pi_diavolo.table.duels import Element, TrialRuling
from pi_diavolo.table.players import Seat

NOT_AIR = (Element.EARTH, Element.FIRE, Element.WATER)

# What the winner may do, by the element and whether the win is a double one.
PRIZES: Mapping[tuple[Element, bool], tuple[Task, ...]] = {
    (Element.EARTH, False): (Task(Deed.ADD, 1),),
    (Element.EARTH, True): (Task(Deed.ADD, 2, count=2),),
    (Element.FIRE, False): (Task(Deed.REROLL, whose=Whose.OPPONENT),),
    (Element.FIRE, True): (Task(Deed.SEND_BACK, whose=Whose.OPPONENT),),
    (Element.WATER, False): (Task(Deed.ADD, 1, count=2, whose=Whose.EITHER),),
    (Element.WATER, True): (
        Task(Deed.ADD, 1, count=2, whose=Whose.EITHER),
        Task(Deed.ROLL_OR_REROLL, whose=Whose.EITHER),
    ),
    (Element.AIR, False): (Task(Deed.BANISH_IMP, whose=Whose.EITHER),),
    (Element.AIR, True): (
        Task(Deed.BANISH_IMP, whose=Whose.EITHER),
        Task(Deed.BANISH_DIE, whose=Whose.EITHER, elements=NOT_AIR),
    ),
}


def beats(first: int, second: int) -> tuple[bool, bool]:
    """Does the first total win, and does it win doubly? Anything beats nothing doubly."""
    return first > second, first > second and first >= 2 * second


def judged(duel: Duel, element: Element) -> TrialRuling:
    """The trial as it stands."""
    totals = dict(duel.totals[element])
    for seat in duel.seats:
        wins, double = beats(totals[seat], totals[duel.other(seat)])
        if wins:
            return TrialRuling(element, totals, seat, double)
    lucky = [seat for seat in duel.seats if duel.wins_draws(seat, element)]
    return TrialRuling(element, totals, lucky[0] if len(lucky) == 1 else None)


def prizes(trial: TrialRuling, rules: HouseRules) -> tuple[Task, ...]:
    """What the winner may do, by this table's reading of the booklet."""
    tasks = PRIZES[trial.element, trial.double]
    if trial.element is Element.WATER and rules.any_die is AnyDie.OWN:
        return tuple(replace(task, whose=Whose.OWN) for task in tasks)
    if trial.element is Element.AIR and rules.banish is Banish.OPPONENT:
        return tuple(replace(task, whose=Whose.OPPONENT) for task in tasks)
    return tasks


def holds(condition: Condition, trial: TrialRuling, seat: Seat) -> bool:
    """Is this how the trial ended, or stands, for the player?"""
    won, drew = trial.winner == seat, trial.winner is None
    match condition:
        case Condition.ALWAYS:
            return True
        case Condition.WON:
            return won
        case Condition.DOUBLE_WON:
            return won and trial.double
        case Condition.LOST:
            return not won and not drew
        case Condition.DOUBLE_LOST:
            return not won and not drew and trial.double
        case Condition.DREW:
            return drew
