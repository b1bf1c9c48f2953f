"""The tables that are painted: one for show, well lit, and any number drawn by lot."""

from dataclasses import replace

import numpy as np

from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.simulator.painter import (
    CameraPlace,
    Geometry,
    GlyphSet,
    Sensor,
    TableLook,
    draw_camera,
    draw_glyph_set,
    draw_look,
    look_at,
)
from pi_diavolo.simulator.painting.arrays import linear
from pi_diavolo.simulator.painting.look import DiceLook, Finish, Lamp, Light, Material

Table = tuple[TableLook, CameraPlace]

SHOW_SEED = 3
FELT = Material("felt", (0.020, 0.110, 0.014), (0.034, 0.160, 0.024), grain=0.05, seed=5)
LAMPS = (Lamp((700, 500, 1500), 350, (0.28, 0.30, 0.30)), Lamp((-800, 300, 1400), 350, (0.26, 0.26, 0.25)))
DAYLIGHT = Light((0.44, 0.44, 0.44), LAMPS)
GOOD_CAMERA = Sensor(noise=1.0, jpeg=92)


def drawn(rng: np.random.Generator) -> Table:
    """Another table, light and camera each time; the Order die shows the six orders."""
    look = draw_look(rng, glyphs=_orders(draw_glyph_set(rng)))
    return look, draw_camera(rng, look.geometry)


def for_show() -> Table:
    """Green felt under two soft lamps, ivory, black and red dice, and a camera right above: easy to read."""
    rng = np.random.default_rng(SHOW_SEED)
    look = draw_look(rng, Geometry(), _orders(draw_glyph_set(rng)))
    look = replace(look, floor=FELT, light=DAYLIGHT, sensor=GOOD_CAMERA, prints=(), dust=0)
    look = replace(look, dice=_dice(), imps=_dice().finishes)
    rotation, shift = look_at([20, -35, 720], [0, 0, 0], 0)
    pinhole = np.array([[1600, 0, 639.5], [0, 1600, 479.5], [0, 0, 1]], np.float32)
    lens = np.array([-0.03, 0.01, 0, 0, 0], np.float32)
    return look, CameraPlace(pinhole, lens, rotation, shift, (1280, 960))


def _orders(glyphs: GlyphSet) -> GlyphSet:
    return replace(glyphs, names=tuple(str(order) for order in Order))


def _dice() -> DiceLook:
    finishes = {
        colour: Finish(linear(body), linear(pips), gloss=0.02, rough=0.4)
        for colour, body, pips in (
            ("black", (28, 28, 30), (235, 235, 230)),
            ("white", (238, 234, 222), (20, 20, 22)),
            ("red", (190, 24, 26), (235, 235, 230)),
            ("gray", (140, 140, 142), (25, 25, 27)),
        )
    }
    return DiceLook(finishes, order_size_mm=20.0, order_radius_mm=2.0)
