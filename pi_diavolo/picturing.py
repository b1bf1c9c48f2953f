"""The camera's pictures for the pages: which one belongs to the dice on show, and where each die is in it."""

import threading

from pi_diavolo.album import Album, Held
from pi_diavolo.table.roll import Roll
from pi_diavolo.vision.table_picture import die_jpeg, outline_on_plate, plate_of, table_jpeg
from pi_diavolo.web.gallery import Outlined


class Pictures:
    """Answers the pages out of the album; encodes each picture once, one at a time, when first asked for."""

    def __init__(self, album: Album) -> None:
        self._album = album
        self._shown: int | None = None
        self._encoding = threading.Lock()
        self._encoded: tuple[int, bytes] | None = None  # the number of a picture, and the table in it

    def number(self, roll: Roll | None) -> int | None:
        """The number of the picture in which this roll was read; one whose roll is past is forgotten."""
        held = self._album.held()
        if held is None:
            return None
        if roll is not None and held.shows(roll):
            self._shown = held.number
            return held.number
        # A picture that was never on show may be of the roll that the table hears of next.
        if held.number == self._shown:
            self._album.forget(held)
            self._encoded = None
        return None

    def outlined(self, number: int) -> Outlined | None:
        """Where the dice are in it; None where it is gone."""
        held = self._held(number)
        if held is None:
            return None
        view = held.view
        dice = tuple(outline_on_plate(die.outline_px, held.camera, held.table) for die in view.dice)
        gray = view.order_die.outline_px if view.order_die else None
        order_die = outline_on_plate(gray, held.camera, held.table) if gray else None
        width, height = plate_of(held.table).size_mm
        return Outlined(number, width / height, dice, order_die)

    def table(self, number: int) -> bytes | None:
        """The whole table, as a JPEG."""
        held = self._held(number)
        if held is None:
            return None
        with self._encoding:
            kept = self._encoded  # which may be forgotten meanwhile
            if kept is None or kept[0] != number:
                kept = number, table_jpeg(held.frame.image, held.camera, held.table)
                if self._held(number) is not None:
                    self._encoded = kept
            return kept[1]

    def die(self, number: int, index: int | None) -> bytes | None:
        """One die of it, or the Order die, as a JPEG."""
        held = self._held(number)
        if held is None:
            return None
        dice, gray, table = held.view.dice, held.view.order_die, held.table
        if index is None:
            place = (gray.where, table.order_die_mm) if gray else None
        else:
            place = (dice[index].where, table.dice_mm) if index < len(dice) else None
        if place is None:
            return None
        (where, size), image = place, held.frame.image
        with self._encoding:
            return die_jpeg(image, held.camera, table, where.x, where.y, size)

    def _held(self, number: int) -> Held | None:
        held = self._album.held()
        return held if held is not None and held.number == number else None
