"""What is printed on the sheet of Devil's Dice: squares, homes, safe squares, lines, names and the field."""

from collections.abc import Iterator, Mapping, Sequence

from pi_diavolo.sheets.game_board import FENCE_MM, MARKER_MM, MARKERS, QUIET_MM, Measures
from pi_diavolo.sheets.markers import Cells, printed
from pi_diavolo.sheets.pages import DARK, PALE, WHITE, Filled, Line, Mark, Text, cut_along
from pi_diavolo.sheets.shapes import Place, box
from pi_diavolo.table import board_layout
from pi_diavolo.table.board_layout import Axis, Layout
from pi_diavolo.table.boards import Square
from pi_diavolo.table.pieces import Colour

RGB = tuple[int, int, int]
INKS: Mapping[Colour, RGB] = {
    Colour.ORANGE: (240, 135, 30),
    Colour.RED: (205, 35, 40),
    Colour.BLUE: (35, 85, 185),
    Colour.PURPLE: (115, 55, 150),
    Colour.GREEN: (35, 140, 65),
    Colour.BLACK: (40, 40, 42),
    Colour.WHITE: (150, 150, 150),  # white ink is none; its homes are framed in gray
    Colour.YELLOW: (235, 200, 40),
}
LETTERS = {colour: "K" if colour is Colour.BLACK else colour[0].upper() for colour in INKS}  # B is blue
SAFE_INK: RGB = (140, 25, 30)
SAFE_LETTER = "S"
# Pale, so that a counter of the same colour is seen on it.
TINT, SAFE_TINT = 0.22, 0.17
# Light green: dice of every colour stand out from it, white ones and red ones, too.
FIELD_INK: RGB = (176, 208, 186)
GRID_MM, GRID_SHADE = 0.35, 120
THICK_MM, FRAME_MM = 2.0, 0.8
# Shares of a square: how thick an outline is, where the middle of the outer and of the inner one lies.
OUTLINE, OUTER, INNER = 0.055, 0.08, 0.17
DARKEST_OF_LETTERS = 110.0
MM_A_POINT = 25.4 / 72
CAPITAL = 0.72  # how high Helvetica's capitals are, as a share of its size


def drawing(layout: Layout, sheet: Measures, markers: Sequence[Cells]) -> tuple[Mark, ...]:
    """Everything on the sheet, from its far left corner; the markers' cells in the order of their ids."""
    width, height = sheet.size_mm
    return (
        *cut_along(0.0, 0.0, width, height),
        *_field(sheet),
        *_squares(layout, sheet),
        *_lines(layout, sheet),
        *_names(layout, sheet),
        *_markers(sheet, markers),
    )


def tinted(ink: RGB, strength: float) -> RGB:
    """The ink thinned out on white paper."""
    red, green, blue = (round(255 - strength * (255 - part)) for part in ink)
    return red, green, blue


def legible(ink: RGB) -> RGB:
    """The same hue, as dark as a letter must be to be read on its own tint."""
    red, green, blue = ink
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    share = min(1.0, DARKEST_OF_LETTERS / light)
    return round(red * share), round(green * share), round(blue * share)


def _squares(layout: Layout, sheet: Measures) -> Iterator[Mark]:
    for home in layout.homes:
        for square in home.squares:
            yield from home_mark(sheet.corner(square.column, square.row), sheet.square_mm, home.colour)
    for square in layout.safe:
        yield from safe_mark(sheet.corner(square.column, square.row), sheet.square_mm)
    columns, rows = layout.columns, layout.rows
    for column in range(columns + 1):
        yield Line(sheet.corner(column, 0), sheet.corner(column, rows), GRID_SHADE, GRID_MM)
    for row in range(rows + 1):
        yield Line(sheet.corner(0, row), sheet.corner(columns, row), GRID_SHADE, GRID_MM)
    left, top = sheet.corner(0, rows)
    yield from _frame(left, top, *sheet.board_mm, FRAME_MM, 25)


def home_mark(near_left: Place, side: float, colour: Colour) -> Iterator[Mark]:
    """A home square: its colour as pale tint and as outline, and the colour's letter."""
    yield from _marked(near_left, side, INKS[colour], TINT, LETTERS[colour])


def safe_mark(near_left: Place, side: float) -> Iterator[Mark]:
    """A safe square: red, with an outline more than any home has."""
    yield from _marked(near_left, side, SAFE_INK, SAFE_TINT, SAFE_LETTER)
    left, top = near_left[0], near_left[1] - side
    inset, within = INNER * side, (1 - 2 * INNER) * side
    yield from _frame(left + inset, top + inset, within, within, OUTLINE * side / 2, SAFE_INK)


def _marked(near_left: Place, side: float, ink: RGB, strength: float, letter: str) -> Iterator[Mark]:
    left, bottom = near_left
    top, inset, within = bottom - side, OUTER * side, (1 - 2 * OUTER) * side
    yield Filled(box(left, top, side, side), tinted(ink, strength))
    yield from _frame(left + inset, top + inset, within, within, OUTLINE * side, ink)
    points = _points(0.28 * side)
    baseline = bottom - side / 2 + 0.14 * side
    yield Text((left + side / 2, baseline), letter, points, bold=True, centred=True, shade=legible(ink))


def _frame(
    left: float, top: float, width: float, height: float, thick: float, ink: int | RGB
) -> Iterator[Mark]:
    """Lines whose middle is the rectangle, square at the corners."""
    half = thick / 2
    for y in (top, top + height):
        yield Filled(box(left - half, y - half, width + thick, thick), ink)
    for x in (left, left + width):
        yield Filled(box(x - half, top - half, thick, height + thick), ink)


def _lines(layout: Layout, sheet: Measures) -> Iterator[Mark]:
    for line in layout.lines:
        (left, bottom), (right, top) = _ends(line, sheet)
        half = THICK_MM / 2
        yield Filled(box(left - half, top - half, right - left + 2 * half, bottom - top + 2 * half), 25)


def _ends(line: board_layout.Line, sheet: Measures) -> tuple[Place, Place]:
    if line.across is Axis.ROW:
        return sheet.corner(line.after, line.first), sheet.corner(line.after, line.last + 1)
    return sheet.corner(line.first, line.after), sheet.corner(line.last + 1, line.after)


def _names(layout: Layout, sheet: Measures) -> Iterator[Mark]:
    """Along all four edges, and small in the corner of each square, inside its outlines."""
    safe, homes = set(layout.safe), {square for home in layout.homes for square in home.squares}
    for square in layout.squares():
        x, y = sheet.corner(square.column, square.row)
        inset = INNER if square in safe else OUTER if square in homes else 0.0
        clear = max(THICK_MM / 2, (inset + OUTLINE / 2) * sheet.square_mm) + 0.6
        yield Text((x + clear, y - clear), square.name, points=5.0, shade=110)
    for column in range(layout.columns):
        letter = Square(column, 0).name[0]
        x = sheet.centre(Square(column, 0))[0]
        for y in (sheet.corner(0, layout.rows)[1] - 1.3, sheet.corner(0, 0)[1] + 3.9):
            yield Text((x, y), letter, bold=True, centred=True)
    for row in range(layout.rows):
        y = sheet.centre(Square(0, row))[1] + 1.2
        for x in (sheet.corner(0, 0)[0] - 4.5, sheet.corner(layout.columns, 0)[0] + 4.5):
            yield Text((x, y), str(row + 1), bold=True, centred=True)


def _field(sheet: Measures) -> Iterator[Mark]:
    (x, y), (width, height) = sheet.field_centre, sheet.field_mm
    left, top = x - width / 2, y - height / 2
    rim = box(left - FENCE_MM, top - FENCE_MM, width + 2 * FENCE_MM, height + 2 * FENCE_MM)
    yield Filled(rim, PALE)
    # Nothing is written inside: letters on the floor look like dice.
    yield Filled(box(left, top, width, height), FIELD_INK)
    for baseline in (top - 2.0, top + height + FENCE_MM - 2.0):
        yield Text((x, baseline), "fence here", points=8, centred=True)


def _markers(sheet: Measures, markers: Sequence[Cells]) -> Iterator[Mark]:
    for number, (x, y), cells in zip(MARKERS, sheet.marker_centres, markers, strict=True):
        half = MARKER_MM / 2
        quiet = half + QUIET_MM
        yield Filled(box(x - quiet + 0.2, y - quiet + 0.2, 2 * quiet - 0.4, 2 * quiet - 0.4), WHITE)
        yield from printed(cells, x - half, y - half, MARKER_MM)
        inwards = 1 if x < sheet.size_mm[0] / 2 else -1
        beside = x + inwards * (quiet + 8.0)
        yield Text((beside, y + 1.0), f"marker {number}", points=7, centred=True, shade=DARK)


def _points(capital_mm: float) -> float:
    """The type whose capitals are so high."""
    return round(capital_mm / CAPITAL / MM_A_POINT, 1)
