"""The files round a log: its lock, free names for its copies, and setting a damaged one aside."""

import fcntl
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO

from pi_diavolo.errors import LogError

# What SQLite keeps beside a database, and must go with it.
SIDECARS = ("-wal", "-shm", "-journal")

# Between the log's own name and a number, and after it, in the name of a file of evenings that were put away.
MARK, ENDING = ".put-away-", ".gz"

ADVICE = "check that the folder is there, may be written and has room, or name another log"


def lock(path: Path) -> IO[str]:
    """Make this process the log's only writer until the returned file is closed (or the process ends)."""
    try:
        if path.exists() and not path.is_file():
            raise LogError(f"{path} is not a file; name the file for the log")
        path.parent.mkdir(parents=True, exist_ok=True)
        return _held(beside(path, ".lock"))
    except BlockingIOError as error:
        raise LogError(
            f"{path}: another table is using this log; stop that one, or give this one a log of its own"
        ) from error
    except OSError as error:
        raise LogError(f"{path}: the log cannot be made there ({error.strerror}); {ADVICE}") from error


def _held(path: Path) -> IO[str]:
    # The file stays when the table stops: were it deleted, two tables could lock two files of one name.
    held = path.open("a")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise
    return held


def is_put_away(path: Path) -> bool:
    """Whether this is a file of evenings that were put away, by its name."""
    return MARK in path.name and path.name.endswith(ENDING)


def refuse_put_away(path: Path) -> None:
    """Raises LogError for such a file: it is no log to play on, to copy or to change."""
    if is_put_away(path):
        raise LogError(
            f"{path} holds games that were put away from a log, without names; `games list --log` reads it,"
            " and `games restore` brings them back into the log"
        )


def set_aside(path: Path, now: datetime) -> Path:
    """Rename a log and what SQLite keeps beside it, so that nothing is lost; returns the new path."""
    aside = free_name(beside(path, f".damaged-{now:%Y%m%d-%H%M%S}"))
    try:
        rename_all(path, aside)
    except OSError as error:
        raise LogError(f"{path}: the log is damaged and cannot be set aside ({error.strerror})") from error
    return aside


def rename_all(path: Path, other: Path) -> None:
    """Rename a log with what SQLite keeps beside it: a -wal that is left would spoil the next log."""
    path.rename(other)
    for ending in SIDECARS:
        with suppress(FileNotFoundError):
            beside(path, ending).rename(beside(other, ending))


def in_use(path: Path) -> bool:
    """Whether a table has this log open now."""
    try:
        with beside(path, ".lock").open() as held:
            fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # no lock: no table was ever there, or none that we may know of
        return False
    return False


def beside(path: Path, ending: str) -> Path:
    """The path with something added to its name, whatever dots that has."""
    return path.with_name(path.name + ending)


def free_name(path: Path) -> Path:
    """The path itself, or with -2, -3, … after it: nothing is ever overwritten."""
    number, free = 1, path
    while any(beside(free, ending).exists() for ending in ("", *SIDECARS)):
        number += 1
        free = beside(path, f"-{number}")
    return free
