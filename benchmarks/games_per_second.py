"""How fast whole games run through referee and log, and how that grows with players and turns.

Run it with `.venv/bin/python -m benchmarks.games_per_second`. Machines are noisy, so every row is compared
with a baseline measured in the same run: the simulated throws alone, with no referee and no log.
"""

import argparse
import gc
import time
from collections.abc import Callable
from random import Random

from pi_diavolo.eventlog import EventLog
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.simulation import GamePlayed, Simulation, play
from pi_diavolo.simulator.world import World, throw
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
        played: list[GamePlayed] = []
        simulation = Simulation(players, HouseRules(), seed=players)
        took = seconds(lambda p=played, s=simulation: p.extend(play(s, games)))  # type: ignore[misc]
        turns, events = sum(game.turns for game in played), sum(game.events for game in played)
        baseline = seconds(lambda turns=turns: throws_alone(turns))  # type: ignore[misc]
        print(
            f"{players:>8}{games / took:>10.1f}{turns / took:>11.0f}{events / took:>10.0f}"
            f"{turns / games:>12.1f}{took / baseline:>12.1f}"
        )


def by_turns(longest: int) -> None:
    """Two players who always share the gems out evenly, so that the game never ends by itself."""
    print(f"\n{'turns':>8}{'ms a turn':>11}{'ms to correct turn 1':>22}")
    turns = 25
    while turns <= longest:
        table = ATable(1, 4)
        tie = a_roll(highest := (6, 6, 6), highest, highest, order="greatest_sum")
        took = seconds(lambda table=table, tie=tie, turns=turns: endless(table, tie, turns))  # type: ignore[misc]
        corrected = seconds(lambda table=table: correct_first(table))  # type: ignore[misc]
        print(f"{turns:>8}{1000 * took / turns:>11.3f}{1000 * corrected:>22.1f}")
        turns *= 2


def endless(table: ATable, tie: object, turns: int) -> None:
    for turn in range(turns):
        winner, loser = ("s1", "s4") if turn % 2 else ("s4", "s1")
        table.play(tie, **{winner: GRAY, loser: RED})  # type: ignore[arg-type]


def correct_first(table: ATable) -> None:
    from pi_diavolo.table.events import Correction

    table.send(Correction(1, table.now, order="smallest_sum"))


def on_disk(games: int, path: str) -> None:
    from pathlib import Path

    simulation = Simulation(4, HouseRules())
    with EventLog.open(Path(path)) as log:
        took = seconds(lambda: list(play(simulation, games, log)))
    print(f"\nthe same with a log on disk, one commit a game: {games / took:.1f} games/s of CPU time")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games for each number of players")
    parser.add_argument("--turns", type=int, default=400, help="the longest game")
    parser.add_argument("--log", help="also measure with a log in this file")
    arguments = parser.parse_args()
    by_players(arguments.games)
    by_turns(arguments.turns)
    if arguments.log:
        on_disk(arguments.games, arguments.log)


if __name__ == "__main__":
    main()
