"""Pipped dice in any photograph, without table or markers: found at several sizes, then read one by one."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.free_colour import body_colour
from pi_diavolo.vision.free_networks import DIE_PX, PATCH_PX, read
from pi_diavolo.vision.free_spotting import Box, Spotted, spot_dice, usual_slant
from pi_diavolo.vision.networks import Numbers
from pi_diavolo.vision.picture import Picture, as_bgr8

WIDTHS = (0.91, 1.0, 1.11)
# Most dice of a picture are of one size, and one die's own is told badly: so far its box is made like them.
TO_USUAL = 0.5
LEAST_CONFIDENCE = 0.5
BASE_ODDS, SPOT_WEIGHT, READ_WEIGHT = -1.27, 1.43, 1.08
# Photographs are harder than painted scenes: of what is surest by these, two or three in a hundred are wrong
# there. So chances beyond the first are pressed together below the second.
SURER_THAN, MOST_SURE = 0.95, 0.975


@dataclass(frozen=True, slots=True)
class FreeDie:
    """A die in a photograph: top face, colour of the body, box (x, y, width, height in px).

    `confidence` is the chance that box and value are right.
    """

    value: int
    colour: str
    box: Box
    confidence: float


def read_free(image: npt.NDArray[Any]) -> tuple[FreeDie, ...]:
    """All dice whose top face can be read, the surest first; faces with emblems for pips are left out."""
    picture = as_bgr8(image)
    spotted = spot_dice(picture)
    if not spotted:
        return ()
    slant = usual_slant(spotted)
    dice = [_read(*seen, slant) for seen in zip(spotted, *look_closely(picture, spotted), strict=True)]
    sure = [die for die in dice if die.confidence >= LEAST_CONFIDENCE]
    return tuple(sorted(of_usual_size(sure), key=lambda die: -die.confidence))


def look_closely(picture: Picture, spotted: list[Spotted]) -> tuple[list[Picture], Numbers]:
    """A patch of each die, and its scores: the mean of many looks at it, since one alone errs more often."""
    patches = {wide: [cut(picture, die.middle, die.side * wide) for die in spotted] for wide in WIDTHS}
    looks = [read(look) for same_width in patches.values() for look in _from_all_sides(same_width)]
    return patches[1.0], np.asarray(np.mean(looks, axis=0), np.float32)


def _from_all_sides(patches: list[Picture]) -> Iterator[list[Picture]]:
    """The same patches in every quarter turn, plain and mirrored: pips are the same in all of them."""
    for turns in range(4):
        turned = [np.rot90(patch, turns) for patch in patches]
        yield turned
        yield [patch[:, ::-1] for patch in turned]


def cut(picture: Picture, middle: tuple[float, float], side: float) -> Picture:
    """A patch for the reader, in which a box of this side is DIE_PX wide."""
    scale = DIE_PX / side
    source, shrink = picture, 1.0
    reach = PATCH_PX / 2 / scale + 2
    if scale < 0.6:  # pixels that would be left out are mixed in
        left, right = _inside(middle[0], reach, picture.shape[1])
        top, bottom = _inside(middle[1], reach, picture.shape[0])
        part = picture[top:bottom, left:right]
        shrink = scale
        size = (max(1, round(part.shape[1] * shrink)), max(1, round(part.shape[0] * shrink)))
        source = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        middle = ((middle[0] - left) * shrink, (middle[1] - top) * shrink)
    zoom = scale / shrink
    matrix = np.array(
        [
            [zoom, 0, PATCH_PX / 2 - 0.5 - (middle[0] - 0.5) * zoom],
            [0, zoom, PATCH_PX / 2 - 0.5 - (middle[1] - 0.5) * zoom],
        ]
    )
    patch = cv2.warpAffine(
        source, matrix, (PATCH_PX, PATCH_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(patch, np.uint8)


def _inside(middle: float, reach: float, length: int) -> tuple[int, int]:
    """What of a stretch lies in a picture; at least one pixel."""
    low = min(max(0, int(middle - reach)), length - 1)
    return low, max(low + 1, min(length, int(middle + reach) + 1))


def _read(die: Spotted, patch: Picture, scores: npt.NDArray[np.float32], slant: float) -> FreeDie:
    chances = _shares(scores)
    value = int(np.argmax(chances[1:])) + 1
    sure = _confidence(die.chance, float(chances[value]))
    return FreeDie(value, body_colour(patch, DIE_PX), die.framed(slant), sure)


def of_usual_size(dice: list[FreeDie]) -> list[FreeDie]:
    """The same dice, each box nearer to the size that most of them have."""
    if not dice:
        return dice
    sizes = [math.sqrt(die.box[2] * die.box[3]) for die in dice]
    usual = float(np.median(sizes))
    return [
        replace(die, box=_grown(die.box, (usual / size) ** TO_USUAL))
        for die, size in zip(dice, sizes, strict=True)
    ]


def _grown(box: Box, times: float) -> Box:
    """The box so many times as large, round the same middle."""
    x, y, wide, high = box
    return (x - wide * (times - 1) / 2, y - high * (times - 1) / 2, wide * times, high * times)


def _confidence(spotted: float, read: float) -> float:
    """The chance that both are right; the weights were fitted on painted scenes that nobody trained on."""
    odds = BASE_ODDS + SPOT_WEIGHT * _log_odds(spotted) + READ_WEIGHT * _log_odds(read)
    chance = 1 / (1 + math.exp(-odds))
    return min(chance, SURER_THAN + (chance - SURER_THAN) * (MOST_SURE - SURER_THAN) / (1 - SURER_THAN))


def _log_odds(chance: float) -> float:
    safe = min(max(chance, 1e-4), 1 - 1e-4)
    return math.log(safe / (1 - safe))


def _shares(scores: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    raised = np.exp(scores - scores.max())
    return np.asarray(raised / raised.sum(), np.float32)
