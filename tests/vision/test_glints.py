"""Where a dark die mirrors a lamp, white that is no pip makes its value less sure."""

import cv2
import numpy as np
import pytest

from pi_diavolo.simulator.painter import lying
from pi_diavolo.table.view import DieView
from pi_diavolo.vision import glints
from pi_diavolo.vision.certainty import SURE, THINKABLE
from pi_diavolo.vision.glints import (
    BEYOND_DOUBT,
    FACE,
    PIPS,
    STEP,
    doubted,
    is_mirroring,
    may_lie_in_spot,
    may_mislead,
    thinkable,
)
from pi_diavolo.vision.patches import Bytes
from pi_diavolo.vision.picture import Picture
from tests.vision.tables import a_table

MIDDLE = FACE.px / 2 - 0.5
RED, BLACK, WHITE = (30, 30, 190), (35, 35, 35), (235, 235, 235)


def a_face(value: int, body: tuple[int, int, int], *, turned: bool = False) -> Bytes:
    face = np.full((FACE.px, FACE.px, 3), body, np.uint8)
    for x, y in PIPS[value]:
        at = round(MIDDLE + STEP * FACE.px * x), round(MIDDLE + STEP * FACE.px * y)
        cv2.circle(face, at, round(0.09 * FACE.px), WHITE, -1)
    return np.asarray(np.rot90(face) if turned else face, np.uint8)


def under_a_broken_lamp(face: Bytes) -> Bytes:
    """White patches, as a lamp leaves them on a die that is not quite smooth, most of them off all pips."""
    lit = face.copy()
    for x, y in ((-7, 2), (8, 3), (1, -9)):
        cv2.ellipse(lit, (round(MIDDLE) + x, round(MIDDLE) + y), (5, 4), 20, 0, 360, WHITE, -1)
    return lit


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("body", [RED, BLACK], ids=["red", "black"])
@pytest.mark.parametrize("value", PIPS)
def test_pips_are_no_mirrored_lamp(value: int, body: tuple[int, int, int], turned: bool) -> None:
    assert not is_mirroring(a_face(value, body, turned=turned), value)


@pytest.mark.parametrize("body", [RED, BLACK], ids=["red", "black"])
@pytest.mark.parametrize("value", [1, 2, 3])
def test_white_where_no_pips_are_is_a_mirrored_lamp(value: int, body: tuple[int, int, int]) -> None:
    assert is_mirroring(under_a_broken_lamp(a_face(value, body)), value)


@pytest.mark.parametrize(
    ("sure", "misled"), [(0.98, False), (SURE, True), (0.995, True), (BEYOND_DOUBT, False), (1.0, False)]
)
def test_only_what_seems_sure_but_is_not_beyond_doubt_can_be_misled(sure: float, misled: bool) -> None:
    assert may_mislead((0.0, 1 - sure, 0.0, sure, 0.0, 0.0, 0.0)) is misled


def with_a_lamp(face: Bytes, radius: float = 0.16) -> Bytes:
    """One white spot, as it is usually larger than a pip, upon the face's middle."""
    lit = face.copy()
    cv2.circle(lit, (round(MIDDLE), round(MIDDLE)), round(radius * FACE.px), WHITE, -1)
    return lit


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("body", [RED, BLACK], ids=["red", "black"])
@pytest.mark.parametrize(("shows", "looks_like"), [(4, 5), (3, 2), (2, 3), (5, 4)])
def test_a_lamp_upon_the_one_place_that_tells_two_values_apart_leaves_both_thinkable(
    shows: int, looks_like: int, body: tuple[int, int, int], turned: bool
) -> None:
    lit = with_a_lamp(a_face(shows, body, turned=turned))
    assert thinkable(lit, looks_like) == (shows,)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("value", PIPS)
def test_pips_without_a_lamp_leave_no_other_value_thinkable(value: int, turned: bool) -> None:
    assert thinkable(a_face(value, BLACK, turned=turned), value) == ()


def test_a_spot_no_larger_than_a_pip_leaves_no_other_value_thinkable() -> None:
    assert thinkable(with_a_lamp(a_face(4, BLACK), 0.06), 4) == ()


def test_where_pips_run_together_with_the_lamp_they_are_told_by_their_shade() -> None:
    assert thinkable(with_a_lamp(a_face(5, BLACK), 0.45), 5) == ()


def test_what_a_lamp_may_hide_is_asked_of_all_that_is_not_beyond_doubt() -> None:
    chances = [(0.0, 1 - sure, 0.0, sure, 0.0, 0.0, 0.0) for sure in (0.98, SURE, 0.9986, 1.0)]
    assert [may_lie_in_spot(each) for each in chances] == [False, True, True, False]


def test_what_is_no_longer_sure_may_be_any_value() -> None:
    chances = doubted((0.0, 0.0, 0.0, 0.992, 0.0, 0.008, 0.0))
    assert sum(chances) == pytest.approx(1.0)
    assert chances[3] == max(chances) < SURE
    assert min(chances[1:]) > THINKABLE


def test_what_is_surer_stays_sure_of_the_same_value() -> None:
    chances = doubted((0.0, 0.0, 0.0, 0.9979, 0.0, 0.0021, 0.0))
    assert SURE < chances[3] < 0.9979


def seen(picture: Picture) -> dict[str, DieView]:
    table = a_table()
    table.eyes.forget()
    return {die.colour: die for die in table.eyes.look(picture).dice}


def three_threes() -> Picture:
    """A red, a white and a black three, in no glare."""
    table = a_table()
    size = table.painter.look.dice.size_mm
    dice = [lying(colour, 3, 60 * n, 0, 10, size) for n, colour in enumerate(("red", "white", "black"))]
    return table.picture(dice).image


def test_the_eyes_doubt_a_die_that_mirrors_a_lamp(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = three_threes()
    plain = seen(picture)
    monkeypatch.setattr(glints, "BEYOND_DOUBT", 1.1)
    monkeypatch.setattr(glints, "WORTH", 0.5)
    assert seen(picture) == plain
    monkeypatch.setattr(glints, "is_mirroring", lambda *_: True)
    mirroring = seen(picture)
    for colour in ("red", "black"):
        assert mirroring[colour].confidence < plain[colour].confidence
    assert mirroring["white"] == plain["white"]


def test_the_eyes_ask_about_a_value_that_a_lamp_may_hide(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = three_threes()
    plain = seen(picture)
    monkeypatch.setattr(glints, "NOT_ASKED", 1.1)
    assert seen(picture) == plain
    monkeypatch.setattr(glints, "thinkable", lambda *_: (2, 5))
    in_glare = seen(picture)
    for colour in ("red", "black"):
        assert {2, 5} <= set(in_glare[colour].maybe)
        assert in_glare[colour].confidence < SURE
    assert in_glare["white"] == plain["white"]
