"""Where dice lie in a photograph: the spotter at several sizes of it, the best of each place kept."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.free_networks import STRIDE, UNIT_PX, spot
from pi_diavolo.vision.picture import Picture

# The longer side of the largest picture looked at; smaller pictures are enlarged a little, since their dice
# are small too.
LONGEST_PX, MOST_ENLARGED = 1280, 1.5
SHORTEST_PX = 96
# Each size is so much smaller than the one before: with halves, dice of some sizes fall between two of them.
SMALLER = math.sqrt(2)
LEAST_CHANCE = 0.2
MOST_DICE = 400
LEAST_UNITS = 0.15  # a die narrower than that is none
# Two boxes that share so much of the smaller one are one die.
SAME_DIE = 0.45


# The box that is told has a margin, less the more of the dice's sides is seen: so people draw boxes, round
# the whole die when they look straight down, round the top face when they look slantingly.
WHOLE_SHARE = 0.3
MARGIN, MARGIN_LOST, MOST_MARGIN = 1.22, 1.0, 1.22
SURE_ENOUGH, USUAL_SLANT = 0.4, 1.1

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Spotted:
    """A die somewhere: boxes (x, y, width, height in px) of its top face and of all that is seen of it."""

    top: Box
    whole: Box
    chance: float

    @property
    def box(self) -> Box:
        """Halfway between both: what the reader looks at."""
        return self._between(0.5)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of that box."""
        x, y, wide, high = self.box
        return (x + wide / 2, y + high / 2)

    @property
    def side(self) -> float:
        """Its longer side."""
        return max(self.box[2:])

    @property
    def slant(self) -> float:
        """How much more than the top face is seen: 1 from straight above."""
        return self.whole[2] * self.whole[3] / (self.top[2] * self.top[3])

    def framed(self, slant: float) -> Box:
        """The box to tell people, in a picture whose dice are seen so slantingly."""
        x, y, wide, high = self._between(WHOLE_SHARE)
        grown = min(max(MARGIN - MARGIN_LOST * (slant - 1), 1.0), MOST_MARGIN)
        return (x - wide * (grown - 1) / 2, y - high * (grown - 1) / 2, wide * grown, high * grown)

    def _between(self, share: float) -> Box:
        x, y, wide, high = (a + (b - a) * share for a, b in zip(self.top, self.whole, strict=True))
        return (x, y, wide, high)


def usual_slant(dice: list[Spotted]) -> float:
    """That of most dice in a picture; one die alone tells it badly."""
    slants = [die.slant for die in dice if die.chance > SURE_ENOUGH]
    return float(np.median(slants)) if slants else USUAL_SLANT


def spot_dice(picture: Picture) -> list[Spotted]:
    """All that looks like a die, the likeliest first, each once."""
    found = [die for small, x, y in _sizes(picture) for die in _peaks(spot(small), x, y)]
    found.sort(key=lambda die: -die.chance)
    kept: list[Spotted] = []
    for die in found[: MOST_DICE * 4]:
        if all(_shared(die.box, other.box) < SAME_DIE for other in kept):
            kept.append(die)
    return kept[:MOST_DICE]


def _sizes(picture: Picture) -> Iterator[tuple[Picture, float, float]]:
    """The picture at sizes from large to small, each with its pixels per original pixel along x and y."""
    high, wide = picture.shape[:2]
    scale = min(MOST_ENLARGED, LONGEST_PX / max(high, wide))
    while True:
        size = (_even(wide * scale), _even(high * scale))
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        # From the picture itself: what was made smaller twice by so little would be soft.
        yield (
            np.asarray(cv2.resize(picture, size, interpolation=way), np.uint8),
            size[0] / wide,
            size[1] / high,
        )
        scale /= SMALLER
        if max(high, wide) * scale < SHORTEST_PX:
            return


def _even(length: float) -> int:
    return max(32, round(length / STRIDE) * STRIDE)


def _peaks(fields: npt.NDArray[np.float32], scale_x: float, scale_y: float) -> list[Spotted]:
    """Cells that are likelier than all round them, as boxes in the original picture."""
    heat = 1 / (1 + np.exp(-fields[0]))
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > LEAST_CHANCE))
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        _, dx, dy, width, height, left, up, right, down = fields[:, row, column].tolist()
        x, y = (column + 0.5 + dx) * STRIDE / scale_x, (row + 0.5 + dy) * STRIDE / scale_y
        across, along = UNIT_PX / scale_x, UNIT_PX / scale_y
        if min(width, height, left + right, up + down) > LEAST_UNITS:
            top = (x - width / 2 * across, y - height / 2 * along, width * across, height * along)
            whole = (x - left * across, y - up * along, (left + right) * across, (up + down) * along)
            found.append(Spotted(top, whole, float(heat[row, column])))
    return found


def _shared(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """What two boxes share, as a part of the smaller."""
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return 0.0
    return wide * high / min(one[2] * one[3], other[2] * other[3])
