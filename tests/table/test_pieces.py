"""Pieces that cannot be are refused where they are made."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.table.pieces import IMPS, RIVALS, Colour, Die, Length, OrderDie, Point
from pi_diavolo.table.roll import Roll


@pytest.mark.parametrize("value", [0, 7, -1, 100])
def test_a_die_shows_one_to_six(value: int) -> None:
    with pytest.raises(ValueError, match=f"not {value}"):
        Die(Colour.RED, value)


def test_a_doubtful_die_shows_one_to_six_as_well() -> None:
    with pytest.raises(ValueError, match="not 7"):
        Die(Colour.RED, 6, maybe=(5, 7))


@pytest.mark.parametrize(("x", "y"), [(math.nan, 0), (0, math.inf), (-math.inf, math.nan)])
def test_a_place_is_finite(x: float, y: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        Point(x, y)


@pytest.mark.parametrize(("mm", "error"), [(-0.1, 0), (math.nan, 0), (math.inf, 0), (1, -0.1), (1, math.nan)])
def test_a_length_is_not_negative_and_finite(mm: float, error: float) -> None:
    with pytest.raises(ValueError, match="a length is"):
        Length(mm, error)


@given(st.floats(0, 1000), st.floats(0, 1000))
def test_a_length_lies_between_its_least_and_its_most(mm: float, error: float) -> None:
    length = Length(mm, error)
    assert 0 <= length.least <= mm <= length.most


def test_options_come_likeliest_first_and_once_each() -> None:
    assert Die(Colour.RED, 3, maybe=(5, 3, 5)).options == (3, 5)
    assert OrderDie("closest", maybe=("most_odd", "closest")).options == ("closest", "most_odd")


def test_gray_competes_with_nobody() -> None:
    assert set(RIVALS) == set(IMPS) - {Colour.GRAY}


def test_a_die_put_right_leaves_no_doubt_and_no_other_die_changed() -> None:
    roll = Roll((Die(Colour.RED, 3, maybe=(5,)), Die(Colour.WHITE, 2, maybe=(4,))))
    assert roll.with_value(0, 5).dice == (Die(Colour.RED, 5), roll.dice[1])


def test_an_order_put_right_keeps_its_place() -> None:
    roll = Roll((), OrderDie("closest", Point(1, 2), maybe=("most_odd",)))
    assert roll.with_face("most_odd").order_die == OrderDie("most_odd", Point(1, 2))
