"""Why a move is none: worked out from the rules one by one, not from the list of what is offered."""

from pi_diavolo.games.devils_dice.ground import Way, backwards, forwards
from pi_diavolo.games.devils_dice.legal_moves import free_paths, holds_own, home_is_closed, is_safe_from
from pi_diavolo.games.devils_dice.play import Play
from pi_diavolo.table.boards import Counter, Move, Shape, Square
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Saying, Sentence, saying


def refusal(play: Play, seat: Seat, move: Move) -> Saying | None:
    """Why this player cannot make this move now; None if it is all right."""
    if play.over:
        return saying(Sentence.GAME_IS_OVER)
    if play.mover is None or not play.dice:
        return saying(Sentence.BOARD_ROLL_FIRST, player=play.mover or play.to_roll_off[0])
    if seat != play.mover:
        return saying(Sentence.BOARD_NOT_YOUR_TURN, player=play.mover)
    if move.counter not in play.counters:
        return saying(Sentence.BOARD_NO_SUCH_COUNTER)
    start = play.counters[move.counter].square
    if start is None:
        return saying(Sentence.BOARD_COUNTER_IS_OUT, colour=move.counter.colour)
    return (
        _not_ones_own(play, move.counter, start) or _no_way(play, move, start) or _closed(play, move, start)
    )


def _not_ones_own(play: Play, counter: Counter, start: Square) -> Saying | None:
    owner = play.owner(counter)
    if owner == play.mover:
        return None
    return saying(Sentence.BOARD_OTHERS_COUNTER, colour=counter.colour, square=start, player=owner)


def _no_way(play: Play, move: Move, start: Square) -> Saying | None:
    """Not a right-angled move of these dice, or in a direction that this counter cannot go."""
    columns, rows = move.to.column - start.column, move.to.row - start.row
    told = {"colour": move.counter.colour, "came_from": start, "square": move.to, "rolled": play.dice}
    if not play.ground.layout.holds(move.to):
        return saying(Sentence.BOARD_OFF_THE_BOARD, colour=move.counter.colour, rolled=play.dice)
    if sorted((abs(columns), abs(rows))) != sorted(play.dice):
        return saying(Sentence.BOARD_NOT_THESE_DICE, **told)
    home = play.ground.layout.home_of(move.counter.colour)
    way: Way = (1 if columns > 0 else -1, 1 if rows > 0 else -1)
    if forwards(home, way):
        return None
    if play.counters[move.counter].shape is Shape.FLAT:
        return saying(Sentence.BOARD_BACKWARDS, **told)
    return None if backwards(home, way) else saying(Sentence.BOARD_MIXED, **told)


def _closed(play: Play, move: Move, start: Square) -> Saying | None:
    """A square to which the way leads, but on which this counter cannot end it."""
    if home_is_closed(play, move.counter, move.to):
        return saying(Sentence.BOARD_HOME_SQUARE, square=move.to)
    if holds_own(play, move.counter, move.to):
        return saying(Sentence.BOARD_OWN_COUNTER, square=move.to)
    if is_safe_from(play, move.to):
        return saying(Sentence.BOARD_SAFE_SQUARE, square=move.to, colour=play.standing[move.to].colour)
    if next(free_paths(play, start, move.to), None) is None:
        return saying(Sentence.BOARD_IN_THE_WAY, came_from=start, square=move.to)
    return None
