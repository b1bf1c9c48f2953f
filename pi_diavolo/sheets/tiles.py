"""A drawing too large for the paper, on several pages that are cut and glued together."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pi_diavolo.sheets.pages import DARK, PALE, Filled, Line, Mark, Page, Paper, Text, Window, sides

# Narrower than on other sheets: printers leave 3 to 6 mm white, and two pages must hold a board's height.
EDGE_MM = 8.0
GLUE_MM = 10.0
TICK_MM, TICK_FROM_MM = 4.0, 1.0
HATCH_MM = 4.0
BLEED_MM = 40.0  # words reach so far from where they begin


@dataclass(frozen=True, slots=True)
class Tiling:
    """Where the pages are cut: the drawing's places at which the next column or row of pages begins."""

    size_mm: tuple[float, float]
    landscape: bool
    columns: tuple[float, ...]  # the first is 0
    rows: tuple[float, ...]

    @property
    def pages(self) -> int:
        """How many sheets of paper it takes."""
        return len(self.columns) * len(self.rows)


def tiling(
    size_mm: tuple[float, float], paper: Paper, cuts: tuple[Sequence[float], Sequence[float]]
) -> Tiling:
    """The paper laid so that few pages are needed, cut where it shows least if that is possible."""
    laid = [_laid(size_mm, paper, cuts, landscape) for landscape in (False, True)]
    return min(laid, key=lambda tiled: tiled.pages)


def _laid(
    size_mm: tuple[float, float],
    paper: Paper,
    cuts: tuple[Sequence[float], Sequence[float]],
    landscape: bool,
) -> Tiling:
    rooms = [side - 2 * EDGE_MM for side in sides(paper, landscape)]
    columns, rows = (
        _begins(length, room, wished) for length, room, wished in zip(size_mm, rooms, cuts, strict=True)
    )
    return Tiling(size_mm, landscape, columns, rows)


def _begins(length: float, room: float, wished: Sequence[float]) -> tuple[float, ...]:
    """Where pages of so much room begin, each under the edge of the next, at wished places if they do."""
    count = max(1, math.ceil((length - GLUE_MM) / (room - GLUE_MM) - 1e-9))
    begins = [0.0]
    for number in range(1, count):
        least = length - (count - number) * (room - GLUE_MM) - GLUE_MM
        most = begins[-1] + room - GLUE_MM
        even = begins[-1] + (length - begins[-1]) / (count - number + 1)
        near = [cut for cut in wished if least - 1e-6 <= cut <= most + 1e-6]
        begins.append(min(near, key=lambda cut: abs(cut - even)) if near else min(max(even, least), most))
    return tuple(begins)


def tile_pages(drawing: Sequence[Mark], tiled: Tiling, paper: Paper, title: str) -> Iterator[Page]:
    """The pages, row by row; each says its name and which edge goes under which neighbour."""
    for row in range(len(tiled.rows)):
        for column in range(len(tiled.columns)):
            yield _tile(drawing, tiled, paper, title, column, row)


def tile_name(column: int, row: int) -> str:
    """Pages are called A1, A2 and so on from the far left, the next row B1, B2."""
    return f"{chr(ord('A') + row)}{column + 1}"


def _tile(drawing: Sequence[Mark], tiled: Tiling, paper: Paper, title: str, column: int, row: int) -> Page:
    size = sides(paper, tiled.landscape)
    (x, width, right), (y, height, below) = (
        _reach(begins, place, length)
        for begins, place, length in zip(
            (tiled.columns, tiled.rows), (column, row), tiled.size_mm, strict=True
        )
    )
    seen = tuple(mark for mark in drawing if _touches(mark, (x, y), (width, height)))
    marks: list[Mark] = [Window((EDGE_MM, EDGE_MM), (width, height), (x, y), seen)]
    inner_x, inner_y = width - right, height - below
    if right:
        marks += _hatched(EDGE_MM + inner_x, EDGE_MM, right, height)
    if below:
        marks += _hatched(EDGE_MM, EDGE_MM + inner_y, width, below)
    marks += _ticks([0.0, inner_x, width], [0.0, inner_y, height], width, height)
    words = _words(title, tiled, column, row, bool(right), bool(below))
    marks.append(Text((EDGE_MM + 6.0, size[1] - 4.0), words, points=6.5, shade=DARK))
    return Page(size, tuple(marks))


def _reach(begins: Sequence[float], place: int, length: float) -> tuple[float, float, float]:
    """Where a page begins in the drawing, how much it shows, and how much of that is for the glue."""
    last = place + 1 == len(begins)
    glue = 0.0 if last else GLUE_MM
    end = length if last else begins[place + 1]
    return begins[place], end + glue - begins[place], glue


def _touches(mark: Mark, corner: tuple[float, float], size: tuple[float, float]) -> bool:
    match mark:
        case Filled(shape=shape):
            places, bleed = shape.outline, 0.0
        case Line(begin=begin, end=end, width_mm=width):
            places, bleed = (begin, end), width
        case Text(at=at):
            places, bleed = (at,), BLEED_MM
        case Window(corner=at, size_mm=(width, height)):
            places, bleed = (at, (at[0] + width, at[1] + height)), 0.0
    return all(
        min(place[axis] for place in places) - bleed <= corner[axis] + size[axis]
        and max(place[axis] for place in places) + bleed >= corner[axis]
        for axis in (0, 1)
    )


def _hatched(left: float, top: float, width: float, height: float) -> Iterator[Mark]:
    """The strip that the next page covers."""
    strokes = math.ceil((width + height) / HATCH_MM)
    slants = tuple(
        Line((number * HATCH_MM, 0.0), (number * HATCH_MM - height, height), PALE, 0.15)
        for number in range(strokes + 1)
    )
    yield Window((left, top), (width, height), (0.0, 0.0), slants)


def _ticks(across: Sequence[float], down: Sequence[float], width: float, height: float) -> Iterator[Mark]:
    """Where to lay the ruler for the knife: short strokes outside of what is printed."""
    near, far = TICK_FROM_MM, TICK_FROM_MM + TICK_MM
    for x in dict.fromkeys(across):
        for y, way in ((0.0, -1), (height, 1)):
            yield Line((EDGE_MM + x, EDGE_MM + y + way * near), (EDGE_MM + x, EDGE_MM + y + way * far))
    for y in dict.fromkeys(down):
        for x, way in ((0.0, -1), (width, 1)):
            yield Line((EDGE_MM + x + way * near, EDGE_MM + y), (EDGE_MM + x + way * far, EDGE_MM + y))


def _words(title: str, tiled: Tiling, column: int, row: int, right: bool, below: bool) -> str:
    under = [f"under {tile_name(column + 1, row)}"] if right else []
    under += [f"under {tile_name(column, row + 1)}"] if below else []
    strips = f"; the hatched strip goes {' or '.join(under)}" if under else ""
    return f"{title}, page {tile_name(column, row)} of {tiled.pages}: cut from mark to mark{strips}"
