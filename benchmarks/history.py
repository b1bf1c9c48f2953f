"""The history of a long log: the first look, every other look, and what a look costs while the table plays.

Run it with `.venv/bin/python -m benchmarks.history --games 2000`; making the log takes most of the time, so
`--log FILE` keeps it for another run.
"""

import argparse
import asyncio
import resource
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path

from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.evening import open_evening, sit_down
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.history_archive import Archive
from pi_diavolo.pages import TONGUES
from pi_diavolo.simulation import Chances, simulated_table
from pi_diavolo.table.effects import Status
from pi_diavolo.table.events import PlayAgainAsked
from pi_diavolo.table.players import seats_for

NAMES = ("Ada", "Blaise", "Carl", "Dora")
GAMES_AN_EVENING = 10


def make(path: Path, games: int) -> None:
    clock = VirtualClock(100.0)
    with EventLog.open(path) as log:
        for seed in range(games // GAMES_AN_EVENING):
            with log.batch():
                skills = ("regular", "beginner", "child", "regular")
                people = simulated_table(seats_for(4), skills, HouseRules(), seed, Chances(0.05, 0.02))
                table = Table(GAMES["diavolo"](), log, clock, people, people_wait=False)
                open_evening(table, "diavolo", {}, log.last_game() + 1, seed, clock.now())
                sit_down(table, log, NAMES, clock.now())
                for left in reversed(range(GAMES_AN_EVENING)):
                    table.run(until=lambda: table.status is Status.OVER)  # noqa: B023
                    if left:
                        table.take(PlayAgainAsked(clock.now()))
        print(f"{log.last_game()} games, {log.last_number()} events, {path.stat().st_size / 1e6:.0f} MB")


async def timed(what: str, answer: Awaitable[bytes | None]) -> None:
    wall, cpu = time.perf_counter(), time.process_time()
    found = await answer
    told = f"{(time.perf_counter() - wall) * 1e3:8.1f} ms, {(time.process_time() - cpu) * 1e3:8.1f} ms of CPU"
    print(f"{what:34} {told}, {len(found or b'') / 1e3:6.0f} kB")


async def exported(past: Archive, form: str) -> bytes:
    pieces = await past.export(form, None)
    size = 0
    async for piece in pieces or ():  # type: ignore[union-attr]
        size += len(piece)
    return bytes(size)


async def look(path: Path) -> None:
    past, now = Archive(path, TONGUES), object()
    await timed("the first look reads the log", past.games(now, None))
    await timed("the list again", past.games(now, None))
    await timed("everyone's statistics", past.players(now, None))
    await timed("the same again", past.players(now, None))
    await timed("one game", past.game(now, 1, "en"))
    await asyncio.sleep(1.1)
    await timed("the list after the table moved", past.games(object(), None))
    await timed("all games as CSV", exported(past, "csv"))
    await timed("all games as JSON", exported(past, "json"))
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = options.log or Path(folder) / "games.db"
        if not path.exists():
            make(path, options.games)
        asyncio.run(look(path))


if __name__ == "__main__":
    main()
