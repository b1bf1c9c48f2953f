"""When has a camera stalled, and when is it opened anew? Thinks only; the feed holds the clock and camera."""

from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault, Part, PartKind

CAMERA = Part(PartKind.CAMERA)

STALLS_S = 1.0  # without a frame
OPENS_S = 4.0  # so long a camera may take from its opening to its first frame
PAUSE_S = 2.0  # between two tries, when the camera says at once that it cannot


class Watchdog:
    """Hears of every try, frame and failure; `tick` says what is to be told and whether to open anew.

    A camera that fails is tried again and again, and told of once, until its frames come.
    """

    def __init__(self, now: float) -> None:
        self.failed = False
        self._seen = False  # any frame, ever
        self._due = now  # the first try, at once
        self._trying = False

    def due(self) -> float:
        """When to ask again, if nothing happens before."""
        return self._due

    def opens(self, now: float) -> None:
        """A try begins."""
        self._trying, self._due = True, now + OPENS_S

    def heard(self, now: float) -> list[PartFailed | PartRecovered]:
        """A frame came."""
        recovered: list[PartFailed | PartRecovered] = [PartRecovered(CAMERA, now)] if self.failed else []
        self._seen, self._trying, self.failed, self._due = True, True, False, now + STALLS_S
        return recovered

    def broke(self, now: float) -> list[PartFailed | PartRecovered]:
        """The try ended by itself: the camera cannot be opened, or was pulled out."""
        self._trying, self._due = False, now + PAUSE_S
        return self._fails(now)

    def tick(self, now: float) -> tuple[list[PartFailed | PartRecovered], bool]:
        """What is to be told at this moment, and whether the camera is to be opened now."""
        if now < self._due:
            return [], False
        return (self._fails(now) if self._trying else []), True

    def _fails(self, now: float) -> list[PartFailed | PartRecovered]:
        if self.failed:
            return []
        self.failed = True
        return [PartFailed(CAMERA, Fault.STALLED if self._seen else Fault.SILENT, now)]
