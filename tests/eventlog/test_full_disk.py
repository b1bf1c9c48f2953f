"""A full disk costs the last event, says so, and nothing else; with room again the log goes on."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_diavolo.eventlog import EventLog, LogNotWritten
from pi_diavolo.table.events import Event, SettingsChosen, Tick

from .makers import a_ruling, tick

BIG = SettingsChosen({"x": "y" * 50_000}, 1.0)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[EventLog]:
    with EventLog.open(tmp_path / "log") as log:
        tick(log)
        yield log


def no_room(log: EventLog) -> None:
    pages = log._db.execute("PRAGMA page_count").fetchone()[0]
    log._db.execute(f"PRAGMA max_page_count = {pages}")


def room_again(log: EventLog) -> None:
    log._db.execute("PRAGMA max_page_count = 1000000")


def test_a_full_disk_is_told_with_what_to_do(log: EventLog) -> None:
    no_room(log)
    with pytest.raises(LogNotWritten, match=r"is full.*make room on the disk"):
        log.append(BIG, None, (), 1, {})


def test_after_a_full_disk_the_log_goes_on_without_a_hole(log: EventLog) -> None:
    no_room(log)
    for _ in range(3):
        with pytest.raises(LogNotWritten):
            log.append(BIG, None, (), 1, {})
    room_again(log)
    assert log.append(BIG, None, (), 1, {}) == 2
    assert [logged.event for logged in log.events()] == [Tick(1.0), BIG]


def test_when_a_ruling_finds_no_room_its_event_is_not_written_either(log: EventLog) -> None:
    no_room(log)
    with pytest.raises(LogNotWritten):
        log.append(Tick(2.0), 1, [a_ruling(turn) for turn in range(200)], 1, {})
    assert [logged.seq for logged in log.events()] == [1]


def test_a_batch_on_a_full_disk_is_undone_as_a_whole(log: EventLog) -> None:
    no_room(log)
    with pytest.raises(LogNotWritten):
        in_one_batch(log, Tick(2.0), BIG)
    room_again(log)
    assert tick(log) == 2


def test_a_batch_does_not_go_on_after_it_was_undone(log: EventLog) -> None:
    no_room(log)
    with pytest.raises(LogNotWritten):
        stubborn_batch(log)
    assert [logged.seq for logged in log.events()] == [1]
    assert tick(log) == 2


def in_one_batch(log: EventLog, *events: Event) -> None:
    with log.batch():
        for event in events:
            log.append(event, None, (), 1, {})


def stubborn_batch(log: EventLog) -> None:
    with log.batch():
        tick(log)
        with pytest.raises(LogNotWritten):
            log.append(BIG, None, (), 1, {})
        with pytest.raises(LogNotWritten, match="this batch was undone"):
            tick(log)


# The operating system itself refuses: no file of this process may grow beyond the limit.
REFUSED_BY_THE_SYSTEM = """
import resource, sys
from pathlib import Path
from pi_diavolo.eventlog import EventLog, LogNotWritten
from pi_diavolo.table.events import Tick

_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
with EventLog.open(Path(sys.argv[1])) as log:
    written, refused = 0, 0
    resource.setrlimit(resource.RLIMIT_FSIZE, (65536, most))
    for at in range(100):
        try:
            log.append(Tick(at), None, (), 1, {})
            written += 1
        except LogNotWritten:
            refused += 1
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    log.append(Tick(100), None, (), 1, {})
print(written, refused)
"""


def test_an_error_of_the_operating_system_is_survived_too(tmp_path: Path) -> None:
    path = tmp_path / "log"
    ran = subprocess.run(
        [sys.executable, "-c", REFUSED_BY_THE_SYSTEM, str(path)], capture_output=True, text=True, check=True
    )
    written, refused = map(int, ran.stdout.split())
    assert written + refused == 100
    assert written > 0
    assert refused > 0
    with EventLog.open(path) as log:
        assert [logged.seq for logged in log.events()] == list(range(1, written + 2))
        assert list(log.events())[-1].event == Tick(100)
        assert log.notice is None
