"""A table made of snapshots written by hand: in tests of a page it shows what it is told to."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

import pi_diavolo.web

PAGES = Path(pi_diavolo.web.__file__).parent / "pages"
# What the real server sends: a page that needs more than this does not work on the table.
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

Snapshot = dict[str, Any]
Json = dict[str, Any]


class FakeTable:
    """Serves the pages, sends the snapshot it is given, and remembers what the page asked for."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot, self.version = snapshot, 1
        self.asked: list[tuple[str, Json]] = []
        self.grabs: list[Json] = []
        self.answers: dict[str, tuple[int, Json]] = {}
        self.seat: int | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sockets: set[WebSocket] = set()
        self._up = threading.Event()
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None
        self.port = 0

    def __enter__(self) -> "FakeTable":
        self.begin()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def begin(self) -> None:
        """Serve; after an end, at the same port again."""
        self._up.clear()
        settings = uvicorn.Config(
            self._app(), "127.0.0.1", self.port, log_level="critical", ws="websockets-sansio"
        )
        self._server = uvicorn.Server(settings)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        if not self._up.wait(30):
            raise TimeoutError("the fake table does not start")
        while not self._server.started:
            self._thread.join(0.01)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]

    def end(self) -> None:
        """Fall silent, as if the plug were pulled."""
        if self._server and self._thread:
            self._server.force_exit = self._server.should_exit = True
            self._thread.join(10)

    def show(self, snapshot: Snapshot) -> None:
        """Send another state to every page."""
        self.snapshot, self.version = snapshot, self.version + 1
        if self._loop:
            asyncio.run_coroutine_threadsafe(self._send_all(), self._loop).result(5)

    def _now(self, lang: str) -> str:
        return json.dumps({**self.snapshot, "version": self.version, "lang": lang})

    async def _send_all(self) -> None:
        for socket in tuple(self._sockets):
            await socket.send_text(self._now(socket.query_params.get("lang", "en")))

    def _app(self) -> Starlette:
        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            self._loop = asyncio.get_running_loop()
            self._up.set()
            yield

        routes = [
            Route("/", self._page),
            Route("/static/{path:path}", self._file),
            Route("/api/me", self._me),
            Route("/api/appliance", self._appliance),
            Route("/api/{path:path}", self._take, methods=["POST"]),
            WebSocketRoute("/api/live", self._live),
        ]
        return Starlette(routes=routes, lifespan=lifespan)

    async def _appliance(self, _: Request) -> Response:
        return JSONResponse({"power_off": False, "wifi": None})  # nobody's own machine

    async def _page(self, _: Request) -> Response:
        return FileResponse(PAGES / "index.html", headers={"Content-Security-Policy": POLICY})

    async def _file(self, request: Request) -> Response:
        path = PAGES / request.path_params["path"]
        return FileResponse(path) if path.is_file() else Response(status_code=404)

    async def _me(self, _: Request) -> Response:
        return JSONResponse({"desk": False, "seat": self.seat, "csrf": "a token"})

    async def _take(self, request: Request) -> Response:
        if request.headers.get("X-Diavolo") != "a token":
            return JSONResponse({"error": "no_token", "message": "no token"}, 403)
        body = await request.json()
        self.asked.append((request.url.path, body))
        status, answer = self.answers.get(body.get("kind", request.url.path), (200, {"done": True}))
        if request.url.path.endswith("/join"):
            self.seat = int(request.url.path.split("/")[3])
        return JSONResponse(answer, status)

    async def _live(self, socket: WebSocket) -> None:
        await socket.accept()
        self._sockets.add(socket)
        try:
            await socket.send_text(self._now(socket.query_params.get("lang", "en")))
            while True:
                told = await socket.receive_json()
                if "clock" in told:
                    await socket.send_json({"clock": told["clock"], "table": self.snapshot["now"]})
                else:
                    self.grabs.append(told)
                    await socket.send_json({"took": told["grab"], "ok": True, "message": ""})
        except WebSocketDisconnect:
            pass
        finally:
            self._sockets.discard(socket)


# ── Snapshots, as the server would send them ──

NAMES = ("Mia", "Emil", "Zoé", "Ben", "Leïla", "Friedrich-Wilhelm")
RED_ROLL = {"black": (5, 4, 2), "white": (1, 2, 5), "red": (2, 2, 3)}
PLACES = ((-30, 10), (40, -20), (75, 30), (-90, 60), (15, 95), (-60, -80), (100, -90), (-10, -60), (50, 60))


def a_player(seat: int, gems: int | None = 5, **more: Any) -> Json:
    return {
        "seat": seat,
        "name": NAMES[seat - 1],
        "gems": gems,
        "took": None,
        "time_text": "",
        "early": False,
        "gone": None,
        "verdict": None,
        "result_text": None,
        "change": None,
        "still_in": gems != 0,
        "youngest": seat == 1,
        "phone": False,
        "simulated": False,
        **more,
    }


def some_dice(values: Mapping[str, Sequence[int]] = RED_ROLL) -> list[Json]:
    flat = [(colour, value) for colour, shown in values.items() for value in shown]
    return [
        {"index": index, "colour": colour, "value": value, "maybe": [], "x": x, "y": y}
        for index, ((colour, value), (x, y)) in enumerate(zip(flat, PLACES, strict=False))
    ]


def some_imps(**left: int) -> Json:
    most = {"black": 3, "white": 3, "red": 3, "gray": 1}
    return {colour: {"all": count, "left": left.get(colour, count)} for colour, count in most.items()}


def a_snapshot(status: str, **more: Any) -> Snapshot:
    return {
        "epoch": "first",
        "version": 1,
        "decisions": 7,
        "now": 100.0,
        "lang": "en",
        "status": status,
        "status_text": status,
        "waiting_for": None,
        "game": 1,
        "turn": 7,
        "roller": 3,
        "over": False,
        "winner": None,
        "looks_back": False,
        "players": [a_player(1, 5), a_player(2, 1), a_player(3, 4), a_player(4, 3)],
        "imps": some_imps(),
        "places": [None] * 10,
        "order": None,
        "order_title": "",
        "order_hint": "",
        "tray_mm": [300, 300],
        "die_mm": 16,
        "dice": [],
        "order_die": None,
        "ruling": None,
        "questions": [],
        "deadline": None,
        "grab_time_s": 20.0,
        "story": ["Emil, roll the dice!", "The dice are rolling.", "The dice lie still. I am reading them."],
        "faults": [],
        "rules": {"dice_per_colour": 3},
        "locked": False,
        "simulated": False,
        "protest": None,
        "letters": {"black": "b", "white": "w", "red": "r", "gray": "g"},
        "speed": 1.0,
        **more,
    }


def a_lobby(*players: Json, **more: Any) -> Snapshot:
    return a_snapshot(
        "lobby",
        **{"players": list(players), "game": None, "turn": None, "roller": None, "imps": {}, "story": []}
        | more,
    )


SMALLEST = {
    "order": "smallest_sum",
    "order_title": "Smallest sum",
    "order_hint": "Add up each colour: the smallest total is your imp. Equal? Gray!",
    "order_die": {"face": "smallest_sum", "x": 70, "y": 80},
    "dice": some_dice(),
}


def a_grab(status: str = "grab", **more: Any) -> Snapshot:
    players = [
        a_player(1, 5, took="red", time_text="705 ms"),
        a_player(2, 1, gone="red"),
        a_player(3, 4),
        a_player(4, 3, took="white", early=True),
    ]
    told = ["Grab! The order is: smallest sum.", "Mia takes the red imp after 705 ms."]
    return a_snapshot(
        status,
        **SMALLEST
        | {"players": players, "imps": some_imps(red=0, white=2), "deadline": 114.0, "story": told}
        | more,
    )


def a_ruling(status: str = "roll_now", **more: Any) -> Snapshot:
    """Turn 6 is judged and still to be read while turn 7 is called."""
    players = [
        a_player(1, 5, took="red", time_text="705 ms", verdict="right", change=0, result_text="right!"),
        a_player(2, 0, verdict="none", change=-1, result_text="Emil has no imp."),
        a_player(3, 4, took="red", time_text="2574 ms", verdict="right", change=0, result_text="right!"),
        a_player(4, 2, took="white", early=True, verdict="wrong", change=-1, result_text="wrong."),
    ]
    ruling = {
        "game": 1,
        "turn": 6,
        "answer": "red",
        "reason": "smallest sum: red 7, white 8, black 11 → red",
        "scores": {"black": 11, "white": 8, "red": 7},
        "best": ["red"],
        "corrected": False,
        "struck": False,
    }
    told = ["Emil has no gem left and is out.", "Put these imps away: 1 black imp.", "Zoé, roll the dice!"]
    return a_snapshot(
        status,
        **SMALLEST
        | {"players": players, "ruling": ruling, "looks_back": True, "waiting_for": 3, "story": told}
        | more,
    )


def a_ruling_in_doubt(**more: Any) -> Snapshot:
    """The same ruling, where nobody knows whether the first black die shows its value or one less."""
    dice = some_dice()
    dice[0]["maybe"] = [dice[0]["value"] - 1]
    told = {
        "reason": "smallest sum: either way → red",
        "scores": {"white": 8, "red": 7},
        "unsure": ["black"],
    }
    return a_ruling(**{"dice": dice, "ruling": a_ruling()["ruling"] | told} | more)


def a_question(**more: Any) -> Snapshot:
    dice = some_dice()
    dice[4]["maybe"] = [2, 3]
    question = {
        "number": 4,
        "kind": "die",
        "text": "What does the white die show: 2 or 3?",
        "options": [
            {"choice": "2", "text": "2"},
            {"choice": "3", "text": "3"},
            {"choice": "r", "text": "roll again"},
        ],
        "die": 4,
        "seat": None,
    }
    return a_grab("question", dice=dice, questions=[question], deadline=120.0, **more)


def an_end(winner: int | None = 1, **more: Any) -> Snapshot:
    players = [a_player(1, 4 if winner else 0), a_player(2, 0), a_player(3, 0), a_player(4, 0)]
    told = ["Zoé has no gem left and is out.", "Mia wins the game! Hooray!", "Another game? Press gray!"]
    fields = {"players": players, "over": True, "winner": winner, "looks_back": False, "story": told}
    return a_ruling("over", **fields | more)
