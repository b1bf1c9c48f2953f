"""Dice that are seen in each other cannot both lie flat."""

import math

import pytest

from pi_diavolo.vision.die_scale import COLOURS
from pi_diavolo.vision.overlapping import overlapping
from pi_diavolo.vision.patches import Pose
from pi_diavolo.vision.sight import SeenDie

FLAT, LEANS = (1.0, 0.0, 0.0, 0.0), (0.1, 0.9, 0.0, 0.0)


def a_die(
    x: float, y: float = 0.0, yaw_deg: float = 0.0, face: float = 1.0, ways: tuple[float, ...] = FLAT
) -> SeenDie:
    black = tuple(float(colour == "black") for colour in COLOURS)
    pose = Pose(x, y, math.radians(yaw_deg))
    return SeenDie(pose, 16.0, black, (0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0), ways, face)


@pytest.mark.parametrize(
    ("other", "deep"),
    [
        pytest.param(a_die(16.0), False, id="side to side they touch"),
        pytest.param(a_die(15.6), False, id="places are never exact"),
        pytest.param(a_die(14.8), True, id="one side in the other"),
        pytest.param(a_die(17.6, 0, 45), False, id="round corners let them lie nearer"),
        pytest.param(
            a_die(16.3, 0, 45), True, id="a corner in a side, though farther away than a die is wide"
        ),
        pytest.param(a_die(13.75, 13.75), True, id="a corner in a corner, though farther away still"),
        pytest.param(a_die(13.95, 13.95), False, id="nowhere are they nearer than round corners allow"),
        pytest.param(a_die(12.0, ways=LEANS), False, id="one that leans may be over another"),
    ],
)
def test_two_dice_in_each_other_cannot_both_lie_flat(other: SeenDie, deep: bool) -> None:
    assert bool(list(overlapping([a_die(0), other]))) is deep


def test_the_one_that_is_less_of_a_top_face_is_doubted() -> None:
    doubtful = a_die(12, face=0.8)
    assert list(overlapping([a_die(0), doubtful])) == [doubtful]
