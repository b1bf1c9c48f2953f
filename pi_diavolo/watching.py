"""The camera's part in a game: frames come in, and the table hears of throws, rolls and imps."""

import logging
import threading
from collections.abc import Callable, Sequence

from pi_diavolo.album import Album
from pi_diavolo.devices.camera import Camera, Frame
from pi_diavolo.devices.camera.feed import Feed
from pi_diavolo.devices.camera.watchdog import CAMERA
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import Fact, PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault
from pi_diavolo.table.sentences import Saying, Sentence, saying
from pi_diavolo.vision.look import Eyes
from pi_diavolo.watching_awaited import Awaited, Wanted
from pi_diavolo.watching_blind import Blindness
from pi_diavolo.watching_health import CameraHealth, Health, Noticed
from pi_diavolo.watching_imps import ImpWatch
from pi_diavolo.watching_throws import AwaitingEyes, ThrowWatch

logger = logging.getLogger(__name__)

WAITS_S = 0.25


class CameraEyes:
    """The real eyes of a running game; looks in a thread of its own and reports what the table awaits.

    `tell` hears sentences for people, such as that the table lies in the dark; the `album` gets the pictures.
    """

    def __init__(
        self,
        eyes: Eyes,
        rules: HouseRules,
        report: Callable[[Event | PartFailed | PartRecovered], None],
        tell: Callable[[Saying], None] = lambda saying: None,
        album: Album | None = None,
    ) -> None:
        self._report, self._tell, self._album = report, tell, album or Album()
        self._eyes = AwaitingEyes(eyes)
        self._album.shows(eyes.table)
        # Replaced as a whole by the loop's thread and read once a frame by ours: hence no lock.
        self._awaited = Awaited(rules)
        self._health = CameraHealth(report)
        # Outlives the watchers, which begin anew after a failure: what it told, it takes back.
        self._blind = Blindness(self._eyes)
        self._turn = -1
        self._other_eyes: Eyes | None = None
        self._closed_eyes = False
        self._begin_anew()
        self._feed: Feed | None = None

    def start(self, camera: Callable[[], Camera]) -> None:
        """Open the camera and watch, until `close`; where it fails, it is opened again and again."""
        feed = self._feed = Feed(camera, self._feed_fails)
        threading.Thread(target=self._watch, args=(feed,), name="eyes", daemon=True).start()

    def close(self) -> None:
        """Stop watching."""
        if self._feed is not None:
            self._feed.close()

    def look_through(self, eyes: Eyes) -> None:
        """Look through these from the next frame on: the table was set up anew."""
        self._other_eyes = eyes

    def close_eyes(self) -> None:
        """Only take pictures, from which a table can be set up, until there are eyes to look through."""
        self._closed_eyes = True

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
        self._change_eyes()
        if self._closed_eyes:
            self._album.saw(frame, None)
            return
        awaited = self._awaited
        if awaited.turn != self._turn:
            self._turn = awaited.turn
            self._imps.forget()
        for told in self._throws.see(frame, awaited):
            match told:
                case Saying():
                    self._tell(told)
                case PartFailed() | PartRecovered():
                    self._health.hear(Noticed.BLIND, told)
                case _:
                    self._report(told)
        self._album.saw(frame, self._eyes.camera)
        if awaited.wanted is Wanted.IMPS and (standing := self._imps.see(frame)) is not None:
            self._report(standing)

    def _feed_fails(self, fact: Health) -> None:
        self._health.hear(Noticed.FEED, fact)

    def _watch(self, feed: Feed) -> None:
        at = 0.0
        while not feed.over:
            frame = feed.next(WAITS_S)
            if frame is not None:
                at = frame.at
                self._try_to_see(frame)
        if feed.ran_out:
            # Nothing will be seen any more, and the table must not wait for it in silence.
            self._tell(saying(Sentence.FILM_IS_OVER))
            self._feed_fails(PartFailed(CAMERA, Fault.STALLED, at))

    def _try_to_see(self, frame: Frame) -> None:
        try:
            self.see(frame)
        except Exception:  # a picture that the eyes choke on must not blind the table for good
            if self._health.choked(frame.at):  # once, not thirty times a second
                logger.exception("a picture could not be looked at")
            self._begin_anew()
        else:
            self._health.saw(frame.at)

    def _change_eyes(self) -> None:
        eyes, self._other_eyes = self._other_eyes, None
        if eyes is not None:
            self._eyes = AwaitingEyes(eyes)
            self._album.shows(eyes.table)
            self._blind.look_through(self._eyes)
            self._closed_eyes = False
            self._begin_anew()

    def _begin_anew(self) -> None:
        self._throws = ThrowWatch(self._eyes, self._blind, self._album)
        self._imps = ImpWatch(self._eyes)
