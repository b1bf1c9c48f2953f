"""The table in the picture: its markers found, the camera's place worked out, and how well that is known."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, islice, product
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.alignment import REACHES, Alignment, align, camera_of, still_in_place
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.outlines import Expected, Prints, expected, prints
from pi_diavolo.vision.picture import Picture, as_gray8
from pi_diavolo.vision.pose import Guess, first_guess, guess_from_camera, guess_from_corners
from pi_diavolo.vision.seeking import Seen, sought
from pi_diavolo.vision.spotting import Spotted, smaller, spot
from pi_diavolo.vision.table_checks import FEWEST_MARKERS
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.table_geometry import Lens

SMALLEST_PICTURE = 40  # pixels
WORST_CORNERS = 0.08  # rms, as a share of a marker's side: beyond, the markers do not belong together
# Two markers tell where the others must be; a third may be too blurred to be spotted unasked.
FEWEST_TO_START = 2
MOST_CHOICES = 24  # of markers seen twice
# A marker that has moved by less than this has not moved: then all maps made for the camera stay good, too.
STAYED_MM = 0.2


class Why(StrEnum):
    """Why the table was not found."""

    NO_MARKERS = "no_markers"
    TOO_FEW_MARKERS = "too_few_markers"
    MARKERS_DISAGREE = "markers_disagree"
    MIRRORED = "mirrored"
    LENS_DOES_NOT_FIT = "lens_does_not_fit"


ADVICE = {
    Why.NO_MARKERS: "no marker of this table can be seen; look at the camera, the light and the table file",
    Why.TOO_FEW_MARKERS: "fewer than three markers can be seen; clear the plate's corners, mind glare",
    Why.MARKERS_DISAGREE: "the markers do not lie where the table file says; measure their places again",
    Why.MIRRORED: "the picture is mirrored; switch that off in the camera's settings",
    Why.LENS_DOES_NOT_FIT: "the lens file is for pictures of another shape; calibrate for this one",
}


@dataclass(frozen=True, slots=True)
class NotFound:
    """The table is not to be seen; why, and which of its markers were."""

    why: Why
    seen: tuple[int, ...] = ()

    def __str__(self) -> str:
        return ADVICE[self.why]


def find_table(image: npt.NDArray[Any], table: TableFile, known: Camera | None = None) -> Camera | NotFound:
    """Find the camera's place above the table; a known one is tried first and kept while it still holds.

    Whether the camera was bumped tells `found.bumped_from(known) > BUMPED_MM`.
    """
    height, width = image.shape[:2]
    size = (width, height)
    lens = table.lens.scaled_to(size) if table.lens else None
    if table.lens and lens is None:
        return NotFound(Why.LENS_DOES_NOT_FIT)
    if min(size) < SMALLEST_PICTURE:
        return NotFound(Why.NO_MARKERS)
    markers = prints(table.markers)
    if known is not None and known.size == size:
        kept = _followed(image, table, known, lens, markers)
        if kept is not None:
            return kept
    return _searched(as_gray8(image), table, first_guess(size, lens), markers)


def _followed(
    image: npt.NDArray[Any], table: TableFile, known: Camera, lens: Lens | None, markers: Prints
) -> Camera | None:
    there = _expected(known, table)
    seen = still_in_place(there.gray(image), there, STAYED_MM * known.px_per_mm)
    if seen and len(seen) <= len(known.rests_on):
        return replace(known, seen=seen)
    if lens is None:  # more can be found out about it from another place, or with more markers
        return None
    found = align(as_gray8(image), guess_from_camera(known, lens), markers)
    return camera_of(found, table) if found is not None and found.is_well else None


@lru_cache(maxsize=4)
def _expected(known: Camera, table: TableFile) -> Expected:
    """Where this camera sees the table's markers."""
    # The lens does not change when the camera is knocked: what was found out about it before still holds.
    lens = table.lens.scaled_to(known.size) if table.lens else None
    return expected(guess_from_camera(known, lens or known.lens), prints(table.markers), REACHES[0])


def _searched(gray: Picture, table: TableFile, blank: Guess, markers: Prints) -> Camera | NotFound:
    most: Spotted = []
    for picture, scale, windows in smaller(gray):
        spotted = [(number, (at + 0.5) * scale - 0.5) for number, at in spot(picture, table.markers, windows)]
        most = max(most, spotted, key=lambda one: len(dict(one)))
        found = _best(gray, blank, markers, spotted)
        if found is not None:
            return camera_of(found, table)
    found = _best_sought(gray, blank, markers, most)
    if found is not None:
        return camera_of(found, table)
    seen = tuple(sorted(dict(most)))
    small, _, windows = next(smaller(gray))
    mirrored = {number for number, _ in spot(cv2.flip(small, 1), table.markers, windows)}
    if len(mirrored) >= FEWEST_MARKERS and len(mirrored) > len(seen):
        return NotFound(Why.MIRRORED)
    if len(seen) >= FEWEST_MARKERS:
        return NotFound(Why.MARKERS_DISAGREE, seen)
    return NotFound(Why.TOO_FEW_MARKERS if seen else Why.NO_MARKERS, seen)


def _best_sought(gray: Picture, blank: Guess, markers: Prints, spotted: Spotted) -> Alignment | None:
    """The same with markers that are found by those that were spotted."""
    seen = sought(gray, markers, dict(spotted)) if spotted else {}
    return _aligned(gray, blank, markers, seen) if len(seen) >= FEWEST_MARKERS else None


def _best(gray: Picture, blank: Guess, markers: Prints, spotted: Spotted) -> Alignment | None:
    """The alignment that most of the markers' outlines agree with."""
    best: Alignment | None = None
    for chosen in _choices(spotted):
        found = _aligned(gray, blank, markers, dict(chosen))
        if found is not None and (best is None or found.agreeing > best.agreeing):
            best = found
        if best is not None and best.is_well:
            break
    return best


def _choices(spotted: Spotted) -> Iterator[Spotted]:
    """All markers; where one is seen twice, each in turn; then each set with one marker left out."""
    twins = defaultdict(list)
    for number, at in spotted:
        twins[number].append((number, at))
    full = [list(choice) for choice in islice(product(*twins.values()), MOST_CHOICES)]
    yield from (choice for choice in full if len(choice) >= FEWEST_TO_START)
    for choice in full:
        if len(choice) > FEWEST_MARKERS:
            yield from (list(rest) for rest in combinations(choice, len(choice) - 1))


def _aligned(gray: Picture, blank: Guess, markers: Prints, chosen: Seen) -> Alignment | None:
    used = [place for place, number in enumerate(markers.numbers) if number in chosen]
    corners_px = np.concatenate([chosen[markers.numbers[place]] for place in used])
    start = guess_from_corners(blank, markers.corners[used].reshape(-1, 3), corners_px)
    if start is None:
        return None
    guess, rms = start
    side = float(np.median([np.linalg.norm(at[1] - at[0]) for at in chosen.values()]))
    if rms > WORST_CORNERS * side:
        return None
    return align(gray, guess, markers)
