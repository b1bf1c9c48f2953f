"""When a turn is settled: what must be asked first, when the time is up, and the ruling."""

from dataclasses import replace

from pi_diavolo.games.diavolo.doubts import (
    Asked,
    allowed_answers,
    question_about_order,
    question_about_roll,
    question_about_seat,
    same_question,
)
from pi_diavolo.games.diavolo.hand_out import Hands
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import possible_orders
from pi_diavolo.games.diavolo.scoring import Amended, amended, hands, rule_latest, standing
from pi_diavolo.games.diavolo.state import Evening, Stage
from pi_diavolo.games.diavolo.steps import Step, said
from pi_diavolo.games.diavolo.turns import set_up_turn, still_in, the_game, the_turn, with_turn
from pi_diavolo.table.effects import (
    Ask,
    Effect,
    ShowGems,
    ShowRuling,
    ShowStatus,
    ShowWinner,
    Status,
    Unask,
    Wake,
)
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.rulings import Question, Ruling
from pi_diavolo.table.sentences import Saying, Sentence, saying


def go_on(evening: Evening, at: float, effects: list[Effect]) -> Step:
    """After anything that may settle the turn: ask what must be asked, mind the time, close if done."""
    now = hands_now(evening)  # asked several times below, and the same each time
    evening, asked = put_questions(evening, at, now)
    evening, hurried = _start_grace(evening, at, now)
    effects = [*effects, *asked, *hurried]
    if not _settled(evening, at, now):
        return evening, effects
    evening, closed = _close(evening, at)
    return evening, effects + closed


def view_now(evening: Evening) -> Amended:
    """The turn in hand with what people put right about it."""
    return amended(the_turn(evening), standing(the_game(evening)))


def hands_now(evening: Evening) -> Hands:
    """Who holds what in the turn in hand."""
    return hands(view_now(evening), still_in(evening), the_game(evening).rules)


# Questions


def put_questions(evening: Evening, at: float, now: Hands) -> Step:
    """Ask what is new, take back what needs no answer any more."""
    game, turn = the_game(evening), the_turn(evening)
    wanted = _wanted_questions(evening, now)
    if not wanted and not turn.questions:
        return evening, []
    kept = [old for old in turn.questions if any(same_question(old, new) for new in wanted)]
    new = [question for question in wanted if not any(same_question(question, old) for old in kept)]
    new = [replace(question, number=game.asked + count) for count, question in enumerate(new, 1)]
    effects: list[Effect] = [Unask(old.number) for old in turn.questions if old not in kept]
    effects += [Ask(question, wording(question)) for question in new]
    until = turn.question_until
    if any(question.kind == Asked.TWO_AT_ONCE for question in new):
        until = at + game.rules.question_time_s
        effects.append(Wake(until))
    effects += _status(evening, asking=bool(new), done=not wanted)
    turn = replace(turn, questions=(*kept, *new), question_until=until)
    return replace(evening, game=replace(game, turn=turn, asked=game.asked + len(new))), effects


def _wanted_questions(evening: Evening, now: Hands) -> list[Question]:
    view, rules = view_now(evening), the_game(evening).rules
    wanted: list[Question] = []
    if view.roll is None and view.turn.order_die is not None:
        orders = possible_orders(view.turn.order_die)
        wanted += [question_about_order(orders)] if len(orders) > 1 else []
    elif about_roll := question_about_roll(view, rules):
        wanted.append(about_roll)
    return wanted + [question_about_seat(seat, now.undecided[seat]) for seat in sorted(now.undecided)]


def _status(evening: Evening, asking: bool, done: bool) -> list[Effect]:
    if asking:
        return [ShowStatus(Status.QUESTION)]
    return [said(Sentence.QUESTION_SETTLED), *show_stage(evening)] if done else []


def show_stage(evening: Evening) -> list[Effect]:
    """The status lamp for where the turn in hand stands."""
    turn = the_turn(evening)
    match turn.stage:
        case Stage.IMPS:
            return [ShowStatus(Status.IMPS)]
        case Stage.READY:
            return [ShowStatus(Status.ROLL_NOW, turn.roller)]
        case Stage.ROLLING:
            return [ShowStatus(Status.ROLLING)]
        case Stage.READING:
            return [ShowStatus(Status.READING)]
        case Stage.GRABBING:
            return [ShowStatus(Status.QUESTION if turn.questions else Status.GRAB)]


def wording(question: Question) -> Saying:
    """The question as a sentence."""
    options = question.options[:-1]  # the last is the way out: roll again, or neither
    match Asked(question.kind):
        case Asked.DIE:
            values = tuple(int(option) for option in options)
            return saying(Sentence.ASK_DIE, colour=question.colour, values=values)
        case Asked.ORDER:
            return saying(Sentence.ASK_ORDER, orders=options)
        case Asked.CLOSEST:
            return saying(Sentence.ASK_CLOSEST, colours=tuple(map(Colour, options)))
        case Asked.TWO_AT_ONCE:
            colours = tuple(map(Colour, options))
            return saying(Sentence.ASK_TWO_AT_ONCE, player=question.seat, colours=colours)


# Time


def _start_grace(evening: Evening, at: float, now: Hands) -> Step:
    """Once the last right imp is gone there is no need to wait long."""
    turn, view, rules = the_turn(evening), view_now(evening), the_game(evening).rules
    if turn.rest is None or turn.deadline is None or view.roll is None:
        return evening, []
    grace_over = at + rules.grace_s
    if grace_over >= turn.deadline or not _right_imps_gone(view, now, rules):
        return evening, []
    return with_turn(evening, replace(turn, deadline=grace_over)), [Wake(grace_over)]


def _right_imps_gone(view: Amended, now: Hands, rules: HouseRules) -> bool:
    gone = [colour for colour in Colour if now.left[colour] <= 0]
    return bool(gone) and allowed_answers(view, rules) in [frozenset({colour}) for colour in gone]


def _settled(evening: Evening, at: float, now: Hands) -> bool:
    game, turn = the_game(evening), the_turn(evening)
    if turn.roll is None or evening.paused or game.over or game.protest is not None:
        return False
    if any(question.kind != Asked.TWO_AT_ONCE for question in turn.questions):
        return False
    if turn.questions and (turn.question_until is None or at < turn.question_until):
        return False
    time_is_up = turn.deadline is not None and at >= turn.deadline
    said_by_people = view_now(evening).grabs
    return time_is_up or all(seat in now.held or seat in said_by_people for seat in still_in(evening))


# The ruling


def _close(evening: Evening, at: float) -> Step:
    game, turn = the_game(evening), the_turn(evening)
    unasked: list[Effect] = [Unask(question.number) for question in turn.questions]
    closed = replace(turn, questions=(), question_until=None, deadline=None)
    game = replace(game, turns=(*game.turns, closed), turn=None)
    ruling = rule_latest(game)
    evening = replace(evening, game=replace(game, rulings=(*game.rulings, ruling)))
    effects = [*unasked, ShowRuling(ruling), ShowGems(ruling.gems), *tell_out(ruling)]
    evening, after = end_game(evening, at) if ruling.over else set_up_turn(evening)
    return evening, effects + after


def tell_out(ruling: Ruling) -> list[Effect]:
    """Name the players who lost their last gem."""
    return [said(Sentence.PLAYER_OUT, player=seat) for seat in ruling.out]


def end_game(evening: Evening, at: float) -> Step:
    """Name the winner, if there is one, and offer another game."""
    game = the_game(evening)
    winner = next(ruling.winner for ruling in game.rulings if ruling.over)
    told = said(Sentence.NO_WINNER) if winner is None else said(Sentence.WINNER, player=winner)
    evening = replace(evening, game=replace(game, ended=(evening.starts, at)))
    return evening, [ShowWinner(winner), told, ShowStatus(Status.OVER), said(Sentence.PLAY_AGAIN)]
