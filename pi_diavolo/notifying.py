"""Tells systemd how the table is: ready, alive while its loop turns, in plain words, and leaving."""

import logging
import os
import queue
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

from pi_diavolo.clock import Clock
from pi_diavolo.table.effects import Effect, ShowStatus, ShowTurn, Status
from pi_diavolo.table.events import Event

logger = logging.getLogger(__name__)

T = TypeVar("T")

# A sign of life comes so many times as often as it must: one that is late does no harm.
SIGNS_PER_WATCH = 4
# So often, in seconds, a loop without a watchdog comes round where it must.
COMES_ROUND_S = 5.0

WORDS: Mapping[Status, str] = {
    Status.LOBBY: "waiting for players",
    Status.IMPS: "the imps go back to their places",
    Status.ROLL_NOW: "waiting for the dice",
    Status.ROLLING: "the dice roll",
    Status.READING: "reading the dice",
    Status.GRAB: "the players grab",
    Status.QUESTION: "waiting for an answer to a question",
    Status.CHOOSE: "waiting for a choice",
    Status.PROTEST: "a ruling is looked at again",
    Status.PAUSED: "paused",
    Status.OVER: "the game is over",
}


class Notifier:
    """Speaks to the socket that systemd has named; where there is none, nobody hears it and all is well."""

    def __init__(
        self,
        address: str | None = None,
        watch_s: float | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._address, self._monotonic = address, monotonic
        self._every_s = watch_s / SIGNS_PER_WATCH if watch_s else None
        self._next_sign = 0.0
        self._others: list[Callable[[], bool]] = []
        self._turn, self._words, self._note = "", "", ""
        self._is_ready = False

    def watched(self, clock: Clock, speed: float = 1.0, *, comes_round: bool = False) -> Clock:
        """This clock, which gives a sign of life each time the table's loop comes round to it.

        Without a watchdog nobody needs one, but a loop that `comes_round` has something to look after.
        """
        every_s = COMES_ROUND_S if self._every_s is None and comes_round else self._every_s
        return clock if every_s is None else WatchedClock(clock, self, every_s * speed)

    def depends_on(self, is_well: Callable[[], bool]) -> None:
        """No sign of life without this one, either: asked as often as one is given."""
        self._others.append(is_well)

    def ready(self, note: str) -> None:
        """Everything is open; `note` stands beside what the table does from now on."""
        self._note, self._is_ready = note, True
        self._send("READY=1", self._status())

    def stopping(self) -> None:
        """The table is being left."""
        self._send("STOPPING=1", "STATUS=The table is being left; the game is kept.")

    def alive(self) -> None:
        """The loop turns: say so, but not more often than it takes."""
        if self._every_s is not None and (now := self._monotonic()) >= self._next_sign:
            self._next_sign = now + self._every_s
            if all(is_well() for is_well in self._others):
                self._send("WATCHDOG=1")

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        """Tell in a few words what the table does, whenever that changes."""
        before = self._status()
        for effect in effects:
            match effect:
                case ShowStatus(status=status):
                    self._words = WORDS[status]
                case ShowTurn(game=game, turn=turn):
                    self._turn = f"game {game}, turn {turn}: "
        if self._is_ready and self._status() != before:
            self._send(self._status())

    def _status(self) -> str:
        told = f"{self._turn}{self._words}"
        note = f"; {self._note}" if self._note else ""
        # One line is one value: a second one would be taken for something else that we say.
        return "STATUS=" + " ".join(f"{told[:1].upper()}{told[1:]}{note}".split())

    def _send(self, *lines: str) -> None:
        if self._address is None:
            return
        # Never waiting: that systemd is busy must not hold up a ruling.
        kind = socket.SOCK_DGRAM | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC
        try:
            with socket.socket(socket.AF_UNIX, kind) as teller:
                teller.connect(self._address)
                teller.sendall("\n".join(lines).encode())
        except OSError as error:
            logger.debug("systemd does not hear us: %s", error)


class WatchedClock:
    """A clock whose waits are cut short, so that the loop comes round even while nothing happens.

    A thread that gives signs of life would give them for a table that hangs, too.
    """

    def __init__(self, clock: Clock, notifier: Notifier, longest: float) -> None:
        self._clock, self._notifier, self._longest = clock, notifier, longest

    def now(self) -> float:
        """The clock's own time."""
        return self._clock.now()

    def next(self, inbox: "queue.Queue[T]", until: float | None) -> T | None:
        """As the clock does it, but None may come before the moment: the loop looks again what is due."""
        self._notifier.alive()
        soon = self._clock.now() + self._longest
        return self._clock.next(inbox, soon if until is None else min(until, soon))


def from_environment(environment: Mapping[str, str]) -> Notifier:
    """As systemd has told its service; a Notifier that says nothing elsewhere."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return Notifier()
    watch_s = None
    with suppress(ValueError, KeyError):
        meant = environment.get("WATCHDOG_PID", str(os.getpid()))
        watch_s = int(environment["WATCHDOG_USEC"]) / 1e6 if meant == str(os.getpid()) else None
    # A name that begins with @ stands in the kernel's own list, where a zero byte comes first.
    return Notifier("\0" + address[1:] if address.startswith("@") else address, watch_s)
