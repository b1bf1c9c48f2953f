"""How long a painted picture takes: a table painted again and again, and a fresh table each time.

python -m benchmarks.painter [pictures]
"""

import sys
import time
from collections.abc import Callable
from random import Random

import cv2
import numpy as np

from pi_diavolo.simulator.painter import (
    Hand,
    PaintedDie,
    Painter,
    TableLook,
    draw_camera,
    draw_clip,
    draw_imps,
    draw_look,
    from_throw,
)
from pi_diavolo.simulator.world import World, throw


def a_table(rng: np.random.Generator) -> Painter:
    look = draw_look(rng)
    return Painter(look, draw_camera(rng, look.geometry), draw_imps(rng, look.geometry))


def some_dice(look: TableLook, seed: int, rng: np.random.Generator) -> list[PaintedDie]:
    dice = look.dice
    world = World(look.glyphs.names, look.geometry.tray_mm, dice.size_mm, dice.order_size_mm, dice.radius_mm)
    return from_throw(throw(Random(seed), 3, world), look, rng)


def measure(name: str, work: Callable[[int], object], times: int) -> None:
    """CPU time of one thread, since the machine may have other things to do."""
    took = []
    for number in range(times):
        start = time.thread_time()
        work(number)
        took.append((time.thread_time() - start) * 1000)
    middle, slow = np.median(took), np.percentile(took, 95)
    print(f"{name:34} {middle:7.1f} ms median {slow:7.1f} ms p95 {1000 / np.mean(took):6.1f} a second")


def main() -> None:
    cv2.setNumThreads(1)
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    rng = np.random.default_rng(1)
    painter = a_table(rng)
    throws = [some_dice(painter.look, seed, rng) for seed in range(times)]
    moments = list(draw_clip(rng, throws[0], painter.look.geometry.tray_mm).moments(12))
    painter.paint(throws[0], rng)  # patterns and noise are drawn once
    hand = Hand(tip=(0, 0), from_deg=270)

    def fresh(number: int) -> None:
        new = a_table(rng)
        new.paint(some_dice(new.look, number, rng), rng)

    measure("dice that lie still", lambda _: painter.paint(throws[0], rng), times)
    measure("another throw on the same table", lambda i: painter.paint(throws[i], rng), times)
    measure("a hand over dice that lie still", lambda _: painter.paint(throws[0], rng, hand), times)
    measure("flying dice, blurred", lambda i: painter.paint(moments[i % 12].dice, rng), times)
    measure("a fresh table each time", fresh, times)


if __name__ == "__main__":
    main()
