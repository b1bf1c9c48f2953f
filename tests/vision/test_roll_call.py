"""Colours settled together: a throw as a whole tells more than each die by itself."""

from dataclasses import replace

import pytest

from pi_diavolo.vision.certainty import SURE
from pi_diavolo.vision.die_scale import COLOURS
from pi_diavolo.vision.patches import Pose
from pi_diavolo.vision.roll_call import call, without_ghosts
from pi_diavolo.vision.sight import SeenDie

TWO_EACH = {"black": 2, "white": 2, "red": 2, "gray": 1}


def a_die(value: int = 3, doubt: dict[int, float] | None = None, **colours: float) -> SeenDie:
    rest = doubt or {}
    values = [rest.get(n, 0.0) for n in range(7)]
    values[value] = 1 - sum(rest.values())
    chances = tuple(colours.get(colour, 0.0) for colour in COLOURS)
    return SeenDie(Pose(0, 0, 0), 16.0, chances, tuple(values), (1.0, 0.0, 0.0, 0.0), 1.0)


def test_a_die_in_doubt_gets_the_colour_that_the_throw_lacks() -> None:
    dice = [a_die(black=1), a_die(white=1), a_die(white=1), a_die(red=1), a_die(red=1), a_die(0, gray=1)]
    called = call([*dice, a_die(black=0.55, red=0.45)], TWO_EACH)
    assert called[-1].colour == "black"
    assert called[-1].colour_chance > 0.95


def test_no_colour_is_sure_against_what_is_seen() -> None:
    dice = [a_die(black=1), a_die(white=1), a_die(white=1), a_die(red=1), a_die(red=1), a_die(0, gray=1)]
    called = call([*dice, a_die(red=0.999, black=0.001)], TWO_EACH)
    assert called[-1].colour == "red"


def test_two_dice_in_doubt_that_may_be_swapped_stay_in_doubt() -> None:
    dice = [a_die(black=1), a_die(white=1), a_die(white=1), a_die(red=1), a_die(0, gray=1)]
    called = call([*dice, a_die(black=0.5, red=0.5), a_die(black=0.5, red=0.5)], TWO_EACH)
    assert all(die.colour_chance < SURE for die in called[-2:])


def test_a_sure_value_has_no_other() -> None:
    (called,) = call([a_die(4, doubt={6: 0.003}, black=1)], {})
    assert called.values == (4,)


def test_values_that_might_be_are_named_the_likeliest_first() -> None:
    (called,) = call([a_die(4, doubt={6: 0.1, 2: 0.2, 1: 0.001}, black=1)], {})
    assert called.values == (4, 2, 6)


def test_a_pipped_die_that_may_have_no_pips_is_not_sure() -> None:
    (called,) = call([a_die(4, doubt={0: 0.4}, black=1)], {})
    assert called.value_chance < SURE


ALL = ("black", "black", "white", "white", "red", "red", "gray")
LEANS, MAYBE, NOTHING = (0.0, 0.99, 0.0, 0.01), (0.0, 0.84, 0.0, 0.16), (0.0, 0.2, 0.0, 0.8)


def a_throw() -> list[SeenDie]:
    dice = [a_die(0 if colour == "gray" else 3, None, **{colour: 1.0}) for colour in ALL]
    return [replace(die, pose=Pose(40.0 * place, 0, 0)) for place, die in enumerate(dice)]


@pytest.mark.parametrize(
    ("ghost", "away", "stays"),
    [
        pytest.param(
            replace(a_die(black=1), ways=LEANS), 30.0, True, id="a leaning die by itself may be one"
        ),
        pytest.param(replace(a_die(black=1), ways=LEANS), 15.0, False, id="beside a die it is its side"),
        pytest.param(
            replace(a_die(black=1), ways=MAYBE),
            30.0,
            True,
            id="it seems to lean, and is likelier a die than none",
        ),
        pytest.param(replace(a_die(black=1), ways=NOTHING), 30.0, False, id="likely it is nothing"),
        pytest.param(replace(a_die(0, black=1), ways=LEANS), 30.0, False, id="it has no pips: it is print"),
        pytest.param(replace(a_die(blue=1), ways=LEANS), 30.0, False, id="no die is blue: it is print"),
    ],
)
def test_what_has_no_top_face_beside_a_whole_throw(ghost: SeenDie, away: float, stays: bool) -> None:
    seen = [*a_throw(), replace(ghost, face=0.1, pose=Pose(0, away, 0))]
    assert len(without_ghosts(call(seen, TWO_EACH), TWO_EACH)) == len(ALL) + stays
