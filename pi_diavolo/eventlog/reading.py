"""What can be read out of a log."""

import sqlite3
from collections.abc import Iterator
from typing import Any, Self

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog.opening import check_unchanged
from pi_diavolo.eventlog.records import GameRulings, LoggedEvent, LoggedRuling, StoredEvent, StoredRuling
from pi_diavolo.table.events import EveningOpened
from pi_diavolo.table.players import PlayerId

# Rows are fetched in portions: an unfinished reading must not hold up SQLite's own tidying.
PORTION = 500


class LogReader:
    """Answers questions about the past; raises LogError where it cannot be read."""

    def __init__(self, db: sqlite3.Connection, where: str) -> None:
        self._db, self._where = db, where

    def events(self, since: int = 0) -> Iterator[LoggedEvent]:
        """All events after number `since` that stand in the log now; raises LogError at a damaged one."""
        return (row.read() for row in self.event_rows(since))

    def evening(self) -> Iterator[LoggedEvent]:
        """The events of the last evening, its opening first: what a start must replay."""
        opened = self._number(
            "SELECT seq FROM events WHERE kind = ? ORDER BY seq DESC LIMIT 1", EveningOpened.__name__
        )
        return self.events(since=opened - 1) if opened else iter(())

    def event_rows(self, since: int = 0) -> Iterator[StoredEvent]:
        """The rows of the events, not yet read: for those who look for damage."""
        last = self._number("SELECT MAX(seq) FROM events")
        while rows := self._rows(
            "SELECT seq, game, kind, body FROM events WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?",
            since, last, PORTION,
        ):  # fmt: skip
            yield from (StoredEvent(*row) for row in rows)
            since = rows[-1][0]

    def rulings(self, game: int) -> GameRulings:
        """How a game was ruled: the history, and the latest ruling of each turn."""
        return GameRulings(self._rulings("game", game))

    def rulings_beside(self, seq: int) -> tuple[LoggedRuling, ...]:
        """The rulings that event `seq` led to, in the order they were given."""
        return self._rulings("seq", seq)

    def stray_rulings(self) -> tuple[int, ...]:
        """The numbers of events that have a ruling but are not in the log: none, unless rows were deleted."""
        rows = self._rows(
            "SELECT DISTINCT seq FROM rulings WHERE seq NOT IN (SELECT seq FROM events) ORDER BY seq"
        )
        return tuple(seq for (seq,) in rows)

    def last_number(self) -> int:
        """The highest number that was ever given to an event, even if its row is gone."""
        return self._number("SELECT seq FROM sqlite_sequence WHERE name = 'events'")

    def last_game(self) -> int:
        """The highest number of a game so far; 0 before the first."""
        return max(self._number("SELECT MAX(game) FROM events"), self._put_away("game"))

    def games_there(self) -> int:
        """How many games stand in this very file."""
        return self._number("SELECT COUNT(DISTINCT game) FROM events")

    def events_there(self) -> int:
        """How many events stand in this very file."""
        return self._number("SELECT COUNT(*) FROM events")

    def put_away_until(self) -> int:
        """The number of the last event that was put away into a file beside the log; 0 if none was."""
        return self._put_away("last")

    def put_away_files(self) -> dict[str, int]:
        """The files of what was put away, the oldest first, and the last game up to each; 0: none yet."""
        rows = self._rows("SELECT file, game FROM put_away ORDER BY last") if self._has_put_away() else ()
        return dict(rows)

    def names(self) -> dict[PlayerId, str]:
        """The players' names."""
        return {PlayerId(player): name for player, name in self._rows("SELECT player, name FROM names")}

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _rulings(self, column: str, number: int) -> tuple[LoggedRuling, ...]:
        rows = self._rows(
            f"SELECT seq, game, turn, ruling, rules_version, settings FROM rulings WHERE {column} = ?"
            " ORDER BY rowid",
            number,
        )
        return tuple(StoredRuling(*row).read() for row in rows)

    def _put_away(self, column: str) -> int:
        return self._number(f"SELECT MAX({column}) FROM put_away") if self._has_put_away() else 0

    def _has_put_away(self) -> bool:
        return self._number("SELECT COUNT(*) FROM sqlite_master WHERE name = 'put_away'") > 0

    def _number(self, question: str, *values: object) -> int:
        rows = self._rows(question, *values)
        return int(rows[0][0] or 0) if rows else 0

    def _rows(self, question: str, *values: object) -> list[Any]:
        try:
            rows = self._db.execute(question, values).fetchall()
            check_unchanged(self._db)
            return rows
        except sqlite3.Error as error:
            check_unchanged(self._db)
            raise LogError(f"{self._where}: the log cannot be read ({error}); check the disk") from error
