"""Says when the table cannot be seen, and why: the dark, glare, blur, hidden markers."""

from collections.abc import Iterator

from pi_diavolo.devices.camera import Frame
from pi_diavolo.devices.camera.watchdog import CAMERA
from pi_diavolo.table.complaints import Complaint
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault
from pi_diavolo.table.sentences import Saying, Sentence, saying
from pi_diavolo.table.view import BLINDING, Code
from pi_diavolo.vision.clarity import why_not_found
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.watch import Seen
from pi_diavolo.watching_awaited import Wanted

# So long the table may be out of sight before people hear of it: hands and lamps pass.
BLIND_S = 2.0
# A hand over the tray is no fault of the camera's.
OUT_OF_SIGHT = BLINDING - {Code.TRAY_HIDDEN}


class Blindness:
    """Says when the table cannot be seen, once, and when it can again."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._since: float | None = None
        self._told = False

    def look_through(self, eyes: Eyes) -> None:
        """These are the eyes from now on; what was told still holds."""
        self._eyes = eyes

    def see(self, frame: Frame, seen: Seen, wanted: Wanted) -> Iterator[PartFailed | PartRecovered | Saying]:
        """Take in the next frame and what was seen in it."""
        hidden = self._is_hidden(seen, wanted)
        if hidden is False:
            if self._told:
                yield PartRecovered(CAMERA, frame.at)
            self._since, self._told = None, False
        if not hidden or wanted is Wanted.NOTHING:
            return
        self._since = frame.at if self._since is None else self._since
        if not self._told and frame.at - self._since >= BLIND_S:
            self._told = True
            yield PartFailed(CAMERA, Fault.UNREADABLE, frame.at)
            yield _complaint(self._why(frame, seen))

    def _is_hidden(self, seen: Seen, wanted: Wanted) -> bool | None:
        """None where nobody looked: it may still be dark."""
        if self._eyes.camera is None:
            return True
        if wanted is not Wanted.DICE:
            return False
        return bool(OUT_OF_SIGHT.intersection(seen.view.codes)) if seen.view else None

    def _why(self, frame: Frame, seen: Seen) -> Code:
        codes = [code for code in seen.view.codes if code in OUT_OF_SIGHT] if seen.view else []
        return codes[0] if codes else why_not_found(frame.image)


def _complaint(code: Code) -> Saying:
    return saying(Sentence.READING_COMPLAINT, complaints=(Complaint(str(code)),), advice=(code,))
