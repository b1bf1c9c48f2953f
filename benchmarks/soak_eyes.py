"""The table's own eyes and feed on the table's clock, before a camera that paints and has its bad moments."""

from collections.abc import Callable
from enum import StrEnum
from random import Random

import cv2
import numpy as np

from benchmarks.soak_files import eyes_at_a_start
from benchmarks.soak_painter import PaintedElsewhere
from benchmarks.soak_world import Tray
from pi_diavolo.album import Album
from pi_diavolo.app import Inbox
from pi_diavolo.devices.camera import Camera, CameraError, Frame, Picture
from pi_diavolo.devices.camera.feed import Feed, Fetcher
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.simulator.sight import Standing
from pi_diavolo.table.events import Event
from pi_diavolo.watching import CameraEyes
from pi_diavolo.watching_awaited import Wanted

# So long after one frame comes the next, by what is to be seen: each costs its time.
FLYING_S, LYING_S, WAITING_S, IMPS_S, IDLE_S = 0.08, 0.12, 0.25, 0.42, 0.8
# Frames come quickly for so long after a throw.
READ_WITHIN_S = 2.0


class Trouble(StrEnum):
    """What can be wrong with a camera for a while."""

    STALLED = "camera stalled"
    GONE = "camera gone"
    DARK = "dark"
    GLARE = "glare"
    BUMPED = "camera bumped"
    HAND = "hand over the tray"


class PaintedCamera:
    """Takes a picture of what lies there now, spoiled by whatever is wrong at the moment."""

    def __init__(
        self,
        pictures: PaintedElsewhere,
        tray: Tray,
        standing: Callable[[], Standing],
        now: Callable[[], float],
        seed: int,
    ) -> None:
        self._pictures, self._tray, self._standing, self._now = pictures, tray, standing, now
        self._random = Random(f"{seed} camera")
        self._until: dict[Trouble, float] = {}
        self._bump = np.eye(2, 3, dtype=np.float32)

    def trouble(self, what: Trouble, until: float) -> None:
        """Something is wrong from now on."""
        self._until[what] = until
        if what is Trouble.BUMPED:
            turn, x, y = (self._random.uniform(-1, 1) for _ in range(3))
            moved = cv2.getRotationMatrix2D((640, 480), turn, 1.0)
            moved[:, 2] += (12 * x, 12 * y)
            self._bump = moved.astype(np.float32)

    def has(self, what: Trouble) -> bool:
        """Whether this is wrong now."""
        return self._now() < self._until.get(what, float("-inf"))

    def next(self) -> Frame | None:
        """One frame."""
        if self.has(Trouble.GONE):
            raise CameraError("the painted camera was pulled out; put it in again")
        now = self._now()
        return Frame(self._spoiled(self._picture(now)), now)

    def close(self) -> None:
        """There is nothing to let go of."""

    def _picture(self, now: float) -> Picture:
        standing = self._standing()
        if self._tray.flies(now):
            self._tray.lying(now)
            return self._pictures.flying(standing, self._tray.alone)
        return self._pictures.still(self._tray.lying(now), standing, self.has(Trouble.HAND))

    def _spoiled(self, image: Picture) -> Picture:
        if self.has(Trouble.BUMPED):
            image = np.asarray(cv2.warpAffine(image, self._bump, (1280, 960), borderMode=cv2.BORDER_REFLECT))
        if self.has(Trouble.GLARE):
            image = np.asarray(cv2.circle(image.copy(), (700, 420), 110, (255, 255, 255), -1))
        if self.has(Trouble.DARK):
            image = np.asarray(cv2.convertScaleAbs(image, alpha=0.05))
        return image


class SoakEyes(CameraEyes):
    """The same eyes, turned by the one loop: at high speed a thread of their own would see too few frames."""

    def __init__(
        self,
        pictures: PaintedElsewhere,
        rules: HouseRules,
        inbox: Inbox,
        album: Album | None,
        camera: PaintedCamera,
        tray: Tray,
        now: Callable[[], float],
    ) -> None:
        eyes, self._awaited = eyes_at_a_start(pictures.folder, inbox.put)
        super().__init__(eyes, rules, inbox.put, tell=inbox.put, album=album)
        self._camera, self._tray = camera, tray
        if self._awaited is not None:
            self.close_eyes()
            self._awaited.start(self.look_through)
        self._fetcher: Fetcher | None = None
        self._painted_feed = self._feed = Feed(self._opened, self._feed_fails, now, self._kept)
        self._next_at = now()

    def close(self) -> None:
        """Stop watching, and waiting for a better table file."""
        super().close()
        if self._awaited is not None:
            self._awaited.close()

    def due(self) -> float | None:
        """When the next frame comes."""
        return self._next_at

    def take(self, now: float) -> list[Event]:
        """Let the camera take its frame, and look at it."""
        self._next_at = now + self._pause(now)
        if not self._camera.has(Trouble.STALLED):
            for hung in self._painted_feed._left:
                hung.done = True  # a driver that works again lets go of those who waited in it
            if self._fetcher is not None:
                self._fetch(self._fetcher)
        frame = self._painted_feed.next(0.0)
        if frame is not None:
            self._try_to_see(frame)
        return []

    def _fetch(self, fetcher: Fetcher) -> None:
        try:
            frame = self._camera.next()
        except CameraError as error:
            self._fetcher = None
            self._painted_feed.broke(fetcher, str(error))
            return
        if frame is not None:
            self._painted_feed.arrived(fetcher, frame)

    def _opened(self) -> Camera:
        return self._camera

    def _kept(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher

    def _pause(self, now: float) -> float:
        match self.wanted:
            case Wanted.IMPS:
                return IMPS_S
            case Wanted.DICE if self._tray.flies(now):
                return FLYING_S
            case Wanted.DICE:
                return LYING_S if self._tray.flies(now - READ_WITHIN_S) else WAITING_S
            case Wanted.NOTHING:
                return IDLE_S
