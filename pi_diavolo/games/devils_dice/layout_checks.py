"""Everything about a layout that does not fit the booklet, one sentence each, with what to do."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pi_diavolo.games.devils_dice.layout_homes import clockwise, home_problems, takes_a_corner
from pi_diavolo.games.devils_dice.layout_lines import line_problems, promotion_problems
from pi_diavolo.games.devils_dice.shipped_layout import CORNERS, MIDDLES
from pi_diavolo.table.board_layout import Layout
from pi_diavolo.table.boards import Square

FEWEST_SQUARES, MOST_SQUARES = 10, 26  # a side; columns are called a to z
SAFE_SQUARES = 12
COLOURS = (*CORNERS, *MIDDLES)


def problems(layout: Layout) -> tuple[str, ...]:
    """What is wrong with a layout, all of it; nothing where it fits every sentence of the booklet."""
    found = [
        *_grid(layout),
        *_colours(layout),
        *(problem for home in layout.homes for problem in home_problems(layout, home)),
        *line_problems(layout),
        *(problem for home in layout.homes for problem in promotion_problems(layout, home)),
        *_safe(layout),
        *_used_twice(layout),
    ]
    # In which order homes lie that are not where they should be says nothing new.
    return tuple(found or _round_the_board(layout))


def _grid(layout: Layout) -> Iterator[str]:
    for side, squares in (("columns", layout.columns), ("rows", layout.rows)):
        if not FEWEST_SQUARES <= squares <= MOST_SQUARES:
            yield f"the board has {squares} {side}; use {FEWEST_SQUARES} to {MOST_SQUARES}"


def _colours(layout: Layout) -> Iterator[str]:
    homes = Counter(home.colour for home in layout.homes)
    for colour in COLOURS:
        if not homes[colour]:
            yield f"there is no home for {colour}; give each of the eight colours one"
    for colour, times in homes.items():
        if colour not in COLOURS:
            yield f"home {colour}: no counter has this colour; use {', '.join(COLOURS)}"
        elif times > 1:
            yield f"home {colour}: this colour has {times} homes; leave it one"


def _safe(layout: Layout) -> Iterator[str]:
    if len(layout.safe) != SAFE_SQUARES:
        yield f"there are {len(layout.safe)} safe squares; the booklet wants {SAFE_SQUARES}"
    for square in layout.safe:
        if not layout.holds(square):
            yield f"safe square {square.name} is not on the board; {on_the_board(layout)}"


def on_the_board(layout: Layout) -> str:
    """Which squares there are, for people who chose another."""
    return f"its squares are a1 to {Square(layout.columns - 1, layout.rows - 1).name}"


def _used_twice(layout: Layout) -> Iterator[str]:
    uses: dict[Square, list[str]] = {}
    for home in layout.homes:
        for square in home.squares:
            uses.setdefault(square, []).append(f"home {home.colour}")
    for square in layout.safe:
        uses.setdefault(square, []).append("the safe squares")
    for square, users in uses.items():
        if len(users) > 1:
            yield f"square {square.name} is used twice, by {_named(users)}; each square has one use"


def _named(users: Sequence[str]) -> str:
    different = list(dict.fromkeys(users))
    return " and ".join(different)


def _round_the_board(layout: Layout) -> Iterator[str]:
    """Corner homes and middle homes take turns, and they are listed as they lie."""
    round_it = clockwise(layout.columns, layout.rows, layout.homes)
    names = ", ".join(home.colour for home in round_it)
    kinds = [takes_a_corner(home.colour) for home in round_it]
    if any(kind == other for kind, other in zip(kinds, (*kinds[1:], kinds[0]), strict=True)):
        yield f"round the board lie {names}; a corner colour and a middle colour must take turns"
    elif round_it != layout.homes:
        yield f"the homes are not listed clockwise from the near left corner; list them as {names}"
