"""What is painted is what the truth says."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_diavolo.simulator.painter import (
    Clutter,
    Geometry,
    Hand,
    Painter,
    against_wall,
    draw_camera,
    draw_glyph_set,
    draw_hand,
    draw_imps,
    draw_look,
    draw_sensor,
    from_throw,
    leaning,
    lying,
    paint,
    spoiled,
)
from pi_diavolo.simulator.painting.arrays import Bytes, Float, f32
from pi_diavolo.simulator.painting.look import Material
from pi_diavolo.simulator.painting.truth import Truth
from tests.lots import by_lot
from tests.simulator.painted import a_camera, a_clean_look, a_painter, a_throw

SMALL = (640, 480)


def found_markers(image: Bytes) -> dict[int, Float]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(image)
    return {int(n): c.reshape(4, 2) for n, c in zip(np.ravel(numbers), corners, strict=True)}


def pips_on_top(image: Bytes, truth: Truth, dark: bool) -> int:
    """Spots of the pips' colour in the first die's top face, straightened."""
    side = 160
    square = f32([[0, 0], [side, 0], [side, side], [0, side]])
    flat = cv2.warpPerspective(
        image, cv2.getPerspectiveTransform(truth.dice[0].corners_px, square), (side, side)
    )
    inner = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)[12:-12, 12:-12]
    middle = (float(inner.max()) + float(inner.min())) / 2
    spots = (inner < middle) if dark else (inner > middle)
    _, _, stats, _ = cv2.connectedComponentsWithStats(spots.astype(np.uint8))
    return int((stats[1:, cv2.CC_STAT_AREA] > 150).sum())


@pytest.fixture(scope="module")
def painter() -> Painter:
    return a_painter(tilt_mm=120)


def test_the_same_seed_paints_the_same_picture() -> None:
    def once() -> Bytes:
        rng = np.random.default_rng(4)
        look = draw_look(rng)
        camera = draw_camera(rng, look.geometry, SMALL)
        dice = from_throw(a_throw(look, 4), look, rng)
        return paint(look, camera, dice, rng, draw_imps(rng, look.geometry)).image

    assert (once() == once()).all()


@pytest.mark.parametrize("colour", ["black", "white", "red", "blue", "yellow"])
@pytest.mark.parametrize("value", range(1, 7))
def test_the_top_face_shows_as_many_pips_as_its_value(painter: Painter, colour: str, value: int) -> None:
    die = lying(colour, value, 40, -25, 33, 16, left_handed=painter.look.dice.left_handed)
    picture = painter.paint([die], np.random.default_rng(0))
    assert pips_on_top(picture.image, picture.truth, dark=colour in ("white", "yellow")) == value


def test_opposite_faces_sum_to_seven() -> None:
    die = lying("red", 2, 0, 0, 10, 16)
    over = leaning(die, 180, 0)
    assert over.value == 5


def test_pixels_of_the_truth_are_its_millimetres_through_the_lens(painter: Painter) -> None:
    dice = from_throw(a_throw(painter.look, 3), painter.look, np.random.default_rng(3))
    truth = painter.paint(dice, np.random.default_rng(0)).truth
    for die in truth.dice:
        assert np.allclose(painter.camera.project(die.top_mm)[0], die.top_px, atol=1e-3)
        assert np.allclose(die.corners_px.mean(axis=0), die.top_px, atol=0.5)


def test_a_single_pip_is_painted_where_the_truth_has_the_top_face(painter: Painter) -> None:
    die = lying("black", 1, 61, 72, 20, 16)
    picture = painter.paint([die], np.random.default_rng(0))
    x, y = np.rint(picture.truth.dice[0].top_px).astype(int)
    patch = cv2.cvtColor(picture.image, cv2.COLOR_BGR2GRAY)[y - 9 : y + 10, x - 9 : x + 10].astype(float)
    weight = np.clip(patch - 110, 0, None)
    rows, columns = np.mgrid[y - 9 : y + 10, x - 9 : x + 10]
    centre = (columns * weight).sum() / weight.sum(), (rows * weight).sum() / weight.sum()
    assert np.allclose(centre, picture.truth.dice[0].top_px, atol=0.35)


def test_markers_are_found_where_the_truth_has_them() -> None:
    picture = a_painter(tilt_mm=60).paint([], np.random.default_rng(0))
    found = found_markers(picture.image)
    assert sorted(found) == [0, 1, 2, 3]
    for marker in picture.truth.markers:
        assert np.abs(found[marker.number] - marker.corners_px).max() < 1.2


def test_a_hidden_marker_is_not_to_be_seen() -> None:
    painter = Painter(a_clean_look(), a_camera(), clutter=Clutter(hidden=(1,), seed=3))
    picture = painter.paint([], np.random.default_rng(0))
    assert sorted(found_markers(picture.image)) == [0, 2, 3]
    assert [marker.visible > 0.9 for marker in picture.truth.markers] == [True, False, True, True]


def test_a_glared_marker_is_brighter_and_named() -> None:
    plain, glared = (
        Painter(a_clean_look(), a_camera(), clutter=clutter).paint([], np.random.default_rng(0))
        for clutter in (None, Clutter(glared=(2,)))
    )
    x, y = np.rint(plain.truth.markers[2].corners_px.mean(axis=0)).astype(int)
    assert glared.image[y, x].sum() > plain.image[y, x].sum() or plain.image[y, x].min() > 250
    assert [marker.glared for marker in glared.truth.markers] == [False, False, True, False]


def test_a_hand_hides_what_lies_beneath_it(painter: Painter) -> None:
    dice = [lying("red", 5, 0, -30, 0, 16), lying("red", 5, 0, 120, 0, 16)]
    truth = painter.paint(dice, np.random.default_rng(0), Hand(tip=(0, 40), from_deg=270)).truth
    assert truth.hand
    assert truth.dice[0].visible < 0.1
    assert truth.dice[1].visible > 0.95


def test_dice_cocked_stacked_and_outside_are_named_so() -> None:
    look = a_clean_look()
    flat = lying("red", 3, 100, 10, 5, 16)
    dice = [
        flat,
        against_wall(flat, 25, look.geometry.tray_mm),
        lying("white", 1, 0, 0, 0, 16, z=16),
        lying("black", 2, 185, 20, 0, 16),
    ]
    truth = Painter(look, a_camera()).paint(dice, np.random.default_rng(0)).truth
    assert [die.cocked for die in truth.dice] == [False, True, False, False]
    assert [die.stacked for die in truth.dice] == [False, False, True, False]
    assert [die.outside for die in truth.dice] == [False, False, False, True]


def test_a_die_behind_the_wall_is_partly_hidden() -> None:
    painter = a_painter(tilt_mm=-280)
    die = lying("red", 3, 165, 0, 0, 16)
    assert painter.paint([die], np.random.default_rng(0)).truth.dice[0].visible < 0.7


def test_what_does_not_count_in_a_throw_does_not_count_in_the_picture() -> None:
    look, rng, seen = a_clean_look(), np.random.default_rng(1), set()
    painter = Painter(look, a_camera(SMALL))
    for seed in range(40):
        thrown = a_throw(look, seed, invalid=1.0)
        truth = painter.paint(from_throw(thrown, look, rng), rng).truth
        code = thrown.faults[0].code
        named = {
            "die_cocked": any(die.cocked for die in truth.dice),
            "die_stacked": any(die.stacked for die in truth.dice),
            "die_outside_tray": any(die.outside for die in truth.dice),
            "die_missing": len(truth.dice) == 9,
            "too_many_dice": len(truth.dice) == 11,
        }
        assert named[code]
        seen.add(code)
    assert seen == {"die_cocked", "die_stacked", "die_outside_tray", "die_missing", "too_many_dice"}


def test_the_order_die_shows_the_face_that_was_thrown_and_its_corners_follow_it() -> None:
    look = a_clean_look()
    thrown = a_throw(look, 9)
    assert thrown.true_roll.order_die is not None
    rng = np.random.default_rng(0)
    order = Painter(look, a_camera(SMALL)).paint(from_throw(thrown, look, rng), rng).truth.dice[-1]
    assert order.symbol == thrown.true_roll.order_die.face
    right = order.corners_px[1] - order.corners_px[0]
    assert np.degrees(np.arctan2(-right[1], right[0])) % 360 == pytest.approx(order.glyph_yaw_deg, abs=2)


@pytest.mark.parametrize(("how", "low", "high"), [("dark", 0, 60), ("bright", 160, 255)])
def test_a_spoiled_exposure_is_dark_or_bright(how: str, low: float, high: float) -> None:
    painter = a_painter()
    painter.use_sensor(spoiled(painter.sensor, how))
    assert low <= painter.paint([], np.random.default_rng(0)).image.mean() <= high


def test_glyph_sets_have_six_different_signs() -> None:
    glyphs = draw_glyph_set(np.random.default_rng(0))
    assert len(set(glyphs.names)) == 6
    pairs = [(a, b) for i, a in enumerate(glyphs.pictures) for b in glyphs.pictures[i + 1 :]]
    assert all(np.abs(a.astype(float) - b).mean() > 10 for a, b in pairs)


def test_dice_that_lie_still_differ_only_by_noise() -> None:
    painter = a_painter()
    painter.use_sensor(replace(painter.sensor, noise=1.0))
    die, rng = lying("red", 3, 0, 0, 0, 16), np.random.default_rng(0)
    one, other = (painter.paint([die], rng).image.astype(int) for _ in range(2))
    assert 0 < np.abs(one - other).max() < 25


def test_tables_by_lot_are_painted_without_complaint() -> None:
    for seed in range(by_lot(200, usually=40)):
        rng = np.random.default_rng(seed)
        look = draw_look(rng, Geometry() if seed % 5 == 0 else None)
        camera = draw_camera(rng, look.geometry, (320, 240))
        dice = from_throw(a_throw(look, seed, invalid=0.3), look, rng)
        painter = Painter(look, camera, draw_imps(rng, look.geometry), draw_sensor(rng, look.light))
        hand = draw_hand(rng, (0, 0)) if seed % 4 == 0 else None
        picture = painter.paint(dice, rng, hand)
        assert picture.image.shape == (240, 320, 3)
        assert all(0 <= die.visible <= 1 for die in picture.truth.dice)


def test_every_pixel_knows_its_millimetre() -> None:
    rng = np.random.default_rng(8)
    camera = draw_camera(rng, Geometry())
    x, y = camera.floor_seen()
    rows, columns = rng.integers(0, 960, 500), rng.integers(0, 1280, 500)
    seen = np.column_stack([x[rows, columns], y[rows, columns], np.zeros(500)])
    assert np.abs(camera.project(seen) - np.column_stack([columns, rows])).max() < 0.03


def test_the_side_of_a_shiny_imp_mirrors_the_plate_and_that_of_a_matt_one_does_not() -> None:
    def side_of_imp(rough: float, plate: tuple[float, float, float]) -> float:
        look, camera = a_clean_look(), a_camera()
        material = Material("plain", plate, plate, grain=0.0)
        finish = replace(look.imps["black"], gloss=0.04, rough=rough)
        look = replace(look, plate=material, disc=material, imps={"black": finish})
        x, y = look.geometry.bases[3]
        image = Painter(look, camera, {3: ("black", (x, y))}).paint([], np.random.default_rng(0)).image
        # Beyond the middle of the table the camera sees the side that is turned to it.
        at = f32([[x - look.geometry.imp_mm / 2, y, look.geometry.imp_high_mm * 0.7]])
        column, row = np.rint(camera.project(at)[0]).astype(int)
        return float(image[row, column].mean())

    white, dark = (0.8, 0.8, 0.8), (0.05, 0.05, 0.05)
    assert side_of_imp(0.05, white) > side_of_imp(0.05, dark) + 30
    assert side_of_imp(1.0, white) < side_of_imp(0.05, white) - 30
