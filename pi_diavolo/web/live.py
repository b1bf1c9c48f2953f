"""The WebSocket: the whole table at once and after every change; from a seat's phone, its taps."""

import asyncio
import contextlib
import time
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.websockets import WebSocket, WebSocketDisconnect

from pi_diavolo.table.events import Event
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.requests import Answer
from pi_diavolo.web.believing import RoundTrips, believed
from pi_diavolo.web.house import House
from pi_diavolo.web.lanes import RESERVED, lane_of
from pi_diavolo.web.rate import Bucket
from pi_diavolo.web.refusals import Refused, Why, refused
from pi_diavolo.web.visit import language, session, turned_away

PING_S = 5.0
# Who reads nothing for so long is cut off; until then only the newest state waits for it.
READS_WITHIN_S = 10.0
# The way to a phone and back is measured so often when its line begins, and then at every ping.
MEASURED_AT_FIRST = 4
TAPS_PER_SECOND, TAPS_AT_ONCE = 20.0, 30.0

CANNOT_BE_READ, TOO_MUCH, GOING_AWAY = 1007, 1008, 1001
# Our own: the seat is somebody else's now, or nobody's.
FREED = 4001

Seconds = Annotated[float, Meta(ge=-1e12, le=1e12)]


class ClockAsked(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The phone's own time, to be sent back beside the table's."""

    clock: Seconds


class Tapped(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A colour tapped at a time on the table's clock, known to so many seconds."""

    grab: Colour
    at: Seconds
    error: Annotated[float, Meta(ge=0, le=1e6)] | None = None


class Ponged(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a ping carried, sent back at once."""

    pong: Annotated[str, Meta(max_length=64)]


async def live(socket: WebSocket, house: House) -> None:
    """Keep one page informed for as long as it stays."""
    lang = language(socket, house)
    line = Line(socket, house, lang)
    seat = line.seat
    if house.hub.pages >= house.most_sockets + RESERVED[lane_of(line.session, house.sessions)]:
        await socket.send_denial_response(turned_away(refused(Why.TOO_MANY), lang))
        return
    if socket.query_params.get("role") == "seat" and seat is None:
        await socket.send_denial_response(turned_away(refused(Why.WRONG_SECRET), lang))
        return
    house.hub.pages += 1
    try:
        await socket.accept()
        if line.session is not None and line.plays:
            house.lines.opened(line.session, line)
        await _converse(line)
    finally:
        house.hub.pages -= 1
        if line.session is not None and seat is not None and line.plays:
            house.lines.closed(line.session, line)
            house.wait_for(line.session, line.seat or seat)


class Line:
    """One connection; sending and listening take turns, so that a slow reader holds up nobody but itself."""

    def __init__(self, socket: WebSocket, house: House, lang: str) -> None:
        self.socket, self.house, self.lang = socket, house, lang
        self.session = session(socket, house)  # another one once the PIN is given
        self.plays = socket.query_params.get("role") == "seat"
        self._sending, self._freed = asyncio.Lock(), asyncio.Event()
        self._greeted, self._ponged = asyncio.Event(), asyncio.Event()
        self._trips = RoundTrips()
        self._taps = Bucket(TAPS_PER_SECOND, TAPS_AT_ONCE)

    @property
    def seat(self) -> Seat | None:
        """The seat that it plays, by now."""
        return self.house.sessions.seat(self.session)

    async def tell(self) -> None:
        """Send every new state, and a ping when nothing is new."""
        await self.send(self.house.hub.fresh_state(self.lang))
        seen = self.house.hub.version
        self._greeted.set()
        await self._send_hand()
        while True:
            try:
                async with asyncio.timeout(PING_S):
                    seen = await self.house.hub.newer(seen)
            except TimeoutError:
                await self.send(b'{"ping":%.4f}' % self.house.hub.now())
            else:
                await self.send(self.house.hub.state(self.lang))
                await self._send_hand()

    async def measure(self) -> None:
        """Find out, again and again, how long the way to a phone and back takes."""
        await self._greeted.wait()  # the first word is the table's state
        while True:
            self._ponged.clear()
            nonce = self._trips.ask(time.monotonic())
            await self.send(b'{"ping":%.4f,"nonce":"%s"}' % (self.house.hub.now(), nonce.encode()))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PING_S):
                    await self._ponged.wait()
            if self._trips.count >= MEASURED_AT_FIRST:
                await asyncio.sleep(PING_S)

    async def listen(self) -> None:
        """Take what a phone says; pages that only watch have nothing to say."""
        said = 0
        while True:
            text = await self.socket.receive_text()
            said += 1
            if not self.plays:
                if said > 1:
                    await self.socket.close(TOO_MUCH)
                    return
            elif not self._taps.take(time.monotonic()):
                await self.socket.close(TOO_MUCH)
                return
            else:
                await self._hear(text)

    def hang_up(self) -> None:
        """The phone's seat is free; it is told so by the way in which the line ends."""
        self._freed.set()

    async def until_freed(self) -> None:
        """Wait for that, and end the line."""
        await self._freed.wait()
        await self.socket.close(FREED)

    async def send(self, message: bytes) -> None:
        """Send, or give up on a page that does not read."""
        async with asyncio.timeout(READS_WITHIN_S), self._sending:
            if self._freed.is_set():  # the line is about to end, and nothing comes after that
                return
            try:
                await self.socket.send_text(message.decode())
            except RuntimeError:  # it was ended in this very moment, for what the other side has sent
                raise WebSocketDisconnect(GOING_AWAY) from None

    async def _send_hand(self) -> None:
        """What this seat alone may see comes after the state that everyone sees."""
        seat = self.seat if self.plays else None
        hand = self.house.hub.hand(seat, self.lang) if seat is not None else None
        if hand is not None:
            await self.send(hand)

    async def _hear(self, text: str) -> None:
        hub = self.house.hub
        now = hub.now()
        try:
            said = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
            if "pong" in said:
                self._hear_pong(msgspec.json.decode(text, type=Ponged))
                return
            if "clock" in said:
                asked = msgspec.json.decode(text, type=ClockAsked)
                answer: dict[str, object] = {"clock": asked.clock, "table": now, "speed": hub.table.speed}
            else:
                answer = await self._tap(msgspec.json.decode(text, type=Tapped), now)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            stop = refused(Why.MALFORMED, detail=str(error)[:200])
            answer = {"error": str(stop.why), "message": stop.message(self.lang)}
        await self.send(msgspec.json.encode(answer))

    def _hear_pong(self, ponged: Ponged) -> None:
        if self._trips.answered(ponged.pong, time.monotonic()):
            self._ponged.set()

    async def _tap(self, tapped: Tapped, now: float) -> dict[str, object]:
        seat, hub = self.seat, self.house.hub
        if seat is None:  # the desk has freed it meanwhile
            message = refused(Why.WRONG_SECRET).message(self.lang)
            return {"took": tapped.grab, "ok": False, "message": message}
        at, error = believed(tapped.at, tapped.error, now, self._trips.best, hub.table.speed)
        meant = self.house.tap(hub.moment, seat, tapped.grab, at, error)
        if not isinstance(meant, Event):
            self.house.counter.report(meant)
            return {"took": tapped.grab, "ok": True, "message": ""}
        try:
            answer = await self.house.counter.ask(meant)
        except Refused as stop:
            return {"took": tapped.grab, "ok": False, "message": stop.message(self.lang)}
        return {"took": tapped.grab, **self._outcome(seat, tapped.grab, answer)}

    def _outcome(self, seat: Seat, colour: Colour, answer: Answer) -> dict[str, object]:
        """Did it count? What the table said aloud is in the moment, which came before the answer."""
        moment = self.house.hub.moment
        tongue = self.house.hub.tongues[self.lang](moment.names)
        if not answer.done:
            said = tongue.say(answer.why) if answer.why else refused(Why.REFUSED).message(self.lang)
            return {"ok": False, "message": said}
        counts = moment.scene.turn is None or moment.scene.over or moment.scene.row(seat).took is colour
        told = [sentence for last in moment.story[-1:] for sentence in tongue.narrate(last.effect)]
        return {"ok": counts, "message": "" if counts else " ".join(told)}


async def _converse(line: Line) -> None:
    talks = [line.tell(), line.listen(), line.until_freed()]
    if line.plays:
        talks.append(line.measure())
    sides = {asyncio.create_task(side) for side in talks}
    try:
        await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for side in sides:
            side.cancel()
        ended = await asyncio.gather(*sides, return_exceptions=True)
    for error in ended:
        # Gone, cut off because it does not read, or something that is no text: no fault of ours.
        harmless = isinstance(error, WebSocketDisconnect | TimeoutError | KeyError)
        if isinstance(error, Exception) and not harmless:
            raise error
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
        await asyncio.wait_for(line.socket.close(GOING_AWAY), 1.0)
