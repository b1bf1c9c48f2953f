"""The sheet with the Order die's stickers: our own six faces for dice from 16 to 24 mm."""

from collections.abc import Iterator, Sequence

from pi_diavolo.errors import UsageError
from pi_diavolo.sheets.faces import FACES, face_shapes
from pi_diavolo.sheets.pages import (
    BLACK,
    DARK,
    FOOT_MM,
    HEAD_MM,
    MARGIN_MM,
    Filled,
    Mark,
    Page,
    Paper,
    Text,
    page,
    sides,
)
from pi_diavolo.sheets.shapes import rounded

DICE_MM = (16.0, 18.0, 20.0, 22.0, 24.0)
SMALLEST_MM, LARGEST_MM = 10.0, 27.0
# The sticker keeps clear of a die's round edges; the glyph keeps clear of the sticker's edge.
STICKER, GLYPH = 0.88, 0.80
# Gray as the die itself: on white paper the Order die would pass for a white one.
STICKER_SHADE = 165
COLUMN_MM, LABEL_MM, GAP_MM = 28.0, 20.0, 2.5
NAMES_MM = 15.0
HINTS = (
    "Choose a row of your die's size, cut the six stickers out along the gray and glue one on each face. Any",
    "order and any turn will do. Matt paper keeps glare away.",
    "Then: pi-diavolo calibrate enrol --printed --table TABLE.toml",
)


def sticker_page(paper: Paper, dice_mm: Sequence[float] = DICE_MM) -> Page:
    """Rows for each size of die; all sizes get as many rows as find room."""
    for size in dice_mm:
        if not SMALLEST_MM <= size <= LARGEST_MM:
            wanted = f"a die of {SMALLEST_MM:g} to {LARGEST_MM:g} mm"
            raise UsageError(f"--die-mm {size:g}: no sticker is made for such a die; use {wanted}")
    width, height = sides(paper)
    room = height - HEAD_MM - NAMES_MM - FOOT_MM
    times = max(1, int(room // sum(size * STICKER + GAP_MM for size in dice_mm)))
    left = (width - LABEL_MM - len(FACES) * COLUMN_MM) / 2 + LABEL_MM
    marks = [*_names(left), *_rows(left, [size for size in dice_mm for _ in range(times)])]
    return page(paper, "Order die stickers", HINTS, marks)


def _names(left: float) -> Iterator[Mark]:
    for column, (name, face) in enumerate(FACES.items()):
        x = left + (column + 0.5) * COLUMN_MM
        first, second = name.split("_") if "_" in name else (name, "")
        yield Text((x, HEAD_MM + 4.0), f"{first} {second}".strip(), points=8, bold=True, centred=True)
        yield Text((x, HEAD_MM + 8.0), face.about, points=6.5, centred=True, shade=DARK)


def _rows(left: float, sizes: Sequence[float]) -> Iterator[Mark]:
    y = HEAD_MM + NAMES_MM
    for size in sizes:
        side = size * STICKER
        yield Text((max(MARGIN_MM, left - LABEL_MM), y + side / 2 + 1.2), f"{size:g} mm die", points=8)
        for column, name in enumerate(FACES):
            x = left + (column + 0.5) * COLUMN_MM - side / 2
            yield Filled(rounded(x, y, side, side, side / 8), STICKER_SHADE)
            yield from _glyph(name, x + side / 2, y + side / 2, size * GLYPH)
        y += side + GAP_MM


def _glyph(name: str, x: float, y: float, side: float) -> Iterator[Mark]:
    for shape in face_shapes(name):
        placed = shape.placed(x - side / 2, y - side / 2, side)
        yield Filled(placed, BLACK if shape.ink else STICKER_SHADE)
