"""Gaps from die to die, and how well they are known."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.table.footprint import Footprint, gap
from pi_diavolo.table.pieces import Colour, Length, Point
from pi_diavolo.table.view import DieView, OrderDieView
from pi_diavolo.vision.gaps import UNSEEN, Measures, gaps_to, is_near_thing, seen_edges

CORNERS = ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))


def a_die(x: float, y: float = 0.0, yaw: float = 0.0, colour: Colour = Colour.RED) -> DieView:
    return DieView(colour, 3, Point(x, y), yaw, (0.0, 0.0), CORNERS, 1.0)


def the_order_die(yaw: float = 0.0) -> OrderDieView:
    return OrderDieView("closest", Point(0, 0), yaw, (0.0, 0.0), CORNERS, 1.0)


def test_a_gap_between_two_sides_is_known_best() -> None:
    gaps, centres = gaps_to(the_order_die(), [a_die(30)], Measures(16, 20, 0.0))
    assert gaps[Colour.RED].mm == pytest.approx(12)
    assert centres[Colour.RED].mm == pytest.approx(30)
    assert gaps[Colour.RED].error < 0.5


def test_a_corner_may_be_round_or_sharp() -> None:
    sides, _ = gaps_to(the_order_die(), [a_die(30)], Measures(16, 20, 0.0))
    corner, _ = gaps_to(the_order_die(), [a_die(30, yaw=math.pi / 4)], Measures(16, 20, 0.0))
    assert corner[Colour.RED].error > sides[Colour.RED].error


@pytest.mark.parametrize("roundness", [0.05, 0.1, 0.16])
@pytest.mark.parametrize("yaw", [0.0, 0.3, math.pi / 4])
def test_however_round_dice_are_their_gap_lies_within_its_error(yaw: float, roundness: float) -> None:
    gaps, _ = gaps_to(the_order_die(), [a_die(24, 13, yaw)], Measures(16, 20, 0.0))
    one = Footprint(Point(0, 0), 20, 0, roundness * 20)
    true = gap(one, Footprint(Point(24, 13), 16, math.degrees(yaw), roundness * 16))
    assert gaps[Colour.RED].least <= true <= gaps[Colour.RED].most


@given(st.floats(-40, 40), st.floats(-40, 40), st.floats(-4, 4), st.floats(-4, 4))
def test_a_gap_is_the_one_between_the_footprints(x: float, y: float, yaw: float, turn: float) -> None:
    gaps, _ = gaps_to(the_order_die(turn), [a_die(x, y, yaw)], Measures(16, 20, 0.0))
    one = Footprint(Point(0, 0), 20, math.degrees(turn), UNSEEN.usual * 20)
    other = Footprint(Point(x, y), 16, math.degrees(yaw), UNSEEN.usual * 16)
    assert gaps[Colour.RED].mm == pytest.approx(gap(one, other), abs=1e-6)


def test_the_nearest_die_of_a_colour_counts() -> None:
    gaps, _ = gaps_to(the_order_die(), [a_die(60), a_die(30), a_die(-90)], Measures(16, 20, 0.0))
    assert gaps[Colour.RED].mm == pytest.approx(12)


def test_two_dice_nearly_as_near_do_not_make_it_less_known() -> None:
    one, _ = gaps_to(the_order_die(), [a_die(30)], Measures(16, 20, 0.0))
    both, _ = gaps_to(the_order_die(), [a_die(30), a_die(-30.1)], Measures(16, 20, 0.0))
    assert both[Colour.RED].error <= one[Colour.RED].error + 0.1


def test_a_camera_badly_known_makes_long_gaps_less_sure() -> None:
    well, _ = gaps_to(the_order_die(), [a_die(120)], Measures(16, 20, 0.05))
    badly, _ = gaps_to(the_order_die(), [a_die(120)], Measures(16, 20, 1.0))
    assert badly[Colour.RED].error > well[Colour.RED].error + 0.5


def test_edges_that_were_seen_make_a_gap_at_a_corner_better_known() -> None:
    order_die, corner = the_order_die(), [a_die(30, yaw=math.pi / 4)]
    edges = seen_edges([0.14, 0.15, 0.16])
    unseen, _ = gaps_to(order_die, corner, Measures(16, 20, 0.0))
    seen, _ = gaps_to(order_die, corner, Measures(16, 20, 0.0, edges, edges))
    true = gap(Footprint(Point(0, 0), 20, 0, 0.15 * 20), Footprint(Point(30, 0), 16, 45, 0.15 * 16))
    assert seen[Colour.RED].mm == pytest.approx(true)
    assert seen[Colour.RED].error < unseen[Colour.RED].error
    assert seen_edges([]) == UNSEEN


def test_only_two_gaps_that_hardly_differ_are_a_near_thing() -> None:
    near = {Colour.RED: Length(20), Colour.BLACK: Length(5), Colour.WHITE: Length(6)}
    assert is_near_thing(near)
    assert not is_near_thing({**near, Colour.WHITE: Length(9)})
    assert not is_near_thing({Colour.RED: Length(20)})


def test_what_was_not_measured_is_known_less_well() -> None:
    unmeasured = Measures(16, 20, 0.0)
    measured = unmeasured.measured([0.1, 0.1], 0.1, scatter_mm=0.1)
    before, _ = gaps_to(the_order_die(), [a_die(30)], unmeasured)
    after, _ = gaps_to(the_order_die(), [a_die(30)], measured)
    assert after[Colour.RED].error < before[Colour.RED].error


def test_where_the_order_dies_place_is_found_elsewhere_each_time_it_is_known_less_well() -> None:
    known, usual, scattered = (
        gaps_to(the_order_die(), [a_die(30)], Measures(16, 20, 0.0).measured([0.1], 0.1, scatter_mm))[0]
        for scatter_mm in (0.05, 0.15, 0.2)
    )
    assert known[Colour.RED].error == usual[Colour.RED].error
    assert scattered[Colour.RED].error > usual[Colour.RED].error + 0.1


def test_a_third_colour_does_not_make_it_surer_which_of_two_is_nearer() -> None:
    red, white = a_die(30), a_die(-31.8, colour=Colour.WHITE)
    far, near = a_die(0, 90, colour=Colour.BLACK), a_die(0, 31.7, colour=Colour.BLACK)
    for kind in (0, 1):  # from edge to edge, from centre to centre
        alone = gaps_to(the_order_die(), [red, white, far], Measures(16, 20, 0.0))[kind]
        beside = gaps_to(the_order_die(), [red, white, near], Measures(16, 20, 0.0))[kind]
        for colour in (Colour.RED, Colour.WHITE):
            assert beside[colour].error == pytest.approx(alone[colour].error)


def test_only_dice_that_may_be_nearest_make_the_order_dies_own_place_count_more() -> None:
    red, across = a_die(30), a_die(-60, colour=Colour.WHITE)
    aside = a_die(0, 31, colour=Colour.BLACK)
    with_it, _ = gaps_to(the_order_die(), [red, aside, across], Measures(16, 20, 0.0))
    without, _ = gaps_to(the_order_die(), [red, aside], Measures(16, 20, 0.0))
    assert with_it[Colour.RED].error == pytest.approx(without[Colour.RED].error)


def test_between_centres_the_rival_is_the_one_whose_centre_is_nearest() -> None:
    def error(turned: float) -> float:
        dice = [a_die(30), a_die(-31.72, colour=Colour.BLACK), a_die(0, 33, turned, Colour.WHITE)]
        return gaps_to(the_order_die(), dice, Measures(16, 20, 0.0))[1][Colour.RED].error

    assert error(math.pi / 4) == pytest.approx(error(0.0))


def test_without_an_order_die_nothing_is_measured() -> None:
    assert gaps_to(None, [a_die(30)], Measures(16, 20, 0.0)) == ({}, {})


def test_between_dice_that_lie_across_the_order_dies_own_place_counts_double() -> None:
    """What brings it nearer to one of them takes it as far away from the other."""

    def of_difference(rival: DieView) -> float:
        gaps, _ = gaps_to(the_order_die(), [a_die(30), rival], Measures(16, 20, 0.0))
        return math.hypot(*(length.error for length in gaps.values()))

    aside = of_difference(a_die(0, 31, colour=Colour.BLACK))
    across = of_difference(a_die(-31, 0, colour=Colour.BLACK))
    together = of_difference(a_die(47, 0, colour=Colour.BLACK))
    assert across > 1.2 * aside
    assert together == pytest.approx(aside)
