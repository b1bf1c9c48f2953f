"""How a throw gets read: by eyes made of numbers, or by eyes of the shell's that look at pictures of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from pi_diavolo.simulator.world import Throw, World
from pi_diavolo.table.events import OrderRead, RollFault, RollInvalid, RollRead
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.roll import Roll

# A die that was read farther than this from a true one is not that one: dice are 14 mm wide at least.
SAME_DIE_MM = 7.0

Standing = tuple[Colour | None, ...]


class Through(StrEnum):
    """What a throw goes through before the referee hears of it."""

    NUMBERS = "numbers"
    VISION = "vision"


@dataclass(frozen=True, slots=True)
class Seen:
    """What eyes made of a throw: the roll, doubts included, or why it does not count.

    Neither, where they saw too little to say anything: then people must tell what lies there.
    """

    roll: Roll | None = None
    faults: tuple[RollFault, ...] = ()

    def reported(self, rest: float) -> OrderRead | RollRead | RollInvalid | None:
        """The same as an event; `rest` is when the dice came to rest."""
        if self.faults:
            return RollInvalid(self.faults, rest, self.roll)
        if self.roll is None:
            return None
        if self.roll.order_die and not self.roll.dice:
            return OrderRead(self.roll.order_die, rest)
        return RollRead(self.roll, rest)


class Sight(Protocol):
    """The eyes above the table; they look at once, but what they saw may come later."""

    def look(self, thrown: Throw, dice_per_colour: int, order_alone: bool) -> Callable[[], Seen]:
        """Look at dice at rest; `order_alone` where the Order die is thrown first."""

    def look_at_imps(self, standing: Standing) -> Callable[[], Standing]:
        """Look at the imps that stand on the bases, and stay there."""


class MadeUpEyes:
    """They read what the throw itself says it is read as."""

    def look(self, thrown: Throw, dice_per_colour: int, order_alone: bool) -> Callable[[], Seen]:
        """The roll with the doubts that were made up for it."""
        return lambda: Seen(thrown.roll, thrown.faults)

    def look_at_imps(self, standing: Standing) -> Callable[[], Standing]:
        """All of them, rightly."""
        return lambda: standing


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """A table and the eyes above it."""

    world: World
    sight: Sight


@dataclass(slots=True)
class ReadCounts:
    """How well the eyes did: `misread` is what they were sure of and wrong in, `refused` what does not count.

    `asked` are the rolls for which people had to say what lies there.
    """

    rolls: int = 0
    misread: int = 0
    asked: int = 0
    refused: int = 0
    imps: int = 0
    imps_misread: int = 0


def is_misread(seen: Seen, thrown: Throw) -> bool:
    """Whether a die's colour or value, the order, or whether the roll counts, was read surely and wrong."""
    if seen.roll is None and not seen.faults:
        return False
    if seen.faults or thrown.faults:
        return bool(seen.faults) != bool(thrown.faults)
    assert seen.roll is not None
    return not (_same_dice(seen.roll, thrown.true_roll) and _same_order(seen.roll, thrown.true_roll))


def in_order_of(read: Roll, truth: Roll) -> Roll:
    """The true roll with its dice in the order in which the eyes found them, for questions count them so."""
    found = [same for die in read.dice if (same := _same_die(die, truth.dice)) is not None]
    if sorted(found) != list(range(len(truth.dice))):
        return truth
    return replace(truth, dice=tuple(truth.dice[n] for n in found))


def _same_die(die: Die, dice: tuple[Die, ...]) -> int | None:
    """Which of these dice lies where this one was read."""
    if die.where is None:
        return None
    away = {n: die.where.distance_to(other.where) for n, other in enumerate(dice) if other.where}
    nearest = min(away, key=away.__getitem__, default=None)
    return nearest if nearest is not None and away[nearest] <= SAME_DIE_MM else None


def _same_dice(read: Roll, truth: Roll) -> bool:
    lying = in_order_of(read, truth).dice
    return len(read.dice) == len(lying) and all(
        _same_die(die, (true,)) == 0 and die.colour is true.colour and true.value in die.options
        for die, true in zip(read.dice, lying, strict=True)
    )


def _same_order(read: Roll, truth: Roll) -> bool:
    if read.order_die is None or truth.order_die is None:
        return read.order_die is truth.order_die
    return truth.order_die.face in read.order_die.options
