"""A camera that stalls, hangs or is pulled out is told of, opened anew, and never hangs the table."""

import logging
import threading
from itertools import pairwise
from typing import Any

import pytest

from pi_diavolo.devices.camera import Camera, CameraError, Frame
from pi_diavolo.devices.camera.feed import MOST_HANGING, Feed, Fetcher
from pi_diavolo.devices.camera.usb import WAITS, UsbCamera
from pi_diavolo.devices.camera.watchdog import CAMERA, OPENS_S, PAUSE_S, STALLS_S, Watchdog
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault
from tests.devices.cameras import FakeCapture, SetClock, a_frame, a_picture

START = 100.0


# The watchdog


def test_a_camera_is_opened_at_once_and_silence_up_to_a_second_is_fine() -> None:
    dog = Watchdog(START)
    assert dog.tick(START) == ([], True)
    dog.opens(START)
    assert dog.heard(START + 2) == []
    assert dog.tick(START + 2 + STALLS_S - 0.001) == ([], False)


def test_after_a_second_without_a_frame_it_is_told_and_opened_anew_at_once() -> None:
    dog = Watchdog(START)
    dog.opens(START)
    dog.heard(START + 1)
    assert dog.tick(START + 2) == ([PartFailed(CAMERA, Fault.STALLED, START + 2)], True)


def test_it_is_tried_again_and_again_within_five_seconds_each_and_told_once() -> None:
    dog = Watchdog(START)
    dog.opens(START)
    dog.heard(START)
    told, tries, now = [], [], START
    while now < START + 60:
        now = dog.due()
        facts, opens = dog.tick(now)
        told += facts
        if opens:
            tries.append(now)
            dog.opens(now)
    gaps = [later - earlier for earlier, later in pairwise(tries)]
    assert len(told) == 1
    assert tries[0] == START + STALLS_S
    assert all(gap <= 5 for gap in gaps)
    assert dog.heard(now) == [PartRecovered(CAMERA, now)]
    assert dog.heard(now) == []


def test_a_camera_that_was_never_there_is_silent_and_tried_with_a_pause() -> None:
    dog = Watchdog(START)
    dog.opens(START)
    assert dog.broke(START + 0.1) == [PartFailed(CAMERA, Fault.SILENT, START + 0.1)]
    assert dog.tick(START + 0.2) == ([], False)
    assert dog.tick(START + 0.1 + PAUSE_S) == ([], True)


# The feed, one step at a time


class Watched:
    """A feed whose threads are not started: the test plays the camera's part."""

    def __init__(self) -> None:
        self.clock, self.told, self.fetchers = SetClock(START), list[object](), list[Fetcher]()
        self.feed = Feed(_no_camera, self.told.append, self.clock, self.fetchers.append)
        self.feed.next(0)

    def after(self, seconds: float) -> Frame | None:
        self.clock.now += seconds
        return self.feed.next(0)

    def frame(self, fetcher: int = -1, at: float | None = None) -> None:
        self.feed.arrived(self.fetchers[fetcher], a_frame(self.clock.now if at is None else at))


def _no_camera() -> Camera:
    raise CameraError("camera 0: there is none; plug it in")


def test_each_frame_is_given_once_and_only_the_newest() -> None:
    watched = Watched()
    watched.frame(at=START + 0.1)
    watched.frame(at=START + 0.2)
    frame = watched.feed.next(0)
    assert frame is not None
    assert frame.at == START + 0.2
    assert watched.feed.next(0) is None


def test_frames_never_come_backwards() -> None:
    watched = Watched()
    watched.frame(at=START + 1)
    assert watched.feed.next(0) is not None
    watched.frame(at=START + 0.5)
    assert watched.feed.next(0) is None
    watched.frame(at=START + 2)
    assert watched.feed.next(0) is not None


def test_a_stall_is_told_the_camera_opened_anew_and_its_late_frames_refused() -> None:
    watched = Watched()
    watched.frame()
    watched.feed.next(0)
    assert watched.after(STALLS_S) is None
    assert watched.told == [PartFailed(CAMERA, Fault.STALLED, START + 1)]
    assert len(watched.fetchers) == 2
    assert not watched.fetchers[0].wanted
    watched.frame(fetcher=0)
    assert watched.after(0.1) is None
    watched.frame()
    assert watched.after(0.1) is not None
    assert watched.told[1:] == [PartRecovered(CAMERA, START + 1.1)]


def test_threads_that_hang_for_ever_do_not_pile_up() -> None:
    watched = Watched()
    for _ in range(20):
        watched.after(OPENS_S)
    assert len(watched.fetchers) == MOST_HANGING
    watched.fetchers[0].done = True
    watched.after(OPENS_S)
    assert len(watched.fetchers) == MOST_HANGING + 1


def test_a_film_that_ends_is_no_fault() -> None:
    watched = Watched()
    watched.frame()
    watched.feed.ended(watched.fetchers[0])
    assert watched.feed.next(0) is not None
    assert watched.after(10) is None
    assert watched.feed.over
    assert watched.feed.ran_out
    assert watched.told == []


def test_good_news_are_no_warning(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    watched = Watched()
    watched.frame()
    watched.after(STALLS_S)
    watched.frame()
    assert [(one.levelno, one.message) for one in caplog.records] == [
        (logging.INFO, "the camera works again")
    ]


# The fetcher


class Reel:
    """A camera that gives these frames, then an error or the end."""

    def __init__(self, frames: list[Frame], then: Exception | None = None) -> None:
        self._frames, self._then, self.closed = list(frames), then, False

    def next(self) -> Frame | None:
        if self._frames:
            return self._frames.pop(0)
        if self._then:
            raise self._then
        return None

    def close(self) -> None:
        self.closed = True


def fetched(camera: Reel) -> tuple[Feed, list[object]]:
    told = list[object]()
    feed = Feed(lambda: camera, told.append, SetClock(START), Fetcher.run)
    feed.next(0)
    return feed, told


def test_a_camera_is_closed_by_the_thread_that_opened_it_however_it_ends() -> None:
    for then in (None, CameraError("camera 0: gone; plug it in"), ValueError("what a driver may say")):
        camera = Reel([a_frame(START)], then)
        fetched(camera)
        assert camera.closed


def test_a_camera_that_is_pulled_out_is_told_of_once(caplog) -> None:  # type: ignore[no-untyped-def]
    clock, told = SetClock(START), list[object]()
    feed = Feed(_no_camera, told.append, clock, Fetcher.run)
    for _ in range(5):
        feed.next(0)
        clock.now += PAUSE_S
    assert told == [PartFailed(CAMERA, Fault.SILENT, START)]
    assert [record.message for record in caplog.records] == ["camera 0: there is none; plug it in"]


def test_a_camera_that_hangs_for_ever_does_not_hang_whoever_waits() -> None:
    for_ever = threading.Event()

    class Hanging(Reel):
        def next(self) -> Frame | None:
            for_ever.wait()
            return None

    clock, told = SetClock(START), list[object]()
    feed = Feed(lambda: Hanging([]), told.append, clock)
    feed.next(0)
    clock.now += OPENS_S
    assert feed.next(0) is None
    assert told == [PartFailed(CAMERA, Fault.SILENT, START + OPENS_S)]
    feed.close()
    assert feed.next(60) is None
    for_ever.set()


# A USB camera stalls, and only one may hold it


class Shared:
    """A device that one alone may have open: it gives a frame, then hangs until it is opened anew."""

    def __init__(self) -> None:
        self.clock, self.owner, self.opened = SetClock(START), None, 0
        self.stalled_at = self.back_at = 0.0
        self.feed = Feed(
            lambda: UsbCamera("0", opened=self.open, clock=self.clock), print, self.clock, self.run
        )

    def open(self, _device: Any) -> "Held":
        return Held(self)

    def run(self, fetcher: Fetcher) -> None:
        fetcher.run()  # in this very thread: time passes in a read, and there the others have their turn


class Held(FakeCapture):
    def __init__(self, shared: Shared) -> None:
        super().__init__([(a_picture(), 0.0)], opened=shared.owner is None)
        self._shared = shared
        if self._opened:
            shared.owner, shared.opened = self, shared.opened + 1  # type: ignore[assignment]
            self._number = shared.opened

    def read(self) -> tuple[bool, Any]:
        shared = self._shared
        if self._number == 1 and not self._frames:
            shared.stalled_at = shared.stalled_at or shared.clock.now
            for _ in range(10 * int(WAITS[1])):
                shared.clock.now += 0.1
                shared.feed.next(0)
        elif self._number > 1:
            shared.back_at = shared.clock.now
            shared.feed.close()
        return super().read()

    def release(self) -> None:
        if self._shared.owner is self:
            self._shared.owner = None


def test_a_usb_camera_that_stalls_is_back_within_five_seconds_though_it_is_held_meanwhile() -> None:
    shared = Shared()
    while not shared.feed.over and shared.clock.now < START + 60:
        shared.feed.next(0)
        shared.clock.now += 0.1
    assert shared.opened == 2
    assert 0 < shared.back_at - shared.stalled_at <= 5
