"""What eyes make of a roll: lengths a little off, and now and then a die that might show something else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from pi_diavolo.table.pieces import Colour, Die, Length, OrderDie
from pi_diavolo.table.roll import Roll

T = TypeVar("T")

PIPS = (1, 2, 3, 4, 5, 6)
# Of the doubtful dice, how many look most like a wrong value, and how many might show three values.
MISREAD, THREE_WAYS = 0.3, 0.2


@dataclass(frozen=True, slots=True)
class Eyes:
    """How far off a length may be read, and the chance that a die is read with doubt."""

    faces: tuple[str, ...]
    error_mm: float = 0.0
    doubt: float = 0.0


def as_read(rng: Random, eyes: Eyes, truth: Roll) -> Roll:
    """The roll as the eyes report it: the truth is always among what they hold possible."""
    roll = truth
    if eyes.error_mm:
        roll = replace(
            roll, gaps=_measured(rng, eyes, truth.gaps), centres=_measured(rng, eyes, truth.centres)
        )
    if eyes.doubt:
        dice = tuple(_doubted(rng, die) if rng.random() < eyes.doubt else die for die in truth.dice)
        roll = replace(roll, dice=dice)
        if truth.order_die and rng.random() < eyes.doubt:
            roll = replace(roll, order_die=_doubted_order(rng, truth.order_die, eyes.faces))
    return roll


def _measured(rng: Random, eyes: Eyes, lengths: Mapping[Colour, Length]) -> Mapping[Colour, Length]:
    # A length cannot be read below 0; the truth cannot lie there either, so it stays within the error.
    off = eyes.error_mm
    return {
        colour: Length(max(0.0, length.mm + rng.uniform(-off, off)), off)
        for colour, length in lengths.items()
    }


def _doubted(rng: Random, die: Die) -> Die:
    value, *maybe = _options(rng, die.value, PIPS)
    return Die(die.colour, value, die.where, tuple(maybe))


def _doubted_order(rng: Random, die: OrderDie, faces: Sequence[str]) -> OrderDie:
    face, *maybe = _options(rng, die.face, faces)
    return OrderDie(face, die.where, tuple(maybe))


def _options(rng: Random, truth: T, possible: Sequence[T]) -> list[T]:
    others = [other for other in possible if other != truth]
    several = min(len(others), 2 if rng.random() < THREE_WAYS else 1)
    options = [truth, *rng.sample(others, several)]
    if len(options) > 1 and rng.random() < MISREAD:
        options[0], options[1] = options[1], options[0]
    return options
