"""A die leans only on something: one with nothing near it lies flat, whatever its shadow looks like."""

import math
from collections.abc import Sequence
from dataclasses import replace

from pi_diavolo.vision.die_scale import WAYS
from pi_diavolo.vision.judging import is_surely_die
from pi_diavolo.vision.sight import SeenDie
from pi_diavolo.vision.table_geometry import Tray

# A leaning die's centre is so near to the wall, or to the centre of what it leans on, at most, in die widths.
WALL_DICE, DIE_DICE = 0.95, 1.55
# One that stands on another is seen this near to it; if that one is hidden beneath it, a die will be missed.
ON_TOP_DICE = 0.95
# How much less likely than the network thinks a die leans or stands that has nothing to lean or stand on.
ON_NOTHING = 0.02
# And how much less it stands on one that is hidden beneath it if all dice of the throw are seen.
BENEATH = 0.0004
# Nor is it then, or what else the network thinks of, surer than this: dice on printed letters look as if they
# stood on something.
MOST_BENEATH = 0.9
# Shadows and side faces bear nothing.
A_BODY = 0.3
# Less likely than this, how a die may lean is not weighed.
HARDLY = 1e-4


def with_support(dice: Sequence[SeenDie], tray: Tray, *, complete: bool = False) -> list[SeenDie]:
    """The same dice; those that nothing is near to lean or stand on are hardly thought to.

    Where they are complete, none is hidden beneath another, either, and none stands on print that looks like
    a leaning die.
    """
    bearing = [die for die in dice if bears(die)]
    carrying = [die for die in bearing if is_surely_die(die)] if complete else bearing
    return [die if _rests(die) else _weighed(die, bearing, carrying, tray, complete) for die in dice]


def bears(die: SeenDie) -> bool:
    """Whether another die may lean on it: no shadow, no side face."""
    return die.face > A_BODY or die.ways[WAYS.index("cocked")] > A_BODY


def is_at_wall(die: SeenDie, tray: Tray) -> bool:
    """It is in the tray, so near to a wall that it may lean on it."""
    return 0 < _to_wall(die, tray) < WALL_DICE


def _rests(die: SeenDie) -> bool:
    """It hardly leans or stands on another, whatever is near it."""
    return die.ways[WAYS.index("cocked")] + die.ways[WAYS.index("stacked")] < HARDLY


def _to_wall(die: SeenDie, tray: Tray) -> float:
    to_wall = min(tray.width_mm / 2 - abs(die.pose.x), tray.height_mm / 2 - abs(die.pose.y))
    return to_wall / die.size_mm


def _reach(die: SeenDie, dice: Sequence[SeenDie]) -> float:
    """How far it is to the nearest other die, in die widths."""
    return min((_apart(die, other) for other in dice if other is not die), default=math.inf)


def _apart(die: SeenDie, other: SeenDie) -> float:
    apart = math.hypot(die.pose.x - other.pose.x, die.pose.y - other.pose.y)
    return apart / ((die.size_mm + other.size_mm) / 2)


def _weighed(
    die: SeenDie, bearing: Sequence[SeenDie], carrying: Sequence[SeenDie], tray: Tray, complete: bool
) -> SeenDie:
    chances = dict(zip(WAYS, die.ways, strict=True))
    if _to_wall(die, tray) >= WALL_DICE and _reach(die, bearing) >= DIE_DICE:
        chances["cocked"] *= ON_NOTHING
    if _reach(die, carrying) >= ON_TOP_DICE:
        chances["stacked"] *= BENEATH if complete else ON_NOTHING
        if complete and die.way == "stacked":
            otherwise = sum(chances.values()) - chances["flat"]
            chances["flat"] = max(chances["flat"], (1 / MOST_BENEATH - 1) * otherwise)
    whole = sum(chances.values()) or 1.0
    return replace(die, ways=tuple(chance / whole for chance in chances.values()))
