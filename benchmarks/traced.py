"""`python -m benchmarks.traced --tables 20 --rolls 8`: the eyes where each ray of light is followed.

The tables of `benchmarks.painted` are built once more as bodies and rendered by Blender's path tracer,
which knows shadows, mirrored lamps, hollow pips and light between things from physics, not from our
painter. Each throw is read from both pictures, seen by the same sensor: what the eyes do worse on the
traced ones, the painter left out. Half of the tables have imps that are no cylinders. A picture takes
some 10 to 30 seconds.

Blender wants an older numpy, and so an environment of its own (its wheels are for Python 3.11):

    python3.11 -m venv build/blender
    build/blender/bin/pip install -e '.[fast,traced]'
    build/blender/bin/python -m benchmarks.traced
"""

import argparse
import multiprocessing
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random

import cv2
import numpy as np

from benchmarks.painted import INVALID, TWO_DICE, truth_of
from benchmarks.score import Score
from benchmarks.truth import TrueTable
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.painted_looks import drawn
from pi_diavolo.painted_table import faces_of, table_file_of, world_of
from pi_diavolo.reading import Reading, judge
from pi_diavolo.simulator.painter import Painter, Sensor, TableLook, draw_imps, draw_sensor, from_throw
from pi_diavolo.simulator.painting.arrays import Bytes, Float, f32
from pi_diavolo.simulator.painting.imp_shapes import draw_profile
from pi_diavolo.simulator.painting.sensor import blurred, developed, exposed, vignette
from pi_diavolo.simulator.world import Throw, throw
from pi_diavolo.table.view import TableView
from pi_diavolo.vision.look import Eyes

# Nothing was trained on looks from here on, and `benchmarks.painted` has others.
FIRST_UNSEEN = 20_000_000
FIGURES = 0.5  # of the sets of imps are no cylinders
Read = tuple[TrueTable, TableView, Reading]


def read_table(rolls: int, rays: int, keep: Path | None, seed: int) -> list[tuple[Read, Read]]:
    """Throws on one table: what was read from the painted picture of each, and from the traced one."""
    cv2.setNumThreads(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Blender tells of every picture
    return list(_read_table(rolls, rays, keep, seed))


def _read_table(rolls: int, rays: int, keep: Path | None, seed: int) -> Iterator[tuple[Read, Read]]:
    from benchmarks.tracing.table import TracedTable  # Blender, which only those need who trace

    rng, dice_rng = np.random.default_rng(seed), Random(seed)
    look, camera = drawn(rng)
    if rng.random() < FIGURES:
        look = replace(look, geometry=replace(look.geometry, imp_profile=draw_profile(rng)))
    imps = draw_imps(rng, look.geometry)
    painter, traced = Painter(look, camera, imps), TracedTable(look, camera, imps, rays)
    eyes = Eyes(table_file_of(look, camera if seed % 2 else None), faces_of(look))
    for number, thrown in enumerate(_throws(look, dice_rng, rolls)):
        sensor = draw_sensor(rng, look.light)
        painter.use_sensor(sensor)
        dice, name = from_throw(thrown, look, rng), f"table {seed} roll {number}"
        picture = painter.paint(dice, rng)
        image = _taken(traced.light(dice), painter.scene.linear, sensor, rng)
        truth = truth_of(name, f"table {seed}", thrown, picture)
        if keep:
            cv2.imwrite(str(keep / f"{name.replace(' ', '_')}_painted.png"), picture.image)
            cv2.imwrite(str(keep / f"{name.replace(' ', '_')}_traced.png"), image)
        yield _read(eyes, picture.image, truth), _read(eyes, image, truth)


def _throws(look: TableLook, rng: Random, rolls: int) -> Iterator[Throw]:
    world = replace(world_of(look), clumps=0.4, invalid=INVALID)
    for _ in range(rolls):
        try:
            yield throw(rng, 2 if rng.random() < TWO_DICE else 3, world)
        except ValueError:  # too many dice for a small tray
            continue


def _taken(light: Float, painted: Float, sensor: Sensor, rng: np.random.Generator) -> Bytes:
    """The traced light through the painter's sensor, the table as bright as the painted one."""
    height, width = light.shape[:2]
    as_bright = f32(light * (np.median(painted) / max(float(np.median(light)), 1e-6)))
    arriving = blurred(as_bright, sensor) * vignette((width, height), sensor.vignette)
    return exposed(developed(f32(arriving), sensor), sensor, rng)


def _read(eyes: Eyes, image: Bytes, truth: TrueTable) -> Read:
    eyes.forget()
    view = eyes.look(image)
    return truth, view, judge(view, HouseRules())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--rolls", type=int, default=8, help="on each table")
    parser.add_argument("--first", type=int, default=FIRST_UNSEEN, help="the first table's seed")
    parser.add_argument("--rays", type=int, default=8, help="for each pixel; the noise they leave is removed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--misses", type=int, default=40, help="how many to name")
    parser.add_argument("--keep", type=Path, help="a folder for the pictures")
    arguments = parser.parse_args()
    if find_spec("bpy") is None:
        parser.error("Blender is not in this environment; --help tells how to make one in which it is")
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    painted, traced, rules = Score(), Score(), HouseRules()
    seeds = range(arguments.first, arguments.first + arguments.tables)
    work = partial(read_table, arguments.rolls, arguments.rays, arguments.keep)
    # Blender holds one scene a process, and keeps what it once had.
    with multiprocessing.get_context("spawn").Pool(arguments.processes, maxtasksperchild=1) as pool:
        for done, table in enumerate(pool.imap_unordered(work, seeds), 1):
            for by_painter, by_rays in table:
                painted.count(*by_painter, rules)
                traced.count(*by_rays, rules)
            print(f"\r{done} of {arguments.tables} tables", end="", flush=True)
    painted.print("as painted", 0)
    traced.print("the same throws on the same tables, path-traced", arguments.misses)


if __name__ == "__main__":
    main()
