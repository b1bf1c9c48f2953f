"""The games of the past: lists and statistics for everyone, files for the desk."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from pi_diavolo.errors import DiavoloError
from pi_diavolo.web.refusals import Why, refused
from pi_diavolo.web.visit import JSON, Visit

CSV = "text/csv; charset=utf-8"
FORMS: Mapping[str, str] = {"csv": CSV, "json": JSON}


class Pieces(Protocol):
    """A file, piece by piece; it holds the log open until it is closed."""

    def __aiter__(self) -> AsyncIterator[bytes]:
        """The pieces, once."""

    def close(self) -> None:
        """Let go of the log."""


class Past(Protocol):
    """What the shell knows of the past; `now` is the table's moment, which changes with the log."""

    async def games(self, now: object, before: int | None, /) -> bytes:
        """A page of the list, as JSON."""

    async def game(self, now: object, number: int, lang: str, /) -> bytes | None:
        """One game turn by turn, as JSON."""

    async def turns(self, now: object, number: int, lang: str, /) -> bytes | None:
        """The turns of one game alone, as JSON."""

    async def players(self, now: object, number: int | None, /) -> bytes | None:
        """Everyone's statistics, as JSON."""

    async def export(self, form: str, number: int | None, /) -> Pieces | None:
        """A file; None while another is being written."""


@dataclass(frozen=True, slots=True)
class GamePlayer:
    """Who sat where; without a name, it was erased or never given."""

    seat: int
    player: str
    name: str | None
    erased: bool


@dataclass(frozen=True, slots=True)
class GameListed:
    """A game in a few words; `began` is the clock on the wall."""

    game: int
    name: str
    began: str
    lasted_s: float | None
    players: list[GamePlayer]
    turns: int
    corrected: int
    over: bool
    abandoned: bool
    winner: int | None


@dataclass(frozen=True, slots=True)
class GameList:
    """The newest games first; `more` are older than the last one here."""

    total: int
    games: list[GameListed]
    more: bool


@dataclass(frozen=True, slots=True)
class GameTold(GameListed):
    """A game with its turns as in /api/turns, and for each result its times and what it fits."""

    turn_list: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class PlayerTold:
    """Somebody's games and, by the kind of game, how they were played (docs/statistics.md)."""

    player: str
    name: str | None
    erased: bool
    games: int
    finished: int
    won: int
    statistics: dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class PlayersTold:
    """The most frequent players first; `game` is null where all games count."""

    game: int | None
    games: int
    total: int
    players: list[PlayerTold]


async def games(visit: Visit) -> Response:
    """The games of the past, the newest first, fifty at a time."""
    past, before = _past(visit), visit.number("before")
    return _json(await _told(past.games(visit.house.hub.moment, before)))


async def game(visit: Visit) -> Response:
    """One game turn by turn: the dice, the ruling, who took what after how long."""
    text = visit.request.path_params["game"]
    if not (text.isascii() and text.isdigit() and len(text) <= 7):
        raise refused(Why.NOT_FOUND)
    return _json(await _told(_past(visit).game(visit.house.hub.moment, int(text), visit.lang)))


async def turns(visit: Visit, number: int) -> Response:
    """The turns of a game of the past."""
    return _json(await _told(_past(visit).turns(visit.house.hub.moment, number, visit.lang)))


async def players(visit: Visit) -> Response:
    """How everyone plays, over all games or in one."""
    return _json(await _told(_past(visit).players(visit.house.hub.moment, visit.number("game"))))


async def export_csv(visit: Visit) -> Response:
    """A table with a row for each seat in each turn."""
    return await _file(visit, "csv")


async def export_json(visit: Visit) -> Response:
    """All events and rulings of all games, or of one."""
    return await _file(visit, "json")


def _past(visit: Visit) -> Past:
    # What the room may see, everyone may look up; a locked table keeps its past to the desk.
    if visit.house.hub.moment.locked:
        visit.needs_desk()
    if visit.house.past is None:
        raise refused(Why.NOT_FOUND)
    return visit.house.past


async def _told(answer: Any) -> bytes:
    try:
        found: bytes | None = await answer
    except DiavoloError:  # the log cannot be read at the moment
        raise refused(Why.TABLE_BUSY) from None
    if found is None:
        raise refused(Why.NOT_FOUND)
    return found


def _json(body: bytes) -> Response:
    return Response(body, media_type=JSON)


class Download(StreamingResponse):
    """A file on its way; whether it arrives or not, the log is let go of."""

    def __init__(self, pieces: Pieces, form: str, name: str) -> None:
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        super().__init__(pieces, media_type=FORMS[form], headers=headers)
        self._pieces = pieces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._pieces.close()


async def _file(visit: Visit, form: str) -> Response:
    visit.needs_desk()
    past, number = _past(visit), visit.number("game")
    if number == 0:
        raise refused(Why.NOT_FOUND)
    try:
        pieces = await past.export(form, number)
    except DiavoloError:
        raise refused(Why.NOT_FOUND) from None
    if pieces is None:
        raise refused(Why.TABLE_BUSY)
    name = f"diavolo-game-{number}.{form}" if number else f"diavolo-games.{form}"
    return Download(pieces, form, name)
