"""What a look at the board means: which legal moves explain it, and if none does, which rule was broken."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from pi_diavolo.games.devils_dice.course import moved
from pi_diavolo.games.devils_dice.differences import Leftovers, expected, fits, missing, strangers, unseen
from pi_diavolo.games.devils_dice.legal_moves import legal_moves
from pi_diavolo.games.devils_dice.play import Play
from pi_diavolo.games.devils_dice.refusals import refusal
from pi_diavolo.table.boards import BoardSeen, CounterSeen, Move, Square
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.sentences import Saying, Sentence, saying


def stands(play: Play, seen: BoardSeen, leftovers: Leftovers) -> bool:
    """Could it be that nobody has moved yet?"""
    return fits(expected(play), seen, leftovers)


def explaining(play: Play, seen: BoardSeen, leftovers: Leftovers) -> tuple[Move, ...]:
    """The legal moves after which the board may look like this."""
    return tuple(move for move in legal_moves(play, play.dice) if _explains(play, move, seen, leftovers))


def surely(play: Play, move: Move, seen: BoardSeen, leftovers: Leftovers) -> bool:
    """What stands on the new square can only be the mover, and can have come from nowhere else."""
    if (move.to, move.counter.colour) in leftovers:
        return False  # what stands there may be out since long, and the mover in somebody's hand
    there, start = _at(seen, move.to), play.counters[move.counter].square
    if there is None or move.to in seen.unsure:
        return False
    blurred = {*seen.unsure, *unseen(expected(play), seen)}
    if start not in blurred:
        gone = _at(seen, start) is None
        return gone and _can_be_no_other(play, move.counter.colour, there, seen, leftovers)
    # The old square was not seen well: then the colour must be plain, and all others of it surely stand where
    # they stood.
    if there.colour is not move.counter.colour or there.maybe:
        return False
    doubted = {*blurred, *(each.square for each in seen.counters if each.maybe)}
    return all(square == start or _colour_on(play, square) is not there.colour for square in doubted)


def _can_be_no_other(
    play: Play, colour: Colour, there: CounterSeen, seen: BoardSeen, leftovers: Leftovers
) -> bool:
    """Every other colour that the eyes think of is out of the question: all its counters surely stand still.

    One that is out and may not have been taken off, or that lies across a line, could be the one.
    """
    others = {there.colour, *there.maybe} - {colour}
    if others and (seen.beside or any(left in others for _, left in leftovers)):
        return False
    return all(_surely_stands(seen, square, other) for square, other in _standing_of(play, others))


def _standing_of(play: Play, colours: Collection[Colour]) -> Iterator[tuple[Square, Colour]]:
    return ((square, each.colour) for square, each in play.standing.items() if each.colour in colours)


def _surely_stands(seen: BoardSeen, square: Square, colour: Colour) -> bool:
    there = _at(seen, square)
    plain = there is not None and there.colour is colour and not there.maybe
    return plain and square not in seen.unsure


def broken_rule(play: Play, seen: BoardSeen, leftovers: Leftovers) -> Saying | None:
    """Why what was done is no legal move; nothing where no counter was surely moved elsewhere."""
    wanted = expected(play)
    came = [each for each in strangers(wanted, seen) if (each.square, each.colour) not in leftovers]
    gone = list(missing(wanted, seen))
    if not came or any(each.maybe for each in came):
        return None  # a counter may still be in somebody's hand, or the eyes doubt
    landed = came[0]
    starts = [square for square in gone if wanted[square][0] is landed.colour]
    if not starts:  # then it came from where the eyes cannot tell
        starts = [square for square in unseen(wanted, seen) if wanted[square][0] is landed.colour]
        if len(starts) > 1:
            return None
    if len(came) > 1 or len(starts) > 1:
        return saying(Sentence.BOARD_MORE_THAN_ONE) if starts else None
    if not starts:
        return None  # one counter more than there should be
    if set(gone) - {starts[0], landed.square}:
        return saying(Sentence.BOARD_MORE_THAN_ONE)
    assert play.mover is not None, "whoever looks for a move has rolled"
    return refusal(play, play.mover, Move(play.standing[starts[0]], landed.square))


def _explains(play: Play, move: Move, seen: BoardSeen, leftovers: Leftovers) -> bool:
    after = moved(play, move)
    taken = play.standing.get(move.to)
    if taken is not None and seen.beside and _shows(seen, move.to, taken.colour):
        # The mover may stand on what it took, or half beside it: people say.
        seen = _without(seen, move.to)
    return fits(expected(after), seen, {*leftovers, *_put_off(play, after)})


def _put_off(play: Play, after: Play) -> Iterator[tuple[Square, Colour]]:
    """Counters that go off by the move, and may still stand there."""
    for square, counter in play.standing.items():
        if after.counters[counter].square is None:
            yield square, counter.colour


def _colour_on(play: Play, square: Square) -> Colour | None:
    counter = play.standing.get(square)
    return None if counter is None else counter.colour


def _at(seen: BoardSeen, square: Square | None) -> CounterSeen | None:
    return next((each for each in seen.counters if each.square == square), None)


def _shows(seen: BoardSeen, square: Square, colour: Colour) -> bool:
    there = _at(seen, square)
    return there is not None and there.colour is colour


def _without(seen: BoardSeen, square: Square) -> BoardSeen:
    return replace(seen, unsure=(*seen.unsure, square))
