"""A file that is no whole log of ours is set aside, never lost; what is not the file's fault is said."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.eventlog.files import set_aside
from pi_diavolo.eventlog.schema import SCHEMA
from pi_diavolo.table.events import Tick
from pi_diavolo.table.players import PlayerId
from tests.lots import by_lot

from .makers import a_played_log, a_ruling, evening, files_in, scramble, tamper, tick


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "diavolo.log"


def test_missing_folders_are_made(tmp_path: Path) -> None:
    with EventLog.open(tmp_path / "a" / "b" / "log") as log:
        assert tick(log) == 1
        assert log.notice is None


def test_an_empty_file_is_simply_new(path: Path) -> None:
    path.touch()
    with EventLog.open(path) as log:
        assert tick(log) == 1
        assert log.notice is None


def test_a_creation_cut_short_is_simply_new(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size = 0")  # writes pages before the commit, as a long creation would
        db.execute("BEGIN")
        for statement in ("CREATE TABLE a (x)", *["INSERT INTO a VALUES (randomblob(9000))"] * 20):
            db.execute(statement)
        for ending in ("", "-journal"):
            shutil.copy(f"{path}{ending}", f"{path}.cut{ending}")
    cut = path.with_name(path.name + ".cut")
    assert cut.stat().st_size > 0
    with EventLog.open(cut) as log:
        assert tick(log) == 1
        assert log.notice is None


def another_programs_database() -> bytes:
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE recipes (name)")
        return db.serialize()


def our_tables_under_another_flag() -> bytes:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(SCHEMA)
        return db.serialize()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"x", id="one letter"),
        pytest.param(b"Shopping: milk, dice, felt\n", id="a short text"),
        pytest.param(b"Shopping: milk, dice, felt\n" * 1000, id="a long text"),
        pytest.param(b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(range(256)) * 40, id="a photograph"),
        pytest.param(bytes(8192), id="nothing but zeros, as a power cut leaves them"),
        pytest.param(b"SQLite format 3\x00", id="only the beginning of a database"),
        pytest.param(another_programs_database(), id="another program's database"),
        pytest.param(our_tables_under_another_flag(), id="our tables, but not our application id"),
    ],
)
def test_a_foreign_file_is_set_aside_unharmed(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with EventLog.open(path) as log:
        (aside,) = path.parent.glob("diavolo.log.damaged-*")
        assert aside.read_bytes() == content
        assert log.notice is not None
        assert str(path) in log.notice
        assert str(aside) in log.notice
        assert tick(log) == 1
    with EventLog.open(path) as log:
        assert log.notice is None
        assert len(list(log.events())) == 1


def assert_set_aside(path: Path) -> None:
    damaged = path.read_bytes()
    with EventLog.open(path) as log:
        (aside,) = path.parent.glob("diavolo.log.damaged-*")
        assert aside.read_bytes() == damaged
        assert str(aside) in (log.notice or "")
        assert list(log.events()) == []


def test_a_scrambled_page_is_noticed(path: Path) -> None:
    a_played_log(path)
    scramble(path, 4096, 64)
    assert_set_aside(path)


def test_a_scrambled_header_is_noticed(path: Path) -> None:
    a_played_log(path)
    scramble(path, 0, 100)
    assert_set_aside(path)


@pytest.mark.parametrize("share", [0.01, 0.3, 0.9])
def test_a_truncated_file_is_noticed(path: Path, share: float) -> None:
    a_played_log(path, evenings=30)
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    assert_set_aside(path)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param("UPDATE events SET kind = 'Sneezed' WHERE seq = 2", id="an unknown event"),
        pytest.param("UPDATE events SET body = '{' WHERE seq = 2", id="half an event"),
        pytest.param(
            "UPDATE events SET body = CAST(x'7bff7d' AS TEXT) WHERE seq = 2", id="an event in broken UTF-8"
        ),
        pytest.param("PRAGMA user_version = 0", id="a version that never was"),
    ],
)
def test_a_log_that_cannot_be_replayed_is_set_aside(path: Path, change: str) -> None:
    a_played_log(path)
    tamper(path, change)
    assert_set_aside(path)


@pytest.mark.parametrize("table", ["events", "rulings", "names"])
def test_a_log_without_one_of_its_tables_is_set_aside(path: Path, table: str) -> None:
    a_played_log(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"ALTER TABLE {table} RENAME TO elsewhere")
        db.commit()
    assert_set_aside(path)


@settings(max_examples=by_lot(200, usually=60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=st.floats(0.01, 1, exclude_max=True), noise=st.binary(min_size=1, max_size=8))
def test_whatever_is_damaged_the_table_starts(
    tmp_path_factory: pytest.TempPathFactory, where: float, noise: bytes
) -> None:
    path = a_played_log(tmp_path_factory.mktemp("noise") / "diavolo.log")
    content = bytearray(path.read_bytes())
    start = int(where * len(content))
    content[start : start + len(noise)] = noise
    path.write_bytes(content)
    with EventLog.open(path) as log:
        log.append(Tick(1.0), 1, [a_ruling()], 1, {})
        log.set_name(PlayerId("p-1"), "Anna")
        list(log.events())


def test_what_sqlite_keeps_beside_a_log_is_set_aside_with_it(path: Path) -> None:
    now = datetime(2031, 5, 17, 21, 4, 9)
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").write_text(f"damaged{ending}")
    aside = set_aside(path, now)
    assert aside.name == "diavolo.log.damaged-20310517-210409"
    assert files_in(path.parent) == {
        "diavolo.log.damaged-20310517-210409": b"damaged",
        "diavolo.log.damaged-20310517-210409-wal": b"damaged-wal",
        "diavolo.log.damaged-20310517-210409-shm": b"damaged-shm",
    }


def test_what_was_set_aside_before_is_not_overwritten(path: Path) -> None:
    now = datetime(2031, 5, 17, 21, 4, 9)
    for content in ("first", "second", "third"):
        path.write_text(content)
        set_aside(path, now)
    assert sorted(files_in(path.parent).values()) == [b"first", b"second", b"third"]


def test_a_log_of_a_newer_version_is_left_alone(path: Path) -> None:
    a_played_log(path)
    tamper(path, "PRAGMA user_version = 2")
    before = path.read_bytes()
    for opening in (EventLog.open, EventLog.read_only):
        with pytest.raises(LogError, match="update the program"):
            opening(path)
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*damaged*"))


def test_a_folder_is_no_log(path: Path) -> None:
    path.mkdir()
    with pytest.raises(LogError, match="is not a file"):
        EventLog.open(path)
    with pytest.raises(LogError):
        EventLog.read_only(path)
    assert [file.name for file in path.parent.iterdir()] == ["diavolo.log"]


def test_a_file_where_a_folder_should_be_is_said(path: Path) -> None:
    path.write_text("not a folder")
    with pytest.raises(LogError, match="cannot be made there"):
        EventLog.open(path / "log")


def test_an_opening_that_failed_lets_go_of_the_lock(path: Path) -> None:
    a_played_log(path)
    tamper(path, "PRAGMA user_version = 2")
    with pytest.raises(LogError, match="update"):
        EventLog.open(path)
    tamper(path, "PRAGMA user_version = 1")
    EventLog.open(path).close()


# Permissions mean nothing to root: the one who looks must be somebody else.
OPEN_IT = """
import os, sys
from pathlib import Path
from pi_diavolo.errors import LogError
from pi_diavolo.eventlog import EventLog
if os.geteuid() == 0:
    os.seteuid(65534)
try:
    getattr(EventLog, sys.argv[2])(Path(sys.argv[1]))
except LogError as error:
    print(error)
"""


@pytest.mark.parametrize("opening", ["open", "read_only"])
def test_a_log_without_permission_is_an_error_and_no_damage(path: Path, opening: str) -> None:
    a_played_log(path)
    path.chmod(0)
    ran = subprocess.run([sys.executable, "-c", OPEN_IT, str(path), opening], capture_output=True, text=True)
    assert "cannot be" in ran.stdout, ran.stderr
    path.chmod(0o600)
    assert set(files_in(path.parent)) == {"diavolo.log", "diavolo.log.lock"}


def test_an_opened_log_holds_the_evening_after_a_crash(path: Path) -> None:
    with EventLog.open(path) as log:
        for event in evening():
            log.append(event, 1, (), 1, {})
        for ending in ("", "-wal"):  # what a power cut leaves: the -wal not yet brought home
            shutil.copy(f"{path}{ending}", f"{path}.crashed{ending}")
    with EventLog.open(path.with_name("diavolo.log.crashed")) as log:
        assert [logged.event for logged in log.evening()] == evening()
        assert log.notice is None
