"""Gives each wire of the picture a way of its own: out of a pin, along a lane, into a terminal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

# Two wires side by side that are nearer than this look like one.
TOO_NEAR = 5.0


@dataclass(frozen=True, slots=True)
class Run:
    """A wire between the height where it leaves the header and the height where it arrives."""

    place: int
    start: float
    end: float
    colour: str
    dashed: bool = False


def in_lanes(runs: Iterable[Run]) -> list[Run]:
    """The wires from the leftmost lane to the rightmost.

    Wires that climb take their lanes from left to right as they come, wires that fall from right to left:
    so none crosses another without need.
    """
    every = list(runs)
    climbing = [run for run in every if run.end < run.start]
    falling = [run for run in every if run.end >= run.start]
    return [
        *sorted(climbing, key=lambda run: (run.start, run.end)),
        *sorted(falling, key=lambda run: (-run.start, -run.end)),
    ]


def overlaps(runs: Sequence[Run]) -> int:
    """How many wires would lie on another: one still comes from the header where one is already arriving."""
    lanes = in_lanes(runs)
    return sum(
        abs(arriving.end - leaving.start) < TOO_NEAR and arriving.place != leaving.place
        for lane, arriving in enumerate(lanes)
        for leaving in lanes[lane + 1 :]
    )


def shifted(runs: Iterable[Run], by: float) -> list[Run]:
    """The same wires when the header stands so much lower."""
    return [replace(run, start=run.start + by) for run in runs]


def best_shift(runs: Sequence[Run], most: int = 40) -> float:
    """How far to move the header so that no wire lies on another; the shortest way of the best."""
    return min(range(-most, most + 1), key=lambda by: (overlaps(shifted(runs, by)), abs(by), by))
