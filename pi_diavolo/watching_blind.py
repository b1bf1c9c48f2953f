"""Says when the table cannot be seen, and why: the dark, glare, blur, hidden markers."""

from collections.abc import Iterator, Mapping

from pi_diavolo.devices.camera import Frame
from pi_diavolo.devices.camera.watchdog import CAMERA
from pi_diavolo.table.complaints import Complaint
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault
from pi_diavolo.table.sentences import Saying, Sentence, saying
from pi_diavolo.table.view import OUT_OF_SIGHT, Code
from pi_diavolo.vision.calibration import NotFound, find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.clarity import clarity, why_not_found
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.picture import as_bgr8
from pi_diavolo.vision.watch import Seen
from pi_diavolo.watching_awaited import Wanted

# So long the table may be out of sight before people hear of it: hands and lamps pass.
BLIND_S = 2.0
# So often it is looked whether there is another reason now: who lit a lamp in the dark may dazzle the camera.
AGAIN_S = 5.0
# While nobody wants to see dice, it is looked so often whether the table is still out of sight.
GLANCE_S = 2.0
FAULTS: Mapping[Code, Fault] = {
    Code.TOO_DARK: Fault.TOO_DARK,
    Code.TOO_BRIGHT: Fault.TOO_BRIGHT,
    Code.OUT_OF_FOCUS: Fault.BLURRED,
    Code.MARKERS_HIDDEN: Fault.TABLE_HIDDEN,
}


class Blindness:
    """Says when the table cannot be seen, once, and when it can again."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._since: float | None = None
        self._told: Code | None = None
        self._suspected: Code | None = None
        self._asked_at = self._glanced_at = 0.0

    def look_through(self, eyes: Eyes) -> None:
        """These are the eyes from now on; what was told still holds."""
        self._eyes = eyes

    def see(self, frame: Frame, seen: Seen, wanted: Wanted) -> Iterator[PartFailed | PartRecovered | Saying]:
        """Take in the next frame and what was seen in it."""
        hidden = self._is_hidden(frame, seen, wanted)
        if hidden is False:
            if self._told:
                yield PartRecovered(CAMERA, frame.at)
            self._since = self._told = None
        if not hidden or wanted is Wanted.NOTHING:
            return
        self._since = frame.at if self._since is None else self._since
        if frame.at - self._since >= BLIND_S and (why := self._news(frame, seen)) is not None:
            self._told = why
            yield PartFailed(CAMERA, FAULTS[why], frame.at)
            yield _complaint(why)

    def _news(self, frame: Frame, seen: Seen) -> Code | None:
        """Why the table is not to be seen, where that is not what was told; another reason must last."""
        if self._told is not None and frame.at - self._asked_at < AGAIN_S:
            return None
        self._asked_at, before, why = frame.at, self._suspected, self._why(frame, seen)
        self._suspected = why
        return why if self._told is None or before is why is not self._told else None

    def _is_hidden(self, frame: Frame, seen: Seen, wanted: Wanted) -> bool | None:
        """None where nobody looked: it may still be dark."""
        camera = self._eyes.camera
        if camera is None:
            return True
        if wanted is Wanted.DICE:
            return bool(OUT_OF_SIGHT.intersection(seen.view.codes)) if seen.view else None
        # That nobody asks for dice makes no light: what was told lasts until the table is seen.
        return self._glance(frame, camera) if self._told else False

    def _glance(self, frame: Frame, camera: Camera) -> bool | None:
        """Judge a frame as a look for dice would, now and then: a search takes as long as some frames."""
        if frame.at - self._glanced_at < GLANCE_S:
            return None
        self._glanced_at, picture = frame.at, as_bgr8(frame.image)
        found = find_table(picture, self._eyes.table, camera)
        if isinstance(found, NotFound):
            return True
        return bool(OUT_OF_SIGHT.intersection(clarity(picture, found, self._eyes.table)))

    def _why(self, frame: Frame, seen: Seen) -> Code:
        codes = [code for code in seen.view.codes if code in OUT_OF_SIGHT] if seen.view else []
        return codes[0] if codes else seen.unseen or why_not_found(frame.image)


def _complaint(code: Code) -> Saying:
    return saying(Sentence.READING_COMPLAINT, complaints=(Complaint(str(code)),), advice=(code,))
