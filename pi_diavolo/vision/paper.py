"""What the markers' paper and ink look like in a picture: a white and a black that every table has."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.outlines import prints
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_geometry import MarkerSheet

LEAST_CONTRAST = 12.0  # between paper and ink; below, something lies on the marker or glare blinds it
NEAR_MM = 100.0


@dataclass(frozen=True, slots=True, eq=False)
class Tones:
    """The colours (M, 3), blue first, of paper and ink of those M markers that are to be seen, and where."""

    places: Array
    paper: Array
    ink: Array

    def paper_at(self, places: Array) -> Array:
        """What paper would look like at other places (N, 2): the near markers tell more than the far."""
        if not len(self.places):
            return np.full((len(places), 3), 255.0)
        square = ((places[:, None] - self.places) ** 2).sum(axis=2)
        weights = 1 / (square + NEAR_MM**2)
        return np.asarray(weights @ self.paper / weights.sum(axis=1, keepdims=True))


def tones(picture: Picture, camera: Camera, sheet: MarkerSheet) -> Tones:
    """Look at the middle of every cell of every marker in view."""
    cells = _cells(camera, sheet)
    shades = picture[cells.rows, cells.columns].astype(np.float64)
    paper = (shades * cells.paper[..., None]).sum(axis=1)
    ink = (shades * cells.ink[..., None]).sum(axis=1)
    clear = cells.inside & ((paper - ink).mean(axis=1) > LEAST_CONTRAST)
    if camera.seen:
        clear &= [number in camera.seen for number, _ in sheet.centres]
    return Tones(cells.places[clear], paper[clear], ink[clear])


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """For each marker the pixels of its cells, and what each cell counts for in the mean of paper and ink."""

    places: Array
    rows: npt.NDArray[np.intp]
    columns: npt.NDArray[np.intp]
    inside: npt.NDArray[np.bool_]
    paper: Array
    ink: Array


@lru_cache(maxsize=4)
def _cells(camera: Camera, sheet: MarkerSheet) -> _Cells:
    markers = prints(sheet)
    pixels = camera.project(markers.cell_centres.reshape(-1, 3)).reshape(len(markers.numbers), -1, 2)
    limit = np.array(camera.size) - 1
    inside = ((pixels >= 0) & (pixels <= limit)).all(axis=(1, 2))
    columns, rows = np.rint(np.clip(np.nan_to_num(pixels), 0, limit)).astype(np.intp).transpose(2, 0, 1)
    white = markers.cell_shades > 0
    return _Cells(
        places=markers.corners.mean(axis=1)[:, :2],
        rows=rows,
        columns=columns,
        inside=np.asarray(inside),
        paper=white / np.maximum(white.sum(axis=1, keepdims=True), 1),
        ink=~white / np.maximum((~white).sum(axis=1, keepdims=True), 1),
    )
