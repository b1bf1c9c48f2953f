"""The wiring picture as SVG: header, boards, and a coloured wire for each connection."""

from pi_diavolo.table.pin_map import MapKind, PinMap
from pi_diavolo.wiring.base_picture import draw_bases
from pi_diavolo.wiring.board_pictures import draw_board
from pi_diavolo.wiring.header import PINS, ROWS, label
from pi_diavolo.wiring.layout import LANE, LANES, MARGIN, ROW, Layout, layout, plans_height, row, track
from pi_diavolo.wiring.routing import Run, in_lanes
from pi_diavolo.wiring.seat_picture import HEIGHT, draw_seats
from pi_diavolo.wiring.svg import Drawing
from pi_diavolo.wiring.symbols import wire
from pi_diavolo.wiring.words import notes, title

COLUMNS = (66.0, 100.0)  # odd and even pins
PIN = 20.0
PILL, PILL_WIDTH = 136.0, 92.0
COLOURS = {"3V3": "#f7b25c", "5V": "#ee6a5f", "GND": "#b89b7a"}
FIRST_PIN = "The Pi seen from above: pin 1 is nearest to the corner of the board, its solder pad is square."


def picture(pins: PinMap) -> str:
    """A picture to build from."""
    plan, words = layout(pins), notes(pins)
    drawing = Drawing(plan.width, plan.bottom + 40 + 20 * len(words), title(pins))
    drawing.text(MARGIN, 34, title(pins), 24, bold=True)
    drawing.text(MARGIN, 62, FIRST_PIN, 13)
    _draw_plate(drawing, plan.header_top)
    _draw_wires(drawing, plan)
    _draw_pins(drawing, plan)
    for board, top in zip(plan.boards, plan.tops, strict=True):
        draw_board(drawing, board, pins, plan.left, top)
    if pins.kind is MapKind.BASES:
        draw_bases(drawing, plan.plans, plan.bottom - plans_height(pins))
    draw_seats(drawing, pins.seats, plan.plans, plan.bottom - HEIGHT)
    for line, note in enumerate(words):
        drawing.text(MARGIN, plan.bottom + 36 + 20 * line, note, 12.5)
    return drawing.svg()


def _draw_wires(drawing: Drawing, plan: Layout) -> None:
    first: dict[int, float] = {}
    for number, run in enumerate(in_lanes(plan.runs)):
        lane = LANES + LANE * (number + 0.5)
        onwards = [(lane, run.start), (lane, run.end), (plan.left, run.end)]
        wire(drawing, [*_way_out(run, plan.header_top), *onwards], run.colour, run.dashed)
        if run.place in first:  # two boards share the wire, which branches where the nearer lane begins
            drawing.disc(first[run.place], run.start, 4.5)
        first.setdefault(run.place, lane)


def _way_out(run: Run, header_top: float) -> list[tuple[float, float]]:
    """From the pin to its track; wires of odd pins pass below their even neighbours."""
    x, y = COLUMNS[(run.place - 1) % 2], row(run.place, header_top)
    return [(x, y), (x + PIN / 2, y), (x + PIN / 2 + 6, run.start)]


def _draw_plate(drawing: Drawing, top: float) -> None:
    wide = COLUMNS[1] - COLUMNS[0] + 52
    drawing.box(COLUMNS[0] - 26, top - 10, wide, ROWS * ROW + 20, "#2f6b3c", corner=8)


def _draw_pins(drawing: Drawing, plan: Layout) -> None:
    used = {run.place for run in plan.runs}
    for place in range(1, len(PINS) + 1):
        x, y, bold = COLUMNS[(place - 1) % 2], row(place, plan.header_top), place in used
        fill = COLOURS.get(str(PINS[place - 1]), "#fff3b0" if bold else "#e4e4e4")
        drawing.box(x - PIN / 2, y - PIN / 2, PIN, PIN, fill, corner=0 if place == 1 else 8)
        drawing.text(x, y, str(place), 10.5, "middle", bold=bold)
        _draw_pill(drawing, place, track(place, plan.header_top), bold)


def _draw_pill(drawing: Drawing, place: int, y: float, bold: bool) -> None:
    if bold:
        drawing.box(PILL, y - 8.5, PILL_WIDTH, 17, corner=8, thick=1)
    words, ink = f"{place} · {label(place)}", "#222222" if bold else "#999999"
    drawing.text(PILL + PILL_WIDTH / 2, y, words, 11, "middle", fill=ink, bold=bold)
