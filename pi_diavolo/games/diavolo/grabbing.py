"""Grabs while the dice roll and lie: counted in the order of their time, and told to everyone."""

from dataclasses import replace

from pi_diavolo.games.diavolo.closing import go_on
from pi_diavolo.games.diavolo.hand_out import Hands, Outcome, Press
from pi_diavolo.games.diavolo.house_rules import Grabs
from pi_diavolo.games.diavolo.lateness import Arrival, arrival
from pi_diavolo.games.diavolo.lifted import land, may_still_arrive
from pi_diavolo.games.diavolo.scoring import after_rest
from pi_diavolo.games.diavolo.showing import hands_now, show_hold, view_now
from pi_diavolo.games.diavolo.state import Evening, Stage, Turn
from pi_diavolo.games.diavolo.steps import Step, ignored, said
from pi_diavolo.games.diavolo.turns import still_in, the_game, the_turn, with_turn
from pi_diavolo.table.effects import Effect, Ignore, ShowGone, ShowGrab
from pi_diavolo.table.events import ClaimUnfounded, Grab, ImpPutBack
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Saying, Sentence, saying


def take_imp(evening: Evening, event: Grab) -> Step:
    """Count a grab, or say why it does not count."""
    turn, press = the_turn(evening), Press(event, evening.starts)
    in_time = arrival(evening, event) if evening.waits else _by_the_clock(turn, event)
    if in_time is Arrival.TOO_LATE:
        return go_on(evening, event.held_from, [Ignore(event, saying(Sentence.TIME_IS_UP))])
    turn = land(turn, event)
    evening = with_turn(evening, turn)
    if refusal := _refusal(evening, press):
        return ignored(evening, event, refusal.sentence, **refusal.values)
    before = hands_now(evening)
    if known := _pressed_before(turn, press):
        return evening, _told_again(press, before.outcomes.get(known))
    # Kept even when it takes nothing: a stamp that arrives later may change who was first.
    turn = replace(turn, presses=(*turn.presses, press))
    if in_time is Arrival.DOUBTFUL:
        turn = replace(turn, doubted=(*turn.doubted, press))
        return go_on(with_turn(evening, turn), event.held_from, [])  # the question says it all
    evening = with_turn(evening, turn)
    after = hands_now(evening)
    told = _told(turn, press, after)
    return go_on(evening, event.held_from, told + changed_hands(turn, before, after, but=event.seat))


def put_back(evening: Evening, event: ImpPutBack) -> Step:
    """The first imp counts, whatever happens to it; one that did not count is where it belongs."""
    if event.seat not in still_in(evening):
        return ignored(evening, event, Sentence.NOT_IN_THIS_TURN, player=event.seat)
    held = hands_now(evening).held.get(event.seat)
    if held is None or (held.grab.colour, held.grab.imp) != (event.colour, event.imp):
        return evening, []
    values = {"player": event.seat, "imp": event.colour}
    return ignored(evening, event, Sentence.PUT_BACK_DOES_NOT_HELP, **values)


def claim_without_imp(evening: Evening, event: ClaimUnfounded) -> Step:
    """A word stands in for a dock only, not for an imp."""
    values = {"player": event.seat, "colour": event.colour}
    return ignored(evening, event, Sentence.NO_IMP_OFF_ITS_BASE, **values)


def _by_the_clock(turn: Turn, grab: Grab) -> Arrival:
    """As evenings were refereed that did not wait for what was on its way."""
    late = turn.deadline is not None and grab.at > turn.deadline
    up = turn.time_up and not may_still_arrive(turn, grab)
    return Arrival.TOO_LATE if late or up else Arrival.IN_TIME


def _refusal(evening: Evening, press: Press) -> Saying | None:
    turn, grab = the_turn(evening), press.grab
    if grab.seat not in still_in(evening):
        return saying(Sentence.NOT_IN_THIS_TURN, player=grab.seat)
    if press.when < turn.began:
        return saying(Sentence.LAST_TURN_IS_OVER)
    if turn.stage is Stage.IMPS:
        return saying(Sentence.IMPS_NOT_READY)
    # A real imp in the hand is in the hand; a button pressed between the turns was meant for the last one.
    by_button = the_game(evening).rules.grabs is not Grabs.BASES
    if by_button and turn.stage is Stage.READY and turn.order_die is None:
        return saying(Sentence.WAIT_FOR_THE_ROLL, player=grab.seat)
    if grab.seat in view_now(evening).grabs:
        return saying(Sentence.GRAB_REPEATED, player=grab.seat, imp=grab.colour)
    return None


def _pressed_before(turn: Turn, press: Press) -> Press | None:
    # A button held or hammered says nothing new.
    return next((known for known in turn.presses if _same(known, press) and known.when <= press.when), None)


def _same(one: Press, other: Press) -> bool:
    a, b = one.grab, other.grab
    return (a.seat, a.colour, a.imp) == (b.seat, b.colour, b.imp)


def _told_again(press: Press, outcome: Outcome | None) -> list[Effect]:
    grab = press.grab
    if outcome in (Outcome.GONE, Outcome.LOST):
        return _gone(grab, Sentence.GRAB_GONE)
    return [Ignore(grab, saying(Sentence.GRAB_REPEATED, player=grab.seat, imp=grab.colour))]


def _told(turn: Turn, press: Press, now: Hands) -> list[Effect]:
    grab = press.grab
    values = {"player": grab.seat, "imp": grab.colour}
    match now.outcomes[press]:
        case Outcome.COUNTED:
            return _counted(turn, press)
        case Outcome.SHARED:
            return [*_counted(turn, press), said(Sentence.GRAB_SHARED_PHOTO_FINISH, **values)]
        case Outcome.GONE:
            return _gone(grab, Sentence.GRAB_GONE)
        case Outcome.LOST:
            return _gone(grab, Sentence.GRAB_LOST_PHOTO_FINISH)
        case Outcome.SECOND:
            return [said(Sentence.GRAB_SECOND, **values)]
        case Outcome.TWO_AT_ONCE:
            return [ShowGrab(grab.seat, None)]  # the question says the rest
        case Outcome.REPEATED:
            return [Ignore(grab, saying(Sentence.GRAB_REPEATED, **values))]
        case Outcome.NOT_IN_PLAY:
            return [Ignore(grab, saying(Sentence.IMP_NOT_IN_PLAY, imp=grab.colour))]
        case Outcome.COUNTED_ALREADY:
            first = now.docked[grab.imp or 0]
            return [Ignore(grab, saying(Sentence.IMP_COUNTED_ALREADY, imp=grab.colour, player=first))]


def _counted(turn: Turn, press: Press) -> list[Effect]:
    grab, shown = press.grab, show_hold(turn, press.grab.seat, press)
    values = {"player": grab.seat, "imp": grab.colour}
    when = after_rest(turn, press)
    if turn.rest is None or when.early:
        return [shown, said(Sentence.GRAB_COUNTED_EARLY, **values)]
    if when.after_ms is None:  # the clock was set back by a restart since the dice came to rest
        return [shown, said(Sentence.GRAB_COUNTED_NO_TIME, **values)]
    if when.one_of_ms:
        return [shown, said(Sentence.GRAB_COUNTED_ONE_OF, **values, times=when.one_of_ms)]
    sentence = Sentence.GRAB_DOCKED if when.docked else Sentence.GRAB_COUNTED
    return [shown, said(sentence, **values, ms=when.after_ms)]


def _gone(grab: Grab, sentence: Sentence) -> list[Effect]:
    return [ShowGone(grab.seat, grab.colour), said(sentence, player=grab.seat, colour=grab.colour)]


def changed_hands(turn: Turn, before: Hands, after: Hands, but: Seat | None = None) -> list[Effect]:
    """Who holds another imp now, or none: an earlier stamp, a photo finish or an answer can do that."""
    effects: list[Effect] = []
    for seat in sorted(before.held.keys() | after.held.keys()):
        was, now = before.held.get(seat), after.held.get(seat)
        if was == now or seat == but:
            continue
        if was is not None:
            taken_back = said(Sentence.GRAB_TAKEN_BACK, player=seat, imp=was.grab.colour)
            effects += [ShowGrab(seat, None), taken_back]
        if now is not None:
            effects += _counted(turn, now)
    return effects
