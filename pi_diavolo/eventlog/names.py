"""Changing a name so that the former one leaves the disk, wherever SQLite once had it."""

import sqlite3
from collections.abc import Mapping

ALL_NAMES = "SELECT player, CAST(name AS BLOB) FROM names ORDER BY rowid"
ADD_NAME = "INSERT INTO names (player, name) VALUES (?, CAST(? AS TEXT))"


def write_anew(db: sqlite3.Connection, changed: Mapping[str, str | None]) -> None:
    """Within a transaction: empty the table of names and write it again, changed; None erases.

    SQLite overwrites what is deleted, but not what it once moved from page to page when there were more
    names than fit on one (seen in the raw file); of a table that is emptied it leaves nothing. As bytes, so
    that a name that was damaged does not stop it.
    """
    names: dict[str, bytes | str | None] = {**dict(db.execute(ALL_NAMES)), **changed}
    db.execute("DELETE FROM names")
    db.executemany(ADD_NAME, [(player, name) for player, name in names.items() if name is not None])
