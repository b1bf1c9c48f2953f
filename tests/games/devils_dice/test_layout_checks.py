"""A board that fits the booklet has no fault; every fault is named, and all of them at once."""

from dataclasses import replace

import pytest

from pi_diavolo.games.devils_dice.layout_checks import COLOURS, SAFE_SQUARES, problems
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.table.board_layout import Axis, HomeBase, Layout, Line
from pi_diavolo.table.boards import Square
from pi_diavolo.table.pieces import Colour

ROW, COLUMN = Axis.ROW, Axis.COLUMN


def at(name: str) -> Square:
    return Square(ord(name[0]) - ord("a"), int(name[1:]) - 1)


def squares(names: str) -> tuple[Square, ...]:
    return tuple(map(at, names.split()))


def with_home(whose: Colour, **changes: object) -> Layout:
    homes = [replace(home, **changes) if home.colour is whose else home for home in SHIPPED.homes]  # type: ignore[arg-type]
    return replace(SHIPPED, homes=tuple(homes))


def with_line(number: int, **changes: int) -> Layout:
    lines = list(SHIPPED.lines)
    lines[number] = replace(lines[number], **changes)  # type: ignore[arg-type]
    return replace(SHIPPED, lines=tuple(lines))


# The board that we ship, sentence by sentence of the booklet


def test_the_shipped_board_fits_the_booklet() -> None:
    assert problems(SHIPPED) == ()


def test_eight_colours_have_four_home_squares_each_on_the_perimeter() -> None:
    assert sorted(home.colour for home in SHIPPED.homes) == sorted(COLOURS)
    for home in SHIPPED.homes:
        assert len(set(home.squares)) == 4
        assert all(0 in square_edges(square) for square in home.squares)


def square_edges(square: Square) -> tuple[int, ...]:
    """How far a square of the shipped board is from its four edges."""
    return square.column, square.row, 15 - square.column, 15 - square.row


def test_corner_colours_and_middle_colours_take_turns_round_the_board() -> None:
    assert [str(home.colour) for home in SHIPPED.homes] == [
        *("orange", "green", "red", "black"),
        *("blue", "white", "purple", "yellow"),
    ]


def test_a_corner_colour_crosses_either_line_of_its_quarter_a_middle_colour_the_one_opposite() -> None:
    for home in SHIPPED.homes:
        crossed = {SHIPPED.lines[number].across for number in home.lines}
        assert crossed == {axis for axis in Axis if home.forwards[axis]}
        assert len(crossed) == (2 if home.colour in COLOURS[:4] else 1)


def test_there_are_twelve_safe_squares_that_look_alike_from_every_side() -> None:
    assert len(set(SHIPPED.safe)) == SAFE_SQUARES
    assert {Square(square.row, 15 - square.column) for square in SHIPPED.safe} == set(SHIPPED.safe)
    homes = {square for home in SHIPPED.homes for square in home.squares}
    for safe in SHIPPED.safe:
        assert min(square_edges(safe)) > 0
        assert all(max(abs(safe.column - h.column), abs(safe.row - h.row)) > 1 for h in homes)


def test_forwards_leads_away_from_every_home_square() -> None:
    for home in SHIPPED.homes:
        for square in home.squares:
            for axis, step in home.forwards.items():
                place = square.column if axis is ROW else square.row
                assert step == 0 or (place < 8) == (step > 0)


# What is wrong with others


@pytest.mark.parametrize(
    ("layout", "says"),
    [
        pytest.param(replace(SHIPPED, rows=9), "the board has 9 rows; use 10 to 26", id="too small"),
        pytest.param(replace(SHIPPED, columns=27), "the board has 27 columns; use 10 to 26", id="too large"),
        pytest.param(
            replace(SHIPPED, homes=SHIPPED.homes[1:]),
            "there is no home for orange; give each of the eight colours one",
            id="a colour without a home",
        ),
        pytest.param(
            with_home(Colour.RED, colour=Colour.ORANGE),
            "home orange: this colour has 2 homes; leave it one",
            id="a colour with two homes",
        ),
        pytest.param(
            with_home(Colour.RED, colour=Colour.GRAY), "home gray: no counter has this colour", id="gray"
        ),
        pytest.param(
            with_home(Colour.ORANGE, squares=squares("c1 b1 a2")),
            "home orange has 3 squares; 4 counters need 4",
            id="three home squares",
        ),
        pytest.param(
            with_home(Colour.ORANGE, squares=squares("c1 b1 a2 b2")),
            "home orange: b2 is not on the board's edge",
            id="a home off the edge",
        ),
        pytest.param(
            with_home(Colour.BLUE, squares=squares("n16 o16 p15 p17")),
            "home blue: p17 is not on the board; its squares are a1 to p16",
            id="a home square beside the board",
        ),
        pytest.param(
            with_home(Colour.ORANGE, squares=squares("c1 b1 a2 c1")),
            "square c1 is used twice, by home orange; each square has one use",
            id="a home square twice",
        ),
        pytest.param(
            with_home(Colour.ORANGE, squares=squares("c1 b1 a2 a7")),
            "square a7 is used twice, by home orange and home green; each square has one use",
            id="a square of two homes",
        ),
        pytest.param(
            replace(SHIPPED, safe=(at("a7"), *SHIPPED.safe[1:])),
            "square a7 is used twice, by home green and the safe squares",
            id="safe on a home",
        ),
        pytest.param(
            replace(SHIPPED, safe=(*SHIPPED.safe[:-1], SHIPPED.safe[0])),
            "square c7 is used twice, by the safe squares",
            id="a safe square twice",
        ),
        pytest.param(
            replace(SHIPPED, safe=SHIPPED.safe[1:]),
            "there are 11 safe squares; the booklet wants 12",
            id="eleven safe squares",
        ),
        pytest.param(
            replace(SHIPPED, safe=(at("q3"), *SHIPPED.safe[1:])),
            "safe square q3 is not on the board; its squares are a1 to p16",
            id="a safe square beside the board",
        ),
        pytest.param(
            with_home(Colour.ORANGE, forwards={ROW: 1, COLUMN: 0}),
            "home orange: a corner colour goes forwards two ways",
            id="a corner with one way",
        ),
        pytest.param(
            with_home(Colour.GREEN, forwards={ROW: 1, COLUMN: 1}),
            "home green: a middle colour goes forwards one way",
            id="a middle with two ways",
        ),
        pytest.param(
            with_home(Colour.ORANGE, forwards={ROW: -1, COLUMN: 1}),
            "home orange: left does not lead away from c1, b1, a2, a3; use squares in the right half",
            id="a corner's way leads off the board",
        ),
        pytest.param(
            with_home(Colour.GREEN, forwards={ROW: -1, COLUMN: 0}),
            "home green: left does not lead away from a7, a8, a9, a10; use squares of the right side",
            id="a middle's way leads off the board",
        ),
        pytest.param(
            with_home(Colour.GREEN, squares=squares("a7 a8 a9 b16")),
            "home green: right does not lead away from b16; use squares of the left side",
            id="a middle home round the corner",
        ),
        pytest.param(
            replace(SHIPPED, lines=()),
            "there is no dividing line; without one no flat becomes a pawn",
            id="no line",
        ),
        pytest.param(
            with_line(0, after=16),
            "line 1 does not lie between two columns of the board",
            id="a line at the edge",
        ),
        pytest.param(
            with_line(1, last=20),
            "line 2 runs from a to u along the columns; use a to p, in order",
            id="a line too long",
        ),
        pytest.param(
            with_line(0, first=3),
            "line 1 begins in the open and divides nothing; lead it to the edge or to another line",
            id="a line that begins in the open",
        ),
        pytest.param(
            with_line(0, last=11),
            "line 1 ends in the open and divides nothing",
            id="a line that ends in the open",
        ),
        pytest.param(
            replace(SHIPPED, lines=(*SHIPPED.lines, SHIPPED.lines[0])),
            "lines 1 and 3 lie on each other; leave one of them",
            id="two lines on each other",
        ),
        pytest.param(
            replace(SHIPPED, lines=(*SHIPPED.lines, Line(ROW, 4, 0, 15))),
            "line 3 makes no colour's flats pawns",
            id="a line for nobody",
        ),
        pytest.param(
            with_home(Colour.GREEN, lines=()),
            "home green: no line makes its flats pawns",
            id="a home without line",
        ),
        pytest.param(
            with_home(Colour.GREEN, lines=(2,)),
            "home green: there is no line 3; the board has 2",
            id="a line that is not there",
        ),
        pytest.param(
            with_home(Colour.ORANGE, lines=(0, 0)),
            "home orange: a line is named twice",
            id="a line named twice",
        ),
        pytest.param(
            with_home(Colour.ORANGE, lines=(0,)),
            "home orange: a corner colour may cross either of the two lines that bound its quarter",
            id="a corner with one line",
        ),
        pytest.param(
            with_home(Colour.GREEN, lines=(0, 1)),
            "home green: a middle colour crosses the one line opposite its home",
            id="a middle with two lines",
        ),
        pytest.param(
            with_home(Colour.GREEN, lines=(1,)),
            "home green: line 2 is not crossed by going forwards",
            id="a middle's line runs along its way",
        ),
        pytest.param(
            with_line(1, after=2),
            "home orange: line 2 lies behind the home: going up never crosses it",
            id="behind",
        ),
        pytest.param(
            with_line(1, first=8), "home orange: line 2 does not close its quarter", id="a quarter left open"
        ),
        pytest.param(
            replace(SHIPPED, homes=(*SHIPPED.homes[1:], SHIPPED.homes[0])),
            "the homes are not listed clockwise from the near left corner; list them as orange, green, red",
            id="homes in another order",
        ),
    ],
)
def test_a_fault_is_named(layout: Layout, says: str) -> None:
    assert any(problem.startswith(says) for problem in problems(layout)), problems(layout)


def test_every_fault_is_told_at_once() -> None:
    layout = replace(with_home(Colour.ORANGE, squares=squares("c1 b1")), columns=16, rows=30, safe=())
    found = problems(layout)
    assert "the board has 30 rows; use 10 to 26" in found
    assert "there are 0 safe squares; the booklet wants 12" in found
    assert "home orange has 2 squares; 4 counters need 4" in found
    assert any("home red" in problem for problem in found)


def test_a_line_may_end_at_another_one() -> None:
    """The near half of the upright line and the far half: together they are the whole."""
    near, far = Line(ROW, 8, 0, 7), Line(ROW, 8, 8, 15)
    homes = [
        replace(home, lines=tuple(lines))
        for home, lines in zip(
            SHIPPED.homes, ([0, 1], [0], [2, 1], [1], [2, 1], [2], [0, 1], [1]), strict=True
        )
    ]
    halved = replace(SHIPPED, lines=(near, SHIPPED.lines[1], far), homes=tuple(homes))
    # Only the middle colours of the sides have a whole line opposite no longer.
    assert all("does not lie opposite the whole home" in problem for problem in problems(halved))
    assert len(problems(halved)) == 2


def test_two_homes_of_a_kind_side_by_side_are_noticed() -> None:
    """Green moves to the far end of the left side, beyond red."""
    homes = {
        Colour.RED: squares("a9 a10 a11 a12"),
        Colour.GREEN: squares("a13 a14 a15 a16"),
    }
    changed = [replace(home, squares=homes.get(home.colour, home.squares)) for home in SHIPPED.homes]
    (found,) = problems(replace(SHIPPED, homes=tuple(changed)))
    assert found == (
        "round the board lie orange, red, green, black, blue, white, purple, yellow;"
        " a corner colour and a middle colour must take turns"
    )


def test_a_line_with_nothing_but_homes_beyond_is_noticed() -> None:
    """On a board of ten columns the last one is all homes; green would have to cross the line before it."""
    homes = (
        HomeBase(Colour.ORANGE, squares("a1 a2 b1 c1"), {ROW: 1, COLUMN: 1}, (0, 1)),
        HomeBase(Colour.GREEN, squares("a4 a5 a6 a7"), {ROW: 1, COLUMN: 0}, (2,)),
        HomeBase(Colour.RED, squares("a9 a10 b10 c10"), {ROW: 1, COLUMN: -1}, (0, 1)),
        HomeBase(Colour.BLACK, squares("d10 e10 f10 g10"), {ROW: 0, COLUMN: -1}, (1,)),
        HomeBase(Colour.BLUE, squares("i10 j10 j9 j8"), {ROW: -1, COLUMN: -1}, (0, 1)),
        HomeBase(Colour.WHITE, squares("j7 j6 j5 j4"), {ROW: -1, COLUMN: 0}, (0,)),
        HomeBase(Colour.PURPLE, squares("j3 j2 j1 i1"), {ROW: -1, COLUMN: 1}, (0, 1)),
        HomeBase(Colour.YELLOW, squares("g1 f1 e1 d1"), {ROW: 0, COLUMN: 1}, (1,)),
    )
    lines = (Line(ROW, 5, 0, 9), Line(COLUMN, 5, 0, 9), Line(ROW, 9, 0, 9))
    safe = squares("b3 b5 b8 d3 d5 d8 f3 f5 f8 h3 h5 h8")
    (found,) = problems(Layout(10, 10, homes, lines, safe))
    assert found == (
        "home green: every square beyond its line is a home, so no flat ever crosses it; move the line"
    )
    wider = (*lines[:2], Line(ROW, 8, 0, 9))
    assert problems(Layout(10, 10, homes, wider, safe)) == ()
