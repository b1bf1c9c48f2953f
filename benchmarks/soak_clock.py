"""The clock of a soak's table: fast, but it stands still while the table thinks."""

import queue
import time
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")

# No wait is longer, so that a stop from outside is felt at once.
LONGEST_WAIT_S = 0.1


class PacedClock:
    """Runs `speed` times as fast as life while the table waits.

    While it thinks, no time passes: reading a picture takes as long as always, and at high speed that would
    be seconds of the game.
    """

    def __init__(self, speed: float, start: float) -> None:
        self._speed, self._at = speed, start
        self._waits: tuple[float, float] | None = None  # since when, until which moment of ours

    def now(self) -> float:
        """Seconds on the table's clock; any thread may ask."""
        waits, at = self._waits, self._at
        return at if waits is None else min(waits[1], at + (time.monotonic() - waits[0]) * self._speed)

    def next(self, inbox: "queue.Queue[T]", until: float | None) -> T | None:
        """Wait for an event or for the moment."""
        while True:
            longest = self._at + LONGEST_WAIT_S * self._speed
            end = longest if until is None else max(self._at, min(until, longest))
            found: T | None = None
            self._waits = time.monotonic(), end
            with suppress(queue.Empty):
                left = (end - self._at) / self._speed
                found = inbox.get(timeout=left) if left > 0 else inbox.get_nowait()
            self._at, self._waits = (end if found is None else self.now()), None
            if found is not None or (until is not None and self._at >= until):
                return found
