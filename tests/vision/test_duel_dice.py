"""Dice of the four elements in painted pictures: read as they lie, or told what is wrong with them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from pi_diavolo.painted_table import table_file_of
from pi_diavolo.simulator.painter import (
    Hand,
    PaintedDie,
    Painter,
    draw_hand,
    leaning,
    look_at,
    lying,
    spoiled,
)
from pi_diavolo.table.duel_tray import DiceAwaited
from pi_diavolo.table.duels import COLOURS
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.view import Code, TableView
from pi_diavolo.vision.duel_dice import DuelEyes
from pi_diavolo.vision.picture import Picture
from tests.simulator.painted import a_camera, a_clean_look

GREEN, RED, BLUE, WHITE = COLOURS.values()
FOUR = ((GREEN, 3, -60, -80), (RED, 6, 10, -60), (BLUE, 5, 70, 90), (WHITE, 1, -30, 40))


@cache
def a_painter() -> Painter:
    return Painter(a_clean_look(0), a_camera(tilt_mm=90))


def dice(*shown: tuple[Colour, int, float, float]) -> list[PaintedDie]:
    return [a_die(colour, value, x, y, 37.0 * n) for n, (colour, value, x, y) in enumerate(shown)]


def a_die(colour: Colour, value: int, x: float, y: float, yaw: float = 0.0) -> PaintedDie:
    look = a_painter().look.dice
    return lying(str(colour), value, x, y, yaw, look.size_mm, left_handed=look.left_handed)


def exactly(**counts: int) -> DiceAwaited:
    wanted = {colour: counts.get(str(colour), 0) for colour in COLOURS.values()}
    return DiceAwaited(wanted, wanted, is_exact=True)


def up_to(most: int) -> DiceAwaited:
    return DiceAwaited(dict.fromkeys(COLOURS.values(), 0), dict.fromkeys(COLOURS.values(), most))


ONE_OF_EACH = exactly(green=1, red=1, blue=1, white=1)


def look(
    painted: Sequence[PaintedDie], expect: DiceAwaited = ONE_OF_EACH, hand: Hand | None = None
) -> TableView:
    painter = a_painter()
    eyes = DuelEyes(table_file_of(painter.look, painter.camera))
    return eyes.look(painter.paint(painted, np.random.default_rng(1), hand).image, expect)


@pytest.mark.parametrize("expect", [ONE_OF_EACH, up_to(2)], ids=["known", "any"])
def test_dice_of_all_elements_are_read_where_they_lie(expect: DiceAwaited) -> None:
    view = look(dice(*FOUR), expect)
    assert view.valid is True
    assert {(die.colour, die.value) for die in view.dice} == {(colour, value) for colour, value, _, _ in FOUR}
    for colour, _, x, y in FOUR:
        (die,) = (die for die in view.dice if die.colour is colour)
        assert np.hypot(die.where.x - x, die.where.y - y) < 1.5


def test_both_players_dice_are_read_also_where_they_touch() -> None:
    size = a_painter().look.dice.size_mm
    both = [*dice(*FOUR), a_die(RED, 2, -60 + size + 0.2, -80), *dice((WHITE, 6, 100, 10))]
    view = look(both, up_to(4))
    assert view.valid is True
    assert Counter(die.colour for die in view.dice) == {GREEN: 1, RED: 2, BLUE: 1, WHITE: 2}


def test_a_leaning_die_and_one_too_few_and_too_many_do_not_count() -> None:
    flat = dice(*FOUR)
    assert look([*flat[:3], leaning(flat[3], 30, 40)]).codes == (Code.DIE_COCKED,)
    assert look(flat[:3]).codes == (Code.DIE_MISSING,)
    assert look([*flat, *dice((RED, 2, 100, -100))]).codes == (Code.TOO_MANY_DICE,)


def test_a_die_beside_the_tray_is_seen_even_if_nobody_knows_how_many_were_thrown() -> None:
    geometry, flat = a_painter().look.geometry, dice(*FOUR)
    outside = dice((RED, 4, geometry.tray_mm[0] / 2 + geometry.wall_thick_mm + 14, 20))
    assert look([*flat, *outside], up_to(2)).codes == (Code.DIE_OUTSIDE_TRAY,)


def test_a_die_of_no_element_is_one_too_many() -> None:
    view = look([*dice(*FOUR), *dice((Colour.BLACK, 4, 90, -20))], up_to(2))
    assert view.valid is not True
    assert all(die.colour in COLOURS.values() for die in view.dice)


def test_what_hides_the_tray_hides_the_dice() -> None:
    hand = draw_hand(np.random.default_rng(2), (0.0, 0.0))
    assert look(dice(*FOUR), hand=hand).valid is None


def test_in_the_dark_nothing_is_made_up() -> None:
    painter = a_painter()
    eyes = DuelEyes(table_file_of(painter.look, painter.camera))
    painter.use_sensor(spoiled(painter.look.sensor, "dark"))
    try:
        view = eyes.look(painter.paint(dice(*FOUR), np.random.default_rng(1)).image, ONE_OF_EACH)
    finally:
        painter.use_sensor(painter.look.sensor)
    assert view.valid is None


def test_what_was_seen_in_the_empty_tray_is_no_die_later() -> None:
    painter, rng = a_painter(), np.random.default_rng(1)
    eyes = DuelEyes(table_file_of(painter.look, painter.camera))
    # Something like a die that leans belongs to this tray.
    print_there = leaning(a_die(BLUE, 3, 90, -90, 20.0), 35, 10)
    assert eyes.look(painter.paint([print_there], rng).image, exactly()).valid is True
    assert eyes.look(painter.paint([print_there, *dice(*FOUR)], rng).image, up_to(2)).valid is True
    # But a die that is well seen is never taken for a print.
    there = dice((BLUE, 3, 90, -90))
    assert eyes.look(painter.paint(there, rng).image, exactly()).codes == (Code.TOO_MANY_DICE,)
    assert len(eyes.look(painter.paint(there, rng).image, up_to(2)).dice) == 1


# What the empty tray teaches

NOTHING = exactly()


def with_patch(painted: Sequence[PaintedDie], x: float, y: float, hand: Hand | None = None) -> Picture:
    """A picture with a plain patch, as wide as a die, on the floor there."""
    painter = a_painter()
    image = painter.paint(painted, np.random.default_rng(1), hand).image.copy()
    corners = [(x + dx, y + dy, 0.0) for dx, dy in ((-9, -9), (9, -9), (9, 9), (-9, 9))]
    eyes = DuelEyes(table_file_of(painter.look, painter.camera))
    eyes.look(image, NOTHING)
    assert eyes.camera is not None
    cv2.fillConvexPoly(image, np.round(eyes.camera.project(corners)).astype(np.int32), (200, 60, 200))
    return image


def test_what_is_printed_on_the_floor_hides_no_die_once_the_empty_tray_was_seen() -> None:
    eyes = DuelEyes(table_file_of(a_painter().look, a_painter().camera))
    flat = dice(*FOUR)
    assert Code.DIE_UNSURE in eyes.look(with_patch(flat, 60, 0), up_to(2)).codes
    eyes.look(with_patch((), 60, 0), NOTHING)
    assert eyes.look(with_patch(flat, 60, 0), up_to(2)).valid is True
    assert Code.DIE_UNSURE in eyes.look(with_patch(flat, -90, 90), up_to(2)).codes


def test_a_hand_over_the_empty_tray_is_not_taken_for_its_floor() -> None:
    eyes = DuelEyes(table_file_of(a_painter().look, a_painter().camera))
    hand = draw_hand(np.random.default_rng(3), (0.0, 0.0), 270)
    for painted, expect in (((), NOTHING), (dice(*FOUR), ONE_OF_EACH)):
        view = eyes.look(a_painter().paint(painted, np.random.default_rng(1), hand).image, expect)
        assert Code.TRAY_HIDDEN in view.codes


def test_a_die_that_may_lie_out_of_the_picture_is_not_surely_missing() -> None:
    turned, shift = look_at([0, 0, 700], [-38, -38, 0], 45)
    place = replace(a_camera(), R=turned, t=shift)
    painter, eyes = Painter(a_clean_look(0), place), DuelEyes(table_file_of(a_clean_look(0), place))
    empty, two_red = up_to(0), exactly(red=2)
    for shown, expect in (((), empty), (((RED, 3, -50, 40), (RED, 5, 135, 135)), two_red)):
        view = eyes.look(painter.paint(dice(*shown), np.random.default_rng(1)).image, expect)
    assert view.valid is None
