"""The real eyes before a painted table: every throw becomes a picture, and the picture is read."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from pi_diavolo.album import Album
from pi_diavolo.devices.camera import Frame
from pi_diavolo.devices.camera import Picture as Pixels
from pi_diavolo.painted_looks import Table, drawn, for_show
from pi_diavolo.painted_table import faces_of, table_file_of, world_of
from pi_diavolo.seeing import doubted, told
from pi_diavolo.simulator.painter import Painter, from_throw
from pi_diavolo.simulator.sight import Seen, Standing, WatchedTable
from pi_diavolo.simulator.world import Throw
from pi_diavolo.table.events import OrderRead, RollInvalid, RollRead
from pi_diavolo.table.pieces import IMPS
from pi_diavolo.table.view import TableView
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.look import Expect, Eyes
from pi_diavolo.vision.table_file import TableFile

# One drawn table in so many has no lens file.
WITHOUT_LENS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """A painted picture, where its camera was found to be, and what was seen in it."""

    image: Pixels
    camera: Camera | None
    view: TableView


class PaintedEyes:
    """Paints what lies on one table and reads its pictures; the same seed gives the same pictures."""

    def __init__(self, table: Table, seed: int, lens: bool = True) -> None:
        self._look, self._camera = table
        self._seed, self._pictures = abs(seed), 0
        self._standing: Standing = _any_imps(len(self._look.geometry.bases))
        self.table: TableFile = table_file_of(self._look, self._camera if lens else None)
        self._eyes = Eyes(self.table, faces_of(self._look))
        # The empty table takes longest to paint, and only imps change it.
        self._painter = lru_cache(2)(self._paint_table)

    def look(self, thrown: Throw, dice_per_colour: int, order_alone: bool) -> Callable[[], Seen]:
        """The roll as it is read from a picture of the throw."""
        looked = self.looked(thrown, dice_per_colour, order_alone)
        return lambda: seen(looked().view, 0 if order_alone else dice_per_colour)

    def look_at_imps(self, standing: Standing) -> Callable[[], Standing]:
        """The imps as they are read from a picture of the bases."""
        looked = self.looked_at_imps(standing)
        return lambda: imps_in(looked().view)

    def looked(self, thrown: Throw, dice_per_colour: int, order_alone: bool) -> Callable[[], Looked]:
        """A picture of the throw, once it is painted and read."""
        expect = Expect.ORDER if order_alone else Expect(str(dice_per_colour))
        return partial(self._paint, thrown, expect, self._standing, self._luck())

    def looked_at_imps(self, standing: Standing) -> Callable[[], Looked]:
        """A picture of the bases; the imps stay in all pictures after it."""
        self._standing = standing
        return partial(self._paint, None, Expect.ANY, standing, self._luck())

    def looked_at_nothing(self) -> Callable[[], Looked]:
        """A picture of the table before anybody has thrown."""
        return self.looked_at_imps(self._standing)

    def _luck(self) -> np.random.Generator:
        # A picture that is never read must not change those after it.
        self._pictures += 1
        return np.random.default_rng((self._seed, self._pictures))

    def _paint(
        self, thrown: Throw | None, expect: Expect, standing: Standing, luck: np.random.Generator
    ) -> Looked:
        dice = from_throw(thrown, self._look, luck) if thrown else ()
        image = self._painter(standing).paint(dice, luck).image
        view = self._eyes.look(image, expect=expect)
        return Looked(image, self._eyes.camera, view)

    def _paint_table(self, standing: Standing) -> Painter:
        places = self._look.geometry.bases
        imps = {
            base: (str(colour), place)
            for base, (colour, place) in enumerate(zip(standing, places, strict=True))
            if colour
        }
        return Painter(self._look, self._camera, imps)


class InBackground:
    """Painted eyes that begin to look at once, in a thread of their own, while the table goes on.

    Their pictures come into the album when what they saw is asked for: before, no dice lie there.
    """

    def __init__(
        self, eyes: PaintedEyes, album: Album | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._eyes, self._album, self._now = eyes, album or Album(), now
        self._thread = ThreadPoolExecutor(1, "eyes")
        self._album.shows(eyes.table)

    def look(self, thrown: Throw, dice_per_colour: int, order_alone: bool) -> Callable[[], Seen]:
        """What the eyes see of the dice."""
        looked = self._thread.submit(self._eyes.looked(thrown, dice_per_colour, order_alone))

        def asked() -> Seen:
            frame = self._shown(looked.result())
            camera, view = looked.result().camera, looked.result().view
            if camera is not None:
                self._album.read(frame, camera, view)
            return seen(view, 0 if order_alone else dice_per_colour)

        return asked

    def look_at_imps(self, standing: Standing) -> Callable[[], Standing]:
        """What the eyes see on the bases."""
        looked = self._thread.submit(self._eyes.looked_at_imps(standing))

        def asked() -> Standing:
            self._shown(looked.result())
            return imps_in(looked.result().view)

        return asked

    def look_round(self) -> None:
        """Have a picture of the table for whoever opens a page before the first throw."""
        looked = self._thread.submit(self._eyes.looked_at_nothing())
        looked.add_done_callback(lambda done: self._album.newest() or self._shown(done.result()))

    def _shown(self, looked: Looked) -> Frame:
        frame = Frame(looked.image, self._now())
        self._album.saw(frame, looked.camera)
        return frame


def drawn_table(seed: int) -> WatchedTable:
    """A table, a light and a camera by lot."""
    rng = np.random.default_rng(abs(seed))
    table = drawn(rng)
    return WatchedTable(world_of(table[0]), PaintedEyes(table, seed, bool(rng.integers(WITHOUT_LENS))))


def table_for_show(
    seed: int, album: Album | None = None, now: Callable[[], float] = time.monotonic
) -> WatchedTable:
    """The table of a live game, always the same one; its eyes do not hold the game up."""
    table = for_show()
    eyes = InBackground(PaintedEyes(table, seed), album, now)
    if album is not None:
        eyes.look_round()
    return WatchedTable(world_of(table[0]), eyes)


def seen(view: TableView, dice_per_colour: int) -> Seen:
    """What a view is worth to a game that expects so many dice: a roll, faults, or nothing."""
    match told(view, dice_per_colour, 0.0):
        case RollInvalid(faults=faults, roll=roll):
            return Seen(roll, faults)
        case RollRead(roll=roll):
            return Seen(roll)
        case OrderRead():
            return Seen(doubted(view))
        case None:
            return Seen()


def imps_in(view: TableView) -> Standing:
    """What was seen on the bases."""
    return tuple(imp.colour for imp in view.imps)


def _any_imps(bases: int) -> Standing:
    """One of each colour and some more; where grabs are counted by buttons, they only stand there."""
    return tuple(IMPS[base % len(IMPS)] for base in range(bases))
