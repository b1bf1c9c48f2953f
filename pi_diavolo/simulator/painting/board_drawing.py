"""Boards drawn by lot: sheets, prints, boxes of counters in other shades, light, and who stands where."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from pi_diavolo.simulator.painting.board_pieces import PaintedPiece, Turned
from pi_diavolo.simulator.painting.board_print import HOME_INKS, PrintStyle, printed_board
from pi_diavolo.simulator.painting.drawing import draw_look
from pi_diavolo.simulator.painting.drawing_materials import draw_plain
from pi_diavolo.simulator.painting.look import Finish, Geometry, TableLook
from pi_diavolo.simulator.painting.palette import RGB, near
from pi_diavolo.table.board_layout import Layout
from pi_diavolo.table.boards import Shape, Square
from pi_diavolo.table.pieces import Colour

# What counters of one colour look like in different boxes.
SHADES: Mapping[Colour, tuple[RGB, ...]] = {
    Colour.ORANGE: ((238, 120, 25), (245, 140, 45), (228, 105, 20), (240, 130, 10)),
    Colour.RED: ((200, 25, 28), (170, 18, 24), (215, 40, 35), (185, 20, 45)),
    Colour.BLUE: ((25, 70, 180), (40, 110, 205), (20, 50, 145), (60, 140, 215)),
    Colour.PURPLE: ((110, 45, 150), (130, 70, 170), (90, 35, 125), (140, 60, 150)),
    Colour.GREEN: ((20, 130, 55), (45, 165, 75), (12, 100, 55), (90, 170, 60)),
    Colour.BLACK: ((24, 24, 26), (36, 36, 40), (46, 45, 46), (28, 25, 23)),
    Colour.WHITE: ((238, 238, 235), (228, 222, 208), (245, 245, 245), (232, 226, 205)),
    Colour.YELLOW: ((240, 205, 40), (230, 190, 35), (245, 220, 80), (235, 215, 20)),
}
PAPERS: tuple[RGB, ...] = (
    (250, 250, 250),
    (244, 242, 236),
    (238, 240, 246),
    (248, 240, 222),
    (230, 228, 224),
)
# The printed sheet, in mm: the field and how far from it the board lies; markers; paper beyond their middles.
FIELD_MM, BOARD_GAP_MM, MARKER_MM, QUIET_MM, RIM_MM = (150.0, 240.0), 26.0, 26.0, 5.0, 18.0
MOST_EXPOSED = 1.2  # a camera that sets its own exposure does not burn a sheet of white paper
FIELD_INK: RGB = (176, 208, 186)
FELT = 0.4  # of the fields have a piece of felt in them, or some other floor; the others are bare paper
OURS = 0.6  # of the prints are those of our own sheet, from any printer


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """Where the squares are on the table, in mm."""

    centre: tuple[float, float]
    square_mm: float
    columns: int
    rows: int

    def middle(self, square: Square) -> tuple[float, float]:
        """The middle of a square."""
        return (
            self.centre[0] + (square.column + 0.5 - self.columns / 2) * self.square_mm,
            self.centre[1] + (square.row + 0.5 - self.rows / 2) * self.square_mm,
        )


@dataclass(frozen=True, slots=True)
class Box:
    """The counters of one box: both bodies, and each colour's paint."""

    bodies: Mapping[Shape, Turned]
    paints: Mapping[Colour, Finish]

    def piece(
        self, colour: Colour, shape: Shape, at: tuple[float, float], z: float = 0.0, shade: float = 1.0
    ) -> PaintedPiece:
        """One of them somewhere on the table; `shade` makes it a little darker or lighter than its like."""
        paint = self.paints[colour]
        b, g, r = (min(part * shade, 0.95) for part in paint.body)
        finish = replace(paint, body=(b, g, r), pips=(b, g, r))
        return PaintedPiece(str(colour), self.bodies[shape], finish, (*at, z))


def sheet_geometry(columns: int = 16, rows: int = 16, square_mm: float = 18.0) -> tuple[Geometry, BoardPlace]:
    """The measures of a printed sheet: the dice field round the origin, the board to its left."""
    width, depth = columns * square_mm, rows * square_mm
    middle = -(FIELD_MM[0] / 2 + BOARD_GAP_MM + width / 2)
    left, right = middle - width / 2 + 4, FIELD_MM[0] / 2 - 4
    high = max(depth / 2 + 22, FIELD_MM[1] / 2 + 46)
    geometry = Geometry(
        tray_mm=FIELD_MM,
        plate_mm=(right - left + 2 * RIM_MM, 2 * (high + RIM_MM)),
        plate_thick_mm=0.4,
        plate_at=((left + right) / 2, 0.0),
        marker_mm=MARKER_MM,
        quiet_mm=QUIET_MM,
        markers=((left, high), (right, high), (right, -high), (left, -high)),
        first_marker=4,
        bases=(),
    )
    return geometry, BoardPlace((middle, 0.0), square_mm, columns, rows)


def draw_board_look(
    rng: np.random.Generator, geometry: Geometry, place: BoardPlace, layout: Layout, ours: float = OURS
) -> TableLook:
    """A printed board on a table under some light, all by lot; `ours` is how often the print is our own."""
    look = draw_look(rng, geometry)
    paper = draw_plain(rng, PAPERS[int(rng.integers(len(PAPERS)))])
    sheen = float(rng.choice([0.0, rng.uniform(0.0, 0.03)], p=[0.5, 0.5]))
    paper = replace(paper, grain=float(rng.uniform(0, 0.02)), sheen=sheen, rough=float(rng.uniform(0.4, 1)))
    sheet = printed_board(layout, place.square_mm, place.centre, draw_style(rng, ours))
    floor = look.floor if rng.random() < FELT else draw_plain(rng, FIELD_INK)
    sensor = replace(look.sensor, exposure=min(look.sensor.exposure, MOST_EXPOSED))
    return replace(look, plate=paper, floor=floor, printed=sheet, prints=(), sensor=sensor)


def draw_style(rng: np.random.Generator, ours: float = OURS) -> PrintStyle:
    """A print of the sheet: every printer's inks are others, and there may be other sheets than ours."""
    inks = {colour: _shifted(rng, ink, 22) for colour, ink in HOME_INKS.items()}
    if rng.random() < ours:
        own = PrintStyle(inks)
        tint, pale = own.tint * float(rng.uniform(0.6, 1.5)), _shifted(rng, own.safe_tint, 10)
        return replace(own, tint=tint, safe_tint=pale, safe_ink=_shifted(rng, own.safe_ink, 18))
    gray = int(rng.integers(60, 190))
    tone = int(rng.integers(195, 250))
    return PrintStyle(
        inks=inks,
        tint=float(rng.uniform(0.1, 0.5)),
        outline_mm=float(rng.choice([0.0, rng.uniform(0.4, 1.6)], p=[0.1, 0.9])),
        letter_mm=float(rng.choice([0.0, rng.uniform(2.5, 8.5)], p=[0.1, 0.9])),
        grid_mm=float(rng.uniform(0.2, 0.6)),
        line_mm=float(rng.uniform(1.0, 2.6)),
        grid_ink=(gray, gray, gray),
        safe_tint=_shifted(rng, (tone, tone, tone), 25),
        safe_ink=_shifted(rng, (80, 80, 80), 60),
        safe_letter=str(rng.choice(["S", "S", "*", "X", "O", "+"])),
        safe_twice=bool(rng.random() < 0.5),
        names_mm=float(rng.choice([0.0, rng.uniform(1.4, 2.6)], p=[0.25, 0.75])),
        frame_mm=float(rng.uniform(0.4, 1.6)),
    )


def _shifted(rng: np.random.Generator, ink: RGB, spread: int) -> RGB:
    red, green, blue = (int(np.clip(part + rng.integers(-spread, spread + 1), 0, 255)) for part in ink)
    return red, green, blue


def draw_box(rng: np.random.Generator, square_mm: float = 18.0) -> Box:
    """A box of counters: sizes, shapes and paints by lot, all small enough for their squares."""
    gloss, rough = float(rng.uniform(0.01, 0.06)), float(rng.uniform(0.1, 1.0))
    glow = float(rng.choice([0.0, rng.uniform(0, 0.3)]))
    paints = {}
    for colour, shades in SHADES.items():
        body = near(rng, shades[int(rng.integers(len(shades)))], 0.09)
        paints[colour] = Finish(body, body, gloss, rough, glow=glow)
    larger = min(square_mm / 18.0, 1.3)
    return Box({Shape.FLAT: _flat(rng, larger), Shape.PAWN: _pawn(rng, larger)}, paints)


def _flat(rng: np.random.Generator, larger: float) -> Turned:
    radius, high = larger * rng.uniform(6.0, 7.8), rng.uniform(2.0, 6.0)
    bevel = float(min(rng.uniform(0.2, 0.9), high / 3))
    hollow = float(rng.choice([0.0, rng.uniform(-0.5, 0.5)]))
    return Turned(((0.0, radius), (high - bevel, radius), (high, radius - bevel)), hollow=hollow)


def _pawn(rng: np.random.Generator, larger: float) -> Turned:
    foot, high = larger * rng.uniform(5.6, 7.0), rng.uniform(19.0, 29.0)
    head = high * rng.uniform(0.16, 0.22)
    neck = head * rng.uniform(0.5, 0.75)
    base = rng.uniform(1.5, 4.0)
    rings = [(0.0, foot), (base, foot * rng.uniform(0.9, 1.0))]
    if rng.random() < 0.6:  # a step above the foot
        rings.append((base + 0.6, foot * rng.uniform(0.6, 0.85)))
    rings.append((high - 2 * head + 0.25 * head, neck))
    return Turned(tuple((float(h), float(r)) for h, r in rings), (float(high - head), float(head)))


def shipped_box() -> Box:
    """The counters of the board for show: 14 mm flats and 24 mm pawns, well apart in colour."""
    paints = {}
    for colour, shades in SHADES.items():
        body = near(np.random.default_rng(1), shades[0], 0.0)
        paints[colour] = Finish(body, body, 0.025, 0.4)
    flat = Turned(((0.0, 7.0), (3.5, 7.0), (4.0, 6.5)), hollow=0.25)
    pawn = Turned(((0.0, 6.2), (2.5, 6.0), (3.1, 4.6), (16.0, 2.9)), (19.5, 4.5))
    return Box({Shape.FLAT: flat, Shape.PAWN: pawn}, paints)
