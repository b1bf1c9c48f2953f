"""Where exactly the Order die lies: all distances are measured from it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pi_diavolo.vision import networks
from pi_diavolo.vision.die_scale import PLACE
from pi_diavolo.vision.patches import facing, mirrored
from pi_diavolo.vision.sight import SeenDie, Sight

# Seen in a mirror image, right is up and up is right, and a turn goes the other way.
RIGHT_IS_UP, OTHER_WAY = [1, 0, 2], np.array([1, 1, -1], np.float32)


def placed(sight: Sight, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The same dice, each Order die exactly where it lies: its plain sides mislead those who only aim."""
    order_dice = [die for die in dice if die.is_order_die]
    if not order_dice:
        return list(dice)
    poses = [facing(sight.camera, die.pose) for die in order_dice]
    seen = sight.with_shapes(poses, PLACE)
    straight, other = networks.place(*seen), networks.place(*(mirrored(part) for part in seen))
    off = (straight[:, :3] + other[:, RIGHT_IS_UP] * OTHER_WAY) / 2
    exact = {id(die): sight.moved(*each) for die, *each in zip(order_dice, poses, off, strict=True)}
    return [replace(die, pose=exact.get(id(die), die.pose)) for die in dice]
