"""Simulated opponents of two strengths: they see the board as everyone does, and choose what is offered.

`at_random` takes any legal move. `looking_ahead` weighs each one by what it takes and what becomes a pawn,
what the others could take at their next rolls, what it threatens itself, what a safe square costs in the
turn after, and how much room the counters have.
"""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import NamedTuple

from pi_diavolo.games.devils_dice.ground import Ground, ground_of
from pi_diavolo.table.board_views import BoardView, MoveOffered
from pi_diavolo.table.boards import Counter, Move, Shape, Square
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat

Opponent = Callable[[BoardView, Random], Move]

ROLLS = 36
FARTHEST = 6  # squares along one axis in one move
# What a counter is worth: a pawn goes more ways than a flat.
WORTH: Mapping[Shape, float] = {Shape.FLAT: 1.0, Shape.PAWN: 1.25}
THREAT = 0.35  # of what could be taken next; it may be gone before the next turn
MUST_LEAVE = 0.12  # on a safe square: the next turn is not free
STUCK = 0.15  # a pawn at the edge has few ways left


class Standing(NamedTuple):
    """A counter on the board, as an opponent thinks of it."""

    colour: Colour
    shape: Shape
    square: Square
    seat: Seat


def at_random(view: BoardView, lot: Random) -> Move:
    """Anything that is allowed."""
    return lot.choice(view.moves).move


def looking_ahead(view: BoardView, lot: Random) -> Move:
    """What promises most; among equals by lot."""
    weighed = [(promise(view, offer), offer.move) for offer in view.moves]
    best = max(worth for worth, _ in weighed)
    return lot.choice([move for worth, move in weighed if worth >= best - 1e-9])


OPPONENTS: Mapping[str, Opponent] = {"random": at_random, "looking-ahead": looking_ahead}


def promise(view: BoardView, offer: MoveOffered) -> float:
    """How good a move is, in counters and parts of them."""
    ground, owners = ground_of(view.layout), _owners(view)
    me = owners[offer.move.counter.colour]
    lost = {each.counter for each in view.counters if each.must_leave} - {offer.move.counter}
    gone = lost | ({offer.takes} if offer.takes else set())
    after = [
        Standing(
            each.counter.colour,
            *_then(offer, each.counter, each.shape, each.square),
            owners[each.counter.colour],
        )
        for each in view.counters
        if each.square is not None and each.counter not in gone
    ]
    mine, theirs = [s for s in after if s.seat == me], [s for s in after if s.seat != me]
    return (
        sum(WORTH[s.shape] for s in mine)
        - sum(WORTH[s.shape] for s in theirs)
        - sum(_danger(ground, s, theirs) * WORTH[s.shape] for s in mine)
        + THREAT * sum(_danger(ground, s, mine) * WORTH[s.shape] for s in theirs)
        - sum(MUST_LEAVE for s in mine if s.square in ground.safe)
        - sum(STUCK * _cramped(ground, s) for s in mine)
    )


def _then(offer: MoveOffered, counter: Counter, shape: Shape, square: Square) -> tuple[Shape, Square]:
    """What a counter is and where, once the move is made."""
    if counter != offer.move.counter:
        return shape, square
    return (Shape.PAWN if offer.promotes else shape), offer.move.to


def _danger(ground: Ground, mark: Standing, hunters: Iterable[Standing]) -> float:
    """How likely it is that one of these can land on the mark with the next roll."""
    if mark.square in ground.safe or mark.square in ground.homes:
        return 0.0
    spared = 1.0
    for hunter in hunters:
        spared *= 1 - _reach(ground, hunter, mark.square)
    return 1 - spared


def _reach(ground: Ground, hunter: Standing, to: Square) -> float:
    """How many of all rolls lead a counter there."""
    columns, rows = to.column - hunter.square.column, to.row - hunter.square.row
    along, across = abs(columns), abs(rows)
    if not (1 <= along <= FARTHEST and 1 <= across <= FARTHEST):
        return 0.0
    way = (1 if columns > 0 else -1, 1 if rows > 0 else -1)
    if way not in ground.ways[hunter.colour, hunter.shape]:
        return 0.0
    return (1 if along == across else 2) / ROLLS


def _cramped(ground: Ground, standing: Standing) -> float:
    """From 0, room for every roll in some direction, to 1, no room in any."""
    layout, square = ground.layout, standing.square
    room = 0
    for right, away in ground.ways[standing.colour, standing.shape]:
        along = layout.columns - 1 - square.column if right > 0 else square.column
        across = layout.rows - 1 - square.row if away > 0 else square.row
        room = max(room, min(along, FARTHEST) * min(across, FARTHEST))
    return 1 - room / FARTHEST**2


def _owners(view: BoardView) -> dict[Colour, Seat]:
    return {colour: mover.seat for mover in view.movers for colour in mover.colours}
