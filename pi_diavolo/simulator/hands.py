"""What hands do at the table: an intent becomes presses, or imps taken and put back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Protocol

from pi_diavolo.simulator.plan import GiveBack, Reach
from pi_diavolo.simulator.sight import Standing
from pi_diavolo.simulator.skills import Habit, Intent
from pi_diavolo.table.events import Event, Grab, ImpPutBack
from pi_diavolo.table.pieces import IMP_COLOURS, Colour
from pi_diavolo.table.players import Seat

# Two buttons under one hand close within this time, less than any table can tell apart.
ONE_HAND_S = 0.0004


class Grabs(StrEnum):
    """Whether hands press a colour's button or lift an imp from its base."""

    PANELS = "panels"
    BASES = "bases"


def moves(rng: Random, intent: Intent, seat: Seat, rest: float, grabs: Grabs) -> list[Reach | GiveBack]:
    """What a hand with this intent does, counted from the moment in which the dice came to rest."""
    at, other = rest + intent.after_s, intent.other
    if intent.colour is None:
        return []
    first = Reach(seat, intent.colour, at)
    match intent.habit:
        case Habit.SECOND if other:
            return [first, *_and_back(Reach(seat, other, at + rng.uniform(0.3, 0.9)), grabs)]
        case Habit.TWO_AT_ONCE if other:
            return [first, *_and_back(Reach(seat, other, at + rng.uniform(0.0, ONE_HAND_S)), grabs)]
        case Habit.PUT_BACK if other:
            back = at + rng.uniform(0.4, 1.2)
            regret = Reach(seat, other, back + rng.uniform(0.2, 0.6))
            return [first, GiveBack(seat, back), regret] if grabs is Grabs.BASES else [first, regret]
        case Habit.MASH if grabs is Grabs.PANELS:
            beat = rng.uniform(0.08, 0.16)
            return [Reach(seat, intent.colour, at + press * beat) for press in range(rng.randint(3, 6))]
    return [first]


def _and_back(reach: Reach, grabs: Grabs) -> Iterable[Reach | GiveBack]:
    # A second imp must go back on its base; a button that was pressed once too often needs nothing.
    return (reach, GiveBack(reach.seat, reach.at + 2.0)) if grabs is Grabs.BASES else (reach,)


class ImpsInHand:
    """Which imp is in whose hand, where imps are lifted from bases."""

    def __init__(self, in_play: Mapping[Colour, int]) -> None:
        self._in_play = in_play
        self._held: dict[int, Seat] = {}

    def lift(self, reach: Reach) -> Grab | None:
        """The imp that the hand gets, if one of its colour still stands there."""
        first = IMP_COLOURS.index(reach.colour)
        for imp in range(first, first + self._in_play.get(reach.colour, 0)):
            if imp not in self._held:
                self._held[imp] = reach.seat
                return Grab(reach.seat, reach.colour, reach.at, imp)
        return None

    def give_back(self, back: GiveBack) -> ImpPutBack | None:
        """The imp this seat took last stands on its base again, if it has one."""
        for imp in reversed(self._held):
            if self._held[imp] == back.seat:
                del self._held[imp]
                return ImpPutBack(back.seat, IMP_COLOURS[imp], back.at, imp)
        return None


@dataclass(frozen=True, slots=True)
class Undocked:
    """An imp that a seat took off a base and has not laid on its dock."""

    base: int
    seat: Seat
    colour: Colour
    imp: int


class Touch(Protocol):
    """What hands touch; made-up hands say what they did, wired ones leave it to the table to find out.

    `undocked` is what everybody saw: who took an imp off a base and never laid it on the dock.
    """

    undocked: list[Undocked]

    def begin(self, in_play: Mapping[Colour, int]) -> None:
        """A throw begins with so many imps in play."""

    def stand(self, standing: Standing, at: float) -> None:
        """Put the imps on their bases."""

    def press(self, reach: Reach) -> list[Event]:
        """Press a colour's button."""

    def lift(self, reach: Reach) -> list[Event] | None:
        """Take an imp; None when none of its colour stands there any more."""

    def give_back(self, back: GiveBack) -> list[Event]:
        """Put the imp that was taken last back on its base."""


class MadeUpHands:
    """They report what they did, each thing at once and rightly."""

    def __init__(self) -> None:
        self._imps = ImpsInHand({})
        self.undocked: list[Undocked] = []  # nobody asks about hands that tell everything

    def begin(self, in_play: Mapping[Colour, int]) -> None:
        """All imps stand on their bases."""
        self._imps = ImpsInHand(in_play)

    def stand(self, standing: Standing, at: float) -> None:
        """They stand there already."""

    def press(self, reach: Reach) -> list[Event]:
        """The grab itself."""
        return [Grab(reach.seat, reach.colour, reach.at)]

    def lift(self, reach: Reach) -> list[Event] | None:
        """The grab itself, if an imp is left."""
        grab = self._imps.lift(reach)
        return None if grab is None else [grab]

    def give_back(self, back: GiveBack) -> list[Event]:
        """The imp on its base."""
        put_back = self._imps.give_back(back)
        return [] if put_back is None else [put_back]
