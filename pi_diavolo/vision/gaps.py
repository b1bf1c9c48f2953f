"""How far each colour's nearest die lies from the Order die, edge to edge, and how well that is known."""

import math
from collections.abc import Iterator, Mapping, Sequence

from pi_diavolo.table.footprint import Footprint, gap
from pi_diavolo.table.pieces import Colour, Length
from pi_diavolo.table.view import DieView, OrderDieView

# Table files do not tell how round dice are: their corners' radius lies between these shares of their width.
SHARP, USUAL, ROUND = 0.04, 0.10, 0.17
# Turned corner to corner, two dice are nearer than side to side by this share of both their widths, or less.
TURNED = 0.25
# How well a die's own place and turn are known beside those of its neighbours: twice the standard deviation.
PLACE_MM, TURN_DEG = 0.4, 1.5


def gaps_to(
    order_die: OrderDieView | None, dice: Sequence[DieView], die_mm: float, order_mm: float, error_mm: float
) -> tuple[Mapping[Colour, Length], Mapping[Colour, Length]]:
    """For each colour the least gap, and the least distance from centre to centre."""
    gaps: dict[Colour, Length] = {}
    centres: dict[Colour, Length] = {}
    for die in _near(order_die, dice, (die_mm + order_mm) * TURNED) if order_die else ():
        assert order_die is not None
        edge = _gap(order_die, die, die_mm, order_mm, error_mm)
        centre = Length(die.where.distance_to(order_die.where), _place_error(die, order_die, error_mm))
        gaps[die.colour] = _nearer(gaps.get(die.colour), edge)
        centres[die.colour] = _nearer(centres.get(die.colour), centre)
    return gaps, centres


def _near(order_die: OrderDieView, dice: Sequence[DieView], slack_mm: float) -> Iterator[DieView]:
    """The dice that may be their colour's nearest; the others need no measuring."""
    for colour in dict.fromkeys(die.colour for die in dice):
        apart = {die: die.where.distance_to(order_die.where) for die in dice if die.colour is colour}
        nearest = min(apart.values())
        yield from (die for die, mm in apart.items() if mm <= nearest + slack_mm)


def _gap(order_die: OrderDieView, die: DieView, die_mm: float, order_mm: float, error_mm: float) -> Length:
    sharp, usual, round_ = (
        gap(_footprint(order_die, order_mm, share), _footprint(die, die_mm, share))
        for share in (SHARP, USUAL, ROUND)
    )
    turned = math.radians(TURN_DEG) * (die_mm + order_mm) / 4
    error = math.hypot(_place_error(die, order_die, error_mm), turned, max(round_ - usual, usual - sharp))
    return Length(usual, error)


def _footprint(die: DieView | OrderDieView, size: float, roundness: float) -> Footprint:
    return Footprint(die.where, size, math.degrees(die.yaw), roundness * size)


def _place_error(die: DieView, order_die: OrderDieView, error_mm: float) -> float:
    # The camera's place is off for both alike: the nearer they lie, the less it tells between them.
    shared = error_mm * min(1.0, die.where.distance_to(order_die.where) / 150)
    return math.hypot(PLACE_MM, 3 * shared)


def _nearer(one: Length | None, other: Length) -> Length:
    """The least of two lengths, each known so well: it is no longer than the shorter may be."""
    if one is None:
        return other
    near, far = sorted((one, other), key=lambda length: length.mm)
    least, most = min(near.least, far.least), min(near.most, far.most)
    return Length(near.mm, max(near.mm - least, most - near.mm))
