"""Dice as the camera reads them: which ones were meant, what to do about doubts, and dice turned by hand."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pi_diavolo.games.devilish_duels.agenda import AwaitRoll, RollOff, Throw
from pi_diavolo.games.devilish_duels.choices import decision, most_dice
from pi_diavolo.games.devilish_duels.course import roll_awaited
from pi_diavolo.games.devilish_duels.duel import Duel, dice_of
from pi_diavolo.games.devilish_duels.playing import play_on
from pi_diavolo.games.devilish_duels.showing import show_status
from pi_diavolo.games.devilish_duels.state import Doubt, Evening
from pi_diavolo.games.devilish_duels.steps import Step, ignored, refused, said, the_game, with_game
from pi_diavolo.table.duels import (
    ELEMENTS,
    Choice,
    ChoiceKind,
    DieShown,
    DuelDiceSeen,
    ElementDie,
    Zone,
)
from pi_diavolo.table.effects import Ask, Effect, Say, ShowDuel, ShowHand, ShowStatus, Status, Unask
from pi_diavolo.table.events import DiceAtRest, DiceRolling, QuestionAnswered, RollInvalid, RollRead
from pi_diavolo.table.pieces import Die
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Question
from pi_diavolo.table.sentences import Saying, Sentence, saying

ROLL_AGAIN = "roll_again"
# The eyes saw fewer dice than may be rolled, and nobody has said which.
DICE_UNTOLD = "dice_untold"


def dice_move(evening: Evening, event: DiceRolling | DiceAtRest) -> Step:
    """Show that the dice roll, or are read, where any are awaited."""
    duel = the_game(evening).duel
    item = roll_awaited(duel) or decision(duel)
    if the_game(evening).doubt is not None or not isinstance(item, RollOff | AwaitRoll | Throw):
        return evening, []
    status = Status.ROLLING if isinstance(event, DiceRolling) else Status.READING
    return evening, [ShowStatus(status, item.seat)]


def read_roll(evening: Evening, event: RollRead) -> Step:
    """Take in the dice that were thrown; where they tell what the player chose, that is chosen, too."""
    game = the_game(evening)
    if game.doubt is not None:
        return ignored(evening, event, Sentence.ROLL_LIES_ALREADY)
    item = roll_awaited(game.duel) or decision(game.duel)
    if isinstance(item, Throw):
        meant = _meant(game.duel, item, event.roll.dice)
        if isinstance(meant, Saying):
            return refused(evening, event, meant)
        evening, chosen = play_on(evening, item.seat, Choice(ChoiceKind.ROLL, meant), event.at)
        evening, shown = _take(evening, event.roll.dice, event)
        return evening, [*(effect for effect in chosen if not _asks_for_the_roll(effect)), *shown]
    if not isinstance(item, RollOff | AwaitRoll):
        return ignored(evening, event, Sentence.DUEL_NO_DICE_AWAITED)
    return _take(evening, event.roll.dice, event)


def refuse_roll(evening: Evening, event: RollInvalid) -> Step:
    """The same dice are rolled again."""
    duel = the_game(evening).duel
    item = roll_awaited(duel) or decision(duel)
    if not isinstance(item, RollOff | AwaitRoll | Throw):
        return ignored(evening, event, Sentence.DUEL_NO_DICE_AWAITED)
    told = said(Sentence.DUEL_ROLL_INVALID, player=item.seat, element_faults=event.faults)
    if isinstance(item, Throw) and {fault.code for fault in event.faults} == {DICE_UNTOLD}:
        told = said(Sentence.DUEL_SAY_WHICH_DICE, player=item.seat, number=most_dice(duel, item))
    return evening, [told, show_status(evening)]


def answer_question(evening: Evening, event: QuestionAnswered) -> Step:
    """Somebody says what a doubtful die shows, or that it is to be rolled again."""
    doubt = the_game(evening).doubt
    if doubt is None or doubt.question.number != event.question:
        return ignored(evening, event, Sentence.NO_SUCH_QUESTION, number=event.question)
    if event.choice not in doubt.question.options or doubt.question.die is None:
        return ignored(evening, event, Sentence.NO_SUCH_CHOICE)
    evening = with_game(evening, doubt=None)
    settled: list[Effect] = [Unask(doubt.question.number), said(Sentence.QUESTION_SETTLED)]
    if event.choice == ROLL_AGAIN:
        return evening, [*settled, show_status(evening)]
    dice = list(doubt.dice)
    dice[doubt.question.die] = replace(dice[doubt.question.die], value=int(event.choice), maybe=())
    evening, shown = _take(evening, dice, event)
    return evening, [*settled, *shown]


def look_at_dice(evening: Evening, event: DuelDiceSeen) -> Step:
    """Compare what lies there with what should: dice are turned by hand."""
    duel = the_game(evening).duel
    wrong = [
        DieShown(each.die, at.value)
        for each in event.dice
        if (at := duel.dice.get(each.die)) is not None and at.zone is Zone.IN_PLAY and at.value != each.value
    ]
    strange = [
        DieShown(die, at.value)
        for die in event.exchanged
        if (at := duel.dice.get(die)) is not None and at.zone is Zone.IN_PLAY
    ]
    told = [said(Sentence.DUEL_WHOSE_DICE, dice=tuple(strange))] if strange else []
    if wrong or told:
        return evening, [*told, *([said(Sentence.DUEL_TURN_DICE, dice=tuple(wrong))] if wrong else [])]
    return evening, [said(Sentence.DUEL_DICE_LIE_RIGHT)] if duel.turned else []


def _asks_for_the_roll(effect: Effect) -> bool:
    # Nobody need be told to roll the dice that they have just rolled.
    told = isinstance(effect, Say) and effect.saying.sentence is Sentence.DUEL_ROLL_THESE
    return told or isinstance(effect, ShowStatus | ShowDuel | ShowHand)


def _take(evening: Evening, dice: Sequence[Die], event: RollRead | QuestionAnswered) -> Step:
    """The awaited dice are these; doubts are asked about one by one."""
    game = the_game(evening)
    item = roll_awaited(game.duel)
    assert item is not None, "whoever comes here has looked before"
    shown = _as_awaited(item, dice)
    if shown is None:
        if isinstance(item, RollOff):
            return ignored(evening, event, Sentence.DUEL_ROLL_OFF, player=item.seat)
        wanted = tuple(map(DieShown, item.dice))
        return ignored(evening, event, Sentence.DUEL_OTHER_DICE_WANTED, player=item.seat, dice=wanted)
    for index, die in enumerate(dice):
        if len(die.options) > 1:
            return _doubt(evening, dice, index, item.seat)
    return play_on(evening, item.seat, shown, event.at)


def ask(doubt: Doubt) -> Ask:
    """The question about a doubtful die."""
    question, index = doubt.question, doubt.question.die or 0
    seat, element = question.seat or Seat(0), ELEMENTS[doubt.dice[index].colour]
    values, die = tuple(sorted(doubt.dice[index].options)), DieShown(ElementDie(seat, element, 1))
    return Ask(question, saying(Sentence.DUEL_ASK_DIE, player=seat, dice=(die,), values=values))


def _doubt(evening: Evening, dice: Sequence[Die], index: int, seat: Seat) -> Step:
    number, values = evening.asked + 1, sorted(dice[index].options)
    options = (*map(str, values), ROLL_AGAIN)
    doubt = Doubt(tuple(dice), Question(number, "die", options, seat, index, dice[index].colour))
    evening = replace(with_game(evening, doubt=doubt), asked=number)
    return evening, [ask(doubt), show_status(evening)]


def _as_awaited(item: RollOff | AwaitRoll, dice: Sequence[Die]) -> tuple[DieShown, ...] | None:
    """Which of the awaited dice each of these is; None if they are others."""
    elements = [ELEMENTS.get(die.colour) for die in dice]
    if isinstance(item, RollOff):
        element = elements[0] if len(elements) == 1 else None
        return None if element is None else (DieShown(ElementDie(item.seat, element, 1), dice[0].value),)
    left, shown = list(item.dice), list[DieShown]()
    for die, element in zip(dice, elements, strict=True):
        found = next((each for each in left if each.element is element), None)
        if found is None:
            return None
        left.remove(found)
        shown.append(DieShown(found, die.value))
    return None if left else tuple(shown)


def _meant(duel: Duel, throw: Throw, dice: Sequence[Die]) -> tuple[ElementDie, ...] | Saying:
    """Which dice the player took from the pool; where they may be rerolled ones, that must be said before."""
    pool = [die for die in dice_of(throw.seat) if duel.dice[die].zone is Zone.POOL]
    thrown = Counter(ELEMENTS.get(die.colour) for die in dice)
    lying = {die.element for die in dice_of(throw.seat) if duel.dice[die].zone is Zone.IN_PLAY}
    if throw.rerolls and lying & set(thrown):
        return saying(Sentence.DUEL_CHOOSE_FIRST, player=throw.seat)
    up_to = most_dice(duel, throw)
    if not 1 <= len(dice) <= up_to:
        return saying(Sentence.DUEL_SO_MANY_DICE, number=up_to)
    meant = list[ElementDie]()
    for element, count in thrown.items():
        there = [die for die in pool if die.element is element]
        if count > len(there):
            wanted = tuple(map(DieShown, pool))
            return saying(Sentence.DUEL_OTHER_DICE_WANTED, player=throw.seat, dice=wanted)
        meant += there[:count]
    return tuple(meant)
