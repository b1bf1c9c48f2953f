"""Where a mirrored lamp has washed dark pips out, more of them may be there than are seen."""

import cv2
import numpy as np
import pytest

from pi_diavolo.vision.faint_pips import AND_MORE, AWAY, FACE, burnt_away, doubted, is_faint, may_hide
from pi_diavolo.vision.patches import Bytes


def a_face(body: int, ink: int) -> Bytes:
    face = np.full((FACE.px, FACE.px, 3), body, np.uint8)
    return np.asarray(cv2.circle(face, (FACE.px // 2, FACE.px // 2), 3, (ink, ink, ink), -1), np.uint8)


@pytest.mark.parametrize(
    ("body", "ink", "faint"),
    [
        pytest.param(240, 30, False, id="plain ink"),
        pytest.param(60, 12, False, id="in the dark"),
        pytest.param(255, 140, False, id="under a veil"),
        pytest.param(255, 205, True, id="washed out"),
        pytest.param(255, 255, True, id="nothing is left of it"),
    ],
)
def test_ink_is_faint_where_a_lamp_lies_upon_it(body: int, ink: int, faint: bool) -> None:
    assert is_faint(a_face(body, ink), 1) is faint


def a_two(body: int, first: int, second: int) -> Bytes:
    """A white two along its rising diagonal, its pips in two shades."""
    face = np.full((FACE.px, FACE.px, 3), body, np.uint8)
    for step, ink in ((-1, first), (1, second)):
        at = round(FACE.px / 2 - 0.5 + AWAY * step), round(FACE.px / 2 - 0.5 - AWAY * step)
        cv2.circle(face, at, 3, (ink, ink, ink), -1)
    return face


@pytest.mark.parametrize(
    ("body", "second", "faint"),
    [
        pytest.param(253, 40, False, id="both are dark"),
        pytest.param(253, 200, True, id="a lamp has washed one out, and may have taken others"),
        pytest.param(200, 160, False, id="in no such light"),
    ],
)
def test_one_pip_that_is_washed_out_is_enough_on_a_burnt_face(body: int, second: int, faint: bool) -> None:
    assert is_faint(a_two(body, 20, second), 2) is faint


@pytest.mark.parametrize("seen", range(1, 7))
def test_only_values_with_the_same_pips_and_more_are_thought_of(seen: int) -> None:
    values = [0.0] * 7
    values[seen] = 1.0
    chances = doubted(values)
    assert sum(chances) == pytest.approx(1.0)
    assert {value for value, chance in enumerate(chances) if chance > 0} == {seen, *AND_MORE[seen]}


def test_a_value_that_is_in_doubt_already_stays_as_it_is() -> None:
    values = (0.0, 0.5, 0.2, 0.3, 0.0, 0.0, 0.0)
    assert doubted(values) == values


def a_three(body: int, lit: int, *lamps: tuple[int, int]) -> Bytes:
    """A white three along its falling diagonal; lamps lie upon these places, by column and row."""
    face = np.full((FACE.px, FACE.px, 3), body, np.uint8)
    middle = FACE.px / 2 - 0.5
    for column, row in lamps:
        at = round(middle + AWAY * column), round(middle + AWAY * row)
        cv2.circle(face, at, 6, (lit, lit, lit), -1)
    for step in (-1, 0, 1):
        at = round(middle + AWAY * step), round(middle + AWAY * step)
        cv2.circle(face, at, 3, (40, 40, 40), -1)
    return face


@pytest.mark.parametrize(
    ("face", "instead"),
    [
        pytest.param(a_three(185, 255, (1, -1), (-1, 1)), (5,), id="on both places of its other two pips"),
        pytest.param(a_three(185, 255, (1, -1)), (), id="on one of them alone"),
        pytest.param(a_three(185, 255, (0, -1), (0, 1)), (), id="where no value has pips beside these"),
        pytest.param(a_three(185, 205, (1, -1), (-1, 1)), (), id="so weak that pips would be seen in it"),
        pytest.param(a_three(255, 255, (1, -1), (-1, 1)), (), id="on a face that is bright all over"),
    ],
)
def test_a_value_whose_other_pips_may_all_lie_under_lamps_is_thought_of(
    face: Bytes, instead: tuple[int, ...]
) -> None:
    assert burnt_away(face, 3) == instead


@pytest.mark.parametrize("sure", [0.5, 0.9, 0.91, 1.0])
@pytest.mark.parametrize("seen", range(7))
def test_only_a_face_that_could_be_doubted_is_looked_at(seen: int, sure: float) -> None:
    values = [(1 - sure) / 6] * 7
    values[seen] = sure
    assert may_hide(values) is (doubted(values) != tuple(values))
