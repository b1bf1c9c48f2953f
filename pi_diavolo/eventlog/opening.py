"""Opening a log file: is it there, is it ours, is it whole, is it of this version?"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog.codec import decode_event
from pi_diavolo.eventlog.files import ADVICE, beside, refuse_put_away, set_aside
from pi_diavolo.eventlog.migrations import Step, bring_up_to_date, newest, version_of
from pi_diavolo.eventlog.schema import (
    ADD_EVENT,
    ADD_RULING,
    APPLICATION_ID,
    FORGET_NAME,
    SCHEMA,
    SCHEMA_VERSION,
    SET_NAME,
)

# What SQLite says when the file makes no sense (SQLITE_ERROR: a table or column is not there). Anything else,
# such as no room or no permission, is not the file's fault and no reason to set it aside.
DAMAGE = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT)

# An older SQLite does not know STRICT tables and would take a healthy log for a damaged one.
OLDEST_SQLITE = (3, 37)

# So many bytes of the -wal file come before its first entry.
WAL_HEADER = 32

# How many seconds a game may stand still for somebody else's hold on the file, before it is told.
PATIENCE = 1.0


class Damaged(Exception):
    """The file is no log that can be gone on with."""


class Immutable(sqlite3.Connection):
    """Reads a file as if nobody could write it, and knows how that looked before."""

    looked: tuple[Path, tuple[int, int, int] | None]


def check_unchanged(db: sqlite3.Connection) -> None:
    """After reading: raises LogError if a table wrote meanwhile into a file that was read as `Immutable`."""
    if isinstance(db, Immutable):
        path, before = db.looked
        if _look(path) != before:
            raise LogError(f"{path}: the log cannot be read: a table has started meanwhile; try again")


def _look(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def open_for_writing(
    path: Path, steps: Sequence[Step], now: datetime
) -> tuple[sqlite3.Connection, str | None]:
    """The log, made or brought up to date if need be, and what people should know of it."""
    try:
        return _ready(path, steps), None
    except Damaged as damage:
        aside = set_aside(path, now)
        notice = f"{path} {damage}; it is kept as {aside}, and a new log was begun in its place"
        return _ready(path, steps), notice


def open_for_reading(path: Path, steps: Sequence[Step]) -> sqlite3.Connection:
    """The log to be read only: nothing is made, changed or set aside."""
    try:
        if not path.is_file() or path.stat().st_size == 0:
            raise LogError(f"no game has been played yet: there is no log at {path}")
        with _connected(path) as db:
            check(db, path, steps)
            if version_of(db) < newest(steps):
                raise LogError(f"{path} is of an older version; start the table once to bring it up to date")
            return db
    except Damaged as damage:
        raise LogError(f"{path} {damage}; name the log of a table") from damage
    except OSError as error:
        raise LogError(f"{path}: the log cannot be read ({error.strerror}); {ADVICE}") from error


def open_for_copying(path: Path, steps: Sequence[Step]) -> sqlite3.Connection:
    """The same, also of an older version: a copy is brought up to date when it is played on."""
    refuse_put_away(path)
    try:
        if not path.is_file():
            raise LogError(f"{path}: there is no such file; name the log of a table")
        with _connected(path) as db:
            check(db, path, steps)
            return db
    except Damaged as damage:
        raise LogError(f"{path} {damage}; name a whole log") from damage
    except OSError as error:
        raise LogError(f"{path}: the log cannot be read ({error.strerror}); {ADVICE}") from error


def open_for_erasing(path: Path, steps: Sequence[Step]) -> sqlite3.Connection:
    """The log to take a name out of it, also while a table writes it; nothing is made or set aside."""
    refuse_put_away(path)
    try:
        if not path.is_file() or path.stat().st_size == 0:
            raise LogError(f"no game has been played yet: there is no log at {path}")
        with _connected(path, "mode=rw") as db:
            check(db, path, steps)
            return db
    except Damaged as damage:
        raise LogError(
            f"{path} {damage}, so that no name can be taken out of it; delete the file, or restore a backup"
        ) from damage
    except OSError as error:
        raise LogError(f"{path}: the log cannot be opened ({error.strerror}); {ADVICE}") from error


def open_unchecked(path: Path) -> sqlite3.Connection:
    """Whatever is there, to see what of it can still be read; raises LogError where SQLite sees nothing."""
    try:
        if not path.is_file():
            raise LogError(f"{path}: there is no such file")
        with _connected(path) as db:
            db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
            return db
    except Damaged as damage:
        raise LogError(f"{path} {damage}") from damage
    except OSError as error:
        raise LogError(f"{path}: cannot be read ({error.strerror})") from error


def create(db: sqlite3.Connection) -> None:
    """Lay out an empty database; a power cut leaves it either empty or complete."""
    db.executescript(
        f"BEGIN; {SCHEMA}; PRAGMA application_id = {APPLICATION_ID};"
        f"PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
    )


def prepare(db: sqlite3.Connection) -> None:
    """What SQLite does not keep in the file and every connection has to ask for."""
    db.execute("PRAGMA synchronous = FULL")  # NORMAL may lose what was committed when the power goes
    db.execute("PRAGMA secure_delete = ON")  # an erased name is overwritten, not only unlinked
    # Broken UTF-8 must reach the codec, which names the row, and not end in SQLite's own error.
    db.text_factory = lambda raw: raw.decode(errors="surrogateescape")


def check(db: sqlite3.Connection, path: Path, steps: Sequence[Step]) -> None:
    """Raises Damaged for what is not a whole log of ours, LogError for one of a later version."""
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise Damaged("belongs to another program")
    if version_of(db) > newest(steps):
        raise LogError(
            f"{path} was written by a newer version of the program (its version is {version_of(db)}, this"
            f" program knows {newest(steps)}); update the program, or name another log"
        )
    # quick_check would miss damaged indexes; events, the many, have none, so this costs no more.
    if db.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok" or version_of(db) < 1:
        raise Damaged("is damaged")


def _ready(path: Path, steps: Sequence[Step]) -> sqlite3.Connection:
    with _connected(path, "mode=rwc") as db:
        # SQLite first, the disk second: a creation cut short leaves a journal that empties the file again.
        if db.execute("PRAGMA page_count").fetchone()[0] == 0:
            if path.stat().st_size > 0:  # SQLite takes a single byte for nothing
                raise Damaged("is not a log but some other file")
            create(db)
        check(db, path, steps)
        db.execute("PRAGMA journal_mode = WAL")
        bring_up_to_date(db, path, steps)
        _read_all(db)
        _try_writing(db)
        return db


@contextmanager
def _connected(path: Path, mode: str = "") -> Iterator[sqlite3.Connection]:
    """A connection that is closed again if anything is wrong, with SQLite's errors told apart.

    Without a mode it reads, in the way that fits what lies there.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise LogError(
            f"{path}: SQLite {sqlite3.sqlite_version} is too old for the log; 3.37 or later is wanted"
        )
    db = None
    try:
        db = _connect(path, mode)
        prepare(db)
        yield db
        check_unchanged(db)
    except BaseException as error:
        if db is not None:
            db.close()
            check_unchanged(db)
        if isinstance(error, sqlite3.Error):
            raise _meaning(path, error) from error
        if isinstance(error, UnicodeDecodeError):  # SQLite quotes the damage in its message
            raise Damaged("is damaged") from error
        raise


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    before = _look(path)  # first: whatever is written from now on shows
    mode = mode or _reading_mode(path)
    kind = Immutable if "immutable" in mode else sqlite3.Connection
    db = sqlite3.connect(
        f"{path.as_uri()}?{mode}", timeout=PATIENCE, isolation_level=None, uri=True, factory=kind
    )
    if isinstance(db, Immutable):
        db.looked = (path, before)
    return db


def _meaning(path: Path, error: sqlite3.Error) -> Exception:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return Damaged("is not a log but some other file")
    if code in DAMAGE:
        return Damaged(f"is damaged ({error})")
    return LogError(f"{path}: the log cannot be opened ({error}); {ADVICE}")


def _read_all(db: sqlite3.Connection) -> None:
    try:
        for seq, kind, body in db.execute("SELECT seq, kind, body FROM events"):
            decode_event(seq, kind, body)
    except LogError as error:
        raise Damaged(f"cannot be read ({error})") from error


def _try_writing(db: sqlite3.Connection) -> None:
    # Damage to the description of the tables shows only when they are used. Nothing of this reaches the disk.
    db.execute("BEGIN IMMEDIATE")
    try:
        seq = db.execute(ADD_EVENT, (0, "", "")).lastrowid
        db.execute(ADD_RULING, (seq, 0, 0, "", 0, ""))
        db.execute(SET_NAME, ("", ""))
        db.execute(FORGET_NAME, ("",))
    finally:
        if db.in_transaction:  # SQLite has ended it itself if the disk failed
            db.execute("ROLLBACK")


def _reading_mode(path: Path) -> str:
    # Even a reader makes -wal and -shm if they are missing. Without -wal all is in the file itself, and
    # `immutable` reads just that (a table that starts meanwhile writes into its -wal first; when it copies
    # that into the file, `check_unchanged` notices). With it, somebody writes or was cut short, and -shm is
    # read as it is. Cut short after the header of -wal and before its first entry, SQLite would wait in vain
    # for somebody to finish it ("locking protocol").
    wal = beside(path, "-wal")
    if not wal.exists() or wal.stat().st_size == WAL_HEADER:
        return "mode=ro&immutable=1"
    if not beside(path, "-shm").exists():
        raise LogError(
            f"{path}-wal holds a part of the log, but {path.name}-shm is missing; copy all three files,"
            " or start the table once on this log"
        )
    return "mode=ro&readonly_shm=1"
