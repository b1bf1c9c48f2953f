"""Rows of the log, as stored and as read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog.codec import decode_event, decode_ruling, decode_settings
from pi_diavolo.table.events import Event
from pi_diavolo.table.rulings import Ruling


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event with its place in the log and the game it belongs to (None: the lobby)."""

    seq: int
    game: int | None
    event: Event


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as it stands in its row, read or not."""

    seq: int
    game: int | None
    kind: str
    body: str

    def read(self) -> LoggedEvent:
        """The event itself; raises LogError when the row makes no sense."""
        return LoggedEvent(self.seq, self.game, decode_event(self.seq, self.kind, self.body))


@dataclass(frozen=True, slots=True)
class LoggedRuling:
    """A ruling as it was given beside event `seq`, under which reading of the rules and which settings."""

    seq: int
    ruling: Ruling
    rules_version: int
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StoredRuling:
    """A ruling as it stands in its row, read or not."""

    seq: int
    game: int
    turn: int
    ruling: str
    rules_version: int
    settings: str

    def read(self) -> LoggedRuling:
        """The ruling itself; raises LogError when the row makes no sense."""
        ruling = decode_ruling(self.seq, self.ruling)
        if (ruling.game, ruling.turn) != (self.game, self.turn):
            raise LogError(
                f"the ruling beside event {self.seq} of the log is for game {ruling.game}, turn {ruling.turn}"
                f" but stands at game {self.game}, turn {self.turn}"
            )
        return LoggedRuling(self.seq, ruling, self.rules_version, decode_settings(self.seq, self.settings))


@dataclass(frozen=True, slots=True)
class GameRulings:
    """All rulings of one game in the order they were given; a later one of a turn replaces the earlier."""

    history: tuple[LoggedRuling, ...]

    @property
    def latest(self) -> dict[int, LoggedRuling]:
        """The ruling in force for each turn, first turn first."""
        newest = {given.ruling.turn: given for given in self.history}
        return {turn: newest[turn] for turn in sorted(newest)}
