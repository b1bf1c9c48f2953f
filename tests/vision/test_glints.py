"""Where a dark die mirrors a lamp, white that is no pip makes its value less sure."""

import cv2
import numpy as np
import pytest

from pi_diavolo.simulator.painter import lying
from pi_diavolo.table.view import DieView
from pi_diavolo.vision import glints
from pi_diavolo.vision.certainty import SURE, THINKABLE
from pi_diavolo.vision.glints import BEYOND_DOUBT, FACE, PIPS, STEP, doubted, is_mirroring, may_mislead
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


def test_the_eyes_doubt_a_die_that_mirrors_a_lamp(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table()
    size = table.painter.look.dice.size_mm
    dice = [lying(colour, 3, 60 * n, 0, 10, size) for n, colour in enumerate(("red", "white", "black"))]
    picture = table.picture(dice).image
    plain = seen(picture)
    monkeypatch.setattr(glints, "BEYOND_DOUBT", 1.1)
    monkeypatch.setattr(glints, "WORTH", 0.5)
    assert seen(picture) == plain
    monkeypatch.setattr(glints, "is_mirroring", lambda *_: True)
    mirroring = seen(picture)
    for colour in ("red", "black"):
        assert mirroring[colour].confidence < plain[colour].confidence
    assert mirroring["white"] == plain["white"]
