"""Lamps mirrored in dark dice: what they leave on a face looks like pips, or hides some."""

from collections.abc import Mapping, Sequence, Set
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.certainty import SURE, THINKABLE
from pi_diavolo.vision.patches import Bytes, Cut

FACE = Cut(48, 1.0)
Place = tuple[int, int]
# Where the pips of each value are, from the face's middle, in steps; a quarter turn shows the other way.
PIPS: Mapping[int, tuple[Place, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
PLACES: tuple[Place, ...] = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))
# All in die widths: a step, how far round such a place may still be pip, a small pip's radius, and half the
# side of what is looked at, for the rim is rounded and mirrors what is beside the die.
STEP, REACH, PIP_RADIUS, WITHIN = 0.27, 0.14, 0.09, 0.42
# So many percent of a face are darker than its body, and than its pips.
BODY, PIP = 20.0, 99.0
# What is as white as pips where there are none, by the area of a pip: so much is a lamp. Of 4,000 painted
# faces that were not beyond all doubt the 51 misread ones had more, and of 750 that seemed sure up to 0.999
# 59 had.
MUCH = 1.5
# Where so much is mirrored, the networks' log-odds are worth so much: what deceives one look deceives all. A
# red one was taken for a three by 0.995. What is likelier than this stays sure even so.
WORTH, BEYOND_DOUBT = 0.8, 0.998
# What was sure and no longer is may be any value, by at least so much; what was in doubt before has values to
# choose from.
ANY_VALUE = 1.25 * THINKABLE
# A white spot so many times as large as the smallest of a face's pips, whose radius is so many die widths at
# most, is a lamp: what of it is pip nobody sees. Of 33,000 painted dice two were surely misread so, at 0.998
# and 0.9986. What is likelier than the last number is not asked: of 10,700 dice 5 are doubted, rightly read.
SPOT, LARGE_PIP_RADIUS, NOT_ASKED = 1.6, 0.125, 0.9995


def may_mislead(values: Sequence[float]) -> bool:
    """Whether a mirrored lamp can put these chances of each value, 0 for no pips, in doubt."""
    most = max(values)
    return SURE <= most < BEYOND_DOUBT and values.index(most) in PIPS


def is_mirroring(face: Bytes, value: int) -> bool:
    """Whether much of this face (FACE) is as white as pips where this value has none."""
    whiteness = face.min(axis=2)[_within()]
    body, pip = np.percentile(whiteness, (BODY, PIP))
    white = whiteness > (body + pip) / 2
    least = min(np.count_nonzero(white & bare) for bare in _bare(value))
    return bool(least > MUCH * np.pi * (PIP_RADIUS * FACE.px) ** 2)


def may_lie_in_spot(values: Sequence[float]) -> bool:
    """Whether a lamp just upon the places of pips can put these chances of each value in doubt."""
    most = max(values)
    return SURE <= most < NOT_ASKED and values.index(most) in PIPS


def thinkable(face: Bytes, value: int) -> tuple[int, ...]:
    """The values this face (FACE) may show instead: all pips that tell them apart lie in a white spot."""
    whiteness = np.where(_within(), face.min(axis=2), 0).astype(np.uint8)
    dark, white = np.percentile(whiteness[_within()], (BODY, PIP))
    _, labels, stats, _ = cv2.connectedComponentsWithStats((whiteness > (dark + white) / 2).astype(np.uint8))
    areas = {
        place: int(stats[labels[_pixel(place)], cv2.CC_STAT_AREA])
        for place in PLACES
        if labels[_pixel(place)]
    }
    found = set[int]()
    pip = np.pi * (LARGE_PIP_RADIUS * FACE.px) ** 2
    for pips in _arranged(value):
        least = min(areas.get(place, 0) for place in pips)
        spots = {place for place, area in areas.items() if area > SPOT * min(least, pip)}
        found |= {other for other in PIPS if least and _are_told_apart_by(spots, pips, other)}
    return tuple(sorted(found))


def _are_told_apart_by(spots: Set[Place], pips: frozenset[Place], other: int) -> bool:
    """Whether all that these pips have and another value has not, or it alone, lies in a lamp's spots.

    Where most of the others run together with the lamp they are still told by their shade, and so is it.
    """
    for others in _arranged(other):
        both = pips & others
        clear = len(both - spots)
        if pips != others and pips ^ others <= spots and clear and 2 * clear >= len(both):
            return True
    return False


def _arranged(value: int) -> tuple[frozenset[Place], ...]:
    """Where its pips are, whichever way it lies."""
    return frozenset(PIPS[value]), frozenset((-y, x) for x, y in PIPS[value])


def _pixel(place: Place) -> tuple[int, int]:
    middle = (FACE.px - 1) / 2
    return round(middle + place[1] * STEP * FACE.px), round(middle + place[0] * STEP * FACE.px)


def doubted(values: Sequence[float]) -> tuple[float, ...]:
    """The chances of each value that seemed sure, if a lamp is mirrored there."""
    weights = np.asarray(values, np.float64) ** WORTH
    chances = weights / weights.sum()
    if chances.max() < SURE:
        chances[1:] = np.maximum(chances[1:], ANY_VALUE)
    return tuple((chances / chances.sum()).tolist())


@cache
def _within() -> npt.NDArray[np.bool_]:
    across, down = _grid()
    return np.asarray(np.maximum(np.abs(across), np.abs(down)) < WITHIN)


@cache
def _bare(value: int) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """What of the pixels looked at is no pip of this value, whichever way it lies."""
    across, down = (axis[_within()] for axis in _grid())
    steps = np.array(PIPS[value]) * STEP
    away = [np.hypot(across - x, down - y) for x, y in steps]
    turned = [np.hypot(across + y, down - x) for x, y in steps]
    return np.min(away, axis=0) > REACH, np.min(turned, axis=0) > REACH


def _grid() -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    line = (np.arange(FACE.px) - (FACE.px - 1) / 2) / FACE.px
    across, down = np.meshgrid(line, line)
    return across, down
