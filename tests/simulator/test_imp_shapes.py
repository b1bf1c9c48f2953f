"""Imps that were turned on a lathe: what a ray meets, and that every drawn one can stand."""

import math
from itertools import pairwise

import numpy as np
import pytest

from pi_diavolo.simulator.painting.arrays import Float, f32
from pi_diavolo.simulator.painting.imp_shapes import draw_profile, turned

CONE = [(10.0, 0.0), (2.0, 30.0)]
CLUB = [(2.0, 0.0), (8.0, 30.0)]


def straight_down(*places: tuple[float, float]) -> tuple[Float, Float]:
    """Rays from high above each of these places."""
    ways = [(x, y, -1e4) for x, y in places]
    return f32([0, 0, 1e4]), f32(ways).T


def test_a_cone_is_met_where_it_is_so_wide_and_faces_up_and_out() -> None:
    start, rays = straight_down((6, 0), (0, -6), (0, 1))
    which, far, normal = turned(start, rays, CONE)
    assert list(which) == [0, 1, 2]
    height = start[2] + far * rays[2]
    assert height == pytest.approx([15, 15, 30], abs=0.1)
    up = 8 / math.hypot(8, 30)
    assert normal[:, 0] == pytest.approx([math.sqrt(1 - up**2), 0, up], abs=0.01)
    assert normal[:, 1] == pytest.approx([0, -math.sqrt(1 - up**2), up], abs=0.01)
    assert normal[:, 2] == pytest.approx([0, 0, 1])


def test_beside_a_cone_nothing_is_met() -> None:
    start, rays = straight_down((10.5, 0), (-8, -8))
    assert not len(turned(start, rays, CONE)[0])


def test_a_head_hides_the_neck_below_it() -> None:
    start, rays = straight_down((7, 0))
    _, far, normal = turned(start, rays, CLUB)
    assert start[2] + far[0] * rays[2, 0] == pytest.approx(30, abs=0.1)
    assert normal[2, 0] == 1


def test_a_side_seen_askew_is_met_before_what_lies_behind_it() -> None:
    side = f32([[100, 0, -10]]).T
    which, far, normal = turned(f32([-100, 0, 20]), side, [(9.0, 0.0), (9.0, 30.0)])
    assert list(which) == [0]
    assert -100 + 100 * far[0] == pytest.approx(-9, abs=0.01)
    assert normal[:, 0] == pytest.approx([-1, 0, 0])


@pytest.mark.parametrize("seed", range(60))
def test_every_drawn_figure_rises_from_its_foot_to_its_top_and_is_no_wider_than_told(seed: int) -> None:
    profile = draw_profile(np.random.default_rng(seed))
    assert profile[0][1] == 0
    assert profile[-1][1] == pytest.approx(1)
    assert all(low < high for (_, low), (_, high) in pairwise(profile))
    assert all(0 < wide <= 1 for wide, _ in profile)
