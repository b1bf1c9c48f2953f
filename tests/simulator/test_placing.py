"""Where dice come to lie: inside, clear of each other, and measured rightly."""

import math
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_diavolo.simulator.placing import Lying, Tray, nearest_gap
from pi_diavolo.table.footprint import Footprint, gap
from pi_diavolo.table.pieces import Point

seeds = st.integers(0, 2**32)
STEPS = 40


def a_scatter(seed: int, clump: float, dice: int = 9, order_die: float = 22.0) -> list[Lying]:
    lying: list[Lying] = []
    for size in (order_die, *[16.0] * dice):
        Tray(300, 300, clump).add(Random(f"{seed} {len(lying)}"), lying, size, 1.5)
    return lying


def shrunk(die: Lying) -> Footprint:
    """A hair smaller, so that dice that touch do not count as one over the other."""
    return Footprint(Point(die.x, die.y), die.size - 1e-6, die.yaw, die.radius)


def sampled_outline(die: Lying) -> list[tuple[float, float]]:
    corners = die.footprint.corners()
    edges = zip(corners, corners[1:] + corners[:1], strict=True)
    shares = [step / STEPS for step in range(STEPS)]
    return [(a.x + s * (b.x - a.x), a.y + s * (b.y - a.y)) for a, b in edges for s in shares]


@settings(deadline=None)
@given(seeds, st.floats(0, 1))
def test_no_die_lies_over_another(seed: int, clump: float) -> None:
    for one, other in combinations(a_scatter(seed, clump), 2):
        assert gap(shrunk(one), shrunk(other)) > 0


@given(seeds, st.floats(0, 1), st.floats(16, 24))
def test_all_dice_lie_inside_the_tray(seed: int, clump: float, order_die: float) -> None:
    for die in a_scatter(seed, clump, order_die=order_die):
        for corner in die.footprint.corners():
            assert max(abs(corner.x), abs(corner.y)) + die.radius <= 150 + 1e-9


@given(seeds, st.floats(0, 1))
def test_the_quick_gap_is_the_table_s_gap(seed: int, clump: float) -> None:
    order_die, *dice = a_scatter(seed, clump)
    for die in dice:
        assert order_die.gap(die) == pytest.approx(gap(order_die.footprint, die.footprint), abs=1e-9)


@settings(deadline=None, max_examples=50)
@given(seeds, st.floats(0, 1))
def test_the_nearest_gap_is_what_sampling_finds(seed: int, clump: float) -> None:
    order_die, *dice = a_scatter(seed, clump, dice=3)
    outline = sampled_outline(order_die)
    sampled = min(math.dist(a, b) for die in dice for a in outline for b in sampled_outline(die)) - 3.0
    assert nearest_gap(order_die, dice) == pytest.approx(max(0.0, sampled), abs=0.6)
    assert nearest_gap(order_die, dice) == min(order_die.gap(die) for die in dice)


def test_clumped_dice_touch_and_others_hardly_ever() -> None:
    def touching(clump: float) -> int:
        scatters = (a_scatter(seed, clump) for seed in range(60))
        return sum(one.gap(other) < 1e-6 for dice in scatters for one, other in combinations(dice, 2))

    assert touching(0.8) > 60
    assert touching(0.0) == 0


def test_dice_that_do_not_fit_are_said_so() -> None:
    with pytest.raises(ValueError, match="2 dice do not fit into a tray of 30 x 30 mm"):
        Tray(30, 30).add(Random(1), [Lying(0, 0, 28, 0, 1.5)], 16, 1.5)
