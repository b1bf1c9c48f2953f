"""Makers of tables to paint."""

from dataclasses import replace
from random import Random

import numpy as np

from pi_diavolo.simulator.painter import (
    CameraPlace,
    Geometry,
    Painter,
    Sensor,
    TableLook,
    draw_look,
    look_at,
)
from pi_diavolo.simulator.painting.arrays import f32
from pi_diavolo.simulator.painting.look import Lamp, Light, Material
from pi_diavolo.simulator.world import Throw, World, throw

GREEN = Material("plain", (0.03, 0.15, 0.02), (0.03, 0.15, 0.02), grain=0.0)
CLEAN = Sensor(noise=0.0, bayer=False, sharpen=0.0, defocus_px=0.4, vignette=0.0, jpeg=None)


def a_camera(size: tuple[int, int] = (1280, 960), tilt_mm: float = 0.0) -> CameraPlace:
    """Straight above, or moved aside and looking back."""
    rotation, shift = look_at([tilt_mm, -tilt_mm / 2, 700], [0, 0, 0], 0)
    focal = 1.58 * size[1]
    pinhole = f32([[focal, 0, size[0] / 2 - 0.5], [0, focal, size[1] / 2 - 0.5], [0, 0, 1]])
    return CameraPlace(pinhole, f32([-0.04, 0.01, 0, 0, 0]), rotation, shift, size)


def a_clean_look(seed: int = 0) -> TableLook:
    """A table without noise, glare, prints or dust, evenly lit."""
    look = draw_look(np.random.default_rng(seed), Geometry())
    light = Light((0.6, 0.6, 0.6), (Lamp((300, 200, 1500), 300, (0.4, 0.4, 0.4)),))
    finishes = {
        colour: replace(finish, gloss=0.0, dimple=0.0) for colour, finish in look.dice.finishes.items()
    }
    dice = replace(look.dice, finishes=finishes, size_mm=16.0, radius_mm=1.5, pip_mm=3.2, pip_spread=0.5)
    return replace(look, floor=GREEN, light=light, dice=dice, sensor=CLEAN, prints=(), dust=0)


def a_painter(tilt_mm: float = 0.0) -> Painter:
    """A clean table under a camera."""
    return Painter(a_clean_look(), a_camera(tilt_mm=tilt_mm))


def a_throw(look: TableLook, seed: int, invalid: float = 0.0) -> Throw:
    """A throw of three dice a colour with this table's measures."""
    dice = look.dice
    world = World(
        look.glyphs.names,
        look.geometry.tray_mm,
        dice.size_mm,
        dice.order_size_mm,
        dice.radius_mm,
        invalid=invalid,
    )
    return throw(Random(seed), 3, world)
