"""Moves on painted boards by lot, through eyes and referee: none is made that nobody made."""

import pytest

from benchmarks.board_moves import Tally, _Game, play_board
from pi_diavolo.simulator.standing import after, as_it_should

# Neither trained on nor measured on.
TABLE = 2_300_000


def test_moves_on_boards_by_lot_are_seen_and_none_is_wrong() -> None:
    tally = Tally()
    for seed in (TABLE, TABLE + 1):
        tally.add(play_board((seed, 3)))
    assert tally.wrong == []
    assert tally.moves.total() == 6
    assert tally.moves["confirmed"] > 3


def a_game() -> _Game:
    """Somebody has to move, and nobody has looked at the board yet."""
    game = _Game(TABLE)
    game.play_to_turn(1)
    game.roll()
    return game


@pytest.mark.parametrize("made", [True, False])
def test_a_move_that_was_made_is_confirmed_and_another_one_is_wrong(made: bool) -> None:
    game = a_game()
    offered, other = game.view.moves[0], game.view.moves[-1]
    game.board = after(as_it_should(game.view), game.view, offered)
    game.say(offered)
    way = "as it was meant"
    assert game.came_of(offered if made else other, way, []) == ("confirmed" if made else "wrong")
    assert len(game.tally.wrong) == (not made)
