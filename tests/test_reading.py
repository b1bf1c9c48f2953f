"""What a look means for a game: sure answers where nothing can change them, else an honest question."""

from dataclasses import replace

import pytest

from pi_diavolo.games.diavolo.house_rules import Distance, HouseRules
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.language.en import ENGLISH
from pi_diavolo.language.speak import Speaker
from pi_diavolo.reading import Reading, judge, unseen
from pi_diavolo.table.pieces import RIVALS, Colour, Length
from pi_diavolo.table.rulings import Reason
from pi_diavolo.table.view import INVALID, Code, TableView, Trouble
from tests.views import APART, BLACK, RED, WHITE, a_die, a_view, with_doubt

RULES = HouseRules()
FIRST_WHITE, LAST_RED = 3, 8


def said(reading: Reading) -> str:
    says, why = Speaker(ENGLISH, {}), reading.why
    return says.reason(why) if isinstance(why, Reason) else says.say(why)


def test_the_worked_example_is_answered_for_every_order() -> None:
    reading = judge(a_view(), RULES)
    assert (reading.valid, reading.codes, reading.order) == (True, (), Order.GREATEST_SUM)
    assert reading.answers == {
        Order.GREATEST_SUM: RED,
        Order.SMALLEST_SUM: BLACK,
        Order.GREATEST_DIFFERENCE: WHITE,
        Order.MOST_ODD: RED,
        Order.HIGHEST_VALUE: Colour.GRAY,
        Order.CLOSEST: RED,
    }
    assert reading.answer is RED
    assert said(reading) == "greatest sum: red 13, white 12, black 11 → red"


@pytest.mark.parametrize("order", Order)
def test_the_answer_is_the_rolled_orders(order: Order) -> None:
    reading = judge(a_view(order), RULES)
    assert reading.order is order
    assert reading.answer is reading.answers[order]


def test_two_dice_a_colour_are_a_roll_as_well() -> None:
    reading = judge(a_view(values={BLACK: (1, 2), WHITE: (6, 6), RED: (3, 4)}), RULES)
    assert (reading.valid, reading.answer) == (True, WHITE)


# A doubt that cannot change the answer is no doubt


def test_a_doubtful_die_that_cannot_change_the_answer_is_no_doubt() -> None:
    view = with_doubt(a_view(troubles=[Trouble(Code.DIE_UNSURE, BLACK, 0)]), 0, 1)
    reading = judge(view, RULES)
    assert (reading.valid, reading.codes, reading.answer) == (True, (), RED)


def test_no_number_is_told_that_a_doubtful_die_would_change() -> None:
    doubtful = with_doubt(a_view(troubles=[Trouble(Code.DIE_UNSURE, BLACK, 0)]), 0, 1)
    assert said(judge(doubtful, RULES)) == "greatest sum: either way → red"
    near = with_doubt(a_view("closest", troubles=[Trouble(Code.DIE_UNSURE, BLACK, 0)]), 0, 1)
    assert isinstance(judge(near, RULES).why, Reason)  # distances do not hang on values


def test_a_doubtful_die_leaves_only_those_orders_open_that_hang_on_it() -> None:
    # White shows 1 5 6, or 2 5 6: then its sum equals red's 13.
    view = with_doubt(
        a_view("closest", troubles=[Trouble(Code.DIE_UNSURE, WHITE, FIRST_WHITE)]), FIRST_WHITE, 2
    )
    reading = judge(view, RULES)
    assert (reading.valid, reading.answer) == (True, RED)
    assert {order for order, answer in reading.answers.items() if answer is None} == {
        Order.GREATEST_SUM,
        Order.GREATEST_DIFFERENCE,
    }


def test_a_doubtful_die_that_matters_is_asked_about() -> None:
    view = with_doubt(a_view(troubles=[Trouble(Code.DIE_UNSURE, WHITE, FIRST_WHITE)]), FIRST_WHITE, 2)
    reading = judge(view, RULES)
    assert (reading.valid, reading.codes, reading.answer) == (None, (Code.DIE_UNSURE,), None)
    assert reading.order is Order.GREATEST_SUM
    assert said(reading) == "What does the white die show: 1 or 2?"


def test_a_doubtful_face_is_no_doubt_where_both_orders_have_one_answer() -> None:
    reading = judge(a_view(troubles=[Trouble(Code.ORDER_UNSURE)], maybe_faces=["most_odd"]), RULES)
    assert (reading.valid, reading.order, reading.answer) == (True, None, RED)
    assert said(reading) == "greatest sum or most odd: either way → red"


def test_a_doubtful_face_that_matters_is_asked_about() -> None:
    reading = judge(a_view(maybe_faces=["smallest_sum"]), RULES)
    assert (reading.valid, reading.codes, reading.order) == (None, (Code.ORDER_UNSURE,), None)
    assert reading.answers[Order.SMALLEST_SUM] is BLACK
    assert said(reading) == "What does the Order die show: greatest sum or smallest sum?"


@pytest.mark.parametrize(
    "view",
    [
        pytest.param(a_view(None), id="no face is enrolled"),
        pytest.param(a_view("crocodile"), id="a face that no order has"),
        pytest.param(a_view(troubles=[Trouble(Code.ORDER_UNSURE)]), id="unsure, and nobody knows what else"),
        pytest.param(replace(a_view(), order_die=None), id="no Order die"),
    ],
)
def test_without_a_face_any_order_may_be_meant(view: TableView) -> None:
    reading = judge(view, RULES)
    assert (reading.valid, reading.codes, reading.order) == (None, (Code.ORDER_UNSURE,), None)
    assert reading.answers[Order.GREATEST_SUM] is RED


# Distances


@pytest.mark.parametrize(
    ("red", "black", "answer"),
    [
        pytest.param(Length(12.5, 0.3), Length(14.5, 0.3), RED, id="clearly nearer"),
        pytest.param(Length(12.5, 0.1), Length(12.9, 0.1), Colour.GRAY, id="clearly a tie"),
        pytest.param(Length(12.5, 0.3), Length(13.6, 0.3), None, id="a tie or not"),
        pytest.param(Length(12.5, 2.0), Length(12.5, 2.0), None, id="anything"),
    ],
)
def test_distances_are_sure_only_as_far_as_they_were_measured(
    red: Length, black: Length, answer: Colour | None
) -> None:
    reading = judge(a_view("closest", gaps={BLACK: black, WHITE: Length(40), RED: red}), RULES)
    assert reading.answer is answer
    assert reading.valid is (None if answer is None else True)
    assert reading.codes == (() if answer else (Code.GAPS_TOO_CLOSE,))


def test_unsure_distances_do_not_touch_the_other_orders() -> None:
    gaps = {colour: Length(12.5, 2.0) for colour in RIVALS}
    reading = judge(a_view("most_odd", gaps=gaps), RULES)
    assert (reading.valid, reading.codes, reading.answer) == (True, (), RED)
    assert reading.answers[Order.CLOSEST] is None


@pytest.mark.parametrize(
    "view", [a_view("closest", gaps={}), a_view("closest", troubles=[Trouble(Code.GAPS_TOO_CLOSE)])]
)
def test_without_trusted_distances_nobody_is_closest(view: TableView) -> None:
    reading = judge(view, RULES)
    assert (reading.valid, reading.codes, reading.answer) == (None, (Code.GAPS_TOO_CLOSE,), None)
    assert said(reading).startswith("Which colour is closest to the Order die")


def test_a_table_that_goes_by_centres_is_judged_by_centres() -> None:
    view = replace(a_view("closest"), centres={**APART, WHITE: Length(3.0)})
    assert judge(view, replace(RULES, distance=Distance.CENTRE)).answer is WHITE


# What stands against all answers


@pytest.mark.parametrize("code", sorted(INVALID))
def test_what_is_surely_wrong_is_invalid_and_has_no_answer(code: Code) -> None:
    reading = judge(a_view(troubles=[Trouble(code, RED, LAST_RED)]), RULES)
    assert (reading.valid, reading.codes, reading.answer) == (False, (code,), None)
    assert set(reading.answers.values()) == {None}
    assert said(reading).endswith("(red at the front right): roll again.")


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (Trouble(Code.TRAY_HIDDEN), "part of the tray is covered: take away what is over it."),
        (Trouble(Code.TOO_DARK), "it is too dark to read the dice: switch on a lamp."),
        (
            Trouble(Code.OUT_OF_FOCUS),
            "the picture is not sharp enough: clean and focus the lens, or take larger pictures.",
        ),
        (Trouble(Code.DIE_UNSURE, px=(3, 4)), "I am not sure of all dice: look at them and decide."),
        (
            Trouble(Code.DIE_UNSURE, WHITE, FIRST_WHITE),
            "I am not sure of all dice (white on the left): look at them and decide.",
        ),
    ],
)
def test_what_may_hide_anything_leaves_no_answer_sure(trouble: Trouble, sentence: str) -> None:
    reading = judge(a_view(troubles=[trouble]), RULES)
    assert (reading.valid, reading.codes, reading.answer) == (None, (trouble.code,), None)
    assert set(reading.answers.values()) == {None}
    assert said(reading) == sentence


@pytest.mark.parametrize("doubt", [Trouble(Code.ORDER_UNSURE), Trouble(Code.DIE_UNSURE, WHITE, FIRST_WHITE)])
def test_a_fault_seen_surely_is_one_whatever_another_die_shows(doubt: Trouble) -> None:
    view = with_doubt(a_view(troubles=[doubt, Trouble(Code.DIE_COCKED, RED, LAST_RED)]), FIRST_WHITE, 2)
    reading = judge(view, RULES)
    assert (reading.valid, reading.codes, reading.answer) == (False, (Code.DIE_COCKED,), None)


def test_a_fault_that_was_not_seen_well_is_a_question() -> None:
    troubles = [Trouble(Code.DIE_COCKED, RED, LAST_RED), Trouble(Code.TRAY_HIDDEN)]
    reading = judge(a_view(troubles=troubles), RULES)
    assert reading.valid is None
    assert reading.codes == (Code.DIE_COCKED, Code.TRAY_HIDDEN)


def test_dice_that_do_not_make_a_roll_are_never_answered_even_without_a_trouble() -> None:
    view = a_view()
    for dice in (view.dice[1:], (*view.dice, a_die(Colour.GREEN, 3, 0, -120)), ()):
        reading = judge(replace(view, dice=dice), RULES)
        assert (reading.valid, reading.codes, reading.answer) == (None, (Code.DIE_UNSURE,), None)


def test_the_missing_order_die_is_named() -> None:
    view = replace(a_view(troubles=[Trouble(Code.DIE_MISSING, Colour.GRAY)]), order_die=None)
    assert said(judge(view, RULES)) == "there are not enough dice (Order die): roll again."


# The Order die alone


def test_the_order_die_thrown_first_is_read_alone() -> None:
    reading = judge(replace(a_view("most_odd"), dice=()), RULES, order_alone=True)
    assert (reading.valid, reading.codes, reading.order) == (True, (), Order.MOST_ODD)
    assert set(reading.answers.values()) == {None}
    assert reading.answer is None
    assert said(reading) == "The order is: most odd."


def test_a_lone_order_die_that_is_doubtful_is_asked_about_whatever_the_answers_would_be() -> None:
    reading = judge(replace(a_view(maybe_faces=["most_odd"]), dice=()), RULES, order_alone=True)
    assert (reading.valid, reading.codes, reading.order) == (None, (Code.ORDER_UNSURE,), None)


def test_a_mirrored_picture_is_told_as_such() -> None:
    view = TableView(0.0, troubles=(Trouble(Code.MARKERS_HIDDEN),))
    assert said(judge(view, RULES)).startswith("I cannot find the table’s markers: clear the plate’s corners")
    mirrored = unseen(view, "mirrored")
    assert (mirrored.valid, mirrored.codes) == (None, (Code.MARKERS_HIDDEN,))
    assert said(mirrored) == "the picture is mirrored: switch that off in the camera’s settings."


@pytest.mark.parametrize("code", [Code.DIE_UNSURE, Code.TOO_MANY_DICE, Code.DIE_COCKED])
def test_no_order_is_told_where_something_is_wrong_with_the_order_die(code: Code) -> None:
    assert judge(a_view(troubles=[Trouble(code, Colour.GRAY)]), RULES).order is None
    assert judge(a_view(troubles=[Trouble(code, RED)]), RULES).order is not None


def test_the_two_nearest_by_the_distance_in_use_contend_for_closest() -> None:
    gaps = {BLACK: Length(5.0, 0.4), RED: Length(5.9, 0.4), WHITE: Length(14.0, 0.4)}
    centres = {BLACK: Length(30.0, 0.4), RED: Length(25.0, 0.4), WHITE: Length(25.9, 0.4)}
    view = replace(a_view("closest"), gaps=gaps, centres=centres)
    assert judge(view, RULES).contenders == {BLACK, RED}
    assert judge(view, HouseRules(distance=Distance.CENTRE)).contenders == {RED, WHITE}
    assert judge(a_view("closest"), RULES).contenders == set()
