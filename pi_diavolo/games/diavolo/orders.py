"""The six orders of the Order die: what a colour scores under each, and which score wins."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from pi_diavolo.table.pieces import OrderDie


class Order(StrEnum):
    """What the Order die asks for."""

    GREATEST_SUM = "greatest_sum"
    SMALLEST_SUM = "smallest_sum"
    GREATEST_DIFFERENCE = "greatest_difference"
    MOST_ODD = "most_odd"
    HIGHEST_VALUE = "highest_value"
    CLOSEST = "closest"


def _difference(values: Sequence[int]) -> int:
    return max(values) - min(values)


def _odd(values: Sequence[int]) -> int:
    return sum(value % 2 for value in values)


# What the dice of one colour score by their pips. `closest` looks at places instead.
PIP_SCORES: Mapping[Order, Callable[[Sequence[int]], int]] = {
    Order.GREATEST_SUM: sum,
    Order.SMALLEST_SUM: sum,
    Order.GREATEST_DIFFERENCE: _difference,
    Order.MOST_ODD: _odd,
    Order.HIGHEST_VALUE: max,
}
PIP_ORDERS = tuple(PIP_SCORES)

# Under all other orders the highest score wins.
LOWEST_WINS = frozenset({Order.SMALLEST_SUM, Order.CLOSEST})


def possible_orders(order_die: OrderDie | None) -> tuple[Order, ...]:
    """The orders the die may show, the likeliest first; all six where a face was read that nobody knows."""
    faces = order_die.options if order_die else ()
    known = bool(faces) and all(face in KNOWN for face in faces)
    return tuple(Order(face) for face in faces) if known else tuple(Order)


KNOWN = frozenset(str(order) for order in Order)
