"""A copy of the whole log in one file, made while the table plays on, and the way back from it."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog.files import beside, free_name, lock, rename_all
from pi_diavolo.eventlog.migrations import MIGRATIONS, Step
from pi_diavolo.eventlog.opening import check_unchanged, open_for_copying


def back_up(path: Path, target: Path, steps: Sequence[Step] = MIGRATIONS) -> None:
    """Copy the log into a new file, whole or not at all; a table that writes it is not held up."""
    try:
        # Names stand in it: it is for whoever makes it, and nobody else.
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise LogError(f"{target}: there is a file already; choose another name") from None
    except OSError as error:
        raise LogError(f"{target}: cannot be written ({error.strerror}); choose another place") from None
    try:
        log = open_for_copying(path.resolve(), steps)
        with closing(log), closing(sqlite3.connect(target)) as copy:
            log.backup(copy)
            check_unchanged(log)
            copy.execute("PRAGMA journal_mode = DELETE")  # all in one file, wherever it is carried
            if copy.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                raise LogError(f"{target}: the copy is not whole; try again")
        _sync(target)
    except BaseException as error:
        with suppress(OSError):
            target.unlink()
        if isinstance(error, sqlite3.Error | OSError):
            raise LogError(
                f"{target}: the copy could not be written ({error}); make room, or choose another place"
            ) from error
        raise


def restore(path: Path, source: Path, now: datetime, steps: Sequence[Step] = MIGRATIONS) -> Path | None:
    """Put a copy in the log's place while no table runs; what was there is kept under the name returned."""
    path = path.resolve()
    if source.resolve() == path:
        raise LogError(f"{source} is the log itself; name a backup of it")
    with lock(path):
        new = free_name(beside(path, ".restoring"))
        back_up(source, new, steps)
        aside = free_name(beside(path, f".before-{now:%Y%m%d-%H%M%S}")) if path.exists() else None
        try:
            if aside is not None:
                rename_all(path, aside)
            new.rename(path)
            _sync(path.parent)
        except OSError as error:
            raise LogError(
                f"{path}: the backup could not be put there ({error.strerror}); it lies in {new}"
            ) from error
    return aside


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
