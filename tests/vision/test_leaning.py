"""What a die can lean or stand on, and what it cannot."""

from dataclasses import replace

import pytest

from pi_diavolo.vision.die_scale import WAYS
from pi_diavolo.vision.leaning import with_support
from pi_diavolo.vision.patches import Pose
from pi_diavolo.vision.sight import SeenDie
from pi_diavolo.vision.table_geometry import Tray

TRAY = Tray(300.0, 300.0, 25.0)
DIE_MM = 16.0


def a_die(x: float, **ways: float) -> SeenDie:
    """At this place; flat if nothing else is said."""
    chances = tuple((ways or {"flat": 1.0}).get(way, 0.0) for way in WAYS)
    return SeenDie(Pose(x, 0.0, 0.0), DIE_MM, (1.0,) + (0.0,) * 8, (0.0, 1.0) + (0.0,) * 5, chances, 1.0)


def flat(die: SeenDie) -> float:
    return die.ways[WAYS.index("flat")]


@pytest.mark.parametrize(("apart_mm", "leans"), [(20.0, True), (40.0, False)])
def test_a_die_leans_only_on_something_near(apart_mm: float, leans: bool) -> None:
    dice = [a_die(0.0, flat=0.2, cocked=0.8), a_die(apart_mm)]
    assert (flat(with_support(dice, TRAY)[0]) < 0.5) is leans


@pytest.mark.parametrize("complete", [False, True])
def test_a_die_that_stands_on_nothing_stands_on_a_hidden_one_only_if_one_is_missing(complete: bool) -> None:
    dice = [a_die(0.0, flat=0.03, stacked=0.97), a_die(24.0)]
    assert (flat(with_support(dice, TRAY, complete=complete)[0]) > 0.9) is complete


def test_a_die_on_one_that_is_seen_stands_even_if_none_is_missing() -> None:
    dice = [a_die(0.0, flat=0.03, stacked=0.97), a_die(6.0)]
    assert flat(with_support(dice, TRAY, complete=True)[0]) < 0.05


def test_where_no_die_is_missing_none_surely_stands_on_print() -> None:
    """On printed letters a die looks as if it stood on something, and they look as if they leaned."""
    letter = replace(a_die(10.0, cocked=0.93, nothing=0.07), face=0.0)
    dice = [a_die(0.0, flat=1e-7, stacked=1 - 1e-7), letter, a_die(60.0)]
    assert flat(with_support(dice, TRAY)[0]) < 0.01
    assert 0.05 < flat(with_support(dice, TRAY, complete=True)[0]) < 0.84


@pytest.mark.parametrize("other", ["cocked", "nothing"])
def test_what_stands_on_nothing_is_not_surely_anything_else(other: str) -> None:
    """What is left when standing is ruled out was hardly thought of before."""
    dice = [a_die(0.0, **{"flat": 1e-4, "stacked": 0.97, other: 0.03}), a_die(24.0)]
    (die, _) = with_support(dice, TRAY, complete=True)
    assert max(die.ways) < 0.9
