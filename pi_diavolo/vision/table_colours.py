"""What the dice's colours are under this table's light, measured against the white of its markers."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np

from pi_diavolo.errors import UsageError
from pi_diavolo.table.view import DieView, OrderDieView, TableView
from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.paper import Tones, tones
from pi_diavolo.vision.patches import Cut, Pose, patches
from pi_diavolo.vision.picture import Picture, as_bgr8, is_colourless
from pi_diavolo.vision.sources import Named
from pi_diavolo.vision.table_file import TableFile

Lab = tuple[float, float, float]

FACE_PX = 40
# The body shows between the pips, or the glyph, and the round edge: in this ring, as shares of half a face.
RING = (0.74, 0.88)
# Paper is not quite white, and a white die may shine brighter: beyond 1 all colours would be the same white.
PAPER = 0.7


def learn_colours(picture: Picture, camera: Camera, view: TableView, table: TableFile) -> dict[str, Lab]:
    """Each colour that lies there: the middle one of its dice, since one may lie in shadow or glare."""
    paper = tones(picture, camera, table.markers)
    found: dict[str, list[Array]] = {}
    for colour, die, size in _dice(view, table):
        body = _body(picture, camera, die, size)
        found.setdefault(colour, []).append(_lab(body, paper, die))
    return {colour: _rounded(np.median(labs, axis=0)) for colour, labs in found.items()}


def _dice(view: TableView, table: TableFile) -> Iterator[tuple[str, DieView | OrderDieView, float]]:
    for die in view.dice:
        yield str(die.colour), die, table.dice_mm
    if view.order_die is not None:
        yield "gray", view.order_die, table.order_die_mm


def _body(picture: Picture, camera: Camera, die: DieView | OrderDieView, size: float) -> Array:
    pose = Pose(die.where.x, die.where.y, die.yaw)
    (face,) = patches(picture, camera, [pose], size, size, Cut(FACE_PX, 1.0))
    off = np.abs(np.arange(FACE_PX) - (FACE_PX - 1) / 2) / (FACE_PX / 2)
    out = np.maximum(off[:, None], off[None, :])
    return np.asarray(np.median(face[(out > RING[0]) & (out < RING[1])], axis=0), np.float64)


def _lab(body: Array, paper: Tones, die: DieView | OrderDieView) -> Array:
    """The colour in daylight, where paper is white: the lamp's own colour and strength are taken out."""
    white = paper.paper_at(np.array([(die.where.x, die.where.y)]))[0]
    light = np.clip(_linear(body) / np.maximum(_linear(white), 1e-3) * PAPER, 0, 1.5)
    pixel = light.astype(np.float32).reshape(1, 1, 3)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_LBGR2Lab), np.float64).ravel()


def _linear(values: Array) -> Array:
    shares = values / 255
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def _rounded(lab: Sequence[float] | Array) -> Lab:
    lightness, a, b = (round(float(value), 1) for value in lab)
    return max(0.0, lightness), a, b


def nearest(colours: Mapping[str, Lab]) -> tuple[str, str, float] | None:
    """The two colours most alike and how far apart they are (ΔE, the plain one of 1976)."""
    pairs = [(one, other, math.dist(colours[one], colours[other])) for one, other in combinations(colours, 2)]
    return min(pairs, key=lambda pair: pair[2], default=None)


def colours_in(named: Named, table: TableFile) -> dict[str, Lab]:
    """The colours of one throw; raises UsageError where no table, no dice or no colours are seen."""
    return throw_in(named, table)[0]


def throw_in(named: Named, table: TableFile) -> tuple[dict[str, Lab], TableView]:
    """The same, and the throw itself."""
    eyes = Eyes(replace(table, faces=()))  # colours are learned before the Order die is enrolled, or after
    view = eyes.look(named.picture)
    if eyes.camera is None:
        codes = ", ".join(view.codes)
        raise UsageError(
            f"{named.name}: the table is not found ({codes}); see `pi-diavolo calibrate markers`"
        )
    picture = as_bgr8(named.picture)
    if is_colourless(picture):
        raise UsageError(f"{named.name}: the picture has no colours; switch the camera to colour")
    colours = learn_colours(picture, eyes.camera, view, table)
    if not colours:
        raise UsageError(
            f"{named.name}: no die is seen in the tray; throw dice of every colour and look again"
        )
    return colours, view


def on_screen(lab: Lab) -> tuple[int, int, int]:
    """The colour as a screen shows it: red, green and blue, 0 to 255."""
    pixel = cv2.cvtColor(np.array(lab, np.float32).reshape(1, 1, 3), cv2.COLOR_Lab2RGB)
    red, green, blue = np.clip(np.rint(pixel.ravel() * 255), 0, 255).astype(int).tolist()
    return red, green, blue
