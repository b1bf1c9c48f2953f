"""Where rays meet a cube with rounded edges: exact silhouettes, exact normals."""

from typing import NamedTuple

import numpy as np

from pi_diavolo.simulator.painting.arrays import Flags, Float, Indices, dot, f32, least, length, most, unit

NEWTON_STEPS = 5
NEAR_MM = 0.02


class Hits(NamedTuple):
    """The rays that meet the body (`which`), how far along, where, and the outward normals, all (3, n)."""

    which: Indices
    far: Float
    at: Float
    normal: Float


def rounded_cube(origin: Float, rays: Float, half: float, radius: float, ball: float) -> Hits:
    """Rays (3, n) from one origin against a cube of half width `half` round 0; a ball may cut its corners."""
    start = origin[:, None]
    # A ray along a face would divide by 0; a hair's turn does not matter.
    inverse = 1 / (rays + np.float32(1e-7))
    middle, reach = start * inverse, half * np.abs(inverse)
    enter = most(-middle - reach)
    which = np.flatnonzero(enter < least(reach - middle))
    rays, far = rays[:, which], enter[which]
    far, kept = _onto_edges(start, rays, far, half - radius, radius)
    which, rays, far = which[kept], rays[:, kept], far[kept]
    at = start + far * rays
    normal = _normals(at, half - radius)
    if ball >= 1.73:
        return Hits(which, far, at, normal)
    return _cut_by_ball(Hits(which, far, at, normal), start, rays, half, radius, ball * half)


def _onto_edges(start: Float, rays: Float, far: Float, inner: float, radius: float) -> tuple[Float, Flags]:
    """Move the entries into the sharp cube on to its rounded edges; tells which rays pass them by.

    Along a ray the distance to a convex body is convex: Newton's steps never overshoot.
    """
    over = np.abs(start + far * rays) - inner
    x, y, z = over > 0
    edge = np.flatnonzero((x & y) | (y & z) | (x & z))
    kept = np.ones(len(far), bool)
    path, reach = rays[:, edge], far[edge].copy()
    for _ in range(NEWTON_STEPS):
        at = start + reach * path
        out = np.maximum(np.abs(at) - inner, 0)
        away = np.maximum(length(out), 1e-6)
        slope = dot(np.copysign(out, at), path) / away
        reach = reach + np.where(slope < 0, (away - radius) / np.maximum(-slope, 1e-3), 0)
    out = np.maximum(np.abs(start + reach * path) - inner, 0)
    kept[edge] = length(out) - radius < NEAR_MM
    far = far.copy()
    far[edge] = reach
    return f32(far), kept


def _normals(at: Float, inner: float) -> Float:
    return unit(np.copysign(np.maximum(np.abs(at) - inner, 0), at))


def _cut_by_ball(hits: Hits, start: Float, rays: Float, half: float, radius: float, ball: float) -> Hits:
    """Turn corners into parts of a sphere, as many dice have them."""
    beyond = dot(hits.at, hits.at) > ball * ball
    if not beyond.any():
        return hits
    # From the entry into the cube on: seen from the far camera the numbers would be too coarse.
    square = dot(rays, rays)
    along = dot(rays, hits.at) / square
    under = along * along - (dot(hits.at, hits.at) - ball * ball) / square
    meets = hits.far - along - np.sqrt(np.maximum(under, 0))
    far = np.where(beyond, meets, hits.far)
    at = start + far * rays
    over = np.maximum(np.abs(at) - (half - radius), 0)
    inside = length(over) < radius + NEAR_MM
    kept = ~beyond | ((under > 0) & inside)
    normal = np.where(beyond, at / ball, hits.normal)
    return Hits(hits.which[kept], f32(far[kept]), f32(at[:, kept]), f32(normal[:, kept]))
