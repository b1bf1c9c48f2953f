"""What was appended stands, is seen by others at once, and cannot be changed."""

import math
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog import EventLog, LoggedEvent, LogNotWritten
from pi_diavolo.eventlog.schema import APPLICATION_ID
from pi_diavolo.table.events import EveningOpened, Started, Tick
from pi_diavolo.table.players import PlayerId

from .makers import CountingReferee, a_played_log, a_ruling, evening, files_in, play, tamper, tick

ANNA = PlayerId("p-1")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evenings" / "diavolo.log"


@pytest.fixture
def log(path: Path) -> Iterator[EventLog]:
    with EventLog.open(path) as log:
        yield log


def test_events_come_back_in_the_order_they_were_written(log: EventLog) -> None:
    assert [log.append(Tick(at), 3, (), 1, {}) for at in (2.0, 1.0)] == [1, 2]
    assert list(log.events()) == [LoggedEvent(1, 3, Tick(2.0)), LoggedEvent(2, 3, Tick(1.0))]


def test_the_events_after_a_number_can_be_asked_for(log: EventLog) -> None:
    for at in range(1200):  # more than one portion
        tick(log, at)
    assert [logged.seq for logged in log.events(since=1)] == list(range(2, 1201))


def test_reading_ends_at_what_stood_there_when_it_began(log: EventLog) -> None:
    tick(log)
    for logged in log.events():
        tick(log, logged.seq)
    assert len(list(log.events())) == 2


def test_an_append_is_committed_before_it_returns(log: EventLog, path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        seq = log.append(Tick(1.0), 1, [a_ruling()], 1, {})
        assert other.execute("SELECT seq, kind FROM events").fetchall() == [(seq, "Tick")]
        assert other.execute("SELECT seq, turn FROM rulings").fetchall() == [(seq, 1)]


def test_a_batch_is_seen_by_others_only_when_it_ends(log: EventLog, path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        with log.batch():
            assert [tick(log), tick(log)] == [1, 2]
            assert other.execute("SELECT COUNT(*) FROM events").fetchone() == (0,)
        assert other.execute("SELECT COUNT(*) FROM events").fetchone() == (2,)


def test_a_batch_that_fails_leaves_nothing_behind(log: EventLog) -> None:
    with pytest.raises(LogError), log.batch():
        assert [tick(log, at) for at in (1.0, math.nan)]
    assert list(log.events()) == []
    assert tick(log) == 1


def test_a_batch_within_a_batch_is_part_of_it(log: EventLog, path: Path) -> None:
    with log.batch():
        with log.batch():
            tick(log)
        tick(log)
        with closing(sqlite3.connect(path)) as other:
            assert other.execute("SELECT COUNT(*) FROM events").fetchone() == (0,)
    assert len(list(log.events())) == 2


def test_the_log_is_as_safe_as_sqlite_can_make_it(log: EventLog, path: Path) -> None:
    def pragma(name: str) -> object:
        return log._db.execute(f"PRAGMA {name}").fetchone()[0]

    assert pragma("journal_mode") == "wal"
    assert pragma("synchronous") == 2  # FULL
    assert pragma("secure_delete") == 1
    assert pragma("application_id") == APPLICATION_ID
    assert pragma("user_version") == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET body = '{}' WHERE seq = 1",
        "DELETE FROM events WHERE seq = 1",
        "DELETE FROM events",
        "INSERT OR REPLACE INTO events (seq, kind, body) VALUES (1, 'Tick', '{}')",
        "UPDATE rulings SET ruling = '{}'",
        "DELETE FROM rulings",
        "INSERT OR REPLACE INTO rulings VALUES (7, 1, 1, '{}', 1, '{}')",
        "INSERT INTO rulings VALUES (1, 1, 9, '{}', 1, '{}')",
        "INSERT INTO rulings VALUES (99, 1, 9, '{}', 1, '{}')",
    ],
)
def test_nobody_changes_events_or_rulings(tmp_path: Path, statement: str) -> None:
    path = a_played_log(tmp_path / "log")
    with closing(sqlite3.connect(path)) as db:
        before = list(db.iterdump())
        with pytest.raises(sqlite3.IntegrityError):
            db.execute(statement)
        db.commit()
        assert list(db.iterdump()) == before


def test_playing_adds_rows_and_changes_none_but_names(log: EventLog, path: Path) -> None:
    play(log, evening())
    log.set_name(ANNA, "Anna")
    before = snapshot(path)
    log.set_name(ANNA, "Annabel")
    play(log, evening(first_game=2))
    after = snapshot(path)
    assert after["events"][: len(before["events"])] == before["events"]
    assert after["rulings"][: len(before["rulings"])] == before["rulings"]
    assert (before["names"], after["names"]) == ([(ANNA, "Anna")], [(ANNA, "Annabel")])


def snapshot(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as db:
        return {
            table: db.execute(f"SELECT * FROM {table} ORDER BY rowid").fetchall()
            for table in ("events", "rulings", "names")
        }


def test_the_last_evening_begins_with_its_opening(log: EventLog) -> None:
    play(log, [Started("boot", 0.5, "18:00"), *evening(), *evening(first_game=2), Tick(9.0)])
    events = [logged.event for logged in log.evening()]
    assert events == [*evening(first_game=2), Tick(9.0)]


def test_before_the_first_evening_there_is_nothing_to_replay(log: EventLog) -> None:
    play(log, [Started("boot", 0.5, "18:00")])
    assert list(log.evening()) == []


def test_a_corrected_turn_has_a_history_and_a_latest_ruling(log: EventLog) -> None:
    play(log, [*evening(), *evening(first_game=2)])
    rulings = log.rulings(1)
    assert [(given.seq, given.ruling.turn) for given in rulings.history] == [(4, 1), (6, 2), (7, 1), (7, 2)]
    assert {turn: given.ruling.corrected for turn, given in rulings.latest.items()} == {1: True, 2: True}
    assert rulings.latest[1].settings == {"dice_per_colour": 3}
    assert rulings.latest[1].rules_version == 1


def test_rulings_beside_one_event_keep_their_order(log: EventLog) -> None:
    given = [a_ruling(turn) for turn in (3, 1, 2)]
    seq = log.append(Tick(1.0), 1, given, 1, {})
    assert [logged.ruling for logged in log.rulings_beside(seq)] == given


def test_an_event_without_its_ruling_is_never_written(log: EventLog) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        log.append(Tick(1.0), 1, [a_ruling(turn=1), a_ruling(turn=1)], 1, {})
    assert list(log.events()) == []
    assert tick(log) == 1


def test_the_last_game_is_the_highest(log: EventLog) -> None:
    assert log.last_game() == 0
    play(log, [*evening(first_game=7), EveningOpened("diavolo", {}, 8, 1, 1.0)])
    assert log.last_game() == 7


def test_names_are_kept_changed_and_forgotten(path: Path) -> None:
    with EventLog.open(path) as log:
        log.set_name(ANNA, "Anna")
        log.set_name(PlayerId("p-2"), "Çağla")
        log.set_name(ANNA, "Annabel")
    with EventLog.open(path) as log:
        assert log.names() == {ANNA: "Annabel", "p-2": "Çağla"}
        log.forget_name(ANNA)
        assert log.names() == {"p-2": "Çağla"}


def test_a_former_name_is_nowhere_on_the_disk(log: EventLog, path: Path) -> None:
    log.set_name(ANNA, "Rumpelstilzchen")
    assert on_disk(path, b"Rumpelstilzchen")
    log.set_name(ANNA, "Anna")
    assert not on_disk(path, b"Rumpelstilzchen")
    log.forget_name(ANNA)
    assert not on_disk(path, b"Anna")


def test_a_name_changed_while_somebody_reads_is_gone_when_the_log_is_closed(path: Path) -> None:
    with EventLog.open(path) as log:
        log.set_name(ANNA, "Rumpelstilzchen")
        with a_reader_at_it(path):
            log._db.execute("PRAGMA busy_timeout = 1")  # no need to be patient with the reader here
            log.set_name(ANNA, "Anna")
    assert not on_disk(path, b"Rumpelstilzchen")


def test_a_name_that_outlived_a_reader_is_gone_at_the_next_start(path: Path) -> None:
    log = EventLog.open(path)
    log.set_name(ANNA, "Rumpelstilzchen")
    with a_reader_at_it(path):
        log._db.execute("PRAGMA busy_timeout = 1")
        log.set_name(ANNA, "Anna")
        log.close()
    with EventLog.open(path):
        assert not on_disk(path, b"Rumpelstilzchen")


@contextmanager
def a_reader_at_it(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM names").fetchall()
        yield


def on_disk(path: Path, text: bytes) -> bool:
    return any(text in content for content in files_in(path.parent).values())


def test_a_name_may_be_set_within_a_batch(log: EventLog) -> None:
    with log.batch():
        log.set_name(ANNA, "Anna")
        tick(log)
    assert log.names() == {ANNA: "Anna"}


def test_a_second_table_on_the_same_log_is_refused(log: EventLog, path: Path) -> None:
    with pytest.raises(LogError, match="another table is using this log"):
        EventLog.open(path)
    tick(log)


def test_a_second_table_is_refused_by_another_path_to_the_log_too(log: EventLog, path: Path) -> None:
    link = path.with_name("link")
    link.symlink_to(path)
    with pytest.raises(LogError, match="another table"):
        EventLog.open(link)


def test_a_closed_log_may_be_opened_again(path: Path) -> None:
    a_played_log(path)
    with EventLog.open(path) as log:
        assert [logged.event for logged in log.events()] == evening()
        assert log.notice is None
        assert tick(log) == len(evening()) + 1


def test_a_log_in_memory_makes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with EventLog.in_memory() as log:
        play(log, evening(), CountingReferee())
        assert log.last_game() == 1
    assert files_in(tmp_path) == {}


def test_what_cannot_be_read_any_more_is_said_with_its_number(tmp_path: Path) -> None:
    path = a_played_log(tmp_path / "log")
    tamper(path, "UPDATE events SET body = 'x' WHERE seq = 3")
    with EventLog.read_only(path) as log, pytest.raises(LogError, match="event 3"):
        list(log.events())


def test_a_ruling_moved_to_another_turn_is_noticed(tmp_path: Path) -> None:
    path = a_played_log(tmp_path / "log")
    tamper(path, "UPDATE rulings SET turn = 9 WHERE seq = 4")
    with (
        EventLog.read_only(path) as log,
        pytest.raises(LogError, match="turn 1 but stands at game 1, turn 9"),
    ):
        log.rulings(1)


def test_a_log_to_read_refuses_to_be_written(tmp_path: Path) -> None:
    path = a_played_log(tmp_path / "log")
    with EventLog.read_only(path) as log, pytest.raises(LogNotWritten):
        tick(log)
