"""The pages of Devil's Dice: how to put the sheet together, then the sheet itself in parts."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from pi_diavolo.sheets.game_board import ABOVE_MM, FENCE_MM, WALL_MM, Measures
from pi_diavolo.sheets.game_board_drawing import INKS, drawing, home_mark, safe_mark
from pi_diavolo.sheets.markers import Cells
from pi_diavolo.sheets.pages import (
    DARK,
    HEAD_MM,
    MARGIN_MM,
    Line,
    Mark,
    Page,
    Paper,
    Text,
    page,
    placed,
    sides,
)
from pi_diavolo.sheets.shapes import Place
from pi_diavolo.sheets.tiles import GLUE_MM, Tiling, tile_name, tile_pages, tiling
from pi_diavolo.table.board_layout import Layout

TITLE = "Devil's Dice"
# The plan leaves the lower part of the page to the steps.
PLAN_MM = 128.0
STEP_MM, LEGEND_MM, LETTERS_A_LINE = 4.6, 17.0, 108
HINTS = (
    "A board to glue together, with a fenced field for the dice beside it. Matt paper of 120 to 200 g keeps",
    "glare and waves away. Print every page at 100 %, from the same printer.",
)


def game_board_pages(
    layout: Layout, sheet: Measures, markers: Sequence[Cells], paper: Paper
) -> tuple[Page, ...]:
    """First how it is put together, then its parts."""
    grid = (
        [sheet.corner(column, 0)[0] for column in range(layout.columns + 1)],
        [sheet.corner(0, row)[1] for row in range(layout.rows + 1)],
    )
    whole, tiled = drawing(layout, sheet, markers), tiling(sheet.size_mm, paper, grid)
    return _assembly(whole, sheet, tiled, paper), *tile_pages(whole, tiled, paper, TITLE)


def _assembly(whole: tuple[Mark, ...], sheet: Measures, tiled: Tiling, paper: Paper) -> Page:
    width = sides(paper)[0] - 2 * MARGIN_MM
    scale = min(width / sheet.size_mm[0], PLAN_MM / sheet.size_mm[1])
    left = MARGIN_MM + (width - scale * sheet.size_mm[0]) / 2
    top = HEAD_MM + 2.0
    below = top + scale * sheet.size_mm[1] + 6.0
    marks = [
        *(placed(mark, left, top, scale) for mark in whole),
        *_seams(tiled, (left, top), scale),
        *_legend(MARGIN_MM, below),
        *_steps(sheet, tiled, below + LEGEND_MM),
    ]
    return page(paper, f"{TITLE}: the board, {sheet.columns} x {sheet.rows} squares", HINTS, marks)


def _seams(tiled: Tiling, corner: Place, scale: float) -> Iterator[Mark]:
    """Where the parts meet, and their names."""
    (left, top), (width, height) = corner, (side * scale for side in tiled.size_mm)
    red = (205, 35, 40)
    for x in tiled.columns[1:]:
        yield Line((left + x * scale, top - 2.0), (left + x * scale, top + height + 2.0), red, 0.5)
    for y in tiled.rows[1:]:
        yield Line((left - 2.0, top + y * scale), (left + width + 2.0, top + y * scale), red, 0.5)
    ends = [
        (*begins[1:], length)
        for begins, length in zip((tiled.columns, tiled.rows), tiled.size_mm, strict=True)
    ]
    for row, (y, bottom) in enumerate(zip(tiled.rows, ends[1], strict=True)):
        # In the rim, where nothing else stands; only the rows of a very large sheet have none.
        rim = ABOVE_MM / 2
        middle = rim if row == 0 else bottom - rim if bottom == tiled.size_mm[1] else (y + bottom) / 2
        for column, (x, right) in enumerate(zip(tiled.columns, ends[0], strict=True)):
            at = (left + (x + right) / 2 * scale, top + middle * scale + 2.0)
            yield Text(at, tile_name(column, row), points=18, bold=True, centred=True, shade=red)


def _legend(left: float, top: float) -> Iterator[Mark]:
    """What the letters mean."""
    side, step = 8.0, 21.5
    for number, colour in enumerate(INKS):
        x = left + number * step
        yield from home_mark((x, top + side), side, colour)
        yield Text((x + side + 1.2, top + side / 2 + 1.0), colour, points=8)
    x = left + len(INKS) * step
    yield from safe_mark((x, top + side), side)
    yield Text((x + side + 1.2, top + side / 2 + 1.0), "safe", points=8)


def _steps(sheet: Measures, tiled: Tiling, top: float) -> Iterator[Mark]:
    width, height = sheet.size_mm
    y = top
    for number, step in enumerate(_told(sheet, tiled), 1):
        yield Text((MARGIN_MM, y), f"{number}.", points=9, bold=True)
        for words in wrap(step, LETTERS_A_LINE):
            yield Text((MARGIN_MM + 6.0, y), words, points=9)
            y += STEP_MM
        y += 0.8
    yield Text((MARGIN_MM, y + 1.0), f"The whole sheet: {width:g} x {height:g} mm.", points=8, shade=DARK)


def _told(sheet: Measures, tiled: Tiling) -> Iterator[str]:
    yield f"Measure the ruler below: 100 mm. On the other pages each square is {sheet.square_mm:g} mm wide."
    if tiled.pages > 1:
        yield (
            "Cut each part from mark to mark at its left and its far edge, and at the others where no strip"
            f" is hatched. The hatched strips, {GLUE_MM:g} mm wide, stay: the neighbour's cut edge goes over"
            " them."
        )
        yield (
            "Glue the parts of a row from left to right, then the rows from the far one to the near one. The"
            " lines of the squares must meet within half a millimetre: the markers tell where each square is."
        )
    yield "Glue the whole on something stiff and flat, such as foam board, and cut along its outer line."
    yield (
        f"Stand a fence, {WALL_MM:g} mm high, on the gray band round the dice field, its inside along the"
        f" inner edge: strips of wood or card, {FENCE_MM:g} mm thick. Leave the field plain, or lay green or"
        " blue felt in."
    )
    yield (
        "Hang the camera over the middle of the sheet, 550 to 900 mm up, so that it sees all four markers."
        " The far side, with markers 4 and 5, is at the top of the picture."
    )
    yield "Then: pi-diavolo run --game devils-dice. More stands in docs/devils-dice.md."
