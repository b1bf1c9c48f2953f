"""What happens by itself in a duel, up to the next choice or roll, or the end."""

from dataclasses import replace

from pi_diavolo.games.devilish_duels.agenda import (
    AwaitRoll,
    BringImps,
    DoTask,
    EndRound,
    HoldTrial,
    Item,
    PickTeam,
    PowerChance,
    RollOff,
    SettleTrial,
    Throw,
    later,
)
from pi_diavolo.games.devilish_duels.cards import LASTING, When
from pi_diavolo.games.devilish_duels.choices import PASS, legal_choices, most_dice, throwable
from pi_diavolo.games.devilish_duels.deeds import (
    banish_imp,
    dice_for,
    do_lasting,
    do_to_dice,
    imps_for,
    possible,
)
from pi_diavolo.games.devilish_duels.duel import Duel, totals_told
from pi_diavolo.games.devilish_duels.powers import usable
from pi_diavolo.games.devilish_duels.rounds import end, end_round, first_round
from pi_diavolo.games.devilish_duels.trials import judged, prizes
from pi_diavolo.table.duels import (
    Choice,
    ChoiceKind,
)
from pi_diavolo.table.sentences import Sentence, saying

# The places of what happens in a trial: a chance for the lead and one for the follower, the totals and the
# winner's tasks, and both chances again.
IN_TRIAL, SETTLED, AFTER_TRIAL = 100, 300, 400
FOLLOWER = 50


def advance(duel: Duel) -> Duel:
    """Let everything happen that needs nobody, up to the next choice or roll, or the end."""
    while not duel.over:
        if not duel.agenda:
            duel = first_round(duel)
        item = duel.agenda[0]
        if _waits(duel, item):
            return duel
        duel = _by_itself(duel, item)
    return end(duel)


def _waits(duel: Duel, item: Item) -> bool:
    match item:
        case PickTeam() | RollOff() | AwaitRoll() | BringImps():
            return True
        case Throw():
            return bool(most_dice(duel, item) and throwable(duel, item))
        case PowerChance():
            return next(usable(duel, item), None) is not None
        case DoTask(task=task):
            if task.deed in LASTING or task.count is None:
                return False
            return possible(duel, item.seat, task) and (item.declinable or len(legal_choices(duel)) > 1)
        case HoldTrial() | SettleTrial() | EndRound():
            return False


def _by_itself(duel: Duel, item: Item) -> Duel:
    before, duel = duel, duel.without_first()
    match item:
        case DoTask(task=task):
            if task.deed in LASTING:
                return do_lasting(duel, item)
            return do(duel, item, _only_choice(before, item))
        case HoldTrial(place=place, element=element):
            lead, second = duel.in_order()
            steps = (
                PowerChance(later(place, IN_TRIAL), lead, When.IN_TRIAL, element),
                PowerChance(later(place, IN_TRIAL + FOLLOWER), second, When.IN_TRIAL, element),
                SettleTrial(later(place, SETTLED), element),
            )
            return duel.having(trial=element, agenda=(*steps, *duel.agenda))
        case SettleTrial():
            return _settle(duel, item)
        case EndRound():
            return end_round(duel)
        case Throw() | PowerChance() | PickTeam() | RollOff() | AwaitRoll() | BringImps():
            return duel


def _only_choice(duel: Duel, item: DoTask) -> Choice:
    """What a task befalls that leaves no choice; perhaps nothing."""
    if item.task.count is not None:
        return next(iter(legal_choices(duel)), PASS)
    dice, imps = dice_for(duel, item.seat, item.task), imps_for(duel, item.seat, item.task)
    return Choice(ChoiceKind.PICK, dice, imps)


def _settle(duel: Duel, item: SettleTrial) -> Duel:
    element, place = item.element, item.place[:2]
    trial = judged(duel, element)
    lead, second = duel.in_order()
    tasks = prizes(trial, duel.rules) if trial.winner is not None else ()
    steps: list[Item] = [
        DoTask((*place, SETTLED + 1 + 2 * number), trial.winner, task, duel.rules.decline)
        for number, task in enumerate(tasks)
        if trial.winner is not None
    ]
    steps.append(PowerChance((*place, AFTER_TRIAL), lead, When.AFTER_TRIAL, element))
    steps.append(PowerChance((*place, AFTER_TRIAL + FOLLOWER), second, When.AFTER_TRIAL, element))
    ruling = replace(duel.ruling, trials=(*duel.ruling.trials, trial))
    sentence = Sentence.DUEL_TRIAL_DOUBLY_WON if trial.double else Sentence.DUEL_TRIAL_WON
    if trial.winner is None:
        sentence = Sentence.DUEL_TRIAL_DRAWN
    told = saying(sentence, element=element, totals=totals_told(trial), player=trial.winner)
    return duel.having(ruling=ruling, agenda=(*steps, *duel.agenda)).telling(told)


def do(duel: Duel, item: DoTask, choice: Choice) -> Duel:
    """Let a task befall what was chosen."""
    for imp in choice.imps:
        if not duel.over:
            duel = banish_imp(duel, imp)
    return do_to_dice(duel, item, choice.dice) if choice.dice else duel
