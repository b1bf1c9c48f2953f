"""What one picture shows of the table's plate: its markers one by one, and where the table is."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from pi_diavolo.vision.calibration import NotFound, find_table
from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.outlines import prints
from pi_diavolo.vision.picture import Picture, as_gray8
from pi_diavolo.vision.spotting import Spotted, smaller, spot
from pi_diavolo.vision.table_file import TableFile

SMALLEST = 40  # pixels


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """The table, or why it was not found; `seen` are its markers' numbers.

    `corners` has the pixels (4, 2) of each marker that is seen, or should be seen there.
    """

    table: Camera | NotFound
    seen: frozenset[int] = frozenset()
    corners: Mapping[int, Array] = field(default_factory=dict)


def sight(picture: Picture, table: TableFile, known: Camera | None = None) -> Sighting:
    """Look for the plate; a camera's known place is tried first."""
    found = find_table(picture, table, known)
    if isinstance(found, Camera):
        outlines = prints(table.markers)
        corners = found.project(outlines.corners.reshape(-1, 3)).reshape(-1, 4, 2)
        return Sighting(found, frozenset(found.seen), dict(zip(outlines.numbers, corners, strict=True)))
    spotted = dict(markers_in(picture, table)) if min(picture.shape[:2]) >= SMALLEST else {}
    return Sighting(found, frozenset(spotted), spotted)


def markers_in(picture: Picture, table: TableFile) -> Spotted:
    """The table's markers wherever they are spotted, and their corners, at a first look."""
    small, scale, windows = next(smaller(as_gray8(picture)))
    found = spot(small, table.markers, windows)
    return [(number, np.asarray((at + 0.5) * scale - 0.5, np.float64)) for number, at in found]
