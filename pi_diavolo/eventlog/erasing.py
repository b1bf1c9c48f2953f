"""Taking a name out of the log, its rows and the bytes of its files; and looking whether it is gone."""

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from unicodedata import normalize

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog.files import SIDECARS, beside, in_use
from pi_diavolo.eventlog.migrations import MIGRATIONS, Step
from pi_diavolo.eventlog.names import ALL_NAMES, write_anew
from pi_diavolo.eventlog.opening import open_for_erasing
from pi_diavolo.table.players import PlayerId

# Each time SQLite itself waits up to a second for whoever reads the log.
TRIES = 5

# All that a log holds besides names: a player may be called Red, or Grab.
OTHER_WORDS = """
SELECT EXISTS (SELECT 1 FROM events WHERE instr(body, :word) OR instr(kind, :word))
    OR EXISTS (SELECT 1 FROM rulings WHERE instr(ruling, :word) OR instr(settings, :word))
    OR EXISTS (SELECT 1 FROM names WHERE instr(name, :word) OR instr(player, :word))
    OR EXISTS (SELECT 1 FROM sqlite_master WHERE instr(sql, :word))
"""


@dataclass(frozen=True, slots=True)
class Erased:
    """Whose name is gone; which of the log's files still show it, and which copies beside the log do."""

    players: tuple[PlayerId, ...]
    left_in: tuple[Path, ...]
    copies: tuple[Path, ...]
    in_use: bool


def erase_name(path: Path, name: str, steps: Sequence[Step] = MIGRATIONS) -> Erased:
    """Erase everybody of this name, also while a table writes the log; no `players` if there is nobody."""
    path = path.resolve()
    try:
        with closing(open_for_erasing(path, steps)) as db:
            erased = _erase(db, _same(name))
            _empty_the_wal(db)
            traces = frozenset(_traces(db, erased))
    except sqlite3.Error as error:
        raise LogError(
            f"{path}: the name could not be erased ({error}); see to the disk and to who else uses the log,"
            " and try again"
        ) from error
    # Only now: the last one to close the log takes its -wal away.
    own = [path, *(beside(path, ending) for ending in SIDECARS)]
    copies = [file for file in sorted(path.parent.glob(f"{path.name}.*")) if file.is_file()]
    players = tuple(PlayerId(player) for player, _ in erased)
    return Erased(players, _showing(own, traces), _showing(copies, traces), in_use(path))


def _same(name: str) -> str:
    return normalize("NFC", " ".join(name.split())).casefold()


def _erase(db: sqlite3.Connection, wanted: str) -> list[tuple[str, bytes]]:
    """Everybody of this name, by id and as it stood there."""
    db.execute("BEGIN IMMEDIATE")
    try:
        rows = db.execute(ALL_NAMES).fetchall()
        erased = [(player, raw) for player, raw in rows if _same(raw.decode(errors="replace")) == wanted]
        if erased:
            write_anew(db, {player: None for player, _ in erased})
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return erased


def _empty_the_wal(db: sqlite3.Connection) -> None:
    """Copy the -wal file into the log and cut it to nothing; whoever reads the log now holds that up."""
    for _ in range(TRIES):
        busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy:
            return


def _traces(db: sqlite3.Connection, erased: Iterable[tuple[str, bytes]]) -> Iterable[bytes]:
    """What to look for: the row as SQLite lays it down; the name alone unless it is a word of the log."""
    for player, raw in erased:
        yield player.encode() + raw
        if not db.execute(OTHER_WORDS, {"word": raw.decode(errors="replace")}).fetchone()[0]:
            yield raw


def _showing(files: Iterable[Path], traces: Collection[bytes]) -> tuple[Path, ...]:
    return tuple(file for file in files if _shows(file, traces))


def _shows(file: Path, traces: Collection[bytes]) -> bool:
    try:
        if file.stat().st_size == 0:
            return False
        with file.open("rb") as opened, mmap(opened.fileno(), 0, access=ACCESS_READ) as content:
            return any(content.find(trace) >= 0 for trace in traces)
    except FileNotFoundError:
        return False
    except (OSError, ValueError):  # what cannot be looked at must not be called clean
        return True
