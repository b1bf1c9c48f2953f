"""The dice thrown, read, or refused, and people's answers where the table was not sure."""

from dataclasses import replace

from pi_diavolo.games.diavolo.closing import go_on, put_questions
from pi_diavolo.games.diavolo.doubts import NEITHER, ROLL_AGAIN, Asked
from pi_diavolo.games.diavolo.grabbing import changed_hands
from pi_diavolo.games.diavolo.hand_out import Hands, Press
from pi_diavolo.games.diavolo.lateness import patience_s
from pi_diavolo.games.diavolo.lifted import named
from pi_diavolo.games.diavolo.showing import call_to_grab, hands_now, show_order, show_roll, view_now
from pi_diavolo.games.diavolo.state import Evening, Stage, Turn
from pi_diavolo.games.diavolo.steps import Step, ignored, said
from pi_diavolo.games.diavolo.turns import (
    call_for_roll,
    faults_of,
    roll_again,
    the_game,
    the_turn,
    with_turn,
)
from pi_diavolo.table.effects import Effect, Ignore, ShowStatus, Status, Wake
from pi_diavolo.table.events import (
    DiceAtRest,
    DiceRolling,
    OrderRead,
    QuestionAnswered,
    RollFault,
    RollInvalid,
    RollRead,
)
from pi_diavolo.table.pieces import Colour, OrderDie
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question
from pi_diavolo.table.sentences import Sentence, saying


def dice_roll(evening: Evening, event: DiceRolling) -> Step:
    """Something moves in the tray."""
    if refused := _not_now(evening, event):
        return refused
    evening = with_turn(evening, replace(the_turn(evening), stage=Stage.ROLLING, rest=None))
    return evening, [ShowStatus(Status.ROLLING), said(Sentence.DICE_ROLLING)]


def dice_rest(evening: Evening, event: DiceAtRest) -> Step:
    """Nothing moves any more; grabs from now on are not early."""
    if refused := _not_now(evening, event):
        return refused
    rest = (evening.starts, event.at)
    evening = with_turn(evening, replace(the_turn(evening), stage=Stage.READING, rest=rest))
    return evening, [ShowStatus(Status.READING), said(Sentence.DICE_READING)]


def read_order(evening: Evening, event: OrderRead) -> Step:
    """The Order die was thrown first: its face counts, whatever happens to it later."""
    game, turn = the_game(evening), the_turn(evening)
    if refused := _not_now(evening, event):
        return refused
    if not game.rules.order_first:
        return ignored(evening, event, Sentence.NOT_ORDER_FIRST)
    if turn.order_die is not None:
        return ignored(evening, event, Sentence.ORDER_LIES_ALREADY)
    turn = replace(turn, stage=Stage.READY, order_die=event.order_die, rest=None)
    evening = with_turn(evening, turn)
    shown = [*show_order(event.order_die), *call_for_roll(game, turn)]
    evening, asked = put_questions(evening, event.at, hands_now(evening))
    return evening, [*shown, *asked]


def read_roll(evening: Evening, event: RollRead) -> Step:
    """The dice lie: from their rest on the time runs."""
    game, turn = the_game(evening), the_turn(evening)
    if refused := _not_now(evening, event):
        return refused
    if game.rules.order_first and turn.order_die is None:
        turn = replace(turn, stage=Stage.READY)
        why = Ignore(event, saying(Sentence.ORDER_FIRST_WANTED))
        return with_turn(evening, turn), [why, *call_for_roll(game, turn)]
    if faults := faults_of(event.roll, game.rules):
        return roll_again(evening, faults, event.at)
    roll = _under_first_order(event.roll, turn.order_die)
    deadline, rest = event.at + game.rules.grab_time_s, (evening.starts, event.at)
    turn = replace(turn, stage=Stage.GRABBING, roll=roll, rest=rest, deadline=deadline)
    woken = Wake(deadline + patience_s(evening))
    shown: list[Effect] = [*show_roll(roll), ShowStatus(Status.GRAB), woken, *call_to_grab(roll)]
    return go_on(with_turn(evening, turn), event.at, shown)


def refuse_roll(evening: Evening, event: RollInvalid) -> Step:
    """A die is cocked, missing or outside: the same player rolls again."""
    return _not_now(evening, event) or roll_again(evening, event.faults, event.at)


def _not_now(
    evening: Evening, event: DiceRolling | DiceAtRest | OrderRead | RollRead | RollInvalid
) -> Step | None:
    match the_turn(evening).stage:
        case Stage.IMPS:
            return ignored(evening, event, Sentence.IMPS_NOT_READY)
        case Stage.GRABBING:
            return ignored(evening, event, Sentence.ROLL_LIES_ALREADY)
        case Stage.READY | Stage.ROLLING | Stage.READING:
            return None


def _under_first_order(roll: Roll, first: OrderDie | None) -> Roll:
    if first is None:
        return roll
    where = roll.order_die.where if roll.order_die else None
    return replace(roll, order_die=replace(first, where=where))


# Answers


def answer_question(evening: Evening, event: QuestionAnswered) -> Step:
    """People decide in one tap."""
    turn = the_turn(evening)
    question = next((q for q in turn.questions if q.number == event.question), None)
    if question is None:
        return ignored(evening, event, Sentence.NO_SUCH_QUESTION, number=event.question)
    if event.choice not in question.options:
        return ignored(evening, event, Sentence.NO_SUCH_CHOICE)
    if event.choice == ROLL_AGAIN:
        return roll_again(evening, [RollFault("people")], event.at)
    before = hands_now(evening)
    settled = with_turn(evening, _answered(evening, question, event.choice, before))
    shown = [*_show_answer(settled, question), *changed_hands(turn, before, hands_now(settled))]
    return go_on(settled, event.at, shown)


def _answered(evening: Evening, question: Question, choice: str, now: Hands) -> Turn:
    turn = the_turn(evening)
    match Asked(question.kind):
        case Asked.DIE:
            return replace(turn, roll=_read(turn).with_value(question.die or 0, int(choice)))
        case Asked.ORDER if turn.order_die is not None and turn.roll is None:
            return replace(turn, order_die=replace(turn.order_die, face=choice, maybe=()))
        case Asked.ORDER:
            return replace(turn, roll=_read(turn).with_face(choice))
        case Asked.CLOSEST:
            return replace(turn, closest=Colour(choice))
        case Asked.TWO_AT_ONCE if len(question.options) == 2:
            # One press, and whether it was one: by a broken button, or too late.
            doubted = [press for press in turn.doubted if _asked_about(press, question)]
            others = tuple(press for press in turn.doubted if press not in doubted)
            struck = doubted if choice == NEITHER else []
            presses = tuple(press for press in turn.presses if press not in struck)
            return replace(turn, presses=presses, doubted=others)
        case Asked.TWO_AT_ONCE:
            # Those not meant are forgotten; with neither, the player may still press another.
            at_once = now.undecided[question.seat] if question.seat else ()
            not_meant = [press for press in at_once if press.grab.colour != choice]
            return replace(turn, presses=tuple(press for press in turn.presses if press not in not_meant))
        case Asked.WHO:
            return named(evening, question, choice, now)


def _asked_about(press: Press, question: Question) -> bool:
    return press.grab.seat == question.seat and press.grab.colour == question.options[0]


def _read(turn: Turn) -> Roll:
    assert turn.roll is not None, "only a roll that was read is asked about"
    return turn.roll


def _show_answer(evening: Evening, question: Question) -> list[Effect]:
    turn, roll = the_turn(evening), view_now(evening).roll
    if question.kind == Asked.ORDER:
        return [*show_roll(roll), *call_to_grab(roll)] if roll else show_order(turn.order_die)
    return show_roll(roll) if roll and question.kind == Asked.DIE else []
