"""A power cut at any moment: nothing that was shown is lost, and the same game goes on in the same turn."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from time import monotonic

import pytest

from pi_diavolo.evening import remember
from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.referee import DiavoloReferee

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

    while figures.kills < KILLS:
        killer.kill()
    for _ in range(KILLS_WHILE_STARTING):
        killer.kill_while_it_starts()
    killer.play_to_the_end()

    for name, figure in {**asdict(figures), "seconds": round(monotonic() - began, 1)}.items():
        record_property(name, figure)
        print(f"{name.replace('_', ' ')}: {figure}")
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
        for _ in range(KILLS_TO_BE_CAUGHT):
            killer.kill()

    found = f"caught at kill {killer.witness.figures.kills + 1}: {caught.value}"
    record_property(str(memory), found)
    print(f"{memory}: {found}")
