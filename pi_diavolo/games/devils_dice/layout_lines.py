"""The dividing lines of a layout: do they divide the board, and can each colour's flats cross theirs?"""

from collections.abc import Iterator
from itertools import combinations

from pi_diavolo.games.devils_dice.layout_homes import WAYS, along, length, takes_a_corner
from pi_diavolo.table.board_layout import Axis, HomeBase, Layout, Line
from pi_diavolo.table.boards import Square


def other(axis: Axis) -> Axis:
    """The axis at a right angle."""
    return Axis.COLUMN if axis is Axis.ROW else Axis.ROW


def line_problems(layout: Layout) -> Iterator[str]:
    """What is wrong with the lines themselves."""
    if not layout.lines:
        yield "there is no dividing line; without one no flat becomes a pawn"
    for number, line in enumerate(layout.lines):
        yield from _on_the_board(layout, number, line)
    for (one, line), (two, twin) in combinations(enumerate(layout.lines), 2):
        apart = line.last < twin.first or twin.last < line.first
        if (line.across, line.after) == (twin.across, twin.after) and not apart:
            yield f"lines {one + 1} and {two + 1} lie on each other; leave one of them"
    used = {number for home in layout.homes for number in home.lines}
    for number in range(len(layout.lines)):
        if number not in used:
            yield f"line {number + 1} makes no colour's flats pawns; name it with a home or leave it out"


def _on_the_board(layout: Layout, number: int, line: Line) -> Iterator[str]:
    here, squares, breadth = f"line {number + 1}", length(layout, line.across), _breadth(layout, line)
    between, beside = ("columns", "rows") if line.across is Axis.ROW else ("rows", "columns")
    if not 1 <= line.after < squares:
        yield f"{here} does not lie between two {between} of the board, which has {squares} of them"
    elif not 0 <= line.first <= line.last < breadth:
        first, last, least, most = (_named(line, at) for at in (line.first, line.last, 0, breadth - 1))
        yield f"{here} runs from {first} to {last} along the {beside}; use {least} to {most}, in order"
    else:
        for end, at in (("begins", line.first), ("ends", line.last + 1)):
            if at not in (0, breadth) and not _meets(layout, line, at):
                yield f"{here} {end} in the open and divides nothing; lead it to the edge or to another line"


def _named(line: Line, place: int) -> str:
    """A place along the line as a layout file has it: rows by number, columns by letter."""
    return str(place + 1) if line.across is Axis.ROW else Square(place, 0).name[:-1]


def _breadth(layout: Layout, line: Line) -> int:
    return length(layout, other(line.across))


def _meets(layout: Layout, line: Line, at: int) -> bool:
    """Another line, at a right angle, passes where this one begins or ends."""
    return any(
        cross.across is not line.across and cross.after == at and cross.first <= line.after <= cross.last + 1
        for cross in layout.lines
    )


def promotion_problems(layout: Layout, home: HomeBase) -> Iterator[str]:
    """What keeps a home's flats from becoming pawns as the booklet says."""
    here = f"home {home.colour}"
    for number in home.lines:
        if not 0 <= number < len(layout.lines):
            yield f"{here}: there is no line {number + 1}; the board has {len(layout.lines)}"
    lines = {number: layout.lines[number] for number in home.lines if 0 <= number < len(layout.lines)}
    if not home.lines:
        yield f"{here}: no line makes its flats pawns; name its lines by their numbers"
    elif len(set(home.lines)) < len(home.lines):
        yield f"{here}: a line is named twice; name each once"
    elif len(lines) == len(home.lines):
        yield from _corner(layout, home, lines) if takes_a_corner(home.colour) else _middle(home, lines)
    for number, line in lines.items():
        yield from _ahead(home, number, line)
    if lines and not any(_lands_beyond(layout, home, line) for line in lines.values()):
        yield f"{here}: every square beyond its line is a home, so no flat ever crosses it; move the line"


def _corner(layout: Layout, home: HomeBase, lines: dict[int, Line]) -> Iterator[str]:
    here = f"home {home.colour}"
    if sorted(line.across for line in lines.values()) != sorted(Axis):
        yield (
            f"{here}: a corner colour may cross either of the two lines that bound its quarter;"
            " name one between columns and one between rows"
        )
        return
    for (number, line), (_, cross) in zip(lines.items(), reversed(lines.items()), strict=True):
        # From the edge behind the home to the other line, without a gap that leads out of the quarter.
        to_the_right = home.forwards.get(cross.across, 0) > 0
        first, last = (0, cross.after - 1) if to_the_right else (cross.after, _breadth(layout, line) - 1)
        if line.first > first or line.last < last:
            yield f"{here}: line {number + 1} does not close its quarter; lead it from edge to line"


def _middle(home: HomeBase, lines: dict[int, Line]) -> Iterator[str]:
    here = f"home {home.colour}"
    if len(lines) != 1:
        yield f"{here}: a middle colour crosses the one line opposite its home; name just that one"
    for number, line in lines.items():
        beside = [along(square, other(line.across)) for square in home.squares]
        if (
            beside
            and home.forwards.get(line.across, 0)
            and not line.first <= min(beside) <= max(beside) <= line.last
        ):
            yield f"{here}: line {number + 1} does not lie opposite the whole home; make it longer"


def _ahead(home: HomeBase, number: int, line: Line) -> Iterator[str]:
    here, forwards = f"home {home.colour}: line {number + 1}", home.forwards.get(line.across, 0)
    if not forwards:
        yield f"{here} is not crossed by going forwards; name a line that is"
    elif any((along(square, line.across) < line.after) != (forwards > 0) for square in home.squares):
        way = WAYS[line.across, forwards]
        yield f"{here} lies behind the home: going {way} never crosses it; name another"


def _lands_beyond(layout: Layout, home: HomeBase, line: Line) -> bool:
    """There is a square beyond the line that is nobody's home: inside the board every one can be reached."""
    closed = {square for other_home in layout.homes for square in other_home.squares}
    to_the_right = home.forwards.get(line.across, 0) > 0
    return any(
        (along(square, line.across) >= line.after) == to_the_right and square not in closed
        for square in layout.squares()
    )
