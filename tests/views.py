"""Views of the table made by hand, as the eyes would report them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pi_diavolo.table.pieces import RIVALS, Colour, Length, Point
from pi_diavolo.table.view import DieView, ImpView, OrderDieView, Pixel, TableView, Trouble

BLACK, WHITE, RED = RIVALS
# The booklet's worked example: every order has an answer of its own kind.
EXAMPLE: Mapping[Colour, Sequence[int]] = {BLACK: (2, 3, 6), WHITE: (1, 5, 6), RED: (3, 5, 5)}
APART: Mapping[Colour, Length] = {BLACK: Length(31.0, 0.4), WHITE: Length(40.0, 0.4), RED: Length(12.5, 0.4)}

Outline = tuple[Pixel, Pixel, Pixel, Pixel]


def a_place(x: float, y: float) -> Pixel:
    """Where a picture of 640 by 480 pixels shows this place: straight from above, 1.5 px a millimetre."""
    return (320 + 1.5 * x, 240 - 1.5 * y)


def a_square(x: float, y: float, side: float = 16) -> Outline:
    half = side / 2
    left, right, top, bottom = x - half, x + half, y + half, y - half
    return (a_place(left, top), a_place(right, top), a_place(right, bottom), a_place(left, bottom))


def a_die(colour: Colour, value: int, x: float, y: float, maybe: Sequence[int] = ()) -> DieView:
    return DieView(colour, value, Point(x, y), 0.0, a_place(x, y), a_square(x, y), 0.999, tuple(maybe))


def an_order_die(face: str | None, maybe: Sequence[str] = (), x: float = 0, y: float = 0) -> OrderDieView:
    return OrderDieView(face, Point(x, y), 0.0, a_place(x, y), a_square(x, y), 0.998, tuple(maybe))


def a_view(
    face: str | None = "greatest_sum",
    values: Mapping[Colour, Sequence[int]] = EXAMPLE,
    gaps: Mapping[Colour, Length] = APART,
    troubles: Sequence[Trouble] = (),
    maybe_faces: Sequence[str] = (),
) -> TableView:
    """A throw in three rows, black behind, red in front, with the Order die in the middle."""
    rows = {BLACK: 90.0, WHITE: 45.0, RED: -60.0}
    dice = tuple(
        a_die(colour, value, 60.0 * place - 60, rows[colour])
        for colour in RIVALS
        for place, value in enumerate(values[colour])
    )
    imps = (ImpView(0, RED, 0.99, a_place(-90, 183)), ImpView(1, None, 0.99, a_place(0, 183)))
    return TableView(
        0.0, dice, an_order_die(face, maybe_faces), imps, gaps, gaps, tuple(troubles), len(values[RED]), 0.2
    )


def with_doubt(view: TableView, die: int, *maybe: int) -> TableView:
    """The same with other values that one die may show."""
    dice = list(view.dice)
    dice[die] = replace(dice[die], maybe=maybe, confidence=0.7)
    return replace(view, dice=tuple(dice))
