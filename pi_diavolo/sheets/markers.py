"""The sheet with the table's markers, each in its quiet zone, and a plan of where they go."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pi_diavolo.errors import UsageError
from pi_diavolo.sheets.pages import (
    DARK,
    FOOT_MM,
    HEAD_MM,
    MARGIN_MM,
    PALE,
    WHITE,
    Filled,
    Line,
    Mark,
    Page,
    Paper,
    Text,
    cut_along,
    page,
    sides,
)
from pi_diavolo.sheets.shapes import box, disc
from pi_diavolo.table.pieces import Point

Cells = tuple[tuple[bool, ...], ...]  # row by row, True where it is black

GAP_MM, LABEL_MM = 8.0, 10.0
LEAST_QUIET_MM = 5.0
LOWEST_PLAN_MM = 70.0
HINTS = (
    "Cut along the thin lines: the white round a marker belongs to it. Glue the markers flat on the plate,",
    "in the plane of the tray's floor, upright as the arrow points, each centre within half a millimetre of",
    "the place that the plan gives. Mind their order: the ids go round the tray as the plan shows.",
)


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker: its number, its cells with the black border, and where its centre goes."""

    number: int
    cells: Cells
    centre: Point


@dataclass(frozen=True, slots=True)
class Plate:
    """What the plan shows: the markers, the tray and the bases."""

    dictionary: str
    marker_mm: float
    markers: tuple[Marker, ...]
    tray_mm: tuple[float, float]
    bases: tuple[Point, ...]
    base_mm: float

    @property
    def quiet_mm(self) -> float:
        """The white that each marker needs all round: one of its cells, and never too little."""
        return max(LEAST_QUIET_MM, self.marker_mm / len(self.markers[0].cells))

    @property
    def reach(self) -> tuple[float, float]:
        """How far the plate reaches to the right and up from the tray's centre."""
        rim = self.marker_mm / 2 + self.quiet_mm
        return (
            max(abs(marker.centre.x) for marker in self.markers) + rim,
            max(abs(marker.centre.y) for marker in self.markers) + rim,
        )


def marker_pages(plate: Plate, paper: Paper) -> tuple[Page, ...]:
    """As many pages as the markers need; the plan below the last ones, or on a page of its own."""
    width, height = sides(paper)
    side = plate.marker_mm + 2 * plate.quiet_mm
    columns = int((width - 2 * MARGIN_MM + GAP_MM) // (side + GAP_MM))
    rows = int((height - HEAD_MM - FOOT_MM) // (side + LABEL_MM))
    if not columns or not rows:
        raise UsageError(
            f"markers.size_mm = {plate.marker_mm:g}: such a marker with its white rim is {side:g} mm wide and"
            f" does not fit on {paper.upper()} paper; use smaller markers or draw them yourself"
        )
    pages = []
    for first in range(0, len(plate.markers), columns * rows):
        group = plate.markers[first : first + columns * rows]
        used = -(-len(group) // columns)
        pages.append((list(_grid(plate, group, columns, side, width)), HEAD_MM + used * (side + LABEL_MM)))
    if height - FOOT_MM - pages[-1][1] < LOWEST_PLAN_MM:
        pages.append(([], HEAD_MM))
    marks, top = pages[-1]
    marks += _plan(plate, (MARGIN_MM, top), (width - 2 * MARGIN_MM, height - FOOT_MM - top))
    title = f"Table markers, {plate.dictionary}, {plate.marker_mm:g} mm"
    return tuple(page(paper, title, HINTS, marks) for marks, _ in pages)


def _grid(plate: Plate, group: Sequence[Marker], columns: int, side: float, width: float) -> Iterator[Mark]:
    across = min(columns, len(group))
    left = (width - across * side - (across - 1) * GAP_MM) / 2
    for number, marker in enumerate(group):
        row, column = divmod(number, columns)
        x, y = left + column * (side + GAP_MM), HEAD_MM + row * (side + LABEL_MM)
        yield from cut_along(x, y, side, side)
        yield from printed(marker.cells, x + plate.quiet_mm, y + plate.quiet_mm, plate.marker_mm)
        yield from _arrow(x + 2.0, y + side + 5.4)
        yield Text((x + 5.0, y + side + 5.2), f"id {marker.number}", points=9, bold=True)
        yield Text((x + 15.0, y + side + 5.2), _place(marker.centre), points=8, shade=DARK)


def _place(centre: Point) -> str:
    return f"x {centre.x:g}, y {centre.y:g}"


def _arrow(x: float, y: float) -> Iterable[Mark]:
    yield Line((x, y), (x, y - 4.0))
    yield Line((x, y - 4.0), (x - 1.2, y - 2.6))
    yield Line((x, y - 4.0), (x + 1.2, y - 2.6))


def printed(cells: Cells, left: float, top: float, side: float) -> Iterator[Mark]:
    """A marker in black with its white cells laid over it, in runs across and down so that no seam shows."""
    yield Filled(box(left, top, side, side))
    cell = side / len(cells)
    for row, values in enumerate(cells):
        for begin, length in _white(values):
            yield Filled(box(left + begin * cell, top + row * cell, length * cell, cell), WHITE)
    for column, values in enumerate(zip(*cells, strict=True)):
        for begin, length in _white(values):
            yield Filled(box(left + column * cell, top + begin * cell, cell, length * cell), WHITE)


def _white(values: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Where runs of white cells begin and how long they are."""
    begin = 0
    for place, black in enumerate((*values, True)):
        if black:
            if place > begin:
                yield begin, place - begin
            begin = place + 1


def _plan(plate: Plate, corner: tuple[float, float], room: tuple[float, float]) -> Iterator[Mark]:
    reach_x, reach_y = plate.reach
    scale = min(room[0] / (2 * reach_x), (room[1] - 8.0) / (2 * reach_y), 1.0)
    x, y = corner[0] + room[0] / 2, corner[1] + 4.0 + reach_y * scale

    def at(place: Point) -> tuple[float, float]:
        return x + place.x * scale, y - place.y * scale

    def square(centre: Point, width: float, height: float, shade: int) -> Filled:
        left, top = at(Point(centre.x - width / 2, centre.y + height / 2))
        return Filled(box(left, top, width * scale, height * scale), shade)

    yield from cut_along(x - reach_x * scale, y - reach_y * scale, 2 * reach_x * scale, 2 * reach_y * scale)
    yield square(Point(0.0, 0.0), *plate.tray_mm, shade=230)
    tray_x, tray_y = plate.tray_mm
    yield Text((x, y - 1.0), "the tray", points=11, bold=True, centred=True)
    yield Text((x, y + 4.0), f"{tray_x:g} x {tray_y:g} mm inside, its centre is x 0, y 0", centred=True)
    yield Text((x, y + 8.4), "this plan is not to scale", points=8, centred=True, shade=DARK)
    for number, base in enumerate(plate.bases):
        bx, by = at(base)
        yield Filled(disc(bx, by, plate.base_mm / 2 * scale), PALE)
        yield Text((bx, by + 1.2), str(number), points=8, centred=True)
    for marker in plate.markers:
        yield square(marker.centre, plate.marker_mm, plate.marker_mm, shade=40)
        mx, my = at(marker.centre)
        yield Text((mx, my + 1.6), str(marker.number), points=11, bold=True, centred=True, shade=WHITE)
        down = (plate.marker_mm / 2) * scale + 3.4
        inwards = down if marker.centre.y > 0 else -down + 2.2
        yield Text((mx, my + inwards), f"{marker.centre.x:g}, {marker.centre.y:g}", points=7, centred=True)
