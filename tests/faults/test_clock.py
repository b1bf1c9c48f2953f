"""The clock on the wall jumps by years, before and during a game: nobody at the table notices."""

import json
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.games import GAMES
from pi_diavolo.table.events import Started

from .service import free_port, of_the_table, started, state

SHIM = Path(__file__).with_name("wall_clock.c")


class Wall:
    """The clock on the wall of the processes that are started with `environment`."""

    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("cc")
        if compiler is None or not sys.platform.startswith("linux"):
            pytest.skip("another time for one process takes a C compiler and Linux")
        library, self._off = folder / "wall_clock.so", folder / "seconds_off"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, SHIM], check=True)
        self.environment = {"LD_PRELOAD": str(library), "WALL_CLOCK": str(self._off)}

    def jumps_to(self, year: int) -> None:
        self._off.write_text(str(int(datetime(year, 1, 1, 12, tzinfo=UTC).timestamp() - time.time())))


def test_the_clock_on_the_wall_may_jump_by_years(tmp_path: Path) -> None:
    wall = Wall(tmp_path)
    port = free_port(tmp_path)
    wall.jumps_to(1970)  # a Pi has no clock of its own: without a network it starts here
    with started(tmp_path, wall.environment) as table:
        for year in (2026, 1999, 2098):
            before = state(port)
            wall.jumps_to(year)
            after = state(port, partial(is_later, before["turn"]))
            assert (after["game"], of_the_table(after)) == (before["game"], [])
            # The table's own clock has gone on by a few turns, not by years.
            assert 0 < after["now"] - before["now"] < 600
        assert "Traceback" not in table.stop()
    wall.jumps_to(2020)
    with started(tmp_path, wall.environment) as table:
        again = state(port)
        assert (again["game"], again["turn"]) >= (after["game"], after["turn"])
        state(port, lambda now: now["turn"] > again["turn"])
        assert "Traceback" not in table.stop()
    assert_told_rightly(tmp_path / "games.db")


def is_later(turn: int, now: Any) -> bool:
    return bool(now["turn"] > turn)


def assert_told_rightly(file: Path) -> None:
    with EventLog.read_only(file) as log:
        assert verify(log, GAMES["diavolo"]).first is None
        years = [logged.event.wall[:4] for logged in log.events() if isinstance(logged.event, Started)]
        after_ms = [
            result.after_ms
            for given in log.rulings(1).history
            for result in given.ruling.results
            if result.after_ms is not None
        ]
    assert years == ["1970", "2020"], "the shim set the clock"
    assert after_ms
    assert all(-1000 < ms < 60_000 for ms in after_ms), "grabs are timed by a clock that never jumps"
    listed = subprocess.run(
        [sys.executable, "-m", "pi_diavolo", "games", "list", "--json", "--log", file],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    game = json.loads(listed.stdout.splitlines()[0])
    assert game["began"].startswith("1970-01-01")
    assert game["lasted_s"] is None, "it did not last for fifty years"
