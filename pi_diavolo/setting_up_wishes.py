"""A table that is set up, and what may be asked of it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pi_diavolo.setting_up_file import TableKeeper
from pi_diavolo.setting_up_looking import Source
from pi_diavolo.setting_up_parts import Bench
from pi_diavolo.table.facts import Fact
from pi_diavolo.table.setting_up import Do, SetUpMustWait, SetUpRefused, Step, Wish
from pi_diavolo.vision.table_file import TableFile

NEED_A_FACE = ((Step.ORDER_DIE, Do.ENROL), (Step.ORDER_DIE, Do.HAND))
NEED_A_PAINTER = ((Step.COLOURS, Do.HAND), (Step.ORDER_DIE, Do.HAND), (Step.FIRST_ROLL, Do.HAND))
NEED_WIRES = ((Step.PARTS, Do.END), (Step.PARTS, Do.LIGHT), (Step.PARTS, Do.SHONE), (Step.PARTS, Do.HAND))
NEED_A_LAMP = ((Step.PARTS, Do.LIGHT), (Step.PARTS, Do.SHONE))


class Hand(Protocol):
    """A simulated hand at a painted table."""

    def throw(self) -> None:
        """Throw all dice."""

    def lay(self, order: str) -> None:
        """Lay the Order die down alone, this face up."""


@dataclass(frozen=True, slots=True)
class Table:
    """What the set-up is for: `use` makes a running game look by a table file that was learned anew."""

    source: Source
    keeper: TableKeeper
    orders: tuple[str, ...]
    bench: Bench | None = None
    hand: Hand | None = None
    busy: Callable[[], bool] = lambda: False
    report: Callable[[Fact], None] = lambda fact: None
    now: Callable[[], float] = time.monotonic
    use: Callable[[TableFile], None] = lambda table: None


def check(wish: Wish, table: Table) -> None:
    """SetUpRefused where this table has not what is needed for it."""
    bench, key = table.bench, (wish.step, wish.do)
    if key in NEED_A_FACE and wish.face not in table.orders:
        raise SetUpRefused("the Order die has no such face")
    if key in NEED_A_PAINTER and table.hand is None:
        raise SetUpRefused("no hand is simulated here")
    if key in NEED_WIRES and bench is None:
        raise SetUpRefused("nothing is wired")
    if key in NEED_A_LAMP and not (bench and bench.has_lamp(wish.part)):
        raise SetUpRefused("there is no such lamp")
    if key == (Step.PARTS, Do.SHONE) and wish.well is None:
        raise SetUpRefused("whether it shone is missing")
    if key == (Step.PARTS, Do.HAND) and not (
        bench and bench.has_hand and (bench.has_lamp(wish.part) or bench.part(wish.part))
    ):
        raise SetUpRefused("there is no such part, or no hand to try it")
    if table.busy():
        raise SetUpMustWait("a game goes on")
