"""The imps on their bases, looked at now and then until the same was seen twice."""

from collections.abc import Sequence

from pi_diavolo.devices.camera import Frame
from pi_diavolo.table.events import ImpsSeen
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.view import ImpView
from pi_diavolo.vision.calibration import find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.imps import see_imps
from pi_diavolo.vision.look import Eyes

EVERY_S = 0.4
SURE = 0.6
PATIENCE_S = 4.0  # so long hands may hide a base, until what is seen is told all the same

Standing = tuple[Colour | None, ...]


class ImpWatch:
    """Tells what stands on the bases when it is sure, and again when it has changed."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self.forget()

    def forget(self) -> None:
        """The imps go back in a new order: all that was told is past."""
        self._looked_at = self._unsure_from = float("-inf")
        self._before: Standing | None = None
        self._told: Standing | None = None

    def see(self, frame: Frame) -> ImpsSeen | None:
        """Look, if it is time; tell what is new and was seen twice."""
        if frame.at - self._looked_at < EVERY_S or self._eyes.camera is None:
            return None
        self._looked_at = frame.at
        camera = find_table(frame.image, self._eyes.table, self._eyes.camera)
        if not isinstance(camera, Camera):
            self._eyes.camera = None  # out of sight: the watcher searches for it
            return None
        return self.take(see_imps(frame.image, camera, self._eyes.table), frame.at)

    def take(self, imps: Sequence[ImpView], at: float) -> ImpsSeen | None:
        """One look at all bases."""
        standing = tuple(imp.colour for imp in imps)
        again, self._before = standing == self._before, standing
        if not imps or not again or standing == self._told or not self._is_sure(imps, at):
            return None
        self._told = standing
        return ImpsSeen(standing, at)

    def _is_sure(self, imps: Sequence[ImpView], at: float) -> bool:
        if all(imp.confidence >= SURE for imp in imps):
            self._unsure_from = float("-inf")
            return True
        if self._unsure_from == float("-inf"):
            self._unsure_from = at
        return at - self._unsure_from >= PATIENCE_S
