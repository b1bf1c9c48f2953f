"""Footprints and gaps, against points sampled densely along both outlines."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_diavolo.table.footprint import Footprint, gap
from pi_diavolo.table.pieces import Point

STEPS = 60
# Between two sampled points of an outline lies at most half a step of the longest side.
SAMPLING_MM = 0.6

places = st.builds(Point, st.floats(-150, 150), st.floats(-150, 150))


@st.composite
def footprints(draw: st.DrawFn) -> Footprint:
    size = draw(st.floats(12, 24))
    return Footprint(draw(places), size, draw(st.floats(-360, 360)), draw(st.floats(0, size / 2)))


def a_die(x: float, y: float = 0.0, yaw: float = 0.0, radius: float = 0.0, size: float = 16.0) -> Footprint:
    return Footprint(Point(x, y), size, yaw, radius)


def outline(die: Footprint) -> list[tuple[float, float]]:
    """Points on the inner square's edges, pushed outwards by the radius all round."""
    corners, points = die.corners(), []
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        for step in range(STEPS):
            share = step / STEPS
            points.append((start.x + share * (end.x - start.x), start.y + share * (end.y - start.y)))
    return points


def sampled_gap(one: Footprint, other: Footprint) -> float:
    nearest = min(math.dist(a, b) for a in outline(one) for b in outline(other))
    return max(0.0, nearest - one.radius - other.radius)


def holds(die: Footprint, where: Point) -> bool:
    """The place lies within the inner square."""
    turn = math.radians(-die.yaw)
    x, y = where.x - die.where.x, where.y - die.where.y
    u, v = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
    return max(abs(u), abs(v)) <= die.size / 2 - die.radius


def turned(die: Footprint, degrees: float) -> Footprint:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = die.where.x * cos - die.where.y * sin, die.where.x * sin + die.where.y * cos
    return Footprint(Point(x, y), die.size, die.yaw + degrees, die.radius)


def moved(die: Footprint, by: Point) -> Footprint:
    return Footprint(Point(die.where.x + by.x, die.where.y + by.y), die.size, die.yaw, die.radius)


@settings(deadline=None)
@given(footprints(), footprints())
def test_the_gap_is_what_sampling_finds(one: Footprint, other: Footprint) -> None:
    if one.where.distance_to(other.where) < 35:
        return  # they may lie over each other, where outlines alone say nothing
    assert gap(one, other) == pytest.approx(sampled_gap(one, other), abs=SAMPLING_MM)


@settings(deadline=None)
@given(footprints(), st.floats(0, 360), st.floats(10, 35), st.floats(-360, 360), st.floats(0, 6))
def test_near_dice_too(one: Footprint, around: float, apart: float, yaw: float, radius: float) -> None:
    turn = math.radians(around)
    where = Point(one.where.x + apart * math.cos(turn), one.where.y + apart * math.sin(turn))
    other = Footprint(where, 16, yaw, radius)
    over = any(holds(one, p) for p in other.corners()) or any(holds(other, p) for p in one.corners())
    expected = 0.0 if over else sampled_gap(one, other)
    assert gap(one, other) == pytest.approx(expected, abs=SAMPLING_MM)


@given(footprints(), footprints())
def test_the_gap_is_the_same_from_both_sides(one: Footprint, other: Footprint) -> None:
    assert gap(one, other) == pytest.approx(gap(other, one), abs=1e-9)


@given(footprints(), footprints(), st.floats(-360, 360), places)
def test_turning_or_moving_the_table_changes_no_gap(
    one: Footprint, other: Footprint, degrees: float, by: Point
) -> None:
    assert gap(turned(one, degrees), turned(other, degrees)) == pytest.approx(gap(one, other), abs=1e-6)
    assert gap(moved(one, by), moved(other, by)) == pytest.approx(gap(one, other), abs=1e-6)


@given(footprints(), footprints())
def test_the_gap_lies_between_what_centres_allow(one: Footprint, other: Footprint) -> None:
    centres = one.where.distance_to(other.where)
    assert gap(one, other) <= max(0.0, centres - one.size / 2 - other.size / 2) + 1e-9
    assert gap(one, other) >= centres - (one.size + other.size) / 2 * math.sqrt(2) - 1e-9


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        pytest.param(a_die(0), 0.0, id="the same place"),
        pytest.param(a_die(10, 3), 0.0, id="one over the other"),
        pytest.param(a_die(16), 0.0, id="side to side"),
        pytest.param(a_die(16, 16), 0.0, id="corner to corner"),
        pytest.param(a_die(8 + 8 * math.sqrt(2), yaw=45), 0.0, id="corner to side"),
        pytest.param(a_die(20), 4.0, id="beside"),
        pytest.param(a_die(20, 9), 4.0, id="beside and a little off"),
        pytest.param(a_die(19, 20), 5.0, id="across the corner"),
        pytest.param(a_die(30, yaw=45), 22 - 8 * math.sqrt(2), id="corner towards a side"),
        pytest.param(a_die(0, size=5), 0.0, id="all within"),
    ],
)
def test_gaps_that_can_be_worked_out_by_hand(other: Footprint, expected: float) -> None:
    assert gap(a_die(0), other) == pytest.approx(expected, abs=1e-9)


def test_a_star_of_two_dice_without_a_corner_inside_the_other_has_no_gap() -> None:
    assert gap(a_die(0, size=20), a_die(0, yaw=45, size=20)) == 0.0


def test_rounded_corners_lie_further_apart() -> None:
    sharp, round_ = (gap(a_die(0, radius=r), a_die(20, 20, radius=r)) for r in (0.0, 2.0))
    assert round_ - sharp == pytest.approx(4 * (math.sqrt(2) - 1))


@pytest.mark.parametrize(
    ("x", "y", "expected"), [(40, 0, 24), (0, 40, 24), (30, 40, 34), (16, 0, 0), (3, 2, 0)]
)
def test_dice_as_round_as_coins_have_gaps_too(x: float, y: float, expected: float) -> None:
    assert gap(a_die(0, radius=8), a_die(x, y, yaw=20, radius=8)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("size", "yaw", "radius"),
    [(0, 0, 0), (-1, 0, 0), (math.inf, 0, 0), (math.nan, 0, 0), (16, math.nan, 0), (16, 0, -1), (16, 0, 8.1)],
)
def test_a_footprint_that_cannot_be_is_refused(size: float, yaw: float, radius: float) -> None:
    with pytest.raises(ValueError, match=r"a die is|a corner radius"):
        Footprint(Point(0, 0), size, yaw, radius)
