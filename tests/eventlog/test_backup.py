"""A backup is made while the table plays, is whole, and leads back."""

from datetime import datetime
from pathlib import Path

import pytest

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog import EventLog, back_up, restore
from pi_diavolo.table.players import PlayerId
from tests.eventlog.makers import evening, files_in, play, scramble

NOW = datetime(2026, 5, 1, 20, 0)
ANNA = PlayerId("p-anna")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "table").mkdir()
    return tmp_path / "table" / "games.db"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "stick.db"


def test_it_is_made_while_a_table_writes_and_leads_back_to_that_moment(path: Path, copy: Path) -> None:
    with EventLog.open(path) as log:
        log.set_name(ANNA, "Anna")
        play(log, evening())
        back_up(path, copy)
        play(log, evening(first_game=2))
    assert not copy.with_name("stick.db-wal").exists()
    kept = restore(path, copy, NOW)
    with EventLog.open(path) as log:
        assert log.notice is None
        assert [logged.event for logged in log.events()] == evening()
        assert log.names() == {ANNA: "Anna"}
        play(log, evening(first_game=2))
    assert kept == path.with_name("games.db.before-20260501-200000")
    with EventLog.read_only(kept) as before:
        assert before.last_number() == 2 * len(evening())


def test_it_is_for_its_owner_alone(path: Path, copy: Path) -> None:
    EventLog.open(path).close()
    back_up(path, copy)
    assert copy.stat().st_mode & 0o777 == 0o600


def test_nothing_is_overwritten_and_nothing_half_is_left(path: Path, copy: Path, tmp_path: Path) -> None:
    EventLog.open(path).close()
    copy.write_text("a letter")
    with pytest.raises(LogError, match="there is a file already; choose another name"):
        back_up(path, copy)
    assert copy.read_text() == "a letter"
    with pytest.raises(LogError, match="cannot be written"):
        back_up(path, tmp_path / "nowhere" / "stick.db")
    scramble(path, 4096, 4096)
    with pytest.raises(LogError, match="is damaged"):
        back_up(path, tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def test_a_table_that_runs_is_not_restored_under(path: Path, copy: Path) -> None:
    with EventLog.open(path) as log:
        play(log, evening())
        back_up(path, copy)
        with pytest.raises(LogError, match="another table is using this log; stop that one"):
            restore(path, copy, NOW)
        play(log, evening(first_game=2))


@pytest.mark.parametrize("content", [b"a letter to grandmother", b"", b"SQLite format 3\0" + b"x" * 900])
def test_only_a_whole_log_is_put_in_its_place(path: Path, copy: Path, content: bytes) -> None:
    with EventLog.open(path) as log:
        play(log, evening())
    before = files_in(path.parent)
    copy.write_bytes(content)
    with pytest.raises(LogError):
        restore(path, copy, NOW)
    assert files_in(path.parent) == before


def test_where_there_is_no_log_or_a_damaged_one_a_backup_makes_it_whole(path: Path, copy: Path) -> None:
    with EventLog.open(path) as log:
        play(log, evening())
    back_up(path, copy)
    scramble(path, 4096, 4096)
    damaged = path.read_bytes()
    kept = restore(path, copy, NOW)
    assert kept is not None
    assert kept.read_bytes() == damaged
    path.unlink()
    assert restore(path, copy, NOW) is None
    with EventLog.open(path) as log:
        assert (log.notice, log.last_number()) == (None, len(evening()))


def test_what_sqlite_kept_beside_the_old_log_does_not_spoil_the_new_one(path: Path, copy: Path) -> None:
    with EventLog.open(path) as log:
        play(log, evening())
        back_up(path, copy)
        play(log, evening(first_game=2))
        left = {ending: path.with_name(f"games.db{ending}").read_bytes() for ending in ("-wal", "-shm")}
    for ending, content in left.items():  # as if the table had been cut short
        path.with_name(f"games.db{ending}").write_bytes(content)
    restore(path, copy, NOW)
    with EventLog.open(path) as log:
        assert (log.notice, log.last_number()) == (None, len(evening()))


def test_the_log_is_no_backup_of_itself(path: Path) -> None:
    EventLog.open(path).close()
    with pytest.raises(LogError, match="is the log itself"):
        restore(path, path, NOW)
