"""Which of two edges was first? Clean ones as near as the bench can drive them, and switches that ring."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from benchmarks.edges_driver import LOADS, TEN, Drive, Driver, under
from benchmarks.edges_readers import CLEAN_SETTLE_S, Ours, Usual, spread, wait_for, wait_for_quiet

HEADER = tuple(range(28))
NEAR_S = 100e-6
PAUSE_S = 0.0005  # between two trials


def rounds(rng: Random) -> Iterator[list[tuple[int, int]]]:
    """Each line once, in pairs, in random order."""
    while True:
        pins = rng.sample(HEADER, len(HEADER))
        yield list(zip(pins[::2], pins[1::2], strict=True))


@dataclass
class Order:
    """The trials that were near enough, by their spacing, and what became of them."""

    spacings: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)  # from the edge to its callback
    off: list[float] = field(default_factory=list)  # how wrong the callbacks' clock has the spacing
    wrong_by_stamp: int = 0
    wrong_by_arrival: int = 0
    wrong_as_told: int = 0
    lost: int = 0


def order_trials(reader: Ours | Usual, driver: Driver, trials: int, limit_s: float) -> Order:
    found, high, began = Order(), False, time.monotonic()
    for pairs in rounds(Random(7)):
        if len(found.spacings) >= trials or time.monotonic() - began > limit_s:
            break
        edges, moves = len(reader.heard.edges), len(reader.moves)
        driver.run([drive for pair in pairs for drive in _pair(pair, high)])
        wait_for(lambda so_far=edges: len(reader.heard.edges) >= so_far + len(HEADER), 5)  # type: ignore[misc]
        heard = {edge.pin: (edge.at, arrived) for edge, arrived in reader.heard.edges[edges:]}
        if isinstance(reader, Ours):
            wait_for(lambda so_far=moves: len(reader.moves) >= so_far + len(HEADER), 5)  # type: ignore[misc]
        told = {move.pin: move.at for move in reader.moves[moves:]}
        for first, second in pairs:
            _judge(found, heard.get(first), heard.get(second), (told.get(first), told.get(second)))
        high = not high
    return found


def _pair(pair: tuple[int, int], high: bool) -> list[Drive]:
    return [Drive(pair[0], high, sleep_s=PAUSE_S), Drive(pair[1], high)]


Times = tuple[float, float] | None


def _judge(found: Order, first: Times, second: Times, told: tuple[float | None, float | None]) -> None:
    if first is None or second is None:
        found.lost += 1
        return
    (at, arrived), (later, arrived_later) = first, second
    if later - at > NEAR_S:  # too far apart to be hard; stamped the wrong way round, however far, is wrong
        return
    found.spacings.append(abs(later - at))
    found.late.append(arrived - at)
    found.off.append(abs((arrived_later - arrived) - (later - at)))
    found.wrong_by_stamp += at >= later
    found.wrong_by_arrival += arrived >= arrived_later
    found.wrong_as_told += None in told or told[0] >= told[1]  # type: ignore[operator]


def order(driver: Driver, trials: int, limit_s: float) -> None:
    print(f"\nTWO EDGES at most {1e6 * NEAR_S:.0f} µs apart on different lines: put in the wrong order\n")
    print(
        f"{'':<28}{'':<11}{'trials':>8}{'lost':>6}{'by stamp':>10}{'as told':>9}{'by arrival':>12}"
        f"   {'spacing µs':<38}{'callback late ms':<40}its spacing off by ms"
    )
    for kind in (Ours, Usual):
        for state in LOADS:
            reader = Ours(HEADER, CLEAN_SETTLE_S) if kind is Ours else Usual(HEADER)
            with under(state):
                driver.run([Drive(pin, True) for pin in HEADER])
                found = order_trials(reader, driver, trials, limit_s)
            reader.close()
            as_told = str(found.wrong_as_told) if kind is Ours else "–"
            print(
                f"{reader.name:<28}{state:<11}{len(found.spacings):>8}{found.lost:>6}{found.wrong_by_stamp:>10}"
                f"{as_told:>9}{found.wrong_by_arrival:>12}   {spread(found.spacings, 1e6):<38}"
                f"{spread(found.late, 1e3):<40}{spread(found.off, 1e3)}",
                flush=True,
            )


def order_of_bounces(driver: Driver, trials: int) -> None:
    """Both ring, and the one touched first rings for longer."""
    print("\nTWO SWITCHES THAT RING, one touched right after the other: put in the wrong order\n")
    first, second = TEN[:2]
    both = [Drive(pin, step % 2 == 1) for step in range(21) for pin in (first, second)]
    longer = [Drive(first, step % 2 == 0, sleep_s=0.001) for step in range(8)]
    for name in ("ours: gpiod, kernel time", "usual: lgpio callback", "usual: lgpio, bounce_time"):
        for state in LOADS:
            reader = (
                Ours(TEN, 0.1) if name.startswith("ours") else Usual(TEN, 0.05 * name.endswith("bounce_time"))
            )
            wrong = missed = 0
            with under(state):
                for _ in range(trials):
                    began = _ring(reader, driver, both + longer)
                    missed += set(began) != {first, second}
                    wrong += set(began) == {first, second} and began[first] >= began[second]
            reader.close()
            print(f"{name:<28}{state:<11}wrong {wrong:>4} of {trials}, not told {missed}", flush=True)


def _ring(reader: Ours | Usual, driver: Driver, script: list[Drive]) -> dict[int, float]:
    """When each line began to ring, as the reader has it."""
    driver.run([Drive(drive.pin, True) for drive in script[:2]])
    time.sleep(0.15)
    wait_for_quiet(reader.heard, quiet_s=0.15)
    edges, moves = len(reader.heard.edges), len(reader.moves)
    driver.run(script)
    wait_for_quiet(reader.heard, quiet_s=0.15)
    if isinstance(reader, Ours):
        wait_for(lambda: len(reader.moves) >= moves + 2, 2)
        return {move.pin: move.at for move in reader.moves[moves:] if move.closed}
    heard = [(edge.pin, arrived) for edge, arrived in reader.heard.edges[edges:] if not edge.high]
    return dict(reversed(heard))  # the first of each
