"""Painted throws with the truth about camera and dice: what the networks learn from."""

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.simulator.painter import (
    Hand,
    PaintedDie,
    Painter,
    Picture,
    against_wall,
    draw_camera,
    draw_hand,
    draw_imps,
    draw_look,
    draw_sensor,
    from_throw,
    leaning,
    lying,
    propped,
)
from pi_diavolo.simulator.painting.dice import die_yaw
from pi_diavolo.simulator.painting.drawing_light import with_mirrored_lamp
from pi_diavolo.simulator.painting.look import DiceLook, TableLook
from pi_diavolo.simulator.painting.truth import DieTruth
from pi_diavolo.simulator.world import World, throw
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.die_scale import COLOURS

Bytes = npt.NDArray[np.uint8]
Rows = npt.NDArray[np.float32]

PICTURES_A_LOOK = 6
# One die's row of the truth; the corners are those of its top face, in pixels, clockwise as printed.
FIELDS = (
    "colour",
    "value",
    "size_mm",
    "cocked",
    "stacked",
    "outside",
    "visible",
    *(f"c{n}" for n in range(8)),
    "round",  # how round its edges are: their radius in die widths
)
COCKED, STACKED, OUTSIDE, VISIBLE, CORNERS, ROUND = 3, 4, 5, 6, slice(7, 15), 15
# The chances that one lies flat at the wall, stands on another, lies outside the tray.
AT_WALL, STANDS, LEFT = 0.08, 0.2, 0.15
# Dice at a wall are turned with it, nearly: standard deviation in degrees.
ASKEW_DEG = 5.0


@dataclass(frozen=True, slots=True)
class Chances:
    """How often a hand reaches over the tray, a die leans, and the Order die, if not as often as any other.

    And how often a lamp hangs where dice mirror it, and these have deep pips and fine bumps.
    """

    hands: float = 0.2
    leans: float = 0.05
    order_leans: float | None = None
    glare: float = 0.0
    polish: float = 0.0


@dataclass(frozen=True, slots=True)
class Example:
    """A picture as JPEG, the camera that took it, its tray and dice, and a row of FIELDS for each die."""

    jpeg: Bytes
    camera: Camera
    tray_mm: tuple[float, float]
    die_mm: float
    dice: Rows
    cover_png: Bytes  # what a hand covers, in a quarter of the picture's size; empty without a hand

    def picture(self) -> Bytes:
        """The picture (BGR)."""
        return np.asarray(cv2.imdecode(self.jpeg, cv2.IMREAD_COLOR), np.uint8)

    def cover(self) -> Bytes | None:
        """What a hand covers of the picture, 0 to 255."""
        if not len(self.cover_png):
            return None
        small = cv2.imdecode(self.cover_png, cv2.IMREAD_GRAYSCALE)
        return np.asarray(cv2.resize(small, self.camera.size), np.uint8)


def examples_of_look(
    seed: int, count: int = PICTURES_A_LOOK, chances: Chances | None = None
) -> list[Example]:
    """Several throws on one table, each with another exposure; the same seed gives the same examples."""
    chances = chances or Chances()
    rng, dice_rng = np.random.default_rng(seed), Random(seed)
    look = draw_look(rng)
    place = draw_camera(rng, look.geometry)
    if chances.polish and rng.random() < chances.polish:
        look = replace(look, dice=_polished(look.dice, rng))
    if rng.random() < chances.glare:
        look = replace(look, light=with_mirrored_lamp(rng, look.light, place.position))
    painter = Painter(look, place, draw_imps(rng, look.geometry))
    K, dist, R, t = (np.asarray(part, np.float64) for part in (place.K, place.dist, place.R, place.t))  # noqa: N806
    camera = Camera(K, dist, R, t.ravel(), place.size)
    made = []
    for _ in range(count):
        painter.use_sensor(draw_sensor(rng, look.light, hard=float(rng.choice([0.6, 1.0, 1.4]))))
        hand = _hand(look, rng) if rng.random() < chances.hands else None
        picture = painter.paint(_dice(look, rng, dice_rng, chances), rng, hand)
        jpeg = cv2.imencode(".jpg", picture.image, [cv2.IMWRITE_JPEG_QUALITY, 96])[1]
        tray_mm, size = look.geometry.tray_mm, look.dice.size_mm
        made.append(Example(jpeg, camera, tray_mm, size, _rows(picture, look.dice), _covered(picture)))
    return made


def _polished(dice: DiceLook, rng: np.random.Generator) -> DiceLook:
    """The same set with deep pips whose rims no paint reaches, and bodies on which a lamp breaks up."""
    gloss, rough = float(rng.uniform(0.02, 0.08)), float(np.exp(rng.uniform(np.log(0.03), np.log(0.5))))
    uneven = float(rng.uniform(0.0, 0.05))
    grain = float(rng.choice([0.0, rng.uniform(0.01, 0.07)], p=[0.25, 0.75]))
    dimple = float(rng.uniform(0.3, 2.2))
    bumpy = {
        colour: replace(finish, gloss=gloss, rough=rough, uneven=uneven, grain=grain)
        for colour, finish in dice.finishes.items()
    }
    finishes = {
        colour: finish if colour == "gray" else replace(finish, dimple=dimple)
        for colour, finish in bumpy.items()
    }
    return replace(dice, finishes=finishes, pip_inked=float(rng.uniform(0.72, 1.0)))


def _dice(look: TableLook, rng: np.random.Generator, dice_rng: Random, chances: Chances) -> list[PaintedDie]:
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
    askew = rng.random(len(dice)) < chances.leans
    if chances.order_leans is not None:
        order_die = next(index for index, die in enumerate(dice) if die.colour == "gray")
        askew[order_die] = rng.random() < chances.order_leans
    for index in np.flatnonzero(askew):
        dice[index] = _cocked(dice[index], dice[index - 1], look, rng)
    # Else a die turned with the wall would always be one that leans on it.
    for index in np.flatnonzero(rng.random(len(dice)) < AT_WALL):
        moved = against_wall(dice[index], 0.0, look.geometry.tray_mm, float(rng.normal(0, ASKEW_DEG)))
        if dice[index].tilt_deg < 1 and _has_room(moved, [*dice[:index], *dice[index + 1 :]]):
            dice[index] = moved
    if rng.random() < STANDS:
        dice.append(_on_top_of(dice[int(rng.integers(len(dice)))], look, rng))
    if rng.random() < LEFT:
        dice.append(_outside(look, rng))
    return dice


def _recoloured(die: PaintedDie, rng: np.random.Generator) -> PaintedDie:
    if die.colour == "gray" or rng.random() < 0.4:
        return die
    return replace(die, colour=str(rng.choice(COLOURS)).replace("gray", "black"))


def _has_room(die: PaintedDie, others: list[PaintedDie]) -> bool:
    apart = [np.hypot(die.centre[0] - other.centre[0], die.centre[1] - other.centre[1]) for other in others]
    return min(apart, default=np.inf) > 1.45 * die.size


def _cocked(die: PaintedDie, other: PaintedDie, look: TableLook, rng: np.random.Generator) -> PaintedDie:
    # Mostly over one of its own edges: a die that stands on a corner falls.
    quarter, askew = 90 * int(rng.integers(4)), float(rng.normal(0, rng.choice([4, 25])))
    tilt, towards = float(rng.uniform(7, 44)), die_yaw(die) + quarter + askew
    match int(rng.integers(5)):
        case 0:
            return leaning(die, tilt, towards)
        case 1 | 2:
            return propped(die, other, tilt, towards)
        case _:
            return against_wall(die, tilt, look.geometry.tray_mm, float(rng.normal(0, ASKEW_DEG)))


def _on_top_of(die: PaintedDie, look: TableLook, rng: np.random.Generator) -> PaintedDie:
    x, y, _ = die.centre
    shift = rng.uniform(-5, 5, 2)
    return _lying(look, rng, float(x + shift[0]), float(y + shift[1]), z=float(die.size), stacked=True)


def _outside(look: TableLook, rng: np.random.Generator) -> PaintedDie:
    geometry = look.geometry
    half, axis = geometry.tray_mm, int(rng.integers(2))
    beyond = half[axis] / 2 + geometry.wall_thick_mm + look.dice.size_mm * rng.uniform(0.75, 5)
    along = float(rng.uniform(-half[1 - axis] / 2, half[1 - axis] / 2))
    out = float(rng.choice([-1, 1]) * beyond)
    x, y = (out, along) if axis == 0 else (along, out)
    fallen = beyond > geometry.plate_mm[axis] / 2
    return _lying(look, rng, x, y, z=-geometry.plate_thick_mm if fallen else 0.0)


def _lying(
    look: TableLook, rng: np.random.Generator, x: float, y: float, z: float, stacked: bool = False
) -> PaintedDie:
    colour, value = str(rng.choice(("black", "white", "red"))), int(rng.integers(1, 7))
    return lying(
        colour, value, x, y, float(rng.uniform(0, 360)), look.dice.size_mm,
        z=z, left_handed=look.dice.left_handed, stacked=stacked,
    )  # fmt: skip


def _hand(look: TableLook, rng: np.random.Generator) -> Hand:
    width, depth = look.geometry.tray_mm
    x, y = rng.uniform(-0.6, 0.6, 2) * (width, depth)
    return draw_hand(rng, (float(x), float(y)))


def _covered(picture: Picture) -> Bytes:
    cover = picture.truth.cover
    if cover is None:
        return np.zeros(0, np.uint8)
    small = cv2.resize(cover, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.imencode(".png", np.rint(small * 255).astype(np.uint8))[1].ravel(), np.uint8)


def _rows(picture: Picture, look: DiceLook) -> Rows:
    rows = [
        (
            COLOURS.index(die.colour), 0 if die.colour == "gray" else die.value, die.size_mm,
            die.cocked, die.stacked, die.outside, die.visible, *die.corners_px.ravel(), _roundness(die, look),
        )
        for die in picture.truth.dice
    ]  # fmt: skip
    return np.array(rows, np.float32).reshape(-1, len(FIELDS))


def _roundness(die: DieTruth, look: DiceLook) -> float:
    return (look.order_radius_mm if die.colour == "gray" else look.radius_mm) / die.size_mm


# Kept in files, one a table


def keep(examples: list[Example], path: Path) -> None:
    """Write the examples of one look."""
    first = examples[0]
    pictures = {f"jpeg{n}": example.jpeg for n, example in enumerate(examples)}
    dice = {f"dice{n}": example.dice for n, example in enumerate(examples)}
    covers = {f"cover{n}": example.cover_png for n, example in enumerate(examples)}
    camera = {name: getattr(first.camera, name) for name in ("K", "dist", "R", "t", "size")}
    everything: dict[str, Any] = pictures | dice | covers | camera
    np.savez(path, **everything, tray_mm=first.tray_mm, die_mm=first.die_mm)


def kept(folder: Path) -> list[Example]:
    """All examples in a folder."""
    found: list[Example] = []
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as file:
            if file["dice0"].shape[1] != len(FIELDS):
                raise ValueError(f"{path}: painted by an older version; remove the folder and paint it anew")
            width, height = (int(side) for side in file["size"])
            camera = Camera(file["K"], file["dist"], file["R"], file["t"], (width, height))
            tray, die_mm = (float(file["tray_mm"][0]), float(file["tray_mm"][1])), float(file["die_mm"])
            count = sum(name.startswith("jpeg") for name in file.files)
            none = np.zeros(0, np.uint8)
            found += [
                Example(
                    file[f"jpeg{n}"], camera, tray, die_mm, file[f"dice{n}"],
                    file[f"cover{n}"] if f"cover{n}" in file.files else none,
                )
                for n in range(count)
            ]  # fmt: skip
    return found
