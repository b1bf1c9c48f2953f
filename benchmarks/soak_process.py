"""One life of the soak's table: started, listened to, measured from outside, and ended."""

import asyncio
import json
import os
import signal
import socket
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from benchmarks.soak_table import Order
from benchmarks.soak_world import Tell

LONGEST_LINE = 4 * 1024 * 1024
# systemd would be told to expect a sign of life this often; without one for so long the table hangs.
# Its start may take longer, as in the unit (TimeoutStartSec).
WATCH_S, HANGS_S, STARTS_S = 10.0, 45.0, 120.0
# A game in which nothing at all happens for so long stands still.
STILL_S = 90.0
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Measured:
    """The process at a moment."""

    at: float
    rss_mb: float
    files: int
    threads: int


@dataclass(slots=True)
class Complaints:
    """What the table has logged."""

    levels: Counter[str] = field(default_factory=Counter)
    texts: Counter[str] = field(default_factory=Counter)

    def take(self, line: str) -> None:
        """One line of standard error."""
        level = line.partition(" ")[0]
        if level in ("WARNING", "ERROR", "CRITICAL"):
            self.levels[level] += 1
            self.texts["".join("#" if sign.isdigit() else sign for sign in line)[:160]] += 1
        elif line.startswith("Traceback"):
            self.levels["tracebacks"] += 1


class TableProcess:
    """The process, from its start to its end; `tell` hears every line of its standard output."""

    def __init__(self, order: Order, tell: Tell, complaints: Complaints) -> None:
        self._order, self._tell, self._complaints = order, tell, complaints
        self.measured: list[Measured] = []
        self.stderr: list[str] = []
        self.hung = ""
        self.began = self._signed = self._told = time.monotonic()
        self._ready = asyncio.Event()

    async def start(self) -> None:
        """Start it, and wait until its pages are there."""
        folder = Path(self._order.folder)
        address = folder / "notify"
        address.unlink(missing_ok=True)
        self._signs = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._signs.bind(str(address))
        about = {"NOTIFY_SOCKET": str(address), "WATCHDOG_USEC": str(int(WATCH_S * 1e6))}
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.soak_table", msgspec.json.encode(self._order).decode(),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE, env={**os.environ, **about},
        )  # fmt: skip
        asyncio.get_running_loop().add_reader(self._signs, self._sign)
        sides = (self._listen(), self._complain(), self._measure())
        self._sides = [asyncio.create_task(side) for side in sides]
        await asyncio.wait(
            [asyncio.create_task(self._ready.wait()), self._sides[0]], return_when=asyncio.FIRST_COMPLETED
        )

    @property
    def is_over(self) -> bool:
        """It has ended, by itself or not."""
        return self.process.returncode is not None

    def order(self, what: str, for_s: float) -> None:
        """Let something break."""
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write(json.dumps({"break": what, "for_s": for_s}).encode() + b"\n")

    async def end(self, how: signal.Signals) -> int:
        """End it, and hear what it had still to say."""
        self._sides[2].cancel()  # a process that ends has other figures
        with suppress(ProcessLookupError):
            self.process.send_signal(how)
        try:
            code = await asyncio.wait_for(self.process.wait(), HANGS_S)
        except TimeoutError:
            self.hung = self.hung or f"it does not stop at {how.name}"
            code = await self._dump_and_kill()
        await asyncio.gather(*self._sides[:2])
        asyncio.get_running_loop().remove_reader(self._signs)
        self._signs.close()
        return code

    async def _dump_and_kill(self) -> int:
        self.process.send_signal(signal.SIGUSR1)
        await asyncio.sleep(1.0)
        self.process.kill()
        return await self.process.wait()

    def _sign(self) -> None:
        with suppress(BlockingIOError):
            while said := self._signs.recv(4096):
                self._signed = time.monotonic()
                if b"READY=1" in said:
                    self._ready.set()

    async def _listen(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            if line.endswith(b"\n"):  # the last one may be torn by a kill: then it was not shown
                self._told = time.monotonic()
                self._tell(msgspec.json.decode(line))

    async def _complain(self) -> None:
        assert self.process.stderr is not None
        with (Path(self._order.folder) / "errors.txt").open("ab") as kept:
            while line := await self.process.stderr.readline():
                kept.write(line)
                text = line.decode(errors="replace").rstrip()
                self._complaints.take(text)
                self.stderr = [*self.stderr[-200:], text]

    async def _measure(self) -> None:
        while True:
            await asyncio.sleep(1.0)
            now, proc = time.monotonic(), Path(f"/proc/{self.process.pid}")
            with suppress(OSError):
                rss = int((proc / "statm").read_text().split()[1]) * PAGE / 1e6
                files, threads = len(list((proc / "fd").iterdir())), len(list((proc / "task").iterdir()))
                self.measured.append(Measured(now - self.began, rss, files, threads))
            if now - self._signed > (HANGS_S if self._ready.is_set() else STARTS_S):
                self.hung = self.hung or "no sign of life"
            elif now - self._told > STILL_S:
                self.hung = self.hung or "nothing happens any more"
