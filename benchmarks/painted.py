"""`python -m benchmarks.painted --tables 60 --rolls 90`: the eyes against painted tables drawn by lot.

Every table has its own measures, floor, dice, stickers, lamps, lens and camera; some throws are invalid, some
markers hidden, some pictures have a hand in them; half of the tables have no lens in their file.
"""

import argparse
import multiprocessing
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

import cv2
import numpy as np

from benchmarks.score import Score
from benchmarks.truth import TrueDie, TrueTable
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.painted_looks import drawn
from pi_diavolo.painted_table import faces_of, table_file_of, world_of
from pi_diavolo.reading import Reading, judge
from pi_diavolo.simulator.painter import (
    Clutter,
    Hand,
    Painter,
    Picture,
    TableLook,
    draw_hand,
    draw_imps,
    draw_sensor,
    from_throw,
)
from pi_diavolo.simulator.world import Throw, throw
from pi_diavolo.table.pieces import Point
from pi_diavolo.table.view import TableView
from pi_diavolo.vision.look import Eyes

# The networks were trained on looks below this.
FIRST_UNSEEN = 2_000_000
INVALID, HANDS, HIDDEN_MARKER, TWO_DICE = 0.15, 0.08, 0.3, 0.2
Read = tuple[TrueTable, TableView, Reading, float, bool]


def read_table(rolls: int, seed: int) -> list[Read]:
    """Many throws on one table, read; whether a hand was in the picture comes last."""
    cv2.setNumThreads(1)
    return list(_read_table(rolls, seed))


def _read_table(rolls: int, seed: int) -> Iterator[Read]:
    rng, dice_rng = np.random.default_rng(seed), Random(seed)
    look, camera = drawn(rng)
    hidden = (int(rng.integers(4)),) if rng.random() < HIDDEN_MARKER else ()
    spoiled = Clutter(hidden) if rng.random() < 0.5 else Clutter(glared=hidden)
    painter = Painter(look, camera, draw_imps(rng, look.geometry), clutter=spoiled)
    eyes = Eyes(table_file_of(look, camera if seed % 2 else None), faces_of(look))
    world, rules = replace(world_of(look), clumps=0.4, invalid=INVALID), HouseRules()
    for number in range(rolls):
        if number % 10 == 0:
            painter.use_sensor(draw_sensor(rng, look.light))
        try:
            thrown = throw(dice_rng, 2 if dice_rng.random() < TWO_DICE else 3, world)
        except ValueError:  # too many dice for a small tray
            continue
        hand = _a_hand(look, rng) if rng.random() < HANDS else None
        picture = painter.paint(from_throw(thrown, look, rng), rng, hand)
        eyes.forget()
        began = time.process_time()
        view = eyes.look(picture.image)
        spent = (time.process_time() - began) * 1000
        truth = truth_of(f"table {seed} roll {number}", f"table {seed}", thrown, picture)
        yield truth, view, judge(view, rules), spent, picture.truth.hand


def _a_hand(look: TableLook, rng: np.random.Generator) -> Hand:
    x, y = rng.uniform(-0.5, 0.5, 2) * look.geometry.tray_mm
    return draw_hand(rng, (float(x), float(y)))


def truth_of(name: str, group: str, thrown: Throw, picture: Picture) -> TrueTable:
    """What was thrown and painted, as the score wants it."""
    dice = []
    for die in picture.truth.dice:
        level = not (die.cocked or die.outside or die.stacked) and die.visible > 0.9
        value = 0 if die.colour == "gray" else die.value
        dice.append(TrueDie(die.colour, value, Point(float(die.top_mm[0]), float(die.top_mm[1])), level))
    order = thrown.true_roll.order_die
    gaps = {colour: length.mm for colour, length in thrown.true_roll.gaps.items()}
    faults = tuple(fault.code for fault in thrown.faults)
    return TrueTable(
        name, group, faults, tuple(dice), order.face if order else None, gaps, picture.truth.imps
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--rolls", type=int, default=90, help="on each table")
    parser.add_argument("--first", type=int, default=FIRST_UNSEEN, help="the first table's seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--misses", type=int, default=60, help="how many to name")
    arguments = parser.parse_args()
    clear, hands, rules = Score(), Score(), HouseRules()
    seeds = range(arguments.first, arguments.first + arguments.tables)
    with multiprocessing.Pool(arguments.processes) as pool:
        for done, table in enumerate(pool.imap_unordered(partial(read_table, arguments.rolls), seeds), 1):
            for truth, view, reading, spent, hand in table:
                score = hands if hand else clear
                score.count(truth, view, reading, rules)
                score.ms.append(spent)
            print(f"\r{done} of {arguments.tables} tables", end="", flush=True)
    clear.print(f"{arguments.tables} painted tables, nobody's hand in the picture", arguments.misses)
    hands.print("the same tables with a hand in the picture", arguments.misses)


if __name__ == "__main__":
    main()
