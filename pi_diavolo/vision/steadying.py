"""How a die in doubt lies: asked again, aimed a little otherwise, in mirror images, and closer."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from pi_diavolo.vision import networks
from pi_diavolo.vision.die_scale import LIE, LIE_CLOSER
from pi_diavolo.vision.networks import Bytes, Numbers
from pi_diavolo.vision.patches import Cut, mirrored
from pi_diavolo.vision.sight import FLAT, SeenDie, Sight, Ways, as_chances

# Between these, how a die lies is looked at again from poses so far off, in die widths and radians.
DOUBTED, OFF_DICE, OFF_TURN = (0.03, 0.995), 0.03, 0.05
AROUND = ((0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
# The arbiter, who looks closer and is slower, does so from the first few of them.
CLOSER = AROUND[:3]
# Less surely flat than this, a die is glanced at by the arbiter, and so is the Order die, whose leaning is
# overlooked more often: so sure the arbiter must be, or the die is in doubt.
SURELY, AGREES = 0.999, 0.9
# One that was in little doubt is not looked at again if both take it for flat with this chance.
BOTH = 0.95


def steadied(sight: Sight, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The same dice; how those in doubt lie is looked at again."""
    glanced = [die for die in dice if _is_worth_a_glance(die)]
    if not glanced:
        return list(dice)
    seen = sight.with_shapes([die.pose for die in glanced], LIE_CLOSER)
    settled, doubtful = dict[int, Ways](), list[SeenDie]()
    for die, close in zip(glanced, as_chances(networks.lie_closer(*seen)), strict=True):
        if die.ways[FLAT] >= DOUBTED[1]:
            doubtful += [die] if close[FLAT] < AGREES else []
        elif min(die.ways[FLAT], close[FLAT]) > BOTH and not die.is_order_die:
            settled[id(die)] = tuple(_agreed(np.array(die.ways), np.array(close)).tolist())
        else:
            doubtful.append(die)
    settled |= _looked_at_again(sight, doubtful)
    return [replace(die, ways=settled.get(id(die), die.ways)) for die in dice]


def _is_worth_a_glance(die: SeenDie) -> bool:
    return DOUBTED[0] < die.ways[FLAT] and (die.ways[FLAT] < SURELY or die.is_order_die)


def _looked_at_again(sight: Sight, doubtful: Sequence[SeenDie]) -> dict[int, Ways]:
    """How each of these dice lies, by its id, as lier and arbiter find it in several looks."""
    if not doubtful:
        return {}
    wide = _ways_around(sight, doubtful, AROUND, LIE, networks.lie)
    close = _ways_around(sight, doubtful, CLOSER, LIE_CLOSER, networks.lie_closer)
    # At the Order die the surer one is not believed more than the other.
    gray = np.array([[die.is_order_die] for die in doubtful])
    together = np.where(gray, (wide + close) / 2, _agreed(wide, close))
    return {id(die): tuple(ways) for die, ways in zip(doubtful, together.tolist(), strict=True)}


def _ways_around(
    sight: Sight,
    dice: Sequence[SeenDie],
    around: Sequence[tuple[int, int, int]],
    cut: Cut,
    lie: Callable[[Bytes, Bytes], Numbers],
) -> Numbers:
    """How likely each die lies in each way, in the mean of several looks and their mirror images."""
    off = OFF_DICE * sight.die_mm
    poses = [
        die.pose.moved(right * off, up * off, turn * OFF_TURN) for die in dice for right, up, turn in around
    ]
    seen = sight.with_shapes(poses, cut)
    # A mirror image shows a die that lies the same way, and the camera still looks from its lower left.
    both = lie(*seen) + lie(*(mirrored(part) for part in seen))
    each = np.array(as_chances(both / np.float32(2)), np.float32)
    return np.asarray(each.reshape(len(dice), len(around), -1).mean(axis=1), np.float32)


def _agreed(one: Numbers, other: Numbers) -> Numbers:
    """Each way is as likely as both find it together."""
    both = np.sqrt(one * other) + np.float32(1e-9)
    return np.asarray(both / both.sum(axis=-1, keepdims=True), np.float32)
