"""What moves is told from what does not, on painted streams: hands, dice, light and noise."""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from pi_diavolo.simulator.painter import (
    Hand,
    PaintedDie,
    Painter,
    TableLook,
    draw_clip,
    draw_look,
    from_throw,
    lying,
)
from pi_diavolo.simulator.painting.look import Geometry, Sensor
from pi_diavolo.table.locking import State
from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.motion import Motion, is_free
from pi_diavolo.vision.table_file import SMALLEST_TRAY_MM, TableFile
from pi_diavolo.vision.table_geometry import Tray
from tests.simulator.painted import CLEAN, a_camera, a_clean_look, a_throw

Image = npt.NDArray[np.uint8]
ROLLING, REST, HAND = State.ROLLING, State.REST, State.HAND
SIZE = (800, 600)
NOISY = replace(CLEAN, noise=2.5, bayer=True, jpeg=70)
USUAL = TableFile()
OVER_TRAY = Hand((20, 30), 270)
OVER_PLATE = Hand((-178, -60), 200)


def a_motion(shift_mm: float = 0.0, table: TableFile = USUAL) -> Motion:
    place = a_camera(SIZE, shift_mm)
    K, dist, R, t = (np.asarray(part, np.float64) for part in (place.K, place.dist, place.R, place.t))  # noqa: N806
    return Motion(Camera(K, dist, R, t, place.size), table)


def some_dice(look: TableLook, seed: int = 1) -> list[PaintedDie]:
    return from_throw(a_throw(look, seed), look, np.random.default_rng(seed))


@cache
def a_painter(sensor: Sensor = CLEAN) -> Painter:
    return Painter(a_clean_look(), a_camera(SIZE), sensor=sensor)


def states(frames: Iterable[Image], motion: Motion | None = None, first: int = 0) -> list[State]:
    motion = motion or a_motion()
    return [motion.see(frame, (first + number) / 30).state for number, frame in enumerate(frames)]


def still(painter: Painter, hand: Hand | None = None, count: int = 8, seed: int = 3) -> list[Image]:
    rng, dice = np.random.default_rng(seed), some_dice(painter.look)
    return [painter.paint(dice, rng, hand).image for _ in range(count)]


@pytest.mark.parametrize(("sensor", "seed"), [(CLEAN, 2), (NOISY, 3)], ids=["clean", "noisy"])
def test_dice_roll_until_they_rest(sensor: Sensor, seed: int) -> None:
    painter, rng = a_painter(sensor), np.random.default_rng(seed)
    clip = draw_clip(rng, some_dice(painter.look, seed), (300, 300))
    seen = states(picture.image for picture in painter.film(clip, clip.rest_frame + 8, rng))
    assert set(seen[: clip.rest_frame]) == {ROLLING}
    assert set(seen[clip.rest_frame + 5 :]) == {REST}


@pytest.mark.parametrize("floor", range(1, 5))
def test_dice_lie_still_on_any_floor_in_any_light(floor: int) -> None:
    look = draw_look(np.random.default_rng(floor), Geometry())
    seen = states(still(Painter(look, a_camera(SIZE))))
    assert set(seen[3:]) == {REST}


def test_the_smallest_tray_that_a_table_file_may_tell_of_can_be_watched() -> None:
    motion = a_motion(table=TableFile(tray=Tray(SMALLEST_TRAY_MM, SMALLEST_TRAY_MM), bases=()))
    assert states(still(a_painter(NOISY)), motion)[-1] is REST


def brighter(frame: Image, number: int) -> Image:
    """An auto exposure that takes a step, on a camera with a tone curve."""
    return frame if number < 9 else np.asarray(255 * (frame / 255) ** 0.8, np.uint8)


def flickering(frame: Image, number: int) -> Image:
    """Bands of a lamp on the mains, wandering through the picture."""
    rows = np.arange(frame.shape[0])[:, None, None]
    return np.asarray(frame * (0.96 + 0.04 * np.sin(rows / 60 + 1.3 * number)), np.uint8)


def in_a_wandering_shadow(frame: Image, number: int) -> Image:
    """Someone leans over: a soft shadow comes in from the left."""
    columns = np.arange(frame.shape[1])[None, :, None]
    return np.asarray(frame * (0.7 + 0.3 / (1 + np.exp((16 * number - columns + 200) / 60))), np.uint8)


def compressed(frame: Image, number: int) -> Image:
    quality = [cv2.IMWRITE_JPEG_QUALITY, 40 + number % 3]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", frame, quality)[1], cv2.IMREAD_COLOR), np.uint8)


def trembling(frame: Image, number: int) -> Image:
    """Somebody walks by: a third of a pixel to and fro."""
    shift = np.array([[1, 0, 0.3 * math.sin(number)], [0, 1, 0.2 * math.cos(2 * number)]])
    return np.asarray(cv2.warpAffine(frame, shift, SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize("spoil", [brighter, flickering, in_a_wandering_shadow, compressed, trembling])
def test_light_and_camera_are_no_movement(spoil: Callable[[Image, int], Image]) -> None:
    frames = still(a_painter(NOISY), count=18)
    seen = states(spoil(frame, number) for number, frame in enumerate(frames))
    assert set(seen[3:]) == {REST}


@pytest.mark.parametrize(
    "moved",
    [
        pytest.param(lambda s: (40.0, 20.0, 90 * s), id="spins slowly in place"),
        pytest.param(lambda s: (40.0 + 8 * s, 20.0, 10.0), id="creeps"),
        pytest.param(lambda s: (40.0, 20.0 + 1.5 * math.sin(25 * s), 10.0), id="rocks"),
    ],
)
@pytest.mark.parametrize("colour", ["black", "white"])
def test_a_slow_die_still_rolls(moved: Callable[[float], tuple[float, float, float]], colour: str) -> None:
    painter, rng = a_painter(NOISY), np.random.default_rng(1)
    dice = [lying("white", 4, -60, -40, 20.0, 16.0)]
    frames = [
        painter.paint([*dice, lying(colour, 5, *moved(number / 30), 16.0)], rng).image for number in range(12)
    ]
    assert set(states(frames)) == {ROLLING}


@pytest.mark.parametrize("hand", [OVER_TRAY, Hand((-90, 100), 170), Hand((100, -60), 80, height_mm=60)])
def test_a_hand_that_lies_still_over_the_tray_is_a_hand(hand: Hand) -> None:
    painter, motion = a_painter(NOISY), a_motion()
    states(still(painter), motion)
    assert set(states(still(painter, hand), motion, 8)[1:]) == {HAND}
    assert set(states(still(painter), motion, 16)[5:]) == {REST}


def test_a_hand_that_was_there_first_is_a_hand() -> None:
    painter, motion = a_painter(NOISY), a_motion()
    assert set(states(still(painter, OVER_TRAY), motion)[3:]) == {HAND}
    assert set(states(still(painter), motion, 8)[5:]) == {REST}


def test_a_hand_that_moves_from_the_first_frame_is_a_hand_until_it_is_gone() -> None:
    painter, motion = a_painter(NOISY), a_motion()
    frames = [still(painter, Hand((20 + step, 30 - step), 270), count=1, seed=step)[0] for step in range(30)]
    assert set(states(frames, motion)[3:]) == {HAND}
    assert set(states(still(painter), motion, 30)[5:]) == {REST}


def test_rest_is_seen_in_the_third_frame_after_a_hand_has_left() -> None:
    painter, motion = a_painter(NOISY), a_motion()
    states(still(painter), motion)
    assert set(states(still(painter, OVER_TRAY), motion, 8)[3:]) == {HAND}
    assert states(still(painter), motion, 16)[2:] == [REST] * 6


def test_a_die_that_rocks_when_a_hand_has_left_does_not_rest() -> None:
    painter, motion, rng = a_painter(), a_motion(), np.random.default_rng(3)
    states(still(painter), motion)
    states(still(painter, OVER_TRAY), motion, 8)
    first, *others = some_dice(painter.look)
    x, y, z = first.centre
    rocks = [replace(first, centre=(x + 1.5 * (n % 2), y, z)) for n in range(8)]
    assert REST not in states((painter.paint([die, *others], rng).image for die in rocks), motion, 16)


def shaded(frame: Image, depth: int) -> Image:
    """Something as dark as its own shadow reaches so many pixels into the tray from below."""
    shade = frame.copy()
    shade[505 - depth :, 320:480] = (0.55 * shade[505 - depth :, 320:480]).astype(np.uint8)
    return shade


def test_a_dark_hand_that_turns_round_is_a_hand_all_the_while() -> None:
    frames = still(a_painter(), count=8)
    way_in, pause, way_out = [*range(20, 200, 20)], [200] * 5, [*range(180, 0, -20)]
    motion = a_motion()
    states(frames, motion)
    seen = states(
        (shaded(frames[n % 8], depth) for n, depth in enumerate(way_in + pause + way_out)), motion, 8
    )
    assert set(seen[3:]) == {HAND}
    assert states(frames, motion, 8 + len(seen))[-1] is REST


def half_in_shadow(frame: Image, rng: np.random.Generator) -> Image:
    """A deep shadow over a part of the tray, noisier than the rest, as compression makes it."""
    dark, top = frame.copy(), SIZE[1] * 2 // 3
    part = 0.3 * dark[top:].astype(np.float32)
    grain = rng.normal(0, 2.5, (part.shape[0] // 7, part.shape[1] // 7)).astype(np.float32)
    part += cv2.resize(grain, (part.shape[1], part.shape[0]))[..., None]
    dark[top:] = np.clip(part, 0, 255).astype(np.uint8)
    return dark


def test_a_noisy_shadow_is_no_movement() -> None:
    rng = np.random.default_rng(8)
    seen = states(half_in_shadow(frame, rng) for frame in still(a_painter(), count=10))
    assert set(seen[3:]) == {REST}


def test_a_hand_that_reaches_in_is_never_taken_for_rolling_dice() -> None:
    painter, rng = a_painter(NOISY), np.random.default_rng(4)
    clip = draw_clip(rng, some_dice(painter.look), (300, 300), hand_after_s=0.5, hand_to=(0.0, 0.0))
    seen = states(picture.image for picture in painter.film(clip, clip.rest_frame + 64, rng))
    after = seen[clip.rest_frame + 4 :]
    assert HAND in after
    assert ROLLING not in after
    assert after[-1] is REST


def test_something_left_lying_over_the_rim_is_no_hand_for_ever() -> None:
    painter, motion = a_painter(), a_motion()
    states(still(painter), motion)
    slow = still(painter, OVER_TRAY, count=30)
    assert [motion.see(frame, 1 + 0.2 * number).state for number, frame in enumerate(slow)][-1] is REST


def test_a_hand_over_the_plate_hides_no_dice() -> None:
    painter, motion = a_painter(NOISY), a_motion()
    states(still(painter), motion)
    seen = states(still(painter, OVER_PLATE), motion, 8)
    assert set(seen[4:]) == {REST}


def test_an_imp_that_is_lifted_is_not_in_the_tray() -> None:
    look, motion = a_clean_look(), a_motion()
    imps = {base: ("red", place) for base, place in enumerate(look.geometry.bases)}
    with_imp = Painter(look, a_camera(SIZE), imps, sensor=NOISY)
    without = Painter(look, a_camera(SIZE), dict(list(imps.items())[1:]), sensor=NOISY)
    states(still(with_imp), motion)
    assert set(states(still(without), motion, 8)) == {REST}


def test_a_knocked_camera_is_a_movement() -> None:
    motion, frames = a_motion(), still(a_painter(NOISY))
    states(frames, motion)
    knocked = [np.roll(frame, 6, axis=1) for frame in frames]
    seen = states(knocked, motion, 8)
    assert seen[0] is not REST
    assert seen[-1] is REST


@pytest.mark.parametrize("kind", ["gray", "alpha", "16 bit"])
def test_pictures_of_any_kind_will_do(kind: str) -> None:
    def as_kind(frame: Image) -> npt.NDArray[Any]:
        match kind:
            case "gray":
                return frame[..., 1]
            case "alpha":
                return np.dstack([frame, frame[..., :1]])
        return frame.astype(np.uint16) << 8

    motion = a_motion()
    seen = [motion.see(as_kind(frame), number / 30).state for number, frame in enumerate(still(a_painter()))]
    assert set(seen[3:]) == {REST}


def test_where_the_hand_is_nothing_is_clear() -> None:
    painter, motion = a_painter(), a_motion()
    states(still(painter), motion)
    movement = [motion.see(frame, (8 + n) / 30) for n, frame in enumerate(still(painter, OVER_TRAY))][-1]
    assert not is_free(movement.hand, Point(20, -40), 12)
    assert is_free(movement.hand, Point(-120, 120), 12)
