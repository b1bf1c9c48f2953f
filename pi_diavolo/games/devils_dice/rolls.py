"""Dice as the camera reads them: one for the beginning, two in a turn, and what to do about doubts."""

from collections.abc import Sequence
from dataclasses import replace

from pi_diavolo.games.devils_dice.looking import look_again
from pi_diavolo.games.devils_dice.playing import play_on
from pi_diavolo.games.devils_dice.showing import awaited, show_status
from pi_diavolo.games.devils_dice.state import Doubt, Evening
from pi_diavolo.games.devils_dice.steps import Step, ignored, said, the_game, with_game
from pi_diavolo.table.effects import Ask, Effect, ShowStatus, Status, Unask
from pi_diavolo.table.events import DiceAtRest, DiceRolling, QuestionAnswered, RollInvalid, RollRead
from pi_diavolo.table.pieces import Die
from pi_diavolo.table.rulings import Question
from pi_diavolo.table.sentences import Sentence, saying

DICE_IN_A_TURN, DICE_IN_A_ROLL_OFF = 2, 1
ROLL_AGAIN = "roll_again"


def dice_move(evening: Evening, event: DiceRolling | DiceAtRest) -> Step:
    """Show that the dice roll, or are read, where any are awaited."""
    game = the_game(evening)
    if game.doubt is not None or game.play.dice:
        return evening, []
    status = Status.ROLLING if isinstance(event, DiceRolling) else Status.READING
    return evening, [ShowStatus(status, awaited(game.play))]


def read_roll(evening: Evening, event: RollRead) -> Step:
    """Take in the dice that were thrown."""
    game, seat = the_game(evening), awaited(the_game(evening).play)
    if game.play.dice:
        return ignored(evening, event, Sentence.BOARD_MOVE_FIRST, player=seat)
    if game.doubt is not None:
        return ignored(evening, event, Sentence.ROLL_LIES_ALREADY)
    in_a_turn = game.play.mover is not None
    if len(event.roll.dice) != (DICE_IN_A_TURN if in_a_turn else DICE_IN_A_ROLL_OFF):
        wanted = Sentence.BOARD_TWO_DICE if in_a_turn else Sentence.BOARD_ONE_DIE
        return ignored(evening, event, wanted, player=seat)
    return _take(evening, event.roll.dice, event.at)


def refuse_roll(evening: Evening, event: RollInvalid) -> Step:
    """The same player rolls again."""
    game, seat = the_game(evening), awaited(the_game(evening).play)
    if game.play.dice:
        return ignored(evening, event, Sentence.BOARD_MOVE_FIRST, player=seat)
    if game.doubt is not None:
        return ignored(evening, event, Sentence.ROLL_LIES_ALREADY)
    told = said(Sentence.BOARD_ROLL_INVALID, player=seat, faults=event.faults)
    return evening, [told, show_status(evening)]


def answer_die(evening: Evening, doubt: Doubt, event: QuestionAnswered) -> Step:
    """Somebody says what a doubtful die shows, or that it is to be rolled again."""
    evening = with_game(evening, doubt=None)
    settled: list[Effect] = [Unask(doubt.question.number), said(Sentence.QUESTION_SETTLED)]
    if event.choice == ROLL_AGAIN:
        return evening, [*settled, show_status(evening)]
    dice, index = list(doubt.dice), doubt.question.die or 0
    dice[index] = replace(dice[index], value=int(event.choice), maybe=())
    evening, shown = _take(evening, dice, event.at)
    return evening, [*settled, *shown]


def ask_die(doubt: Doubt) -> Ask:
    """The question about a doubtful die."""
    question = doubt.question
    values = tuple(sorted(doubt.dice[question.die or 0].options))
    return Ask(question, saying(Sentence.BOARD_ASK_DIE, player=question.seat, values=values))


def _take(evening: Evening, dice: Sequence[Die], at: float) -> Step:
    """The awaited dice are these; doubts are asked about one by one."""
    seat = awaited(the_game(evening).play)
    assert seat is not None, "whoever comes here has looked before"
    for index, die in enumerate(dice):
        if len(die.options) > 1:
            return _doubt(evening, dice, index)
    evening, effects = play_on(evening, seat, at, dice=tuple(die.value for die in dice))
    evening, looked = look_again(evening)
    return evening, [*effects, *looked]


def _doubt(evening: Evening, dice: Sequence[Die], index: int) -> Step:
    number, values = evening.asked + 1, sorted(dice[index].options)
    seat = awaited(the_game(evening).play)
    options = (*map(str, values), ROLL_AGAIN)
    doubt = Doubt(Question(number, "die", options, seat, index, dice[index].colour), tuple(dice))
    evening = replace(with_game(evening, doubt=doubt), asked=number)
    return evening, [ask_die(doubt), show_status(evening)]
