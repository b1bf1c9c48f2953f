"""The exact chances of every answer, counted over all rolls there are."""

from collections import Counter
from dataclasses import dataclass
from itertools import product
from math import prod

from pi_diavolo.games.diavolo.orders import PIP_ORDERS, PIP_SCORES, Order
from pi_diavolo.games.diavolo.rules import by_pips
from pi_diavolo.table.pieces import RIVALS, Colour


@dataclass(frozen=True, slots=True)
class Odds:
    """In how many of all rolls each colour is the answer to an order."""

    order: Order
    counts: Counter[Colour]

    @property
    def total(self) -> int:
        """All rolls there are."""
        return self.counts.total()


def odds(order: Order, dice_per_colour: int) -> Odds:
    """Count every roll, putting together those in which each colour scores the same."""
    rolls = product(range(1, 7), repeat=dice_per_colour)
    ways = Counter(PIP_SCORES[order](values) for values in rolls)
    counts: Counter[Colour] = Counter()
    for scores in product(ways, repeat=len(RIVALS)):
        reason = by_pips(order, dict(zip(RIVALS, scores, strict=True)))
        counts[reason.answer] += prod(ways[score] for score in scores)
    return Odds(order, counts)


def all_odds(dice_per_colour: int) -> tuple[Odds, ...]:
    """The odds of the five orders that go by pips; `closest` depends on how people throw."""
    return tuple(odds(order, dice_per_colour) for order in PIP_ORDERS)
