"""How far each colour's nearest die lies from the Order die, edge to edge, and how well that is known."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pi_diavolo.table.pieces import Colour, Length
from pi_diavolo.table.view import DieView, OrderDieView
from pi_diavolo.vision.camera import Array

# Of a square whose half side is one.
CORNERS = np.array([1 + 1j, -1 + 1j, -1 - 1j, 1 - 1j])
# Turned corner to corner, two dice are nearer than side to side by this share of both their widths, or less.
TURNED = 0.25
# How well the places of a die and of the Order die, and a die's turn, are known beside those of its
# neighbours: twice the standard deviation; and once they were measured.
PLACE_MM, ORDER_PLACE_MM, TURN_DEG = 0.2, 0.35, 1.5
MEASURED_MM, ORDER_MEASURED_MM, MEASURED_DEG = 0.16, 0.29, 1.2
# That holds for an Order die whose places, found in several ways, scatter by less than this. Of 1,386 painted
# ones the 92 that scatter more are off by 0.157 mm (a standard deviation; all others by 0.095), and two
# between touching dice, whose places scattered by 0.18 mm, were off by 0.45 and 0.55 mm: there a place is
# known to so many times the scatter.
SCATTERED_MM, SCATTER_COUNTS = 0.16, 2.6
# If the nearest two colours differ by less, a closer look at these dice may decide: enough for a tolerance of
# a millimetre and somewhat more. Where people have set a larger one, what decides is less well known.
NEAR_THING_MM = 2.5


@dataclass(frozen=True, slots=True)
class Edges:
    """How round dice are, as their edges' radius in die widths: at least, most likely, and at most."""

    sharp: float
    usual: float
    round: float

    @property
    def cases(self) -> Array:
        """All three."""
        return np.array([self.sharp, self.usual, self.round])


# Table files do not tell how round dice are.
UNSEEN = Edges(0.04, 0.10, 0.17)
# Looked at closely, it is seen so well in die widths: twice the standard deviation.
EDGES_ERROR = 0.03


def seen_edges(radii: Sequence[float]) -> Edges:
    """The edges of dice that are all as round, by what was seen of some of them."""
    if not radii:
        return UNSEEN
    usual = float(np.median(radii))
    return Edges(max(0.0, usual - EDGES_ERROR), usual, usual + EDGES_ERROR)


@dataclass(frozen=True, slots=True)
class Measures:
    """What all gaps of one look rest on: the dice's sizes and edges, and how well all is known."""

    die_mm: float
    order_mm: float
    error_mm: float
    edges: Edges = UNSEEN
    order_edges: Edges = UNSEEN
    place_mm: float = PLACE_MM
    order_place_mm: float = ORDER_PLACE_MM
    turn_deg: float = TURN_DEG

    def measured(self, radii: Sequence[float], order_radius: float, scatter_mm: float) -> "Measures":
        """The same once the dice in question and the Order die were measured: their edges are so round.

        And the places that were found for the Order die scatter so much.
        """
        edges, order_edges = seen_edges(radii), seen_edges([order_radius])
        scattered = SCATTER_COUNTS * scatter_mm if scatter_mm > SCATTERED_MM else 0.0
        return replace(
            self,
            edges=edges,
            order_edges=order_edges,
            place_mm=MEASURED_MM,
            order_place_mm=max(ORDER_MEASURED_MM, scattered),
            turn_deg=MEASURED_DEG,
        )


def gaps_to(
    order_die: OrderDieView | None, dice: Sequence[DieView], measures: Measures
) -> tuple[Mapping[Colour, Length], Mapping[Colour, Length]]:
    """For each colour the least gap, and the least distance from centre to centre."""
    gaps: dict[Colour, Length] = {}
    centres: dict[Colour, Length] = {}
    if order_die is None:
        return gaps, centres
    near = deciding(order_die, dice, measures)
    turned = math.radians(measures.turn_deg) * (measures.die_mm + measures.order_mm) / 4
    all_gaps = _gaps(order_die, near, measures)
    places = _place_errors([gap for _, gap, _ in all_gaps], order_die, near, measures)
    for die, place, (sharp, usual, round_) in zip(near, places, all_gaps, strict=True):
        gap = Length(usual, math.hypot(place, turned, max(round_ - usual, usual - sharp)))
        gaps[die.colour] = _nearer(gaps.get(die.colour), gap)
    apart = [die.where.distance_to(order_die.where) for die in near]
    for die, place, mm in zip(near, _place_errors(apart, order_die, near, measures), apart, strict=True):
        centres[die.colour] = _nearer(centres.get(die.colour), Length(mm, place))
    return gaps, centres


def is_near_thing(distances: Mapping[Colour, Length]) -> bool:
    """Two colours are so near to being equally close that each tenth of a millimetre may count."""
    nearest = sorted(length.mm for length in distances.values())[:2]
    return len(nearest) == 2 and nearest[1] - nearest[0] < NEAR_THING_MM


def deciding(order_die: OrderDieView, dice: Sequence[DieView], measures: Measures) -> list[DieView]:
    """The dice that may be their colour's nearest; the others need no measuring."""
    slack = (measures.die_mm + measures.order_mm) * TURNED
    near = list[DieView]()
    for colour in dict.fromkeys(die.colour for die in dice):
        apart = [(die.where.distance_to(order_die.where), die) for die in dice if die.colour is colour]
        least = min(mm for mm, _ in apart)
        near += [die for mm, die in apart if mm <= least + slack]
    return near


def _gaps(
    order_die: OrderDieView, dice: Sequence[DieView], measures: Measures
) -> list[tuple[float, float, float]]:
    """The gap to each die, as `table.footprint` has it, with sharp, usual and round edges; all at once."""
    if not dice:
        return []
    radii = np.array([measures.order_mm * measures.order_edges.cases, measures.die_mm * measures.edges.cases])
    # Both squares that grow into footprints, as half their sides: the Order die's and the others'.
    halves = (np.array([[measures.order_mm], [measures.die_mm]]) / 2 - radii)[:, None, :, None]
    own, here = order_die.yaw, order_die.where
    yaws = np.array([die.yaw for die in dice])
    there = np.array([complex(die.where.x - here.x, die.where.y - here.y) for die in dice])
    # Each is seen by the other as if that one's sides lay along the axes: first the Order die, by each die.
    middles = np.array([-there * np.exp(-1j * yaws), there * np.exp(-1j * own)])
    turns = np.array([np.exp(1j * (own - yaws)), np.exp(1j * (yaws - own))])
    seen = middles[..., None, None] + halves * (turns[..., None, None] * CORNERS)
    x, y, reach = np.abs(seen.real), np.abs(seen.imag), halves[::-1]
    between = np.hypot(np.maximum(x - reach, 0), np.maximum(y - reach, 0)).min(axis=(0, 3))
    free = np.where(_are_apart(seen, reach), np.maximum(0.0, between - radii.sum(axis=0)), 0.0)
    return [(sharp, usual, round_) for sharp, usual, round_ in free.tolist()]


def _are_apart(corners: npt.NDArray[np.complex128], reach: Array) -> npt.NDArray[np.bool_]:
    """Two squares are apart if and only if all corners of one lie on the far side of one of the other's."""
    beyond = [
        (way.min(axis=3) > reach[..., 0]) | (way.max(axis=3) < -reach[..., 0])
        for way in (corners.real, corners.imag)
    ]
    return np.asarray(np.any(beyond, axis=(0, 1)))


def _place_errors(
    lengths: Sequence[float], order_die: OrderDieView, dice: Sequence[DieView], measures: Measures
) -> list[float]:
    """How much each of these lengths, from the Order die to a die, may be off for the places of both."""
    both = list(zip(lengths, dice, strict=True))
    return [_place_error(die, _rivals(die, both), order_die, measures) for die in dice]


def _rivals(die: DieView, lengths: Sequence[tuple[float, DieView]]) -> list[DieView]:
    """The nearest die of another colour, and those that are nearly as near."""
    others = [(mm, other) for mm, other in lengths if other.colour is not die.colour]
    least = min((mm for mm, _ in others), default=0.0)
    return [other for mm, other in others if mm < least + NEAR_THING_MM]


def _place_error(
    die: DieView, rivals: Sequence[DieView], order_die: OrderDieView, measures: Measures
) -> float:
    # The camera's place is off for both alike: the nearer they lie, the less it tells between them.
    shared = measures.error_mm * min(1.0, die.where.distance_to(order_die.where) / 150)
    counts = max((_counts(die, rival, order_die) for rival in rivals), default=1.0)
    return math.hypot(measures.place_mm, measures.order_place_mm * counts, 3 * shared)


def _counts(die: DieView, rival: DieView, order_die: OrderDieView) -> float:
    """How much the Order die's own place counts: what brings it nearer to one takes it away from another
    that lies across, and it is which of both is nearer that is asked.
    """
    way, other = (_way(order_die, each) for each in (die, rival))
    return math.sqrt(max(1.0, 1 - math.cos(way - other)))


def _way(order_die: OrderDieView, die: DieView) -> float:
    return math.atan2(die.where.y - order_die.where.y, die.where.x - order_die.where.x)


def _nearer(one: Length | None, other: Length) -> Length:
    """The least of two lengths, each known so well: it is no longer than the shorter may be."""
    if one is None:
        return other
    near, far = sorted((one, other), key=lambda length: length.mm)
    least, most = min(near.least, far.least), min(near.most, far.most)
    return Length(near.mm, max(near.mm - least, most - near.mm))
