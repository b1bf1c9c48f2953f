"""What truly stands on a simulated board of Devil's Dice, and what hands do there, rightly or not."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random

from pi_diavolo.table.board_views import BoardView, MoveOffered
from pi_diavolo.table.boards import CounterSeen, Shape, Square

Standing = Mapping[Square, CounterSeen]


def as_it_should(view: BoardView) -> Standing:
    """The board as the table knows it."""
    return by_square(
        CounterSeen(each.square, each.counter.colour, each.shape)
        for each in view.counters
        if each.square is not None
    )


def by_square(counters: Iterable[CounterSeen]) -> Standing:
    """The same counters, each by where it stands."""
    return {counter.square: counter for counter in counters}


def after(board: Standing, view: BoardView, offered: MoveOffered, *, exchanged: bool = True) -> Standing:
    """A hand makes this move and takes off what it lands on; `exchanged`: a flat that becomes a pawn is."""
    shape = Shape.PAWN if offered.promotes and exchanged else None
    return _put(board, square_of(view, offered), offered.move.to, shape)


def misplaced(board: Standing, view: BoardView, offered: MoveOffered, luck: Random) -> Standing:
    """A hand means this move and puts the counter where it may not go; where it may, if all else is full."""
    may_go = {each.move.to for each in view.moves if each.move.counter == offered.move.counter}
    places = [square for square in view.layout.squares() if square not in board and square not in may_go]
    return _put(board, square_of(view, offered), luck.choice(places or [offered.move.to]))


def _put(board: Standing, came_from: Square, to: Square, shape: Shape | None = None) -> Standing:
    hand = board[came_from]
    rest = {square: counter for square, counter in board.items() if square not in (came_from, to)}
    return rest | {to: replace(hand, square=to, shape=shape or hand.shape)}


def square_of(view: BoardView, offered: MoveOffered) -> Square:
    """Where the counter of a move stands."""
    (square,) = (each.square for each in view.counters if each.counter == offered.move.counter)
    assert square is not None, "only what stands on the board can move"
    return square
