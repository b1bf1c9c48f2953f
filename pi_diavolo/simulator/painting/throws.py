"""Simulated throws laid out for the painter: lying, leaning, stacked or outside, as their faults say."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from pi_diavolo.simulator.painting.dice import ORDER, PaintedDie, against_wall, die_yaw, lying, propped
from pi_diavolo.simulator.painting.look import TableLook
from pi_diavolo.simulator.placing import Lying
from pi_diavolo.simulator.world import Throw

# A die that leans at least so far is seen to be cocked.
LEAST_TILT_DEG, MOST_TILT_DEG = 12.0, 42.0


def from_throw(throw: Throw, look: TableLook, rng: np.random.Generator) -> list[PaintedDie]:
    """The dice of a simulated throw, the Order die last; what does not count is placed so."""
    dice = [
        _lying(str(die.colour), die.value, where, look, rng)
        for die, where in zip(throw.true_roll.dice, throw.dice, strict=True)
    ]
    if throw.order_die is not None and throw.true_roll.order_die is not None:
        value = _face(throw.true_roll.order_die.face, look)
        dice.append(_lying(ORDER, value, throw.order_die, look, rng))
    for fault in throw.faults:
        which = len(dice) - 1 if fault.die is None else fault.die
        if fault.code in SPOILT:
            dice[which] = SPOILT[fault.code](dice[which], dice, look, rng)
    return dice


def _face(name: str, look: TableLook) -> int:
    if name not in look.glyphs.names:
        raise ValueError(f"the Order die has no face {name}, only {', '.join(look.glyphs.names)}")
    return look.glyphs.names.index(name) + 1


def _lying(colour: str, value: int, where: Lying, look: TableLook, rng: np.random.Generator) -> PaintedDie:
    # A footprint looks the same after quarter turns; the side faces do not.
    yaw = where.yaw + 90 * int(rng.integers(4))
    return lying(colour, value, where.x, where.y, yaw, where.size, left_handed=look.dice.left_handed)


def _cocked(die: PaintedDie, dice: list[PaintedDie], look: TableLook, rng: np.random.Generator) -> PaintedDie:
    tilt = float(rng.uniform(LEAST_TILT_DEG, MOST_TILT_DEG))
    others = [other for other in dice if other is not die]
    if others and rng.random() < 0.5:
        other = others[int(rng.integers(len(others)))]
        return propped(die, other, tilt, die_yaw(die) + 90 * int(rng.integers(4)))
    return against_wall(die, tilt, look.geometry.tray_mm)


def _stacked(
    die: PaintedDie, dice: list[PaintedDie], look: TableLook, rng: np.random.Generator
) -> PaintedDie:
    """On top of the die that lies beneath it."""
    below = max((other.size for other in dice if other is not die and _over(die, other)), default=die.size)
    x, y, z = die.centre
    return replace(die, centre=(x, y, z + below), stacked=True)


def _over(one: PaintedDie, other: PaintedDie) -> bool:
    return bool(np.hypot(one.centre[0] - other.centre[0], one.centre[1] - other.centre[1]) < other.size * 0.7)


def _outside(
    die: PaintedDie, dice: list[PaintedDie], look: TableLook, rng: np.random.Generator
) -> PaintedDie:
    """Beyond the wall, on the plate; or beyond the plate, on the table."""
    geometry = look.geometry
    x, y, z = die.centre
    clear = geometry.tray_mm[0] / 2 + geometry.wall_thick_mm + die.size * 0.72
    x = float(np.copysign(max(abs(x), clear), x))
    fallen = abs(x) > geometry.plate_mm[0] / 2
    return replace(die, centre=(x, y, z - geometry.plate_thick_mm if fallen else z))


Spoiling = Callable[[PaintedDie, list[PaintedDie], TableLook, np.random.Generator], PaintedDie]
SPOILT: Mapping[str, Spoiling] = {
    "die_cocked": _cocked,
    "die_stacked": _stacked,
    "die_outside_tray": _outside,
}
