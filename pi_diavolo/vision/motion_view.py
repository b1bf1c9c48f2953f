"""A small, quick view of the tray: enough to see that something moves, or that a hand is over it."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile

# Of the small view: a picture may be halved as long as it keeps this scale.
PX_PER_MM = 1.0
SOFT = (3, 3)
CELL_MM = 4
AROUND = np.ones((3, 3), np.uint8)
BEYOND = 2  # pixels round what is needed, for the mixing at its edges


@dataclass(frozen=True, eq=False)
class Glance:
    """One frame made small: the tray from above, a pixel a millimetre.

    `cells` is the same once more, a pixel for each square of CELL_MM.
    """

    at: float
    tray: Picture
    cells: Picture

    @cached_property
    def steep(self) -> Picture:
        """How steep the edges in the tray are; many a glance is never asked."""
        return _u8(cv2.morphologyEx(self.tray, cv2.MORPH_GRADIENT, AROUND))


class SmallView:
    """Makes glances of one tray; the maps are made once, for one camera."""

    def __init__(self, camera: Camera, table: TableFile) -> None:
        self.camera = camera
        self._halvings = max(0, int(np.log2(max(1.0, camera.px_per_mm / PX_PER_MM))))
        width, height = table.tray.width_mm, table.tray.height_mm
        tray = _seen(camera, _floor(width, height), table.dice_mm / 2)
        self._window = _window(tray.reshape(-1, 2), camera.size, 2**self._halvings)
        self._map = self._small(tray)
        self._cells = (max(1, tray.shape[1] // CELL_MM), max(1, tray.shape[0] // CELL_MM))

    def take(self, picture: Picture, at: float) -> Glance:
        """The glance of this picture (BGR), taken at this moment."""
        if (picture.shape[1], picture.shape[0]) != self.camera.size:
            raise ValueError(f"this view is for pictures of {self.camera.size}, not {picture.shape[1::-1]}")
        left, top, right, bottom = self._window
        small: Any = picture[top:bottom, left:right]
        for _ in range(self._halvings):
            half = (max(1, small.shape[1] // 2), max(1, small.shape[0] // 2))
            small = cv2.resize(small, half, interpolation=cv2.INTER_AREA)
        tray = cv2.blur(cv2.remap(small, self._map, None, cv2.INTER_NEAREST), SOFT)
        cells = cv2.resize(tray, self._cells, interpolation=cv2.INTER_AREA)
        return Glance(at, _u8(tray), _u8(cells))

    def _small(self, pixels: Array) -> Any:
        scale = 2**self._halvings
        small = (pixels - self._window[:2] + 0.5) / scale - 0.5
        near = np.clip(np.nan_to_num(small, nan=-9999.0), -9999, 32_000).astype(np.float32)
        # The nearest pixel will do, and takes a third of the time: the view is softened afterwards.
        return cv2.convertMaps(near, None, cv2.CV_16SC2, nninterpolation=True)[0]


@lru_cache(maxsize=4)
def small_view(camera: Camera, table: TableFile) -> SmallView:
    """The same maps again as long as the camera has not moved."""
    return SmallView(camera, table)


def _floor(width: float, height: float) -> Array:
    """The places (rows, columns, 2) of the small view's pixels."""
    across = np.arange(0.5, round(width)) - round(width) / 2
    down = round(height) / 2 - np.arange(0.5, round(height))
    return np.stack(np.meshgrid(across, down), -1)


def _seen(camera: Camera, places: Array, z: float) -> Array:
    points = np.dstack([places, np.full(places.shape[:2], z)])
    return camera.project(points.reshape(-1, 3)).reshape(places.shape)


def _window(pixels: Array, size: tuple[int, int], step: int) -> tuple[int, int, int, int]:
    """The part of the picture (left, top, right, bottom) that shows these pixels, some whole steps wide.

    What can be halved without a rest is halved five times as fast.
    """
    across, down = pixels.T
    near = np.isfinite(across) & np.isfinite(down)
    sides = across[near], down[near]
    least, most = ([float(side.min()) for side in sides], [float(side.max()) for side in sides])
    low = np.clip(np.floor(least) - BEYOND, 0, np.array(size) - 1).astype(int)
    high = np.clip(np.ceil(most) + BEYOND + 1, low + 1, size).astype(int)
    high -= np.where(high - low > step, (high - low) % step, 0)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _u8(values: Any) -> npt.NDArray[np.uint8]:
    return np.asarray(values, np.uint8)
