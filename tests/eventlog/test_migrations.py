"""An older log is backed up, then brought up to date as a whole or not at all."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.eventlog.migrations import MIGRATIONS, newest, version_of
from pi_diavolo.eventlog.schema import SCHEMA_VERSION

from .makers import a_played_log, evening, tick


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return a_played_log(tmp_path / "diavolo.log")


def keep_nicknames(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE names ADD COLUMN nickname TEXT")


def stumble(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE half_done (x)")
    db.execute("SELECT * FROM nowhere")


ONE_MORE = (*MIGRATIONS, keep_nicknames)


def columns(path: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return version_of(db)


def backup_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.v{SCHEMA_VERSION}")


def test_the_steps_lead_to_the_schema() -> None:
    assert newest(MIGRATIONS) == SCHEMA_VERSION


def test_a_log_of_this_version_is_not_touched(path: Path) -> None:
    EventLog.open(path).close()
    assert not backup_of(path).exists()


def test_an_older_log_is_migrated_and_goes_on(path: Path) -> None:
    with EventLog.open(path, ONE_MORE) as log:
        assert [logged.event for logged in log.events()] == evening()
        assert tick(log) == len(evening()) + 1
        assert log.notice is None
    assert columns(path, "names") == ["player", "name", "nickname"]
    assert version(path) == SCHEMA_VERSION + 1


def test_the_older_log_is_kept_beside(path: Path) -> None:
    EventLog.open(path, ONE_MORE).close()
    assert version(backup_of(path)) == SCHEMA_VERSION
    assert columns(backup_of(path), "names") == ["player", "name"]
    with EventLog.read_only(backup_of(path)) as backup:
        assert [logged.event for logged in backup.events()] == evening()


def test_a_backup_is_not_overwritten(path: Path) -> None:
    backup_of(path).write_text("an earlier backup")
    EventLog.open(path, ONE_MORE).close()
    assert backup_of(path).read_text() == "an earlier backup"
    assert version(path.with_name(f"{path.name}.v{SCHEMA_VERSION}-2")) == SCHEMA_VERSION


def test_a_step_that_fails_leaves_the_log_as_it_was(path: Path) -> None:
    with pytest.raises(LogError, match="it is as it was"):
        EventLog.open(path, (*ONE_MORE, stumble))
    assert version(path) == SCHEMA_VERSION
    assert columns(path, "names") == ["player", "name"]
    assert columns(path, "half_done") == []
    assert not list(path.parent.glob("*damaged*"))
    with EventLog.open(path) as log:
        assert len(list(log.events())) == len(evening())


def test_a_reader_does_not_migrate(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(LogError, match="start the table once"):
        EventLog.read_only(path, ONE_MORE)
    assert path.read_bytes() == before


def test_a_new_log_begins_with_the_newest_version(tmp_path: Path) -> None:
    with EventLog.open(tmp_path / "new", ONE_MORE) as log:
        tick(log)
    assert version(tmp_path / "new") == SCHEMA_VERSION + 1


def test_what_an_older_version_has_put_away_is_still_read(path: Path) -> None:
    with EventLog.open(path) as log:
        log.keep_within(1, all_over=True)
        assert log.put_away is not None
        file = log.put_away.file
    before = file.read_bytes()
    with EventLog.read_only(file, ONE_MORE) as old:
        assert [logged.event for logged in old.events()] == evening()
        assert version_of(old._db) == newest(ONE_MORE)
        assert old._db.execute("SELECT nickname FROM names").fetchall() == []
    assert file.read_bytes() == before
    with pytest.raises(LogError, match="is damaged"):
        EventLog.read_only(file, (*MIGRATIONS, stumble))
