"""What a throw is refused for, and what is only asked about."""

from collections.abc import Sequence

import pytest

from pi_diavolo.table.view import Code, Pixel
from pi_diavolo.vision.dice import SeenDie
from pi_diavolo.vision.die_scale import COLOURS
from pi_diavolo.vision.judging import Throw, troubles
from pi_diavolo.vision.patches import Pose
from pi_diavolo.vision.roll_call import Called

FLAT, COCKED, STACKED = (1.0, 0.0, 0.0, 0.0), (0.005, 0.99, 0.0, 0.005), (0.005, 0.0, 0.99, 0.005)
Ways = tuple[float, float, float, float]


def a_die(colour: str, ways: Ways = FLAT, sure: float = 1.0) -> Called:
    chances = tuple(float(each == colour) for each in COLOURS)
    values = (1.0, *[0.0] * 6) if colour == "gray" else (0.0, 1.0, *[0.0] * 5)
    seen = SeenDie(Pose(0, 0, 0), 16.0, chances, values, ways, 1.0)
    return Called(seen, colour, sure, (0,) if colour == "gray" else (1,), 1.0)


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
