"""Switches that bounce as real ones do: traces of edges, and the moves that a person made."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from pi_diavolo.table.facts import Edge

MS = 1e-3


@dataclass(frozen=True, slots=True)
class Trace:
    """Edges of one line and the moves (closed, at) behind them; the line begins open or closed."""

    begins_closed: bool
    edges: tuple[Edge, ...]
    moves: tuple[tuple[bool, float], ...]


# How a contact rings: the times, after its first edge, at which it changes again (an even number of them).
Ring = Callable[[Random], list[float]]


def _ring(most: int, lasts: float) -> Ring:
    """At most so many pairs of edges, dying out within so many seconds."""

    def ring(rng: Random) -> list[float]:
        return sorted(lasts * rng.random() ** 2 for _ in range(2 * rng.randint(0, most)))

    return ring


def _dropouts(rng: Random) -> list[float]:
    """A short ring, and then, though it is closed, it lets go once or a few times, never for 8 ms."""
    times, at = _ring(5, 2 * MS)(rng), 2 * MS
    for _ in range(rng.randint(0, 4)):
        at += rng.uniform(1, 12) * MS
        times += [at, at + rng.uniform(0.05, 8) * MS]
        at = times[-1]
    return times


# Model: how it rings when it closes, and when it opens.
MODELS: Mapping[str, tuple[Ring, Ring]] = {
    "reed, short ring": (_ring(6, 0.4 * MS), _ring(2, 0.1 * MS)),
    "micro switch": (_ring(15, 4 * MS), _ring(8, 3 * MS)),
    "worn contact, long ring": (_ring(60, 15 * MS), _ring(40, 15 * MS)),
    "Hall switch, no bounce": (_ring(0, 0.0), _ring(0, 0.0)),
    "dirty contact, dropouts": (_dropouts, _ring(10, 3 * MS)),
}

# A person leaves a switch alone for at least so long after the ring has died out.
REST_S = 35 * MS


def a_trace(model: str, rng: Random, pin: int = 17, begins_closed: bool | None = None) -> Trace:
    """One to four moves by a hand that takes its time."""
    closed = began = rng.random() < 0.5 if begins_closed is None else begins_closed
    at, edges, moves = 1000 * rng.random(), list[Edge](), list[tuple[bool, float]]()
    for _ in range(rng.randint(1, 4)):
        at += REST_S + rng.expovariate(5)
        closed = not closed
        moves.append((closed, at))
        burst = list(_burst(pin, closed, at, MODELS[model][0 if closed else 1](rng)))
        edges += burst
        at = burst[-1].at
    return Trace(began, tuple(edges), tuple(moves))


def a_tap(model: str, rng: Random, active: bool, pin: int = 17) -> Trace:
    """There and back within the settle time: the hold is longer than any pause of the ring before it."""
    at, hold = 1000 * rng.random(), rng.uniform(4, 12) * MS
    there = [time for time in _settling(model, active)(rng) if time < hold / 4]
    back = [time for time in _settling(model, not active)(rng) if time < hold / 4]
    edges = [*_burst(pin, active, at, _even(there)), *_burst(pin, not active, at + hold, _even(back))]
    return Trace(not active, tuple(edges), ((active, at), (not active, at + hold)))


def shuffled(edges: tuple[Edge, ...], rng: Random, window_s: float) -> Iterator[Edge]:
    """The edges in an order in which none arrives later than the window after one that was earlier."""
    yield from sorted(edges, key=lambda edge: edge.at + window_s * rng.random())


def as_heard(edges: tuple[Edge, ...], rng: Random, late_s: float) -> Iterator[tuple[float, Edge | None]]:
    """When the loop hears of the edges, and when it turns for nothing (None): every few milliseconds.

    One reader passes the edges of a line on, in their order; a busy machine holds it up now and then, and
    then it brings what has gathered, none later than `late_s`.
    """
    at, held_until, heard = edges[0].at, 0.0, list[tuple[float, Edge | None]]()
    for edge in edges:
        if edge.at >= held_until and rng.random() < 0.2:
            held_until = edge.at + rng.uniform(0, late_s)
        at = max(at, edge.at, min(held_until, edge.at + late_s))
        heard.append((at, edge))
    turn = edges[0].at
    while turn < at + 0.2:
        turn += rng.uniform(1, 6) * MS
        heard.append((turn, None))
    yield from sorted(heard, key=lambda each: each[0])


def _settling(model: str, closed: bool) -> Ring:
    return MODELS[model][0 if closed else 1]


def _even(times: list[float]) -> list[float]:
    return times[: len(times) // 2 * 2]


def _burst(pin: int, closed: bool, at: float, ring: list[float]) -> Iterator[Edge]:
    high = not closed
    for time in (0.0, *ring):
        yield Edge(pin, high, at + time)
        high = not high
