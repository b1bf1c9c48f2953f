"""One request: in which language, by whom, and with what in its body."""

import asyncio
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from pi_diavolo.table.players import Seat
from pi_diavolo.web.house import House
from pi_diavolo.web.refusals import STATUS, Refused, Why, refused
from pi_diavolo.web.tongue import Tongue
from pi_diavolo.web.visitors import COOKIE, DEVICE_COOKIE

LARGEST_BODY = 16 * 1024
BODY_WITHIN_S = 10.0
TOKEN_HEADER = "x-diavolo"
# Where the PIN is given, and where alone a device says that it once had the desk.
PIN_PATH = "/api/pin"
DEVICE_KNOWN_S = 400 * 24 * 3600  # no browser keeps a cookie for longer
JSON = "application/json"

T = TypeVar("T")


def language(connection: HTTPConnection, house: House) -> str:
    """The language asked for, if we speak it."""
    wanted = connection.query_params.get("lang", house.lang)
    return wanted if wanted in house.hub.tongues else house.lang


def session(connection: HTTPConnection, house: House) -> str | None:
    """The session that the cookie names."""
    return house.sessions.session(connection.cookies.get(COOKIE))


@dataclass(frozen=True, slots=True)
class Visit:
    """A request with what we know of the visitor."""

    request: Request
    house: House
    lang: str
    session: str | None

    @property
    def tongue(self) -> Tongue:
        """Speaks the page's language."""
        return self.house.hub.tongues[self.lang](self.house.hub.moment.names)

    @property
    def is_desk(self) -> bool:
        """Has this session given the PIN?"""
        return self.house.sessions.is_desk(self.session)

    @property
    def device(self) -> str | None:
        """The device, if it ever had the desk."""
        return self.house.sessions.device(self.request.cookies.get(DEVICE_COOKIE))

    def needs_desk(self) -> None:
        """Go no further without the PIN."""
        if not self.is_desk:
            raise refused(Why.NO_PIN)

    def own_page(self) -> str:
        """The session; go no further unless one of our own pages asks, which alone can know the token."""
        token = self.request.headers.get(TOKEN_HEADER, "")
        if self.session is None or not self.house.sessions.is_own(self.session, token):
            raise refused(Why.CSRF)
        return self.session

    def seat(self) -> Seat:
        """The seat in the path."""
        number = self.request.path_params["seat"]
        if number not in self.house.hub.table.all_seats:
            raise refused(Why.NOT_FOUND)
        return Seat(number)

    def number(self, name: str) -> int | None:
        """A whole number in the query."""
        text = self.request.query_params.get(name)
        if text is None:
            return None
        if not (text.isascii() and text.isdigit() and len(text) <= 7):
            raise refused(Why.MALFORMED, detail=f"{name} is no whole number")
        return int(text)

    async def body(self) -> bytes:
        """What was sent, if it is JSON, not too long, and here in time."""
        kind = self.request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != JSON:
            raise refused(Why.MALFORMED, detail=f"the content type must be {JSON}")
        read = bytearray()
        try:
            async with asyncio.timeout(BODY_WITHIN_S):
                async for part in self.request.stream():
                    read += part
                    if len(read) > LARGEST_BODY:
                        raise refused(Why.TOO_LARGE)
        except (TimeoutError, ClientDisconnect):
            raise refused(Why.TOO_SLOW) from None
        return bytes(read)

    async def read(self, kind: type[T]) -> T:
        """What was sent, as this kind of value."""
        try:
            return msgspec.json.decode(await self.body(), type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise refused(Why.MALFORMED, detail=str(error)[:200]) from None


def answered(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type=JSON)


def turned_away(stop: Refused, lang: str) -> Response:
    """A refusal as JSON."""
    answer = answered({"error": str(stop.why), "message": stop.message(lang)}, STATUS[stop.why])
    if "seconds" in stop.values:
        answer.headers["retry-after"] = str(stop.values["seconds"])
    return answer


def with_cookie(answer: Response, house: House, session: str) -> Response:
    """Let the browser keep the session; until it is closed, and for no other site's requests."""
    answer.set_cookie(COOKIE, house.sessions.cookie(session), path="/", httponly=True, samesite="strict")
    return answer


def with_device(answer: Response, house: House, device: str | None) -> Response:
    """Let the browser keep that the desk was opened on this device."""
    answer.set_cookie(
        DEVICE_COOKIE,
        house.sessions.device_cookie(device),
        max_age=DEVICE_KNOWN_S,
        path=PIN_PATH,
        httponly=True,
        samesite="strict",
    )
    return answer
