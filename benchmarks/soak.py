"""Simulated evenings through the whole stack, with faults at random: is anything ever ruled wrong, or lost?

Run it with `.venv/bin/python -m benchmarks.soak --minutes 20`. The table is a process of its own
(`benchmarks.soak_table`): painted pictures are read by the real eyes, mock pins, docks and lamps are felt by
the real devices, every event goes into a real log, and browsers follow it over real sockets. From here it is
fed with faults, killed and started again; every ruling is compared with the dice as they truly lay, and after
each end of the process all that was shown must stand in the log. Exit code 1 where a ruling was wrong or
lost, or where the table hung.
"""

import argparse
import asyncio
import json
import signal
import socket
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec

from benchmarks.soak_faults import ENDS, FaultPlan, Outside
from benchmarks.soak_files import LOG, MENDED_S, Files
from benchmarks.soak_following import Follower
from benchmarks.soak_painter import painting
from benchmarks.soak_people import Desk, Phone, Scoreboard
from benchmarks.soak_process import TableProcess
from benchmarks.soak_report import Figures, printed, told
from benchmarks.soak_rough import flood, malformed
from benchmarks.soak_settings import damage_settings, is_whole, write_settings
from benchmarks.soak_table import Order

SPEED = 40.0
# This share of the time at the end belongs to one process that nobody ends: only so can it be seen to grow.
LONG_LIFE = 0.45
SCOREBOARDS = ("en", "fr", "de", "en")
PHONES = (2, 5)


class Soak:
    """One run, from the first start to the report."""

    def __init__(self, folder: Path, seconds: float, seed: int, speed: float = SPEED) -> None:
        self._folder, self._seed, self._speed = folder, seed, speed
        self._end = time.monotonic() + seconds
        self._long_from = self._end - LONG_LIFE * seconds
        self._plan, self._luck, self._port = FaultPlan(seed), Random(f"{seed} soak"), _free_port()
        self.figures, self._files = Figures(), Files(folder, seed)
        self._follower = Follower(folder / LOG, self.figures)
        self._boot = "first"
        self._phones = [Phone(self._port, seat, seed) for seat in PHONES]
        self._boards = [
            Scoreboard(self._port, lang, self._follower.witness.on_pages.add) for lang in SCOREBOARDS
        ]
        self._desk = Desk(self._port, lambda: self._files.pin, self._follower.answer, seed)

    async def run(self) -> Figures:
        """Play until the time is up."""
        began = time.monotonic()
        parties: list[Scoreboard | Phone | Desk] = [*self._boards, *self._phones, self._desk]
        people = [asyncio.create_task(each.run()) for each in parties]
        try:
            while (time.monotonic() < self._end or len(self.figures.lives) < 2) and not self.figures.hung:
                await self._live_once(last=time.monotonic() >= self._long_from)
        finally:
            for each in people:
                each.cancel()
            await asyncio.gather(*people, return_exceptions=True)
        self.figures.seconds = time.monotonic() - began
        self._sum_up()
        return self.figures

    async def _live_once(self, last: bool) -> None:
        """One process, from its start to its end, whoever brings that about."""
        thrown = self._follower.thrown
        start = self._plan.start(last)
        self.figures.faults["wall clock jumped"] += start["wall_days"] != 0
        if self._plan.power_cut():
            self._follower.clock, self._boot = (
                self._luck.uniform(0.0, 60.0),
                f"boot {len(self.figures.lives)}",
            )
            self.figures.faults["power cut, the clock begins anew"] += bool(self.figures.lives)
        rules = start.pop("rules")
        assert isinstance(rules, dict)
        # Settings that were damaged while the table played are put right when the next start has seen them.
        damaged = bool(self.figures.lives) and not is_whole(self._folder)
        if not damaged:
            write_settings(self._folder, rules)
        self.figures.faults["settings damaged at a start"] += damaged
        self.figures.faults["PIN file damaged at a start"] += not self._files.keys_are_whole
        blind = not self._files.table_is_whole
        self.figures.faults["table file damaged at a start"] += blind
        order = Order(
            str(self._folder),
            self._port,
            self._seed,
            self._speed,
            before=thrown.packed() if thrown else None,
            clock=self._follower.clock,
            boot=self._boot,
        )
        table = TableProcess(
            msgspec.structs.replace(order, **start), self._follower.hear, self.figures.complaints
        )
        await table.start()
        if damaged:
            write_settings(self._folder, rules)
        if blind:
            asyncio.get_running_loop().call_later(MENDED_S, self._files.mend_table)
        how = await self._trouble(table, last)
        code = await table.end(how)
        if table.hung or code not in (0, -signal.SIGKILL):
            said = " | ".join(table.stderr[-40:])
            self.figures.hung.append(f"{table.hung or f'it ended by itself with {code}'}: {said}")
        self.figures.lives.append(table.measured)
        await asyncio.sleep(0.1)  # what is on its way to the pages arrives
        self._follower.ended()

    async def _trouble(self, table: TableProcess, last: bool) -> signal.Signals:
        """Let things go wrong until one of them ends the process, or its time is up."""
        if not self.figures.lives:
            return await self._kill_after_a_ruling(table)
        until = self._end if last else self._long_from
        for fault in self._plan.faults(ends=not last):
            await asyncio.sleep(max(0.0, min(fault.after_s, until - time.monotonic())))
            if time.monotonic() >= until or table.is_over or table.hung:
                return signal.SIGTERM
            if fault.what in ENDS:
                self.figures.faults[fault.what] += 1
                return signal.SIGKILL if fault.what == Outside.KILLED else signal.SIGTERM
            await self._go_wrong(table, fault.what, fault.for_s)
        raise AssertionError("the plan has no end")

    async def _kill_after_a_ruling(self, table: TableProcess) -> signal.Signals:
        """So that the shortest soak has seen a ruling and a kill."""
        while not (self._follower.turns or table.is_over or table.hung):
            await asyncio.sleep(0.05)
        self.figures.faults[Outside.KILLED] += 1
        return signal.SIGKILL

    async def _go_wrong(self, table: TableProcess, what: str, for_s: float) -> None:
        match what:
            case Outside.FLOOD:
                self.figures.clients["flood, answered"] += await flood(self._port)
            case Outside.MALFORMED:
                await malformed(self._port, self._luck.randrange(1, 5000))
            case Outside.VANISHED:
                if not any(phone.vanish() for phone in self._phones):
                    return
            case Outside.SETTINGS:
                damage_settings(self._folder)
            case Outside.TABLE_FILE:
                self._files.damage_table()
            case Outside.PIN_FILE:
                self._files.damage_keys()
            case _:
                table.order(what, for_s)  # counted when it has happened
                return
        self.figures.faults[what] += 1

    def _sum_up(self) -> None:
        self._follower.sum_up()
        clients = self.figures.clients
        clients.update(self._desk.did)
        clients["messages to scoreboards"] = sum(board.messages for board in self._boards)
        clients["taps on phones"] = sum(phone.taps for phone in self._phones)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def soak(seconds: float, seed: int, folder: Path | None = None) -> Figures:
    """One run in a folder of its own, or in this one."""
    with tempfile.TemporaryDirectory() as made:
        kept = folder or Path(made)
        kept.mkdir(parents=True, exist_ok=True)
        with painting(kept):
            return asyncio.run(Soak(kept, seconds, seed).run())


def main() -> int:
    """Run it and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0, help="how long (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same plan of faults (default: 1)")
    parser.add_argument(
        "--folder", type=Path, help="a folder, new or empty, to keep log and errors in (default: none)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    options = parser.parse_args()
    figures = soak(60 * options.minutes, options.seed, options.folder)
    print(json.dumps(told(figures)) if options.json else printed(figures))
    return 1 if figures.fails else 0


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
