"""Lamps and room light: what each gives to a place, and which places lie in shadow."""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_diavolo.simulator.painting.arrays import Float, f32
from pi_diavolo.simulator.painting.look import Geometry, Lamp, Light

LAMP_POINTS, SKY_POINTS = 9, 12
# The sky's points are far enough that their shadows are all alike.
FAR_MM = 6000.0
# Light that does not count.
DIM = 0.01
GOLDEN = math.pi * (3 - math.sqrt(5))


@lru_cache(maxsize=32)
def lamp_points(lamp: Lamp, count: int = LAMP_POINTS) -> Float:
    """Points (n, 3) spread over the lamp's disc, which faces the table."""
    middle = f32(lamp.at)
    towards = middle / np.linalg.norm(middle)
    side = np.cross(towards, f32([0.3, 1, 0.1]))
    side /= np.linalg.norm(side)
    other = np.cross(towards, side)
    radius = lamp.radius * np.sqrt((np.arange(count) + 0.5) / count)
    turn = np.arange(count) * GOLDEN
    return f32(middle + np.outer(radius * np.cos(turn), side) + np.outer(radius * np.sin(turn), other))


@lru_cache(maxsize=2)
def sky_points(count: int = SKY_POINTS) -> Float:
    """Points (n, 3) all round above, more of them high up, where their light falls steeper."""
    share = (np.arange(count) + 0.5) / count * 0.93
    out, turn = np.sqrt(share), np.arange(count) * GOLDEN
    return f32(np.column_stack([out * np.cos(turn), out * np.sin(turn), np.sqrt(1 - share)]) * FAR_MM)


def falling(lamp: Lamp, x: Float, y: Float, z: float = 0.0) -> Float:
    """A lamp's light on a level place, as a share of what the middle of the floor gets."""
    lx, ly, lz = lamp.at
    square = (x - lx) ** 2 + (y - ly) ** 2 + (lz - z) ** 2
    start = lx * lx + ly * ly + lz * lz
    return f32((lz - z) / lz * (start / square) ** 1.5)


@dataclass(frozen=True, slots=True)
class Chart:
    """A map of the table at height 0: `reach` mm each way from the middle, `scale` px a millimetre."""

    reach: float
    scale: float = 2.0

    @property
    def size(self) -> int:
        """Pixels along each side."""
        return round(2 * self.reach * self.scale)

    def columns(self, x: Float) -> Float:
        """Where a table x lies on the map."""
        return f32((x + self.reach) * self.scale - 0.5)

    def rows(self, y: Float) -> Float:
        """Where a table y lies on the map."""
        return f32((self.reach - y) * self.scale - 0.5)

    def places(self, step: int = 1) -> tuple[Float, Float]:
        """Table x and y of every step-th pixel."""
        along = (np.arange(0, self.size, step) + 0.5) / self.scale - self.reach
        x, y = np.meshgrid(f32(along), f32(-along))
        return x, y


Window = tuple[int, int, int, int]


def shade(chart: Chart, solids: list[Float], points: Float, window: Window, blur_mm: float) -> Float:
    """The share of the points that each pixel of the window (x, y, width, height) sees past the solids.

    A solid is its corners (n, 3); its shadow is the outline of their shadows.
    """
    left, top, width, height = window
    seen = np.zeros((height, width), np.uint8)
    one = np.empty_like(seen)
    outlines = [_cast(chart, solid, points, left, top) for solid in solids]
    for number in range(len(points)):
        one[:] = 0
        for outline in outlines:
            hull = cv2.convexHull(outline[number])
            cv2.fillConvexPoly(one, hull, (1,), cv2.LINE_8, 3)
        cv2.add(seen, one, dst=seen)
    lit = cv2.bitwise_not(cv2.convertScaleAbs(seen, alpha=255 / len(points)))
    return f32(cv2.GaussianBlur(lit, (0, 0), blur_mm * chart.scale)) / np.float32(255)


def _cast(chart: Chart, solid: Float, points: Float, left: int, top: int) -> NDArray[np.int32]:
    """The shadows of a solid's corners from each point, (points, corners, 2), in eighths of a pixel."""
    rise = np.maximum(solid[:, 2:], 0.0)
    share = rise / np.maximum(points[:, None, 2:] - rise, 1.0)
    on_floor = solid[:, :2] + (solid[:, :2] - points[:, None, :2]) * share
    spots = (on_floor * f32([1, -1]) + chart.reach) * chart.scale - 0.5 - f32([left, top])
    return np.rint(np.clip(spots, -4000, 8000) * 8).astype(np.int32)


def blur_for(lamp: Lamp) -> float:
    """How soft the steps between a lamp's points must be made, in mm."""
    return 0.5 + 6 * lamp.radius / float(np.linalg.norm(lamp.at))


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Float:
    """The corners of a block."""
    return f32([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])


def walls(geometry: Geometry) -> list[Float]:
    """The tray's four walls as solids."""
    x, y, z = geometry.tray_mm[0] / 2, geometry.tray_mm[1] / 2, geometry.wall_mm
    thick = geometry.wall_thick_mm
    return [
        box((-x - thick, y, 0), (x + thick, y + thick, z)),
        box((-x - thick, -y - thick, 0), (x + thick, -y, z)),
        box((-x - thick, -y, 0), (-x, y, z)),
        box((x, -y, 0), (x + thick, y, z)),
    ]


def pillar(x: float, y: float, radius: float, low: float, high: float) -> Float:
    """A standing cylinder as a solid of 16 edges."""
    turn = np.linspace(0, 2 * math.pi, 16, endpoint=False)
    ring = np.column_stack([x + radius * np.cos(turn), y + radius * np.sin(turn)])
    return f32(np.vstack([np.column_stack([ring, np.full(16, z)]) for z in (low, high)]))


@dataclass(frozen=True, eq=False)
class Daylight:
    """The light on the table before any die is thrown, on one chart.

    `weights` (h, w, n) is how much of the sky and of each lamp comes to a place, `colours` (3, n) theirs.
    """

    chart: Chart
    weights: Float
    colours: Float
    total: Float

    def left(self, window: Window, seen: list[Float], step: int = 1) -> Float:
        """Which share of its light (h, w, 3) each place keeps that sees only parts of the sky and lamps."""
        x, y, width, height = window
        here = np.s_[y : y + height : step, x : x + width : step]
        weights = cv2.multiply(self.weights[here], cv2.merge(seen))
        # Where hardly any light comes (inside an imp), nothing is left or lost.
        left = cv2.transform(weights, self.colours) + np.float32(DIM)
        return f32(cv2.divide(left, self.total[here] + np.float32(DIM)))


def daylight(light: Light, chart: Chart, solids: list[Float]) -> Daylight:
    """Work out the static part of the light once."""
    x, y = chart.places(8)
    tilt = np.maximum(1 + (x * light.uneven[0] + y * light.uneven[1]) / chart.reach, 0.1)
    coarse = [f32(tilt), *(falling(lamp, x, y) for lamp in light.lamps)]
    whole: Window = (0, 0, chart.size, chart.size)
    seen = shades(light, chart, solids, whole, sky_blur_mm=2.5)
    size = (chart.size, chart.size)
    weights = cv2.merge([cv2.resize(one, size) * share for one, share in zip(coarse, seen, strict=True)])
    colours = f32([light.ambient, *(lamp.colour for lamp in light.lamps)]).T
    return Daylight(chart, f32(weights), colours, f32(np.maximum(cv2.transform(weights, colours), 1e-4)))


def shades(
    light: Light, chart: Chart, solids: list[Float], window: Window, sky_blur_mm: float
) -> list[Float]:
    """What each place sees of the sky and of each lamp past some solids."""
    sky = shade(chart, solids, sky_points(), window, sky_blur_mm)
    return [sky, *(shade(chart, solids, lamp_points(lamp), window, blur_for(lamp)) for lamp in light.lamps)]
