"""What spoils a marker: something that lies on it, or a lamp's glare."""

import math
from dataclasses import dataclass

import numpy as np

from pi_diavolo.simulator.painting.arrays import Float, f32
from pi_diavolo.simulator.painting.ground import Sight, from_rectangle, square
from pi_diavolo.simulator.painting.light import Daylight
from pi_diavolo.simulator.painting.look import Geometry, Place
from pi_diavolo.simulator.painting.sprites import part, window_round


@dataclass(frozen=True, slots=True)
class Clutter:
    """Markers (by number) under a card or the like, and markers in glare."""

    hidden: tuple[int, ...] = ()
    glared: tuple[int, ...] = ()
    seed: int = 0


def lay_clutter(picture: Float, clutter: Clutter, geometry: Geometry, sight: Sight, day: Daylight) -> None:
    """Paint it over the finished empty table."""
    rng = np.random.default_rng(clutter.seed)
    bright = day.total[day.chart.size // 2, day.chart.size // 2]
    for number in clutter.hidden:
        _cover(picture, geometry.markers[number], geometry.marker_mm, sight, rng, bright)
    for number in clutter.glared:
        _glare(picture, geometry.markers[number], geometry.marker_mm, sight, rng)


def _cover(
    picture: Float, centre: Place, size: float, sight: Sight, rng: np.random.Generator, bright: Float
) -> None:
    """A card, coaster or phone, a little askew, its shadow round it."""
    window = window_round(sight.camera.project(square(centre, size * 1.6)), sight.camera.size)
    if window is None:
        return
    here = part(window)
    turn = math.radians(rng.uniform(-30, 30))
    dx, dy = sight.x[here] - np.float32(centre[0]), sight.y[here] - np.float32(centre[1])
    x = dx * np.float32(math.cos(turn)) + dy * np.float32(math.sin(turn))
    y = dy * np.float32(math.cos(turn)) - dx * np.float32(math.sin(turn))
    half = float(size * rng.uniform(0.75, 1.0)), float(size * rng.uniform(0.75, 1.0))
    away = from_rectangle(x, y, half)
    shadow = 1 - 0.5 * np.exp(-np.maximum(away, 0) / 3)
    cover = sight.inside(away)[..., None]
    colour = f32(rng.uniform(0.02, 0.85) * rng.uniform(0.4, 1, 3)) * bright
    picture[here] = picture[here] * shadow[..., None] * (1 - cover) + colour * cover


def _glare(picture: Float, centre: Place, size: float, sight: Sight, rng: np.random.Generator) -> None:
    """The mirror image of a lamp in a glossy print."""
    window = window_round(sight.camera.project(square(centre, size * 2)), sight.camera.size)
    if window is None:
        return
    here = part(window)
    dx, dy = (f32(rng.normal(0, size * 0.12, 2))).tolist()
    away = np.hypot(sight.x[here] - np.float32(centre[0] + dx), sight.y[here] - np.float32(centre[1] + dy))
    glow = rng.uniform(1.2, 3.0) * np.exp(-((away / (size * rng.uniform(0.5, 0.9))) ** 3))
    picture[here] += f32(glow)[..., None]
