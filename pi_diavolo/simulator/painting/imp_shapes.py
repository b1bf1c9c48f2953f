"""Imps that are no plain cylinders: turned on a lathe, as pawns and little figures are."""

import math
from itertools import pairwise

import numpy as np

from pi_diavolo.simulator.painting.arrays import Float, Indices, f32, unit

# How wide a figure is at which height, from its foot to its top: shares of half its width and of its height.
Profile = tuple[tuple[float, float], ...]


def draw_profile(rng: np.random.Generator) -> Profile:
    """A figure by lot: a tapered peg, a bullet, a pawn, or anything that a lathe may leave."""
    kind = rng.choice(["tapered", "bullet", "pawn", "anything"], p=[0.2, 0.2, 0.3, 0.3])
    if kind == "tapered":
        edge = rng.uniform(0.9, 1.0)
        return (1.0, 0.0), (rng.uniform(0.35, 0.9), edge), (rng.uniform(0.1, 0.35), 1.0)
    if kind == "bullet":
        return ((1.0, 0.0), *_ball(rng.uniform(0.6, 1.0), rng.uniform(0.3, 0.6), 1.0, whole=False))
    if kind == "pawn":
        head, neck = rng.uniform(0.4, 0.85), rng.uniform(0.45, 0.7)
        body = (1.0, 0.0), (1.0, rng.uniform(0.02, 0.15)), (rng.uniform(0.3, 0.95) * head, neck)
        return (*body, *_ball(head, neck, 1.0))
    heights = np.sort(rng.uniform(0.05, 0.95, int(rng.integers(2, 6))))
    widths = rng.uniform(0.3, 1.0, len(heights))
    middle = ((float(wide), float(high)) for wide, high in zip(widths, heights, strict=True))
    return (rng.uniform(0.7, 1.0), 0.0), *middle, (rng.uniform(0.15, 0.8), 1.0)


def _ball(wide: float, low: float, high: float, *, whole: bool = True) -> Profile:
    """A ball between two heights, or only its upper half."""
    turns = np.linspace(-0.4 * math.pi if whole else 0.0, 0.45 * math.pi, 7)
    lowest, highest = math.sin(turns[0]), math.sin(turns[-1])
    share = (np.sin(turns) - lowest) / (highest - lowest)
    low += 1e-3  # no ring may lie at the height of the one below it
    return tuple(
        (wide * float(width), low + (high - low) * float(up))
        for width, up in zip(np.cos(turns), share, strict=True)
    )


def turned(start: Float, rays: Float, rings: list[tuple[float, float]]) -> tuple[Indices, Float, Float]:
    """Rays that meet what was turned, its rings given by radius and height: which, how far, normals."""
    far = np.full(rays.shape[1], np.inf, np.float32)
    normal = np.zeros_like(rays)
    for (radius, low), (radius_above, high) in pairwise(rings):
        widens = (radius_above - radius) / (high - low)
        at_start = radius + widens * (start[2] - low)
        a = rays[0] ** 2 + rays[1] ** 2 - (widens * rays[2]) ** 2
        a = np.where(np.abs(a) < 1e-6, np.float32(1e-6), a)
        b = start[0] * rays[0] + start[1] * rays[1] - widens * rays[2] * at_start
        under = b * b - a * (start[0] ** 2 + start[1] ** 2 - at_start**2)
        root = np.sqrt(np.maximum(under, 0))
        for t in ((-b - root) / a, (-b + root) / a):
            z = start[2] + t * rays[2]
            met = (under > 0) & (t > 0) & (t < far) & (z >= low) & (z <= high)
            far[met] = t[met]
            wide = np.maximum(radius + widens * (z[met] - low), 1e-3)
            x, y = start[0] + t[met] * rays[0, met], start[1] + t[met] * rays[1, met]
            normal[:, met] = unit(np.vstack([x / wide, y / wide, np.full(len(wide), -widens, np.float32)]))
    radius, top = rings[-1]
    t = (top - start[2]) / rays[2]
    x, y = start[0] + t * rays[0], start[1] + t * rays[1]
    met = (x * x + y * y < radius**2) & (t < far)
    far[met] = t[met]
    normal[:, met] = f32([0, 0, 1])[:, None]
    which = np.flatnonzero(np.isfinite(far))
    return which, f32(far[which]), f32(normal[:, which])
