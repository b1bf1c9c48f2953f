"""A page to print: its size in millimetres and what stands on it, from the top left corner."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from pi_diavolo.sheets.shapes import Place, Shape, box

MARGIN_MM = 10.0
RULER_MM = 100
Ink = int | tuple[int, int, int]  # a shade from 0 (black) to 255, or red, green and blue of that kind
BLACK, DARK, PALE, WHITE = 0, 70, 170, 255
# Rooms at the top for the title and its hints, and at the foot for the ruler.
HEAD_MM, FOOT_MM = 36.0, 24.0


class Paper(StrEnum):
    """The two papers that printers have."""

    A4 = "a4"
    LETTER = "letter"


SIZES_MM = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}


@dataclass(frozen=True, slots=True)
class Filled:
    """A shape in one shade or colour."""

    shape: Shape
    shade: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Line:
    """A thin line to cut along or to measure by."""

    begin: Place
    end: Place
    shade: Ink = BLACK
    width_mm: float = 0.2


@dataclass(frozen=True, slots=True)
class Text:
    """Words; `at` is where their baseline begins, or its middle where they are centred."""

    at: Place
    words: str
    points: float = 9.0
    bold: bool = False
    centred: bool = False
    shade: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Window:
    """What is seen of a larger drawing through a rectangle: `shows` is the drawing's place at its corner."""

    corner: Place
    size_mm: tuple[float, float]
    shows: Place
    drawing: "tuple[Mark, ...]"


Mark = Filled | Line | Text | Window


@dataclass(frozen=True, slots=True)
class Page:
    """Everything on one side of one sheet."""

    size_mm: tuple[float, float]
    marks: tuple[Mark, ...]


def placed(mark: Mark, x: float, y: float, scale: float = 1.0) -> Mark:
    """The same mark so much larger, its drawing's origin moved there."""

    def there(place: Place) -> Place:
        return x + scale * place[0], y + scale * place[1]

    match mark:
        case Filled(shape=shape):
            return replace(mark, shape=shape.placed(x, y, scale))
        case Line(begin=begin, end=end, width_mm=width):
            return replace(mark, begin=there(begin), end=there(end), width_mm=scale * width)
        case Text(at=at, points=points):
            return replace(mark, at=there(at), points=scale * points)
        case Window(corner=corner):
            return replace(mark, corner=there(corner))


def sides(paper: Paper, landscape: bool = False) -> tuple[float, float]:
    """Width and height of the paper as it lies."""
    width, height = SIZES_MM[paper]
    return (height, width) if landscape else (width, height)


def page(
    paper: Paper, title: str, hints: Iterable[str], marks: Iterable[Mark], landscape: bool = False
) -> Page:
    """A page with its title on top and a ruler at its foot: did the printer keep the scale?"""
    size = sides(paper, landscape)
    head: list[Mark] = [Text((MARGIN_MM, 16.0), title, points=16, bold=True)]
    lines = [Text((MARGIN_MM, 22.0 + 4.4 * line), hint, shade=DARK) for line, hint in enumerate(hints)]
    return Page(size, (*head, *lines, *marks, *_ruler(size[1] - 14.0)))


def _ruler(y: float) -> Iterable[Mark]:
    left = MARGIN_MM
    yield Line((left, y), (left + RULER_MM, y))
    for mm in range(RULER_MM + 1):
        long = 4.0 if mm % 10 == 0 else 2.8 if mm % 5 == 0 else 1.6
        yield Line((left + mm, y), (left + mm, y - long), width_mm=0.15)
    for mm in range(0, RULER_MM + 1, 10):
        yield Text((left + mm, y + 3.4), str(mm), points=7, centred=True)
    words = (
        'Print at 100 % ("actual size"), then measure:',
        "this ruler is 100 mm long, or the sheet is no use.",
    )
    for line, hint in enumerate(words):
        yield Text((left + RULER_MM + 6, y - 1.4 + 4.0 * line), hint, points=8, shade=DARK)


def cut_along(left: float, top: float, width: float, height: float) -> Iterable[Mark]:
    """A thin frame for the scissors."""
    corners = box(left, top, width, height).outline
    for begin, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        yield Line(begin, end, PALE)
