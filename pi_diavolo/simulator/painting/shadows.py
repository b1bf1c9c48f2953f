"""Shadows of dice on floor and plate, and which parts of the picture change with them."""

from collections.abc import Sequence

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Flags, Float, f32
from pi_diavolo.simulator.painting.board_pieces import PaintedPiece
from pi_diavolo.simulator.painting.camera import CameraPlace
from pi_diavolo.simulator.painting.dice import PaintedDie
from pi_diavolo.simulator.painting.light import Window, lamp_points, shades
from pi_diavolo.simulator.painting.scene import Scene
from pi_diavolo.simulator.painting.sprites import part

Solid = PaintedDie | PaintedPiece

TILE = 48
# Beyond this many of its heights a die's share in the room's light is not seen any more.
SKY_REACH = 1.6


def darkened(light: Float, scene: Scene, dice: Sequence[Solid]) -> list[Window]:
    """Lay the dice's shadows over the empty table; tells which windows of the picture change by the dice."""
    solids = [_solid(die) for die in dice]
    reaches = [_reach(solid, scene) for solid in solids]
    windows = _tiles(scene.camera, dice, reaches)
    if not windows:
        return []
    chart = scene.daylight.chart
    on_chart = _chart_window(chart.size, reaches, chart.reach, chart.scale)
    if on_chart is None:
        return windows
    left = _left_of_light(scene, solids, on_chart)
    for window in windows:
        _darken(light, scene, window, on_chart, left)
    return windows


def _solid(die: Solid) -> Float:
    centre = f32(die.centre)
    return f32(centre + (die.corners() - centre) * np.float32(0.93))


def _reach(solid: Float, scene: Scene) -> Float:
    """The least rectangle (low and high x, y) of the table that holds all shadows of a solid."""
    top = float(solid[:, 2].max())
    spread = max(top, 4.0) * SKY_REACH
    low, high = solid[:, :2].min(axis=0) - spread, solid[:, :2].max(axis=0) + spread
    for lamp in scene.look.light.lamps:
        rise = np.maximum(solid[:, 2:], 0)
        for point in lamp_points(lamp, 5):
            cast = solid[:, :2] + (solid[:, :2] - point[:2]) * (rise / np.maximum(point[2] - rise, 1))
            low, high = np.minimum(low, cast.min(axis=0) - 3), np.maximum(high, cast.max(axis=0) + 3)
    limit = np.float32(scene.daylight.chart.reach - 1)
    return f32(np.clip(np.stack([low, high]), -limit, limit))


def _tiles(camera: CameraPlace, dice: Sequence[Solid], reaches: list[Float]) -> list[Window]:
    """Disjoint windows that hold all dice and shadows."""
    width, height = camera.size
    dirty = np.zeros((-(-height // TILE), -(-width // TILE)), bool)
    for die, (low, high) in zip(dice, reaches, strict=True):
        ground = [(x, y, 0) for x in (low[0], high[0]) for y in (low[1], high[1])]
        for points in (ground, die.corners()):
            spots = camera.project(points)
            first = np.clip((spots.min(axis=0) - 4) // TILE, 0, None).astype(int)
            last = np.clip((spots.max(axis=0) + 4) // TILE + 1, 0, None).astype(int)
            dirty[first[1] : last[1], first[0] : last[0]] = True
    return [window for row in range(len(dirty)) for window in _runs(dirty[row], row, width, height)]


def _runs(row: Flags, number: int, width: int, height: int) -> list[Window]:
    steps = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(np.int8), [0]])))
    y = number * TILE
    return [
        (a * TILE, y, min(b * TILE, width) - a * TILE, min(TILE, height - y))
        for a, b in zip(steps[::2].tolist(), steps[1::2].tolist(), strict=True)
    ]


def _chart_window(size: int, reaches: list[Float], reach: float, scale: float) -> Window | None:
    low, high = np.min([r[0] for r in reaches], axis=0), np.max([r[1] for r in reaches], axis=0)
    left, right = int((low[0] + reach) * scale), int((high[0] + reach) * scale) + 1
    top, bottom = int((reach - high[1]) * scale), int((reach - low[1]) * scale) + 1
    right, bottom = min(right, size), min(bottom, size)
    return (left, top, right - left, bottom - top) if right > left and bottom > top else None


def _left_of_light(scene: Scene, solids: list[Float], window: Window) -> Float:
    """Which share of its light each place on the chart keeps, (h, w, 3)."""
    seen = shades(scene.look.light, scene.daylight.chart, solids, window, sky_blur_mm=1.2)
    return scene.daylight.left(window, seen)


def _darken(light: Float, scene: Scene, window: Window, on_chart: Window, left: Float) -> None:
    here = part(window)
    columns = scene.chart_x[here] - np.float32(on_chart[0])
    rows = scene.chart_y[here] - np.float32(on_chart[1])
    share = cv2.remap(left, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    # Walls and imps stand above the floor: its shadows are not theirs.
    share[scene.height[here] >= 1] = 1
    light[here] *= share
