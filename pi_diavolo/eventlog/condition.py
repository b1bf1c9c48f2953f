"""In which condition a log is, however damaged: what of it can still be read, for a bug report."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog.codec import KINDS
from pi_diavolo.eventlog.files import SIDECARS, beside, in_use
from pi_diavolo.eventlog.opening import check_unchanged, open_unchecked
from pi_diavolo.eventlog.reading import LogReader
from pi_diavolo.eventlog.schema import APPLICATION_ID, SCHEMA_VERSION

SQLITE_VERSION = sqlite3.sqlite_version
# More complaints of the same kind tell no more.
COMPLAINTS = 20


def condition(path: Path) -> dict[str, Any]:
    """The files and their sizes, whose log it is, whether it is whole, and how much stands in it."""
    path = path.resolve()
    files = (path, *(beside(path, ending) for ending in (*SIDECARS, ".lock")))
    told: dict[str, Any] = {
        "bytes": {file.name: file.stat().st_size for file in files if file.exists()},
        "in_use": in_use(path),
        "known_version": SCHEMA_VERSION,
    }
    try:
        with closing(open_unchecked(path)) as db:
            told |= {name: _asked(db, ask) for name, ask in QUESTIONS.items()}
            check_unchanged(db)
    except LogError as error:
        told["trouble"] = str(error)
    return told


@contextmanager
def whatever_is_left(path: Path) -> Iterator[LogReader]:
    """The log to be read as far as it goes; raises LogError where nothing can be."""
    with LogReader(open_unchecked(path.resolve()), str(path)) as log:
        yield log


def _one(question: str) -> Callable[[sqlite3.Connection], Any]:
    return lambda db: db.execute(question).fetchone()[0]


QUESTIONS: dict[str, Callable[[sqlite3.Connection], Any]] = {
    "ours": lambda db: _one("PRAGMA application_id")(db) == APPLICATION_ID,
    "version": _one("PRAGMA user_version"),
    "journal": _one("PRAGMA journal_mode"),
    "integrity": lambda db: [said for (said,) in db.execute(f"PRAGMA integrity_check({COMPLAINTS})")],
    "pages": _one("PRAGMA page_count"),
    "games": _one("SELECT COUNT(DISTINCT game) FROM events"),
    "last_game": _one("SELECT MAX(game) FROM events"),
    "put_away": lambda db: _put_away(db),
    "last_event": _one("SELECT MAX(seq) FROM events"),
    "rulings": _one("SELECT COUNT(*) FROM rulings"),
    "players_named": _one("SELECT COUNT(*) FROM names"),
    "events": lambda db: _counted(db.execute("SELECT kind, COUNT(*) FROM events GROUP BY kind")),
}


def _put_away(db: sqlite3.Connection) -> int:
    """How many files were; a log of before has no place to say so."""
    known = _one("SELECT COUNT(*) FROM sqlite_master WHERE name = 'put_away'")(db)
    return int(_one("SELECT COUNT(*) FROM put_away")(db)) if known else 0


def _counted(kinds: Iterable[tuple[str, int]]) -> dict[str, int]:
    counts = Counter[str]()
    for kind, count in kinds:
        counts[kind if kind in KINDS else "unknown"] += count  # damage may have put anything there
    return dict(sorted(counts.items()))


def _asked(db: sqlite3.Connection, ask: Callable[[sqlite3.Connection], Any]) -> Any:
    try:
        return ask(db)
    except (sqlite3.Error, ValueError) as error:  # SQLite may quote bytes that are no text
        return f"cannot be read ({error})"
