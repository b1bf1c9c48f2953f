"""The markers' printed outlines, measured to a small part of a pixel along lines across their edges."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.camera import Array
from pi_diavolo.vision.picture import Picture, as_gray8
from pi_diavolo.vision.pose import UNKNOWNS, Guess
from pi_diavolo.vision.table_geometry import MarkerSheet

LINES_AN_EDGE = 14
ALONG_THE_EDGE = np.linspace(0.1, 0.9, LINES_AN_EDGE)
STEPS_EACH_WAY = 8
STEPS = np.arange(-STEPS_EACH_WAY, STEPS_EACH_WAY + 1)
PLATEAU = 3  # so many steps at either end of a line show plain black and plain white
LEAST_CONTRAST = 15
LEAST_SHARE_OF_CONTRAST = 0.4
LEAST_LIKENESS = 0.7

# Of a picture: its rows, its columns.
Part = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class Prints:
    """All M markers of a table as printed: what lies where in millimetres."""

    numbers: tuple[int, ...]
    size_mm: float
    cells_a_side: int
    corners: Array  # (M, 4, 3), in OpenCV's order: top left, top right, bottom right, bottom left
    edge_points: Array  # (M, lines, 3): where the lines cross the edges, clockwise
    edge_ways: Array  # (M, lines, 3): one millimetre on along the edge
    cell_centres: Array  # (M, cells, 3)
    cell_shades: Array  # (M, cells), with mean 0 and length 1


@lru_cache(maxsize=8)
def prints(sheet: MarkerSheet) -> Prints:
    """What the sheet's markers look like, and where."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, sheet.dictionary))
    cells = dictionary.markerSize + 2
    centres = np.array([(at.x, at.y, 0.0) for _, at in sheet.centres])[:, None]
    corners = centres + sheet.size_mm / 2 * np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)])
    ways = np.roll(corners, -1, axis=1) - corners
    points = corners[:, :, None] + ways[:, :, None] * ALONG_THE_EDGE[:, None]
    middles = ((np.arange(cells) + 0.5) / cells - 0.5) * sheet.size_mm
    across, down = np.meshgrid(middles, -middles)
    cell_places = np.column_stack([across.ravel(), down.ravel(), np.zeros(cells**2)])
    drawn = [cv2.aruco.generateImageMarker(dictionary, number, cells) for number, _ in sheet.centres]
    return Prints(
        numbers=tuple(number for number, _ in sheet.centres),
        size_mm=sheet.size_mm,
        cells_a_side=cells,
        corners=corners,
        edge_points=points.reshape(len(corners), -1, 3),
        edge_ways=np.repeat(ways / sheet.size_mm, LINES_AN_EDGE, axis=1),
        cell_centres=centres + cell_places,
        cell_shades=_normal(np.reshape(drawn, (len(drawn), -1)).astype(np.float64)),
    )


def _normal(shades: Array) -> Array:
    """Brightness and contrast taken out of each row; a row without contrast becomes nothing."""
    level = shades - shades.mean(axis=1, keepdims=True)
    length = np.sqrt((level**2).sum(axis=1, keepdims=True))
    return np.asarray(level / np.maximum(length, 1e-9))


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Places (..., 2) at which pictures are looked at, between pixels too; some may be outside of them."""

    where: npt.NDArray[np.float32]
    outside: npt.NDArray[np.bool_]
    shape: tuple[int, ...]

    def shades(self, gray: Picture) -> Array:
        """The brightness there of a picture of the size that was said; NaN outside."""
        shades = cv2.remap(gray, self.where, None, cv2.INTER_LINEAR).astype(np.float64)
        shades[self.outside] = np.nan
        return np.asarray(shades.reshape(self.shape))


def sampled(pixels: Array, size: tuple[int, int]) -> Samples:
    """These places (..., 2) in pictures of this size."""
    where = pixels.astype(np.float32).reshape(len(pixels), -1, 2)
    outside = ((where < 0) | (where > np.array(size) - 1) | np.isnan(where)).any(axis=-1)
    where[outside] = 0
    return Samples(where, np.asarray(outside), pixels.shape[:-1])


def likeness(gray: Picture, guess: Guess, markers: Prints) -> Array:
    """How much the picture shows each marker where it should be: 1 fully, 0 not at all."""
    cells, _ = guess.project(markers.cell_centres.reshape(-1, 3))
    return _likeness(sampled(cells, guess.size).shades(gray), markers)


def _likeness(seen: Array, markers: Prints) -> Array:
    shades = seen.reshape(markers.cell_shades.shape)
    # A marker that reaches out of the picture does not count.
    return np.asarray(np.nan_to_num((_normal(shades) * markers.cell_shades).sum(axis=1)))


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Lines across the edges of markers: their points (N, steps, 2), ways (N, 2), and a step in pixels."""

    points: Array
    outwards: Array
    step: float

    def off(self, seen: Array, markers: int) -> Array:
        """(M, lines) pixels from where the edge should be to where it is, outwards; NaN: no edge.

        `seen` (N, steps) is the picture's brightness along the lines.
        """
        return _edges(seen, markers).reshape(markers, -1) * self.step


def _lines(pixels: Array, further: Array, markers: Prints, reach: float) -> Lines:
    """Lines through these pixels, whose edges lead to those further on."""
    along = further - pixels
    pixels_a_mm = np.sqrt((along**2).sum(axis=1, keepdims=True))
    outwards = np.column_stack([along[:, 1], -along[:, 0]]) / pixels_a_mm
    step = reach * markers.size_mm / markers.cells_a_side * float(pixels_a_mm.mean()) / STEPS_EACH_WAY
    return Lines(pixels[:, None] + outwards[:, None] * (STEPS * step)[:, None], outwards, step)


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """What was measured along the lines across the edges of M markers."""

    off: Array  # as Lines has it
    slopes: Array  # (M, lines, unknowns): how far the expected edge moves outwards with each unknown


def measure(gray: Picture, guess: Guess, markers: Prints, reach: float) -> Outlines:
    """Look for the markers' edges within this reach, in cells of a marker, of where they should be."""
    both, slopes = guess.project(_edge_points(markers))
    half = len(both) // 2
    lines = _lines(both[:half], both[half:], markers, reach)
    across = (lines.outwards[:, :, None] * slopes[:half]).sum(axis=1)
    count = len(markers.numbers)
    seen = sampled(lines.points, guess.size).shades(gray)
    return Outlines(lines.off(seen, count), across.reshape(count, -1, UNKNOWNS))


def _edge_points(markers: Prints) -> Array:
    """Points on the edges, then for each one a millimetre further on along its edge."""
    points = markers.edge_points.reshape(-1, 3)
    return np.concatenate([points, points + markers.edge_ways.reshape(-1, 3)])


@dataclass(frozen=True, slots=True, eq=False)
class Expected:
    """Where one guess has all that is looked at: worked out once, for picture after picture.

    `parts` are the rows and columns of the picture round each marker: nothing else is looked at.
    """

    markers: Prints
    cells: Samples
    lines: Lines
    across: Samples  # the lines' points
    parts: tuple[Part, ...]

    def gray(self, image: npt.NDArray[Any]) -> Picture:
        """The picture's brightness round the markers; the rest stays black, which saves most of the time."""
        gray = np.zeros(image.shape[:2], np.uint8)
        for part in self.parts:
            gray[part] = as_gray8(image[part])
        return gray

    def likeness(self, gray: Picture) -> Array:
        """How much the picture shows each marker."""
        return _likeness(self.cells.shades(gray), self.markers)

    def off(self, gray: Picture) -> Array:
        """How far each marker's edges are off."""
        return self.lines.off(self.across.shades(gray), len(self.markers.numbers))

    @property
    def outwards(self) -> Array:
        """(M, lines, 2)."""
        return self.lines.outwards.reshape(len(self.markers.numbers), -1, 2)


def expected(guess: Guess, markers: Prints, reach: float) -> Expected:
    """What `likeness` and `measure` look at."""
    both, _ = guess.project(_edge_points(markers))
    half = len(both) // 2
    cells, _ = guess.project(markers.cell_centres.reshape(-1, 3))
    lines = _lines(both[:half], both[half:], markers, reach)
    each = [points.reshape(len(markers.numbers), -1, 2) for points in (cells, lines.points)]
    seen = [_part(places, guess.size) for places in np.concatenate(each, axis=1)]
    parts = tuple(part for part in seen if part is not None)
    return Expected(markers, sampled(cells, guess.size), lines, sampled(lines.points, guess.size), parts)


def _part(places: Array, size: tuple[int, int]) -> Part | None:
    """The part of the picture in which these places (N, 2) are; None if they are all outside."""
    within = places[((places >= 0) & (places <= np.array(size) - 1)).all(axis=1)]
    if not len(within):
        return None
    left, top = np.floor(within.min(axis=0)).astype(int).tolist()
    right, bottom = np.ceil(within.max(axis=0)).astype(int).tolist()
    # What lies between two pixels is told by both, and rounding may lead to the next.
    return slice(max(0, top - 1), bottom + 2), slice(max(0, left - 1), right + 2)


def _edges(shades: Array, markers: int) -> Array:
    """Where each line (N, steps) passes from black print to white paper, in steps from its middle."""
    black, white = shades[:, :PLATEAU].mean(axis=1), shades[:, -PLATEAU:].mean(axis=1)
    lighter = shades - ((black + white) / 2)[:, None]
    passes = (lighter[:, :-1] < 0) & (lighter[:, 1:] >= 0)
    rise = np.where(passes, lighter[:, 1:] - lighter[:, :-1], 1)
    places = np.where(passes, STEPS[:-1] - lighter[:, :-1] / rise, np.inf)
    off = places[np.arange(len(places)), np.abs(places).argmin(axis=1)]
    contrast = np.nan_to_num(white - black).reshape(markers, -1)
    enough = np.maximum(LEAST_CONTRAST, LEAST_SHARE_OF_CONTRAST * np.median(contrast, axis=1, keepdims=True))
    return np.where((contrast > enough).ravel() & np.isfinite(off), off, np.nan)
