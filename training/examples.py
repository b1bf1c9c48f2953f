"""Painted throws as flat views with the truth about every die in them: what the networks learn from."""

from dataclasses import dataclass, replace
from random import Random

import numpy as np
import numpy.typing as npt

from pi_diavolo.simulator.painter import (
    CameraPlace,
    PaintedDie,
    Painter,
    Picture,
    draw_camera,
    draw_imps,
    draw_look,
    draw_sensor,
    from_throw,
    leaning,
    lying,
)
from pi_diavolo.simulator.painting.look import TableLook
from pi_diavolo.simulator.world import World, throw
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.die_scale import COLOURS, DIE_PX, MARGIN_DICE
from pi_diavolo.vision.flatten import Flattener
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.table_geometry import Tray

PICTURES_A_LOOK = 6
# What one die's row of the truth holds, in pixels of the flat view and in radians.
FIELDS = ("x", "y", "yaw", "side", "colour", "value", "cocked", "stacked", "visible")


@dataclass(frozen=True, slots=True)
class Example:
    """A flat view (BGR) and one row of FIELDS for each die."""

    view: npt.NDArray[np.uint8]
    dice: npt.NDArray[np.float32]


def examples_of_look(seed: int, count: int = PICTURES_A_LOOK) -> list[Example]:
    """Several throws on one table, each with another exposure; the same seed gives the same examples."""
    rng, dice_rng = np.random.default_rng(seed), Random(seed)
    look = draw_look(rng)
    place = draw_camera(rng, look.geometry)
    painter = Painter(look, place, draw_imps(rng, look.geometry))
    made = []
    for _ in range(count):
        painter.use_sensor(draw_sensor(rng, look.light, hard=float(rng.choice([0.6, 1.0, 1.4]))))
        picture = painter.paint(_dice(look, rng, dice_rng), rng)
        made.append(_example(picture, look, place, rng))
    return made


def _dice(look: TableLook, rng: np.random.Generator, dice_rng: Random) -> list[PaintedDie]:
    world = World(
        faces=look.glyphs.names,
        tray_mm=look.geometry.tray_mm,
        die_mm=look.dice.size_mm,
        order_die_mm=look.dice.order_size_mm,
        clumps=0.5,
    )
    dice = list(from_throw(throw(dice_rng, dice_rng.choice((3, 3, 2)), world), look, rng))
    if rng.random() < 0.3:
        dice = [_recoloured(die, rng) for die in dice]
    if rng.random() < 0.25:
        index = int(rng.integers(len(dice)))
        dice[index] = leaning(dice[index], float(rng.uniform(7, 42)), float(rng.uniform(0, 360)))
    if rng.random() < 0.15:
        dice.append(_on_top_of(dice[int(rng.integers(len(dice)))], look, rng))
    return dice


def _recoloured(die: PaintedDie, rng: np.random.Generator) -> PaintedDie:
    if die.colour == "gray" or rng.random() < 0.4:
        return die
    return replace(die, colour=str(rng.choice(COLOURS)).replace("gray", "black"))


def _on_top_of(die: PaintedDie, look: TableLook, rng: np.random.Generator) -> PaintedDie:
    colour = str(rng.choice(("black", "white", "red")))
    x, y, _ = die.centre
    shift = rng.uniform(-4, 4, 2)
    yaw, value = float(rng.uniform(0, 90)), int(rng.integers(1, 7))
    size = look.dice.size_mm
    return lying(
        colour, value, float(x + shift[0]), float(y + shift[1]), yaw, size,
        z=float(die.size), left_handed=look.dice.left_handed, stacked=True,
    )  # fmt: skip


def flattener_of(
    place: CameraPlace, tray_mm: tuple[float, float], die_mm: float, nudge: float = 0.0
) -> Flattener:
    """The flat view at the dice's top height, scaled so that every table's dice are equally large."""
    K, dist, R, t = (np.asarray(part, np.float64) for part in (place.K, place.dist, place.R, place.t))  # noqa: N806
    camera = Camera(K, dist, R, t.ravel(), place.size)
    table = TableFile(tray=Tray(tray_mm[0], tray_mm[1], 25.0))
    return Flattener(camera, table, die_mm + nudge, DIE_PX / die_mm, MARGIN_DICE * die_mm)


def _example(picture: Picture, look: TableLook, place: CameraPlace, rng: np.random.Generator) -> Example:
    # A table file is off by a little: the height at which the view is flattened is, too.
    flat = flattener_of(place, look.geometry.tray_mm, look.dice.size_mm, nudge=float(rng.normal(0, 0.4)))
    rows = []
    for die in picture.truth.dice:
        corners = flat.to_flat(flat.camera.to_plane(die.corners_px, flat.z))
        side_ways = corners[1] - corners[0]
        yaw = float(np.arctan2(side_ways[1], side_ways[0])) % (np.pi / 2)
        side = float(np.mean(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)))
        x, y = corners.mean(axis=0)
        value = 0 if die.colour == "gray" else die.value
        rows.append((x, y, yaw, side, COLOURS.index(die.colour), value, die.cocked, die.stacked, die.visible))
    return Example(flat.flatten(picture.image), np.array(rows, np.float32).reshape(-1, len(FIELDS)))
