"""How fast whole games run through referee and log, and how that grows with players and turns.

Run it with `.venv/bin/python -m benchmarks.games_per_second`. Machines are noisy, so every row is compared
with a baseline measured in the same run: the simulated throws alone, with no referee and no log.
"""

import argparse
import gc
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from pi_diavolo.eventlog import EventLog
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.simulation import GamePlayed, Simulation, play
from pi_diavolo.simulator.world import World, throw
from pi_diavolo.table.events import Correction
from pi_diavolo.table.roll import Roll
from tests.makers import GRAY, RED, ATable, a_roll


def seconds(work: Callable[[], object]) -> float:
    gc.collect()
    began = time.process_time()
    work()
    return time.process_time() - began


def throws_alone(count: int) -> None:
    rng, world = Random(1), World(tuple(Order), error_mm=0.3)
    for _ in range(count):
        throw(rng, 3, world)


def by_players(games: int) -> None:
    print(
        f"{'players':>8}{'games/s':>10}{'rulings/s':>11}{'events/s':>10}{'turns/game':>12}{'× baseline':>12}"
    )
    for players in range(2, 7):
        simulation, played = Simulation(players, HouseRules(), seed=players), list[GamePlayed]()
        took = seconds(partial(extend, played, simulation, games))
        turns, events = sum(game.turns for game in played), sum(game.events for game in played)
        baseline = seconds(partial(throws_alone, turns))
        print(
            f"{players:>8}{games / took:>10.1f}{turns / took:>11.0f}{events / took:>10.0f}"
            f"{turns / games:>12.1f}{took / baseline:>12.1f}"
        )


def extend(played: list[GamePlayed], simulation: Simulation, games: int) -> None:
    played.extend(play(simulation, games))


def by_turns(longest: int) -> None:
    print(f"\n{'turns':>8}{'ms a turn':>11}{'ms to correct turn 1':>22}")
    turns = 25
    while turns <= longest:
        table = ATable(1, 4)
        took = seconds(partial(endless, table, turns))
        corrected = seconds(partial(correct_first, table))
        print(f"{turns:>8}{1000 * took / turns:>11.3f}{1000 * corrected:>22.1f}")
        turns *= 2


def endless(table: ATable, turns: int) -> None:
    """Two players who win and lose in turn, so that the game never ends by itself."""
    tie: Roll = a_roll(black=(6, 6, 6), white=(6, 6, 6))
    for turn in range(turns):
        first, second = (1, 4) if turn % 2 else (4, 1)
        table.roll(tie)
        table.grab(first, GRAY)
        table.grab(second, RED, after=2)
        table.now += 10


def correct_first(table: ATable) -> None:
    table.send(Correction(1, table.now, order="smallest_sum"))


def on_disk(games: int, path: Path) -> None:
    simulation = Simulation(4, HouseRules())
    with EventLog.open(path) as log:
        took = seconds(lambda: list(play(simulation, games, log)))
    print(f"\nthe same with a log on disk, one commit a game: {games / took:.1f} games/s of CPU time")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games for each number of players")
    parser.add_argument("--turns", type=int, default=400, help="the longest game")
    parser.add_argument("--log", type=Path, help="also measure with a log in this file")
    arguments = parser.parse_args()
    by_players(arguments.games)
    by_turns(arguments.turns)
    if arguments.log:
        on_disk(arguments.games, arguments.log)


if __name__ == "__main__":
    main()
