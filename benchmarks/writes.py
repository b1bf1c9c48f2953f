"""What a turn costs the card: bytes and syncs it asks of the disk, and how much the log grows for good.

Run it with `.venv/bin/python -m benchmarks.writes`, on the disk that is asked about (`--folder`). Simulated
people play at a table with the real referee and a real log, every event committed by itself as in a live
game. The bytes are the kernel's own count of what this process had written (`write_bytes` in /proc/self/io:
whole pages of 4 KiB, without the file system's own journal); on a disk in memory there are none. Commits are
counted as SQLite runs them; it syncs once in each, and three times when it copies the -wal file into the log.
"""

import argparse
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.simulation import Chances, simulated_table
from pi_diavolo.table.effects import Effect, ShowRuling, Status
from pi_diavolo.table.events import Event, PlayAgainAsked
from pi_diavolo.table.players import PlayerId, seats_for

# Two hours, a turn a minute: what `docs/data.md` calls an evening.
EVENING = 120
SYNCS_A_COPY = 3
COUNTER = Path("/proc/self/io")


class Turns:
    """An outlet that counts."""

    def __init__(self) -> None:
        self.turns = self.events = 0

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self.events += 1
        self.turns += sum(isinstance(effect, ShowRuling) for effect in effects)


class Statements:
    """Counts what SQLite is told to do, and how often it empties its -wal file by itself."""

    def __init__(self, log: EventLog, path: Path) -> None:
        self.commits = self.copies = 0
        self._wal, self._began = path.with_name(path.name + "-wal"), b""
        log._db.set_trace_callback(self._heard)

    def _heard(self, statement: str) -> None:
        if statement == "COMMIT":
            self.commits += 1
            self.look()

    def look(self) -> None:
        """The -wal file begins anew, with another number in its header, after it was copied."""
        with self._wal.open("rb") as file:
            header = file.read(32)
        if header and header != self._began:
            self.copies += bool(self._began)
            self._began = header


@dataclass(frozen=True, slots=True)
class Written:
    players: int
    turns: int
    events: int
    commits: int
    copies: int
    asked: int
    grown: int
    wal: int

    @property
    def syncs(self) -> int:
        return self.commits + SYNCS_A_COPY * self.copies


def asked_of_the_disk() -> int:
    """Bytes that this process had the kernel write."""
    counted = dict(line.split(": ") for line in COUNTER.read_text().splitlines())
    return int(counted["write_bytes"]) - int(counted["cancelled_write_bytes"])


def play(path: Path, players: int, turns: int) -> Written:
    seats, clock, counted = seats_for(players), VirtualClock(100.0), Turns()
    with EventLog.open(path) as log:
        people = simulated_table(seats, ("regular",), HouseRules(), players, Chances())
        table = Table(GAMES["diavolo"](), log, clock, people, people_wait=False)
        table.add_outlet(counted)
        open_evening(table, "diavolo", {}, 1, players, clock.now())
        seat_players(table, [PlayerId(f"p{seat}") for seat in seats], clock.now())
        statements = Statements(log, path)
        before, size, began = asked_of_the_disk(), path.stat().st_size, counted.events
        while counted.turns < turns:
            table.run(until=lambda: table.status is Status.OVER or counted.turns >= turns)
            if table.status is Status.OVER:
                table.take(PlayAgainAsked(clock.now()))
        wal = path.with_name(path.name + "-wal").stat().st_size
    statements.copies += 1  # the last one, when the log is closed
    return Written(
        players,
        counted.turns,
        counted.events - began,
        statements.commits,
        statements.copies,
        asked_of_the_disk() - before,
        path.stat().st_size - size,
        wal,
    )


def row(found: Written) -> None:
    each = found.turns
    evening = EVENING / each
    print(
        f"{found.players:>7}{each:>7}{found.events / each:>9.1f}{found.asked / each / 1000:>12.1f}"
        f"{found.syncs / each:>8.1f}{found.grown / each / 1000:>11.2f}{found.wal / 1e6:>9.2f}"
        f"{evening * found.asked / 1e6:>13.1f}{evening * found.grown / 1e6:>11.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=600, help="turns of each kind (default: 600)")
    parser.add_argument(
        "--folder", type=Path, default=Path(), help="a folder on the disk in question (default: here)"
    )
    chosen = parser.parse_args()
    print(f"{'':>23}{'a turn':>25}{'':>16}{'an evening of ' + str(EVENING) + ' turns':>30}")
    print(
        f"{'players':>7}{'turns':>7}{'events':>9}{'written kB':>12}{'syncs':>8}{'grows kB':>11}{'-wal MB':>9}"
        f"{'written MB':>13}{'grows MB':>11}"
    )
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        for players in (2, 4, 6):
            row(play(Path(folder) / f"{players}.db", players, chosen.turns))
        kind = os.statvfs(folder)
        print(f"written in pages of {kind.f_bsize} bytes; a commit is one event")


if __name__ == "__main__":
    main()
