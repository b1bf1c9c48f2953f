"""A throw is watched from the first frame to the lock; hands and light come in between."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from pi_diavolo.painted_table import table_file_of
from pi_diavolo.simulator.painter import Hand, PaintedDie, Painter, Picture, draw_clip, lying
from pi_diavolo.table.locking import State
from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.table.view import Code, DieView, OrderDieView, TableView, Trouble
from pi_diavolo.vision.look import Expect, Eyes
from pi_diavolo.vision.watch import Seen, Watcher
from tests.simulator.painted import CLEAN, a_camera, a_clean_look

SIZE = (800, 600)
NOISY = replace(CLEAN, noise=2.0, bayer=True, jpeg=80)
OVER_TRAY = Hand((20, 30), 270)
CORNERS = ((0.0, 0.0),) * 4


class KnowingEyes(Eyes):
    """Eyes that are told what lies in each picture, and see of it what is not hidden."""

    def __init__(self, painter: Painter) -> None:
        super().__init__(table_file_of(painter.look, painter.camera))
        self.told: dict[int, Picture] = {}
        self.looked, self.least_dice = 0, 9

    def look(
        self, image: npt.NDArray[Any], at: float = 0.0, expect: Expect = Expect.ANY, *, imps: bool = True
    ) -> TableView:
        self.looked += 1
        truth = self.told[id(image)].truth
        seen = [die for die in truth.dice if die.visible > 0.7]
        places = [Point(float(die.top_mm[0]), float(die.top_mm[1])) for die in seen]
        dice = [
            DieView(Colour(die.colour), die.value, where, 0.0, (0, 0), CORNERS, 0.99)
            for die, where in zip(seen, places, strict=True)
            if die.colour != "gray"
        ]
        gray = [
            OrderDieView(die.symbol, where, 0.0, (0, 0), CORNERS, 0.99)
            for die, where in zip(seen, places, strict=True)
            if die.colour == "gray"
        ]
        missing = expect is not Expect.ORDER and len(dice) < self.least_dice
        troubles = [Trouble(Code.TRAY_HIDDEN)] if truth.hand else [Trouble(Code.DIE_MISSING)] * missing
        return TableView(at, tuple(dice), gray[0] if gray else None, troubles=tuple(troubles))


@cache
def a_painter() -> Painter:
    return Painter(a_clean_look(), a_camera(SIZE), sensor=NOISY)


class Film:
    """A painted table that is watched; frames come thirty a second."""

    def __init__(self, expect: Expect = Expect.ANY, small: tuple[int, int] | None = None) -> None:
        self.small = small  # the size of a second stream, if the camera has one
        self.painter = a_painter()
        self.eyes = KnowingEyes(self.painter)
        self.watcher, self.rng, self.frame = Watcher(self.eyes, expect), np.random.default_rng(1), 0

    def see(self, dice: Sequence[PaintedDie], hand: Hand | None = None, frames: int = 1) -> list[Seen]:
        return self.show(self.painter.paint(dice, self.rng, hand) for _ in range(frames))

    def throw(self, dice: Sequence[PaintedDie], frames: int = 12) -> int:
        """The last frames of a throw, up to the first in which all lies still; gives that frame's number."""
        clip = draw_clip(self.rng, dice, (300, 300))
        moments = list(clip.moments(clip.rest_frame + 1))[-frames:]
        seen = self.show(self.painter.paint(moment.dice, self.rng) for moment in moments)
        assert not any(one.is_new for one in seen)
        return self.frame - 1

    def show(self, pictures: Iterable[Picture]) -> list[Seen]:
        seen = []
        for picture in pictures:
            self.eyes.told[id(picture.image)] = picture
            small = (
                cv2.resize(picture.image, self.small, interpolation=cv2.INTER_AREA) if self.small else None
            )
            seen.append(self.watcher.see(picture.image, self.frame / 30, small))
            self.frame += 1
        return seen


def some_dice(aside: float = 0.0) -> list[PaintedDie]:
    values = {"black": (2, 3, 6), "white": (1, 5, 6), "red": (3, 5, 5)}
    return [
        lying(colour, value, -60 + 40 * column + aside, -60 + 40 * row, 30.0 * row + aside, 16.0)
        for row, (colour, shown) in enumerate(values.items())
        for column, value in enumerate(shown)
    ] + [lying("gray", 2, 60, 70, 15.0, 22.0)]


def new_rolls(seen: Iterable[Seen]) -> list[TableView]:
    return [one.locked for one in seen if one.is_new and one.locked]


def test_a_throw_is_locked_within_six_frames_of_rest_and_once() -> None:
    film = Film()
    rest = film.throw(some_dice())
    seen = film.see(some_dice(), frames=12)
    (first,) = [rest + 1 + number for number, one in enumerate(seen) if one.is_new]
    assert first - rest <= 6
    assert seen[-1].locked is not None
    assert seen[-1].locked.valid is True
    assert film.eyes.looked == 2


def test_motion_is_watched_in_the_small_stream_and_dice_are_read_in_the_large_one() -> None:
    film = Film(small=(400, 300))
    rest = film.throw(some_dice())
    seen = film.see(some_dice(), frames=12)
    (first,) = [rest + 1 + number for number, one in enumerate(seen) if one.is_new]
    assert first - rest <= 6
    assert film.watcher._motion is not None
    assert film.watcher._motion.camera.size == (400, 300)
    assert film.eyes.camera is not None
    assert film.eyes.camera.size == SIZE
    assert new_rolls(film.see(some_dice(), OVER_TRAY, frames=6)) == []


def printed(picture: Picture) -> Picture:
    """The same tray with a large print that reaches from its middle to its wall."""
    cv2.rectangle(picture.image, (200, 370), (500, 505), (30, 30, 120), -1)
    return picture


def test_a_print_on_the_floor_that_nobody_saw_at_rest_before_delays_no_lock() -> None:
    film, dice = Film(), [die for die in some_dice() if die.centre[1] > -30]
    film.eyes.least_dice = 6
    clip = draw_clip(film.rng, dice, (300, 300))
    moments = list(clip.moments(clip.rest_frame + 8))[-24:]
    seen = film.show(printed(film.painter.paint(moment.dice, film.rng)) for moment in moments)
    assert State.HAND in {one.state for one in seen[:8]}  # nobody can tell it from one at first
    (first,) = [number for number, one in enumerate(seen) if one.is_new]
    assert 0 < first - 16 <= 6


def test_dice_that_lie_there_from_the_start_are_locked() -> None:
    assert len(new_rolls(Film().see(some_dice(), frames=8))) == 1


def test_a_reading_that_a_hand_interrupts_is_finished_when_it_is_gone() -> None:
    film = Film()
    film.throw(some_dice())
    while film.eyes.looked == 0:
        film.see(some_dice())
    assert not new_rolls(film.see(some_dice(), OVER_TRAY, frames=8))
    (roll,) = new_rolls(film.see(some_dice(), frames=10))
    assert roll.valid is True


def test_a_die_turned_by_the_hand_is_asked_about() -> None:
    film, dice = Film(), some_dice()
    film.throw(dice)
    while film.eyes.looked == 0:
        film.see(dice)
    film.see(dice, OVER_TRAY, frames=6)
    dice[3] = lying("white", 6, -60, -20, 30.0, 16.0)
    film.see(dice, OVER_TRAY, frames=4)
    (roll,) = new_rolls(film.see(dice, frames=10))
    assert roll.valid is None
    assert [trouble.die for trouble in roll.troubles if trouble.code is Code.DIE_UNSURE] == [3]


def test_dice_that_came_to_rest_under_a_hand_are_asked_about_those_beside_it_are_not() -> None:
    film, dice = Film(), some_dice()
    clip = draw_clip(film.rng, dice, (300, 300))
    hand = Hand((0, 15), 0)  # from the right
    moments = list(clip.moments(clip.rest_frame + 1))[-12:]
    film.show(film.painter.paint(moment.dice, film.rng) for moment in moments[:8])
    film.show(film.painter.paint(moment.dice, film.rng, hand) for moment in moments[8:])
    assert not new_rolls(film.see(dice, hand, frames=12))
    (roll,) = new_rolls(film.see(dice, frames=12))
    unsure = {trouble.die for trouble in roll.troubles if trouble.code is Code.DIE_UNSURE}
    assert roll.valid is None
    assert 8 in unsure
    assert not unsure & {0, 1, 3}


def test_what_is_wrong_with_a_die_beside_a_hand_stays_with_that_die() -> None:
    dice = tuple(DieView(Colour.RED, 5, Point(40.0 * x, 0), 0.0, (0, 0), CORNERS, 0.99) for x in (-2, 0, 2))
    doubts = (Trouble(Code.DIE_UNSURE, Colour.RED, 0), Trouble(Code.DIE_COCKED, Colour.RED, 2))
    hand = np.zeros((75, 75), np.bool_)
    hand[:, :25] = True  # over the first of them
    left = Film().watcher._left_free(TableView(0.0, dice, troubles=doubts), hand)
    assert left.dice == dice[1:]
    assert [(trouble.code, trouble.die) for trouble in left.troubles] == [
        (Code.DIE_UNSURE, None),
        (Code.DIE_COCKED, 1),
    ]


def test_a_roll_stands_while_hands_take_imps_and_dice() -> None:
    film = Film()
    film.throw(some_dice())
    seen = film.see(some_dice(), frames=6)
    seen += film.see(some_dice(), OVER_TRAY, frames=6)
    seen += film.see(some_dice()[:5], frames=8)
    assert len(new_rolls(seen)) == 1
    assert seen[-1].locked is not None


def test_the_next_throw_is_another_roll() -> None:
    film = Film()
    film.throw(some_dice())
    film.see(some_dice(), frames=6)
    film.see(some_dice(), OVER_TRAY, frames=4)
    film.see([], frames=6)
    film.throw(some_dice(aside=7), frames=16)
    (roll,) = new_rolls(film.see(some_dice(aside=7), frames=8))
    assert roll.dice[0].where.x == pytest.approx(-53, abs=0.5)


def test_an_empty_tray_is_never_locked() -> None:
    assert not new_rolls(Film().see([], frames=12))


def test_the_order_die_alone_is_locked_when_it_is_awaited() -> None:
    film = Film(Expect.ORDER)
    film.throw(some_dice()[-1:])
    (roll,) = new_rolls(film.see(some_dice()[-1:], frames=8))
    assert roll.order_die is not None
    assert not roll.dice


def test_without_a_table_in_the_picture_nothing_is_known_to_rest() -> None:
    film = Film()
    gray = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    seen = [film.watcher.see(gray, number / 30) for number in range(6)]
    assert {one.state for one in seen} == {State.ROLLING}
    assert not any(one.locked for one in seen)


def test_pictures_of_another_size_are_another_camera() -> None:
    film = Film()
    film.see(some_dice(), frames=6)
    film.painter = Painter(film.painter.look, a_camera((960, 720)), sensor=NOISY)
    assert film.see(some_dice(), frames=8)[-1].state is State.REST
