"""The log itself: what was appended stands on the disk before `append` returns, and stays."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Self

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog import put_away
from pi_diavolo.eventlog.codec import encode_event, encode_ruling, encode_settings
from pi_diavolo.eventlog.files import is_put_away, lock, refuse_put_away
from pi_diavolo.eventlog.migrations import MIGRATIONS, Step, take_steps
from pi_diavolo.eventlog.names import write_anew
from pi_diavolo.eventlog.opening import Damaged, check, create, open_for_reading, open_for_writing, prepare
from pi_diavolo.eventlog.reading import LogReader
from pi_diavolo.eventlog.schema import ADD_EVENT, ADD_RULING, SET_NAME
from pi_diavolo.table.events import Event
from pi_diavolo.table.players import PlayerId
from pi_diavolo.table.rulings import Ruling


class LogNotWritten(LogError):
    """Nothing of the last append stands in the log; try again once the disk is well."""


class EventLog(LogReader):
    """Remembers all that happened; one writer appends, any number may read."""

    def __init__(
        self, db: sqlite3.Connection, where: str, lock: IO[str] | None = None, notice: str | None = None
    ) -> None:
        super().__init__(db, where)
        self.notice = notice  # what people should be told, such as a damaged log that was set aside
        self.put_away: put_away.PutAway | None = None  # what this start has put away, for them as well
        self._lock = lock
        self._in_batch = False

    @classmethod
    def open(cls, path: Path, migrations: Sequence[Step] = MIGRATIONS) -> Self:
        """The log for the one table that writes it, made if it is not there; see `notice` afterwards."""
        path = path.resolve()
        refuse_put_away(path)
        held = lock(path)
        try:
            db, notice = open_for_writing(path, migrations, datetime.now())
        except BaseException:
            held.close()
            raise
        log = cls(db, str(path), held, notice)
        log._tidy()  # what the last table left behind when it was cut short
        return log

    @classmethod
    def in_memory(cls) -> Self:
        """A log that is forgotten with the program."""
        db = sqlite3.connect(":memory:", isolation_level=None)
        prepare(db)
        create(db)
        return cls(db, "the log in memory")

    @classmethod
    def read_only(cls, path: Path, migrations: Sequence[Step] = MIGRATIONS) -> Self:
        """The log to look something up, also while a table writes it; nothing is made or changed.

        Or what was put away from one, with the names that stand in the log now.
        """
        path = path.resolve()
        if is_put_away(path):
            return cls._of_old(path, migrations)
        return cls(open_for_reading(path, migrations), str(path))

    @classmethod
    def _of_old(cls, path: Path, migrations: Sequence[Step]) -> Self:
        db = put_away.unpacked(path)
        try:
            check(db, path, migrations)
            take_steps(db, migrations)  # in memory: the file stays as the version of its day wrote it
        except (Damaged, sqlite3.Error) as damage:
            db.close()
            raise LogError(f"{path} is damaged; name another file that was put away") from damage
        old = cls(db, str(path))
        with suppress(LogError), cls.read_only(put_away.log_of(path), migrations) as log:
            db.executemany(SET_NAME, log.names().items())
        return old

    def used_bytes(self) -> int:
        """How much stands in the log, in bytes."""
        try:
            return put_away.used_bytes(self._db)
        except sqlite3.Error as error:
            raise LogError(f"{self._where}: the log cannot be read ({error}); check the disk") from error

    def keep_within(self, most: int, *, all_over: bool = False) -> None:
        """Put the oldest evenings away if more than so many bytes are used; see `put_away` afterwards.

        The newest one is never among them unless it is over: a start would go on with it.
        They stand in their file before they leave the log, so that nothing is lost if it is cut short.
        """
        with self._disk_may_fail():
            if (last := put_away.last_too_old(self._db, most, all_over=all_over)) is not None:
                away = put_away.write_away(self._db, Path(self._where), last)
                with self._transaction():
                    put_away.cut(self._db, away)
                self.put_away = away
                self._tidy()
        with self._disk_may_fail("its file stays as large as it is, and its room is used again"):
            if put_away.is_hollow(self._db, most, Path(self._where).parent):
                self._db.execute("VACUUM")
                self._tidy()

    def bring_back(self, file: Path) -> None:
        """Take back into the log what was put away last."""
        with closing(type(self).read_only(file)) as old, self._disk_may_fail(), self._transaction():
            put_away.bring_back(self._db, old._db, file)

    def close(self) -> None:
        """Let go of the file and its lock."""
        super().close()
        if self._lock is not None:
            self._lock.close()

    def refusal(self, event: Event) -> str | None:
        """Why this event can never be written, such as a time that is no number; None if it can."""
        try:
            encode_event(event)
        except LogError as error:
            return str(error)
        return None

    def append(
        self,
        event: Event,
        game: int | None,
        rulings: Sequence[Ruling],
        rules_version: int,
        settings: Mapping[str, Any],
    ) -> int:
        """Write an event and the rulings it led to; all is on the disk before its number is returned."""
        kind, body = encode_event(event)
        told = encode_settings(settings)
        rows = [(given.game, given.turn, encode_ruling(given), rules_version, told) for given in rulings]
        with self._transaction():
            seq = int(self._db.execute(ADD_EVENT, (game, kind, body)).lastrowid or 0)
            self._db.executemany(ADD_RULING, [(seq, *row) for row in rows])
        return seq

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Many appends and one commit at the end: all of them stand in the log, or none."""
        with self._transaction():
            before, self._in_batch = self._in_batch, True
            try:
                yield
            finally:
                self._in_batch = before

    def set_name(self, player: PlayerId, name: str) -> None:
        """Name a player; a former name leaves the disk."""
        known = self.names().get(player)
        if known == name:
            return  # who sits down again need not be written again
        with self._transaction():
            if known is None:
                self._db.execute(SET_NAME, (player, name))
            else:
                write_anew(self._db, {player: name})
        self._tidy()

    def forget_name(self, player: PlayerId) -> None:
        """Erase a player's name; their games stay, by id."""
        with self._transaction():
            write_anew(self._db, {player: None})
        self._tidy()

    @contextmanager
    def _disk_may_fail(self, then: str = "old games stay where they are") -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError, sqlite3.Error) as error:
            raise LogNotWritten(f"{self._where}: {then} ({error})") from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        inner = self._in_batch
        try:
            if not inner:
                self._db.execute("BEGIN IMMEDIATE")
            elif not self._db.in_transaction:
                raise LogNotWritten(f"{self._where}: this batch was undone by an error; begin a new one")
            yield
            if not inner:
                self._db.execute("COMMIT")
        except BaseException as error:
            # Without this a full disk would leave the transaction open and every later append would fail.
            with suppress(sqlite3.Error):  # then SQLite has undone it by itself, or will at the next opening
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
            if type(error) in (sqlite3.OperationalError, sqlite3.DatabaseError):  # the disk's fault, not ours
                raise LogNotWritten(
                    f"{self._where}: the last entry could not be written ({error}); make room on the disk or"
                    " check the card, then go on: all before it is safe"
                ) from error
            raise

    def _tidy(self) -> None:
        # Until now the old name still stands in the -wal file. When somebody is reading or there is no
        # room, SQLite does this when the log is closed; within a batch it would not be allowed.
        with suppress(sqlite3.OperationalError):
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
