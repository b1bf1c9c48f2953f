"""A camera that is pulled out, stalls, is bumped, in the dark or dazzled: told, and used again afterwards."""

from collections.abc import Callable, Iterator
from functools import cache

import cv2
import numpy as np
import pytest

from pi_diavolo.app import Together
from pi_diavolo.devices.camera import CameraError, Frame, Picture
from pi_diavolo.devices.camera.feed import Feed, Fetcher
from pi_diavolo.devices.camera.watchdog import PAUSE_S, STALLS_S
from pi_diavolo.simulator.painter import draw_clip
from pi_diavolo.simulator.sight import Seen, is_misread
from pi_diavolo.table.effects import ShowStatus, Status
from pi_diavolo.table.events import Event, RollRead
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.lamps import Signal
from tests.devices.cameras import SetClock, a_frame
from tests.faults.told import Bench, a_bench
from tests.test_watching import LAST_FRAMES, ROLL_NOW, Evening, a_painter, thrown


@pytest.fixture
def bench(caplog: pytest.LogCaptureFixture) -> Iterator[Bench]:
    with a_bench(Together(), caplog) as bench:
        yield bench


# Pulled out, stalled


class Plugged:
    """A camera at the end of a cable; it hangs while it `stalls`, and each opening is a new one."""

    def __init__(self, clock: SetClock, report: Callable[..., None]) -> None:
        self.clock, self.is_there, self.opened = clock, True, 0
        self.fetchers: list[Fetcher] = []
        self.feed = Feed(self.open, report, clock, self.fetchers.append)

    def open(self) -> "Plugged":
        self.opened += 1
        return self

    def next(self) -> Frame:
        if not self.is_there:
            raise CameraError("camera 0: there is none; plug it in")
        self.fetchers[-1].wanted = False  # one frame at a time
        return a_frame(self.clock.now)

    def close(self) -> None: ...

    def passes(self, seconds: float, *, stalls: bool = False) -> None:
        """Let time pass; a camera that stalls hangs in its read, and nothing comes of it."""
        for _ in range(round(seconds / 0.25)):
            self.feed.next(0)
            if not stalls and self.fetchers:
                self.fetchers[-1].wanted = True
                self.fetchers[-1].run()
            self.clock.now += 0.25
        self.feed.next(0)


def test_a_camera_that_is_pulled_out_is_told_and_used_again_when_it_is_back(bench: Bench) -> None:
    camera = Plugged(SetClock(), bench.hear)
    camera.passes(1.0)
    assert bench.told.page() == ()
    camera.is_there = False
    camera.passes(1.0)
    wrong = (
        "Something is wrong: the camera does not answer any more. "
        "The game goes on all the same; type in what the dice show."
    )
    assert bench.told.page() == (wrong,)
    assert bench.told.lamp() is bench.told.waits_with() is Signal.FAULT
    camera.passes(60.0)
    camera.is_there = True
    camera.passes(PAUSE_S)
    assert bench.told.page() == ()
    assert bench.told.waits_with() is Signal.WAITING
    assert bench.told.journal == [wrong, "Good news: the camera is all right again."]


def test_a_camera_that_stalls_without_a_word_is_told_and_opened_anew(bench: Bench) -> None:
    camera = Plugged(SetClock(), bench.hear)
    camera.passes(1.0)
    tried = len(camera.fetchers)
    camera.passes(STALLS_S + 0.25, stalls=True)
    assert len(bench.told.page()) == 1
    assert bench.told.lamp() is Signal.FAULT
    assert len(camera.fetchers) == tried + 1
    camera.passes(0.5)
    assert bench.told.page() == ()
    assert len(bench.told.journal) == 2


# In the dark, dazzled, blurred, turned away


@cache
def a_plate() -> Picture:
    return a_painter().paint((), np.random.default_rng(1)).image


def dimmed(picture: Picture) -> Picture:
    return (0.08 * picture).astype(np.uint8)


def glaring(picture: Picture) -> Picture:
    return np.clip(picture.astype(np.int16) + 215, 0, 255).astype(np.uint8)


def blurred(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 7), np.uint8)


def bumped(picture: Picture, across: int = 0, down: int = 0) -> Picture:
    """The camera looks past where it looked: all that it sees is somewhere else."""
    height, width = picture.shape[:2]
    seen = np.full_like(picture, 100)
    seen[down:, across:] = picture[: height - down, : width - across]
    return seen


def turned_away(picture: Picture) -> Picture:
    return bumped(picture, down=300)


def heard_at(evening: Evening, picture: Picture) -> list[Event]:
    """What the table hears first of such pictures; ten seconds of them must do."""
    evening.heard.clear()
    for _ in range(10 * evening.fps):
        evening.show([picture])
        if evening.heard:
            break
    return list(evening.heard)


@pytest.mark.parametrize(
    ("spoiled", "trouble"),
    [
        (dimmed, "has too little light"),
        (glaring, "is dazzled"),
        (blurred, "sees everything blurred"),
        (turned_away, "does not see the corners of the table"),
    ],
)
def test_a_table_that_cannot_be_seen_is_told_with_its_reason_until_it_can(
    bench: Bench, spoiled: Callable[[Picture], Picture], trouble: str
) -> None:
    evening = Evening()
    evening.fps = 5
    evening.shows(*ROLL_NOW)
    evening.show([a_plate()] * 3)
    bench.hear(*heard_at(evening, spoiled(a_plate())))
    wrong = (
        f"Something is wrong: the camera {trouble}. "
        "The game goes on all the same; type in what the dice show."
    )
    assert bench.told.page() == (wrong,)
    assert bench.told.lamp() is bench.told.waits_with() is Signal.FAULT
    assert len(evening.told) == 1  # and what to do about it
    bench.hear(*heard_at(evening, a_plate()))
    assert bench.told.page() == ()
    assert bench.told.waits_with() is Signal.WAITING
    assert bench.told.journal == [wrong, "Good news: the camera is all right again."]


def test_who_lights_a_lamp_in_the_dark_and_dazzles_the_camera_is_told_so(bench: Bench) -> None:
    evening = Evening()
    evening.fps = 2
    evening.shows(*ROLL_NOW)
    evening.show([dimmed(a_plate())] * 8)
    evening.show([glaring(a_plate())] * 24)
    bench.hear(*evening.heard)
    (wrong,) = bench.told.page()
    assert wrong.startswith("Something is wrong: the camera is dazzled.")
    assert len(bench.told.events) == 2


def test_a_table_that_stays_dark_while_people_type_in_the_dice_is_told_once() -> None:
    evening = Evening()
    evening.fps = 5
    evening.shows(*ROLL_NOW)
    evening.show([a_plate()] * 3)
    assert [type(one) for one in heard_at(evening, dimmed(a_plate()))] == [PartFailed]
    evening.heard.clear()
    for status in (Status.GRAB, Status.IMPS, Status.ROLL_NOW, Status.GRAB):
        evening.shows(ShowStatus(status))
        evening.show([dimmed(a_plate())] * 25)
    assert evening.heard == []
    assert len(evening.told) == 1


def test_light_that_comes_back_while_nobody_wants_dice_is_noticed_all_the_same() -> None:
    evening = Evening()
    evening.fps = 5
    evening.shows(*ROLL_NOW)
    evening.show([a_plate()] * 3)
    heard_at(evening, dimmed(a_plate()))
    evening.shows(ShowStatus(Status.GRAB))
    assert [type(one) for one in heard_at(evening, a_plate())] == [PartRecovered]


def test_a_camera_that_is_bumped_finds_its_table_again_and_reads_the_next_throw_right() -> None:
    evening = Evening()
    lies, dice = thrown(evening, 1)
    evening.shows(*ROLL_NOW)
    evening.show([a_plate()] * 6)
    evening.fps = 5
    evening.show([bumped(a_plate(), across=100)] * 25)
    evening.fps = 30
    clip = draw_clip(evening.rng, dice, (300, 300))
    moments = [moment.dice for moment in clip.moments(clip.rest_frame + 1)][-LAST_FRAMES:]
    for seen in (*moments, *[dice] * 8):
        evening.show([bumped(evening.painter.paint(seen, evening.rng).image, across=100)])
    assert not any(isinstance(one, PartFailed) for one in evening.heard)
    (read,) = evening.heard_of(RollRead)
    assert isinstance(read, RollRead)
    assert not is_misread(Seen(read.roll), lies)
