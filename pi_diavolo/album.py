"""The camera's pictures that pages may show: the newest one, and the one in which the last roll was read."""

import threading
from dataclasses import dataclass

from pi_diavolo.devices.camera import Frame
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.view import TableView
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.table_file import TableFile


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """The picture in which a roll was read, where the camera was, and what was seen in it.

    `number` is another one for each picture.
    """

    frame: Frame
    camera: Camera
    view: TableView
    table: TableFile
    number: int

    def shows(self, roll: Roll) -> bool:
        """Whether these very dice were read in it: the eyes never measure the same places twice."""
        seen = tuple((die.colour, die.where) for die in self.view.dice)
        return bool(seen) and seen == tuple((die.colour, die.where) for die in roll.dice)


class Album:
    """Two pictures in memory, never more, and none on the disk.

    Any thread may ask. Each of the two is replaced as a whole and never changed: hence no copy, and nothing
    that keeps the watching thread waiting but the moment in which another one forgets.
    """

    def __init__(self) -> None:
        self.table: TableFile | None = None  # the one that is seen in the pictures
        self._newest: tuple[Frame, Camera | None] | None = None
        self._held: Held | None = None
        self._number = 0
        self._changing = threading.Lock()

    def shows(self, table: TableFile) -> None:
        """Say which table lies under the camera, before the first picture."""
        self.table = table

    def saw(self, frame: Frame, camera: Camera | None) -> None:
        """The camera took this; `camera` is where it was, None where the table was not to be seen."""
        self._newest = frame, camera

    def newest(self) -> tuple[Frame, Camera | None] | None:
        """What the camera saw last."""
        return self._newest

    def read(self, frame: Frame, camera: Camera, view: TableView) -> None:
        """The dice of a roll were read in this picture, which takes the place of the one before."""
        if self.table is not None:
            self._number += 1
            held = Held(frame, camera, view, self.table, self._number)
            with self._changing:
                self._held = held

    def held(self) -> Held | None:
        """The picture of the last roll that was read."""
        return self._held

    def forget(self, past: Held) -> None:
        """The roll is past, and its picture with it; the next one may be here already, and stays."""
        with self._changing:
            if self._held is past:
                self._held = None
