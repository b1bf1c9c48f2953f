"""Generated bounce traces of several switch models: is each move told once, at its first edge?

Run it with `.venv/bin/python -m benchmarks.bounce`. Ours is also heard late: a busy machine holds the edges
up by up to 60 ms while the loop turns on. Beside it, two ways that many programs take: the first
edge and then deaf for the settle time, and the level once it has been still for the settle time (what a
kernel's debounce does), which stamps the end of the bounce.
"""

import argparse
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random

from pi_diavolo.table.bounce import SETTLE_S
from pi_diavolo.table.facts import Edge
from pi_diavolo.table.parts import Part, PartKind
from pi_diavolo.table.switch import LATE_S
from pi_diavolo.table.switches import WAIT_S, Moved, Switches
from tests.bounce_models import MODELS, Trace, a_tap, a_trace, as_heard, shuffled

Move = tuple[bool, float]
PIN = 17
NEAR_S = 1e-9


def ours(edges: Iterable[Edge], trace: Trace, kind: PartKind) -> list[Move]:
    switches = Switches({PIN: Part(kind, 0, pin=PIN)})
    switches.start({PIN: not trace.begins_closed}, trace.edges[0].at - 1)
    told = [one for edge in edges for one in switches.feed(edge)]
    told += switches.tick(trace.edges[-1].at + 1)
    return [(one.closed, one.at) for one in told if isinstance(one, Moved)]


def ours_heard_late(edges: Iterable[Edge], trace: Trace, kind: PartKind) -> list[Move]:
    """By the loop's clock, which runs on while edges are on their way; of one line they come in order."""
    switches = Switches({PIN: Part(kind, 0, pin=PIN)})
    told = switches.start({PIN: not trace.begins_closed}, trace.edges[0].at - 1)
    for now, edge in as_heard(trace.edges, Random(trace.edges[0].at), LATE_S):
        told += [] if edge is None else switches.feed(edge)
        told += switches.tick(now)
    return [(one.closed, one.at) for one in told if isinstance(one, Moved)]


def deaf_after_first(edges: Iterable[Edge], trace: Trace, kind: PartKind) -> list[Move]:
    """An edge, and then none for the settle time."""
    told, deaf_until, closed = list[Move](), 0.0, trace.begins_closed
    for edge in sorted(edges, key=lambda edge: edge.at):
        if edge.at >= deaf_until and edge.high is closed:
            closed = not edge.high
            told.append((closed, edge.at))
            deaf_until = edge.at + SETTLE_S
    return told


def still_at_last(edges: Iterable[Edge], trace: Trace, kind: PartKind) -> list[Move]:
    """The level, when it has not changed for the settle time."""
    told, closed, known = list[Move](), trace.begins_closed, sorted(edges, key=lambda edge: edge.at)
    for edge, following in zip(known, [*known[1:], None], strict=True):
        is_still = following is None or following.at - edge.at >= SETTLE_S
        if is_still and edge.high is closed:
            closed = not edge.high
            told.append((closed, edge.at + SETTLE_S))
    return told


WAYS: dict[str, Callable[[Iterable[Edge], Trace, PartKind], list[Move]]] = {
    "ours": ours,
    "ours, heard late": ours_heard_late,
    "deaf after the first": deaf_after_first,
    "still at last": still_at_last,
}


@dataclass
class Tally:
    """How one way did on one model."""

    right: int = 0
    wrong_count: int = 0
    late_s: list[float] = field(default_factory=list)

    def take(self, told: list[Move], wanted: tuple[Move, ...], *, first_only: bool) -> None:
        if [closed for closed, _ in told] != [closed for closed, _ in wanted]:
            self.wrong_count += 1
            return
        compared = list(zip(told, wanted, strict=True))[: 1 if first_only else None]
        late = max(abs(at - wanted_at) for (_, at), (_, wanted_at) in compared)
        self.right += late <= NEAR_S
        self.late_s.append(late)


def measure(model: str, traces: int, *, taps: bool) -> dict[str, Tally]:
    rng, tallies = Random(model + str(taps)), {way: Tally() for way in WAYS}
    for number in range(traces):
        kind = (PartKind.BASE, PartKind.BUTTON)[number % 2]
        trace = (
            a_tap(model, rng, active=kind is PartKind.BUTTON)
            if taps
            # A button that is down at the start is stuck; a base may begin either way.
            else a_trace(model, rng, begins_closed=False if kind is PartKind.BUTTON else None)
        )
        edges = list(shuffled(trace.edges, rng, WAIT_S * 0.9))
        for way, tell in WAYS.items():
            tallies[way].take(tell(edges, trace, kind), trace.moves, first_only=taps)
    return tallies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--traces", type=int, default=100_000, help="in all, over models, moves and taps")
    arguments = parser.parse_args()
    each = arguments.traces // (2 * len(MODELS))
    began, wrong = time.process_time(), 0
    print(f"{each} traces a row; each move told once and at its first edge (a tap: its first), by way\n")
    print(f"{'model':<26}{'':<7}" + "".join(f"{way:>32}" for way in WAYS))
    print(f"{'':<33}" + f"{'right':>8}{'miscounted':>12}{'p99 late':>12}" * len(WAYS))
    for model in MODELS:
        for taps in (False, True):
            tallies = measure(model, each, taps=taps)
            print(f"{model:<26}{'taps' if taps else 'moves':<7}" + "".join(map(row, tallies.values())))
            wrong += each - tallies["ours"].right
    print(f"\nours: {each * 2 * len(MODELS) - wrong} of {each * 2 * len(MODELS)} right, ", end="")
    print(f"{time.process_time() - began:.0f} s of CPU time for all ways")


def row(tally: Tally) -> str:
    late = sorted(tally.late_s)
    p99 = f"{1000 * late[int(len(late) * 0.99)]:.3f} ms" if late else "–"
    return f"{tally.right:>8}{tally.wrong_count:>12}{p99:>12}"


if __name__ == "__main__":
    main()
