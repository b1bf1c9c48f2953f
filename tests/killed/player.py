"""One start of the table in a process of its own, with any clock and, for controls, a bad memory."""

import io
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Any, cast

from rich.console import Console

from pi_diavolo.clock import LiveClock, VirtualClock
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.live import LiveGame, Wishes
from pi_diavolo.simulation import Chances
from pi_diavolo.table.events import Event
from pi_diavolo.table.rulings import Ruling

NAMES = ("Mia", "Emil", "Zoé")

# A line goes out in pieces of so many bytes, so that a kill can tear it.
PIECE = 64


class Memory(StrEnum):
    """When the log is written: the table's own way, and three ways that must be caught."""

    FIRST = "what is shown was written first"
    AFTERWARDS = "what was shown is written afterwards"
    NOW_AND_THEN = "only every fifth event is committed"
    NONE = "every start begins a new game"


@dataclass(frozen=True, slots=True)
class Start:
    """How the table is started: on which log, with which clock and which rules for a new evening."""

    log: Path
    clock: float  # what it shows at the start
    speed: float | None
    rules: HouseRules
    memory: Memory


class WritesAfterwards(EventLog):
    """Keeps an event in its hands until it was shown."""

    _in_hand: tuple[Event, int | None, Sequence[Ruling], int, Mapping[str, Any]] | None = None

    def append(
        self,
        event: Event,
        game: int | None,
        rulings: Sequence[Ruling],
        rules_version: int,
        settings: Mapping[str, Any],
    ) -> int:
        self._in_hand = event, game, rulings, rules_version, settings
        return self.last_number()

    def last_number(self) -> int:
        return super().last_number() + (self._in_hand is not None)

    def write(self) -> None:
        if self._in_hand is not None:
            late, self._in_hand = self._in_hand, None
            super().append(*late)


class CommitsNowAndThen(EventLog):
    """Spares the disk."""

    _appended = 0

    def append(
        self,
        event: Event,
        game: int | None,
        rulings: Sequence[Ruling],
        rules_version: int,
        settings: Mapping[str, Any],
    ) -> int:
        if not self._in_batch:
            self._db.execute("BEGIN IMMEDIATE")
            self._in_batch = True
        seq = super().append(event, game, rulings, rules_version, settings)
        self._appended += 1
        if self._appended % 5 == 0:
            self._db.execute("COMMIT")
            self._in_batch = False
        return seq


class InPieces(io.TextIOBase):
    """Shows a line piece by piece, and says when all of it was shown."""

    def __init__(self, output: int, shown: Callable[[], None]) -> None:
        self._output, self._shown, self._line = output, shown, ""

    def write(self, text: str) -> int:
        self._line += text
        return len(text)

    def flush(self) -> None:
        line, self._line = self._line.encode(), ""
        for begin in range(0, len(line), PIECE):
            os.write(self._output, line[begin : begin + PIECE])
        if line:
            self._shown()


def play(start: Start, output: Connection) -> None:
    """Take up the game or begin one, and play on and on, until somebody ends this process."""
    with _log(start) as log:
        shown = log.write if isinstance(log, WritesAfterwards) else lambda: None
        console = Console(file=cast(IO[str], InPieces(output.fileno(), shown)))
        clock = (
            VirtualClock(start.clock) if start.speed is None else LiveClock(start.speed, start=start.clock)
        )
        LiveGame(_wishes(start), log, console, clock).play()


def _log(start: Start) -> EventLog:
    match start.memory:
        case Memory.AFTERWARDS:
            return WritesAfterwards.open(start.log)
        case Memory.NOW_AND_THEN:
            return CommitsNowAndThen.open(start.log)
        case Memory.FIRST | Memory.NONE:
            return EventLog.open(start.log)


def _wishes(start: Start) -> Wishes:
    return Wishes(
        names=NAMES,
        skills=("regular", "child", "champion"),
        rules=start.rules,
        language="en",
        speed=start.speed,
        chances=Chances(doubtful_dice=0.1, invalid_rolls=0.1),
        games=1_000_000,
        new=start.memory is Memory.NONE,
        json=True,
    )
