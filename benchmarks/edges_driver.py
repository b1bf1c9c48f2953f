"""The hand on the bench's lines, a process that drives them by a script; and CPU burnt beside it."""

import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

FORK = multiprocessing.get_context("fork")
HOGS = 2  # the bench has one processor
LOADS = ("idle", "full load")
TEN = (4, 5, 6, 12, 13, 16, 17, 22, 23, 24)


@dataclass(frozen=True, slots=True)
class Drive:
    """Wait, then set a line; `stamped` asks for the time before and after, which costs two system calls."""

    pin: int
    high: bool
    sleep_s: float = 0.0
    spins: int = 0
    stamped: bool = False


class Driver:
    """Runs scripts in its own process, so that the reader under test has its interpreter for itself."""

    def __init__(self) -> None:
        ours, theirs = FORK.Pipe()
        self._pipe: Connection[Any, Any] = ours
        self._process = FORK.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()

    def begin(self, script: Sequence[Drive]) -> None:
        self._pipe.send(script)

    def end(self) -> list[tuple[float, float]]:
        """Wait for the script to end; the stamps, one for each drive that asked for them."""
        stamps: list[tuple[float, float]] = self._pipe.recv()
        return stamps

    def run(self, script: Sequence[Drive]) -> list[tuple[float, float]]:
        self.begin(script)
        return self.end()

    def favour(self, *, itself: bool) -> None:
        """Let it drive before everybody else may run, the reader too; or as everybody does."""
        self._pipe.send(-20 if itself else 0)
        self.end()

    def close(self) -> None:
        self._pipe.send(None)
        self._process.join()


def _serve(pipe: "Connection[Any, Any]") -> None:
    from gpio_bench import board

    while (script := pipe.recv()) is not None:
        stamps = list[tuple[float, float]]()
        if isinstance(script, int):
            os.setpriority(os.PRIO_PROCESS, 0, script)
        for drive in script if isinstance(script, Sequence) else ():
            if drive.sleep_s:
                time.sleep(drive.sleep_s)
            for _ in range(drive.spins):
                pass
            if drive.stamped:
                before = time.monotonic()
                board.drive(drive.pin, drive.high)
                stamps.append((before, time.monotonic()))
            else:
                board.drive(drive.pin, drive.high)
        pipe.send(stamps)


def under(name: str) -> AbstractContextManager[None]:
    """One of LOADS, while it lasts."""
    return load() if name == "full load" else nullcontext()


@contextmanager
def load(hogs: int = HOGS) -> Iterator[None]:
    """Burn all the CPU there is, at the same priority as everybody else."""
    processes = [FORK.Process(target=_burn, daemon=True) for _ in range(hogs)]
    for process in processes:
        process.start()
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.join()


def _burn() -> None:
    parent = os.getppid()
    while os.getppid() == parent:
        for _ in range(100_000):
            pass
