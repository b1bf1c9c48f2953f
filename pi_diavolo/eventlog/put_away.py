"""A log that has grown too large: its oldest evenings go, compressed, into a file of their own beside it."""

import gzip
import hashlib
import os
import re
import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog.files import ENDING, MARK, beside
from pi_diavolo.eventlog.opening import create, prepare
from pi_diavolo.eventlog.schema import PUT_AWAY
from pi_diavolo.table.events import EveningOpened

# The log is brought down to this share of its bound, so that there is not something to do at every start.
SHARE = 0.75
HOLLOW = 1.25
# No more at one start: people wait for their table, and systemd does not wait for ever.
MOST_AT_ONCE = 32_000_000
# Nor is a larger log written anew; a copy of it lies on the disk meanwhile, and another in the -wal file.
MOST_WRITTEN_ANEW, COPIES = 32_000_000, 3

MOST_EVENTS = 2**62

NUMBERS = re.compile(rf"{re.escape(MARK)}(\d+)(?:-(\d+))?{re.escape(ENDING)}$")

ROWS = "SELECT seq, game, kind, body FROM events WHERE seq <= ? ORDER BY seq"
RULINGS = "SELECT seq, game, turn, ruling, rules_version, settings FROM rulings WHERE seq <= ? ORDER BY rowid"
GAMES = "SELECT MIN(game), MAX(game) FROM events WHERE seq <= ?"
SIZE = """
SELECT (SELECT TOTAL(length(kind) + length(body)) FROM events WHERE seq >= :first AND seq < :next)
    + (SELECT TOTAL(length(ruling) + length(settings)) FROM rulings WHERE seq >= :first AND seq < :next)
"""


@dataclass(frozen=True, slots=True)
class PutAway:
    """All evenings up to event `last`, and the file they lie in; the games among them, if there were any."""

    last: int
    first_game: int | None
    last_game: int | None
    file: Path
    digest: str


def used_bytes(db: sqlite3.Connection) -> int:
    """What stands in the log; pages that were given back are used again before the file grows."""
    return file_bytes(db) - _asked(db, "freelist_count") * _asked(db, "page_size")


def file_bytes(db: sqlite3.Connection) -> int:
    """The size of the file itself."""
    return _asked(db, "page_count") * _asked(db, "page_size")


def is_hollow(db: sqlite3.Connection, most: int, folder: Path) -> bool:
    """Whether the file is far larger than the bound though little stands in it, as after a lowered bound.

    Elsewhere, and where the disk has no room for it, it is left as it is: writing it anew takes a card longer
    than all the rest, for room that the next evenings need again.
    """
    used = used_bytes(db)
    little = used <= min(most, MOST_WRITTEN_ANEW)
    return little and file_bytes(db) > HOLLOW * most and shutil.disk_usage(folder).free > COPIES * used


def last_too_old(db: sqlite3.Connection, most: int, *, all_over: bool) -> int | None:
    """The last event to be put away, if more than `most` bytes are used; an evening in hand stays."""
    used = used_bytes(db)
    if used <= most:
        return None
    openings = db.execute("SELECT seq FROM events WHERE kind = ? ORDER BY seq", (EveningOpened.__name__,))
    # Text alone: SQLite's own share goes with it.
    share = used / max(1.0, _text_bytes(db, 0, MOST_EVENTS))
    too_much, first, last = min(used - SHARE * most, MOST_AT_ONCE), 0, None
    ends = [following for (following,) in openings.fetchall()[1:]]
    if all_over:
        ends.append(db.execute("SELECT MAX(seq) + 1 FROM events").fetchone()[0])
    for following in ends:
        too_much -= share * _text_bytes(db, first, following)
        first, last = following, following - 1
        if too_much <= 0:
            break
    return last


def _text_bytes(db: sqlite3.Connection, first: int, following: int) -> float:
    return float(db.execute(SIZE, {"first": first, "next": following}).fetchone()[0])


def write_away(db: sqlite3.Connection, path: Path, last: int) -> PutAway:
    """Write these evenings into their file; it is whole and on the disk before anything leaves the log."""
    content = _packed(db, last)
    try:
        file = _place(path, last, content)
        new = beside(file, ".new")
        for unfinished in path.parent.glob(f"{path.name}{MARK}*.new"):  # the power went
            unfinished.unlink()
        with new.open("wb") as opened:
            os.fchmod(opened.fileno(), 0o600)
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        new.replace(file)
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError:
        for unfinished in path.parent.glob(f"{path.name}{MARK}*.new"):
            with suppress(OSError):
                unfinished.unlink()
        raise
    first_game, last_game = db.execute(GAMES, (last,)).fetchone()
    return PutAway(last, first_game, last_game, file, _digest(content))


def cut(db: sqlite3.Connection, away: PutAway) -> None:
    """Within a transaction: take out of the log what lies in its file."""
    db.execute(PUT_AWAY)
    with _unguarded(db):
        db.execute("DELETE FROM rulings WHERE seq <= ?", (away.last,))
        db.execute("DELETE FROM events WHERE seq <= ?", (away.last,))
    game = db.execute("SELECT MAX(game) FROM put_away").fetchone()[0]
    row = (away.last, away.last_game or game or 0, away.file.name, away.digest)
    db.execute("INSERT INTO put_away VALUES (?, ?, ?, ?)", row)


def bring_back(db: sqlite3.Connection, old: sqlite3.Connection, file: Path) -> None:
    """Within a transaction: the evenings of such a file stand in the log again, before all others.

    A log in which nothing ever stood, as on a new card, takes any file, and learns from it what lies in
    older ones: from then on it is as if it had put them away itself.
    """
    db.execute(PUT_AWAY)
    if _is_new(db):
        db.executemany("INSERT INTO put_away VALUES (?, ?, ?, ?)", old.execute("SELECT * FROM put_away"))
        last = old.execute("SELECT MAX(seq) FROM events").fetchone()[0]
    else:
        last = _last_of_next(db, old, file)
    with _unguarded(db):
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", old.execute(ROWS, (last,)))
        db.executemany("INSERT INTO rulings VALUES (?, ?, ?, ?, ?, ?)", old.execute(RULINGS, (last,)))
    db.execute("DELETE FROM put_away WHERE last = ?", (last,))


def _is_new(db: sqlite3.Connection) -> bool:
    known = "SELECT EXISTS (SELECT 1 FROM events) OR EXISTS (SELECT 1 FROM put_away)"
    return not db.execute(known).fetchone()[0]


def _last_of_next(db: sqlite3.Connection, old: sqlite3.Connection, file: Path) -> int:
    """The last event of what was put away last; raises LogError unless it is just this file."""
    rows = db.execute("SELECT last, file, digest FROM put_away ORDER BY last DESC LIMIT 2").fetchall()
    if not rows:
        raise LogError(f"{file} is not what was put away last from this log; there is none")
    (last, name, digest), before = rows[0], rows[1][0] if rows[1:] else 0
    found = old.execute("SELECT MIN(seq), MAX(seq) FROM events").fetchone()
    if found != (before + 1, last) or _digest(file.read_bytes()) != digest:
        raise LogError(f"{file} is not what was put away last from this log; bring back {name}")
    return int(last)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def name_of(last: int, number: int = 1) -> str:
    """What stands behind the log's own name in that of such a file."""
    return f"{MARK}{last:08d}{f'-{number}' if number > 1 else ''}{ENDING}"


def _place(path: Path, last: int, content: bytes) -> Path:
    """Where this goes; nothing else is ever overwritten, such as the games of a log that lay here before."""
    number = 1
    while (file := beside(path, name_of(last, number))).exists() and file.read_bytes() != content:
        number += 1
    return file


def put_away_beside(path: Path) -> list[Path]:
    """All that was ever put away from this log and is still there, the oldest first."""
    path = path.resolve()
    files = (file for file in path.parent.glob("*") if file.name.startswith(f"{path.name}{MARK}"))
    return sorted((file for file in files if file.name.endswith(ENDING)), key=_age)


def _age(file: Path) -> tuple[int, int, str]:
    """By the last event and, where files share it, as they were made; what people have renamed comes last."""
    found = NUMBERS.search(file.name)
    last, number = (int(found[1]), int(found[2] or 1)) if found else (MOST_EVENTS, 1)
    return last, number, file.name


def log_of(path: Path) -> Path:
    """The log that they were taken from, if nobody has carried the file elsewhere."""
    return path.with_name(path.name.partition(MARK)[0])


def unpacked(path: Path) -> sqlite3.Connection:
    """The evenings in such a file, as a log in memory; raises LogError where they cannot be read."""
    try:
        content = gzip.decompress(path.read_bytes())
        if not content:  # of which SQLite makes a MemoryError
            raise EOFError("there is nothing in it")
        db = sqlite3.connect(":memory:", isolation_level=None)
        prepare(db)
        db.deserialize(content)
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or error
        raise LogError(f"{path}: cannot be read ({why}); name a file that was put away") from error
    return db


def _packed(db: sqlite3.Connection, last: int) -> bytes:
    """A log of its own, without anybody's name: what is erased from the log shows nowhere else."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        create(copy)
        copy.execute(PUT_AWAY)
        copy.execute("BEGIN")
        with _unguarded(copy):
            copy.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", db.execute(ROWS, (last,)))
            copy.executemany("INSERT INTO rulings VALUES (?, ?, ?, ?, ?, ?)", db.execute(RULINGS, (last,)))
        if db.execute("SELECT COUNT(*) FROM sqlite_master WHERE name = 'put_away'").fetchone()[0]:
            copy.executemany("INSERT INTO put_away VALUES (?, ?, ?, ?)", db.execute("SELECT * FROM put_away"))
        copy.execute("COMMIT")
        return gzip.compress(copy.serialize(), mtime=0)  # the same evenings, the same bytes


@contextmanager
def _unguarded(db: sqlite3.Connection) -> Iterator[None]:
    """Rows may be moved; if anything goes wrong, the transaction brings the triggers back, too."""
    guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        db.execute(f"DROP TRIGGER {name}")
    yield
    for _, definition in guards:
        db.execute(definition)


def _asked(db: sqlite3.Connection, question: str) -> int:
    return int(db.execute(f"PRAGMA {question}").fetchone()[0])
