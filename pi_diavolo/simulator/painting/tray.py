"""The tray's walls: rim, inner and outer faces, with the light on them."""

from functools import lru_cache

import numpy as np

from pi_diavolo.simulator.painting.arrays import Float, Indices, f32, unit
from pi_diavolo.simulator.painting.ground import Sight, from_rectangle
from pi_diavolo.simulator.painting.look import Finish, Geometry, Light, Material, TableLook
from pi_diavolo.simulator.painting.materials import coloured, texture
from pi_diavolo.simulator.painting.shading import shaded

WALL_SCALE = 3.0


def lay_walls(picture: Float, height: Float, look: TableLook, sight: Sight) -> None:
    """Paint the walls over the lit flat things, and note their heights."""
    geometry = look.geometry
    inner = geometry.tray_mm[0] / 2, geometry.tray_mm[1] / 2
    outer = inner[0] + geometry.wall_thick_mm, inner[1] + geometry.wall_thick_mm
    at_top = sight.at(geometry.wall_mm)
    in_outer_top = sight.inside(from_rectangle(*at_top, outer))
    in_inner_top = sight.inside(from_rectangle(*at_top, inner))
    in_outer_foot = sight.inside(from_rectangle(sight.x, sight.y, outer))
    in_inner_foot = sight.inside(from_rectangle(sight.x, sight.y, inner))
    rim = in_outer_top * (1 - in_inner_top)
    inside = in_inner_top * (1 - in_inner_foot)
    outside = in_outer_foot * (1 - in_outer_top)
    _lay(picture, height, outside, look, sight, outer, -1)
    _lay(picture, height, inside, look, sight, inner, 1)
    _lay_rim(picture, height, rim, look, sight, inner, outer)


def _lay(
    picture: Float,
    height: Float,
    cover: Float,
    look: TableLook,
    sight: Sight,
    half: tuple[float, float],
    facing: int,
) -> None:
    """Upright faces: `facing` is 1 for those that look inwards, -1 for the others."""
    rows, columns = np.nonzero(cover > 0.002)
    if not len(rows):
        return
    at, normal = _on_faces(rows, columns, look.geometry, sight, half, facing)
    share = cover[rows, columns]
    colour = _lit(at, normal, look, sight)
    picture[rows, columns] = picture[rows, columns] * (1 - share[:, None]) + colour * share[:, None]
    solid = share > 0.5
    height[rows[solid], columns[solid]] = at[2, solid]


def _on_faces(
    rows: Indices,
    columns: Indices,
    geometry: Geometry,
    sight: Sight,
    half: tuple[float, float],
    facing: int,
) -> tuple[Float, Float]:
    """Where rays meet upright faces, and the faces' normals, both (3, n)."""
    foot = np.stack([sight.x[rows, columns], sight.y[rows, columns]])
    top = foot + (sight.eye[:2, None] - foot) * np.float32(geometry.wall_mm / sight.eye[2])
    limit = f32(half)[:, None]
    near, far = (np.abs(top), np.abs(foot)) if facing > 0 else (np.abs(foot), np.abs(top))
    crosses = (far > limit) & (near <= limit + 1)
    share = np.clip((far - limit) / np.maximum(far - near, 1e-3), 0, 1)
    # From foot (0) to top (1). Going down a ray meets the first of two inner faces, but the last of
    # the two outer ones that it has to pass.
    up = np.where(crosses, share if facing > 0 else 1 - share, -1 if facing > 0 else 2)
    axis = np.argmax(up, axis=0) if facing > 0 else np.argmin(up, axis=0)
    high = np.clip(np.take_along_axis(up, axis[None], 0)[0], 0, 1)
    place = foot + (top - foot) * high
    sign = np.sign(np.take_along_axis(foot, axis[None], 0)[0])
    normal = np.zeros((3, len(axis)), np.float32)
    normal[axis, np.arange(len(axis))] = -facing * sign
    return f32(np.vstack([place, high * geometry.wall_mm])), normal


def _lit(at: Float, normal: Float, look: TableLook, sight: Sight) -> Float:
    geometry = look.geometry
    level = normal[2] > 0.5
    outward = np.abs(at[:2]) - f32(geometry.tray_mm)[:, None] / 2
    along_y = outward[0] > outward[1]
    along = np.where(along_y, at[1], at[0])
    across = np.where(level, np.where(along_y, at[0], at[1]), at[2] + 40)
    layers = _wall_texture(look.wall)
    rows = np.mod(across * WALL_SCALE, layers.shape[0]).astype(int)
    columns = np.mod((along + 300) * WALL_SCALE, layers.shape[1]).astype(int)
    albedo = coloured(look.wall, layers[rows, columns][None])[0].T
    eye = unit(sight.eye[:, None] - at)
    finish = Finish(look.wall.colour, look.wall.colour, look.wall.sheen, look.wall.rough)
    seen = [past_walls(at + normal, f32(lamp.at), geometry) for lamp in look.light.lamps]
    open_sky = np.where(level, 1, 0.4 + 0.6 * at[2] / geometry.wall_mm)
    return shaded(at, normal, eye, albedo, finish, look.light, seen, f32(open_sky), bounced(look)).T


@lru_cache(maxsize=4)
def _wall_texture(wall: Material) -> Float:
    return texture(wall, (600.0, 120.0), WALL_SCALE)


def _lay_rim(
    picture: Float,
    height: Float,
    cover: Float,
    look: TableLook,
    sight: Sight,
    inner: tuple[float, float],
    outer: tuple[float, float],
) -> None:
    rows, columns = np.nonzero(cover > 0.002)
    if not len(rows):
        return
    x, y = sight.at(look.geometry.wall_mm)
    place = np.stack([x[rows, columns], y[rows, columns]])
    out = np.abs(place) - f32(inner)[:, None]
    axis = np.argmax(out, axis=0)
    depth = np.max(out, axis=0)
    sign = np.sign(np.take_along_axis(place, axis[None], 0)[0])
    thick = look.geometry.wall_thick_mm
    # Edges are broken: they catch the light of other lamps than the level top.
    lean = look.bevel * (np.exp(-(((thick - depth) / 0.7) ** 2)) - np.exp(-((depth / 0.7) ** 2)))
    normal = np.zeros((3, len(axis)), np.float32)
    normal[axis, np.arange(len(axis))] = lean * sign
    normal[2] = 1
    normal = unit(normal)
    at = f32(np.vstack([place, np.full(len(axis), look.geometry.wall_mm, np.float32)]))
    share = cover[rows, columns]
    colour = _lit(at, normal, look, sight)
    picture[rows, columns] = picture[rows, columns] * (1 - share[:, None]) + colour * share[:, None]
    solid = share > 0.5
    height[rows[solid], columns[solid]] = look.geometry.wall_mm


def past_walls(at: Float, lamp: Float, geometry: Geometry) -> Float:
    """1 where a lamp's middle (3,) or points (3, n) are seen over the walls from inside the tray, else 0."""
    way = lamp.reshape(3, -1) - at
    half = f32(geometry.tray_mm)[:, None] / 2
    away = np.abs(at[:2]) < half
    reach = (half * np.sign(way[:2]) - at[:2]) / np.where(np.abs(way[:2]) < 1e-3, np.float32(1e-3), way[:2])
    crossing = at[2] + way[2] * np.minimum(reach[0], reach[1])
    return f32(~(away[0] & away[1]) | (crossing > geometry.wall_mm))


def bounced(look: TableLook) -> Float:
    """The light that the tray's floor throws back."""
    colour = (f32(look.floor.colour) + f32(look.floor.second)) / 2
    return f32(colour * falling_in(look.light))


def falling_in(light: Light) -> Float:
    """All light on the middle of the floor."""
    return f32(light.ambient) + sum((f32(lamp.colour) for lamp in light.lamps), np.zeros(3, np.float32))
