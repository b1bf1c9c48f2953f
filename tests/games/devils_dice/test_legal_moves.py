"""Every legal move is found, once, and nothing else: against a second generator and counted move trees."""

import random
from collections.abc import Sequence

import pytest

from pi_diavolo.games.devils_dice.course import moved, rolled
from pi_diavolo.games.devils_dice.ground import ground_of
from pi_diavolo.games.devils_dice.house_rules import HouseRules, OwnCounters, OwnHome, Passing
from pi_diavolo.games.devils_dice.legal_moves import legal_moves, promotes
from pi_diavolo.games.devils_dice.play import CounterAt, Play
from pi_diavolo.games.devils_dice.refusals import refusal
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.table.board_layout import Axis, HomeBase, Layout, Line
from pi_diavolo.table.boards import Counter, Move, Shape, Square
from pi_diavolo.table.players import Seat
from tests.games.devils_dice.makers import BLUE, GREEN, ORANGE, PURPLE, RED, YELLOW, a_board, a_start, begun
from tests.games.devils_dice.walking import walked_moves

ALL_ROLLS = [(first, second) for first in range(1, 7) for second in range(1, first + 1)]
SOME_ROLLS = [(2, 1), (3, 3), (6, 4)]

# A board as no box has it: not square, few homes, lines that end on the way, one across the other direction.
SMALL = Layout(
    columns=9,
    rows=7,
    homes=(
        HomeBase(ORANGE, tuple(Square(0, row) for row in range(4)), {Axis.ROW: 1, Axis.COLUMN: 1}, (0, 2)),
        HomeBase(RED, tuple(Square(8, row) for row in range(4)), {Axis.ROW: -1, Axis.COLUMN: 0}, (1,)),
        HomeBase(BLUE, tuple(Square(c, 6) for c in range(2, 6)), {Axis.ROW: 1, Axis.COLUMN: -1}, (0, 1, 2)),
    ),
    lines=(Line(Axis.ROW, 4, 1, 3), Line(Axis.ROW, 5, 0, 6), Line(Axis.COLUMN, 3, 2, 5)),
    safe=(Square(4, 4), Square(2, 2), Square(6, 1)),
)


def a_position(lot: random.Random, layout: Layout) -> Play:
    """Counters anywhere, of either shape, some of them out; players with one colour or more."""
    colours = [home.colour for home in layout.homes]
    lot.shuffle(colours)
    players = lot.randint(2, len(colours))
    seats = tuple(Seat(number + 1) for number in range(players))
    owners = {colour: seats[place % players] for place, colour in enumerate(colours)}
    squares = lot.sample(list(layout.squares()), 4 * len(colours))
    if lot.random() < 0.5:  # safe squares and homes are where most rules meet
        marked = [*layout.safe, *(square for home in layout.homes for square in home.squares)]
        squares = [*lot.sample(marked, len(marked) // 3), *squares]
        squares = list(dict.fromkeys(squares))[: 4 * len(colours)]
        lot.shuffle(squares)
    crowd = lot.choice((0.2, 0.6, 1.0))
    counters = {
        Counter(colour, number): CounterAt(
            squares.pop() if lot.random() < crowd else None, lot.choice(list(Shape))
        )
        for colour in colours
        for number in range(1, 5)
    }
    rules = HouseRules(
        passing=lot.choice(list(Passing)),
        own_home=lot.choice(list(OwnHome)),
        own_counters=lot.choice(list(OwnCounters)),
    )
    return Play(seats, rules, ground_of(layout), owners, counters, turn=1, mover=lot.choice(seats))


@pytest.mark.parametrize("layout", [SHIPPED, SMALL], ids=["the shipped board", "a small odd one"])
def test_the_moves_are_those_that_walking_every_way_finds(layout: Layout) -> None:
    lot = random.Random(8)
    for _ in range(1000):
        play = a_position(lot, layout)
        dice = (lot.randint(1, 6), lot.randint(1, 6))
        moves, walked = legal_moves(play, dice), walked_moves(play, dice)
        assert len(set(moves)) == len(moves)
        assert {move: promotes(play, move) for move in moves} == walked, (play, dice)


@pytest.mark.parametrize("layout", [SHIPPED, SMALL], ids=["the shipped board", "a small odd one"])
def test_whatever_is_not_offered_is_refused_with_a_reason_and_nothing_else_is(layout: Layout) -> None:
    lot = random.Random(9)
    for _ in range(20):
        play = a_position(lot, layout)
        dice = (lot.randint(1, 6), lot.randint(1, 6))
        play = play.having(dice=dice)
        moves = set(legal_moves(play, dice))
        for counter in play.counters:
            for square in layout.squares():
                move = Move(counter, square)
                assert (refusal(play, play.mover or Seat(0), move) is None) == (move in moves), (play, move)


def tree(play: Play, rolls: Sequence[tuple[int, int]], depth: int) -> int:
    """How many ways there are to play on so many turns with these rolls; a pass is a way as well."""
    if depth == 1:
        return sum(max(1, len(legal_moves(play, dice))) for dice in rolls)
    ways = 0
    for dice in rolls:
        now = rolled(play, dice)
        if now.turn > play.turn or now.over:
            ways += 1 if now.over else tree(now, rolls, depth - 1)
            continue
        for move in legal_moves(now, dice):
            then = moved(now, move)
            ways += 1 if then.over else tree(then, rolls, depth - 1)
    return ways


STARTS = {
    "two colours": begun(a_start(2)),
    "four colours": begun(a_start(4)),
    "eight colours": begun(a_start(8)),
    "two players with two colours each": begun(a_start(2, colours_each=2)),
    "two colours, passing over forbidden": begun(a_start(2, passing="forbidden")),
    "pawns among each other": a_board(
        {ORANGE: ["pi9", "pj10", "h8"], BLUE: ["pg7", "ph10", "i11"], GREEN: ["pk6", "c7"]},
        passing="forbidden",
    ),
    "the last ones at the edge": a_board({RED: ["pn10", "pp16"], PURPLE: ["pa14", "pb15"]}),
    "two middles, each home square open but the own": a_board(
        {GREEN: ["pc9", "pb7"], YELLOW: ["ph3", "g2"]}, own_home="counters_own"
    ),
}


@pytest.mark.parametrize(
    ("start", "two_turns", "three_turns"),
    [
        ("two colours", 20_736, 8_040),
        ("four colours", 20_736, 8_000),
        ("eight colours", 40_574, 16_000),
        ("two players with two colours each", 82_944, 64_108),
        ("two colours, passing over forbidden", 20_736, 7_760),
        ("pawns among each other", 21_122, 9_750),
        ("the last ones at the edge", 3_139, 320),
        ("two middles, each home square open but the own", 26_461, 14_534),
    ],
)
def test_the_tree_of_moves_has_as_many_leaves_as_ever(start: str, two_turns: int, three_turns: int) -> None:
    """Two turns with every roll, and three with some."""
    play = STARTS[start]
    assert (tree(play, ALL_ROLLS, 2), tree(play, SOME_ROLLS, 3)) == (two_turns, three_turns)
