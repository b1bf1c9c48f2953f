"""Every address of the server in one table: its routes and its description are both made from it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from pi_diavolo.table.setting_up import Did, SetUp
from pi_diavolo.web import appliance, games, handlers, pictures, setting_up
from pi_diavolo.web.board_shown import BoardBefore
from pi_diavolo.web.doors import Doors
from pi_diavolo.web.duel_shown import DuelShown, HandTold
from pi_diavolo.web.gallery import Outlined
from pi_diavolo.web.house import House
from pi_diavolo.web.live import live
from pi_diavolo.web.refusals import Refused, Why, refused
from pi_diavolo.web.snapshot import Snapshot
from pi_diavolo.web.visit import JSON, Visit, answered, language, session, turned_away
from pi_diavolo.web.wishes import AnyCommand

Handler = Callable[[Visit], Awaitable[Response]]
Application = Starlette


@dataclass(frozen=True, slots=True)
class Address:
    """One thing the API can do; `refusals` are the reasons why it may not."""

    method: str
    path: str
    handler: Handler
    gives: Any = None  # None: nothing, with status 204
    takes: Any = None
    query: tuple[str, ...] = ()
    refusals: tuple[Why, ...] = ()
    desk: bool = False
    media: str = JSON


CHANGES = (Why.CSRF, Why.WRONG_ORIGIN)
PAST = (Why.NO_PIN, Why.MALFORMED, Why.NOT_FOUND, Why.TABLE_BUSY)
PICTURES = (Why.NO_PIN, Why.MALFORMED, Why.NOT_FOUND, Why.TOO_MANY)
SET_UP = (*PICTURES, Why.REFUSED)
DUEL = (Why.NOT_YOUR_SEAT, Why.SECRET)
SENDS = (*CHANGES, Why.MALFORMED, Why.TOO_LARGE, Why.TOO_SLOW)

API: Sequence[Address] = (
    Address("GET", "/health", handlers.health, gives=dict[str, bool]),
    Address("GET", "/api/state", handlers.state, gives=Snapshot),
    Address("GET", "/api/me", handlers.me, gives=handlers.Me),
    Address(
        "POST",
        "/api/pin",
        handlers.give_pin,
        takes=handlers.PinGiven,
        refusals=(*SENDS, Why.WRONG_PIN, Why.WAIT),
    ),
    Address("DELETE", "/api/pin", handlers.leave_desk, refusals=CHANGES),
    Address(
        "POST",
        "/api/commands",
        handlers.command,
        gives=handlers.Done,
        takes=AnyCommand,
        refusals=(*SENDS, *DUEL, Why.NO_PIN, Why.OVERTAKEN, Why.REFUSED, Why.TOO_MANY, Why.TABLE_BUSY),
    ),
    Address(
        "GET",
        "/api/seats",
        handlers.seat_codes,
        gives=list[handlers.SeatCode],
        refusals=(Why.NO_PIN,),
        desk=True,
    ),
    Address(
        "POST",
        "/api/seats/{seat}/free",
        handlers.free_seat,
        refusals=(*CHANGES, Why.NO_PIN, Why.NOT_FOUND),
        desk=True,
    ),
    Address(
        "POST",
        "/api/seat/{seat}/claim",
        handlers.claim_seat,
        takes=handlers.SecretGiven,
        refusals=(*SENDS, Why.WRONG_SECRET, Why.SEAT_CLAIMED, Why.NOT_FOUND, Why.TOO_MANY),
    ),
    Address(
        "POST",
        "/api/seat/{seat}/join",
        handlers.join_seat,
        refusals=(*CHANGES, Why.NOT_SIMULATED, Why.SEAT_CLAIMED, Why.NOT_FOUND, Why.TOO_MANY),
    ),
    Address(
        "POST",
        "/api/seat/{seat}/leave",
        handlers.leave_seat,
        refusals=(*CHANGES, Why.WRONG_SECRET, Why.NOT_FOUND),
    ),
    Address(
        "GET",
        "/api/seat/{seat}/hand",
        handlers.hand,
        gives=HandTold,
        refusals=(Why.NOT_YOUR_SEAT, Why.NOT_FOUND),
    ),
    Address(
        "GET",
        "/api/corrections/suggested",
        handlers.suggested,
        gives=list[dict[str, Any]],
        query=("turn",),
        refusals=(Why.NO_PIN, Why.MALFORMED, Why.NOT_FOUND),
        desk=True,
    ),
    Address(
        "GET",
        "/api/duel",
        handlers.duel_before,
        gives=DuelShown,
        query=("move",),
        refusals=(Why.NO_PIN, Why.MALFORMED, Why.NOT_FOUND),
        desk=True,
    ),
    Address(
        "GET",
        "/api/board",
        handlers.board_before,
        gives=BoardBefore,
        query=("turn", "first", "second"),
        refusals=(Why.NO_PIN, Why.MALFORMED, Why.NOT_FOUND),
        desk=True,
    ),
    Address(
        "GET",
        "/api/turns",
        handlers.turns,
        gives=list[dict[str, Any]],
        query=("game",),
        refusals=PAST,
    ),
    Address("GET", "/api/games", games.games, gives=games.GameList, query=("before",), refusals=PAST),
    Address(
        "GET",
        "/api/games/export.csv",
        games.export_csv,
        gives=str,
        query=("game",),
        refusals=PAST,
        desk=True,
        media=games.CSV,
    ),
    Address(
        "GET",
        "/api/games/export.json",
        games.export_json,
        gives=list[dict[str, Any]],
        query=("game",),
        refusals=PAST,
        desk=True,
    ),
    Address("GET", "/api/games/{game}", games.game, gives=games.GameTold, refusals=PAST),
    Address("GET", "/api/players", games.players, gives=games.PlayersTold, query=("game",), refusals=PAST),
    Address(
        "GET",
        "/api/picture",
        pictures.picture,
        gives=bytes,
        query=("picture",),
        refusals=PICTURES,
        media=pictures.JPEG,
    ),
    Address(
        "GET",
        "/api/picture/die",
        pictures.picture_of_die,
        gives=bytes,
        query=("picture", "die"),
        refusals=PICTURES,
        desk=True,
        media=pictures.JPEG,
    ),
    Address(
        "GET",
        "/api/picture/outlines",
        pictures.outlines,
        gives=Outlined,
        query=("picture",),
        refusals=PICTURES,
        desk=True,
    ),
    Address(
        "GET",
        "/api/setup",
        setting_up.set_up,
        gives=SetUp,
        query=("trying",),
        refusals=SET_UP,
        desk=True,
    ),
    Address(
        "GET",
        "/api/setup/picture.jpg",
        setting_up.set_up_picture,
        gives=bytes,
        query=("picture",),
        refusals=SET_UP,
        desk=True,
        media=pictures.JPEG,
    ),
    Address(
        "GET",
        "/api/setup/roll.jpg",
        setting_up.set_up_roll,
        gives=bytes,
        refusals=SET_UP,
        desk=True,
        media=pictures.JPEG,
    ),
    Address(
        "GET",
        "/api/setup/faces/{face}",
        setting_up.set_up_face,
        gives=bytes,
        refusals=SET_UP,
        desk=True,
        media=pictures.JPEG,
    ),
    Address(
        "POST",
        "/api/setup/{step}",
        setting_up.set_up_step,
        gives=Did,
        takes=setting_up.Asked,
        refusals=(
            *(*SENDS, Why.NO_PIN, Why.NOT_FOUND, Why.OVERTAKEN, Why.REFUSED, Why.TOO_MANY, Why.TABLE_BUSY),
        ),
        desk=True,
    ),
    Address("GET", "/api/appliance", appliance.appliance, gives=appliance.ApplianceTold),
    Address(
        "POST",
        "/api/power-off",
        appliance.power_off,
        refusals=(*CHANGES, Why.NO_PIN, Why.NOT_FOUND, Why.REFUSED, Why.TOO_MANY, Why.TABLE_BUSY),
        desk=True,
    ),
)

PAGES = {
    "/": "index.html",
    "/desk": "desk.html",
    "/games": "games.html",
    "/setup": "setup.html",
    "/seat/{seat:int}": "seat.html",
}


def application(house: House, names: frozenset[str]) -> Application:
    """The whole server, without its socket."""
    from pi_diavolo.web.openapi import description

    described = description()
    routes: list[BaseRoute] = [_route(address, house) for address in API]

    async def openapi(request: Request) -> Response:
        return answered(described)

    async def talk(socket: WebSocket) -> None:
        await live(socket, house)

    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        found = None if name.endswith(".html") else house.files.answer(request, name)
        return found or turned_away(refused(Why.NOT_FOUND), language(request, house))

    routes.append(Route("/api/openapi.json", openapi))
    routes.append(WebSocketRoute("/api/live", talk))
    routes += [Route(path, _page(house, file)) for path, file in PAGES.items()]
    routes.append(Route("/static/{name:path}", static))
    return Starlette(
        routes=routes,
        middleware=[Middleware(Doors, names=names)],
        exception_handlers={HTTPException: _sent_away(house)},
    )


def _route(address: Address, house: House) -> Route:
    async def endpoint(request: Request) -> Response:
        lang = language(request, house)
        try:
            return await address.handler(Visit(request, house, lang, session(request, house)))
        except Refused as stop:
            return turned_away(stop, lang)

    path = address.path.replace("{seat}", "{seat:int}")
    return Route(path, endpoint, methods=[address.method], name=f"{address.method} {address.path}")


def _page(house: House, file: str) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return house.files.answer(request, file) or turned_away(
            refused(Why.NOT_FOUND), language(request, house)
        )

    return endpoint


def _sent_away(house: House) -> Any:
    async def endpoint(request: Request, error: HTTPException) -> Response:
        why = Why.NOT_ALLOWED if error.status_code == 405 else Why.NOT_FOUND
        answer = turned_away(refused(why), language(request, house))
        answer.headers.update(error.headers or {})
        return answer

    return endpoint
