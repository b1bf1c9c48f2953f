"""A game as one immutable value: where every counter is, whose turn it is, and what came of each turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pi_diavolo.games.devils_dice.ground import Ground
from pi_diavolo.games.devils_dice.house_rules import HouseRules
from pi_diavolo.table.boards import Counter, Ended, MoveRuling, Shape, Square
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Saying

Dice = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CounterAt:
    """A counter's square, None once it is out, and what stands there for it."""

    square: Square | None
    shape: Shape = Shape.FLAT


@dataclass(frozen=True, slots=True)
class TurnHeld:
    """A turn that is over: whose it was, what came of it, and how many counters everyone had after it."""

    seat: Seat
    ruling: MoveRuling
    left: Mapping[Seat, int]


@dataclass(frozen=True)
class Play:
    """One game as far as it was played; in turn 0 it is rolled for who begins.

    `quiet` counts the turns in a row without a capture, `passes` those in which nothing could move; `news` is
    what the last act led to, for people.
    """

    seats: tuple[Seat, ...]
    rules: HouseRules
    ground: Ground
    owners: Mapping[Colour, Seat]
    counters: Mapping[Counter, CounterAt]
    turn: int = 0
    mover: Seat | None = None
    dice: Dice = ()
    contenders: tuple[Seat, ...] = ()
    to_roll_off: tuple[Seat, ...] = ()
    rolled_off: Mapping[Seat, int] = field(default_factory=dict)
    rolls: int = 0  # in the roll-off so far
    quiet: int = 0
    passes: int = 0
    held: tuple[TurnHeld, ...] = ()
    ended: Ended | None = None
    winner: Seat | None = None
    news: tuple[Saying, ...] = ()

    @property
    def over(self) -> bool:
        """Nobody rolls or moves any more."""
        return self.ended is not None

    def having(self, **changes: Any) -> "Play":
        """The same game with something changed."""
        # dataclasses.replace would take a third of all the time that simulated games take.
        changed = object.__new__(Play)
        changed.__dict__.update(self.__dict__)
        if "counters" in changes:
            for known in ("standing", "_left"):  # worked out anew when they are asked for
                changed.__dict__.pop(known, None)
        changed.__dict__.update(changes)
        return changed

    def telling(self, *news: Saying) -> "Play":
        """The same game with more to tell."""
        return self.having(news=(*self.news, *news))

    def with_counters(self, changes: Mapping[Counter, CounterAt]) -> "Play":
        """The same game with some counters elsewhere, or out."""
        return self.having(counters={**self.counters, **changes})

    @cached_property
    def standing(self) -> Mapping[Square, Counter]:
        """Which counter stands on each square that is not empty."""
        return {at.square: counter for counter, at in self.counters.items() if at.square is not None}

    def owner(self, counter: Counter) -> Seat:
        """Whose counter it is."""
        return self.owners[counter.colour]

    def counters_of(self, seat: Seat) -> tuple[Counter, ...]:
        """A player's counters on the board."""
        return tuple(
            counter
            for counter, at in self.counters.items()
            if at.square is not None and self.owners[counter.colour] == seat
        )

    def left(self) -> Mapping[Seat, int]:
        """How many counters each player has on the board."""
        return self._left

    @cached_property
    def _left(self) -> Mapping[Seat, int]:
        left = dict.fromkeys(self.seats, 0)
        for counter in self.standing.values():
            left[self.owners[counter.colour]] += 1
        return left

    def still_in(self) -> tuple[Seat, ...]:
        """The players with counters on the board."""
        return tuple(seat for seat, count in self.left().items() if count)

    def on_safe_squares(self, seat: Seat) -> tuple[Counter, ...]:
        """A player's counters that stand on safe squares."""
        return tuple(
            counter for counter in self.counters_of(seat) if self.counters[counter].square in self.ground.safe
        )
