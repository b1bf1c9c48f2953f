"""The table as people may see it: flat from above, nothing of what stands beside it, as a small JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.table.view import Pixel
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.flatten import Flattener
from pi_diavolo.vision.jpeg import as_jpeg
from pi_diavolo.vision.picture import Picture, as_bgr8
from pi_diavolo.vision.table_file import TableFile

# Larger pictures only take longer to arrive: on a projector the table is about this high.
MOST_PX = 840
DIE_PX = 260
# A marker of 4 × 4 cells has a black border of one: so much white paper at least is round it.
CELLS = 6
# How much of its surroundings a die is shown in, in its own widths to each side.
ROUND_DIE = 1.7

# Shares of the picture's width and height, from its upper left corner.
Outline = tuple[Pixel, ...]


@dataclass(frozen=True, slots=True)
class Plate:
    """The part of the table that is shown: half its width and height round the tray's centre, in mm."""

    across: float
    along: float

    def share(self, x: float, y: float) -> Pixel:
        """Where a place on it is in its picture."""
        return (x + self.across) / (2 * self.across), (self.along - y) / (2 * self.along)


def plate_of(table: TableFile) -> Plate:
    """As far as the markers reach with the paper round them; what lies beyond may be anything."""
    half = table.markers.size_mm * (0.5 + 1 / CELLS)
    across = max(abs(centre.x) for _, centre in table.markers.centres) + half
    along = max(abs(centre.y) for _, centre in table.markers.centres) + half
    return Plate(across, along)


def table_jpeg(image: npt.NDArray[np.uint8], camera: Camera, table: TableFile) -> bytes:
    """The whole plate from above; black where the camera does not see it."""
    plate, tray = plate_of(table), table.tray
    scale = min(MOST_PX / (2 * max(plate.across, plate.along)), camera.px_per_mm)
    margin = max(plate.across - tray.width_mm / 2, plate.along - tray.height_mm / 2)
    flat = Flattener(camera, table, 0.0, scale, margin).flatten(as_bgr8(image))
    # Round a tray that is not square the margin is too wide on two sides.
    beside, below = (
        max(0, round((side - 2 * half * scale) / 2))
        for side, half in ((flat.shape[1], plate.across), (flat.shape[0], plate.along))
    )
    return as_jpeg(flat[below : flat.shape[0] - below, beside : flat.shape[1] - beside])


def die_jpeg(
    image: npt.NDArray[np.uint8], camera: Camera, table: TableFile, x: float, y: float, size_mm: float
) -> bytes:
    """One die and what lies next to it, at the height of its top; never more than the plate."""
    plate, reach = plate_of(table), ROUND_DIE * size_mm
    # At the height of its top a little of what lies behind the edge is seen over it.
    across, along = (half - reach - size_mm for half in (plate.across, plate.along))
    x, y = min(max(x, -across), across), min(max(y, -along), along)
    return as_jpeg(_square_from_above(image, camera, (x, y), reach, size_mm))


def outline_on_plate(outline_px: tuple[Pixel, ...], camera: Camera, table: TableFile) -> Outline:
    """Where what has this outline in the camera's picture is seen in the picture of the plate."""
    plate = plate_of(table)
    return tuple(plate.share(float(x), float(y)) for x, y in camera.to_plane(outline_px))


def _square_from_above(
    image: npt.NDArray[np.uint8], camera: Camera, middle: tuple[float, float], reach: float, height: float
) -> Picture:
    off = (np.arange(DIE_PX) - (DIE_PX - 1) / 2) * 2 * reach / DIE_PX
    x, y = np.meshgrid(middle[0] + off, middle[1] - off)
    places = np.stack([x.ravel(), y.ravel(), np.full(x.size, height)], axis=1)
    sources = camera.project(places).astype(np.float32).reshape(*x.shape, 2)
    flat = cv2.remap(as_bgr8(image), sources, None, cv2.INTER_LINEAR)
    return np.asarray(flat, np.uint8)
