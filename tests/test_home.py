"""Whoever has played before may run the tests."""

import os
import subprocess
import sys
from pathlib import Path

from tests.commands.makers import PATIENCE
from tests.evenings import keep_evening

ROOT = Path(__file__).parents[1]
# Its command begins a game of another kind, for which a game under way would be in the way.
BEGINS_ANOTHER = "tests/vision/test_shipped_tables.py"


def test_a_game_under_way_at_home_is_in_no_tests_way(tmp_path: Path) -> None:
    games = tmp_path / ".local/share/pi-diavolo/games.db"
    games.parent.mkdir(parents=True)
    keep_evening(games, ["Ada", "Blaise"], over=0)
    before = games.read_bytes()
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", BEGINS_ANOTHER],
        cwd=ROOT,
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert tested.returncode == 0, tested.stdout
    assert games.read_bytes() == before
