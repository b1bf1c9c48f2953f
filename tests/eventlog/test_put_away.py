"""A log that may only grow so far: what is oldest lies in files beside it, and comes back when asked."""

import gzip
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from pi_diavolo.errors import LogError
from pi_diavolo.eventlog import EventLog, LogNotWritten, erase_name, verify
from pi_diavolo.eventlog import put_away as rooms
from pi_diavolo.eventlog.condition import condition
from pi_diavolo.eventlog.files import MARK
from pi_diavolo.eventlog.put_away import put_away_beside
from pi_diavolo.table.events import Event
from pi_diavolo.table.players import PlayerId
from tests.eventlog.makers import a_referee, evening, files_in, play, scramble
from tests.faults.power import Left, files_after, write_files
from tests.faults.sqlite_files import FULL, OK, Disk, Step, watched
from tests.lots import by_lot

# Evenings of some 17 kB, of which a few do not fit any more.
MANY, A_FEW = 30, 10
MOST = 160_000
# Fewer and less for who tries every single write: each is another run.
FEWER, LESS = by_lot(A_FEW, usually=4), by_lot(MOST, usually=60_000)
NAME = "Rumpelstilzchen"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def an_evening(number: int) -> list[Event]:
    """One game, corrected again and again, so that it weighs something."""
    opened, *rest = evening(number)
    return [opened, *rest, *rest[1:] * 3]


def a_grown_log(path: Path, evenings: int = MANY) -> list[Event]:
    with EventLog.open(path) as log:
        log.set_name(PlayerId("p1"), NAME)
        for number in range(1, evenings + 1):
            play(log, an_evening(number))
        return [logged.event for logged in log.events()]


def events_in(path: Path) -> list[Event]:
    with EventLog.read_only(path) as log:
        assert verify(log, a_referee).differences == ()
        return [logged.event for logged in log.events()]


def all_events(path: Path) -> list[Event]:
    """Those that were put away, and those that were not: each file is a log that can be verified."""
    return [event for file in (*put_away_beside(path), path) for event in events_in(file)]


def test_many_evenings_never_take_more_than_the_bound_and_one_evening(path: Path) -> None:
    played, sizes, one = list[Event](), list[int](), 0
    for number in range(1, MANY + 1):
        with EventLog.open(path) as log:
            log.keep_within(MOST)
            before = log.used_bytes()
            play(log, an_evening(number))
            played += an_evening(number)
            one = max(one, log.used_bytes() - before)
        sizes.append(path.stat().st_size)
    assert max(sizes) <= MOST + one
    files = put_away_beside(path)
    assert 2 <= len(files) < MANY / 3, "room for some evenings is made at a time"
    assert all_events(path) == played
    with EventLog.read_only(path) as log:
        assert (log.last_game(), log.last_number()) == (MANY, len(played))
    told = condition(path)
    assert (told["last_game"], told["put_away"]) == (MANY, len(files))
    assert 0 < told["games"] < MANY


def test_a_log_within_its_bound_is_left_alone(path: Path) -> None:
    a_grown_log(path, 3)
    before = files_in(path.parent)
    with EventLog.open(path) as log:
        log.keep_within(10 * MOST)
        assert log.put_away is None
    assert files_in(path.parent)["games.db"] == before["games.db"]
    assert put_away_beside(path) == []


def test_the_evening_in_hand_stays_however_large_it_is(path: Path) -> None:
    a_grown_log(path, 1)
    with EventLog.open(path) as log:
        log.keep_within(1)
        assert log.put_away is None
        play(log, an_evening(2)[:1])
        log.keep_within(1)
        assert [logged.event for logged in log.evening()] == an_evening(2)[:1]
        assert log.last_game() == 1, "no number is given twice, though no game is left in the log"


def test_a_bound_that_was_lowered_makes_the_file_smaller(path: Path) -> None:
    a_grown_log(path)
    before = path.stat().st_size
    with EventLog.open(path) as log:
        log.keep_within(before // 3)
    assert path.stat().st_size <= before // 3


@pytest.mark.parametrize(
    ("where", "name", "as_if"),
    [
        (rooms, "MOST_WRITTEN_ANEW", 10_000),
        (shutil, "disk_usage", lambda _: SimpleNamespace(free=100_000)),
    ],
)
def test_a_large_log_or_one_on_a_full_disk_is_not_written_anew(
    path: Path, monkeypatch: pytest.MonkeyPatch, where: object, name: str, as_if: object
) -> None:
    played = a_grown_log(path)
    before = path.stat().st_size
    monkeypatch.setattr(where, name, as_if)
    with EventLog.open(path) as log:
        log.keep_within(before // 3)
        assert log.put_away is not None
    assert path.stat().st_size >= before
    assert all_events(path) == played


def test_a_file_that_cannot_be_written_anew_is_told_as_just_that(path: Path, tmp_path: Path) -> None:
    a_grown_log(path)
    before = path.stat().st_size
    with watched(tmp_path) as disk, EventLog.open(path) as log:
        log.keep_within(2 * before)
        away = rooms.write_away(log._db, path, log.last_number() // 2)
        with log._transaction():
            rooms.cut(log._db, away)
        log._tidy()
        fails_at(disk, 0)
        with pytest.raises(LogNotWritten, match="stays as large as it is, and its room is used again"):
            log.keep_within(before * 2 // 3)
        disk.fails = lambda number, step: OK


def test_of_a_log_that_is_far_too_large_some_is_put_away_at_each_start(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "MOST_AT_ONCE", 50_000)
    played = a_grown_log(path)
    used = list[int]()
    for _ in range(MANY):
        with EventLog.open(path) as log:
            log.keep_within(MOST)
            used.append(log.used_bytes())
    assert used[0] > MOST, "nobody waits until all of it is done"
    assert used[-1] <= MOST
    assert path.stat().st_size <= MOST, "what was given back is not only used again"
    assert all_events(path) == played


def test_what_was_put_away_holds_nobodys_name_and_shows_those_of_the_log(path: Path) -> None:
    a_grown_log(path)
    with EventLog.open(path) as log:
        log.keep_within(MOST)
    (file,) = put_away_beside(path)
    assert NAME.encode() not in gzip.decompress(file.read_bytes())
    assert file.stat().st_mode & 0o777 == 0o600
    with EventLog.read_only(file) as old:
        assert old.names() == {"p1": NAME}
    erased = erase_name(path, NAME)
    assert (erased.left_in, erased.copies) == ((), ())
    with EventLog.read_only(file) as old:
        assert old.names() == {}


def test_it_comes_back_the_last_first(path: Path) -> None:
    played = a_grown_log(path)
    for most in (MOST, MOST // 2):
        with EventLog.open(path) as log:
            log.keep_within(most)
    first, last = put_away_beside(path)
    with EventLog.open(path) as log:
        with pytest.raises(LogError, match=f"bring back {last.name}$"):
            log.bring_back(first)
        log.bring_back(last)
        log.bring_back(first)
        with pytest.raises(LogError, match="there is none"):
            log.bring_back(first)
        play(log, an_evening(MANY + 1))
    assert events_in(path) == [*played, *an_evening(MANY + 1)]


def test_a_new_log_takes_back_all_files_the_last_first(path: Path, tmp_path: Path) -> None:
    played = a_grown_log(path)
    for most in (MOST, MOST // 2):
        with EventLog.open(path) as log:
            log.keep_within(most)
    oldest, last = put_away_beside(path)
    kept = [*events_in(oldest), *events_in(last)]
    with EventLog.open(tmp_path / "new card" / "games.db") as log:
        log.bring_back(last)
        assert log.put_away_files().keys() == {oldest.name}
        assert verify(log, a_referee).differences == ()
        play(log, an_evening(MANY + 1))
        with pytest.raises(LogError, match=f"bring back {oldest.name}$"):
            log.bring_back(last)
        log.bring_back(oldest)
    assert events_in(tmp_path / "new card" / "games.db") == [*kept, *an_evening(MANY + 1)]
    assert kept == played[: len(kept)]


def test_where_somebody_has_played_already_no_file_of_another_log_comes(path: Path, tmp_path: Path) -> None:
    a_grown_log(path)
    with EventLog.open(path) as log:
        log.keep_within(MOST)
    (file,) = put_away_beside(path)
    with EventLog.open(tmp_path / "other.db") as log:
        play(log, an_evening(1))
        with pytest.raises(LogError, match="there is none"):
            log.bring_back(file)


def test_only_the_very_file_comes_back_though_another_ends_with_the_same_event(path: Path) -> None:
    played = a_grown_log(path)
    for most in (MOST, MOST // 2):
        with EventLog.open(path) as log:
            log.keep_within(most)
    first, half = put_away_beside(path)
    with EventLog.read_only(path) as log:
        until = log.put_away_until()
    with EventLog.open(path) as log:
        log.bring_back(half)
        log.bring_back(first)
        away = rooms.write_away(log._db, path, until)
        with log._transaction():
            rooms.cut(log._db, away)
        assert away.file.name == half.name.replace(".gz", "-2.gz")
        with pytest.raises(LogError, match=f"bring back {away.file.name}$"):
            log.bring_back(half)
        log.bring_back(away.file)
    assert events_in(path) == played


def test_what_another_log_has_put_away_does_not_come_back(path: Path, tmp_path: Path) -> None:
    files = list[Path]()
    for other in ("a.db", "b.db"):
        with EventLog.open(tmp_path / other) as log:
            play(log, an_evening(1) if other == "a.db" else [*an_evening(1)[:-1], an_evening(1)[2]])
            log.keep_within(1, all_over=True)
            assert log.put_away is not None
            files.append(log.put_away.file)
    with EventLog.open(tmp_path / "b.db") as log, pytest.raises(LogError, match="is not what was put away"):
        log.bring_back(files[0])


def test_the_log_still_guards_its_rows(path: Path) -> None:
    a_grown_log(path)
    with EventLog.open(path) as log:
        log.keep_within(MOST)
        for wrong in ("DELETE FROM events", "UPDATE rulings SET turn = 0", "DELETE FROM rulings"):
            with pytest.raises(sqlite3.IntegrityError):
                log._db.execute(wrong)


def test_rows_that_somebody_takes_out_are_still_noticed(path: Path) -> None:
    a_grown_log(path)
    with EventLog.open(path) as log:
        log.keep_within(MOST)
        away = log.put_away
        assert away is not None
        log._db.execute("DROP TRIGGER events_remain")
        log._db.execute("DELETE FROM events WHERE seq = ?", (away.last + 1,))
        (found, *_) = verify(log, a_referee).differences
    assert found.sentence == f"event {away.last + 1} is missing from the log: rows were deleted"


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: scramble(file, 200, 99),
        lambda file: os.truncate(file, 300),
        lambda file: os.truncate(file, 0),
        lambda file: file.write_bytes(gzip.compress(b"")),
        lambda file: file.write_bytes(gzip.compress(b"no log")),
        Path.unlink,
    ],
)
def test_a_damaged_file_is_told(path: Path, damage: Callable[[Path], None]) -> None:
    a_grown_log(path)
    with EventLog.open(path) as log:
        log.keep_within(MOST)
    (file,) = put_away_beside(path)
    damage(file)
    with pytest.raises(LogError, match=r"cannot be read|is damaged"):
        EventLog.read_only(file)


def test_what_another_log_has_put_away_is_not_overwritten(path: Path) -> None:
    for _ in range(2):
        with EventLog.open(path) as log:
            play(log, an_evening(1))
            log.set_name(PlayerId("p1"), NAME)
            log.keep_within(1, all_over=True)
        path.unlink()
    (same,) = put_away_beside(path)
    with EventLog.open(path) as log:
        play(log, [*an_evening(1)[:-1], an_evening(1)[2]])
        log.keep_within(1, all_over=True)
    assert put_away_beside(path) == [same, path.with_name(same.name.replace(".gz", "-2.gz"))]
    assert events_in(same) == an_evening(1)


def test_they_are_found_in_their_order_and_through_a_link(path: Path, tmp_path: Path) -> None:
    names = ["00000009.gz", "00000462.gz", "00000462-2.gz", "00000462-10.gz", "100000000.gz", "by-hand.gz"]
    files = [path.with_name(f"games.db{MARK}{name}") for name in names]
    for file in (*reversed(files), path, path.with_name(f"games.db{MARK}00000009.gz.new")):
        file.touch()
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(path)
    assert put_away_beside(path) == put_away_beside(link) == files


# The power goes, or the disk is full


def test_a_power_cut_at_any_write_loses_nothing(path: Path, tmp_path: Path) -> None:
    played = a_grown_log(path, FEWER)
    with watched(tmp_path) as disk, EventLog.open(path) as log:
        begins = as_it_is(path)
        log.keep_within(LESS)
    (file,) = put_away_beside(path)
    cuts = {(count, left) for count in range(len(disk.steps) + 1) for left in Left}
    assert len(cuts) > 60
    found = set[int]()
    for count, left in sorted(cuts):
        folder = tmp_path / f"cut-{count}-{left.name}"
        steps = [*begins, *disk.steps[:count]]
        write_files(folder, {**files_after(steps, left, seed=count), file.name: file.read_bytes()})
        with watched(folder), EventLog.open(folder / path.name) as log:
            assert log.notice is None, "the log was taken for damaged"
            in_the_log = [logged.event for logged in log.events()]
            assert verify(log, a_referee).first is None
        found.add(len(in_the_log))
        assert in_the_log in (played, played[-len(in_the_log) :])
        assert in_the_log == played or all_events(folder / path.name) == played
    assert len(found) == 2, "before and after, and nothing between"


def as_it_is(path: Path) -> list[Step]:
    """The log as steps that are safe already."""
    return [
        Step(path.name, "made"),
        Step(path.name, "write", 0, path.read_bytes()),
        Step(path.name, "sync with folder"),
    ]


@pytest.mark.parametrize("written", [0, 1, 20])
def test_a_power_cut_while_the_file_is_written_leaves_the_log_as_it_was(path: Path, written: int) -> None:
    played = a_grown_log(path, A_FEW)
    unfinished = path.with_name(f"{path.name}{MARK}00000007.gz.new")
    unfinished.write_bytes(gzip.compress(b"half of it")[:written])
    assert all_events(path) == played
    with EventLog.open(path) as log:
        log.keep_within(MOST)
        assert log.put_away is not None
    assert not unfinished.exists()
    assert all_events(path) == played


def test_every_write_may_fail_and_the_next_start_makes_up_for_it(path: Path, tmp_path: Path) -> None:
    played = a_grown_log(path, FEWER)
    begins, failed = files_in(tmp_path), 0
    for number in range(1000):
        folder = tmp_path / f"fails-{number}"
        write_files(folder, {path.name: begins[path.name]})
        log_file = folder / path.name
        with watched(folder) as disk, EventLog.open(log_file) as log:
            fails_at(disk, first := len(disk.steps) + number)
            try:
                log.keep_within(LESS)
            except LogNotWritten:
                failed += 1
            reached = len(disk.steps) > first  # before the next evening, whose writes all succeed
            disk.fails = lambda number, step: OK
            play(log, an_evening(FEWER + 1))
        assert all_events(log_file) == [*played, *an_evening(FEWER + 1)] or not put_away_whole(log_file)
        assert events_in(log_file)[-1] == an_evening(FEWER + 1)[-1]
        with EventLog.open(log_file) as log:
            log.keep_within(LESS)
            assert log.used_bytes() <= LESS
        if not reached:
            break
    assert failed > 10


def put_away_whole(log_file: Path) -> bool:
    """Whether what lies in the files is gone from the log; else it stands in both, and nothing is lost."""
    with EventLog.read_only(log_file) as log:
        return log.put_away_until() > 0


def fails_at(disk: Disk, number: int) -> None:
    def fails(count: int, step: Step) -> int:
        return FULL if count >= number and step.kind in ("write", "truncate") else OK

    disk.fails = fails


def test_a_folder_that_takes_no_file_leaves_the_log_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = a_grown_log(path, A_FEW)
    with EventLog.open(path) as log:
        path.with_name(f"{path.name}{MARK}x").mkdir()
        monkeypatch.setattr(rooms, "name_of", lambda last, number: f"{MARK}x")
        with pytest.raises(LogNotWritten, match="old games stay where they are"):
            log.keep_within(MOST)
        assert log.put_away is None
    assert events_in(path) == played
    assert not list(path.parent.glob("*.new"))
