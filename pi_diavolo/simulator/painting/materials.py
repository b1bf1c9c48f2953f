"""Felt, cloth, wood, paint: which of its two colours a material shows where, and its grain."""

from collections.abc import Mapping

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Float, f32
from pi_diavolo.simulator.painting.look import Material
from pi_diavolo.simulator.painting.textures import cut

# Pattern, its size in mm per 100 px of tile, and its weight in the mixture of the two colours.
MIXTURES: Mapping[str, tuple[tuple[str, float, float], ...]] = {
    "felt": (("clouds", 40, 0.16), ("mottle", 35, 0.10), ("fibres", 20, 0.07)),
    "cloth": (("clouds", 60, 0.10), ("weave", 26, 0.10), ("mottle", 40, 0.06)),
    "plain": (("clouds", 70, 0.08), ("mottle", 60, 0.02)),
    "wood": (("wood", 45, 0.26), ("mottle", 60, 0.05)),
    "brushed": (("brushed", 40, 0.15), ("clouds", 80, 0.08)),
    "stone": (("mottle", 45, 0.24), ("clouds", 60, 0.12)),
    "leather": (("mottle", 14, 0.16), ("clouds", 60, 0.10)),
}
PLANK_MM = 90


def texture(material: Material, size_mm: tuple[float, float], px_per_mm: float) -> Float:
    """Two layers (height, width, 2): a brightness round 1, and that times the share of the second colour."""
    rng = np.random.default_rng(material.seed)
    size = (round(size_mm[0] * px_per_mm), round(size_mm[1] * px_per_mm))
    share = np.full(size[::-1], 0.5, np.float32)
    for kind, mm, weight in MIXTURES[material.kind]:
        scale = mm / 100 * px_per_mm * material.scale
        # Soft patterns are cut small and enlarged: cutting is what costs time.
        coarse = 4 if kind == "clouds" else 2 if scale > 1 else 1
        small = (-(-size[0] // coarse), -(-size[1] // coarse))
        pattern = cut(rng, kind, small, scale / coarse, material.angle)
        cv2.scaleAdd(cv2.resize(pattern, size) if coarse > 1 else pattern, weight, share, share)
    shade = 1 + material.grain * cut(rng, "grain", size, max(0.8, px_per_mm / 3), material.angle)
    if material.kind == "wood" and rng.random() < 0.5:
        _planks(rng, shade, material.angle, PLANK_MM * material.scale * px_per_mm)
    return f32(cv2.merge([shade, cv2.multiply(np.clip(share, 0, 1), shade)]))


def _planks(rng: np.random.Generator, shade: Float, angle: float, width_px: float) -> None:
    """Boards beside each other: each a little lighter or darker, a dark seam between."""
    high, wide = shade.shape
    reach = wide + high
    turn = np.deg2rad(angle)
    along, across = np.array([np.cos(turn), -np.sin(turn)]), np.array([np.sin(turn), np.cos(turn)])
    middle = np.array([wide / 2, high / 2])
    start = rng.uniform(0, width_px)
    for place in np.arange(-reach / 2 + start, reach / 2, width_px):
        ends = middle + across * place - along * reach, middle + across * place + along * reach
        points = [(round(x), round(y)) for x, y in ends]
        cv2.line(shade, points[0], points[1], (float(rng.uniform(0.45, 0.8)),), max(1, round(width_px / 60)))


def coloured(material: Material, layers: Float) -> Float:
    """The two layers of a texture as a colour (…, 3)."""
    first, second = f32(material.colour), f32(material.second)
    return f32(cv2.transform(layers, np.column_stack([first, second - first])))
