"""The tray of a duel, painted: pictures of the dice that truly lie in it, read by the real eyes."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import numpy as np

from pi_diavolo.album import Album
from pi_diavolo.devices.camera import Frame
from pi_diavolo.painted_looks import Table, for_show
from pi_diavolo.painted_table import table_file_of, world_of
from pi_diavolo.simulator.duel_throws import DuelDice, Mischief
from pi_diavolo.simulator.painter import PaintedDie, Painter
from pi_diavolo.simulator.painting.arrays import linear
from pi_diavolo.simulator.painting.look import Finish
from pi_diavolo.table.duel_tray import DiceAwaited, Halves
from pi_diavolo.table.view import TableView
from pi_diavolo.vision.duel_dice import DuelEyes

# The dice of the table for show: body and pips.
SHOWN = {
    "green": ((30, 140, 60), (235, 235, 230)),
    "blue": ((30, 70, 180), (235, 235, 230)),
}


class PaintedTray:
    """The tray of one painted table, and the eyes above it; the same seed gives the same pictures."""

    def __init__(
        self,
        table: Table,
        seed: int,
        *,
        lens: bool = True,
        mischief: Mischief | None = None,
        halves: Halves | None = None,
        album: Album | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._look, camera = table
        self.halves = halves or Halves()
        self.dice = DuelDice(world_of(self._look), Random(f"{seed} throws"), self.halves, mischief)
        self._eyes = DuelEyes(table_file_of(self._look, camera if lens else None))
        self._seed, self._pictures = abs(seed), 0
        self._album, self._now = album, now
        self._thread = ThreadPoolExecutor(1, "eyes")
        # The empty table takes longest to paint: it is begun at once.
        self._painter = self._thread.submit(Painter, self._look, camera)
        if album is not None:
            album.shows(self._eyes.table)

    def look(self, expect: DiceAwaited) -> Callable[[], TableView]:
        """Take a picture of the dice as they lie now; what is seen in it comes when it is asked for."""
        self._pictures += 1
        luck = np.random.default_rng((self._seed, self._pictures))
        painted = self.dice.painted(self._look, luck)
        return self._thread.submit(self._read, painted, expect, luck).result

    def _read(self, dice: Sequence[PaintedDie], expect: DiceAwaited, luck: np.random.Generator) -> TableView:
        image = self._painter.result().paint(dice, luck).image
        view = self._eyes.look(image, expect)
        if self._album is not None:
            frame = Frame(image, self._now())
            self._album.saw(frame, self._eyes.camera)
            if self._eyes.camera is not None:
                self._album.read(frame, self._eyes.camera, view)
        return view


def duel_for_show(
    seed: int,
    halves: Halves,
    album: Album | None = None,
    now: Callable[[], float] = time.monotonic,
    spoils: float = 0.0,
) -> PaintedTray:
    """The tray of a live duel, always the same one."""
    mischief = replace(Mischief(), spoils=spoils)
    return PaintedTray(look_for_show(), seed, mischief=mischief, halves=halves, album=album, now=now)


def look_for_show() -> Table:
    """The table of a live duel, with dice of its colours."""
    look, camera = for_show()
    finishes = {
        colour: Finish(linear(body), linear(pips), gloss=0.02, rough=0.4)
        for colour, (body, pips) in SHOWN.items()
    }
    return replace(look, dice=replace(look.dice, finishes={**look.dice.finishes, **finishes})), camera
