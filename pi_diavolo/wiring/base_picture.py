"""The plan of the border plate: which base is where between the markers, seen from above."""

from pi_diavolo.table.pieces import Point
from pi_diavolo.wiring.svg import PAPER, Drawing

WIDTH, HEIGHT = 180.0, 208.0
SCALE = 0.4  # picture units a millimetre
PLATE_MM, TRAY_MM, MARKER_MM, BASE_MM = 410.0, 312.0, 30.0, 45.0

# Millimetres from the middle of the tray, to the right and up, as in the usual table file.
PLACES = tuple(
    Point(float(x), float(y))
    for x, y in (
        (-90, 183), (0, 183), (90, 183), (183, 60), (183, -60),
        (90, -183), (0, -183), (-90, -183), (-183, -60), (-183, 60),
    )
)  # fmt: skip
MARKERS = (Point(-182, 182), Point(182, 182), Point(182, -182), Point(-182, -182))


def draw_bases(drawing: Drawing, x: float, y: float) -> None:
    """The plate with its top left corner here, the markers in its corners."""
    middle = Point(x + WIDTH / 2, y + SCALE * PLATE_MM / 2)
    _square(drawing, middle, PLATE_MM, "#f4ead9", "#b89b7a")
    _square(drawing, middle, TRAY_MM, "#5e9a6a", "#2f6b3c")
    drawing.text(middle.x, middle.y, "tray", 11, "middle", fill=PAPER)
    for number, place in enumerate(MARKERS):
        where = _seen(middle, place)
        _square(drawing, where, MARKER_MM, PAPER, "#222222")
        drawing.text(where.x, where.y, str(number), 9, "middle")
    for number, place in enumerate(PLACES):
        where = _seen(middle, place)
        drawing.disc(where.x, where.y, SCALE * BASE_MM / 2, "#6a4fa3", "#33373d")
        drawing.text(where.x, where.y, str(number), 11.5, "middle", bold=True, fill=PAPER)
    for line, words in enumerate(("bases (round), markers (square),", "seen from above")):
        drawing.text(middle.x, y + SCALE * PLATE_MM + 12 + 14 * line, words, 10.5, "middle", fill="#555555")


def _seen(middle: Point, place: Point) -> Point:
    """Where a place of the table is in the picture, whose heights grow downwards."""
    return Point(middle.x + SCALE * place.x, middle.y - SCALE * place.y)


def _square(drawing: Drawing, middle: Point, wide_mm: float, fill: str, stroke: str) -> None:
    wide = SCALE * wide_mm
    drawing.box(middle.x - wide / 2, middle.y - wide / 2, wide, wide, fill, stroke, corner=2)
