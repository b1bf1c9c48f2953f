"""Where exactly the Order die lies: all distances are measured from it."""

from collections.abc import Sequence
from dataclasses import replace

from pi_diavolo.vision import networks
from pi_diavolo.vision.die_scale import PLACE
from pi_diavolo.vision.patches import facing
from pi_diavolo.vision.sight import SeenDie, Sight


def placed(sight: Sight, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The same dice, each Order die exactly where it lies: its plain sides mislead those who only aim."""
    order_dice = [die for die in dice if die.is_order_die]
    if not order_dice:
        return list(dice)
    poses = [facing(sight.camera, die.pose) for die in order_dice]
    off = networks.place(*sight.with_shapes(poses, PLACE))
    exact = {id(die): sight.moved(*each) for die, *each in zip(order_dice, poses, off, strict=True)}
    return [replace(die, pose=exact[id(die)]) if id(die) in exact else die for die in dice]
