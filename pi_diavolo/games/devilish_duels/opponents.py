"""Simulated opponents of two strengths: they know what their seat may see and what it may choose, no more.

`at_random` takes any legal choice. `looking_ahead` weighs each one by the trials still to come, with all that
dice to be thrown may show; what the opponent hides it does not know.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from itertools import product
from random import Random

from pi_diavolo.games.devilish_duels.cards import Cards, Deed, Task, Whose
from pi_diavolo.games.devilish_duels.deeds import capped
from pi_diavolo.games.devilish_duels.duel import LEAST, MOST, TEAM_SIZE
from pi_diavolo.table.duel_views import DuelStep, DuelView, Hand
from pi_diavolo.table.duels import Choice, ChoiceKind, Element, ElementDie, Zone
from pi_diavolo.table.players import Seat

# What shows up on the dice in play; one that is not there is not in play.
Position = Mapping[ElementDie, float]
Opponent = Callable[[DuelView, Hand, Cards, Random], Choice]

FACES = range(LEAST, MOST + 1)
# What no die, one die or both dice of an element may show, each with how likely it is.
SUMS: tuple[list[tuple[int, float]], ...] = tuple(
    [
        (total, ways / len(FACES) ** dice)
        for total, ways in Counter(map(sum, product(FACES, repeat=dice))).items()
    ]
    for dice in range(3)
)
# Winning in the Air banishes an imp, and that is what the game is about.
WORTH: Mapping[Element, float] = {
    Element.EARTH: 1.0,
    Element.FIRE: 1.5,
    Element.WATER: 1.5,
    Element.AIR: 10.0,
}
DOUBLE_WORTH = 0.3
# How far totals may still move: much before the second throw, little in the trials.
SPREAD = {DuelStep.ROLL: 4.0, DuelStep.REROLL: 2.5, DuelStep.TRIALS: 1.2}
IMP_WORTH, DIE_WORTH, POWER_WORTH = 100.0, 4.0, 0.5


def at_random(view: DuelView, hand: Hand, cards: Cards, lot: Random) -> Choice:
    """Anything that is allowed."""
    if hand.cards:
        return Choice(ChoiceKind.TEAM, imps=tuple(lot.sample(hand.cards, TEAM_SIZE)))
    return lot.choice(hand.options)


def looking_ahead(view: DuelView, hand: Hand, cards: Cards, lot: Random) -> Choice:
    """What promises most; among equals by lot."""
    if hand.cards:
        ranked = sorted(hand.cards, key=lambda imp: (-len(cards[imp].powers), lot.random()))
        return Choice(ChoiceKind.TEAM, imps=tuple(ranked[:TEAM_SIZE]))
    weighed = [(promise(view, hand.seat, cards, choice), choice) for choice in hand.options]
    best = max(worth for worth, _ in weighed)
    return lot.choice([choice for worth, choice in weighed if worth >= best - 1e-9])


OPPONENTS: Mapping[str, Opponent] = {"random": at_random, "looking-ahead": looking_ahead}


def promise(view: DuelView, me: Seat, cards: Cards, choice: Choice) -> float:
    """How good a choice is, in imps and parts of them, as far as can be seen from this seat."""
    position = {each.die: float(each.value) for each in view.dice if each.value is not None}
    match choice.kind:
        case ChoiceKind.PLAY:
            return sum(1 + len(cards[imp].powers) for imp in choice.imps)
        case ChoiceKind.ROLL:
            return standing(view, me, position, choice.dice)
        case ChoiceKind.POWER:
            used = cards[choice.imps[0]].powers[(choice.power or 1) - 1]
            worth = sum(_power(view, me, position, task) for task in used.tasks) / len(used.tasks)
            return worth if worth > standing(view, me, position) else worth - POWER_WORTH
        case ChoiceKind.PICK:
            return _picked(view, me, position, cards, choice)
        case ChoiceKind.PASS | ChoiceKind.TEAM:
            return standing(view, me, position)


def standing(view: DuelView, me: Seat, position: Position, thrown: Collection[ElementDie] = ()) -> float:
    """What the trials still to come promise as the dice lie, those that are thrown counted in all ways."""
    spread = SPREAD.get(view.step, 4.0)
    held = {trial.element for trial in view.trials}
    worth = 0.0
    for element in Element:
        if element not in held:
            mine, theirs = (
                _side(element, me, True, position, thrown),
                _side(element, me, False, position, thrown),
            )
            ways = product(mine, theirs)
            worth += WORTH[element] * sum(p * q * _chance(m, t, spread) for (m, p), (t, q) in ways)
    return worth


def _side(
    element: Element, me: Seat, mine: bool, position: Position, thrown: Collection[ElementDie]
) -> list[tuple[float, float]]:
    """What one side may have in a trial, each with how likely it is."""
    lying = sum(
        value
        for die, value in position.items()
        if die.element is element and (die.owner == me) == mine and die not in thrown
    )
    rolling = sum(die.element is element and (die.owner == me) == mine for die in thrown)
    return [(lying + sum_, chance) for sum_, chance in SUMS[rolling]]


def _chance(mine: float, theirs: float, spread: float) -> float:
    """From −1, surely lost, to 1; a little more each way where it is doubly."""
    lead = math.tanh((mine - theirs) / spread)
    low, high = min(mine, theirs), max(mine, theirs)
    return lead * (1 + DOUBLE_WORTH) if low != high and high >= 2 * low else lead


def _picked(view: DuelView, me: Seat, position: Position, cards: Cards, choice: Choice) -> float:
    awaited = view.awaited
    deed, amount = (awaited.deed, awaited.amount) if awaited else (None, 0)
    mine = {imp.imp for side in view.sides if side.seat == me for imp in side.imps}
    imps = sum((-1 if imp in mine else 1) * (IMP_WORTH + len(cards[imp].powers)) for imp in choice.imps)
    return imps + _befallen(view, me, position, str(deed), amount, choice.dice)


def _befallen(
    view: DuelView, me: Seat, position: Position, deed: str, amount: int, dice: tuple[ElementDie, ...]
) -> float:
    match deed:
        case Deed.REROLL | Deed.ROLL | Deed.ROLL_OR_REROLL:
            return standing(view, me, position, dice)
        case Deed.SEND_BACK | Deed.BANISH_DIE:
            lost = sum(DIE_WORTH if die.owner != me else -DIE_WORTH for die in dice)
            left = {die: value for die, value in position.items() if die not in dice}
            return standing(view, me, left) + (lost if deed == Deed.BANISH_DIE else 0.0)
    turned = dict(position)
    for die in dice:
        value = int(turned.get(die, 0))
        turned[die] = float(amount if deed == Deed.SET else capped(value + amount))
    return standing(view, me, turned)


def _power(view: DuelView, me: Seat, position: Position, task: Task) -> float:
    """What a power promises, with the best dice for it."""
    zones = {each.die: each.zone for each in view.dice}
    wanted = Zone.POOL if task.deed is Deed.ROLL else Zone.IN_PLAY
    dice = [
        die
        for die, zone in zones.items()
        if zone is wanted and die.element in task.elements and _is(task.whose, die.owner == me)
    ]
    if task.deed is Deed.BANISH_IMP:
        return standing(view, me, position) + IMP_WORTH * _imps_gained(view, me, task)
    ways = [tuple(dice)] if task.count is None else [(die,) for die in dice]
    worths = [_befallen(view, me, position, task.deed, task.amount, way) for way in ways if way]
    # What lasts cannot be reckoned here; it is better used than not.
    return max(worths, default=standing(view, me, position) + POWER_WORTH)


def _imps_gained(view: DuelView, me: Seat, task: Task) -> int:
    """How many imps more the opponent loses than this seat, if it chooses well."""
    mine, theirs = (
        sum(imp.zone is Zone.IN_PLAY for side in view.sides if (side.seat == me) == own for imp in side.imps)
        if _is(task.whose, own)
        else 0
        for own in (True, False)
    )
    if task.count is None:
        return theirs - mine
    # A power that is used is used wholly: where the opponent has too few imps, own ones make up the number.
    taken = min(task.count, theirs)
    return taken - min(task.count - taken, mine)


def _is(whose: Whose, mine: bool) -> bool:
    return whose is Whose.EITHER or (whose is Whose.OWN) == mine
