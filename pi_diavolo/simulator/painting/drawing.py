"""Tables drawn by lot: other measures, floors, dice and lamps than anybody has seen."""

import numpy as np

from pi_diavolo.simulator.painting.drawing_dice import draw_dice, draw_imp
from pi_diavolo.simulator.painting.drawing_light import draw_light, draw_sensor
from pi_diavolo.simulator.painting.drawing_materials import (
    FLOORS,
    draw_floor,
    draw_plain,
    draw_plate,
    draw_print,
    draw_table,
    draw_wood,
)
from pi_diavolo.simulator.painting.glyphs import draw_glyph_set
from pi_diavolo.simulator.painting.look import Geometry, GlyphSet, Imps, Place, TableLook
from pi_diavolo.simulator.painting.palette import any_between


def draw_look(
    rng: np.random.Generator, geometry: Geometry | None = None, glyphs: GlyphSet | None = None
) -> TableLook:
    """A whole table by lot; measures and Order faces may be given."""
    geometry = geometry or draw_geometry(rng)
    floor_kind = str(rng.choice(list(FLOORS), p=[0.34, 0.24, 0.16, 0.16, 0.10]))
    dice, light = draw_dice(rng), draw_light(rng)
    prints = tuple(draw_print(rng) for _ in range(int(rng.choice([0, 1, 2], p=[0.75, 0.18, 0.07]))))
    return TableLook(
        geometry=geometry,
        floor=draw_floor(rng, floor_kind),
        wall=draw_wood(rng) if rng.random() < 0.75 else draw_plain(rng, (40, 40, 42)),
        plate=draw_plate(rng),
        table=draw_table(rng),
        disc=draw_plain(rng, any_between(rng, 20, 200)),
        dice=dice,
        glyphs=glyphs or draw_glyph_set(rng),
        light=light,
        imps={colour: draw_imp(rng, colour) for colour in ("black", "white", "red", "gray")},
        sensor=draw_sensor(rng, light),
        prints=prints,
        dust=int(rng.integers(1, 9999)) if rng.random() < 0.6 else 0,
        paper=rng.uniform(0.7, 0.95),
        ink=rng.uniform(0.01, 0.07),
        bevel=rng.uniform(0, 1.2),
        seed=int(rng.integers(0, 2**31)),
    )


def draw_geometry(rng: np.random.Generator) -> Geometry:
    """Measures of a table: often those of the first one."""
    if rng.random() < 0.4:
        return Geometry()
    width, depth = rng.uniform(210, 310), rng.uniform(210, 310)
    thick, marker, quiet = rng.uniform(3, 12), rng.uniform(22, 36), rng.uniform(3, 6)
    disc = rng.uniform(20, 32)
    border = max(marker + 2 * quiet, disc) + rng.uniform(2, 10)
    half = width / 2 + thick + border, depth / 2 + thick + border
    centre = half[0] - border / 2, half[1] - border / 2
    corner = half[0] - marker / 2 - quiet - 2, half[1] - marker / 2 - quiet - 2
    markers = ((-corner[0], corner[1]), corner, (corner[0], -corner[1]), (-corner[0], -corner[1]))
    return Geometry(
        tray_mm=(width, depth),
        wall_mm=rng.uniform(15, 38),
        wall_thick_mm=thick,
        plate_mm=(2 * half[0], 2 * half[1]),
        plate_thick_mm=rng.uniform(0.3, 8),
        marker_mm=marker,
        quiet_mm=quiet,
        markers=markers,
        bases=_bases(rng, centre, corner, marker / 2 + quiet + disc / 2),
        disc_mm=disc,
        disc_thick_mm=rng.uniform(0.3, 4),
        imp_mm=disc * rng.uniform(0.55, 0.8),
        imp_high_mm=rng.uniform(20, 40),
    )


def _bases(rng: np.random.Generator, centre: Place, corner: Place, clear: float) -> tuple[Place, ...]:
    """Ten places in the border, clockwise from the top left, clear of the markers."""
    wide, deep = (corner[0] - clear) * rng.uniform(0.6, 0.95), (corner[1] - clear) * rng.uniform(0.4, 0.8)
    top = tuple((x, centre[1]) for x in (-wide, 0.0, wide))
    right = ((centre[0], deep), (centre[0], -deep))
    return (*top, *right, *((-x, -y) for x, y in top), *((-x, -y) for x, y in right))


def draw_imps(rng: np.random.Generator, geometry: Geometry, there: float = 0.85) -> Imps:
    """Imps of any colours on most bases, each nearly in the middle of its own."""
    imps: dict[int, tuple[str, Place]] = {}
    for base, (x, y) in enumerate(geometry.bases):
        dx, dy = rng.uniform(-1.4, 1.4, 2)
        if rng.random() < there:
            imps[base] = (str(rng.choice(["black", "white", "red", "gray"])), (x + float(dx), y + float(dy)))
    return imps
