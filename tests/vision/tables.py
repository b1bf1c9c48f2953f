"""Painted tables as the eyes meet them: a picture, its truth, its table file and its faces."""

from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np

from pi_diavolo.painted_table import faces_of, table_file_of, world_of
from pi_diavolo.simulator.painter import (
    Clutter,
    Hand,
    PaintedDie,
    Painter,
    Picture,
    draw_imps,
    from_throw,
)
from pi_diavolo.simulator.world import throw
from pi_diavolo.vision.look import Eyes
from tests.simulator.painted import a_camera, a_clean_look


@dataclass(frozen=True)
class Painted:
    """A table in good light, its painter, and eyes that know its measures."""

    painter: Painter
    eyes: Eyes

    def dice(self, seed: int = 0, dice_per_colour: int = 3) -> list[PaintedDie]:
        """A throw that counts; the Order die comes last."""
        look = self.painter.look
        thrown = throw(Random(seed), dice_per_colour, world_of(look))
        return from_throw(thrown, look, np.random.default_rng(seed))

    def picture(self, dice: list[PaintedDie], hand: Hand | None = None) -> Picture:
        return self.painter.paint(dice, np.random.default_rng(1), hand)


@cache
def a_table(seed: int = 0, lens: bool = True, clutter: Clutter | None = None) -> Painted:
    look, camera = a_clean_look(seed), a_camera(tilt_mm=90)
    imps = draw_imps(np.random.default_rng(seed), look.geometry)
    painter = Painter(look, camera, imps, clutter=clutter)
    return Painted(painter, Eyes(table_file_of(look, camera if lens else None), faces_of(look)))
