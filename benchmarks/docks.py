"""How surely docks read imps: simulated placings with tolerance, fingers, bad contacts, bounce and noise.

Run it with `.venv/bin/python -m benchmarks.docks`. It prints the resistors with their windows, then for each
way of placing an imp how many were misread (none may be), how many were read, and how long it took.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from pi_diavolo.table.dock_codes import (
    BLUR,
    EMPTY_WINDOW,
    FULL_SCALE,
    PULL_UP_OHM,
    RESISTORS_OHM,
    WINDOWS,
    Blur,
    Window,
    window,
)
from pi_diavolo.table.docks import SAMPLE_S, Dock, DockFact
from pi_diavolo.table.facts import ImpDocked, ImpUndocked, PartFailed
from pi_diavolo.table.pieces import IMP_COLOURS
from pi_diavolo.table.players import Seat

FARAD = 100e-9
OPEN = math.inf

# A stretch of time with one resistance between the rings, in seconds and ohms.
Stretch = tuple[float, float]


@dataclass
class Circuit:
    """A dock with its capacitor: what the channel sees is the charge, not the divider."""

    random: Random
    imp: int
    pull_up: float = PULL_UP_OHM
    ohm: float = 0.0
    bend: float = 0.0
    share: float = 1.0
    finger: float = OPEN

    @classmethod
    def made(cls, random: Random, imp: int) -> "Circuit":
        """One with parts as bad as they may be, or anything between."""

        def part(nominal: float) -> float:
            off = random.choice((-1, 1, random.uniform(-1, 1)))
            return nominal * (1 + BLUR.tolerance * off)

        return cls(random, imp, part(PULL_UP_OHM), part(RESISTORS_OHM[imp]), random.uniform(-1, 1))

    def wait(self, seconds: float, contact: float) -> None:
        """Charge or discharge for a while through the imp and what lies in the way."""
        across = _beside(self.ohm + contact, self.finger)
        goal = 1.0 if across == OPEN else across / (across + self.pull_up)
        tau = FARAD * _beside(across, self.pull_up)
        self.share = goal + (self.share - goal) * math.exp(-seconds / tau)

    def sample(self) -> float:
        """A reading of the converter, 0 to 1."""
        steps = 1024 * self.share + self.bend + self.random.uniform(-1, 1)
        return min(FULL_SCALE, max(0, math.floor(steps))) / FULL_SCALE


def _beside(one: float, other: float) -> float:
    if OPEN in (one, other):
        return min(one, other)
    return one * other / (one + other)


# Ways to place an imp: the contact's resistance, stretch by stretch


def bounce(random: Random) -> Iterator[Stretch]:
    """Contacts that open and close for up to 25 ms."""
    for _ in range(random.randint(0, 12)):
        yield random.uniform(1e-4, 1e-3), random.uniform(0, 50)
        yield random.uniform(1e-4, 1e-3), OPEN


def press(random: Random, slowest_s: float) -> Iterator[Stretch]:
    """A contact that gets better and better, decade by decade."""
    seconds, worst, best = random.uniform(0.005, slowest_s), random.uniform(4, 6), random.uniform(0.5, 1.6)
    steps = max(2, int(seconds / 0.001))
    for step in range(steps):
        yield seconds / steps, 10 ** (worst + (best - worst) * step / steps)


def flicker(random: Random, seconds: float) -> Iterator[Stretch]:
    """Half placed: a contact that is now this, now that, and open in between."""
    while seconds > 0:
        stretch = random.uniform(0.001, 0.02)
        yield stretch, random.choice((OPEN, 10 ** random.uniform(2, 6)))
        seconds -= stretch


def lie(random: Random) -> Iterator[Stretch]:
    yield 1.0, random.uniform(0, 50)


def leave(random: Random) -> Iterator[Stretch]:
    yield from bounce(random)
    yield 0.3, OPEN


def dropped(random: Random) -> Iterator[Stretch]:
    yield from bounce(random)
    yield from lie(random)
    yield from leave(random)


def pressed(random: Random) -> Iterator[Stretch]:
    yield from press(random, 0.3)
    yield from lie(random)
    yield from leave(random)


def pressed_slowly(random: Random) -> Iterator[Stretch]:
    yield from press(random, 1.0)
    yield from lie(random)
    yield from leave(random)


def creeping(random: Random) -> Iterator[Stretch]:
    yield from press(random, 3.0)
    yield from lie(random)
    yield from leave(random)


def half_placed_first(random: Random) -> Iterator[Stretch]:
    yield from flicker(random, random.uniform(0.1, 2.0))
    yield from lie(random)
    yield from leave(random)


def half_placed_only(random: Random) -> Iterator[Stretch]:
    yield from flicker(random, random.uniform(0.1, 2.0))
    yield 0.3, OPEN


def brushed(random: Random) -> Iterator[Stretch]:
    yield random.uniform(0.001, 0.035), random.uniform(0, 50)
    yield 0.3, OPEN


Placing = Callable[[Random], Iterator[Stretch]]
PLACINGS: dict[str, Placing] = {
    "dropped, bouncing": dropped,
    "pressed within 0.3 s": pressed,
    "pressed within 1 s": pressed_slowly,
    "half placed, then right": half_placed_first,
    "half placed and taken away": half_placed_only,
    "brushed for less than 35 ms": brushed,
}
# More than a dock must bear: a contact that rests at some kilohms is, to the converter, another imp.
BEYOND: dict[str, Placing] = {"creeping on for up to 3 s": creeping}


@dataclass
class Outcome:
    """What became of many placings."""

    placings: int = 0
    read: int = 0
    misread: int = 0
    failed: int = 0
    half_placed: int = 0
    took_ms: list[float] = field(default_factory=list)
    first_ms: list[float] = field(default_factory=list)


def place(circuit: Circuit, stretches: Iterator[Stretch], random: Random, outcome: Outcome) -> None:
    """One placing from the first touch to the empty dock, sampled as the table samples."""
    dock, now, due = Dock(Seat(1)), 0.0, random.uniform(0, SAMPLE_S)
    touching, shown = random.random() < 0.5, False
    facts: list[tuple[DockFact, float]] = []
    for seconds, contact in stretches:
        end = now + seconds
        while now < end:
            until = min(end, due)
            circuit.wait(until - now, contact)
            now = until
            if now == due:
                facts += [(fact, now) for fact in dock.feed(circuit.sample(), now)]
                shown |= dock.half_placed
                due += SAMPLE_S + random.uniform(-0.001, 0.003)
                # The finger that holds the imp presses now more, now less, and lets go after a while.
                circuit.finger = 10 ** random.uniform(5, 6.5) if touching and now < 0.4 else OPEN
    _count(outcome, circuit.imp, facts, shown)


def _count(outcome: Outcome, imp: int, facts: list[tuple[DockFact, float]], shown: bool) -> None:
    docked = [(fact, now) for fact, now in facts if isinstance(fact, ImpDocked)]
    left = [fact for fact, _ in facts if isinstance(fact, ImpUndocked)]
    outcome.placings += 1
    outcome.misread += any(fact.imp != imp for fact, _ in docked) or len(left) != len(docked)
    outcome.failed += any(isinstance(fact, PartFailed) for fact, _ in facts)
    outcome.half_placed += shown
    if docked:
        outcome.read += 1
        outcome.took_ms.append(1000 * docked[0][1])
        outcome.first_ms.append(1000 * docked[0][0].at)


def measure(placing: Placing, count: int, seed: int) -> Outcome:
    """Many placings of all imps in turn."""
    random, outcome = Random(seed), Outcome()
    for number in range(count):
        circuit = Circuit.made(random, number % len(RESISTORS_OHM))
        place(circuit, placing(random), random, outcome)
    return outcome


def short_window(blur: Blur) -> Window:
    """All readings of two rings that touch: metal on the dock, and no imp."""
    return Window(0.0, window(0.0, blur).high)


def gap(lower: Window, higher: Window) -> float:
    """How many steps lie between two windows."""
    return higher.low - lower.high


def print_windows() -> None:
    print(f"{'imp':>5} {'colour':<7}{'resistor':>10}{'lowest':>9}{'highest':>9}{'gap below':>11}")
    below = short_window(BLUR)
    print(f"{'':>5} {'short':<7}{'0 Ω':>10}{below.low:>9.1f}{below.high:>9.1f}")
    for imp, (ohm, here) in enumerate(zip(RESISTORS_OHM, WINDOWS, strict=True)):
        name, free = f"{ohm / 1000:.1f} kΩ", gap(below, here)
        print(f"{imp:>5} {IMP_COLOURS[imp]:<7}{name:>10}{here.low:>9.1f}{here.high:>9.1f}{free:>11.1f}")
        below = here
    free = gap(below, EMPTY_WINDOW)
    print(f"{'':>5} {'empty':<7}{'':>10}{EMPTY_WINDOW.low:>9.1f}{EMPTY_WINDOW.high:>9.1f}{free:>11.1f}")


def print_outcome(name: str, outcome: Outcome) -> None:
    took = sorted(outcome.took_ms) or [math.nan]
    half, most = took[len(took) // 2], took[int(0.99 * (len(took) - 1))]
    print(
        f"{name:<28}{outcome.placings:>9}{outcome.misread:>9}{outcome.read:>8}{outcome.half_placed:>13}"
        f"{outcome.failed:>8}{half:>9.0f}{most:>9.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=3000, help="placings of each kind")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print_windows()
    print(
        f"\n{'':<28}{'placings':>9}{'misread':>9}{'read':>8}{'half placed':>13}{'failed':>8}"
        f"{'p50 ms':>9}{'p99 ms':>9}"
    )
    for name, placing in (PLACINGS | BEYOND).items():
        print_outcome(name, measure(placing, arguments.count, arguments.seed))
    print(
        "\np50 and p99: from the first touch until the imp is read. Misread: another imp, or one left over."
    )


if __name__ == "__main__":
    main()
