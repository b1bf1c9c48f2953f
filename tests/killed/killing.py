"""Starts the table, watches what it shows, and kills it at a random moment; again and again."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic

from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules

from .player import Memory, Start, play
from .witness import Broken, Witness

# Every start is a new process, forked from a server that has read the program: that is what takes time.
PROCESSES = get_context("forkserver")
PROCESSES.set_forkserver_preload(["pytest", "pi_diavolo.live", "tests.killed.player"])

# A table that shows nothing for so long in a simulated game stands still.
PATIENCE_S = 120.0

# So fast a turn takes less than a tenth of a second, and every wait in it can still be hit.
SPEED = 400.0

# One start in so many is `pi-diavolo run` itself; the others differ from it in their clock.
BY_THE_COMMAND = 20

# Each new evening is played by one of these, so that all kinds of turns are cut off.
RULES = (
    HouseRules(),
    HouseRules(grabs=Grabs.BASES),
    HouseRules(order_first=True),
    HouseRules(dice_per_colour=2, resolution_ms=400),
)


@dataclass(frozen=True, slots=True)
class Running:
    """A process that plays; `kill` ends it, if it is not over, and returns how it ended."""

    pid: int
    output: int
    kill: Callable[[], int | None]


class Killer:
    """Kills the same table on the same log; a witness looks after each kill whether anything is lost."""

    def __init__(self, log: Path, seed: int, memory: Memory = Memory.FIRST) -> None:
        self.witness = Witness(log)
        self._log, self._memory, self._random = log, memory, Random(seed)
        self._starts = 0

    def kill(self, times: int) -> None:
        """So many starts, each with at least one line, and so many kills."""
        end = self.witness.figures.kills + times
        while self.witness.figures.kills < end:
            self._kill_once()

    def kill_while_it_starts(self, times: int) -> None:
        """Most of these kills come before the first line."""
        for _ in range(times):
            self._start_and_kill(0, 0.08)

    def play_to_the_end(self) -> None:
        """Go on, and do not kill before the game is over."""
        finished = self.witness.figures.games_finished
        while self.witness.figures.games_finished == finished:
            self._start_and_kill(100, 0.0)

    def _kill_once(self) -> None:
        kind = self._random.random()
        wanted = 1 if kind < 0.2 else self._random.randint(1, 8 if kind < 0.6 else 40)
        self._start_and_kill(wanted, self._random.choice((0.0, 0.001, 0.02)))

    def _start_and_kill(self, wanted: int, then_s: float) -> None:
        before = self.witness.figures.events
        with self._started() as running:
            shown = self._watch(running, wanted, then_s * self._random.random())
            if running.kill() != -signal.SIGKILL:
                raise Broken(f"the table stopped by itself after {shown[-300:]!r}")
            read_on(running.output, shown, PATIENCE_S, lambda: False)
        self.witness.compare(bytes(shown))
        self._count(shown.count(b"\n"), self.witness.figures.events - before)

    def _watch(self, running: Running, wanted: int, then_s: float) -> bytearray:
        shown = bytearray()
        # The moment in which a game ends is short and would hardly ever be hit.
        aimed = self._random.random() < 0.5

        def enough() -> bool:
            return shown.count(b"\n") >= wanted or (aimed and b'"ShowWinner"' in shown)

        read_on(running.output, shown, PATIENCE_S, enough)
        if not enough():
            running.kill()
            raise Broken(f"the table stood still after {shown[-300:]!r}")
        read_on(running.output, shown, then_s, lambda: False)
        return shown

    def _count(self, lines: int, events: int) -> None:
        figures = self.witness.figures
        if lines == 0:
            figures.kills_while_starting += 1
            return
        figures.kills += 1
        figures.killed_in[self.witness.phase()] += 1
        figures.fewest_events_between_kills = min(figures.fewest_events_between_kills, events)

    @contextmanager
    def _started(self) -> Iterator[Running]:
        self._starts += 1
        if self._starts % BY_THE_COMMAND == 0 and self._memory is Memory.FIRST:
            self.witness.figures.starts_by_the_command += 1
            with started_by_the_command(self._log) as running:
                yield running
            return
        # After a power cut the clock begins at 0 again; after other ends it may stand anywhere.
        clock = 0.0 if self._starts % 2 else self._random.choice((1.0, 1e3, 1e7)) * self._random.random()
        self.witness.figures.starts_of_the_clock_at_0 += clock == 0.0
        speed = self._random.choice((None, SPEED))
        rules = self._random.choice(RULES)
        with started(Start(self._log, clock, speed, rules, self._memory)) as running:
            yield running


@contextmanager
def started(start: Start) -> Iterator[Running]:
    """The table in a process of its own."""
    ours, theirs = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=play, args=(start, theirs))
    process.start()
    theirs.close()

    def kill() -> int | None:
        process.kill()
        process.join()
        return process.exitcode

    with ours:
        try:
            assert process.pid
            yield Running(process.pid, ours.fileno(), kill)
        finally:
            kill()
            process.close()


@contextmanager
def started_by_the_command(log: Path, speed: float = SPEED) -> Iterator[Running]:
    """The same by the command that people type."""
    with subprocess.Popen(
        [*command(log, speed), "--json"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdout

        def kill() -> int:
            process.kill()
            return process.wait()

        try:
            yield Running(process.pid, process.stdout.fileno(), kill)
        finally:
            kill()


def command(log: Path, speed: float) -> list[str]:
    """What people type, with settings that are the same everywhere."""
    settings = log.with_name("settings.toml")
    # Without pictures a start takes half a second less, and a kill hits more moments.
    settings.write_text('[simulator]\nthrough = "numbers"\n')
    run = [sys.executable, "-m", "pi_diavolo", "run", "--games", "1000000", "--speed", str(speed)]
    return [*run, "--language", "en", "--log", str(log), "--config", str(settings)]


def read_on(output: int, shown: bytearray, seconds: float, enough: Callable[[], bool]) -> None:
    """Take in what is shown until it is enough, the time is up or nothing comes any more."""
    end = monotonic() + seconds
    while not enough() and (left := end - monotonic()) > 0 and select.select([output], [], [], left)[0]:
        try:
            piece = os.read(output, 65536)
        except OSError:  # this is how a terminal ends
            return
        if not piece:
            return
        shown += piece
