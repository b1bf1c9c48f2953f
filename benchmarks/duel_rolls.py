"""`python -m benchmarks.duel_rolls --rolls 500`: the dice of duels on painted tables drawn by lot.

Real duels are played by the referee; every throw is painted among the dice that lie there already, read, and
told apart. Some dice cross the tray, some knock others, some throws are spoilt, some are made without a word.
"""

import argparse
import multiprocessing
from functools import partial

import cv2
import numpy as np

from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.duelling import DEVILISH_DUELS, PLAYERS, chooser
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.devilish_duels.opponents import OPPONENTS
from pi_diavolo.painted_duels import PaintedDuellists
from pi_diavolo.painted_looks import drawn
from pi_diavolo.painted_tray import PaintedTray
from pi_diavolo.simulator.duel_counts import DuelCounts
from pi_diavolo.simulator.duel_throws import Mischief
from pi_diavolo.table.effects import Status
from pi_diavolo.table.players import PlayerId, seats_for

# The networks were trained on looks below this, and the other benchmarks begin below this, too.
FIRST_UNSEEN = 3_000_000
SPOILT = 0.08
# One drawn table in so many has no lens file.
WITHOUT_LENS = 4


def play_table(rolls: int, seed: int) -> DuelCounts:
    """A duel on one table, until so many throws were made or it is over."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    table = drawn(rng)
    lens = bool(rng.integers(WITHOUT_LENS))
    tray = PaintedTray(table, seed, lens=lens, mischief=Mischief(spoils=SPOILT))
    choosers = {seat: chooser(OPPONENTS["random"], str) for seat in seats_for(PLAYERS)}
    people = PaintedDuellists(seed, choosers, tray)
    clock = VirtualClock()
    with EventLog.in_memory() as log:
        live = Table(GAMES[DEVILISH_DUELS](), log, clock, people, people_wait=False)
        open_evening(live, DEVILISH_DUELS, {"cards": ""}, 1, seed, clock.now())
        seat_players(live, [PlayerId(f"p{count}") for count in (1, 2)], clock.now())
        live.run(until=lambda: people.counts.rolls >= rolls or live.status is Status.OVER)
    counts = people.counts
    counts.misses = [f"table {seed}, {miss}" for miss in counts.misses]
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rolls", type=int, default=500)
    parser.add_argument("--each", type=int, default=10, help="throws on each table")
    parser.add_argument("--first", type=int, default=FIRST_UNSEEN, help="the first table's seed")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    whole, tables = DuelCounts(), -(-arguments.rolls // arguments.each)
    seeds = range(arguments.first, arguments.first + tables)
    with multiprocessing.Pool(arguments.processes) as pool:
        for done, counts in enumerate(pool.imap_unordered(partial(play_table, arguments.each), seeds), 1):
            whole.add(counts)
            so_far = f"{whole.rolls} throws, {whole.right} right, {whole.wrong} wrong"
            print(f"\r{done} of {tables} tables: {so_far}", end="", flush=True)
    print(f"\n{whole.rolls} throws: {whole.right} sure and right, {whole.wrong} wrong", end=", ")
    print(f"{whole.asked} asked about, {whole.spoilt} refused rightly", end=", ")
    print(f"{whole.refused} refused though they lay well:")
    for cause, count in whole.refused_for.most_common():
        print(f"{count:8} {cause}")
    print(f"dice turned or put back: {whole.turned_right} looks right", end=", ")
    print(f"{whole.turned_wrong} wrong, {whole.unsure} not sure")
    print(*whole.misses, sep="\n")


if __name__ == "__main__":
    main()
