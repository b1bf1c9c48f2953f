"""Where exactly a die lies and how round its edges are: what a gap between two dice is made of."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from pi_diavolo.vision import networks
from pi_diavolo.vision.die_scale import PLACE, ROUND_STEP, USUALLY_ROUND
from pi_diavolo.vision.patches import distance, facing
from pi_diavolo.vision.sight import SeenDie, Sight

ROUND = 3  # in the network's answer, after how far off the patch was cut
# No die's edges are sharper or rounder, in die widths.
SHARPEST, ROUNDEST = 0.03, 0.22
# What seems to lie so far off, in die widths, was not aimed at, or leans: the network does not know such.
FAR_OFF_DICE = 0.25
# How well a place is known shows when the patch is cut so far off each way, in die widths and radians.
OFF_DICE, OFF_TURN = 0.06, 0.08
AROUND = tuple(product((-OFF_DICE, OFF_DICE), (-OFF_DICE, OFF_DICE), (-OFF_TURN, OFF_TURN)))


def placed(sight: Sight, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The same dice, each Order die measured: its plain sides mislead those who only aim."""
    order_dice = [die for die in dice if die.is_order_die]
    exact = {id(die): new for die, new in zip(order_dice, measured(sight, order_dice), strict=True)}
    return [exact.get(id(die), die) for die in dice]


def measured(sight: Sight, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The same dice exactly where they lie, and how round their edges are."""
    if not dice:
        return []
    poses = [facing(sight.camera, die.pose) for die in dice]
    said = networks.place(*sight.with_shapes(poses, PLACE))
    edges = np.clip(USUALLY_ROUND + ROUND_STEP * said[:, ROUND], SHARPEST, ROUNDEST)
    moved = [sight.moved(pose, off) for pose, off in zip(poses, said, strict=True)]
    return [
        replace(die, pose=pose, edges=each) if distance(die.pose, pose) < FAR_OFF_DICE * sight.die_mm else die
        for die, pose, each in zip(dice, moved, edges.tolist(), strict=True)
    ]


def scatter_mm(sight: Sight, die: SeenDie) -> float:
    """How far off their mean the places are that the network finds for one die, cut out in several ways."""
    off = [die.pose.moved(right * die.size_mm, up * die.size_mm, turn) for right, up, turn in AROUND]
    poses = [facing(sight.camera, pose) for pose in off]
    said = networks.place(*sight.with_shapes(poses, PLACE))
    moved = [sight.moved(pose, each) for pose, each in zip(poses, said, strict=True)]
    places = np.array([(pose.x, pose.y) for pose in moved])
    return float(np.sqrt(places.var(axis=0).sum()))
