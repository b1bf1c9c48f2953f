"""Looking into a log never disturbs it, whether a table is writing it or not."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog import EventLog, back_up, opening

from .makers import a_played_log, evening, files_in, scramble, tick


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "diavolo.log"


def test_without_a_log_no_game_has_been_played(path: Path) -> None:
    with pytest.raises(LogError, match=r"no game has been played yet.*diavolo\.log"):
        EventLog.read_only(path)
    assert files_in(path.parent) == {}


def test_an_empty_file_holds_no_game_and_stays_empty(path: Path) -> None:
    path.touch()
    with pytest.raises(LogError, match="no game has been played yet"):
        EventLog.read_only(path)
    assert files_in(path.parent) == {"diavolo.log": b""}


def test_reading_a_closed_log_makes_and_changes_no_file(path: Path) -> None:
    a_played_log(path)
    before = files_in(path.parent)
    with EventLog.read_only(path) as log:
        assert [logged.event for logged in log.events()] == evening()
        assert files_in(path.parent) == before
    assert files_in(path.parent) == before


def test_a_reader_sees_what_a_table_writes_meanwhile(path: Path) -> None:
    with EventLog.open(path) as table, EventLog.read_only(path) as reader:
        for seq in (1, 2, 3):
            tick(table)
            assert [logged.seq for logged in reader.events()][-1] == seq


def test_a_table_that_starts_and_copies_into_the_file_is_told_to_whoever_read_it_as_it_lay(
    path: Path,
) -> None:
    a_played_log(path, 400)
    with EventLog.read_only(path) as reader:
        reading = reader.events()
        next(reading)
        with EventLog.open(path) as table:
            assert len(list(reader.events())) > 1, "it has only started"
            table.keep_within(1)
        for question in (lambda: list(reading), reader.names, reader.last_game):
            with pytest.raises(LogError, match="a table has started meanwhile; try again"):
                question()


def test_a_backup_of_a_log_that_is_written_meanwhile_is_none(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Starting(opening.Immutable):
        def backup(self, *args: Any, **more: Any) -> None:
            with EventLog.open(path) as table:
                table.keep_within(1)
            super().backup(*args, **more)

    a_played_log(path, 30)
    monkeypatch.setattr(opening, "Immutable", Starting)
    with pytest.raises(LogError, match="a table has started meanwhile; try again"):
        back_up(path, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_a_table_writes_while_a_reader_is_in_the_midst_of_reading(path: Path) -> None:
    with EventLog.open(path) as table:
        for at in range(1200):
            tick(table, at)
        with EventLog.read_only(path) as reader:
            reading = reader.events()
            next(reading)
            tick(table)
            assert len(list(reading)) == 1199


def test_reading_changes_no_file_of_a_table_at_work(path: Path) -> None:
    with EventLog.open(path) as table:
        tick(table)
        before = {name: content for name, content in files_in(path.parent).items() if "-shm" not in name}
        with EventLog.read_only(path) as reader:
            list(reader.events())
        after = {name: content for name, content in files_in(path.parent).items() if "-shm" not in name}
        assert after == before


def crashed(path: Path, *endings: str) -> Path:
    """The files of a table in the midst of its work, as a power cut leaves them."""
    copy = path.parent / "crashed" / "log"
    copy.parent.mkdir()
    with EventLog.open(path) as log:
        tick(log)
        for ending in endings:
            shutil.copy(f"{path}{ending}", f"{copy}{ending}")
    return copy


def test_a_log_after_a_crash_is_read_in_full_and_not_changed(path: Path) -> None:
    copy = crashed(path, "", "-wal", "-shm")
    before = files_in(copy.parent)
    with EventLog.read_only(copy) as log:
        assert len(list(log.events())) == 1
    assert files_in(copy.parent) == before


def test_a_log_copied_without_all_its_files_is_not_read_in_part(path: Path) -> None:
    copy = crashed(path, "", "-wal")
    with pytest.raises(LogError, match="copy all three files"):
        EventLog.read_only(copy)
    assert set(files_in(copy.parent)) == {"log", "log-wal"}


def test_a_reader_sets_nothing_aside(path: Path) -> None:
    a_played_log(path)
    scramble(path, 4096, 64)
    before = files_in(path.parent)
    with pytest.raises(LogError, match="damaged"):
        EventLog.read_only(path)
    assert files_in(path.parent) == before


def test_a_reader_refuses_what_is_not_ours(path: Path) -> None:
    path.write_bytes(b"\xff\xd8\xff\xe0 a photograph" * 100)
    with pytest.raises(LogError, match="some other file"):
        EventLog.read_only(path)
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name)")
    with pytest.raises(LogError, match="another program"):
        EventLog.read_only(path)


def test_a_path_with_odd_letters_is_a_path(tmp_path: Path) -> None:
    path = a_played_log(tmp_path / "50% of Anna's games? #1 é.log")
    with EventLog.read_only(path) as log:
        assert log.last_game() == 1
