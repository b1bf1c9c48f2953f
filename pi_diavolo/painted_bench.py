"""The table for show without a game: a simulated hand throws its dice or lays its Order die down."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np

from pi_diavolo.painted_looks import for_show
from pi_diavolo.painted_table import table_file_of, world_of
from pi_diavolo.simulator.painter import Painter, from_throw
from pi_diavolo.simulator.placing import Lying
from pi_diavolo.simulator.world import Throw, throw, throw_order_die
from pi_diavolo.table.pieces import IMPS, OrderDie, Point
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile

DICE_PER_COLOUR = 3
# Where people lay a die down that is to be looked at, a little off the middle each time.
NEAR_THE_MIDDLE_MM = 25.0


class PaintedBench:
    """Paints what lies on the table, anew only when that has changed."""

    def __init__(self, seed: int = 0) -> None:
        self._look, self._camera = for_show()
        self._luck, self._rng = Random(seed), np.random.default_rng(abs(seed))
        self._thrown: Throw | None = None
        self._picture: Picture | None = None
        self.orders = self._look.glyphs.names
        # What happens to the picture on its way: tests darken it, or lay something over a marker.
        self.spoil: Callable[[Picture], Picture] = lambda picture: picture

    @property
    def measured(self) -> TableFile:
        """What a person with a ruler would write down of it; the Order die's faces are not enrolled."""
        return table_file_of(self._look, self._camera)

    def newest(self) -> Picture:
        """The table as it lies there now; the same array as long as nothing has changed."""
        if self._picture is None:
            dice = from_throw(self._thrown, self._look, self._rng) if self._thrown else ()
            self._picture = self.spoil(_painter().paint(dice, self._rng).image)
        return self._picture

    def look_again(self) -> None:
        """Something about the light or the camera has changed."""
        self._picture = None

    def throw(self) -> None:
        """Throw all dice."""
        self._lie(throw(self._luck, DICE_PER_COLOUR, replace(world_of(self._look), clumps=0.0)))

    def lay(self, order: str) -> None:
        """Lay the Order die alone near the middle, this face up."""
        alone = throw_order_die(self._luck, world_of(self._look))
        assert alone.order_die is not None, "it was just thrown"
        x, y = (self._luck.uniform(-NEAR_THE_MIDDLE_MM, NEAR_THE_MIDDLE_MM) for _ in range(2))
        die: Lying = replace(alone.order_die, x=x, y=y)
        shown = replace(alone.true_roll, order_die=OrderDie(order, Point(x, y)))
        self._lie(replace(alone, roll=shown, true_roll=shown, order_die=die))

    def clear(self) -> None:
        """Take all dice out of the tray."""
        self._lie(None)

    def _lie(self, thrown: Throw | None) -> None:
        self._thrown, self._picture = thrown, None


@cache
def _painter() -> Painter:
    """The empty table takes longest to paint, and is always the same one."""
    look, camera = for_show()
    places = look.geometry.bases
    imps = {base: (str(IMPS[base % len(IMPS)]), place) for base, place in enumerate(places)}
    return Painter(look, camera, imps)
