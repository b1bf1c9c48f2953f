"""The pages under load: how fast news reach fifty of them, and whether a flood delays rulings.

Run it with `.venv/bin/python -m benchmarks.pages`. The visitors live in processes of their own; all times are
CLOCK_MONOTONIC, which processes share. The baseline of the flood is the same table with quiet pages.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import queue
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.synchronize import Event as Flag
from pathlib import Path
from typing import Any

from benchmarks.flood import flood

PAGES = 50
IDLE_SOCKETS = 500
FLOOD_PER_S = 1000
ROUNDS = 3


def memory_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def quantile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def told(name: str, seconds: Sequence[float]) -> None:
    ms = [value * 1000 for value in seconds]
    marks = "  ".join(f"p{share * 100:g} {quantile(ms, share):7.2f}" for share in (0.5, 0.95, 0.99))
    print(f"{name:<34} {marks}  max {max(ms):7.2f} ms  (n = {len(ms)})", flush=True)


# The visitors, each kind in a process of its own


def watch(port: int, pages: int, ready: Flag, stop: Flag, found: "multiprocessing.Queue[Any]") -> None:
    """Keeps pages open and notes when each heard of each decision."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import WebSocketException

    async def page(heard: list[tuple[int, float]], there: asyncio.Semaphore) -> None:
        while True:
            try:
                line = await connect(f"ws://127.0.0.1:{port}/api/live", compression=None, max_queue=None)
                break
            except (OSError, WebSocketException):  # too many came at once; pages come again, too
                await asyncio.sleep(0.5)
        there.release()
        async for message in line:
            now = time.monotonic()
            _, _, rest = str(message).partition('"decisions":')
            if rest:
                heard.append((int(rest.partition(",")[0]), now))

    async def run() -> None:
        heard: list[list[tuple[int, float]]] = [[] for _ in range(pages)]
        there = asyncio.Semaphore(0)
        tasks = [asyncio.create_task(page(notes, there)) for notes in heard]
        for _ in tasks:
            await there.acquire()
        ready.set()
        while not stop.is_set():
            await asyncio.sleep(0.05)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        found.put(heard if pages <= PAGES else [len(notes) for notes in heard])

    asyncio.run(run())


@contextmanager
def visitors(kind: Any, port: int, count: float) -> Iterator[list[Any]]:
    """Visitors for as long as the block lasts; afterwards the list holds what they found."""
    context = multiprocessing.get_context("spawn")
    ready, stop, found = context.Event(), context.Event(), context.Queue()
    process = context.Process(target=kind, args=(port, count, ready, stop, found), daemon=True)
    process.start()
    if not ready.wait(60):
        raise RuntimeError(f"the visitors ({kind.__name__}) did not come")
    notes: list[Any] = []
    try:
        yield notes
    finally:
        stop.set()
        notes.append(found.get(timeout=60))
        process.join(10)


# The table


@dataclass(slots=True)
class Rulings:
    """An outlet that notes when a ruling is shown."""

    shown: "queue.Queue[float]"

    def show(self, event: Any, effects: Sequence[Any], now: float) -> None:
        if any(type(effect).__name__ == "ShowRuling" for effect in effects):
            self.shown.put(time.monotonic())


def rule_turns(here: Any, shown: "queue.Queue[float]", seconds: float) -> list[float]:
    """Plays turns of two players for so long; seconds from the last grab to the ruling of each."""
    from pi_diavolo.table.effects import Status
    from pi_diavolo.table.events import Grab, PlayAgainAsked
    from pi_diavolo.table.pieces import Colour
    from tests.makers import a_roll

    found, end = [], time.monotonic() + seconds
    first, second = here.referee.state.seats
    while time.monotonic() < end:
        if here.table.status is Status.OVER:
            here.happen(PlayAgainAsked(here.clock.now()))
        here.roll(a_roll())
        here.happen(Grab(first, Colour.RED, here.clock.now()))
        time.sleep(0.02)
        began = time.monotonic()
        here.table.inbox.put(Grab(second, Colour.BLACK, here.clock.now()))
        found.append(shown.get(timeout=20) - began)
        time.sleep(0.05)
    return found


def tell_pages(here: Any, changes: int, pages: int) -> list[float]:
    """Pause and resume; seconds from the event to each of the pages."""
    from pi_diavolo.table.events import Paused, Resumed

    sent: dict[int, float] = {}
    with visitors(watch, here.pages.port, pages) as notes:
        time.sleep(0.5)
        for count in range(changes):
            began = time.monotonic()
            here.happen((Resumed if count % 2 else Paused)(here.clock.now()))
            sent[here.table.decisions] = began
            time.sleep(0.1)
        time.sleep(0.5)
    latencies = []
    for heard in notes[0]:
        first: dict[int, float] = {}
        for decisions, at in heard:
            first.setdefault(decisions, at)
        # A page that was told two changes at once has heard of the first with the second.
        for decisions, began in sent.items():
            latencies.append(min(at for known, at in first.items() if known >= decisions) - began)
    return latencies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="how long the flood lasts, in three parts"
    )
    parser.add_argument("--changes", type=int, default=100)
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4096)), hard))

    import pi_diavolo.live  # noqa: F401  what `run` has loaded anyway
    import tests.makers  # noqa: F401

    before, began = memory_mb(), time.monotonic()
    from tests.web.serving import served

    imported, loaded = time.monotonic() - began, memory_mb()
    shown: queue.Queue[float] = queue.Queue()
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        with served(play=False, names=("Ada", "Blaise"), log_file=Path(folder) / "games.db") as here:
            started, idle = time.monotonic() - began, memory_mb()
            print(f"to load the server: {imported * 1000:.0f} ms, {loaded - before:.1f} MB")
            print(f"to start it: {started * 1000:.0f} ms, {idle - loaded:.1f} MB more (with table and log)")
            told(f"event to each of {PAGES} pages", tell_pages(here, options.changes, PAGES))
            here.table.add_outlet(Rulings(shown))
            quiet, still, flooded = list[float](), list[float](), list[float]()
            statuses, lasted, heard, full = dict[str, int](), 0.0, 0, 0.0
            for _ in range(ROUNDS):  # in turns, so that whatever else this machine does hits all alike
                quiet += rule_turns(here, shown, options.seconds / ROUNDS)
                with visitors(watch, here.pages.port, IDLE_SOCKETS) as sockets:
                    still += rule_turns(here, shown, options.seconds / ROUNDS)
                    full = full or memory_mb()
                    with visitors(flood, here.pages.port, FLOOD_PER_S) as asked:
                        began = time.monotonic()
                        flooded += rule_turns(here, shown, options.seconds / ROUNDS)
                        lasted += time.monotonic() - began
                heard += sum(sockets[0])
                for status, count in asked[0].items():
                    statuses[status] = statuses.get(status, 0) + count
            after = memory_mb()
            told("last grab to ruling, quiet", quiet)
            told(f"the same, {IDLE_SOCKETS} sockets", still)
            told("the same, with the flood", flooded)
            grown = quantile(flooded, 0.99) - quantile(quiet, 0.99)
            print(f"p99 with the flood is {grown * 1000:+.2f} ms from the quiet one")
            print(f"flood: {statuses['sent'] / lasted:.0f} requests sent a second, {json.dumps(statuses)}")
            print(f"messages to the sockets: {heard}")
            print(f"memory: idle {idle:.1f} MB, all sockets {full:.1f} MB, after the flood {after:.1f} MB")


if __name__ == "__main__":
    main()
