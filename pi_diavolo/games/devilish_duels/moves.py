"""The moves of a duel: played one by one, and told again from the start when people put one right.

Every move has its place in the course of the duel. Told again, a move that no longer fits its place is left
out; where something is to be decided that nobody decided then, the duel waits for it there, and the later
moves follow as far as they still fit.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pi_diavolo.games.devilish_duels.agenda import Place, RollOff
from pi_diavolo.games.devilish_duels.choices import decision
from pi_diavolo.games.devilish_duels.course import choose, roll_awaited, rolled, skip_round
from pi_diavolo.games.devilish_duels.duel import Duel
from pi_diavolo.games.devilish_duels.refusals import refusal
from pi_diavolo.table.duels import Choice, DieShown, ElementDie
from pi_diavolo.table.players import Seat

BEGINNING = 1  # the step in which a round begins


@dataclass(frozen=True, slots=True)
class Move:
    """A choice, or dice as they were rolled; numbered in the order in which the moves were made."""

    number: int
    place: Place
    seat: Seat
    choice: Choice | None = None
    dice: tuple[DieShown, ...] = ()


@dataclass(frozen=True, slots=True)
class ToldAgain:
    """The duel after the moves that fit, which ones these were, and those that wait for a decision."""

    duel: Duel
    made: frozenset[int]
    waiting: tuple[Move, ...]


def place_of(duel: Duel) -> Place:
    """Where the duel stands; after its end, behind everything."""
    return duel.agenda[0].place if duel.agenda and not duel.over else (duel.round + 1, 0, 0)


def after(duel: Duel, move: Move) -> Duel | None:
    """The duel after this move, or None if it cannot be made now."""
    if move.place != place_of(duel):
        return None
    if move.choice is not None:
        if decision(duel) is None or refusal(duel, move.seat, move.choice):
            return None
        return choose(duel, move.choice)
    item = roll_awaited(duel)
    if item is None or item.seat != move.seat:
        return None
    if isinstance(item, RollOff):
        first = move.dice[0]
        return rolled(duel, [first.value or 0], first.die.element)
    values = values_for(item.dice, move.dice)
    return None if values is None else rolled(duel, values)


def values_for(wanted: Sequence[ElementDie], shown: Sequence[DieShown]) -> list[int] | None:
    """What each die that was to be rolled shows; two of one element are alike. None if they are others."""
    left, values = list(shown), list[int]()
    for die in wanted:
        exactly = (each for each in left if each.die == die)
        alike = (each for each in left if (each.die.owner, each.die.element) == (die.owner, die.element))
        found = next(exactly, None) or next(alike, None)
        if found is None or found.value is None:
            return None
        left.remove(found)
        values.append(found.value)
    return None if left else values


def tell_again(start: Duel, moves: Iterable[Move], struck: frozenset[int] = frozenset()) -> ToldAgain:
    """Play the moves from the start, without the rounds that were struck out."""
    duel, made, waiting = start, set[int](), list(moves)
    while waiting:
        duel = _past(duel, struck)
        if duel.over or waiting[0].place > place_of(duel):
            break
        move = waiting.pop(0)
        played = after(duel, move)
        if played is not None:
            duel = played
            made.add(move.number)
    duel = _past(duel, struck)
    return ToldAgain(duel, frozenset(made), () if duel.over else tuple(waiting))


def _past(duel: Duel, struck: frozenset[int]) -> Duel:
    while not duel.over and duel.round in struck and place_of(duel) == (duel.round, BEGINNING, 0):
        duel = skip_round(duel)
    return duel
