"""Somebody at the table is asked to do something; what devices and keys report comes to one place."""

import queue
from collections.abc import Callable

from pi_diavolo.clock import Clock
from pi_diavolo.table.facts import Fact

PATIENCE_S = 30.0

SKIPS = frozenset({"\n", "\r", "s", "S"})
QUITS = frozenset({"q", "Q", "\x04", "\x1b"})
YES, NO = frozenset({"y", "Y"}), frozenset({"n", "N"})


class Skipped(Exception):
    """This one is left out."""


class Quit(Exception):
    """No more of this."""


class Bench:
    """Waits for facts and keys; without anybody to ask (`asks` is False) it only listens."""

    def __init__(
        self,
        clock: Clock,
        say: Callable[[str], None] = lambda sentence: None,
        asks: bool = False,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.clock, self.say, self.asks, self.patience_s = clock, say, asks, patience_s
        self._inbox: queue.Queue[Fact | str] = queue.Queue()

    def report(self, fact: Fact) -> None:
        """A device says something, from whatever thread."""
        self._inbox.put(fact)

    def press(self, key: str, at: float = 0.0) -> None:
        """Somebody presses a key."""
        self._inbox.put(key)

    def wait(self, until: float) -> Fact | None:
        """The next fact, or None when that moment has come; keys may skip or quit."""
        while True:
            heard = self.clock.next(self._inbox, until)
            if not isinstance(heard, str):
                return heard
            _obey(heard)

    def asked(self, question: str) -> bool | None:
        """Yes, no, or None where nobody answers in time."""
        self.say(question)
        until = self.clock.now() + self.patience_s
        while True:
            heard = self.clock.next(self._inbox, until)
            if heard is None:
                return None
            if isinstance(heard, str):
                if heard in YES | NO:
                    return heard in YES
                _obey(heard)


def _obey(key: str) -> None:
    if key in QUITS:
        raise Quit
    if key in SKIPS:
        raise Skipped
