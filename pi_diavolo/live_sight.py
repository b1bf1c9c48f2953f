"""A camera above a running game, whichever it is: its frames, its faults and its pictures, in one thread."""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from typing import Protocol

from pi_diavolo.album import Album
from pi_diavolo.app import Inbox
from pi_diavolo.awaited_table import AwaitedTable
from pi_diavolo.devices.camera import Camera, CameraOpener, CameraSettings, Frame
from pi_diavolo.devices.camera.feed import Feed
from pi_diavolo.devices.camera.watchdog import CAMERA
from pi_diavolo.errors import DiavoloError
from pi_diavolo.furnishing import Furniture
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import Fact, PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault
from pi_diavolo.table.sentences import Saying, Sentence, saying
from pi_diavolo.vision.camera import Camera as Place
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.table_file import TableFile, load_table
from pi_diavolo.watching_health import CameraHealth, Health, Noticed

logger = logging.getLogger(__name__)

WAITS_S = 0.25

# What is seen: events for the referee, that the table is out of sight or in it again, sentences for people.
Told = Event | PartFailed | PartRecovered | Saying


class GameSight(Protocol):
    """What one game looks for in the frames; all but `hear` is called by the watching thread alone."""

    @property
    def table(self) -> TableFile:
        """The table that lies under the camera."""

    @property
    def camera(self) -> Place | None:
        """Where the camera was when it last saw the table."""

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn from the loop's thread what the table shows."""

    def see(self, frame: Frame) -> Iterator[Told]:
        """Take in the next frame; what is to be told comes out."""

    def begin_anew(self) -> None:
        """A frame could not be looked at: what was under way is void."""

    def look_through(self, eyes: Eyes) -> None:
        """The table was set up anew: this is how it lies there now."""


class LiveSight:
    """The real eyes of a running game; it looks in a thread of its own and reports what was seen.

    `tell` hears sentences for people, such as that the table lies in the dark; the `album` gets the pictures.
    """

    def __init__(
        self,
        sight: GameSight,
        report: Callable[[Event | PartFailed | PartRecovered], None],
        tell: Callable[[Saying], None] = lambda saying: None,
        album: Album | None = None,
    ) -> None:
        self._sight, self._report, self._tell, self._album = sight, report, tell, album or Album()
        self._album.shows(sight.table)
        self._health = CameraHealth(report)
        self._other_eyes: Eyes | None = None
        self._closed_eyes = False
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
        """Look at the table as these know it from the next frame on: it was set up anew."""
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
        self._sight.hear(event, effects)

    def see(self, frame: Frame) -> None:
        """Look at one frame and report what is new."""
        self._change_eyes()
        if self._closed_eyes:
            self._album.saw(frame, None)
            return
        for told in self._sight.see(frame):
            match told:
                case Saying():
                    self._tell(told)
                case PartFailed() | PartRecovered():
                    self._health.hear(Noticed.BLIND, told)
                case _:
                    self._report(told)
        self._album.saw(frame, self._sight.camera)

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
            self._sight.begin_anew()
        else:
            self._health.saw(frame.at)

    def _change_eyes(self) -> None:
        eyes, self._other_eyes = self._other_eyes, None
        if eyes is not None:
            self._sight.look_through(eyes)
            self._album.shows(eyes.table)
            self._closed_eyes = False


def open_sight(
    furniture: Furniture,
    make: Callable[[Eyes, Album], GameSight],
    inbox: Inbox,
    album: Album | None,
    at_the_end: ExitStack,
) -> LiveSight:
    """The camera of this table, watching for one game until the end.

    Without a file it is the usual table, until somebody has set up this one; a patient table waits for its
    file to be put right.
    """
    assert furniture.camera is not None, "a simulated table has none"
    file, awaited, album = furniture.table_file, None, album or Album()
    try:
        eyes = Eyes(load_table(file) if file else TableFile())
    except (DiavoloError, OSError) as damage:
        if file is None or not furniture.patient:
            raise
        eyes, awaited = Eyes(TableFile()), AwaitedTable(file, str(damage), inbox.put)
    watching = LiveSight(make(eyes, album), inbox.put, tell=inbox.put, album=album)
    if awaited is not None:
        watching.close_eyes()
        awaited.start(watching.look_through)
        at_the_end.callback(awaited.close)
    watching.start(CameraOpener(furniture.camera, CameraSettings(**asdict(furniture.pictures))))
    at_the_end.callback(watching.close)
    return watching
