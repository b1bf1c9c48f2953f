"""Where exactly a die lies and how round its edges are: what a gap between two dice is made of."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pi_diavolo.vision import networks
from pi_diavolo.vision.camera import Array
from pi_diavolo.vision.die_scale import PLACE, ROUND_STEP, USUALLY_ROUND
from pi_diavolo.vision.patches import distance, facing
from pi_diavolo.vision.sight import SeenDie, Sight

ROUND = 3  # in the network's answer, after how far off the patch was cut
# No die's edges are sharper or rounder, in die widths.
SHARPEST, ROUNDEST = 0.03, 0.22
# What seems to lie so far off, in die widths, was not aimed at, or leans: the network does not know such.
FAR_OFF_DICE = 0.25
# How well a place is known shows when the patch is cut so far off, in die widths and radians. The first four
# ways tell enough where the places found hardly scatter, in millimetres; where they do, all eight are tried.
OFF_DICE, OFF_TURN, HARDLY_MM = 0.06, 0.08, 0.11
AROUND = (
    ((-1, -1, -1), (-1, 1, 1), (1, -1, 1), (1, 1, -1)),
    ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)),
)


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
    places, scatter = np.zeros((0, 2)), 0.0
    for ways in AROUND:
        places = np.concatenate([places, _places(sight, die, ways)])
        scatter = float(np.sqrt(places.var(axis=0).sum()))
        if scatter < HARDLY_MM:
            break
    return scatter


def _places(sight: Sight, die: SeenDie, ways: Sequence[tuple[int, int, int]]) -> Array:
    mm = OFF_DICE * die.size_mm
    off = [die.pose.moved(right * mm, up * mm, turn * OFF_TURN) for right, up, turn in ways]
    poses = [facing(sight.camera, pose) for pose in off]
    said = networks.place(*sight.with_shapes(poses, PLACE))
    moved = [sight.moved(pose, each) for pose, each in zip(poses, said, strict=True)]
    return np.array([(pose.x, pose.y) for pose in moved])
