"""The painted table: what its camera sees, and what was read in it."""

from dataclasses import dataclass, replace
from functools import cache
from random import Random

import numpy as np

from docs.pictures.small import calm
from pi_diavolo.commands.calibrate_sheets import printed_faces
from pi_diavolo.commands.read_overlay import captions_for
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker
from pi_diavolo.painted_eyes import Looked, PaintedEyes
from pi_diavolo.painted_looks import Table, for_show
from pi_diavolo.painted_table import world_of
from pi_diavolo.reading import judge
from pi_diavolo.simulator.painter import GlyphSet
from pi_diavolo.simulator.world import throw
from pi_diavolo.vision.overlay import draw
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile

DICE_PER_COLOUR = 3
THROW = 12  # ten dice well apart; red has the greatest sum
LEANING = 14  # a black die leans on its neighbour
SIZE = (1000, 960)


def the_table() -> Table:
    """The table for show, our own stickers on its Order die, in a picture that ends where it does."""
    look, camera = for_show()
    faces = printed_faces()
    glyphs = GlyphSet(tuple(str(order) for order in faces), tuple(faces.values()))
    pinhole = camera.K.copy()
    pinhole[:2, 2] = np.subtract(SIZE, 1) / 2
    return replace(look, glyphs=glyphs), replace(camera, K=pinhole, size=SIZE)


@dataclass(frozen=True, slots=True, eq=False)
class Thrown:
    """A throw, its picture, and what was seen in it."""

    looked: Looked
    table: TableFile

    def overlay(self) -> Picture:
        """As `pi-diavolo read --overlay` draws it."""
        view = self.looked.view
        captions = captions_for(judge(view, HouseRules()), view, Speaker(CATALOGUES["en"], {}))
        return draw(self.looked.image, view, captions, self.table, self.looked.camera)


@cache
def thrown(seed: int) -> Thrown:
    """Dice on the table for show, painted once and read."""
    table = the_table()
    eyes = PaintedEyes(table, seed)
    dice = throw(Random(seed), DICE_PER_COLOUR, world_of(table[0]))
    return Thrown(eyes.looked(dice, DICE_PER_COLOUR, order_alone=False)(), eyes.table)


def camera_view(seed: int, width: int) -> Picture:
    """The table as its camera sees it."""
    return calm(thrown(seed).looked.image, width)


def read_view(seed: int, width: int) -> Picture:
    """The same with what was read drawn over it."""
    return calm(thrown(seed).overlay(), width)


def leaning_view(width: int) -> Picture:
    """A throw that does not count, and why."""
    return calm(thrown(LEANING).overlay(), width)
