"""Browsers that flood the table, and programs that talk nonsense to it: they are answered or cut off."""

import asyncio
import logging
import multiprocessing
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from benchmarks.flood import flood
from pi_diavolo.table.events import Paused, Resumed
from pi_diavolo.web import live, server
from tests.makers import a_roll
from tests.web.client import Visitor, raw_line
from tests.web.serving import Served, served

HELLO = b"POST /api/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
UPGRADE = (
    b"GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
MASK = b"\1\2\3\4"
NONSENSE = {
    "half a first line": b"GET /api/st",
    "half a header": b"GET / HTTP/1.1\r\nHost: local",
    "a header of ten megabytes": b"GET / HTTP/1.1\r\nX: " + b"x" * 10_000_000,
    "a million headers": b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 1_000_000,
    "no version": b"GET /\r\n\r\n",
    "a version of another world": b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    "a method of its own": b"\x00\xff\r\n\r\n",
    "a zero in the path": b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "less than was promised": HELLO + b"Content-Length: 500\r\n\r\n{",
    "more than was promised": HELLO + b'Content-Length: 2\r\n\r\n{}{"kind": "start"}\r\n\r\n',
    "a length below nothing": HELLO + b"Content-Length: -1\r\n\r\n{}",
    "two lengths": HELLO + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
    "a length and pieces": HELLO
    + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "pieces that are none": HELLO + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    "a piece without end": HELLO + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n{}",
    "another protocol": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
}
FRAMES = {
    "text that is not masked": b"\x81\x05hello",
    "text that is no UTF-8": b"\x81\x82" + MASK + bytes([0xC3 ^ MASK[0], 0x28 ^ MASK[1]]),
    "a frame of four exabytes": b"\x81\xff" + struct.pack(">Q", 1 << 62) + MASK,
    "a frame that is too large": b"\x81\xfe" + struct.pack(">H", 60_000) + MASK + bytes(60_000),
    "bits that mean nothing": b"\xf1\x80" + MASK,
    "the end of nothing": b"\x80\x80" + MASK,
    "an unknown kind of frame": b"\x83\x80" + MASK,
    "a ping that is too long": b"\x89\xfe" + struct.pack(">H", 200) + MASK + bytes(200),
    "a goodbye of one byte": b"\x88\x81" + MASK + b"\0",
    "no frame at all": b"GET / HTTP/1.1\r\n\r\n" * 10,
}
# Five times what the table takes in, for a while.
FLOOD_PER_S, FLOODS_S = 800.0, 2.5


@pytest.fixture(scope="module")
def table() -> Iterator[Served]:
    """Four players have begun; all nonsense meets this one table."""
    with served(play=False) as here:
        yield here


@pytest.mark.parametrize("sent", NONSENSE.values(), ids=NONSENSE)
def test_malformed_requests_are_answered_or_cut_off(
    table: Served, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    answer = answer_to(table, sent)
    assert answer == b"" or answer.startswith((b"HTTP/1.1 2", b"HTTP/1.1 4")), answer[:200]
    assert_goes_on(table, caplog)


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_malformed_frames_end_their_own_line(
    table: Served, frame: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    answer = answer_to(table, frame, upgraded=True)
    assert answer.startswith(b"HTTP/1.1 101")  # and then it ended, or there would be none
    assert_goes_on(table, caplog)


def test_what_is_new_just_after_a_line_was_ended_is_sent_to_nobody_and_no_fault(
    table: Served, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    async def ends(line: live.Line) -> None:
        await line.socket.close(live.TOO_MUCH)
        ended.set()
        await asyncio.sleep(3600)  # until the other side of the conversation has noticed

    monkeypatch.setattr(live.Line, "listen", ends)
    with raw_line(table) as line:
        line.sendall(UPGRADE)
        assert ended.wait(30)
        table.happen(Paused(table.clock.now()), Resumed(table.clock.now()))
        while line.recv(65536):
            pass
    assert_goes_on(table, caplog)


def answer_to(table: Served, sent: bytes, *, upgraded: bool = False) -> bytes:
    """All that comes back until the table hangs up, which it must."""
    answer = b""
    with raw_line(table) as line:
        try:
            if upgraded:
                line.sendall(UPGRADE)
                answer += line.recv(65536)
            line.sendall(sent)
            if not upgraded:
                line.shutdown(socket.SHUT_WR)
            while piece := line.recv(65536):
                answer += piece
        except ConnectionError:
            pass  # the shortest of all answers
    return answer


def assert_goes_on(table: Served, caplog: pytest.LogCaptureFixture) -> None:
    before = Visitor(table).state()["decisions"]
    table.happen(Paused(table.clock.now()), Resumed(table.clock.now()))
    assert Visitor(table).state()["decisions"] == before + 2
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_many_who_begin_and_never_end_stop_nobody(table: Served) -> None:
    with ExitStack() as lines:
        for count in range(150):
            line = lines.enter_context(raw_line(table))
            line.sendall((HELLO + b"Content-Length: 100\r\n\r\n{")[: 20 + count])
        began = time.monotonic()
        assert Visitor(table).ask("GET", "/health").status == 200
        table.turn(a_roll())
        assert time.monotonic() - began < server.PATIENCE_S, "nobody waits until they are cut off"


def test_a_ruling_does_not_wait_for_a_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "ARRIVALS_AT_ONCE", 50.0)  # many have come just before
    with served(play=False) as table, flooded(table.pages.port) as counts:
        ruled, began = 0, time.monotonic()
        while ruled < 3 or time.monotonic() < began + FLOODS_S:
            table.turn(a_roll())  # which fails if the table does not answer
            ruled += 1
    answered = sum(count for status, count in counts.items() if status.isdigit())
    assert counts["200"], "somebody gets through"
    most = server.REQUESTS_AT_ONCE + server.REQUESTS_PER_S * (time.monotonic() - began)
    assert answered <= most, f"the rest is put off: {counts}"
    assert counts["turned away"], f"so are some who come: {counts}"


@contextmanager
def flooded(port: int) -> Iterator[dict[str, int]]:
    """A flood from a process of its own until the block ends; then its counts are there."""
    context, counts = multiprocessing.get_context("spawn"), dict[str, int]()
    ready, stop, found = context.Event(), context.Event(), context.Queue()
    process = context.Process(target=flood, args=(port, FLOOD_PER_S, ready, stop, found), daemon=True)
    process.start()
    try:
        assert ready.wait(20), "the flood does not begin"
        yield counts
        stop.set()
        counts |= found.get(timeout=20)
    finally:
        process.kill()
        process.join(10)
