"""Which imp is right: the booklet's example, ties, distances, doubt."""

import math
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_diavolo.games.diavolo.house_rules import Distance, HouseRules
from pi_diavolo.games.diavolo.orders import PIP_ORDERS, Order, possible_orders
from pi_diavolo.games.diavolo.rules import (
    answer,
    closest,
    imps_in_play,
    lead_at_worst,
    possible_answers,
)
from pi_diavolo.table.pieces import IMPS, RIVALS, Colour, Die, Length, OrderDie
from pi_diavolo.table.roll import Roll
from tests.lots import by_lot
from tests.makers import BLACK, GRAY, RED, WHITE, a_roll

RULES = HouseRules()


@pytest.mark.parametrize(
    ("order", "imp", "scores"),
    [
        pytest.param(Order.GREATEST_SUM, RED, (11, 12, 13), id="the highest sum wins"),
        pytest.param(Order.SMALLEST_SUM, BLACK, (11, 12, 13), id="the lowest sum wins"),
        pytest.param(Order.GREATEST_DIFFERENCE, WHITE, (4, 5, 2), id="highest die less lowest die"),
        pytest.param(Order.MOST_ODD, RED, (1, 2, 3), id="the most of 1, 3 and 5"),
        pytest.param(Order.HIGHEST_VALUE, GRAY, (6, 6, 5), id="two sixes are a tie"),
        pytest.param(Order.CLOSEST, RED, (31.0, 40.0, 12.5), id="the nearest die"),
    ],
)
def test_the_booklets_example(order: Order, imp: Colour, scores: tuple[float, ...]) -> None:
    reason = answer(order, a_roll(), RULES)
    assert reason.answer is imp
    assert reason.scores == dict(zip(RIVALS, scores, strict=True))


def test_a_tie_names_the_colours_that_share_the_best_score() -> None:
    assert answer(Order.HIGHEST_VALUE, a_roll(), RULES).best == (BLACK, WHITE)


def test_a_tie_for_second_place_is_no_tie() -> None:
    roll = a_roll(black=(6, 6, 6), white=(1, 2, 3), red=(3, 2, 1))
    assert answer(Order.GREATEST_SUM, roll, RULES).answer is BLACK


@pytest.mark.parametrize("order", PIP_ORDERS)
def test_three_equal_colours_call_the_gray_imp(order: Order) -> None:
    assert answer(order, a_roll((2, 4, 5), (4, 5, 2), (5, 2, 4)), RULES).answer is GRAY


three_dice = st.tuples(*[st.integers(1, 6)] * 3)


@given(st.sampled_from(PIP_ORDERS), three_dice, three_dice, three_dice)
def test_swapping_two_colours_swaps_the_answer(
    order: Order, black: tuple[int, ...], white: tuple[int, ...], red: tuple[int, ...]
) -> None:
    swapped = {BLACK: WHITE, WHITE: BLACK, RED: RED, GRAY: GRAY}
    given_answer = answer(order, a_roll(black, white, red), RULES).answer
    assert answer(order, a_roll(white, black, red), RULES).answer is swapped[given_answer]


# Closest


@pytest.mark.parametrize(
    ("black", "white", "red", "imp"),
    [
        pytest.param(10.0, 11.0, 30.0, BLACK, id="a whole millimetre is no tie"),
        pytest.param(12.3, 13.3, 30.0, BLACK, id="nor is one that the computer cannot quite write"),
        pytest.param(10.0, 10.999, 30.0, GRAY, id="less than a millimetre is a tie"),
        pytest.param(0.0, 0.0, 30.0, GRAY, id="two that touch are a tie"),
        pytest.param(0.0, 1.5, 30.0, BLACK, id="one that touches is nearest"),
        pytest.param(10.0, 20.0, 20.1, BLACK, id="a tie for second place is no tie"),
        pytest.param(10.0, 10.6, 11.2, GRAY, id="only the best counts: the third need not be near"),
    ],
)
def test_closest_goes_by_the_tolerance(black: float, white: float, red: float, imp: Colour) -> None:
    assert closest({BLACK: black, WHITE: white, RED: red}, RULES.tie_within_mm).answer is imp


def test_without_tolerance_only_equal_gaps_are_a_tie() -> None:
    assert closest({BLACK: 10.0, WHITE: 10.0, RED: 30.0}, 0).answer is GRAY
    assert closest({BLACK: 10.0, WHITE: 10.01, RED: 30.0}, 0).answer is BLACK


def test_a_table_may_measure_from_centre_to_centre() -> None:
    gaps = {BLACK: Length(5), WHITE: Length(9), RED: Length(20)}
    centres = {BLACK: Length(25), WHITE: Length(22), RED: Length(40)}
    roll = a_roll(gaps=gaps, centres=centres)
    assert answer(Order.CLOSEST, roll, RULES).answer is BLACK
    assert answer(Order.CLOSEST, roll, HouseRules(distance=Distance.CENTRE)).answer is WHITE


# Doubt


def test_a_sure_roll_has_one_answer_to_every_order() -> None:
    for order in Order:
        assert possible_answers(order, a_roll(), RULES) == {answer(order, a_roll(), RULES).answer}


def test_a_doubt_that_cannot_change_the_answer_is_no_doubt() -> None:
    others = a_roll(white=(5, 5, 5), red=(2, 2, 2)).dice[3:]
    roll = Roll((Die(BLACK, 1, maybe=(2,)), Die(BLACK, 1), Die(BLACK, 1), *others))
    assert possible_answers(Order.GREATEST_SUM, roll, RULES) == {WHITE}
    assert possible_answers(Order.MOST_ODD, roll, RULES) == {GRAY, WHITE}


def test_closest_is_not_sure_where_nothing_was_measured() -> None:
    assert possible_answers(Order.CLOSEST, a_roll(gaps={}), RULES) == set(IMPS)


doubtful_die = st.tuples(st.integers(1, 6), st.lists(st.integers(1, 6), max_size=1))


@given(st.sampled_from(PIP_ORDERS), st.lists(doubtful_die, min_size=6, max_size=6))
@settings(max_examples=300)
def test_possible_answers_are_those_of_every_way_to_read_the_dice(
    order: Order, read: list[tuple[int, list[int]]]
) -> None:
    dice = tuple(Die(RIVALS[i // 2], value, maybe=tuple(maybe)) for i, (value, maybe) in enumerate(read))
    ways = product(*(die.options for die in dice))
    each = [Roll(tuple(Die(d.colour, v) for d, v in zip(dice, way, strict=True))) for way in ways]
    expected = {answer(order, roll, RULES).answer for roll in each}
    assert possible_answers(order, Roll(dice), RULES) == expected


@given(
    st.lists(st.tuples(st.integers(0, 16), st.integers(0, 5)), min_size=3, max_size=3),
    st.sampled_from([0.0, 0.5, 1.0, 2.0]),
)
@settings(max_examples=by_lot(300, usually=100), deadline=None)
def test_possible_closest_answers_are_those_of_every_length_within_the_errors(
    measured: list[tuple[int, int]], tolerance: float
) -> None:
    # On a grid of quarter millimetres every case that the errors allow can be tried.
    lengths = {c: Length(mm / 4, error / 4) for c, (mm, error) in zip(RIVALS, measured, strict=True)}
    rules = HouseRules(tie_within_mm=tolerance)
    tried = product(*(_grid(length) for length in lengths.values()))
    expected = {closest(dict(zip(RIVALS, each, strict=True)), tolerance).answer for each in tried}
    roll = a_roll(gaps=lengths)
    assert possible_answers(Order.CLOSEST, roll, rules, lead_at_worst) == expected
    # Errors that are weighed against each other rule out some of these, but never what was measured.
    most_likely = answer(Order.CLOSEST, roll, rules).answer
    assert {most_likely} <= possible_answers(Order.CLOSEST, roll, rules) <= expected


def test_two_errors_are_not_both_at_their_worst_at_once() -> None:
    near, far = {BLACK: Length(3.6, 0.55), WHITE: Length(3.6, 0.6)}, {RED: Length(22.0, 0.8)}
    roll = a_roll(gaps=near | far)
    assert possible_answers(Order.CLOSEST, roll, RULES) == {GRAY}
    assert possible_answers(Order.CLOSEST, roll, RULES, lead_at_worst) == {BLACK, WHITE, GRAY}


def test_one_error_alone_still_counts_in_full() -> None:
    roll = a_roll(gaps={BLACK: Length(10.0), WHITE: Length(11.4, 0.5), RED: Length(30.0)})
    assert possible_answers(Order.CLOSEST, roll, RULES) == {BLACK, GRAY}


def _grid(length: Length) -> list[float]:
    steps = range(math.ceil(length.least * 8), math.floor(length.most * 8) + 1)
    return [step / 8 for step in steps]


# The Order die


def test_an_unknown_face_may_be_any_order() -> None:
    assert possible_orders(OrderDie("smudge")) == tuple(Order)
    assert possible_orders(None) == tuple(Order)
    assert possible_orders(OrderDie("smudge", maybe=("closest",))) == tuple(Order)
    assert possible_orders(OrderDie("closest", maybe=("most_odd",))) == (Order.CLOSEST, Order.MOST_ODD)


@pytest.mark.parametrize(("players", "of_each"), [(2, 1), (3, 2), (4, 3), (5, 3), (6, 3)])
def test_imps_in_play_depend_on_the_players_still_in(players: int, of_each: int) -> None:
    assert imps_in_play(players) == {BLACK: of_each, WHITE: of_each, RED: of_each, GRAY: 1}
