"""Filmed throws end where they should, when they say."""

from itertools import pairwise

import numpy as np

from pi_diavolo.simulator.painter import Painter, draw_clip, from_throw
from tests.simulator.painted import a_camera, a_clean_look, a_throw

SMALL = (640, 480)


def test_a_throw_ends_with_the_dice_that_were_thrown() -> None:
    look, rng = a_clean_look(), np.random.default_rng(2)
    dice = from_throw(a_throw(look, 2), look, rng)
    clip = draw_clip(rng, dice, look.geometry.tray_mm)
    last = list(clip.moments(clip.rest_frame + 2))[-1]
    assert [die.value for die in last.dice] == [die.value for die in dice]
    assert all(np.allclose(a.centre, b.centre, atol=0.3) for a, b in zip(last.dice, dice, strict=True))


def test_before_the_rest_frame_something_moves_and_after_it_nothing() -> None:
    look, rng = a_clean_look(), np.random.default_rng(3)
    dice = from_throw(a_throw(look, 3), look, rng)
    clip = draw_clip(rng, dice, look.geometry.tray_mm)
    painter = Painter(look, a_camera(SMALL))
    images = [picture.image.astype(int) for picture in painter.film(clip, clip.rest_frame + 3, rng)]
    changes = [np.abs(b - a).max() for a, b in pairwise(images)]
    assert min(changes[: clip.rest_frame - 2]) > 30
    assert changes[-1] < 10


def test_flying_dice_stay_within_the_walls() -> None:
    look, rng = a_clean_look(), np.random.default_rng(5)
    clip = draw_clip(rng, from_throw(a_throw(look, 5), look, rng), look.geometry.tray_mm)
    for moment in clip.moments(clip.rest_frame):
        assert all(abs(die.centre[0]) < 150 and abs(die.centre[1]) < 150 for die in moment.dice)


def test_an_early_hand_comes_before_rest() -> None:
    look, rng = a_clean_look(), np.random.default_rng(6)
    dice = from_throw(a_throw(look, 6), look, rng)
    clip = draw_clip(rng, dice, look.geometry.tray_mm, hand_after_s=-0.2)
    first = next(i for i, moment in enumerate(clip.moments(200)) if moment.hand)
    assert first <= clip.rest_frame - 4
