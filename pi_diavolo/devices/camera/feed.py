"""The newest frame of a camera that may hang, vanish and come back; whoever waits here never hangs."""

import logging
import math
import threading
import time
from collections.abc import Callable

from pi_diavolo.devices.camera import Camera, CameraError, Frame
from pi_diavolo.devices.camera.watchdog import Watchdog
from pi_diavolo.table.facts import PartFailed, PartRecovered

logger = logging.getLogger(__name__)

Report = Callable[[PartFailed | PartRecovered], None]

# Threads that hang in a camera for ever: more of them would hang as well.
MOST_HANGING = 3


class Fetcher:
    """Opens a camera and fetches its frames, in a thread that can be left to itself where it hangs."""

    def __init__(self, open_: Callable[[], Camera], feed: "Feed") -> None:
        self._open, self._feed = open_, feed
        self.wanted = True
        self.done = False

    def run(self) -> None:
        """Fetch until the end, until it fails, or until nobody wants the frames any more."""
        try:
            self._fetch()
        except CameraError as error:
            self._feed.broke(self, str(error))
        except Exception as error:  # a driver may raise anything; the table waits for the camera, no more
            logger.debug("the camera's thread failed", exc_info=True)
            self._feed.broke(self, f"the camera failed ({error}); it is opened again")
        finally:
            self.done = True

    def _fetch(self) -> None:
        camera = self._open()
        try:
            while self.wanted:
                frame = camera.next()
                if frame is None:
                    self._feed.ended(self)
                    return
                self._feed.arrived(self, frame)
        finally:
            camera.close()


def in_a_thread(fetcher: Fetcher) -> None:
    """Start it; the program does not wait for it at its end."""
    threading.Thread(target=fetcher.run, name="camera", daemon=True).start()


class Feed:
    """Keeps the newest frame only: whoever reads dice slowly must not read those of a while ago.

    Reports when the camera stalls and when it is back. Frames come in the order of their time, whatever the
    camera hands over: so the frame that dice are read in is never older than the one in which they lay still.
    """

    def __init__(
        self,
        open_: Callable[[], Camera],
        report: Report,
        clock: Callable[[], float] = time.monotonic,
        start: Callable[[Fetcher], None] = in_a_thread,
    ) -> None:
        self._open, self._report, self._clock, self._start = open_, report, clock, start
        self._changed = threading.Condition()
        self._watchdog = Watchdog(clock())
        self._fetcher: Fetcher | None = None
        self._left: list[Fetcher] = []  # to themselves
        self._newest: Frame | None = None
        self._last_at = -math.inf
        self._over = self._ran_out = False
        self._told = ""

    @property
    def over(self) -> bool:
        """The film has ended, or the feed was closed: no frame will come."""
        return self._over

    @property
    def ran_out(self) -> bool:
        """It was a film, and it has ended."""
        return self._ran_out

    def next(self, timeout: float) -> Frame | None:
        """The newest frame that was not given yet; None where none comes."""
        until = self._clock() + timeout
        while True:
            facts = self._look_after()
            for fact in facts:
                self._report(fact)
            with self._changed:
                frame, self._newest = self._newest, None
                if frame is not None:
                    return frame
                left = min(until, self._watchdog.due()) - self._clock()
                if self._over or self._clock() >= until:
                    return None
                if left > 0:
                    self._changed.wait(left)

    def close(self) -> None:
        """No more frames; the camera is closed by its own thread as soon as that comes back to it."""
        with self._changed:
            self._over = True
            self._give_up()
            self._changed.notify_all()

    def _look_after(self) -> list[PartFailed | PartRecovered]:
        with self._changed:
            now = self._clock()
            if self._over:
                return []
            facts, opens = self._watchdog.tick(now)
            if opens:
                self._watchdog.opens(now)
                self._open_anew()
            return facts

    def _open_anew(self) -> None:
        self._give_up()
        self._left = [fetcher for fetcher in self._left if not fetcher.done]
        if len(self._left) >= MOST_HANGING:
            return
        self._fetcher = Fetcher(self._open, self)
        self._start(self._fetcher)

    def _give_up(self) -> None:
        if self._fetcher is not None:
            self._fetcher.wanted = False
            self._left.append(self._fetcher)
            self._fetcher = None

    # What the camera's thread says

    def arrived(self, fetcher: Fetcher, frame: Frame) -> None:
        """A frame; one of a camera that was given up, or from before the last one, is refused."""
        with self._changed:
            if fetcher is not self._fetcher or frame.at < self._last_at:
                return
            self._newest, self._last_at, self._told = frame, frame.at, ""
            facts = self._watchdog.heard(self._clock())
            self._changed.notify_all()
        for fact in facts:
            logger.info("the camera works again")
            self._report(fact)

    def broke(self, fetcher: Fetcher, why: str) -> None:
        """The camera cannot go on."""
        with self._changed:
            if fetcher is not self._fetcher:
                return
            self._fetcher = None
            facts = self._watchdog.broke(self._clock())
            if why != self._told:  # once, not with every try
                logger.warning("%s", why)
            self._told = why
            self._changed.notify_all()
        for fact in facts:
            self._report(fact)

    def ended(self, fetcher: Fetcher) -> None:
        """The film is over."""
        with self._changed:
            if fetcher is self._fetcher:
                self._over = self._ran_out = True
                self._changed.notify_all()
