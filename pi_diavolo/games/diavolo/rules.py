"""Which imp is right: the colour that obeys the order best, gray on a tie, and what doubt allows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import hypot

from pi_diavolo.games.diavolo.house_rules import Distance, HouseRules
from pi_diavolo.games.diavolo.orders import LOWEST_WINS, PIP_SCORES, Order
from pi_diavolo.table.pieces import IMPS, RIVALS, Colour, Length
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Reason

Scores = Mapping[Colour, float]
Distances = Mapping[Colour, Length]
# By how much the second of two lengths may be longer than the first.
Lead = Callable[[Length, Length], float]

MOST_GEMS = 5
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6


def imps_in_play(players: int) -> dict[Colour, int]:
    """How many imps of each colour stand ready for so many players still in."""
    of_each = min(3, players - 1)
    return dict.fromkeys(RIVALS, of_each) | {Colour.GRAY: 1}


def answer(order: Order, roll: Roll, rules: HouseRules) -> Reason:
    """Name the imp to grab and why, taking the likeliest reading of every die."""
    if order is Order.CLOSEST:
        distances = measured(roll, rules)
        return closest({colour: length.mm for colour, length in distances.items()}, rules.tie_within_mm)
    return by_pips(order, {colour: PIP_SCORES[order](roll.values(colour)) for colour in RIVALS})


def by_pips(order: Order, scores: Scores) -> Reason:
    """Judge scores that count pips: equal is equal."""
    best = min(scores.values()) if order in LOWEST_WINS else max(scores.values())
    return _reason(order, scores, tuple(colour for colour in RIVALS if scores[colour] == best))


def closest(distances: Scores, tie_within_mm: float) -> Reason:
    """Judge distances to the Order die: nearer than the tolerance to the best is equal."""
    nearest = min(distances.values())
    best = tuple(c for c in RIVALS if not _apart(distances[c] - nearest, tie_within_mm))
    return _reason(Order.CLOSEST, distances, best)


def decided_by_people(order: Order, colour: Colour) -> Reason:
    """The answer that people gave where the table was not sure."""
    return Reason(order, colour, {}, (), decided_by_people=True)


def measured(roll: Roll, rules: HouseRules) -> Distances:
    """The distances that `closest` goes by at this table; empty unless all three colours have one."""
    distances = roll.centres if rules.distance is Distance.CENTRE else roll.gaps
    return distances if all(colour in distances for colour in RIVALS) else {}


def likely_lead(near: Length, far: Length) -> float:
    """Two errors are hardly both at their worst at once, and each the other way."""
    return min(lead_at_worst(near, far), far.mm - near.mm + hypot(near.error, far.error))


def lead_at_worst(near: Length, far: Length) -> float:
    """Each error may be at its worst, and against the other."""
    return far.most - near.least


def possible_answers(
    order: Order, roll: Roll, rules: HouseRules, lead: Lead = likely_lead
) -> frozenset[Colour]:
    """Every answer that the doubts about dice and distances allow; one alone means sure."""
    if order is Order.CLOSEST:
        distances = measured(roll, rules)
        return _possible_closest(distances, rules.tie_within_mm, lead) if distances else frozenset(IMPS)
    scores = [_possible_scores(order, roll, colour) for colour in RIVALS]
    return frozenset(by_pips(order, dict(zip(RIVALS, each, strict=True))).answer for each in product(*scores))


def with_doubts(why: Reason, orders: Sequence[Order], roll: Roll) -> Reason:
    """The same answer, with what is in doubt about its grounds: the first of these orders, and its scores."""
    likeliest, *instead = orders
    counted = () if likeliest is Order.CLOSEST else RIVALS  # distances do not hang on what dice show
    unsure = tuple(colour for colour in counted if len(_possible_scores(likeliest, roll, colour)) > 1)
    return replace(why, instead=tuple(instead), unsure=unsure)


def _possible_scores(order: Order, roll: Roll, colour: Colour) -> set[int]:
    return {PIP_SCORES[order](values) for values in product(*(die.options for die in roll.of(colour)))}


def _possible_closest(distances: Distances, tolerance: float, lead: Lead) -> frozenset[Colour]:
    lone = {colour for colour in RIVALS if _may_win_alone(colour, distances, tolerance, lead)}
    tie = any(_may_tie(*pair, distances, tolerance, lead) for pair in combinations(RIVALS, 2))
    return frozenset(lone | ({Colour.GRAY} if tie else set()))


def _may_win_alone(colour: Colour, distances: Distances, tolerance: float, lead: Lead) -> bool:
    # The best case for a colour: it is as near, and both others as far, as the errors allow.
    others = (distances[other] for other in RIVALS if other is not colour)
    return all(_apart(lead(distances[colour], other), tolerance) for other in others)


def _may_tie(one: Colour, two: Colour, distances: Distances, tolerance: float, lead: Lead) -> bool:
    a, b = distances[one], distances[two]
    if _apart(max(-lead(a, b), -lead(b, a), 0.0), tolerance):
        return False
    # The two can be equal; but the third, as far away as it may be, must not beat the nearest such pair.
    (third,) = (distances[colour] for colour in RIVALS if colour not in (one, two))
    nearer, farther = sorted((-lead(a, third), -lead(b, third)))
    return not _apart(max(nearer, farther - tolerance), tolerance)


def _apart(difference: float, tolerance: float) -> bool:
    # Rounded to a nanometre, so that 13.3 - 12.3 is one millimetre and not a hair less.
    rounded = round(difference, 6)
    return rounded >= tolerance and rounded > 0


def _reason(order: Order, scores: Scores, best: tuple[Colour, ...]) -> Reason:
    return Reason(order, best[0] if len(best) == 1 else Colour.GRAY, scores, best)
