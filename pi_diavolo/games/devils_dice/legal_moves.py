"""What can be done with a roll: every counter and square that the rules allow, each once."""

from collections.abc import Iterator

from pi_diavolo.games.devils_dice.ground import paths
from pi_diavolo.games.devils_dice.house_rules import OwnCounters, OwnHome, Passing
from pi_diavolo.games.devils_dice.play import Dice, Play
from pi_diavolo.table.boards import Counter, Move, Shape, Square


def legal_moves(play: Play, dice: Dice) -> tuple[Move, ...]:
    """All moves of the player whose turn it is, in the order of the counters and squares."""
    mine = [counter for counter in play.counters if play.owners[counter.colour] == play.mover]
    return tuple(Move(counter, to) for counter in sorted(mine) for to in _targets(play, counter, dice))


def may_land(play: Play, counter: Counter, square: Square) -> bool:
    """Is the square one on which this counter may end its move?"""
    return (
        play.ground.layout.holds(square)
        and not home_is_closed(play, counter, square)
        and not holds_own(play, counter, square)
        and not is_safe_from(play, square)
    )


def home_is_closed(play: Play, counter: Counter, square: Square) -> bool:
    """A home square that this counter may not land on."""
    colour = play.ground.homes.get(square)
    if colour is None:
        return False
    if play.rules.own_home is OwnHome.ALL or play.owners.get(colour) != play.owner(counter):
        return True
    return square == home_square(play, counter)


def home_square(play: Play, counter: Counter) -> Square:
    """The square that a counter began on."""
    return play.ground.layout.home_of(counter.colour).squares[counter.number - 1]


def holds_own(play: Play, counter: Counter, square: Square) -> bool:
    """Another counter of the same player stands there, and is not to be landed on."""
    other = play.standing.get(square)
    if other is None or play.owner(other) != play.owner(counter):
        return False
    return play.rules.own_counters is OwnCounters.CLOSED or other.colour is counter.colour


def is_safe_from(play: Play, square: Square) -> bool:
    """A counter stands on a safe square there."""
    return square in play.ground.safe and square in play.standing


def free_paths(play: Play, start: Square, to: Square) -> Iterator[tuple[Square, ...]]:
    """The ways round the right angle that can be gone."""
    for path in paths(start, to):
        if play.rules.passing is Passing.ALLOWED or not any(at in play.standing for at in path[1:-1]):
            yield path


def promotes(play: Play, move: Move) -> bool:
    """Does the counter become a pawn by this move? Nobody sees which way round it goes: the better one."""
    at = play.counters[move.counter]
    if at.shape is Shape.PAWN or at.square is None:
        return False
    ground, colour = play.ground, move.counter.colour
    return any(ground.crosses(colour, path) for path in free_paths(play, at.square, move.to))


def _targets(play: Play, counter: Counter, dice: Dice) -> list[Square]:
    at = play.counters[counter]
    if at.square is None:
        return []
    start, found = at.square, set[Square]()
    for row_sign, column_sign in play.ground.ways[counter.colour, at.shape]:
        for along_row, along_column in {dice, dice[::-1]}:
            to = Square(start.column + row_sign * along_row, start.row + column_sign * along_column)
            if may_land(play, counter, to) and _can_be_reached(play, start, to):
                found.add(to)
    return sorted(found)


def _can_be_reached(play: Play, start: Square, to: Square) -> bool:
    if play.rules.passing is Passing.ALLOWED:
        return True
    return next(free_paths(play, start, to), None) is not None
