"""Dice and imps cast into sprites: shape, faces, light, and the shadows that they throw on each other."""

import math
from functools import partial

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Float, Indices, dot, f32, least, most, unit
from pi_diavolo.simulator.painting.dice import ORDER, PaintedDie
from pi_diavolo.simulator.painting.faces import FACE_PX, RIGHT, UP
from pi_diavolo.simulator.painting.ground import Sight
from pi_diavolo.simulator.painting.imp_shapes import turned
from pi_diavolo.simulator.painting.light import lamp_points
from pi_diavolo.simulator.painting.look import Finish, Geometry, Lamp, TableLook
from pi_diavolo.simulator.painting.raycast import Hits, rounded_cube
from pi_diavolo.simulator.painting.shading import shaded
from pi_diavolo.simulator.painting.sprites import RAYS, Sprite, filled, rays_to_floor, window_round
from pi_diavolo.simulator.painting.tray import bounced, past_walls

NEIGHBOUR_MM = 45.0


def die_sprite(
    die: PaintedDie,
    faces: Float,
    others: list[PaintedDie],
    look: TableLook,
    sight: Sight,
    fine: int = RAYS,
) -> Sprite | None:
    """One die as the lens sees it, with `fine` rays along a pixel; `others` may shade it."""
    window = window_round(sight.camera.project(die.corners()), sight.camera.size)
    if window is None:
        return None
    rays = rays_to_floor(sight.x, sight.y, sight.eye, window, fine)
    own = f32(die.rotation)
    radius, ball = look.dice.radius_mm, look.dice.ball
    if die.colour == ORDER:
        radius = look.dice.order_radius_mm
    hits = rounded_cube(own.T @ (sight.eye - f32(die.centre)), own.T @ rays, die.size / 2, radius, ball)
    if not len(hits.which):
        return None
    face, ink, bent = _surface(hits, faces, die.size / 2)
    finish = look.dice.finishes[die.colour]
    at = sight.eye[:, None] + hits.far * rays[:, hits.which]
    normal = own @ bent
    albedo = f32(finish.body)[:, None] + ink * (f32(finish.pips) - f32(finish.body))[:, None]
    colour = _lit(at, normal, albedo, finish, hits.which, window[2] * fine, die, others, look, sight)
    return filled(window, hits.which, colour, at[2], face == die.top, fine)


def _surface(hits: Hits, faces: Float, half: float) -> tuple[Indices, Float, Float]:
    """Which face each hit lies on, how much pip it is, and the normal bent by dimples."""
    x, y, z = np.abs(hits.at)
    axis = np.where((x >= y) & (x >= z), 0, np.where(y >= z, 1, 2))
    face = axis * 2 + (hits.at[axis, np.arange(len(axis))] < 0)
    right, up = np.take(RIGHT.T, face, axis=1), np.take(UP.T, face, axis=1)
    u = dot(hits.at, right) / half
    v = dot(hits.at, up) / half
    columns = np.clip((u + 1) * (FACE_PX / 2) - 0.5, 0, FACE_PX - 1)
    rows = np.clip((1 - v) * (FACE_PX / 2) - 0.5, 0, FACE_PX - 1) + face.astype(np.float32) * FACE_PX
    layers = _looked_up(faces, f32(columns), f32(rows))
    bent = hits.normal + right * layers[1] + up * layers[2]
    return face, f32(layers[0]), unit(bent)


def _looked_up(faces: Float, columns: Float, rows: Float) -> Float:
    """The atlas at some places, (3, n); OpenCV takes no rows of more than 32767, so they are folded."""
    count, wide = len(columns), 4096
    shape = (-(-count // wide), wide)
    folded = [np.resize(places, shape) for places in (columns, rows)]
    found = cv2.remap(faces, folded[0], folded[1], cv2.INTER_LINEAR)
    return f32(found.reshape(-1, 3)[:count].T)


def _lit(
    at: Float,
    normal: Float,
    albedo: Float,
    finish: Finish,
    which: Indices,
    wide: int,
    die: PaintedDie,
    others: list[PaintedDie],
    look: TableLook,
    sight: Sight,
) -> Float:
    eye = unit(sight.eye[:, None] - at)
    # Each of four neighbours looks at another point of the lamp: that makes soft shadows of hard ones.
    corner = (which // wide % 2) * 2 + which % wide % 2
    seen = [_past(at, corner, lamp, die, others, look.geometry) for lamp in look.light.lamps]
    near = [other for other in others if other is not die and _near(die, other)]
    side = 1 - np.abs(normal[2])
    sunk = np.clip((at[2] - die.centre[2]) / die.size + 0.5, 0, 1)
    crowd = 1 - 0.12 * min(len(near), 4)
    open_sky = 1 - side * (1 - (0.45 + 0.55 * sunk) * crowd)
    return shaded(
        at, normal, eye, albedo, finish, look.light, seen, f32(open_sky), bounced(look) * np.float32(crowd)
    )


def _past(
    at: Float, corner: Indices, lamp: Lamp, die: PaintedDie, others: list[PaintedDie], geometry: Geometry
) -> Float:
    """1 where a sample sees its point of the lamp past walls and other dice, else 0."""
    share = np.ones(at.shape[1], np.float32)
    by_wall = _wall_may_shade(die, lamp, geometry)
    between = [other for other in others if _may_shade(other, die, lamp)]
    if not by_wall and not between:
        return share
    points = np.take(lamp_points(lamp, 4).T, corner, axis=1)
    if by_wall:
        share = past_walls(at, points, geometry)
    for other in between:
        share = share * past_die(at, points, other)
    return share


def _near(one: PaintedDie, other: PaintedDie) -> bool:
    return math.dist(one.centre, other.centre) < NEIGHBOUR_MM


def _wall_may_shade(die: PaintedDie, lamp: Lamp, geometry: Geometry) -> bool:
    """Whether a wall's shadow can reach so far; most dice lie out of it, and asking each ray costs time."""
    away = math.dist(die.centre[:2], lamp.at[:2]) + lamp.radius
    reach = geometry.wall_mm * away / max(lamp.at[2] - lamp.radius, 1.0) + die.size
    room = min(side / 2 - abs(place) for side, place in zip(geometry.tray_mm, die.centre, strict=False))
    return room < reach


def _may_shade(other: PaintedDie, die: PaintedDie, lamp: Lamp) -> bool:
    """Whether one die may stand between another and a lamp."""
    if other is die or other.centre[2] + other.size < die.centre[2] - die.size:
        return False
    dx, dy = other.centre[0] - die.centre[0], other.centre[1] - die.centre[1]
    to_x, to_y = lamp.at[0] - die.centre[0], lamp.at[1] - die.centre[1]
    away, lamp_away = math.hypot(dx, dy), math.hypot(to_x, to_y) + lamp.radius
    high = other.centre[2] + other.size
    if away > 0.9 * (die.size + other.size) + high * lamp_away / max(lamp.at[2] - lamp.radius, 1.0):
        return False
    return dx * to_x + dy * to_y > -0.2 * away * lamp_away - 1


def past_die(at: Float, lamp: Float, other: PaintedDie) -> Float:
    """1 where points of a lamp are seen past another die, else 0."""
    own = f32(other.rotation).T
    start, way = own @ (at - f32(other.centre)[:, None]), own @ (lamp - at)
    way = np.where(np.abs(way) < 1e-3, np.float32(1e-3), way)
    reach = np.float32(other.size / 2 * 0.97) * np.sign(way)
    enter, leave = most((-reach - start) / way), least((reach - start) / way)
    return f32(~((enter < leave) & (leave > 0)))


def imp_sprite(
    place: tuple[float, float], finish: Finish, look: TableLook, sight: Sight, lifted: float = 0.0
) -> Sprite | None:
    """An imp on its base: a cylinder with a broken upper edge, or what its profile tells."""
    geometry = look.geometry
    radius, low = geometry.imp_mm / 2, geometry.disc_thick_mm + lifted
    high = low + geometry.imp_high_mm
    ring = f32(
        [
            (place[0] + sx * radius, place[1] + sy * radius, z)
            for sx in (-1, 1)
            for sy in (-1, 1)
            for z in (low, high)
        ]
    )
    window = window_round(sight.camera.project(ring), sight.camera.size)
    if window is None:
        return None
    rays = rays_to_floor(sight.x, sight.y, sight.eye, window)
    start = sight.eye - f32([*place, 0])
    if geometry.imp_profile:
        rings = [(wide * radius, low + up * (high - low)) for wide, up in geometry.imp_profile]
        which, far, normal = turned(start, rays, rings)
    else:
        which, far, normal = _cylinder(start, rays, radius, low, high)
    at = sight.eye[:, None] + far * rays[:, which]
    eye = unit(-rays[:, which])
    albedo = np.repeat(f32(finish.body)[:, None], len(which), 1)
    seen = [np.ones(len(which), np.float32) for _ in look.light.lamps]
    open_sky = np.where(normal[2] > 0.5, 1, 0.5 + 0.5 * (at[2] - low) / geometry.imp_high_mm)
    floor = f32(look.plate.colour) * 0.7 * f32(look.light.ambient)
    ground = partial(_round_the_imp, at - f32([*place, low])[:, None], look)
    colour = shaded(at, normal, eye, albedo, finish, look.light, seen, f32(open_sky), f32(floor), ground)
    return filled(window, which, colour, at[2], normal[2] > 0.5)


def _round_the_imp(at: Float, look: TableLook, way: Float) -> Float:
    """The light of the disc or the plate, whichever an imp's side mirrors; `at` is from its foot's middle.

    Seen from nearly above, a side mirrors like glass: that of a black imp may look white.
    """
    down = np.minimum(way[2], np.float32(-1e-2))
    met = at[:2] - way[:2] / down * at[2]
    on_disc = np.hypot(met[0], met[1]) < look.geometry.disc_mm / 2
    colour = np.where(on_disc, f32(look.disc.colour)[:, None], f32(look.plate.colour)[:, None])
    bright = f32(look.light.ambient) + sum(f32(lamp.colour) for lamp in look.light.lamps)
    return f32(colour * bright[:, None])


def _cylinder(
    start: Float, rays: Float, radius: float, low: float, high: float
) -> tuple[Indices, Float, Float]:
    """Rays that meet a standing cylinder from above: which, how far, normals."""
    far_top = (high - start[2]) / rays[2]
    x, y = start[0] + far_top * rays[0], start[1] + far_top * rays[1]
    on_top = x * x + y * y < radius**2
    a = rays[0] ** 2 + rays[1] ** 2 + 1e-6
    b = start[0] * rays[0] + start[1] * rays[1]
    under = b * b - a * (start[0] ** 2 + start[1] ** 2 - radius**2)
    far_side = (-b - np.sqrt(np.maximum(under, 0))) / a
    z = start[2] + far_side * rays[2]
    on_side = ~on_top & (under > 0) & (z > low) & (z < high)
    which = np.flatnonzero(on_top | on_side)
    far = np.where(on_top, far_top, far_side)[which]
    place = start[:2, None] + far * rays[:2, which]
    out = place / radius
    away = np.hypot(out[0], out[1])
    lean = np.where(on_top[which], 1.2 * np.clip((away - 0.88) / 0.12, 0, 1), 1.0)
    level = np.where(on_top[which], 1.0, np.clip((z[which] - high + 1) * 0.6, 0, 1))
    normal = np.vstack([out / np.maximum(away, 1e-3) * lean, level])
    return which, f32(far), unit(normal)
