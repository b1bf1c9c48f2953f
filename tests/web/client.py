"""A visitor without a browser: cookies, the guard token, and the live line."""

import http.client
import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.web.serving import Served

PATIENCE_S = 30.0


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    body: bytes
    cookies: tuple[str, ...] = ()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Visitor:
    """Keeps its cookie and sends the token along, as our own pages do."""

    def __init__(self, here: Served) -> None:
        self.here, self.cookie, self.token = here, "", ""
        self.device = ""  # the cookie by which the table knows that this device had the desk

    def ask(
        self, method: str, path: str, body: object = None, *, raw: bytes | None = None, **headers: str
    ) -> Reply:
        """One request; headers by their names with _ for -, None of ours if they are given."""
        kept = "; ".join(filter(None, (self.cookie, self.device)))
        sent = {"Cookie": kept, "X-Diavolo": self.token, "Content-Type": "application/json"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in sent.items() if value}
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        line = http.client.HTTPConnection("127.0.0.1", self.here.pages.port, timeout=PATIENCE_S)
        try:
            line.request(method, path, data, sent)
            answer = line.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            cookies = tuple(answer.msg.get_all("set-cookie") or ())
            reply = Reply(answer.status, found, answer.read(), cookies)
        finally:
            line.close()
        for cookie in reply.cookies:
            if cookie.startswith("diavolo-device="):
                self.device = cookie.partition(";")[0]
            else:
                self.cookie = cookie.partition(";")[0]
        return reply

    def get(self, path: str) -> Any:
        """What stands there, which must be something."""
        reply = self.ask("GET", path)
        assert reply.status == 200, reply
        return reply.json

    def post(self, path: str, body: object = None) -> Reply:
        return self.ask("POST", path, body)

    def state(self, lang: str = "en") -> Any:
        return self.get(f"/api/state?lang={lang}")

    def meet(self) -> Any:
        """Get a session and its token."""
        told = self.get("/api/me")
        self.token = told["csrf"]
        return told

    def sit_at_desk(self) -> None:
        """Give the PIN."""
        self.meet()
        assert self.post("/api/pin", {"pin": self.here.keys.pin}).status == 204
        self.meet()

    def command(self, kind: str, *, lang: str = "en", **fields: object) -> Reply:
        """One command, in view of the present state unless `seen` says otherwise."""
        seen = fields.pop("seen", None)
        seen = self.state()["decisions"] if seen is None else seen
        return self.post(f"/api/commands?lang={lang}", {"kind": kind, "seen": seen, **fields})

    @contextmanager
    def live(self, query: str = "lang=en", host: str = "127.0.0.1", **headers: str) -> Iterator["Line"]:
        """The live line, asked for under this name."""
        sent = {"Cookie": self.cookie} | {name.replace("_", "-"): value for name, value in headers.items()}
        url = f"ws://{host}:{self.here.pages.port}/api/live?{query}"
        # A line that a test does not read piles up here and not at the table: with a full queue the last word
        # would never come, and each goodbye take ten seconds.
        with connect(
            url, sock=raw_line(self.here), additional_headers=sent, open_timeout=PATIENCE_S, max_queue=None
        ) as connection:
            yield Line(connection)


class Line:
    """A live line, read one message at a time."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection, self.answers_pings = connection, True

    def next(self) -> Any:
        """The next message; a ping with a nonce is answered, as our own pages do."""
        message = json.loads(self.connection.recv(timeout=PATIENCE_S))
        if self.answers_pings and "nonce" in message:
            self.say({"pong": message["nonce"]})
        return message

    def say(self, message: object) -> None:
        self.connection.send(message if isinstance(message, str) else json.dumps(message))

    def snapshot(self) -> Any:
        """The next whole state."""
        return self.until(lambda message: "players" in message)

    def is_closed_by_the_table(self) -> bool:
        """Reads to the end, which must come."""
        try:
            while True:
                self.next()
        except ConnectionClosed:
            return True

    def until(self, wanted: Any) -> Any:
        """The first message of this kind."""
        while not wanted(found := self.next()):
            pass
        return found


def raw_line(here: Served) -> socket.socket:
    """A bare connection."""
    return socket.create_connection(("127.0.0.1", here.pages.port), timeout=PATIENCE_S)
