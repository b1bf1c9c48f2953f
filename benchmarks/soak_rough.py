"""Visitors who mean no good: a flood of requests, and messages that are none."""

import asyncio
import os
from contextlib import suppress

from benchmarks.soak_visitor import GONE, Visitor

LINES, REQUESTS = 15, 60
# What a flood asks for in turn: cheap things, dear things, and what is refused.
FLOOD = tuple(
    f"{asked} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n".encode()
    for asked, more in (
        ("GET /api/state?lang=de", ""),
        ("GET /static/common.js", ""),
        ("GET /api/me", ""),
        ("POST /api/commands", "Content-Type: application/json\r\nContent-Length: 0\r\n"),
        ("GET /api/turns", ""),
        ("GET /api/games", ""),
    )
)
NONSENSE = (
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET /\xff\xfe\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"BREW /coffee HTCPCP/1.0\r\n\r\n",
    b"POST /api/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    b"POST /api/commands HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /api/state HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET /static/../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
    b"X" * 70_000,
)

SAID: tuple[str | bytes, ...] = ("{", '{"grab": "blue", "at": 1}', b"\x00\xff", "x" * 200_000)


async def flood(port: int) -> int:
    """Many requests at once, on a few connections; how many were answered."""

    async def line(number: int) -> int:
        answered = 0
        with suppress(*GONE):
            async with asyncio.timeout(20):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                for count in range(number, number + REQUESTS):
                    writer.write(FLOOD[count % len(FLOOD)])
                    head = await reader.readuntil(b"\r\n\r\n")
                    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or b"0")
                    await reader.readexactly(length)
                    answered += 1
                writer.close()
        return answered

    return sum(await asyncio.gather(*(line(number) for number in range(LINES))))


async def malformed(port: int, noise: int) -> None:
    """Everything that is no proper request, and live lines that talk nonsense, all at once."""

    async def send(nonsense: bytes) -> None:
        with suppress(*GONE):
            async with asyncio.timeout(5):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(nonsense)
                await writer.drain()
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(2000), 0.5)
                writer.close()

    async def say(nonsense: str | bytes) -> None:
        with suppress(*GONE):
            async with asyncio.timeout(5), Visitor(port).line() as line:
                for _ in range(3):
                    await line.send(nonsense)
                async for _ in line:
                    pass

    await asyncio.gather(*map(send, (*NONSENSE, os.urandom(noise))), *map(say, SAID))
