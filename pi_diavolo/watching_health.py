"""What is wrong with the camera, whoever noticed: told once, and well again only when no trouble is left."""

import threading
from collections.abc import Callable
from enum import Enum, auto

from pi_diavolo.devices.camera.watchdog import CAMERA
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault

# The eyes may choke in every look and look only now and then: frames must be well for so long.
WELL_S = 2.0

Health = PartFailed | PartRecovered


class Noticed(Enum):
    """Who noticed it."""

    FEED = auto()  # no frames come
    BLIND = auto()  # the table is not to be seen in them
    CHOKED = auto()  # our own eyes fail at them


class CameraHealth:
    """Passes on what several say of the one camera; it hears the camera's thread and the eyes'."""

    def __init__(self, report: Callable[[Health], None]) -> None:
        self._report = report
        self._lock = threading.Lock()
        self._troubles: dict[Noticed, Fault] = {}
        self._told: Fault | None = None
        self._choked_at = 0.0

    def hear(self, who: Noticed, fact: Health) -> None:
        """Take in that something is wrong or well again, and report what that changes."""
        with self._lock:
            self._troubles.pop(who, None)
            if isinstance(fact, PartFailed):
                self._troubles[who] = fact.fault
            self._tell(fact.at)

    def choked(self, at: float) -> bool:
        """The eyes failed at a frame; whether that is news."""
        self._choked_at = at
        with self._lock:
            is_news = Noticed.CHOKED not in self._troubles
            self._troubles[Noticed.CHOKED] = Fault.UNREADABLE
            self._tell(at)
            return is_news

    def saw(self, at: float) -> None:
        """The eyes got through a frame."""
        if Noticed.CHOKED in self._troubles and at - self._choked_at >= WELL_S:
            self.hear(Noticed.CHOKED, PartRecovered(CAMERA, at))

    def _tell(self, at: float) -> None:
        # The newest trouble is told; when it is gone, the one that is left, for people must know what to do.
        fault = next(reversed(self._troubles.values()), None)
        if fault is not self._told:
            self._told = fault
            self._report(PartRecovered(CAMERA, at) if fault is None else PartFailed(CAMERA, fault, at))
