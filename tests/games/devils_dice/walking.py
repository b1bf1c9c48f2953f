"""The moves found a second time, and in another way: walk square by square and look at every step."""

from collections.abc import Iterator
from itertools import pairwise

from pi_diavolo.games.devils_dice.play import Play
from pi_diavolo.table.board_layout import Axis, HomeBase, Line
from pi_diavolo.table.boards import Counter, Move, Shape, Square

Place = tuple[int, int]
RIGHT, LEFT, AWAY, NEARER = (1, 0), (-1, 0), (0, 1), (0, -1)
CORNERS = [(a, b) for a in (RIGHT, LEFT) for b in (AWAY, NEARER)]
CORNERS += [(b, a) for a, b in CORNERS]


def walked_moves(play: Play, dice: tuple[int, int]) -> dict[Move, bool]:
    """Every legal move, and whether it makes a pawn."""
    found: dict[Move, bool] = {}
    occupied = {(at.square.column, at.square.row) for at in play.counters.values() if at.square}
    for counter, at in play.counters.items():
        if at.square is None or play.owners[counter.colour] != play.mover:
            continue
        for path in _walks(play, (at.square.column, at.square.row), dice):
            if play.rules.passing == "forbidden" and occupied.intersection(path[1:-1]):
                continue
            home = next(home for home in play.ground.layout.homes if home.colour is counter.colour)
            if _may_be_gone(home, at.shape, path) and _may_end(play, counter, path[-1]):
                step = Move(counter, Square(*path[-1]))
                lines = [play.ground.layout.lines[number] for number in home.lines]
                pawn = at.shape is Shape.FLAT and any(_is_crossed(line, path) for line in lines)
                found[step] = found.get(step, False) or pawn
    return found


def _walks(play: Play, start: Place, dice: tuple[int, int]) -> Iterator[list[Place]]:
    """All ways with one corner, either die first, that stay on the board at every step."""
    columns, rows = play.ground.layout.columns, play.ground.layout.rows
    for first, second in (dice, (dice[1], dice[0])):
        for along, across in CORNERS:
            column, row = start
            path = [start]
            for right, away in [along] * first + [across] * second:
                column, row = column + right, row + away
                if not (0 <= column < columns and 0 <= row < rows):
                    break
                path.append((column, row))
            else:
                yield path


def _may_be_gone(home: HomeBase, shape: Shape, path: list[Place]) -> bool:
    onwards = [
        (to[0] - at[0]) * home.forwards[Axis.ROW] + (to[1] - at[1]) * home.forwards[Axis.COLUMN]
        for at, to in pairwise(path)
    ]
    if shape is Shape.FLAT:
        return min(onwards) >= 0
    return min(onwards) >= 0 or max(onwards) <= 0


def _is_crossed(line: Line, path: list[Place]) -> bool:
    for at, to in pairwise(path):
        axis, beside = (0, to[1]) if line.across is Axis.ROW else (1, to[0])
        if (at[axis] < line.after) != (to[axis] < line.after) and line.first <= beside <= line.last:
            return True
    return False


def _may_end(play: Play, counter: Counter, end: Place) -> bool:
    me, square = play.owners[counter.colour], Square(*end)
    for home in play.ground.layout.homes:
        for number, each in enumerate(home.squares, 1):
            if each == square:
                mine = play.owners.get(home.colour) == me
                other_one = (home.colour, number) != (counter.colour, counter.number)
                if not (play.rules.own_home == "counters_own" and mine and other_one):
                    return False
    there = [other for other, at in play.counters.items() if at.square == square]
    others = play.rules.own_counters == "second_colour_open" and any(
        each.colour != counter.colour for each in there
    )
    mine = any(play.owners[each.colour] == me for each in there)
    return not there or ((not mine or others) and square not in play.ground.layout.safe)
