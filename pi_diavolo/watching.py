"""The camera's part in a game: frames come in, and the table hears of throws, rolls and imps."""

import logging
import threading
from collections.abc import Callable, Sequence

from pi_diavolo.devices.camera import Camera, Frame
from pi_diavolo.devices.camera.feed import Feed
from pi_diavolo.devices.camera.watchdog import CAMERA
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import Fact, PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault
from pi_diavolo.table.sentences import Saying
from pi_diavolo.vision.look import Eyes
from pi_diavolo.watching_awaited import Awaited, Wanted
from pi_diavolo.watching_imps import ImpWatch
from pi_diavolo.watching_throws import AwaitingEyes, ThrowWatch

logger = logging.getLogger(__name__)

WAITS_S = 0.25


class CameraEyes:
    """The real eyes of a running game; looks in a thread of its own and reports what the table awaits.

    `tell` hears sentences for people, such as that the table lies in the dark.
    """

    def __init__(
        self,
        eyes: Eyes,
        rules: HouseRules,
        report: Callable[[Event | PartFailed | PartRecovered], None],
        tell: Callable[[Saying], None] = lambda saying: None,
    ) -> None:
        self._report, self._tell = report, tell
        self._eyes = AwaitingEyes(eyes)
        # Replaced as a whole by the loop's thread and read once a frame by ours: hence no lock.
        self._awaited = Awaited(rules)
        self._throws, self._imps, self._turn = ThrowWatch(self._eyes), ImpWatch(self._eyes), -1
        self._feed: Feed | None = None

    def start(self, camera: Callable[[], Camera]) -> None:
        """Open the camera and watch, until `close`; where it fails, it is opened again and again."""
        feed = self._feed = Feed(camera, self._report)
        threading.Thread(target=self._watch, args=(feed,), name="eyes", daemon=True).start()

    def close(self) -> None:
        """Stop watching."""
        if self._feed is not None:
            self._feed.close()

    def due(self) -> float | None:
        """Nothing happens here by itself: all comes through the inbox."""
        return None

    def take(self, now: float) -> list[Event]:
        """Nothing is ever due."""
        return []

    def sense(self, fact: Fact) -> list[Event]:
        """What hands do at wires is no business of the eyes."""
        return []

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn what the table waits for."""
        self._awaited = self._awaited.after(event, effects)

    def see(self, frame: Frame) -> None:
        """Look at one frame and report what is new."""
        awaited = self._awaited
        if awaited.turn != self._turn:
            self._turn = awaited.turn
            self._imps.forget()
        for told in self._throws.see(frame, awaited):
            self._tell(told) if isinstance(told, Saying) else self._report(told)
        if awaited.wanted is Wanted.IMPS and (standing := self._imps.see(frame)) is not None:
            self._report(standing)

    def _watch(self, feed: Feed) -> None:
        while not feed.over:
            frame = feed.next(WAITS_S)
            if frame is not None:
                self._try_to_see(frame)

    def _try_to_see(self, frame: Frame) -> None:
        try:
            self.see(frame)
        except Exception:  # a picture that the eyes choke on must not blind the table for good
            logger.exception("a picture could not be looked at")
            self._throws, self._imps = ThrowWatch(self._eyes), ImpWatch(self._eyes)
            self._report(PartFailed(CAMERA, Fault.UNREADABLE, frame.at))
