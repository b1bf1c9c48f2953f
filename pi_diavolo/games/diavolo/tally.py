"""How well a player plays Diavolo: counts that add up over turns and games, and what they tell."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from itertools import chain
from typing import Any

from pi_diavolo.games.diavolo.chronicle import TurnPlayed
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import SeatResult, Verdict

RIGHT = (Verdict.RIGHT, Verdict.GAINED, Verdict.GAINED_AT_MOST)
# Who was out, or thought to be, was not asked.
ASKED = (*RIGHT, Verdict.WRONG, Verdict.NONE)


@dataclass(frozen=True, slots=True)
class Reaction:
    """How long after the dice's rest an imp was taken, where exactly that is known."""

    ms: float
    order: str
    right: bool


@dataclass(frozen=True, slots=True)
class Spread:
    """Where times lie: a quarter below `lower`, half below `median`, three quarters below `upper`."""

    least: float
    lower: float
    median: float
    upper: float
    most: float


def spread(times: Sequence[float]) -> Spread | None:
    """The quartiles, those between two times in proportion; None where there are no times."""
    if len(times) < 2:
        return Spread(*(times[0],) * 5) if times else None
    lower, median, upper = statistics.quantiles(times, n=4, method="inclusive")
    return Spread(min(times), lower, median, upper, max(times))


Counts = Mapping[Any, int]
BY_ORDER = ("asked", "right_in", "known", "unlike", "confused")


@dataclass(frozen=True, slots=True)
class Tally:
    """What somebody did in some turns. `asked` and the like count by order.

    `confused` counts wrong grabs by the order asked and another under which the same imp had been right; a
    grab that fits several orders counts for each. `known` are the wrong grabs whose dice are known at all,
    and `unlike` those of them that fit no other order.
    """

    turns: int = 0
    right: int = 0
    wrong: int = 0
    none: int = 0
    gems_won: int = 0
    gems_lost: int = 0
    early: int = 0
    photo_finishes: int = 0
    corrected: int = 0
    protested: int = 0
    unsure_times: int = 0  # one of several lifts, or only the dock's: no reaction time
    asked: Counts = field(default_factory=dict)
    right_in: Counts = field(default_factory=dict)
    known: Counts = field(default_factory=dict)
    unlike: Counts = field(default_factory=dict)
    confused: Counts = field(default_factory=dict)  # by (order asked, order that would fit)
    reactions: tuple[Reaction, ...] = ()

    @property
    def spread(self) -> Spread | None:
        """The quartiles of the reaction times; early grabs are none."""
        return spread([reaction.ms for reaction in self.reactions])


def together(tallies: Iterable[Tally]) -> Tally:
    """All of them as one, in this order."""
    each = list(tallies) or [Tally()]
    return Tally(**{of.name: _sum([getattr(one, of.name) for one in each]) for of in fields(Tally)})


def _sum(values: list[Any]) -> Any:
    if isinstance(values[0], Mapping):
        total: Counter[Any] = Counter()
        for counts in values:
            total.update(counts)
        return dict(total)
    return tuple(chain(*values)) if isinstance(values[0], tuple) else sum(values)


def tally(turns: Iterable[TurnPlayed]) -> dict[Seat, Tally]:
    """Count for each seat what it did in these turns."""
    seats: defaultdict[Seat, _Count] = defaultdict(_Count)
    for turn in turns:
        for result in turn.ruling.results:
            seats[result.seat].add(turn, result)
    return {seat: count.total() for seat, count in seats.items()}


class _Count:
    """Counts for one seat; a tally for each turn would take three times as long."""

    def __init__(self) -> None:
        self._numbers: Counter[str] = Counter()
        self._orders: dict[str, Counter[Any]] = {name: Counter() for name in BY_ORDER}
        self._reactions: list[Reaction] = []

    def add(self, turn: TurnPlayed, result: SeatResult) -> None:
        """What the seat did in one more turn."""
        reason, numbers = turn.ruling.reason, self._numbers
        if reason is None or result.verdict not in ASKED:
            return
        order, right = str(reason.order), result.verdict in RIGHT
        numbers["turns"] += 1
        numbers["right" if right else str(result.verdict)] += 1
        numbers["gems_won"] += max(0, result.change)
        numbers["gems_lost"] += max(0, -result.change)
        numbers["early"] += is_early(result)
        numbers["photo_finishes"] += result.seat in turn.photo_finish
        numbers["corrected"] += turn.ruling.corrected
        numbers["protested"] += turn.protested
        numbers["unsure_times"] += _is_unsure(result)
        self._orders["asked"][order] += 1
        self._orders["right_in"][order] += right
        self._reactions += _reaction(result, order, right)
        if result.verdict is Verdict.WRONG and turn.roll is not None:
            self._compare(order, [other for other, colour in turn.other_answers if colour is result.took])

    def _compare(self, asked: str, fits: Iterable[Order]) -> None:
        others = [(asked, str(order)) for order in fits]
        self._orders["known"][asked] += 1
        self._orders["unlike"][asked] += not others
        self._orders["confused"].update(others)

    def total(self) -> Tally:
        """All of it."""
        counts: dict[str, Any] = {name: dict(+each) for name, each in self._orders.items()}
        return Tally(**counts | self._numbers, reactions=tuple(self._reactions))


def is_early(result: SeatResult) -> bool:
    """Surely taken before the dice lay still."""
    return result.after_ms is not None and max((*result.one_of_ms, result.after_ms)) < 0


def _is_unsure(result: SeatResult) -> bool:
    several = len(result.one_of_ms) > 1 or result.docked
    return result.took is not None and result.after_ms is not None and several and not is_early(result)


def _reaction(result: SeatResult, order: str, right: bool) -> Iterable[Reaction]:
    if result.took is None or result.after_ms is None or result.after_ms < 0 or _is_unsure(result):
        return
    yield Reaction(result.after_ms, order, right)


def told(counted: Tally, newest: int | None = None) -> dict[str, Any]:
    """The same in plain numbers, for JSON; of the single times only the newest, if there are too many."""
    numbers = {of.name: getattr(counted, of.name) for of in fields(Tally) if isinstance(of.default, int)}
    where = counted.spread
    times = counted.reactions if newest is None else counted.reactions[-newest:]
    return {
        **numbers,
        "orders": [
            {
                "order": str(order),
                "asked": counted.asked.get(order, 0),
                "right": counted.right_in.get(order, 0),
            }
            for order in Order
        ],
        "reactions": {
            "n": len(counted.reactions),
            **(asdict(where) if where else {}),
            "times": [asdict(reaction) for reaction in times],
        },
        "confusion": [_confusion(counted, order) for order in Order],
    }


def _confusion(counted: Tally, asked: Order) -> dict[str, Any]:
    others = [order for order in Order if order is not asked]
    return {
        "asked": str(asked),
        "wrong": counted.known.get(asked, 0),
        "unlike": counted.unlike.get(asked, 0),
        "fits": {str(order): counted.confused.get((asked, order), 0) for order in others},
    }
