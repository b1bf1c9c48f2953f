"""Which marker does not lie where the table file has it: the one without which all the others fit."""

from collections.abc import Mapping

import numpy as np

from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.alignment import Alignment, camera_of, pulled
from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.outlines import Prints, prints
from pi_diavolo.vision.picture import Picture, as_gray8
from pi_diavolo.vision.pose import first_guess, guess_from_camera, guess_from_corners
from pi_diavolo.vision.spotting import Spotted
from pi_diavolo.vision.table_checks import FEWEST_MARKERS
from pi_diavolo.vision.table_file import TableFile

# A good print on a flat plate fits so well; worse, and more than one marker is wrong, or the lens is.
FITS = 1.2
# Without the one that is astray the others fit so much better than without any other: less, and a lens that
# bends more than we reckon with could be the reason, or its neighbour. Measured over the rendered scenes, as
# they are and as through five worse lenses: no good marker is named; wrong ones at 3 mm in 4 of 5 pictures.
TELLS_APART = 1.25
# The others say where a marker belongs within 0.4 mm with a lens file; without, a bad lens may lead them off.
IN_PLACE_MM, IN_PLACE_WITHOUT_LENS_MM = 0.7, 1.5


def astray(picture: Picture, table: TableFile, camera: Camera, spotted: Spotted) -> dict[int, float]:
    """The marker that is seen elsewhere than the table file has it, and how far away (mm).

    Empty where there is none, or where nobody could tell which of them it is.
    """
    spots = _in_their_places(spotted, table, camera)
    if len(spots) <= FEWEST_MARKERS:
        return {}
    gray, markers = as_gray8(picture), prints(table.markers)
    fits = {number: _without(number, gray, markers, spots, table, camera) for number in spots}
    ranked = sorted((fit.rms_px, number) for number, fit in fits.items() if fit is not None)
    if not ranked or (len(ranked) > 1 and ranked[1][0] < TELLS_APART * ranked[0][0]):
        return {}
    number, best = ranked[0][1], fits[ranked[0][1]]
    if best is None or best.worse > FITS:
        return {}
    off = _off_mm(number, spots[number], table, camera_of(best, table))
    return {number: off} if off > (IN_PLACE_MM if table.lens else IN_PLACE_WITHOUT_LENS_MM) else {}


def _in_their_places(spotted: Spotted, table: TableFile, camera: Camera) -> dict[int, Array]:
    """The corners of each marker; a picture of it may lie about as well, and the nearer one counts."""
    spots: dict[int, Array] = {}
    for number, corners in spotted:
        here = _off_mm(number, corners, table, camera)
        if number not in spots or here < _off_mm(number, spots[number], table, camera):
            spots[number] = corners
    return spots


def _off_mm(number: int, corners: Array, table: TableFile, camera: Camera) -> float:
    x, y = camera.to_plane(corners).mean(axis=0)
    if not np.isfinite((x, y)).all():  # above the horizon
        return np.inf
    return dict(table.markers.centres)[number].distance_to(Point(float(x), float(y)))


def _without(
    number: int,
    gray: Picture,
    markers: Prints,
    spots: Mapping[int, Array],
    table: TableFile,
    camera: Camera,
) -> Alignment | None:
    """How well all the others fit, from the better of two beginnings: their own corners, and the camera."""
    lens = table.lens.scaled_to(camera.size) if table.lens else None
    places = {one: place for place, one in enumerate(markers.numbers)}
    others = [one for one in spots if one != number]
    corners_mm = markers.corners[[places[one] for one in others]].reshape(-1, 3)
    own = guess_from_corners(
        first_guess(camera.size, lens), corners_mm, np.concatenate([spots[one] for one in others])
    )
    starts = [guess_from_camera(camera, lens), *([own[0]] if own else [])]
    found = (pulled(gray, start, markers, places[number]) for start in starts)
    return min((fit for fit in found if fit is not None), key=lambda fit: fit.rms_px, default=None)
