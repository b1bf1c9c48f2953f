"""The real eyes before a painted table: every throw becomes a picture, and the picture is read."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial

import numpy as np

from pi_diavolo.painted_looks import Table, drawn, for_show
from pi_diavolo.painted_table import faces_of, table_file_of, world_of
from pi_diavolo.seeing import doubted, told
from pi_diavolo.simulator.painter import Painter, from_throw
from pi_diavolo.simulator.sight import Seen, Sight, Standing, WatchedTable
from pi_diavolo.simulator.world import Throw
from pi_diavolo.table.events import OrderRead, RollInvalid, RollRead
from pi_diavolo.table.pieces import IMPS
from pi_diavolo.table.view import TableView
from pi_diavolo.vision.look import Expect, Eyes

# One drawn table in so many has no lens file.
WITHOUT_LENS = 4


class PaintedEyes:
    """Paints what lies on one table and reads its pictures; the same seed gives the same pictures."""

    def __init__(self, table: Table, seed: int, lens: bool = True) -> None:
        self._look, self._camera = table
        self._seed, self._pictures = abs(seed), 0
        self._standing: Standing = _any_imps(len(self._look.geometry.bases))
        measured = table_file_of(self._look, self._camera if lens else None)
        self._eyes = Eyes(measured, faces_of(self._look))
        # The empty table takes longest to paint, and only imps change it.
        self._painter = lru_cache(2)(self._paint_table)

    def look(self, thrown: Throw, dice_per_colour: int, order_alone: bool) -> Callable[[], Seen]:
        """The roll as it is read from a picture of the throw."""
        return partial(self._read, thrown, dice_per_colour, order_alone, self._standing, self._luck())

    def look_at_imps(self, standing: Standing) -> Callable[[], Standing]:
        """The imps as they are read from a picture of the bases; they stay in all pictures after it."""
        self._standing = standing
        return partial(self._read_imps, standing, self._luck())

    def _luck(self) -> np.random.Generator:
        # A picture that is never read must not change those after it.
        self._pictures += 1
        return np.random.default_rng((self._seed, self._pictures))

    def _read(
        self, thrown: Throw, each: int, order_alone: bool, standing: Standing, luck: np.random.Generator
    ) -> Seen:
        picture = self._painter(standing).paint(from_throw(thrown, self._look, luck), luck)
        expect = Expect.ORDER if order_alone else Expect(str(each))
        return seen(self._eyes.look(picture.image, expect=expect), 0 if order_alone else each)

    def _read_imps(self, standing: Standing, luck: np.random.Generator) -> Standing:
        picture = self._painter(standing).paint((), luck)
        return tuple(imp.colour for imp in self._eyes.look(picture.image).imps)

    def _paint_table(self, standing: Standing) -> Painter:
        places = self._look.geometry.bases
        imps = {
            base: (str(colour), place)
            for base, (colour, place) in enumerate(zip(standing, places, strict=True))
            if colour
        }
        return Painter(self._look, self._camera, imps)


class InBackground:
    """Other eyes that begin to look at once, in a thread of their own, while the table goes on."""

    def __init__(self, sight: Sight) -> None:
        self._sight, self._thread = sight, ThreadPoolExecutor(1, "eyes")

    def look(self, thrown: Throw, dice_per_colour: int, order_alone: bool) -> Callable[[], Seen]:
        """What the other eyes see."""
        return self._thread.submit(self._sight.look(thrown, dice_per_colour, order_alone)).result

    def look_at_imps(self, standing: Standing) -> Callable[[], Standing]:
        """What the other eyes see."""
        return self._thread.submit(self._sight.look_at_imps(standing)).result


def drawn_table(seed: int) -> WatchedTable:
    """A table, a light and a camera by lot."""
    rng = np.random.default_rng(abs(seed))
    table = drawn(rng)
    return WatchedTable(world_of(table[0]), PaintedEyes(table, seed, bool(rng.integers(WITHOUT_LENS))))


def table_for_show(seed: int) -> WatchedTable:
    """The table of a live game, always the same one; its eyes do not hold the game up."""
    table = for_show()
    eyes = InBackground(PaintedEyes(table, seed))
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


def _any_imps(bases: int) -> Standing:
    """One of each colour and some more; where grabs are counted by buttons, they only stand there."""
    return tuple(IMPS[base % len(IMPS)] for base in range(bases))
