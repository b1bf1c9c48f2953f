"""What the networks learn from: dice that lean and lie alone as they are said to, light as cameras keep."""

from dataclasses import replace

import numpy as np
import pytest

from pi_diavolo.vision.die_scale import COLOURS
from training.examples import COCKED, Chances, Example, examples_of_look
from training.light import as_kept, burnt, pressed
from training.samples import Frame, is_alone

GRAY = COLOURS.index("gray")


def leaning_order_dice(examples: list[Example]) -> list[bool]:
    return [bool(row[COCKED]) for example in examples for row in example.dice if row[0] == GRAY]


@pytest.mark.parametrize(("often", "leans"), [(1.0, True), (0.0, False)])
def test_the_order_die_leans_as_often_as_wanted_whatever_the_others_do(often: float, leans: bool) -> None:
    chances = Chances(hands=0, leans=1 - often, order_leans=often)
    told = leaning_order_dice(examples_of_look(1_000_001, 3, chances))
    assert told == [leans] * 3


def test_too_much_light_is_cut_off_or_pressed_together_but_never_turned_round() -> None:
    light, rng = np.linspace(0, 4, 200, dtype=np.float32), np.random.default_rng(1)
    seen = [pressed(light, rng) for _ in range(20)]
    assert all((np.diff(each) >= 0).all() for each in seen)
    # What is cut off is so a little above white: it is made soft before it is kept.
    assert {bool(each.max() <= 1.01) for each in seen} == {True, False}


def test_a_kept_picture_has_its_size_and_channels() -> None:
    rng = np.random.default_rng(1)
    for shape in ((48, 48, 3), (32, 32)):
        image = rng.integers(0, 256, shape, np.uint8)
        assert {as_kept(image, rng).shape for _ in range(10)} == {shape}


def test_of_faces_that_mirror_a_lamp_most_still_show_something_of_their_pips() -> None:
    rng, face = np.random.default_rng(1), np.full((48, 48, 3), 30, np.uint8)
    pipped = face.copy()
    pipped[20:28, 20:28] = 230
    told = []
    for seed in rng.integers(1 << 30, size=60).tolist():
        lit, plain = (burnt(each, np.random.default_rng(seed)).astype(int) for each in (pipped, face))
        told.append(np.abs(lit - plain)[18:30, 18:30].mean() > 2)
    assert sum(told) > 0.8 * len(told)


def test_a_die_is_alone_unless_another_or_a_wall_is_near() -> None:
    (example,) = examples_of_look(1_000_002, 1, Chances(hands=0, leans=0))
    frame = Frame(example.picture(), example.camera, example.die_mm, example.die_mm)
    alone = [is_alone(frame, number, example) for number in range(len(example.dice))]
    only = replace(example, dice=example.dice[:1], tray_mm=(1000.0, 1000.0))
    at_a_wall = replace(only, tray_mm=(0.0, 0.0))
    beside_itself = replace(only, dice=np.repeat(only.dice, 2, axis=0))
    assert set(alone) == {True, False}
    assert is_alone(frame, 0, only)
    assert not is_alone(frame, 0, at_a_wall)
    assert not is_alone(frame, 0, beside_itself)
