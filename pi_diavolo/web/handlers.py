"""What each address of the API does."""

import asyncio
import math
import time
from dataclasses import dataclass
from typing import Annotated

import msgspec
import segno
from msgspec import Meta
from starlette.responses import Response

from pi_diavolo.table.duels import ChoiceKind
from pi_diavolo.table.requests import Answer
from pi_diavolo.web import games
from pi_diavolo.web.commands import steps
from pi_diavolo.web.refusals import Refused, Why, refused
from pi_diavolo.web.visit import JSON, TOKEN_HEADER, Visit, answered, with_cookie, with_device
from pi_diavolo.web.wishes import (
    QUICK,
    Abandon,
    AnswerGiven,
    AnyCommand,
    Choose,
    CorrectDuel,
    MoveCounter,
    decoded,
)


class PinGiven(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The table's PIN, as typed."""

    pin: Annotated[str, Meta(max_length=64)]


class SecretGiven(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A seat's secret, out of its QR code."""

    secret: Annotated[str, Meta(max_length=64)]


@dataclass(frozen=True, slots=True)
class Me:
    """What the visitor may do, and the token for the header X-Diavolo."""

    desk: bool
    seat: int | None
    csrf: str


@dataclass(frozen=True, slots=True)
class Done:
    """The wish was granted; so many decisions were taken by now."""

    done: bool
    decisions: int


@dataclass(frozen=True, slots=True)
class SeatCode:
    """A seat's address with its secret, and the same as a QR code."""

    seat: int
    secret_url: str
    qr_svg: str
    claimed: bool


async def health(visit: Visit) -> Response:
    """Is the server there?"""
    return answered({"ok": True})


async def state(visit: Visit) -> Response:
    """The whole table."""
    return Response(visit.house.hub.fresh_state(visit.lang), media_type=JSON)


async def me(visit: Visit) -> Response:
    """Who am I? Every visitor gets a session here, which so far allows nothing."""
    sessions = visit.house.sessions
    session = visit.session or sessions.fresh()
    told = Me(sessions.is_desk(session), sessions.seat(session), sessions.csrf(session))
    return with_cookie(answered(told), visit.house, session)


async def give_pin(visit: Visit) -> Response:
    """Open the desk. The session gets a new name: who knew the old one has gained nothing."""
    session = visit.own_page()
    given = await visit.read(PinGiven)
    now, lock, device = time.monotonic(), visit.house.lock, visit.device
    if (wait := lock.wait(session, now, device)) > 0:
        raise refused(Why.WAIT, seconds=math.ceil(wait))
    if not lock.opens(given.pin, session, now, device):
        raise refused(Why.WRONG_PIN)
    fresh = visit.house.sessions.open_desk(session)
    visit.house.lines.renamed(session, fresh)
    # The session comes last: simple programs keep one cookie only.
    marked = with_device(Response(status_code=204), visit.house, device)
    answer = with_cookie(marked, visit.house, fresh)
    answer.headers[TOKEN_HEADER] = visit.house.sessions.csrf(fresh)
    return answer


async def leave_desk(visit: Visit) -> Response:
    """Close the desk on this device."""
    session = visit.own_page()
    fresh = visit.house.sessions.close_desk(session)
    visit.house.lines.renamed(session, fresh)
    answer = with_cookie(Response(status_code=204), visit.house, fresh)
    answer.headers[TOKEN_HEADER] = visit.house.sessions.csrf(fresh)
    return answer


async def command(visit: Visit) -> Response:
    """Ask the table for something."""
    visit.own_page()
    wish = decoded(await visit.body())
    _may_ask(visit, wish)
    hub = visit.house.hub
    events = steps(wish, hub.moment, visit.house.guests, hub.now(), hub.table.seats)
    answer = await visit.house.counter.ask_all(events, wish.seen)
    if not answer.done:
        raise _why_not(visit, answer)
    return answered(Done(done=True, decisions=answer.decisions))


# Who has which imp is known to that seat alone; the desk must not even find it out by trying.
SECRET = (ChoiceKind.TEAM, ChoiceKind.PLAY)


def _may_ask(visit: Visit, wish: AnyCommand) -> None:
    if isinstance(wish, Choose | MoveCounter):
        _may_choose(visit, wish)
    elif visit.is_desk:
        _may_correct(visit, wish)
    elif isinstance(wish, AnswerGiven) and _is_asked(visit, wish):
        if not visit.house.choices.take(time.monotonic()):
            raise refused(Why.TOO_MANY)
    else:
        _may_ask_quickly(visit, wish)


def _is_asked(visit: Visit, wish: AnswerGiven) -> bool:
    """On a board whoever moved says which move it was; in the other games an answer is worth a gem."""
    moment, seat = visit.house.hub.moment, visit.house.sessions.seat(visit.session)
    numbers = {ask.question.number for ask in moment.scene.questions if ask.question.seat == seat}
    return moment.board is not None and seat is not None and wish.question in numbers


def _may_ask_quickly(visit: Visit, wish: AnyCommand) -> None:
    quick = isinstance(wish, QUICK) or (isinstance(wish, Abandon) and _plays_with_simulated_people(visit))
    if not quick or visit.house.hub.moment.locked:
        raise refused(Why.NO_PIN)
    _not_too_often(visit)


def _not_too_often(visit: Visit) -> None:
    """Each is an event, and without a PIN nobody may fill the log with them."""
    plays = visit.house.sessions.seat(visit.session) is not None
    allowed = visit.house.quick_of_players if plays else visit.house.quick
    if not allowed.take(time.monotonic()):
        raise refused(Why.TOO_MANY)


def _may_choose(visit: Visit, wish: Choose | MoveCounter) -> None:
    if visit.house.sessions.seat(visit.session) == wish.seat:
        if not visit.house.choices.take(time.monotonic()):
            raise refused(Why.TOO_MANY)
    elif not visit.is_desk:
        raise refused(Why.NOT_YOUR_SEAT)
    elif isinstance(wish, Choose) and wish.choice.kind in SECRET:
        raise refused(Why.SECRET)


def _may_correct(visit: Visit, wish: AnyCommand) -> None:
    if not isinstance(wish, CorrectDuel) or wish.choice is None or wish.choice.kind not in SECRET:
        return
    duel = visit.house.hub.moment.duel
    seen = {imp.imp for side in duel.sides for imp in side.imps} if duel else set()
    if wish.choice.kind is ChoiceKind.TEAM or set(wish.choice.imps) - seen:
        raise refused(Why.SECRET)


def _plays_with_simulated_people(visit: Visit) -> bool:
    """Nobody minds when such a game is begun anew by somebody who plays in it."""
    return visit.house.hub.table.simulated and visit.house.sessions.seat(visit.session) is not None


def _why_not(visit: Visit, answer: Answer) -> Refused:
    if answer.overtaken:
        return refused(Why.OVERTAKEN)
    return Refused(Why.REFUSED, sentence=visit.tongue.say(answer.why) if answer.why else None)


async def seat_codes(visit: Visit) -> Response:
    """The seats' QR codes, for the desk to show."""
    visit.needs_desk()
    sessions = visit.house.sessions
    host = visit.request.headers["host"]
    shown = []
    for seat in visit.house.hub.table.all_seats:
        url = visit.house.seat_address(host, seat, sessions.secret(seat))
        picture = segno.make(url, micro=False).svg_inline(scale=4, border=2, omitsize=True)
        shown.append(SeatCode(seat, url, picture, seat in sessions.phones.claimed))
    return answered(shown)


async def free_seat(visit: Visit) -> Response:
    """Another phone may claim the seat."""
    visit.own_page()
    visit.needs_desk()
    visit.house.free(visit.seat())
    return Response(status_code=204)


async def leave_seat(visit: Visit) -> Response:
    """This phone plays the seat no more; a simulated player whom it stood in for plays on."""
    session, seat = visit.own_page(), visit.seat()
    if visit.house.sessions.seat(session) != seat:
        raise refused(Why.WRONG_SECRET)
    visit.house.free(seat)
    return Response(status_code=204)


async def claim_seat(visit: Visit) -> Response:
    """This phone plays the seat, since it knows the seat's secret."""
    session, seat = visit.own_page(), visit.seat()
    given = await visit.read(SecretGiven)
    if not visit.house.sessions.knows(seat, given.secret):
        raise refused(Why.WRONG_SECRET)
    return _claimed(visit, session)


async def join_seat(visit: Visit) -> Response:
    """A visitor plays on for a simulated player."""
    session, seat, house = visit.own_page(), visit.seat(), visit.house
    table = house.hub.table
    if not table.simulated or house.hub.moment.locked or seat not in table.played_by_itself:
        raise refused(Why.NOT_SIMULATED)
    return _claimed(visit, session)


def _claimed(visit: Visit, session: str) -> Response:
    if not visit.is_desk:
        _not_too_often(visit)
    if not visit.house.claim(visit.seat(), session):
        raise refused(Why.SEAT_CLAIMED)
    return with_cookie(Response(status_code=204), visit.house, session)


async def hand(visit: Visit) -> Response:
    """What only whoever plays this seat may see of a duel."""
    seat = visit.seat()
    if visit.house.sessions.seat(visit.session) != seat:
        raise refused(Why.NOT_YOUR_SEAT)
    told = visit.house.hub.fresh_hand(seat, visit.lang)
    if told is None:
        raise refused(Why.NOT_FOUND)
    return Response(told, media_type=JSON)


async def suggested(visit: Visit) -> Response:
    """What may have to be put right about a turn, the likeliest first."""
    visit.needs_desk()
    moment, turn = visit.house.hub.moment, visit.number("turn")
    if turn is None:
        raise refused(Why.MALFORMED, detail="turn is missing")
    found = visit.house.suggested(moment, turn, visit.tongue)
    if found is None:
        raise refused(Why.NOT_FOUND)
    return answered(found)


async def duel_before(visit: Visit) -> Response:
    """A duel before one of its moves, with what could have been chosen instead; no secret is among it."""
    visit.needs_desk()
    move = visit.number("move")
    if move is None:
        raise refused(Why.MALFORMED, detail="move is missing")
    found = visit.house.duel_before(visit.house.hub.moment, move, visit.tongue)
    if found is None:
        raise refused(Why.NOT_FOUND)
    return answered(found)


async def board_before(visit: Visit) -> Response:
    """The board of Devil's Dice before a turn, and what could be done with its dice or others."""
    visit.needs_desk()
    turn, first, second = (visit.number(name) for name in ("turn", "first", "second"))
    if turn is None:
        raise refused(Why.MALFORMED, detail="turn is missing")
    dice = tuple(value for value in (first, second) if value is not None)
    if not all(1 <= value <= 6 for value in dice):
        raise refused(Why.MALFORMED, detail="a die shows 1 to 6")
    # A long game is told again from its start: that takes a while, and others must not wait for it.
    found = await asyncio.to_thread(visit.house.board_before, visit.house.hub.moment, turn, dice)
    if found is None:
        raise refused(Why.NOT_FOUND)
    return answered(found)


async def turns(visit: Visit) -> Response:
    """The turns of a game with their rulings; without a number, of the one going on."""
    game, moment = visit.number("game"), visit.house.hub.moment
    if game not in (None, moment.scene.game):
        return await games.turns(visit, game)
    kept = visit.house.turns_told.get(visit.lang)
    if kept is None or kept[0] is not moment:
        kept = moment, msgspec.json.encode(visit.house.turns(moment, visit.tongue))
        visit.house.turns_told[visit.lang] = kept
    return Response(kept[1], media_type=JSON)
