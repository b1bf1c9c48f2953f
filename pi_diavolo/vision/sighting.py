"""What one picture shows of the table's plate: its markers one by one, and where the table is."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.calibration import NotFound, find_table
from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.outlines import prints
from pi_diavolo.vision.picture import Picture, as_gray8
from pi_diavolo.vision.spotting import Spotted, smaller, spot
from pi_diavolo.vision.table_file import TableFile


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
    spotted = _spotted(picture, table) if min(picture.shape[:2]) >= SMALLEST else {}
    return Sighting(found, frozenset(spotted), spotted)


def astray(picture: Picture, table: TableFile, camera: Camera) -> dict[int, float]:
    """The markers that are seen elsewhere than the table file has them, and how far away (mm)."""
    places = dict(table.markers.centres)
    found: dict[int, float] = {}
    for number, corners in _spots(picture, table):
        x, y = camera.to_plane(corners).mean(axis=0)
        # A picture of the marker may lie about as well: the one in its place counts.
        found[number] = min(found.get(number, np.inf), places[number].distance_to(Point(float(x), float(y))))
    most = {number: IN_PLACE_MM if number in camera.seen else LEFT_OUT_MM for number in found}
    return {number: off for number, off in sorted(found.items()) if most[number] < off < np.inf}


SMALLEST = 40  # pixels
# The first look at a marker is right to half a millimetre. One that was left out of the reckoning is believed
# to lie elsewhere from there on; one that fits the others must be farther off.
LEFT_OUT_MM, IN_PLACE_MM = 0.7, 1.5


def _spotted(picture: Picture, table: TableFile) -> dict[int, Array]:
    return dict(_spots(picture, table))


def _spots(picture: Picture, table: TableFile) -> Spotted:
    small, scale, windows = next(smaller(as_gray8(picture)))
    found = spot(small, table.markers, windows)
    return [(number, np.asarray((at + 0.5) * scale - 0.5, np.float64)) for number, at in found]
