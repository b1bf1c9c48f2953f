"""Dice in photographs without table or markers: what was painted is what is read."""

from collections import Counter
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from benchmarks.photos import PHOTOS, matched, measure
from pi_diavolo.vision.free import FreeDie, _confidence, of_usual_size, read_free
from pi_diavolo.vision.free_networks import COLOURS
from training.free_grounds import draw_ground
from training.free_scenes import SeenDie, draw_group, draw_scene, photographed

Image = npt.NDArray[np.uint8]
# Far from the seeds that training draws.
UNSEEN = 1_000_000
SCENES = 12


@cache
def some_scenes() -> tuple[tuple[Image, tuple[SeenDie, ...]], ...]:
    rng = np.random.default_rng(UNSEEN)
    groups = [draw_group(UNSEEN + n) for n in range(SCENES)]
    drawn = [draw_scene(rng, [group], 480, 44.0) for group in groups]
    return tuple((picture, tuple(dice)) for picture, dice in drawn)


def as_truth(dice: tuple[SeenDie, ...]) -> list[dict[str, object]]:
    boxes = [(die.top + die.whole) / 2 for die in dice]
    return [
        {"box": (x, y, right - x, bottom - y), "value": die.value}
        for die, (x, y, right, bottom) in zip(dice, boxes, strict=True)
    ]


def a_clear_scene() -> Image:
    """White dice with black pips on a plain dark ground, seen from straight above."""
    image = np.full((480, 640, 3), (60, 90, 40), np.uint8)
    spots = {
        1: [(0, 0)],
        4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
        6: [(x, y) for x in (-1, 1) for y in (-1, 0, 1)],
    }
    for (value, pips), x in zip(spots.items(), (150, 320, 490), strict=True):
        corner = (x - 30, 210)
        cv2.rectangle(image, corner, (x + 30, 270), (235, 235, 235), -1)
        for across, down in pips:
            cv2.circle(image, (x + 16 * across, 240 + 16 * down), 6, (20, 20, 20), -1, cv2.LINE_AA)
        assert value == len(pips)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 1.2), np.uint8)


def values(dice: tuple[FreeDie, ...]) -> list[int]:
    return [die.value for die in sorted(dice, key=lambda die: die.box[0])]


def test_a_box_is_told_nearer_to_the_size_of_the_others_round_its_own_middle() -> None:
    usual, small = FreeDie(3, "red", (0, 0, 40, 40), 0.9), FreeDie(5, "red", (100, 60, 20, 20), 0.9)
    first, *_, last = of_usual_size([usual, usual, small])
    assert first.box == pytest.approx(usual.box)
    x, y, wide, high = last.box
    assert (x + wide / 2, y + high / 2) == pytest.approx((110, 70))
    assert 20 < wide < 40
    assert wide == pytest.approx(high)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_picture_shows_the_same_dice_as_surely(quarters: int) -> None:
    picture = a_clear_scene()
    turned = read_free(np.ascontiguousarray(np.rot90(picture, quarters)))
    plain = read_free(picture)
    assert Counter(die.value for die in turned) == Counter(die.value for die in plain)
    sureness = [sorted(die.confidence for die in dice) for dice in (turned, plain)]
    assert sureness[0] == pytest.approx(sureness[1], abs=0.05)


def test_most_painted_dice_are_read_and_little_else() -> None:
    count: Counter[str] = Counter()
    for picture, dice in some_scenes():
        plain = tuple(die for die in dice if die.value and die.visible > 0.9)
        read = read_free(picture)
        right = matched(read, as_truth(plain))
        count.update(right=len(right), there=len(plain))
        known = matched(read, as_truth(dice))
        count.update(said=len(read), known=len(known))
    # Painted scenes are harder than most photographs: odd colours, glare, blur, dice that hide each other.
    assert count["right"] >= 0.6 * count["there"] > 0
    assert count["known"] >= 0.8 * count["said"]


def test_grounds_full_of_round_and_square_things_are_no_dice() -> None:
    rng = np.random.default_rng(UNSEEN + 1)
    found = [len(read_free(photographed(rng, draw_ground(rng, 480, 40.0)))) for _ in range(10)]
    assert sum(found) <= 4


@pytest.mark.parametrize("scale", [0.6, 1.0, 2.5])
def test_dice_are_read_at_any_size_and_their_boxes_lie_round_them(scale: float) -> None:
    dice = read_free(cv2.resize(a_clear_scene(), None, fx=scale, fy=scale))
    assert values(dice) == [1, 4, 6]
    for die, x in zip(sorted(dice, key=lambda die: die.box[0]), (150, 320, 490), strict=True):
        assert die.box[0] + die.box[2] / 2 == pytest.approx(x * scale, abs=10 * scale)
        assert die.box[2] == pytest.approx(60 * scale, rel=0.35)
        assert die.colour in COLOURS
        assert 0 <= die.confidence <= 1


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_photograph_reads_the_same(turns: int) -> None:
    image = np.ascontiguousarray(np.rot90(a_clear_scene(), turns))
    assert sorted(values(read_free(image))) == [1, 4, 6]


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(lambda image: cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), id="gray"),
        pytest.param(lambda image: cv2.cvtColor(image, cv2.COLOR_BGR2BGRA), id="alpha"),
        pytest.param(lambda image: image.astype(np.uint16) * 257, id="16 bits"),
    ],
)
def test_any_kind_of_picture_will_do(changed: object) -> None:
    assert callable(changed)
    assert values(read_free(changed(a_clear_scene()))) == [1, 4, 6]


def test_forty_megapixels_are_read_in_the_pixels_of_the_photograph() -> None:
    dice = read_free(cv2.resize(a_clear_scene(), (7304, 5478)))
    assert values(dice) == [1, 4, 6]
    assert max(die.box[0] for die in dice) > 4000


@pytest.mark.parametrize("shape", [(1, 1, 3), (1, 900, 3), (700, 2, 3), (33, 17, 3)])
def test_the_smallest_pictures_have_no_dice(shape: tuple[int, int, int]) -> None:
    assert read_free(np.full(shape, 90, np.uint8)) == ()


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the photographs are not at hand")
def test_real_photographs_are_read_better_than_by_the_common_recipe() -> None:
    for source, (ours, theirs) in measure(PHOTOS, every=14).items():
        assert ours.f1 > theirs.f1, source


def test_in_any_photograph_no_reading_is_called_surer_than_photographs_bear_out() -> None:
    chances = [0.5, 0.9, 0.97, 0.99, 0.999, 0.9999, 1.0]
    sure = [_confidence(chance, chance) for chance in chances]
    assert sure == sorted(sure)
    assert sure[0] < 0.5
    assert sure[-2] > sure[-3]
    assert sure[-1] < 0.98
