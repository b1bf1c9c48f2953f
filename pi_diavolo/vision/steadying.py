"""How a die in doubt lies: asked again, aimed a little otherwise, in mirror images, and closer."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pi_diavolo.vision import networks
from pi_diavolo.vision.die_scale import LIE, LIE_CLOSER
from pi_diavolo.vision.leaning import is_at_wall
from pi_diavolo.vision.networks import Bytes, Numbers
from pi_diavolo.vision.patches import Cut, mirrored
from pi_diavolo.vision.sight import A_FACE, FLAT, SeenDie, Sight, Ways, as_chances
from pi_diavolo.vision.table_geometry import Tray

# Between these, how a die lies is looked at again from poses so far off, in die widths and radians.
DOUBTED, OFF_DICE, OFF_TURN = (0.03, 0.995), 0.03, 0.05
AROUND = ((0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
# The arbiter, who looks closer and is slower, does so from the first few of them.
CLOSER = AROUND[:3]
# Less surely flat than this, a die is glanced at by the arbiter, and so are the Order die and dice at a wall,
# whose leaning is overlooked more often: so sure the arbiter must be, or the die is in doubt. In 2,400
# painted throws four dice leaned on a wall and seemed flat by more than that: all four end in doubt, and none
# of those that lay flat there. One of another sample both find flat.
SURELY, AGREES = 0.9995, 0.9
# Likelier flat than the first, or less likely than the second, a die is not looked at again.
CLEARLY, HARDLY = 0.95, 0.2
LEAST = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class _Glanced:
    """A die at which the arbiter has glanced: in which way it lies, as chances and as it was said.

    `evenly`: neither the arbiter nor who looked first is believed more for being surer.
    """

    die: SeenDie
    close: Ways
    said: Numbers
    evenly: bool


def steadied(sight: Sight, tray: Tray, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The same dice; how those in doubt lie is looked at again."""
    glanced = [die for die in dice if _is_worth_a_glance(die, tray)]
    if not glanced:
        return list(dice)
    said = networks.lie_closer(*sight.with_shapes([die.pose for die in glanced], LIE_CLOSER))
    settled, doubtful = dict[int, Ways](), list[_Glanced]()
    for die, close, numbers in zip(glanced, as_chances(said), said, strict=True):
        evenly = die.is_order_die or is_at_wall(die, tray)
        seen = _Glanced(die, close, numbers, evenly)
        if die.ways[FLAT] <= DOUBTED[0]:
            doubtful += [seen] if close[FLAT] > HARDLY else []
        elif die.ways[FLAT] >= DOUBTED[1]:
            doubtful += [seen] if close[FLAT] < AGREES else []
        elif min(die.ways[FLAT], close[FLAT]) > CLEARLY and not evenly:
            settled[id(die)] = _agreed(die.ways, close)
        else:
            doubtful.append(seen)
    settled |= _looked_at_again(sight, doubtful) if doubtful else {}
    return [replace(die, ways=settled[id(die)]) if id(die) in settled else die for die in dice]


def _is_worth_a_glance(die: SeenDie, tray: Tray) -> bool:
    if die.ways[FLAT] <= DOUBTED[0]:  # with a good top face it may not surely lean
        return die.face > A_FACE
    return die.ways[FLAT] < SURELY or die.is_order_die or is_at_wall(die, tray)


def _looked_at_again(sight: Sight, doubtful: Sequence[_Glanced]) -> dict[int, Ways]:
    """How each of these dice lies, by its id: in several looks, and closer if need be."""
    wide = _ways_around(sight, [each.die for each in doubtful], AROUND, LIE, networks.lie)
    told = {id(each.die): _agreed(ways, each.close) for each, ways in zip(doubtful, wide, strict=True)}
    unclear = [
        (each, ways)
        for each, ways in zip(doubtful, wide, strict=True)
        if each.evenly or HARDLY < told[id(each.die)][FLAT] < CLEARLY
    ]
    if unclear:
        glances = np.stack([each.said for each, _ in unclear])
        dice = [each.die for each, _ in unclear]
        closer = _ways_around(sight, dice, CLOSER, LIE_CLOSER, networks.lie_closer, glances)
        for (each, ways), close in zip(unclear, closer, strict=True):
            told[id(each.die)] = _mean(ways, close) if each.evenly else _agreed(ways, close)
    return told


def _ways_around(
    sight: Sight,
    dice: Sequence[SeenDie],
    around: Sequence[tuple[int, int, int]],
    cut: Cut,
    lie: Callable[[Bytes, Bytes], Numbers],
    glances: Numbers | None = None,
) -> list[Ways]:
    """How likely each die lies in each way, in the mean of several looks and their mirror images.

    `glances` is what the same network said of each die in the first of these looks, if it was asked before.
    """
    off = OFF_DICE * sight.die_mm
    poses = [
        die.pose.moved(right * off, up * off, turn * OFF_TURN) for die in dice for right, up, turn in around
    ]
    new = np.array([glances is None or number > 0 for _ in dice for number in range(len(around))])
    # A mirror image shows a die that lies the same way, and the camera still looks from its lower left.
    seen = (np.concatenate([part[new], mirrored(part)]) for part in sight.with_shapes(poses, cut))
    plain, both = np.split(lie(*seen), [np.count_nonzero(new)])
    both[new] += plain
    if glances is not None:
        both[~new] += glances
    each = np.array(as_chances(both / np.float32(2)), np.float32)
    return [tuple(ways) for ways in each.reshape(len(dice), len(around), -1).mean(axis=1).tolist()]


def _agreed(one: Ways, other: Ways) -> Ways:
    """Each way is as likely as both find it together."""
    both = [math.sqrt(a * b) + LEAST for a, b in zip(one, other, strict=True)]
    return tuple(chance / sum(both) for chance in both)


def _mean(one: Ways, other: Ways) -> Ways:
    return tuple((a + b) / 2 for a, b in zip(one, other, strict=True))
