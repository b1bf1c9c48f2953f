"""Proof, not samples: every roll there is, judged by the rules and by an oracle of another make."""

from itertools import combinations_with_replacement, product
from math import factorial, prod

import numpy as np
import numpy.typing as npt
import pytest

from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.odds import all_odds
from pi_diavolo.games.diavolo.orders import PIP_ORDERS, Order
from pi_diavolo.games.diavolo.rules import answer
from pi_diavolo.table.pieces import RIVALS, Colour, Die
from pi_diavolo.table.roll import Roll

COLOURS = (*RIVALS, Colour.GRAY)

# RULES.md, section 1: the number of rolls that end in gray; the three colours share the rest equally.
GRAY_ROLLS = {
    3: {
        Order.GREATEST_SUM: 1_354_380,
        Order.SMALLEST_SUM: 1_354_380,
        Order.GREATEST_DIFFERENCE: 2_888_784,
        Order.MOST_ODD: 4_172_796,
        Order.HIGHEST_VALUE: 4_977_915,
    },
    2: {
        Order.GREATEST_SUM: 7_551,
        Order.SMALLEST_SUM: 7_551,
        Order.GREATEST_DIFFERENCE: 11_328,
        Order.MOST_ODD: 22_599,
        Order.HIGHEST_VALUE: 17_169,
    },
}

Hands = npt.NDArray[np.int64]


def oracle_scores(order: Order, hands: Hands) -> npt.NDArray[np.int64]:
    """One hand of dice a row; the more, the better."""
    hands = np.sort(hands, axis=1)
    sums: npt.NDArray[np.int64] = hands @ np.ones(hands.shape[1], dtype=np.int64)
    match order:
        case Order.GREATEST_SUM:
            return sums
        case Order.SMALLEST_SUM:
            return -sums
        case Order.GREATEST_DIFFERENCE:
            return hands[:, -1] - hands[:, 0]
        case Order.MOST_ODD:
            odd: npt.NDArray[np.int64] = np.count_nonzero(np.isin(hands, [1, 3, 5]), axis=1)
            return odd
        case Order.HIGHEST_VALUE:
            return hands[:, -1]
        case Order.CLOSEST:
            raise AssertionError("closest does not go by pips")


def oracle_answers(order: Order, hands: Hands) -> npt.NDArray[np.int8]:
    """The answer for black hand i, white hand j, red hand k: an index into COLOURS."""
    scores = oracle_scores(order, hands)
    black, white, red = scores[:, None, None], scores[None, :, None], scores[None, None, :]
    answers = np.full((len(hands),) * 3, 3, dtype=np.int8)
    answers[(black > white) & (black > red)] = 0
    answers[(white > black) & (white > red)] = 1
    answers[np.broadcast_to((red > black) & (red > white), answers.shape)] = 2
    return answers


def ways(hand: tuple[int, ...]) -> int:
    """In how many orders the same dice can fall."""
    return factorial(len(hand)) // prod(factorial(hand.count(value)) for value in set(hand))


@pytest.mark.parametrize("dice", [3, 2])
@pytest.mark.parametrize("order", PIP_ORDERS)
def test_every_roll_is_judged_as_the_oracle_judges_it(order: Order, dice: int) -> None:
    # Dice of one colour are alike, so each set of hands stands for all the orders they can fall in.
    hands = list(combinations_with_replacement(range(1, 7), dice))
    expected = oracle_answers(order, np.array(hands)).tolist()
    lying = {colour: [tuple(Die(colour, value) for value in hand) for hand in hands] for colour in RIVALS}
    many = [ways(hand) for hand in hands]
    rules, counts, rolls = HouseRules(), dict.fromkeys(COLOURS, 0), 0
    for i, j, k in product(range(len(hands)), repeat=3):
        roll = Roll(lying[Colour.BLACK][i] + lying[Colour.WHITE][j] + lying[Colour.RED][k])
        given = answer(order, roll, rules).answer
        assert given is COLOURS[expected[i][j][k]], (order, hands[i], hands[j], hands[k])
        times = many[i] * many[j] * many[k]
        counts[given] += times
        rolls += times
    gray = GRAY_ROLLS[dice][order]
    share = (6 ** (3 * dice) - gray) // 3
    assert rolls == 6 ** (3 * dice)
    assert counts == {**dict.fromkeys(RIVALS, share), Colour.GRAY: gray}


@pytest.mark.parametrize("dice", [3, 2])
def test_the_odds_are_those_of_the_oracle_over_all_single_rolls(dice: int) -> None:
    hands = np.array(list(product(range(1, 7), repeat=dice)))
    for odds in all_odds(dice):
        counted = np.bincount(oracle_answers(odds.order, hands).ravel(), minlength=4)
        assert [odds.counts[colour] for colour in COLOURS] == counted.tolist()
        assert odds.total == 6 ** (3 * dice)
