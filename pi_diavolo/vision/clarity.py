"""Is a picture fit to be read at all: light enough, not burnt out, in focus, large enough?"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.table.view import Code
from pi_diavolo.vision.calibration import NotFound, Why
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.outlines import prints
from pi_diavolo.vision.paper import tones
from pi_diavolo.vision.picture import Picture, as_gray8, is_colourless
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.table_geometry import MarkerSheet

GRAY = np.array([0.114, 0.587, 0.299])
# A camera that sets its own exposure shows the markers' paper at 130 to 255 and their ink below 90.
DARKEST_PAPER = 65
BURNT_PAPER, BURNT_INK = 245, 130
BURNT_SHARE = 0.5  # of the tray's floor without any drawing left
# How wide a marker's edge may look, as a share of a die's side: 0.05 to 0.11 in focus; at 0.15 the pips of
# a six begin to run together.
WIDEST_EDGE = 0.15
# Dice that are fewer pixels wide are misread however sharp they are: of 640 answers two were wrong at 12 px,
# and none from 14.4 px on.
LEAST_DIE_PX = 14.4
EVERY_LINE = 3  # of the lines across an edge every third will do
STEPS = np.linspace(-0.8, 0.8, 17)  # along a line, in cells of a marker
ENDS = 3  # so many steps at either end show plain ink and plain paper
TRAY_SPOTS = 28  # in a row and in a column

# For pictures without a table in them. Where it was not for want of markers, the light is not to blame.
FOR_WANT_OF_MARKERS = frozenset({Why.NO_MARKERS, Why.TOO_FEW_MARKERS})
SEARCH_PX = 640
BLOCK_PX = 16
LIGHTEST_IN_THE_DARK, DARKEST_IN_GLARE = 85, 200
BURNT_PICTURE = 0.3
LEAST_RANGE = 24
SOFTEST_EDGE_PX = 2.75
EDGES_LOOKED_AT = 0.2  # the sharpest of the blocks that hold an edge


@dataclass(frozen=True, slots=True)
class Light:
    """How the light falls: the markers' paper, the darkest and the lightest of them, all of 255.

    `burnt` is the share of the tray's floor in which nothing can be told from glare.
    """

    paper: float
    darkest: float
    lightest: float
    burnt: float


def light(picture: Picture, camera: Camera, table: TableFile) -> Light | None:
    """The light on a table that was found; None where no marker's print is to be seen."""
    shades = tones(picture, camera, table.markers).paper @ GRAY
    if not len(shades):
        return None
    burnt = _burnt_share(picture, camera, table)
    return Light(float(np.median(shades)), float(shades.min()), float(shades.max()), burnt)


def sharpness(picture: Picture, camera: Camera, table: TableFile) -> float | None:
    """How sharp the markers' edges are, and how large the dice; from 1 on these can be read.

    None where no edge is to be seen.
    """
    edge = _edge_mm(picture, camera, table.markers)
    return (
        min(WIDEST_EDGE * table.dice_mm / edge, _die_px(camera, table) / LEAST_DIE_PX) if edge > 0 else None
    )


def sharpness_anywhere(image: npt.NDArray[Any]) -> float | None:
    """The same, roughly, in a picture in which the table was not found: by its sharpest edges."""
    widest = _sharpest_px(_searched(as_gray8(image)))
    return SOFTEST_EDGE_PX / widest if widest > 0 else None


def clarity(picture: Picture, camera: Camera, table: TableFile) -> tuple[Code, ...]:
    """What stands against reading this picture; judged by the markers' print and the tray's floor."""
    return tuple(_spoiled(picture, camera, table))


def _spoiled(picture: Picture, camera: Camera, table: TableFile) -> Iterator[Code]:
    if is_colourless(picture):
        yield Code.DIE_UNSURE  # red and black dice look alike
    seen = tones(picture, camera, table.markers)
    if not len(seen.places):
        return
    paper, ink = float(np.median(seen.paper @ GRAY)), float(np.median(seen.ink @ GRAY))
    if paper < DARKEST_PAPER:
        yield Code.TOO_DARK
    elif paper > BURNT_PAPER and (ink > BURNT_INK or _burnt_share(picture, camera, table) > BURNT_SHARE):
        yield Code.TOO_BRIGHT
    if (
        _die_px(camera, table) < LEAST_DIE_PX
        or _edge_mm(picture, camera, table.markers) > WIDEST_EDGE * table.dice_mm
    ):
        yield Code.OUT_OF_FOCUS


def _die_px(camera: Camera, table: TableFile) -> float:
    return camera.px_per_mm * table.dice_mm


def _burnt_share(picture: Picture, camera: Camera, table: TableFile) -> float:
    rows, columns = _tray_pixels(camera, table)
    return float((picture[rows, columns].min(axis=1) > BURNT_PAPER).mean()) if len(rows) else 0.0


@lru_cache(maxsize=4)
def _tray_pixels(camera: Camera, table: TableFile) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Rows and columns of some pixels all over the tray's floor."""
    share = np.linspace(-0.48, 0.48, TRAY_SPOTS)
    x, y = np.meshgrid(share * table.tray.width_mm, share * table.tray.height_mm)
    pixels = camera.project(np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)]))
    inside = ((pixels >= 0) & (pixels <= np.array(camera.size) - 1)).all(axis=1)
    columns, rows = np.rint(pixels[inside]).astype(np.intp).T
    return rows, columns


def _edge_mm(picture: Picture, camera: Camera, sheet: MarkerSheet) -> float:
    """How many millimetres the markers' edges take from ink to paper at their steepest; 0 if none is seen."""
    places, step_mm = _lines(camera, sheet)
    shades = cv2.remap(picture, places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) @ GRAY
    ink, paper = shades[:, :ENDS].mean(axis=1), shades[:, -ENDS:].mean(axis=1)
    contrast = paper - ink
    # Where something covers the edge, it is that thing's edge.
    plain = contrast > max(1.0, 0.5 * float(np.median(contrast)))
    if not plain.any():
        return 0.0
    steepest = np.diff(shades[plain], axis=1).max(axis=1)
    return float(np.median(contrast[plain] / steepest)) * step_mm


@lru_cache(maxsize=4)
def _lines(camera: Camera, sheet: MarkerSheet) -> tuple[npt.NDArray[np.float32], float]:
    """Points (lines, steps, 2) along lines across the markers' edges, outwards, and their step in mm."""
    markers = prints(sheet)
    points = markers.edge_points[:, ::EVERY_LINE].reshape(-1, 3)
    ways = markers.edge_ways[:, ::EVERY_LINE].reshape(-1, 3)
    pixels, further = camera.project(points), camera.project(points + ways)
    along = further - pixels
    scale = float(np.linalg.norm(along, axis=1).mean())
    outwards = np.column_stack([along[:, 1], -along[:, 0]]) / np.linalg.norm(along, axis=1, keepdims=True)
    cell = markers.size_mm / markers.cells_a_side
    steps = STEPS * cell * scale
    places = pixels[:, None] + outwards[:, None] * steps[:, None]
    return places.astype(np.float32), float(STEPS[1] - STEPS[0]) * cell


def why_unreadable(nothing: NotFound, image: npt.NDArray[Any]) -> Code:
    """What stands against reading a picture in which the table was not found."""
    return why_not_found(image) if nothing.why in FOR_WANT_OF_MARKERS else Code.MARKERS_HIDDEN


def why_not_found(image: npt.NDArray[Any]) -> Code:
    """What most likely hides the markers in a picture in which too few were found."""
    small = _searched(as_gray8(image))
    low, high = np.percentile(small, (10, 99))
    if high < LIGHTEST_IN_THE_DARK:
        return Code.TOO_DARK
    if _sharpest_px(small) > SOFTEST_EDGE_PX:
        return Code.OUT_OF_FOCUS
    burnt = low > DARKEST_IN_GLARE or float((small > BURNT_PAPER).mean()) > BURNT_PICTURE
    return Code.TOO_BRIGHT if burnt else Code.MARKERS_HIDDEN


def _searched(gray: Picture) -> Picture:
    """The picture in the size in which it is searched."""
    shrink = max(1.0, max(gray.shape) / SEARCH_PX)
    size = (max(1, round(gray.shape[1] / shrink)), max(1, round(gray.shape[0] / shrink)))
    return np.asarray(cv2.resize(gray, size, interpolation=cv2.INTER_AREA), np.uint8)


def _sharpest_px(gray: Picture) -> float:
    """How many pixels the sharpest edges of a picture take from dark to light; 0 if it has none."""
    rows, columns = gray.shape[0] // BLOCK_PX, gray.shape[1] // BLOCK_PX
    if not rows or not columns:
        return 0.0
    smooth = cv2.GaussianBlur(gray, (3, 3), 0.7).astype(np.int16)
    slope = np.zeros_like(smooth)
    slope[:, 1:] = np.abs(np.diff(smooth, axis=1))
    slope[1:] = np.maximum(slope[1:], np.abs(np.diff(smooth, axis=0)))
    blocks, slopes = _blocks(smooth, rows, columns), _blocks(slope, rows, columns)
    ranges, steepest = blocks.max(axis=1) - blocks.min(axis=1), slopes.max(axis=1)
    edges = ranges > max(LEAST_RANGE, 0.5 * float(np.percentile(ranges, 98)))
    if not edges.any():
        return 0.0
    return float(np.quantile(ranges[edges] / np.maximum(steepest[edges], 1), EDGES_LOOKED_AT))


def _blocks(values: npt.NDArray[np.int16], rows: int, columns: int) -> npt.NDArray[np.int16]:
    """The values of each block (blocks, pixels)."""
    cut = values[: rows * BLOCK_PX, : columns * BLOCK_PX].reshape(rows, BLOCK_PX, columns, BLOCK_PX)
    return cut.transpose(0, 2, 1, 3).reshape(rows * columns, -1)
