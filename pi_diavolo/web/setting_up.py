"""The set-up over the API: behind the PIN, one look or step at a time, outside the server's loop."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Protocol, TypeVar

import msgspec
from msgspec import Meta
from starlette.responses import Response

from pi_diavolo.errors import DiavoloError
from pi_diavolo.table.events import TableSetUp
from pi_diavolo.table.sentences import Saying, Sentence, saying
from pi_diavolo.table.setting_up import (
    Did,
    Do,
    SetUp,
    SetUpMustWait,
    SetUpOvertaken,
    SetUpRefused,
    Step,
    Wish,
)
from pi_diavolo.web.pictures import JPEG
from pi_diavolo.web.refusals import Refused, Why, refused
from pi_diavolo.web.visit import Visit, answered
from pi_diavolo.web.wishes import Count

# A look may take a second on a small machine: more pages than these need not wait for it.
MOST_WAITING = 12
Name = Annotated[str, Meta(max_length=40)]
Millimetres = Annotated[float, Meta(ge=10, le=30)]

T = TypeVar("T")


class Workshop(Protocol):
    """What the shell hands in; each of these takes a moment and is asked in another thread."""

    def state(self, trying: bool = False) -> SetUp:
        """All there is to show; with `trying`, somebody still presses buttons."""

    def check(self, wish: Wish) -> None:
        """SetUpRefused where this table knows no such thing."""

    def act(self, wish: Wish) -> Did:
        """Do what was asked for."""

    def picture(self, number: int) -> bytes | None:
        """A picture that the state names."""

    def face(self, order: str) -> bytes | None:
        """A face of the Order die, as it is enrolled."""

    def roll(self, lang: str) -> bytes | None:
        """The last roll with what was read drawn over it."""


class SetUpRoom:
    """The workshop, made when the first page asks: it brings the eyes' libraries with it."""

    def __init__(self, make: Callable[[], Workshop] | None = None) -> None:
        self._make = make
        self._workshop: Workshop | None = None
        self._one_at_a_time = asyncio.Lock()
        self.step = asyncio.Lock()  # checked, recorded and done: nobody else's step comes between
        self._waiting = 0

    async def ask(self, what: Callable[[Workshop], T]) -> T:
        """One thing at a time, in another thread."""
        make = self._make
        if make is None:
            raise refused(Why.NOT_FOUND)
        if self._waiting >= MOST_WAITING:
            raise refused(Why.TOO_MANY)
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                if self._workshop is None:
                    self._workshop = await asyncio.to_thread(make)
                return await asyncio.to_thread(what, self._workshop)
        except DiavoloError as error:  # a table file that cannot be read, a face that is gone
            raise Refused(Why.REFUSED, sentence=str(error)) from None
        finally:
            self._waiting -= 1


class Asked(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What to do in a step: with which face, which part, whether a lamp shone well, how wide the dice are.

    `seen` is the version of the set-up on the page that asks.
    """

    do: Do
    seen: Count
    face: Name | None = None
    part: Name | None = None
    well: bool | None = None
    dice_mm: Millimetres | None = None
    order_die_mm: Millimetres | None = None


async def set_up(visit: Visit) -> Response:
    """The whole set-up; a page asks twice a second, and the newest picture is looked at as often."""
    visit.needs_desk()
    trying = visit.number("trying") == 1
    return answered(await visit.house.set_up.ask(lambda workshop: workshop.state(trying)))


async def set_up_step(visit: Visit) -> Response:
    """Do something in one step; the log has it first, and while a game goes on nothing is done."""
    visit.own_page()
    visit.needs_desk()
    step = _step(visit)
    asked = await visit.read(Asked)
    sizes = asked.dice_mm, asked.order_die_mm
    wish = Wish(step, asked.do, asked.face, asked.part, asked.well, *sizes, seen=asked.seen)
    async with visit.house.set_up.step:
        return answered(await _recorded_and_done(visit, wish))


async def _recorded_and_done(visit: Visit, wish: Wish) -> Did:
    room = visit.house.set_up
    try:
        await room.ask(lambda workshop: workshop.check(wish))
    except SetUpMustWait:
        raise _game_goes_on(visit) from None
    except SetUpOvertaken:
        raise refused(Why.OVERTAKEN) from None
    except SetUpRefused as error:
        raise refused(Why.MALFORMED, detail=str(error)) from None
    answer = await visit.house.counter.ask(TableSetUp(wish.step, visit.house.hub.now(), wish.do))
    if not answer.done:  # a game began in this very moment, or the log cannot be written
        raise (
            Refused(Why.REFUSED, sentence=visit.tongue.say(answer.why))
            if answer.why
            else _game_goes_on(visit)
        )
    return await room.ask(lambda workshop: workshop.act(wish))


async def set_up_picture(visit: Visit) -> Response:
    """A picture of the set-up by its number, as the camera took it."""
    visit.needs_desk()
    number = visit.number("picture")
    if number is None:
        raise refused(Why.MALFORMED, detail="picture is missing")
    return _jpeg(await visit.house.set_up.ask(lambda workshop: workshop.picture(number)))


async def set_up_face(visit: Visit) -> Response:
    """A face of the Order die, as it is enrolled."""
    visit.needs_desk()
    order = str(visit.request.path_params["face"])
    return _jpeg(await visit.house.set_up.ask(lambda workshop: workshop.face(order)))


async def set_up_roll(visit: Visit) -> Response:
    """The last roll of the set-up with what was read drawn over it, in the page's language."""
    visit.needs_desk()
    lang = visit.lang
    return _jpeg(await visit.house.set_up.ask(lambda workshop: workshop.roll(lang)))


def _game_goes_on(visit: Visit) -> Refused:
    return _refused_by_table(visit, None)


def _refused_by_table(visit: Visit, why: Saying | None) -> Refused:
    return Refused(Why.REFUSED, sentence=visit.tongue.say(why or saying(Sentence.ONLY_IN_LOBBY)))


def _step(visit: Visit) -> Step:
    try:
        return Step(visit.request.path_params["step"])
    except ValueError:
        raise refused(Why.NOT_FOUND) from None


def _jpeg(body: bytes | None) -> Response:
    if body is None:
        raise refused(Why.NOT_FOUND)
    return Response(body, media_type=JPEG, headers={"cache-control": "no-store"})
