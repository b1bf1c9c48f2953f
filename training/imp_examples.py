"""Painted bases cut out as `vision.imps` cuts them, and what stands on each: what its network learns from."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.simulator.painter import (
    CameraPlace,
    Geometry,
    PaintedDie,
    Painter,
    draw_camera,
    draw_geometry,
    draw_hand,
    draw_look,
    draw_sensor,
    lying,
)
from pi_diavolo.simulator.painting.drawing_dice import BODIES
from pi_diavolo.simulator.painting.drawing_materials import draw_plain, draw_wood
from pi_diavolo.simulator.painting.imp_shapes import draw_profile
from pi_diavolo.simulator.painting.look import Finish, Imps, Material, TableLook
from pi_diavolo.simulator.painting.palette import any_between, near
from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.imps import HIDDEN, STANDING
from pi_diavolo.vision.imps_patches import Patches, cut, cuts
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.table_geometry import Imps as ImpSize
from pi_diavolo.vision.table_geometry import MarkerSheet, Tray

COLOURS = tuple(colour for colour in STANDING if colour)
PICTURES_A_TABLE = 3
FIGURES = 0.45  # of the sets of imps are no cylinders
UNCLEAR = -1  # nobody could say; not learned from
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Bases:
    """Patches of bases and, for each, the place in STANDING of what is there, HIDDEN or UNCLEAR."""

    patches: Patches
    said: npt.NDArray[np.int64]


def bases_of_table(seed: int) -> list[Bases]:
    """Some pictures of one table; the same seed gives the same ones."""
    rng = np.random.default_rng(seed)
    look = _painted_look(rng)
    # In a small picture imps are still finer than in their patches, and it is painted much faster.
    size = (1280, 960) if rng.random() < 0.05 else (480, 360)
    place = draw_camera(rng, look.geometry, size, most_tilt_deg=25)
    imps = _imps(rng, look.geometry)
    painter = Painter(look, place, imps)
    return [_picture(painter, imps, rng) for _ in range(PICTURES_A_TABLE)]


def _painted_look(rng: np.random.Generator) -> TableLook:
    """A table whose plate, bases and imps may be of any colour; each imp is painted on its own."""
    geometry = draw_geometry(rng)
    if rng.random() < 0.5:
        wide = geometry.disc_mm * rng.uniform(0.5, 0.95)
        geometry = replace(geometry, imp_mm=wide, imp_high_mm=wide * rng.uniform(0.8, 2.6))
    if rng.random() < FIGURES:
        geometry = replace(geometry, imp_profile=draw_profile(rng))
    look = draw_look(rng, geometry)
    plate = look.plate
    if rng.random() < 0.3:
        plate = draw_wood(rng) if rng.random() < 0.4 else draw_plain(rng, any_between(rng, 15, 250))
    paints = {f"{colour} {base}": _paint(rng, colour) for colour in COLOURS for base in range(10)}
    return replace(look, plate=plate, disc=_disc(rng, plate), imps=paints)


def _disc(rng: np.random.Generator, plate: Material) -> Material:
    kind = rng.random()
    if kind < 0.1:
        return plate
    if kind < 0.5:  # as the imps themselves: only its shape tells an empty base from one that is not
        colours = BODIES[str(rng.choice(COLOURS))]
        return draw_plain(rng, colours[int(rng.integers(len(colours)))])
    return draw_plain(rng, any_between(rng, 10, 245))


def _paint(rng: np.random.Generator, colour: str) -> Finish:
    # White and gray must not meet: no set of imps would be sold in which they do.
    spread = 0.07 if colour in ("white", "gray") else 0.14
    body = near(rng, BODIES[colour][int(rng.integers(len(BODIES[colour])))], spread)
    glossy = rng.random() < 0.35
    gloss = rng.uniform(0.04, 0.1) if glossy else rng.uniform(0.005, 0.05)
    return Finish(body, body, gloss, rng.uniform(0.04, 0.3) if glossy else rng.uniform(0.2, 1.0))


def _imps(rng: np.random.Generator, geometry: Geometry) -> Imps:
    imps: dict[int, tuple[str, tuple[float, float]]] = {}
    room = max(1.5, 0.5 * (geometry.disc_mm - geometry.imp_mm))
    for base, (x, y) in enumerate(geometry.bases):
        dx, dy = rng.normal(0, min(1.5, 0.4 * room), 2)
        if rng.random() < 0.75:
            imps[base] = (f"{rng.choice(COLOURS)} {base}", (x + float(dx), y + float(dy)))
    return imps


def _picture(painter: Painter, imps: Imps, rng: np.random.Generator) -> Bases:
    look = painter.look
    painter.use_sensor(draw_sensor(rng, look.light, hard=float(rng.choice([0.6, 1.0, 1.4]))))
    said = np.array([_place_of(imps, base) for base in range(len(look.geometry.bases))])
    dice = _stray_dice(look, imps, said, rng) if rng.random() < 0.12 else []
    hand = draw_hand(rng, _near_a_base(look.geometry, rng)) if rng.random() < 0.35 else None
    painted = painter.paint(dice, rng, hand)
    image = painted.image.copy()
    camera, table = camera_of(painter.camera), table_of(look, rng)
    where = cuts(camera, table)
    spots = np.where((said > 0)[:, None], where.tops, where.feet)
    if painted.truth.cover is not None:
        _hide(said, painted.truth.cover, spots, look.geometry.imp_mm / 2 * camera.px_per_mm)
    if rng.random() < 0.06:
        _lay_cards(image, said, where.feet, look.geometry.disc_mm * camera.px_per_mm, rng)
    if rng.random() < 0.4:
        image, camera = _trimmed(image, camera, rng)
    said[~cuts(camera, table).inside] = UNCLEAR
    return Bases(cut(image, camera, table), said)


def _place_of(imps: Imps, base: int) -> int:
    return STANDING.index(imps[base][0].split()[0]) if base in imps else 0


def _near_a_base(geometry: Geometry, rng: np.random.Generator) -> tuple[float, float]:
    x, y = geometry.bases[int(rng.integers(len(geometry.bases)))]
    dx, dy = rng.normal(0, 20, 2)
    return float(x + dx), float(y + dy)


def _stray_dice(
    look: TableLook, imps: Imps, said: npt.NDArray[np.int64], rng: np.random.Generator
) -> list[PaintedDie]:
    """Dice that rolled onto empty bases: no imp, but no empty base either."""
    dice = []
    for base, (x, y) in enumerate(look.geometry.bases):
        if base in imps or rng.random() < 0.3:
            continue
        dx, dy = rng.normal(0, look.geometry.disc_mm / 5, 2)
        size, colour = look.dice.size_mm, str(rng.choice(["black", "white", "red"]))
        value, yaw = int(rng.integers(1, 7)), float(rng.uniform(0, 90))
        dice.append(lying(colour, value, x + dx, y + dy, yaw, size, z=look.geometry.disc_thick_mm))
        said[base] = HIDDEN
    return dice


def _hide(said: npt.NDArray[np.int64], cover: npt.NDArray[np.float32], spots: Bytes, radius: float) -> None:
    """Mark what the hand covers: at more than half of it nobody could say, from a little on it is open."""
    height, width = cover.shape
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.concatenate([np.column_stack([np.cos(turn), np.sin(turn)]) * r for r in (0.35, 0.75, 1.0)])
    for base, spot in enumerate(spots):
        columns, rows = np.rint(spot + ring * radius).astype(int).T
        seen = cover[np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)].mean()
        if seen > 0.12:
            said[base] = HIDDEN if seen > 0.5 else UNCLEAR


def _lay_cards(
    image: Bytes, said: npt.NDArray[np.int64], feet: npt.NDArray[np.float64], disc_px: float,
    rng: np.random.Generator,
) -> None:  # fmt: skip
    """Cards, phones or cups over empty bases."""
    for base in np.flatnonzero(said == 0):
        if rng.random() < 0.5:
            box = cv2.boxPoints(
                (tuple(feet[base]), tuple(disc_px * rng.uniform(1.15, 2.5, 2)), float(rng.uniform(0, 90)))
            )
            cv2.fillPoly(image, [np.rint(box).astype(int)], rng.integers(10, 250, 3).tolist(), cv2.LINE_AA)
            said[base] = HIDDEN


def camera_of(place: CameraPlace) -> Camera:
    K, dist, R, t = (np.asarray(part, np.float64) for part in (place.K, place.dist, place.R, place.t))  # noqa: N806
    return Camera(K, dist, R, t.ravel(), place.size)


def table_of(look: TableLook, rng: np.random.Generator) -> TableFile:
    """The table's file; people measure not quite well."""
    geometry = look.geometry
    off = rng.normal(0, 0.6, (len(geometry.bases), 2))
    bases = tuple(Point(x + dx, y + dy) for (x, y), (dx, dy) in zip(geometry.bases, off, strict=True))
    wide, high = np.exp(rng.normal(0, 0.04, 2))
    return TableFile(
        tray=Tray(*geometry.tray_mm, geometry.wall_mm),
        markers=MarkerSheet(
            size_mm=geometry.marker_mm,
            centres=tuple((n, Point(*at)) for n, at in enumerate(geometry.markers)),
        ),
        imps=ImpSize(geometry.imp_mm * wide, geometry.imp_high_mm * high),
        bases=bases,
    )


def _trimmed(image: Bytes, camera: Camera, rng: np.random.Generator) -> tuple[Bytes, Camera]:
    """The same picture with narrower edges, so that some bases are cut by them."""
    height, width = image.shape[:2]
    left, right = (rng.uniform(0, 0.14, 2) * width).astype(int)
    top, bottom = (rng.uniform(0, 0.09, 2) * height).astype(int)
    kept = np.ascontiguousarray(image[top : height - bottom, left : width - right])
    matrix = camera.K - np.array([(0, 0, left), (0, 0, top), (0, 0, 0)])
    return kept, replace(camera, K=matrix, size=(kept.shape[1], kept.shape[0]))
