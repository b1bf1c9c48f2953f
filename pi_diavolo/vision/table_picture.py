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
from pi_diavolo.vision.table_geometry import Tray

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
    """The part of the table that is shown: how far it reaches, in mm from the tray's centre.

    A board beside the tray makes it reach farther to one side than to the other.
    """

    left: float
    right: float
    lower: float
    upper: float

    @property
    def size_mm(self) -> tuple[float, float]:
        """Its width and height."""
        return self.right - self.left, self.upper - self.lower

    def share(self, x: float, y: float) -> Pixel:
        """Where a place on it is in its picture."""
        width, height = self.size_mm
        return (x - self.left) / width, (self.upper - y) / height


def plate_of(table: TableFile) -> Plate:
    """As far as the markers reach with the paper round them; what lies beyond may be anything."""
    paper = table.markers.size_mm * (0.5 + 1 / CELLS)
    across, up = zip(*((centre.x, centre.y) for _, centre in table.markers.centres), strict=True)
    return Plate(min(across) - paper, max(across) + paper, min(up) - paper, max(up) + paper)


def table_jpeg(image: npt.NDArray[np.uint8], camera: Camera, table: TableFile) -> bytes:
    """The whole plate from above; black where the camera does not see it."""
    plate = plate_of(table)
    scale = min(MOST_PX / max(plate.size_mm), camera.px_per_mm)
    flat = Flattener(camera, table, 0.0, scale, _margin(plate, table.tray))
    return as_jpeg(flat.flatten(as_bgr8(image), _part(plate, flat)))


def _margin(plate: Plate, tray: Tray) -> float:
    """How far round the tray a view must reach to hold all of the plate."""
    across, along = max(-plate.left, plate.right), max(-plate.lower, plate.upper)
    return max(across - tray.width_mm / 2, along - tray.height_mm / 2)


def _part(plate: Plate, flat: Flattener) -> tuple[slice, slice]:
    """The rows and columns of the view that show the plate; in the view's middle is the tray."""
    middles = flat.to_flat([(plate.left, plate.upper), (plate.right, plate.lower)])
    corners = np.rint(middles + 0.5)  # between pixels, of which the first has its middle at 0
    (left, top), (right, bottom) = np.clip(corners, 0, flat.size).astype(int).tolist()
    return slice(top, bottom), slice(left, right)


def die_jpeg(
    image: npt.NDArray[np.uint8], camera: Camera, table: TableFile, x: float, y: float, size_mm: float
) -> bytes:
    """One die and what lies next to it, at the height of its top; never more than the plate."""
    plate, reach = plate_of(table), ROUND_DIE * size_mm
    # At the height of its top a little of what lies behind the edge is seen over it.
    inside = reach + size_mm
    x = min(max(x, plate.left + inside), plate.right - inside)
    y = min(max(y, plate.lower + inside), plate.upper - inside)
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
