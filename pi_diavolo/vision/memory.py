"""What the last look found, for as long as the tray looks the same: then it need not be searched again."""

import cv2

from pi_diavolo.vision.awaited import Expect
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.finding import Found
from pi_diavolo.vision.motion_change import moving_cells
from pi_diavolo.vision.motion_view import Glance, small_view
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile

# Levels by which a cell changes when a die comes to lie there, but hardly by noise: then nobody need reckon
# with the light. If it was the light after all, the tray is searched once more than it need be.
MUCH = 64


class Memory:
    """Remembers one look. Every other look is a fresh one, so that nothing overlooked stays overlooked."""

    def __init__(self, table: TableFile) -> None:
        self._table = table
        self._camera: Camera | None = None
        self._glance: Glance | None = None
        self._found: Found | None = None
        self._expect = Expect.ANY

    def recall(self, picture: Picture, camera: Camera, expect: Expect) -> Found | None:
        """What was found in the last picture, if the tray looks in this one as it did then."""
        found, before = self._found, self._glance
        self._found, self._glance = None, self._look(picture, camera)
        if found is None or before is None or self._glance is None or expect is not self._expect:
            return None
        return None if _has_changed(before, self._glance) else found

    def keep(self, found: Found, expect: Expect) -> None:
        """Remember what a fresh look has found in the picture that was given last."""
        self._found, self._expect = found, expect

    def _look(self, picture: Picture, camera: Camera) -> Glance | None:
        known, self._camera = self._camera, camera
        # The maps are made when a second picture from the same place shows that it is a stream.
        return small_view(camera, self._table).take(picture, 0.0) if camera == known else None


def _has_changed(before: Glance, now: Glance) -> bool:
    if cv2.absdiff(before.cells, now.cells).max() > MUCH:
        return True
    return bool(moving_cells(before, now).any())
