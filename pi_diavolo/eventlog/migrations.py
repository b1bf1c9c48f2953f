"""Bringing an older log up to date: one step for each version, all in one transaction, after a backup."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog.files import beside, free_name

# A step works on an open transaction and must leave it open: `execute`, never `executescript`.
# One that rewrites events has to drop their triggers and put them back.
Step = Callable[[sqlite3.Connection], None]

# The first step leads from version 1 to 2, the next from 2 to 3, and so on.
MIGRATIONS: tuple[Step, ...] = ()


def version_of(db: sqlite3.Connection) -> int:
    """The version of the schema in this file."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def newest(steps: Sequence[Step]) -> int:
    """The version to which these steps lead."""
    return len(steps) + 1


def bring_up_to_date(db: sqlite3.Connection, path: Path, steps: Sequence[Step]) -> None:
    """Migrate an older file; the file as it was is kept beside it with its version as ending."""
    found = version_of(db)
    if found == newest(steps):
        return
    backup = free_name(beside(path, f".v{found}"))
    try:
        _copy(db, backup)
        take_steps(db, steps)
    except sqlite3.Error as error:
        raise LogError(
            f"{path}: the log of version {found} could not be brought to version {newest(steps)} ({error});"
            " it is as it was; make room on the disk and start again, or use the program that wrote it"
        ) from error


def _copy(db: sqlite3.Connection, backup: Path) -> None:
    with closing(sqlite3.connect(backup)) as copy:
        db.backup(copy)


def take_steps(db: sqlite3.Connection, steps: Sequence[Step]) -> None:
    """From the version of this database to the newest one, or not at all; no copy is kept."""
    found = version_of(db)
    db.execute("BEGIN IMMEDIATE")
    try:
        for step in steps[found - 1 :]:
            step(db)
        db.execute(f"PRAGMA user_version = {newest(steps)}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
