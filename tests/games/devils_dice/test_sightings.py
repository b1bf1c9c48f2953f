"""Whatever hands did and however little of it was seen: a move is never ruled on that was not made."""

import random
from collections.abc import Mapping

import pytest

from pi_diavolo.games.devils_dice.legal_moves import legal_moves
from pi_diavolo.games.devils_dice.play import Play
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.games.devils_dice.sightings import explaining, stands, surely
from pi_diavolo.table.boards import BoardSeen, CounterSeen, Move, Square
from pi_diavolo.table.pieces import Colour
from tests.games.devils_dice.makers import WHITE
from tests.games.devils_dice.test_legal_moves import a_position

Board = dict[Square, Colour]
DOINGS = ("nothing", "legal", "lifted", "elsewhere", "another", "swapped")


def done(play: Play, lot: random.Random, doing: str) -> tuple[Board, Move | None]:
    """What stands there after hands did something, and which legal move it was, if it was one."""
    board = {square: counter.colour for square, counter in play.standing.items()}
    chosen = lot.choice(legal_moves(play, play.dice))
    start = play.counters[chosen.counter].square
    assert start is not None
    # Of those alike nobody could say which one it was: the others are of other colours.
    others = [square for square in board if board[square] is not board[start]]
    may_go = {move.to for move in legal_moves(play, play.dice)}
    free = [square for square in play.ground.layout.squares() if square not in board and square not in may_go]
    if doing == "legal":
        board[chosen.to] = board.pop(start)
        return board, chosen
    if doing == "lifted":
        board.pop(start)
    elif doing == "elsewhere":
        board[lot.choice(free)] = board.pop(start)
    elif doing == "another" and others:  # goes where the mover might have gone, which is in somebody's hand
        board[chosen.to] = board.pop(lot.choice(others))
        board.pop(start, None)
    elif doing == "swapped" and others:
        other = lot.choice(others)
        board[start], board[other] = board[other], board[start]
    return board, None


def looked_at(board: Mapping[Square, Colour], play: Play, lot: random.Random) -> BoardSeen:
    """A look that tells nothing wrong, and doubts this and that."""
    colours, doubts = list(play.owners), lot.choice((0.0, 0.05, 0.4))
    lost = (WHITE,) if lot.random() < 0.3 else ()
    squares = list(play.ground.layout.squares())
    unsure = {square for square in (*board, *lot.sample(squares, 6)) if lot.random() < doubts / 3}
    counters = []
    for square, colour in board.items():
        if square in unsure or (colour in lost and lot.random() < 0.5):
            continue
        options = [colour]
        if lot.random() < doubts:
            options = lot.sample([colour, *lot.sample(colours, 2)], 3)
        best, *maybe = dict.fromkeys(options)
        counters.append(CounterSeen(square, best, None, tuple(maybe)))
    return BoardSeen(tuple(counters), 0.0, tuple(unsure), 0, lost)


@pytest.mark.parametrize("doing", DOINGS)
def test_no_move_is_made_that_nobody_made(doing: str) -> None:
    lot, made = random.Random(doing), 0
    for _ in range(300):
        position = a_position(lot, SHIPPED)
        play = position.having(dice=(lot.randint(1, 6), lot.randint(1, 6)))
        if not legal_moves(play, play.dice):
            continue
        board, truth = done(play, lot, doing)
        seen = looked_at(board, play, lot)
        moves = () if stands(play, seen, ()) else explaining(play, seen, ())
        if len(moves) == 1 and surely(play, moves[0], seen, ()):
            made += 1
            assert moves[0] == truth
    assert made > 80 if doing == "legal" else not made
