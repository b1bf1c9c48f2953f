"""What a throw is refused for, and what is only asked about."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import pytest

from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.view import Code, Pixel
from pi_diavolo.vision.die_scale import COLOURS
from pi_diavolo.vision.judging import Throw, is_well_seen, likely_per_colour, troubles
from pi_diavolo.vision.patches import Pose
from pi_diavolo.vision.roll_call import Called
from pi_diavolo.vision.sight import SeenDie

FLAT, COCKED, STACKED = (1.0, 0.0, 0.0, 0.0), (0.005, 0.99, 0.0, 0.005), (0.005, 0.0, 0.99, 0.005)
Ways = tuple[float, float, float, float]


PLACES = count()


def a_die(
    colour: str,
    ways: Ways = FLAT,
    sure: float = 1.0,
    face: float = 1.0,
    pose: Pose | None = None,
    value_sure: float = 1.0,
) -> Called:
    """A die, each in another place unless one is given."""
    chances = tuple(float(each == colour) for each in COLOURS)
    values = (1.0, *[0.0] * 6) if colour == "gray" else (0.0, 1.0, *[0.0] * 5)
    where = pose or Pose(40.0 * next(PLACES), 0.0, 0.0)
    seen = SeenDie(where, 16.0, chances, values, ways, face)
    likely = (0,) if colour == "gray" else (1,) if value_sure == 1.0 else (1, 4)
    return Called(seen, colour, sure, likely, value_sure)


def codes(dice: Sequence[Called]) -> list[Code]:
    def px(_: SeenDie) -> Pixel:
        return 0.0, 0.0

    return [trouble.code for trouble in troubles(Throw(tuple(dice), (), 2, False, 0.0), px)]


GOOD = [a_die(colour) for colour in ("black", "black", "white", "white", "red", "red", "gray")]


def test_a_good_throw_has_no_trouble() -> None:
    assert codes(GOOD) == []


@pytest.mark.parametrize(("ways", "code"), [(COCKED, Code.DIE_COCKED), (STACKED, Code.DIE_STACKED)])
def test_one_of_the_dice_that_does_not_lie_flat_makes_no_throw(ways: Ways, code: Code) -> None:
    assert codes([a_die("black", ways), *GOOD[1:]]) == [code]


def test_something_askew_beside_all_dice_is_asked_about() -> None:
    assert codes([*GOOD, a_die("red", COCKED)]) == [Code.DIE_UNSURE]


def test_something_askew_of_no_sure_colour_is_asked_about() -> None:
    assert codes([a_die("black", COCKED, sure=0.7), *GOOD[1:]]) == [Code.DIE_UNSURE]


def test_something_askew_that_may_be_nothing_is_asked_about() -> None:
    assert codes([a_die("black", (0.0, 0.96, 0.0, 0.04)), *GOOD[1:]]) == [Code.DIE_UNSURE]


def test_a_colour_too_many_and_another_too_few_may_be_one_die_taken_for_the_other() -> None:
    assert codes([a_die("red"), *GOOD[1:]]) == [Code.DIE_UNSURE]


def test_a_die_too_many_makes_no_throw() -> None:
    assert codes([*GOOD, a_die("red")]) == [Code.TOO_MANY_DICE]


def test_dice_that_nobody_awaits_are_named_in_the_same_order_in_every_run() -> None:
    there = [str(colour) for colour in Colour]
    throw = Throw(tuple(map(a_die, there)), (), 0, False, 0.0, counts={})
    wrong = troubles(throw, lambda _: (0.0, 0.0))
    assert [trouble.colour for trouble in wrong] == sorted(there)


def test_two_flat_dice_in_each_other_are_asked_about_and_touching_ones_are_not() -> None:
    beside = a_die("black", pose=Pose(1000.0, 0.0, 0.3))
    assert codes([beside, a_die("black", pose=Pose(1015.3, 4.7, 0.3)), *GOOD[2:]]) == []
    assert codes([beside, a_die("black", pose=Pose(1009.0, 5.0, 0.6)), *GOOD[2:]]) == [Code.DIE_UNSURE]


def test_a_die_somewhat_askew_whose_top_is_somewhat_unlike_one_is_asked_about() -> None:
    flat: Ways = (0.88, 0.12, 0.0, 0.0)
    assert codes([a_die("black", flat), *GOOD[1:]]) == []
    assert codes([a_die("black", face=0.78), *GOOD[1:]]) == []
    assert codes([a_die("black", flat, face=0.78), *GOOD[1:]]) == [Code.DIE_UNSURE]


def test_the_order_die_must_lie_flat_more_surely_than_others() -> None:
    flat: Ways = (0.86, 0.14, 0.0, 0.0)
    assert is_well_seen(a_die("black", flat))
    assert not is_well_seen(a_die("gray", flat))


def test_the_doubt_is_about_the_value_alone_only_where_some_value_is_likely() -> None:
    assert is_well_seen(a_die("black", value_sure=0.6))
    assert not is_well_seen(a_die("black", value_sure=0.3))
    doubtful = a_die("black", value_sure=0.6)
    printed = replace(doubtful.seen, values=(0.07, 0.6, 0.33, *[0.0] * 4))
    assert not is_well_seen(replace(doubtful, seen=printed))


def test_the_doubt_is_about_the_value_alone_only_where_the_die_surely_lies_flat() -> None:
    flat: Ways = (0.86, 0.14, 0.0, 0.0)
    assert is_well_seen(a_die("black", flat, face=0.9))
    assert not is_well_seen(a_die("black", flat, face=0.9, value_sure=0.97))


@pytest.mark.parametrize(
    ("seen", "each"),
    [
        pytest.param("bbb www rrr", 3, id="all of three"),
        pytest.param("bb ww rr", 2, id="all of two"),
        pytest.param("bb www rrr", 3, id="one missing"),
        pytest.param("bbb ww rr", 2, id="one too many"),
        pytest.param("www rrr", 3, id="a whole colour missing"),
        pytest.param("bb www rr o", 3, id="one missing, and a red one that too much light makes orange"),
        pytest.param("bb ww r o", 2, id="all of two, one of them orange"),
    ],
)
def test_how_many_dice_a_colour_are_thrown_is_told_by_all_of_them(seen: str, each: int) -> None:
    names = {"b": "black", "w": "white", "r": "red", "o": "orange"}
    dice = [a_die(names[letter]).seen for letter in seen.replace(" ", "")]
    assert likely_per_colour([*dice, a_die("gray").seen]) == each


def test_prints_on_the_floor_are_no_dice_of_another_colour() -> None:
    prints = [a_die("blue", face=0.1).seen for _ in range(3)]
    assert likely_per_colour([*(die.seen for die in GOOD), *prints]) == 2


@pytest.mark.parametrize(
    ("covered_mm2", "whole", "hidden"),
    [
        pytest.param(300, False, False, id="print or glare hides nothing"),
        pytest.param(900, False, True, id="where a die may be missing, two fingers may hide it"),
        pytest.param(900, True, False, id="all are seen, no arm reaches in: it is a shadow at the wall"),
        pytest.param(5000, True, True, id="a hand is a hand"),
    ],
)
def test_what_is_covered_counts_by_what_it_may_hide(covered_mm2: float, whole: bool, hidden: bool) -> None:
    throw = Throw(tuple(GOOD), (), 2, False, covered_mm2, whole=whole)
    assert [one.code for one in troubles(throw, lambda _: (0.0, 0.0))] == [Code.TRAY_HIDDEN] * hidden


@pytest.mark.parametrize(("covered_mm2", "code"), [(0, Code.DIE_COCKED), (900, Code.TRAY_HIDDEN)])
def test_under_what_may_be_a_finger_no_die_surely_leans(covered_mm2: float, code: Code) -> None:
    leans = replace(GOOD[0].seen, ways=(0.0, 1.0, 0.0, 0.0))
    throw = Throw((replace(GOOD[0], seen=leans), *GOOD[1:]), (), 2, False, covered_mm2, whole=True)
    assert [one.code for one in troubles(throw, lambda _: (0.0, 0.0))] == [code]
