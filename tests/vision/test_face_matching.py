"""Order faces in sketches that nobody learned: matched where a shade of them is left, else doubted."""

from itertools import islice

import numpy as np
import pytest

from pi_diavolo.vision.face_fitting import CUT_PX, ROUND_PX, levelled
from pi_diavolo.vision.face_matching import in_all_turns, matched, seen_cuts, seen_faces
from pi_diavolo.vision.networks import Bytes, Numbers
from pi_diavolo.vision.order_die import LIKELY
from training.face_sketches import FACES, drawn_signs, lessons

# The networks learned from another seed.
UNSEEN, SKETCHES = 7_000_000, 300


def chances(cut: Bytes, faces: Bytes) -> Numbers:
    cuts = cut[None]
    shown = in_all_turns(seen_faces(faces, levelled(faces), ROUND_PX))
    return matched(seen_cuts(cuts, levelled(cuts)), shown)


@pytest.fixture(scope="module")
def told() -> list[tuple[Numbers, int]]:
    """What is said of many sketches, and which face each shows."""
    rng = np.random.default_rng(UNSEEN)
    sketches = islice(lessons(drawn_signs(rng), rng), SKETCHES)
    return [(chances(cut, faces), shown) for cut, faces, shown in sketches]


def test_whoever_is_surely_matched_is_the_right_one(told: list[tuple[Numbers, int]]) -> None:
    sure = [(int(each.argmax()), shown) for each, shown in told if each.max() >= LIKELY]
    assert len(sure) > SKETCHES / 2
    assert [(found, shown) for found, shown in sure if found != shown] == []


def test_a_face_that_is_not_enrolled_is_none_of_them(told: list[tuple[Numbers, int]]) -> None:
    strangers = [each for each, shown in told if shown == FACES]
    assert len(strangers) > 10
    assert max(float(each.max()) for each in strangers) < LIKELY


def test_a_face_of_which_nothing_is_left_may_be_any_of_them() -> None:
    rng = np.random.default_rng(UNSEEN + 1)
    _, faces, _ = next(lessons(drawn_signs(rng), rng))
    white = rng.integers(246, 256, (CUT_PX, CUT_PX)).astype(np.uint8)
    assert chances(white, faces).max() < LIKELY
