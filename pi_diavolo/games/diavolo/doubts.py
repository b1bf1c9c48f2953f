"""What the table is not sure of and must ask; a doubt that cannot change the answer is no doubt."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from enum import StrEnum

from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.orders import Order, possible_orders
from pi_diavolo.games.diavolo.rules import lead_at_worst, likely_lead, possible_answers
from pi_diavolo.games.diavolo.scoring import Amended
from pi_diavolo.games.diavolo.state import Game
from pi_diavolo.table.pieces import IMPS, Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question


class Asked(StrEnum):
    """The kinds of questions."""

    DIE = "die"
    ORDER = "order"
    CLOSEST = "closest"
    TWO_AT_ONCE = "two_at_once"
    WHO = "who"


# Questions about hands wait for an answer only so long; those about the dice as long as it takes.
ABOUT_HANDS = (Asked.TWO_AT_ONCE, Asked.WHO)

# The version of the rules since which two errors of measuring are not both taken at their worst.
WEIGHED_ERRORS_SINCE = 5

ROLL_AGAIN = "roll_again"
NEITHER = "none"
NOBODY = "nobody"


def allowed_answers(view: Amended, game: Game) -> frozenset[Colour]:
    """Every answer that the reading allows; one alone means that the ruling is sure."""
    assert view.roll is not None, "only a roll that was read has answers"
    orders = possible_orders(view.roll.order_die)
    return frozenset[Colour]().union(*(_under(order, view.roll, view, game) for order in orders))


def _under(order: Order, roll: Roll, view: Amended, game: Game) -> frozenset[Colour]:
    if order is Order.CLOSEST and view.closest is not None:
        return frozenset({view.closest})
    return possible_answers(order, roll, game.rules, likely_lead if game.weighs_errors else lead_at_worst)


def question_about_roll(view: Amended, game: Game) -> Question | None:
    """The one question whose answer helps most: first the order, then a die, then the distances."""
    if view.roll is None or len(allowed_answers(view, game)) == 1:
        return None
    orders = possible_orders(view.roll.order_die)
    if len(orders) > 1:
        return question_about_order(orders)
    if orders[0] is Order.CLOSEST:
        options = [str(colour) for colour in IMPS if colour in allowed_answers(view, game)]
        return Question(0, Asked.CLOSEST, (*options, ROLL_AGAIN))
    return question_about_die(orders[0], view.roll, game.rules)


def question_about_order(orders: tuple[Order, ...]) -> Question:
    """Which face does the Order die show?"""
    return Question(0, Asked.ORDER, (*(str(order) for order in orders), ROLL_AGAIN))


def question_about_seat(seat: Seat, colours: Collection[Colour]) -> Question:
    """Which of two buttons pressed at once did the player mean?"""
    options = tuple(str(colour) for colour in IMPS if colour in colours)
    return Question(0, Asked.TWO_AT_ONCE, (*options, NEITHER), seat=seat)


def question_about_die(order: Order, roll: Roll, rules: HouseRules) -> Question:
    """Which value does the most decisive of the doubtful dice show?"""
    doubtful = [index for index, die in enumerate(roll.dice) if len(die.options) > 1]
    # Prefer a die that alone tips the answer; only together do the others matter.
    decisive = [index for index in doubtful if len(set(_each_way(order, roll, index, rules))) > 1]
    index = (decisive or doubtful)[0]
    options = tuple(str(value) for value in sorted(roll.dice[index].options))
    return Question(0, Asked.DIE, (*options, ROLL_AGAIN), die=index, colour=roll.dice[index].colour)


def _each_way(order: Order, roll: Roll, index: int, rules: HouseRules) -> Iterator[frozenset[Colour]]:
    for value in roll.dice[index].options:
        yield possible_answers(order, roll.with_value(index, value), rules)


def same_question(one: Question, other: Question) -> bool:
    """Whether two questions differ in their number only."""
    return replace(one, number=0) == replace(other, number=0)
