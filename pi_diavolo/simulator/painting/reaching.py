"""A hand over the table: its shadow on everything, then the hand itself."""

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Float, f32
from pi_diavolo.simulator.painting.hand import Hand, hand_shades, laid_over, outline
from pi_diavolo.simulator.painting.light import Window
from pi_diavolo.simulator.painting.scene import Scene
from pi_diavolo.simulator.painting.sprites import part, window_round

# Shadows of hands are soft: every fourth place of the chart will do.
STEP = 4
# A shadow that takes less than this share of the light away is not seen.
SEEN = 0.02


def reach_in(light: Float, scene: Scene, hand: Hand) -> tuple[Float, list[Window]]:
    """Lay a hand and its shadow over the table; gives the hand's cover of each pixel and what changed."""
    cover = np.zeros(light.shape[:2], np.float32)
    chart = scene.daylight.chart
    shades = hand_shades(hand, scene.look.light, chart, STEP)
    left = scene.daylight.left((0, 0, chart.size, chart.size), shades, STEP)
    places = [*outline(hand), *_darkened(left, scene)]
    window = window_round(scene.camera.project(places), scene.camera.size)
    if window is None:
        return cover, []
    here = part(window)
    columns, rows = scene.chart_x[here] / np.float32(STEP), scene.chart_y[here] / np.float32(STEP)
    share = cv2.remap(left, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    light[here] *= share
    cover[here] = laid_over(light[here], hand, scene.look.light, *scene.sight.at(hand.height_mm, here))
    return cover, [window]


def _darkened(left: Float, scene: Scene) -> list[Float]:
    """The corners of the rectangle of the table that lies in the hand's shadow."""
    rows, columns = np.nonzero(left[..., 1] < 1 - SEEN)
    if not len(rows):
        return []
    chart = scene.daylight.chart
    x = np.array([columns.min(), columns.max() + 1]) * STEP / chart.scale - chart.reach
    y = chart.reach - np.array([rows.min(), rows.max() + 1]) * STEP / chart.scale
    return [f32([a, b, 0]) for a in x for b in y]
