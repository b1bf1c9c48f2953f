"""Looks at a table's newest picture for its set-up: now and then, and never at two at once."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pi_diavolo.errors import DiavoloError
from pi_diavolo.setting_up_sight import seen_in
from pi_diavolo.table.setting_up import Finding, Found, Sight, Verdict
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile

logger = logging.getLogger(__name__)

# However many pages ask; more seldom while a game needs the machine.
EVERY_S, IN_A_GAME_S = 0.4, 2.0
OLD_S = 3.0
MOST_PICTURES = 6


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """The newest picture, where its camera was if that is known, and how many seconds old it is."""

    image: Picture
    camera: Camera | None = None
    age_s: float = 0.0


class Source(Protocol):
    """Where pictures come from."""

    def newest(self) -> Shot | None:
        """The newest one; None where there is none."""


class Looking:
    """Remembers the last look, and for a while the pictures that pages may still fetch."""

    def __init__(
        self, source: Source, busy: Callable[[], bool], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._source, self._busy, self._clock = source, busy, clock
        self._sight, self._table = Sight(), TableFile()
        self._looked_at = float("-inf")
        self._camera: Camera | None = None
        self._shot: Shot | None = None
        self._pictures: OrderedDict[int, Picture] = OrderedDict()
        self._kept: dict[str, int] = {}
        self.number = 0

    def look(self, table: TableFile, anew: bool = False) -> Sight:
        """What the newest picture shows of this table; the last look will do where it was just now."""
        if anew or self._clock() - self._looked_at >= (IN_A_GAME_S if self._busy() else EVERY_S):
            self._take(self._source.newest(), table)
            self._looked_at = self._clock()  # a slow machine rests between two looks
        return self._sight

    def shot(self, table: TableFile) -> Picture | None:
        """The picture of this very moment, if the table is to be seen in it."""
        return self._shot.image if self.look(table, anew=True).has_table and self._shot else None

    def hold(self, image: Picture, name: str | None = None) -> int:
        """Have a picture ready for pages to fetch by its number; one with a name until its next one."""
        self.number += 1
        self._pictures[self.number] = image
        if name is not None:
            self._kept[name] = self.number
        kept = set(self._kept.values())
        while len(self._pictures) > MOST_PICTURES + len(kept):
            del self._pictures[next(number for number in self._pictures if number not in kept)]
        return self.number

    def picture(self, number: int) -> Picture | None:
        """A picture that is still ready."""
        return self._pictures.get(number)

    def _take(self, shot: Shot | None, table: TableFile) -> None:
        if shot is None or shot.age_s > OLD_S:
            gone = Found.NO_PICTURE if shot is None else Found.PICTURE_OLD
            self._sight, self._shot = Sight(camera=(Finding(gone, Verdict.POOR),)), None
        elif self._shot is None or shot.image is not self._shot.image or table != self._table:
            self._see(shot, table)

    def _see(self, shot: Shot, table: TableFile) -> None:
        # A camera's place says nothing of another table.
        known = (shot.camera or self._camera) if table == self._table else None
        self._shot, self._table = shot, table
        try:
            self._sight, self._camera = seen_in(shot.image, self.number + 1, table, known)
            self.hold(shot.image)
        except (ValueError, DiavoloError) as error:
            logger.warning("a picture could not be looked at: %s", error)
            self._sight = Sight(camera=(Finding(Found.PICTURE_UNREADABLE, Verdict.POOR),))
