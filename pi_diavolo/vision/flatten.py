"""The picture as if seen from straight above: flat views of one height, measured in millimetres."""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile

# Between points this far apart a straight line stands for the lens: off by less than 0.01 px.
GRID_PX = 8
MOST_PIXELS = 40_000_000
WHOLE = (slice(None), slice(None))


class Flattener:
    """Turns a picture into the flat view of height `z` over the tray and a margin round it.

    The tray's centre is the view's centre, x to the right and y up; the maps are made once, for one camera.
    """

    def __init__(
        self, camera: Camera, table: TableFile, z: float = 0.0, px_per_mm: float = 2.5, margin_mm: float = 0.0
    ) -> None:
        self.camera, self.z, self.px_per_mm = camera, z, px_per_mm
        sides = (table.tray.width_mm + 2 * margin_mm, table.tray.height_mm + 2 * margin_mm)
        if not (min(*sides, px_per_mm) > 0 and sides[0] * sides[1] * px_per_mm**2 <= MOST_PIXELS):
            raise ValueError(f"a flat view of {sides} mm at {px_per_mm} px a mm cannot be made")
        width, height = (max(1, round(side * px_per_mm)) for side in sides)
        self.size = (width, height)
        self._middle = np.array([(width - 1) / 2, (height - 1) / 2])
        self._maps = cv2.convertMaps(self._sources(), None, cv2.CV_16SC2)

    def flatten(self, image: npt.NDArray[np.uint8], part: tuple[slice, slice] = WHOLE) -> Picture:
        """The flat view of this picture or a part of it, black where the picture does not reach."""
        if (image.shape[1], image.shape[0]) != self.camera.size:
            raise ValueError(f"these maps are for pictures of {self.camera.size}, not {image.shape[1::-1]}")
        places, shares = self._maps
        return np.asarray(cv2.remap(image, places[part], shares[part], cv2.INTER_LINEAR), np.uint8)

    def to_mm(self, pixels: npt.ArrayLike) -> Array:
        """Places (N, 2) of pixels (N, 2) of the flat view."""
        off = np.asarray(pixels, np.float64).reshape(-1, 2) - self._middle
        return np.asarray(off * (1, -1) / self.px_per_mm)

    def to_flat(self, places_mm: npt.ArrayLike) -> Array:
        """Pixels (N, 2) of the flat view at which these places (N, 2) lie."""
        off = np.asarray(places_mm, np.float64).reshape(-1, 2) * (1, -1) * self.px_per_mm
        return np.asarray(off + self._middle)

    def to_picture(self, pixels: npt.ArrayLike) -> Array:
        """Pixels (N, 2) of the camera's picture shown at these pixels of the flat view."""
        places = self.to_mm(pixels)
        return self.camera.project(np.column_stack([places, np.full(len(places), self.z)]))

    def _sources(self) -> npt.NDArray[np.float32]:
        """For each pixel of the flat view the pixel of the picture that it shows."""
        width, height = self.size
        columns, rows = -(-width // GRID_PX) + 1, -(-height // GRID_PX) + 1
        across, down = np.meshgrid(np.arange(columns) * GRID_PX, np.arange(rows) * GRID_PX)
        coarse = self.to_picture(np.column_stack([across.ravel(), down.ravel()]))
        # Nothing stands far outside the picture; the fixed-point maps end at 32767.
        near = np.clip(np.nan_to_num(coarse, nan=-9999.0), -9999, 32_000).astype(np.float32)
        shrink = np.array([(1 / GRID_PX, 0, 0), (0, 1 / GRID_PX, 0)])
        return np.asarray(
            cv2.warpAffine(
                near.reshape(rows, columns, 2),
                shrink,
                self.size,
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            ),
            np.float32,
        )


@lru_cache(maxsize=6)
def flattener(
    camera: Camera, table: TableFile, z: float = 0.0, px_per_mm: float = 2.5, margin_mm: float = 0.0
) -> Flattener:
    """The same maps again as long as the camera has not moved; the last few are kept."""
    return Flattener(camera, table, z, px_per_mm, margin_mm)
