"""When a turn is settled: what must be asked first, when the time is up, and the ruling."""

from dataclasses import replace

from pi_diavolo.games.diavolo.doubts import (
    ABOUT_HANDS,
    Asked,
    allowed_answers,
    question_about_order,
    question_about_roll,
    question_about_seat,
    same_question,
)
from pi_diavolo.games.diavolo.hand_out import Hands, Press
from pi_diavolo.games.diavolo.lateness import patience_s, together_s
from pi_diavolo.games.diavolo.lifted import in_the_air, question_who
from pi_diavolo.games.diavolo.orders import possible_orders
from pi_diavolo.games.diavolo.scoring import rule_latest
from pi_diavolo.games.diavolo.showing import hands_now, show_status, view_now
from pi_diavolo.games.diavolo.state import Evening
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
from pi_diavolo.table.pieces import IMPS, Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Question, Ruling
from pi_diavolo.table.sentences import Saying, Sentence, saying

# The version of the rules since which the grace begins with the last right imp and never before it.
LATE_GRACE_SINCE = 4


def go_on(evening: Evening, at: float, effects: list[Effect]) -> Step:
    """After anything that may settle the turn: ask what must be asked, mind the time, close if done."""
    now = hands_now(evening)  # asked several times below, and the same each time
    evening, hurried = _mind_the_time(evening, at, now)
    evening, asked = put_questions(evening, at, now)
    effects = [*effects, *asked, *hurried]
    if not _settled(evening, at, now):
        return evening, effects
    evening, closed = _close(evening, at)
    return evening, effects + closed


# Questions


def put_questions(evening: Evening, at: float, now: Hands) -> Step:
    """Ask what is new, take back what needs no answer any more."""
    turn, wanted = the_turn(evening), _wanted_questions(evening, at, now)
    if not wanted and not turn.questions:
        return evening, []
    kept = [old for old in turn.questions if any(same_question(old, new) for new in wanted)]
    new = [question for question in wanted if not any(same_question(question, old) for old in kept)]
    new = [replace(question, number=evening.asked + count) for count, question in enumerate(new, 1)]
    effects: list[Effect] = [Unask(old.number) for old in turn.questions if old not in kept]
    effects += [Ask(question, wording(question)) for question in new]
    until = turn.question_until
    if any(question.kind in ABOUT_HANDS for question in new):
        until = at + the_game(evening).rules.question_time_s
        effects.append(Wake(until))
    turn = replace(turn, questions=(*kept, *new), question_until=until)
    evening = replace(with_turn(evening, turn), asked=evening.asked + len(new))
    effects += [] if wanted else [said(Sentence.QUESTION_SETTLED)]
    return evening, [*effects, *(show_status(evening) if effects else [])]


def _wanted_questions(evening: Evening, at: float, now: Hands) -> list[Question]:
    view = view_now(evening)
    wanted: list[Question] = []
    if view.roll is None and view.turn.order_die is not None:
        orders = possible_orders(view.turn.order_die)
        wanted += [question_about_order(orders)] if len(orders) > 1 else []
    elif about_roll := question_about_roll(view, the_game(evening)):
        wanted.append(about_roll)
    for seat in sorted(now.undecided):
        wanted.append(question_about_seat(seat, [press.grab.colour for press in now.undecided[seat]]))
    wanted += [question_about_seat(press.grab.seat, [press.grab.colour]) for press in _doubtful(evening)]
    # Nobody is disturbed while hands still move: by then most imps have found their dock.
    if view.roll is not None and _hands_are_in(evening, at, now) and (who := question_who(evening, now)):
        wanted.append(who)
    return wanted


def _doubtful(evening: Evening) -> list[Press]:
    """The presses that would count if somebody only said so."""
    turn = the_turn(evening)
    doubtful: list[Press] = []
    for press in turn.doubted:
        rest = tuple(other for other in turn.doubted if other != press)
        held = hands_now(with_turn(evening, replace(turn, doubted=rest))).held
        doubtful += [press] if held.get(press.grab.seat) == press else []
    return doubtful


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
        case Asked.TWO_AT_ONCE if len(options) == 1:
            return saying(Sentence.ASK_DOUBTED, player=question.seat, imp=Colour(options[0]))
        case Asked.TWO_AT_ONCE:
            colours = tuple(map(Colour, options))
            return saying(Sentence.ASK_TWO_AT_ONCE, player=question.seat, colours=colours)
        case Asked.WHO:
            seats = tuple(dict.fromkeys(Seat(int(option.partition(" ")[0])) for option in options))
            colours, bases = tuple(dict.fromkeys(question.colours)), question.bases
            return saying(Sentence.ASK_WHO, any_imp=colours, bases=bases, candidates=seats)


# Time


def _mind_the_time(evening: Evening, at: float, now: Hands) -> Step:
    """Note that the time is up, and start a short grace once the last right imp is gone.

    Once it is up, imps in the air have a grace of their own to arrive. All that was done by then is waited
    for, since reports of it may be on their way.
    """
    turn, patience = the_turn(evening), patience_s(evening)
    if turn.roll is None or evening.paused_at is not None:
        return evening, []
    gone = _right_colour_gone(evening, now)
    grace = None if gone is None else turn.grace_until or _grace_until(evening, at, now, gone)
    ends = [moment for moment in (turn.deadline, grace) if moment is not None]
    woken: list[Effect] = []
    woken += [Wake(grace + patience)] if grace is not None and grace != turn.grace_until else []
    all_in = _all_in_until(evening, now)
    woken += [Wake(all_in)] if all_in is not None and all_in != turn.all_in_until else []
    turn = replace(turn, grace_until=grace, all_in_until=all_in)
    over = [moment for moment in ends if at >= moment + patience]
    if over and not turn.time_up:
        turn = replace(turn, time_up=True, time_up_at=min(over))
    if turn.time_up_at is not None and turn.arrival_until is None and in_the_air(turn):
        turn = replace(turn, arrival_until=turn.time_up_at + the_game(evening).rules.arrival_s)
        woken += [Wake(turn.arrival_until + patience)] if turn.arrival_until is not None else []
    return with_turn(evening, turn), woken


def _grace_until(evening: Evening, at: float, now: Hands, right: Colour) -> float:
    """Where the dice were read late, the last right imp may have gone long after they came to rest."""
    mine = [press for press in now.held.values() if press.start == evening.starts]
    taken = [press.grab.held_from for press in mine if press.grab.colour is right]
    gone_at = max([at, *taken]) if evening.late_grace else at
    return gone_at + the_game(evening).rules.grace_s


def _all_in_until(evening: Evening, now: Hands) -> float | None:
    """When everyone has an imp: until when another press may have been meant together with the last one."""
    pressed = [press.grab.at for press in now.held.values() if press.start == evening.starts]
    together = together_s(evening)
    return max(pressed) + together if together and pressed and _everyone_has_one(evening, now) else None


def _everyone_has_one(evening: Evening, now: Hands) -> bool:
    said_by_people = view_now(evening).grabs
    return all(seat in now.held or seat in said_by_people for seat in still_in(evening))


def _right_colour_gone(evening: Evening, now: Hands) -> Colour | None:
    """The colour that is surely right, where none of its imps is left."""
    gone = [colour for colour in IMPS if now.left[colour] <= 0]
    right = allowed_answers(view_now(evening), the_game(evening)) if gone else set()
    return next((colour for colour in gone if right == {colour}), None)


def _settled(evening: Evening, at: float, now: Hands) -> bool:
    game, turn = the_game(evening), the_turn(evening)
    if turn.roll is None or evening.paused_at is not None or game.over or game.protest is not None:
        return False
    if any(question.kind not in ABOUT_HANDS for question in turn.questions):
        return False
    if turn.questions and (turn.question_until is None or at < turn.question_until):
        return False
    return _hands_are_in(evening, at, now)


def _hands_are_in(evening: Evening, at: float, now: Hands) -> bool:
    """Everyone has an imp, or the time is up and none can arrive any more."""
    turn = the_turn(evening)
    if _everyone_has_one(evening, now) and (turn.all_in_until is None or at >= turn.all_in_until):
        return True
    until = None if turn.arrival_until is None else turn.arrival_until + patience_s(evening)
    arriving = until is not None and at < until and in_the_air(turn)
    return turn.time_up and not arriving


# The ruling


def _close(evening: Evening, at: float) -> Step:
    game, turn = the_game(evening), the_turn(evening)
    unasked: list[Effect] = [Unask(question.number) for question in turn.questions]
    held = hands_now(evening).held
    closed = replace(
        turn,
        held=held,
        questions=(),
        question_until=None,
        deadline=None,
        grace_until=None,
        arrival_until=None,
        all_in_until=None,
    )
    game = replace(game, turns=(*game.turns, closed), turn=None)
    ruling = rule_latest(game)
    evening = replace(evening, game=replace(game, rulings=(*game.rulings, ruling)))
    effects = [*unasked, ShowRuling(ruling), ShowGems(ruling.gems), *tell_out(ruling)]
    evening, after = end_game(evening, at) if ruling.over else set_up_turn(evening, at)
    return evening, effects + after


def tell_out(ruling: Ruling) -> list[Effect]:
    """Name the players who lost their last gem."""
    return [said(Sentence.PLAYER_OUT, player=seat) for seat in ruling.out]


def end_game(evening: Evening, at: float) -> Step:
    """Name the winner, if there is one, and offer another game."""
    game = the_game(evening)
    winner = next(ruling.winner for ruling in game.rulings if ruling.over)
    told = said(Sentence.NO_WINNER) if winner is None else said(Sentence.WINNER, player=winner)
    open_questions = game.turn.questions if game.turn else ()
    turn = replace(game.turn, questions=()) if game.turn else None
    evening = replace(evening, game=replace(game, ended=(evening.starts, at), turn=turn), paused_at=None)
    unasked = [Unask(question.number) for question in open_questions]
    return evening, [*unasked, ShowWinner(winner), told, *after_the_end(evening)]


def after_the_end(evening: Evening) -> list[Effect]:
    """What is left to do when a game is over."""
    if the_game(evening).protest is not None:
        return [ShowStatus(Status.PROTEST)]
    return [ShowStatus(Status.OVER), said(Sentence.PLAY_AGAIN)]
