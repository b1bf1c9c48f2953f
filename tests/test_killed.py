"""A power cut at any moment: nothing that was shown is lost, and the same game goes on in the same turn."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from time import monotonic

import pytest

from pi_diavolo.evening import remember
from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.table.events import Tick

from .killed.killing import Killer
from .killed.player import Memory
from .killed.witness import Broken

KILLS = 200
KILLS_WHILE_STARTING = 20

# A bad memory must be caught within so many kills.
KILLS_TO_BE_CAUGHT = 100

Record = Callable[[str, object], None]


def test_nothing_that_was_shown_is_lost_in_two_hundred_kills(tmp_path: Path, record_property: Record) -> None:
    log, began = tmp_path / "games.db", monotonic()
    killer = Killer(log, seed=1)
    figures = killer.witness.figures

    killer.kill(KILLS)
    killer.kill_while_it_starts(KILLS_WHILE_STARTING)
    killer.play_to_the_end()

    figures.seconds = round(monotonic() - began, 1)
    for figure in fields(figures):
        record_property(figure.name, str(getattr(figures, figure.name)))
        print(f"{figure.name.replace('_', ' ')}: {getattr(figures, figure.name)}")
    assert_whole(log, killer.witness.referee)
    assert figures.kills >= KILLS
    assert figures.fewest_events_between_kills >= 1
    assert figures.starts_of_the_clock_at_0 >= KILLS / 4
    assert figures.turns_gone_on_with > 0
    assert figures.turns_void > 0
    assert {"ready", "rolling", "reading", "grabbing"} <= set(figures.killed_in)


def assert_whole(log: Path, referee: DiavoloReferee) -> None:
    again = DiavoloReferee()
    with EventLog.open(log) as opened:
        assert opened.notice is None
        found = verify(opened, GAMES["diavolo"])
        assert found.first is None
        remember(again, opened)
    assert again.state == referee.state
    with closing(sqlite3.connect(log)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.parametrize("memory", [Memory.AFTERWARDS, Memory.NOW_AND_THEN, Memory.NONE])
def test_a_table_with_a_bad_memory_is_caught(memory: Memory, tmp_path: Path, record_property: Record) -> None:
    killer = Killer(tmp_path / "games.db", seed=2, memory=memory)

    with pytest.raises(Broken) as caught:
        killer.kill(KILLS_TO_BE_CAUGHT)

    found = f"caught at kill {killer.witness.figures.kills + 1}: {caught.value}"
    record_property(str(memory), str(found))
    print(f"{memory}: {found}")


def test_a_log_cut_off_before_its_first_entry_can_be_read(tmp_path: Path) -> None:
    with EventLog.open(tmp_path / "log") as log:
        log.append(Tick(1.0), None, (), 1, {})
        log._tidy()
        log.append(Tick(2.0), None, (), 1, {})
        for ending in ("", "-wal", "-shm"):
            shutil.copy(tmp_path / f"log{ending}", tmp_path / f"cut{ending}")
    # A kill between the first two writes to the file leaves its header alone.
    os.truncate(tmp_path / "cut-wal", 32)

    with EventLog.read_only(tmp_path / "cut") as cut:
        assert [logged.event for logged in cut.events()] == [Tick(1.0)]
