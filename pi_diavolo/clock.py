"""The table's clock for simulated evenings: one whose time jumps, and one that runs as fast as you like."""

import queue
import time
from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")

# On some systems a wait cannot be interrupted before it ends, so none is longer: Ctrl-C is felt at once.
LONGEST_WAIT_S = 0.1


class Clock(Protocol):
    """Tells the time and waits, for an event or for a moment."""

    def now(self) -> float:
        """Seconds on the table's clock."""

    def next(self, inbox: "queue.Queue[T]", until: float | None) -> T | None:
        """The next event in the inbox, or None when the moment has come; without a moment, wait on."""


class VirtualClock:
    """Time jumps from moment to moment: an evening is over in no time."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        """The moment jumped to last."""
        return self._now

    def next(self, inbox: "queue.Queue[T]", until: float | None) -> T | None:
        """A queued event or None, at once; with None, time has jumped to the moment, if there is one."""
        try:
            return inbox.get_nowait()
        except queue.Empty:
            self._now = self._now if until is None else max(self._now, until)
            return None


class LiveClock:
    """Runs `speed` times as fast as the monotonic clock, from `start` on (by default, from its time now)."""

    def __init__(
        self, speed: float = 1.0, monotonic: Callable[[], float] = time.monotonic, start: float | None = None
    ) -> None:
        if not 0 < speed < float("inf"):
            raise ValueError(f"a clock runs at some speed above 0, not {speed}")
        self._speed, self._monotonic, self._anchor = speed, monotonic, monotonic()
        self._start = self._anchor if start is None else start

    def now(self) -> float:
        """Seconds on the table's clock, `speed` of them in each second."""
        return self._start + (self._monotonic() - self._anchor) * self._speed

    def next(self, inbox: "queue.Queue[T]", until: float | None) -> T | None:
        """Wait for an event or for the moment; an event that is there already comes first."""
        while True:
            left = LONGEST_WAIT_S if until is None else (until - self.now()) / self._speed
            try:
                return inbox.get(block=left > 0, timeout=max(0.0, min(left, LONGEST_WAIT_S)))
            except queue.Empty:
                if left <= 0:
                    return None
