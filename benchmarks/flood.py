"""A flood of requests as strangers would send it: at its own speed, without waiting for answers."""

import asyncio
import multiprocessing
import time
from multiprocessing.synchronize import Event as Flag
from typing import Any

FLOOD_LINES = 25
# What the flood asks for, in turn: cheap things, dear things, and nonsense.
FLOOD = (
    b"GET /api/state?lang=de HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /static/common.js HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /api/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 27\r\n\r\n{"kind":"start", "seen":12}',
    b"GET /api/turns HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n",
)


def flood(port: int, per_second: float, ready: Flag, stop: Flag, found: "multiprocessing.Queue[Any]") -> None:
    """Asks so often, whatever is answered: one half on connections that stay, the other on new ones."""
    counts = {"sent": 0, "could not be sent": 0, "turned away": 0}

    async def count_answer(reader: asyncio.StreamReader) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or b"0")
        await reader.readexactly(length)
        status = head[9:12].decode()
        counts[status] = counts.get(status, 0) + 1

    async def count_answers(reader: asyncio.StreamReader) -> None:
        while True:
            await count_answer(reader)

    async def line(number: int) -> None:
        """One of those that stay; where it is cut off, it comes again."""
        pause = 2 * FLOOD_LINES / per_second
        due, asked = time.monotonic() + number * pause / FLOOD_LINES, number
        while not stop.is_set():
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                counts["could not be sent"] += 1
                await asyncio.sleep(pause)
                continue
            hears = asyncio.create_task(count_answers(reader))
            while not (stop.is_set() or hears.done()):
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                due, asked = due + pause, asked + 1
                writer.write(FLOOD[asked % len(FLOOD)])
                counts["sent"] += 1
            hears.cancel()
            counts["turned away"] += isinstance(
                (await asyncio.gather(hears, return_exceptions=True))[0], Exception
            )
            writer.close()

    async def stranger(request: bytes) -> None:
        """A new line for a single question."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            counts["could not be sent"] += 1
            return
        writer.write(request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
        counts["sent"] += 1
        try:
            async with asyncio.timeout(20):
                await count_answer(reader)
        except (asyncio.IncompleteReadError, OSError, TimeoutError):
            counts["turned away"] += 1
        writer.close()

    async def strangers() -> None:
        pause, due = 2 / per_second, time.monotonic()
        under_way: set[asyncio.Task[None]] = set()
        for asked in range(1_000_000_000):
            if stop.is_set():
                break
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            due += pause
            task = asyncio.create_task(stranger(FLOOD[asked % len(FLOOD)]))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
        for task in under_way:
            task.cancel()

    async def run() -> None:
        ready.set()
        await asyncio.gather(strangers(), *(line(number) for number in range(FLOOD_LINES)))
        found.put(counts)

    asyncio.run(run())
