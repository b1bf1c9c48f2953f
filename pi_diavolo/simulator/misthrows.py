"""Throws that do not count: a die missing, outside, cocked, stacked, or one too many."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from pi_diavolo.simulator.placing import Lying, Tray
from pi_diavolo.table.events import RollFault
from pi_diavolo.table.pieces import RIVALS, Colour, Die, OrderDie, Point
from pi_diavolo.table.roll import Roll


@dataclass(frozen=True, slots=True)
class AtRest:
    """What truly lies on the table after a throw, before anybody reads it."""

    roll: Roll
    dice: tuple[Lying, ...]
    order_die: Lying | None
    faults: tuple[RollFault, ...] = ()


def spoiled(rng: Random, rest: AtRest, tray: Tray) -> AtRest:
    """The same throw gone wrong in one way; nobody measures distances in a roll that does not count."""
    code = rng.choice(tuple(MISHAPS if len(rest.dice) > 1 else ORDER_DIE_MISHAPS))
    unmeasured = replace(rest, roll=replace(rest.roll, gaps={}, centres={}))
    return MISHAPS[code](rng, unmeasured, tray)


def _missing(rng: Random, rest: AtRest, tray: Tray) -> AtRest:
    index = rng.randrange(len(rest.dice) + 1)
    if index == len(rest.dice):
        without = replace(rest, roll=replace(rest.roll, order_die=None), order_die=None)
        return _faulty(without, "die_missing", Colour.GRAY)
    colour, dice, lying = rest.roll.dice[index].colour, list(rest.roll.dice), list(rest.dice)
    del dice[index], lying[index]
    without = replace(rest, roll=replace(rest.roll, dice=tuple(dice)), dice=tuple(lying))
    return _faulty(without, "die_missing", colour)


def _outside(rng: Random, rest: AtRest, tray: Tray) -> AtRest:
    index = rng.randrange(len(rest.dice) + 1)
    was = (*rest.dice, rest.order_die)[index]
    assert was is not None
    x = rng.choice((-1, 1)) * (tray.width / 2 + was.reach + rng.uniform(2, 60))
    moved = _moved(rest, index, Lying(x, was.y, was.size, was.yaw, was.radius))
    return _faulty(moved, "die_outside_tray", *_which(rest, index))


def _cocked(rng: Random, rest: AtRest, tray: Tray) -> AtRest:
    return _faulty(rest, "die_cocked", *_which(rest, rng.randrange(len(rest.dice) + 1)))


def _stacked(rng: Random, rest: AtRest, tray: Tray) -> AtRest:
    upper, lower = rng.sample(range(len(rest.dice)), 2)
    was, below = rest.dice[upper], rest.dice[lower]
    x, y = below.x + rng.uniform(-4, 4), below.y + rng.uniform(-4, 4)
    moved = _moved(rest, upper, Lying(x, y, was.size, was.yaw, was.radius))
    return _faulty(moved, "die_stacked", *_which(rest, upper))


def _too_many(rng: Random, rest: AtRest, tray: Tray) -> AtRest:
    lying = [die for die in (*rest.dice, rest.order_die) if die]
    tray.add(rng, lying, rest.dice[0].size, rest.dice[0].radius)
    extra = Die(rng.choice(RIVALS), rng.randrange(1, 7), Point(lying[-1].x, lying[-1].y))
    more = replace(rest, roll=replace(rest.roll, dice=(*rest.roll.dice, extra)), dice=(*rest.dice, lying[-1]))
    return _faulty(more, "too_many_dice", extra.colour)


Mishap = Callable[[Random, AtRest, Tray], AtRest]
MISHAPS: Mapping[str, Mishap] = {
    "die_missing": _missing,
    "die_outside_tray": _outside,
    "die_cocked": _cocked,
    "die_stacked": _stacked,
    "too_many_dice": _too_many,
}
# What can happen to an Order die that is thrown alone.
ORDER_DIE_MISHAPS = ("die_missing", "die_outside_tray", "die_cocked")


def _faulty(rest: AtRest, code: str, colour: Colour, die: int | None = None) -> AtRest:
    return replace(rest, faults=(RollFault(code, colour, die),))


def _which(rest: AtRest, index: int) -> tuple[Colour, int | None]:
    if index == len(rest.dice):
        return Colour.GRAY, None
    return rest.roll.dice[index].colour, index


def _moved(rest: AtRest, index: int, there: Lying) -> AtRest:
    """The die with this index (the Order die comes after all others) lies somewhere else."""
    where, roll = Point(there.x, there.y), rest.roll
    if index == len(rest.dice):
        assert roll.order_die is not None
        return replace(
            rest, roll=replace(roll, order_die=OrderDie(roll.order_die.face, where)), order_die=there
        )
    dice, lying = list(roll.dice), list(rest.dice)
    dice[index], lying[index] = replace(dice[index], where=where), there
    return replace(rest, roll=replace(roll, dice=tuple(dice)), dice=tuple(lying))
