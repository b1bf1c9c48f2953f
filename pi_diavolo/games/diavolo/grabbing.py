"""Grabs while the dice roll and lie: counted in the order of their time, and told to everyone."""

from dataclasses import replace

from pi_diavolo.games.diavolo.closing import go_on, hands_now
from pi_diavolo.games.diavolo.hand_out import Hands, Outcome, Press
from pi_diavolo.games.diavolo.scoring import after_rest_ms, amended, standing
from pi_diavolo.games.diavolo.state import Evening, Turn
from pi_diavolo.games.diavolo.steps import Step, ignored, said
from pi_diavolo.games.diavolo.turns import still_in, the_game, the_turn, with_turn
from pi_diavolo.table.effects import Effect, Ignore, ShowGone, ShowGrab
from pi_diavolo.table.events import Grab
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Sentence, saying


def take_imp(evening: Evening, event: Grab) -> Step:
    """Count a grab, or say why it does not count."""
    turn = the_turn(evening)
    if event.seat not in still_in(evening):
        return ignored(evening, event, Sentence.NOT_IN_THIS_TURN, player=event.seat)
    if turn.deadline is not None and event.at > turn.deadline:
        late = Ignore(event, saying(Sentence.TIME_IS_UP))
        return go_on(evening, event.at, [late])
    if event.seat in amended(turn, standing(the_game(evening))).grabs:
        return ignored(evening, event, Sentence.GRAB_REPEATED, player=event.seat, imp=event.colour)
    press, before = Press(event, evening.starts), hands_now(evening)
    if known := _pressed_before(turn, press):
        return evening, _told_again(press, before.outcomes[known])
    # Kept even when it takes nothing: a stamp that arrives later may change who was first.
    evening = with_turn(evening, replace(turn, presses=(*turn.presses, press)))
    after = hands_now(evening)
    told = _told(turn, press, after)
    return go_on(evening, event.at, told + _changed(turn, before, after, but=event.seat))


def _pressed_before(turn: Turn, press: Press) -> Press | None:
    # A button held or hammered says nothing new.
    return next((known for known in turn.presses if _same(known, press) and known.when <= press.when), None)


def _same(one: Press, other: Press) -> bool:
    a, b = one.grab, other.grab
    return (a.seat, a.colour, a.imp) == (b.seat, b.colour, b.imp)


def _told_again(press: Press, outcome: Outcome) -> list[Effect]:
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
            return []  # the question says it
        case Outcome.REPEATED:
            return [Ignore(grab, saying(Sentence.GRAB_REPEATED, **values))]
        case Outcome.NOT_IN_PLAY:
            return [Ignore(grab, saying(Sentence.IMP_NOT_IN_PLAY, imp=grab.colour))]
        case Outcome.COUNTED_ALREADY:
            values["player"] = next(seat for seat, held in now.held.items() if held.grab.imp == grab.imp)
            return [Ignore(grab, saying(Sentence.IMP_COUNTED_ALREADY, **values))]


def _counted(turn: Turn, press: Press) -> list[Effect]:
    grab = press.grab
    after_ms = after_rest_ms(turn, press.start, grab.at)
    values = {"player": grab.seat, "imp": grab.colour}
    if turn.rest is None or (after_ms is not None and after_ms < 0):
        return [ShowGrab(grab.seat, grab.colour, after_ms), said(Sentence.GRAB_COUNTED_EARLY, **values)]
    shown = ShowGrab(grab.seat, grab.colour, after_ms)
    return [shown, said(Sentence.GRAB_COUNTED, **values, ms=after_ms)]


def _gone(grab: Grab, sentence: Sentence) -> list[Effect]:
    return [ShowGone(grab.seat, grab.colour), said(sentence, player=grab.seat, colour=grab.colour)]


def _changed(turn: Turn, before: Hands, after: Hands, but: Seat) -> list[Effect]:
    """What a grab changed for the others: an earlier stamp or a photo finish can take an imp back."""
    effects: list[Effect] = []
    for seat in sorted(before.held.keys() | after.held.keys()):
        was, now = before.held.get(seat), after.held.get(seat)
        if was is now or seat == but:
            continue
        if was is not None:
            taken_back = said(Sentence.GRAB_TAKEN_BACK, player=seat, imp=was.grab.colour)
            effects += [ShowGrab(seat, None), taken_back]
        if now is not None:
            effects += _counted(turn, now)
    return effects
