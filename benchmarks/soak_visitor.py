"""A browser in a few lines: one visitor's cookie and token, requests, and the live line."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

# What a table that is being killed does to its visitors.
GONE = (OSError, EOFError, asyncio.IncompleteReadError, TimeoutError, ValueError, WebSocketException)
PATIENCE_S = 15.0


class Visitor:
    """Keeps what the table has given it, also over a start of the table."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._cookie = self._token = ""

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """One request on a connection of its own: the status, and what came back."""
        sent = b"" if body is None else json.dumps(body).encode()
        head = {
            "Host": "127.0.0.1",
            "Connection": "close",
            "Content-Type": "application/json",
            "Content-Length": str(len(sent)),
            "Cookie": self._cookie,
            "X-Diavolo": self._token,
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items() if value)
        async with asyncio.timeout(PATIENCE_S):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + sent)
                answer = await reader.read()
            finally:
                writer.close()
        head_sent, _, content = answer.partition(b"\r\n\r\n")
        self._keep(head_sent.decode("latin-1"))
        return int(head_sent[9:12]), content

    async def enter(self) -> Mapping[str, Any]:
        """Get a session and its token."""
        _, content = await self.ask("GET", "/api/me")
        told: Mapping[str, Any] = json.loads(content)
        self._token = told["csrf"]
        return told

    async def open_desk(self, pin: str) -> bool:
        """Give the PIN."""
        if (await self.enter())["desk"]:
            return True
        status, _ = await self.ask("POST", "/api/pin", {"pin": pin})
        return status == 204

    @asynccontextmanager
    async def line(self, query: str = "") -> AsyncIterator[ClientConnection]:
        """The live line of a page."""
        headers = {"Cookie": self._cookie} if self._cookie else {}
        uri = f"ws://127.0.0.1:{self.port}/api/live{query}"
        async with connect(uri, additional_headers=headers, compression=None, max_queue=None) as line:
            yield line

    def _keep(self, head: str) -> None:
        for field in head.split("\r\n")[1:]:
            name, _, value = field.partition(": ")
            if name.lower() == "set-cookie":
                self._cookie = value.partition(";")[0]
            elif name.lower() == "x-diavolo":
                self._token = value
