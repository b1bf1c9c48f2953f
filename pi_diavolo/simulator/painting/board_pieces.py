"""Flat counters and pawns on a printed board: turned bodies cast ray by ray, with light and shadows."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pi_diavolo.simulator.painting.arrays import Float, Indices, f32, unit
from pi_diavolo.simulator.painting.ground import Sight
from pi_diavolo.simulator.painting.light import lamp_points
from pi_diavolo.simulator.painting.look import Finish, Lamp, TableLook
from pi_diavolo.simulator.painting.shading import shaded
from pi_diavolo.simulator.painting.sprites import Sprite, filled, rays_to_floor, window_round

EDGES = 16
FAR = np.float32(np.inf)


@dataclass(frozen=True, slots=True)
class Turned:
    """A turned body: rings (height, radius) from its foot up, and a ball for its head, both in mm.

    `hollow` is how much the top of a flat one leans inwards, `head` the ball's middle height and radius.
    """

    rings: tuple[tuple[float, float], ...]
    head: tuple[float, float] | None = None
    hollow: float = 0.0

    @property
    def height(self) -> float:
        """How high it stands."""
        return sum(self.head) if self.head else self.rings[-1][0]

    @property
    def width(self) -> float:
        """The radius of its widest ring."""
        return max(radius for _, radius in self.rings)


@dataclass(frozen=True)
class PaintedPiece:
    """A counter or pawn whose foot's middle is at `centre` (mm); `z` is what it stands on."""

    colour: str
    body: Turned
    finish: Finish
    centre: tuple[float, float, float]
    trail: tuple[()] = ()  # it never moves while the shutter is open

    @cached_property
    def _outline(self) -> Float:
        turn = np.linspace(0, 2 * math.pi, EDGES, endpoint=False)
        rings = [*self.body.rings]
        if self.body.head:
            middle, radius = self.body.head
            rings += [(middle, radius), (middle + 0.7 * radius, 0.7 * radius), (middle + radius, 0.1)]
        x, y, z = self.centre
        points = [
            np.column_stack([x + r * np.cos(turn), y + r * np.sin(turn), np.full(EDGES, z + h)])
            for h, r in rings
        ]
        return f32(np.vstack(points))

    def corners(self) -> Float:
        """Points round it, (n, 3), between which all of it lies."""
        return self._outline


def piece_sprite(
    piece: PaintedPiece, others: list[PaintedPiece], look: TableLook, sight: Sight
) -> Sprite | None:
    """One piece as the lens sees it; `others` may shade it."""
    window = window_round(sight.camera.project(piece.corners()), sight.camera.size)
    if window is None:
        return None
    rays = rays_to_floor(sight.x, sight.y, sight.eye, window)
    which, far, normal = _cast(piece, sight.eye - f32(piece.centre), rays)
    if not len(which):
        return None
    at = f32(sight.eye[:, None] + far * rays[:, which])
    eye = unit(-rays[:, which])
    albedo = np.repeat(f32(piece.finish.body)[:, None], len(which), 1)
    corner = (which // (window[2] * 2) % 2) * 2 + which % (window[2] * 2) % 2
    near = [other for other in others if other is not piece and _may_shade(other, piece, look)]
    seen = [_past(at, corner, lamp, near) for lamp in look.light.lamps]
    up = (at[2] - piece.centre[2]) / piece.body.height
    open_sky = np.where(normal[2] > 0.8, 1, 0.55 + 0.45 * np.clip(up, 0, 1))
    floor = f32(look.plate.colour) * np.float32(0.7) * f32(look.light.ambient)
    colour = shaded(at, normal, eye, albedo, piece.finish, look.light, seen, f32(open_sky), floor)
    return filled(window, which, colour, at[2], normal[2] > 0.5)


def _cast(piece: PaintedPiece, start: Float, rays: Float) -> tuple[Indices, Float, Float]:
    """The rays that meet it: which, how far along, and the normals there."""
    body = piece.body
    count = rays.shape[1]
    far, normal = np.full(count, FAR), np.zeros((3, count), np.float32)
    parts = [
        _frustum(start, rays, *low, *high) for low, high in zip(body.rings, body.rings[1:], strict=False)
    ]
    parts.append(_top(start, rays, *body.rings[-1], body.hollow))
    if body.head:
        parts.append(_ball(start, rays, *body.head))
    for reach, out in parts:
        nearer = reach < far
        far = np.where(nearer, reach, far)
        normal = np.where(nearer, out, normal)
    which = np.flatnonzero(np.isfinite(far))
    return which, f32(far[which]), unit(normal[:, which])


def _frustum(
    start: Float, rays: Float, low: float, wide: float, high: float, narrow: float
) -> tuple[Float, Float]:
    slope = (narrow - wide) / max(high - low, 1e-6)
    x, y, z = (np.float64(part) for part in start)
    dx, dy, dz = rays.astype(np.float64)
    radius, change = wide + slope * (z - low), slope * dz
    a = dx * dx + dy * dy - change * change
    a = np.where(np.abs(a) < 1e-6, 1e-6, a)
    b = x * dx + y * dy - radius * change
    under = b * b - a * (x * x + y * y - radius * radius)
    root = np.sqrt(np.maximum(under, 0))
    ends = []
    for reach in ((-b - root) / a, (-b + root) / a):
        height = z + reach * dz
        good = (under > 0) & (reach > 0) & (height >= low) & (height <= high)
        ends.append(np.where(good & (radius + change * reach > 0), reach, np.inf))
    reach = np.minimum(*ends)
    near = np.where(np.isfinite(reach), reach, 0)
    out = np.stack([x + near * dx, y + near * dy, np.zeros_like(near)])
    away = np.maximum(np.hypot(out[0], out[1]), 1e-6)
    out[:2] /= away
    out[2] = -slope
    return f32(reach), f32(out)


def _top(start: Float, rays: Float, height: float, radius: float, hollow: float) -> tuple[Float, Float]:
    reach = (height - start[2]) / rays[2]
    x, y = start[0] + reach * rays[0], start[1] + reach * rays[1]
    away = np.hypot(x, y)
    # A rim that catches the light, as many counters have one.
    lean = -hollow * np.exp(-(((away / max(radius, 1e-6) - 0.72) / 0.12) ** 2)) / np.maximum(away, 1e-3)
    normal = np.stack([x * lean, y * lean, np.ones_like(x)])
    return f32(np.where(away < radius, reach, FAR)), f32(normal)


def _ball(start: Float, rays: Float, height: float, radius: float) -> tuple[Float, Float]:
    off = (start - f32([0, 0, height])).astype(np.float64)
    way = rays.astype(np.float64)
    a = (way * way).sum(axis=0)
    b = off @ way
    under = b * b - a * (off @ off - radius * radius)
    reach = np.where(under > 0, (-b - np.sqrt(np.maximum(under, 0))) / a, np.inf)
    near = np.where(np.isfinite(reach), reach, 0)
    return f32(reach), f32((off[:, None] + near * way) / radius)


def _may_shade(other: PaintedPiece, piece: PaintedPiece, look: TableLook) -> bool:
    away = math.dist(other.centre[:2], piece.centre[:2])
    flattest = min((lamp.at[2] / max(math.hypot(*lamp.at[:2]), 1) for lamp in look.light.lamps), default=9)
    return away < other.body.width + piece.body.width + other.body.height / max(flattest, 0.2)


def _past(at: Float, corner: Indices, lamp: Lamp, others: list[PaintedPiece]) -> Float:
    """1 where a sample sees its point of the lamp past the other pieces, else 0."""
    share = np.ones(at.shape[1], np.float32)
    points = np.take(lamp_points(lamp, 4).T, corner, axis=1)
    for other in others:
        share *= _past_one(at, points, other)
    return share


def _past_one(at: Float, points: Float, other: PaintedPiece) -> Float:
    """A pawn's shadow is that of a slimmer pillar."""
    radius = other.body.width * (0.72 if other.body.head else 0.97)
    way = points - at
    start = at[:2] - f32(other.centre[:2])[:, None]
    square = np.maximum(way[0] ** 2 + way[1] ** 2, 1e-6)
    nearest = np.clip(-(start[0] * way[0] + start[1] * way[1]) / square, 0, 1)
    miss = np.hypot(start[0] + nearest * way[0], start[1] + nearest * way[1])
    below = at[2] + nearest * way[2] < other.centre[2] + other.body.height
    return f32(~((miss < radius) & below & (nearest > 0)))
