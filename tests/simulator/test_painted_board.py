"""The painted table of Devil's Dice: what is put down and thrown is what is seen."""

from functools import cache

import numpy as np
import pytest

from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.painted_board import PaintedBoard, board_for_show, shown_board
from pi_diavolo.simulator.painter import Painter
from pi_diavolo.simulator.painting.board_positions import Mess, Position, Setter, draw_position
from pi_diavolo.table.boards import BoardSeen, CounterSeen, Shape, Square
from pi_diavolo.table.events import RollInvalid, RollRead
from pi_diavolo.table.pieces import Colour

HOME = [CounterSeen(square, home.colour, Shape.FLAT) for home in SHIPPED.homes for square in home.squares]
PAWN = CounterSeen(Square(7, 8), Colour.PURPLE, Shape.PAWN)


@cache
def the_board() -> PaintedBoard:
    return board_for_show(5, SHIPPED)


def test_what_is_put_on_the_board_is_seen() -> None:
    board = the_board()
    board.put([*HOME, PAWN])
    seen = board.look_at_board(4.0)()
    assert seen is not None
    assert {(each.square, each.colour) for each in seen.counters} == {
        (each.square, each.colour) for each in [*HOME, PAWN]
    }
    assert seen == BoardSeen(seen.counters, 4.0)


def test_a_move_changes_nothing_but_the_moved_counter() -> None:
    board = the_board()
    board.put([*HOME, PAWN])
    before = {truth.where for truth in board._standing.truth}
    board.put(HOME)
    after = {truth.where for truth in board._standing.truth}
    assert after < before
    assert len(before - after) == 1


def test_thrown_dice_are_read() -> None:
    board = the_board()
    board.throw([2, 6])
    roll = board.look_at_dice(5.0)()
    assert isinstance(roll, RollRead)
    assert sorted(die.value for die in roll.roll.dice) == [2, 6]


def test_a_die_that_leans_is_no_roll() -> None:
    board = the_board()
    board.throw([2, 6], fault="die_cocked")
    roll = board.look_at_dice(5.0)()
    assert roll is None or isinstance(roll, RollInvalid) or any(die.maybe for die in roll.roll.dice)


def test_no_counter_touches_another_unless_it_stands_on_it() -> None:
    table = shown_board(SHIPPED)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        position = draw_position(rng, SHIPPED, table.place, table.box, Mess(0.2, 0.0, 2.5))
        places = np.array([truth.where for truth in position.truth]).reshape(-1, 2)
        away = np.linalg.norm(places[:, None] - places, axis=2) + 99 * np.eye(len(places))
        narrowest = 2 * min(body.width for body in table.box.bodies.values())
        assert away.size == 0 or away.min() >= narrowest - 1e-6


@pytest.mark.parametrize("shape", Shape)
def test_a_painted_counter_has_its_colour_where_it_stands(shape: Shape) -> None:
    table = shown_board(SHIPPED)
    setter = Setter(table.place, table.box, np.random.default_rng(1))
    setter.put_at(table.place.middle(Square(8, 8)), Square(8, 8), Colour.RED, shape)
    painter = the_painter()
    rng = np.random.default_rng(1)
    bare = painter.paint([], rng, pieces=Position((), ()).pieces).image
    image = painter.paint([], rng, pieces=setter.position.pieces).image
    high = table.box.bodies[shape].height
    ((x, y),) = table.camera.project([(*table.place.middle(Square(8, 8)), high)]).round().astype(int)
    blue, green, red = image[y, x].astype(int)
    assert red > 2 * max(blue, green)
    assert bare[y, x].min() > 150


@cache
def the_painter() -> Painter:
    table = shown_board(SHIPPED)
    return Painter(table.look, table.camera)
