"""Painted boards cut out as `vision.board_patches` cuts them, and what stands on each square."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.simulator.painter import (
    PaintedDie,
    Painter,
    Picture,
    draw_camera,
    draw_hand,
    draw_sensor,
    lying,
)
from pi_diavolo.simulator.painting.board_drawing import BoardPlace, draw_board_look, draw_box, sheet_geometry
from pi_diavolo.simulator.painting.board_positions import (
    Mess,
    PieceTruth,
    Position,
    draw_crowd,
    draw_position,
)
from pi_diavolo.simulator.painting.drawing_light import with_mirrored_lamp
from pi_diavolo.simulator.painting.look import TableLook
from pi_diavolo.table.board_layout import HomeBase, Layout
from pi_diavolo.table.boards import Shape, Square
from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.board_kinds import COLOURS, Kind
from pi_diavolo.vision.board_patches import BoardPatches, cut_board
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.table_board import GameBoard
from training.imp_examples import camera_of

PICTURES_A_TABLE = 4
STACKED_TABLES = 900_000  # on tables with seeds from here on many flat counters stand on others
UNCLEAR = -1  # nobody could say; not learned from
# In mm: so near a square's line a counter lies across it, and so far from it, it does not.
ACROSS_MM, CLEAR_MM = 2.2, 3.8
HIDDEN, SHOWN = 0.3, 0.03  # shares of a square under a hand
PLAIN_EMPTY = 40  # of the many empty squares of a picture that have nothing to teach
BOARDS = ((16, 16, 18.0), (16, 16, 20.0), (12, 12, 24.0), (14, 14, 20.0))
SIZES = ((1152, 864), (1280, 960), (1536, 1152))


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """Patches of squares and, for each, its Kind or UNCLEAR and the place of its colour in COLOURS."""

    patches: BoardPatches
    kinds: npt.NDArray[np.int64]
    colours: npt.NDArray[np.int64]


def squares_of_table(seed: int) -> list[Squares]:
    """Some pictures of one board; the same seed gives the same ones."""
    rng = np.random.default_rng(seed)
    painter, place, layout = board_by_lot(rng)
    stacked = 0.5 if seed >= STACKED_TABLES else 0.05
    return [_picture(painter, place, layout, stacked, rng) for _ in range(PICTURES_A_TABLE)]


def board_by_lot(rng: np.random.Generator) -> tuple[Painter, BoardPlace, Layout]:
    """A printed board under some camera and some light."""
    columns, rows, side = BOARDS[int(rng.choice(len(BOARDS), p=[0.76, 0.08, 0.08, 0.08]))]
    geometry, place = sheet_geometry(columns, rows, side)
    ours = (columns, rows) == (SHIPPED.columns, SHIPPED.rows) and rng.random() < 0.6
    layout = SHIPPED if ours else any_layout(rng, columns, rows)
    look = draw_board_look(rng, geometry, place, layout)
    size = SIZES[int(rng.choice(len(SIZES), p=[0.6, 0.25, 0.15]))]
    camera = draw_camera(rng, geometry, size)
    if rng.random() < 0.35:
        look = mirroring(rng, look, place, camera.position)
    return Painter(look, camera), place, layout


def mirroring(
    rng: np.random.Generator, look: TableLook, place: BoardPlace, camera: npt.NDArray[np.float32]
) -> TableLook:
    """The same with a lamp that counters somewhere on the board mirror to the camera."""
    light = with_mirrored_lamp(rng, look.light, camera - np.array([*place.centre, 0], np.float32))
    lamp = light.lamps[0]
    moved = (lamp.at[0] + place.centre[0], lamp.at[1] + place.centre[1], lamp.at[2])
    return replace(look, light=replace(light, lamps=(replace(lamp, at=moved), *light.lamps[1:])))


def any_layout(rng: np.random.Generator, columns: int, rows: int) -> Layout:
    """Homes and safe squares anywhere: the eyes shall know no board by heart."""
    squares = [Square(column, row) for row in range(rows) for column in range(columns)]
    order = [squares[n] for n in rng.permutation(len(squares))]
    homes = tuple(
        HomeBase(colour, tuple(order[4 * n : 4 * n + 4]), {}, ()) for n, colour in enumerate(COLOURS)
    )
    lines = tuple(
        replace(line, after=int(rng.integers(2, columns - 1)), last=columns - 1) for line in SHIPPED.lines
    )
    return Layout(columns, rows, homes, lines, tuple(order[40:52]))


def _picture(
    painter: Painter, place: BoardPlace, layout: Layout, stacked: float, rng: np.random.Generator
) -> Squares:
    painter.use_sensor(draw_sensor(rng, painter.look.light))
    box = draw_box(rng, place.square_mm)
    mess = Mess(0.1, stacked, float(rng.uniform(0.8, 2.2)))
    draw = draw_crowd if rng.random() < 0.8 else draw_position
    position = draw(rng, layout, place, box, mess)
    dice = strange_dice(rng, painter, place, position) if rng.random() < 0.3 else []
    wide = place.columns * place.square_mm / 2
    tip = (place.centre[0] + rng.uniform(-1, 1) * wide, place.centre[1] + rng.uniform(-1, 1) * wide)
    hand = draw_hand(rng, tip) if rng.random() < 0.3 else None
    picture = painter.paint(dice, rng, hand, position.pieces)
    off = rng.normal(0, 0.25, 2)
    board = game_board(place, (float(off[0]), float(off[1])))
    camera = camera_of(painter.camera)
    patches = cut_board(picture.image, camera, board, layout)
    return _labelled(patches, picture, position, dice, place, layout, camera, rng)


def game_board(place: BoardPlace, off: tuple[float, float] = (0.0, 0.0)) -> GameBoard:
    """The board as the table file has it."""
    centre = Point(place.centre[0] + off[0], place.centre[1] + off[1])
    return GameBoard(centre, place.square_mm, place.columns, place.rows)


def strange_dice(
    rng: np.random.Generator, painter: Painter, place: BoardPlace, position: Position
) -> list[PaintedDie]:
    """A die or two that fell on the board, where they touch no counter."""
    dice: list[PaintedDie] = []
    wide, size = place.columns * place.square_mm / 2, painter.look.dice.size_mm
    for _ in range(int(rng.integers(1, 4))):
        x, y = (middle + rng.uniform(-0.95, 0.95) * wide for middle in place.centre)
        if all(np.hypot(x - at.where[0], y - at.where[1]) > 0.8 * size + 8 for at in position.truth):
            colour = str(rng.choice(["white", "black", "red", "green", "blue"]))
            dice.append(lying(colour, int(rng.integers(1, 7)), x, y, float(rng.uniform(0, 360)), size))
    return dice


def _labelled(
    patches: BoardPatches,
    picture: Picture,
    position: Position,
    dice: Sequence[PaintedDie],
    place: BoardPlace,
    layout: Layout,
    camera: Camera,
    rng: np.random.Generator,
) -> Squares:
    kinds = np.full((place.rows, place.columns), Kind.EMPTY, np.int64)
    colours = np.zeros_like(kinds)
    worth = np.zeros(kinds.shape, bool)
    for square in [*layout.safe, *(square for home in layout.homes for square in home.squares)]:
        worth[square.row, square.column] = True
    for truth in position.truth:
        _stand(kinds, colours, worth, truth, place)
    for die in dice:
        _lie(kinds, worth, die, place)
    _hide(kinds, worth, picture, place, camera)
    flat = kinds.ravel()
    plain = np.flatnonzero((flat == Kind.EMPTY) & ~worth.ravel())
    kept = np.concatenate([np.flatnonzero(worth.ravel()), rng.permutation(plain)[:PLAIN_EMPTY]])
    kept = kept[flat[kept] != UNCLEAR]
    return Squares(patches.only(kept), flat[kept], colours.ravel()[kept])


def _from_middles(place: BoardPlace, where: tuple[float, float]) -> npt.NDArray[np.float64]:
    """How far a place is from each square's middle (rows, columns), along the axis where it is farther."""
    columns = (np.arange(place.columns) + 0.5 - place.columns / 2) * place.square_mm + place.centre[0]
    rows = (np.arange(place.rows) + 0.5 - place.rows / 2) * place.square_mm + place.centre[1]
    away = np.maximum(np.abs(columns[None, :] - where[0]), np.abs(rows[:, None] - where[1]))
    return np.asarray(away, np.float64)


def _stand(
    kinds: npt.NDArray[np.int64],
    colours: npt.NDArray[np.int64],
    worth: npt.NDArray[np.bool_],
    truth: PieceTruth,
    place: BoardPlace,
) -> None:
    away, half = _from_middles(place, truth.where), place.square_mm / 2
    worth |= away < 3.2 * half
    if truth.stacked:
        # Of two flat counters the upper one is told, which comes last; that it stands on another would make
        # every thick one doubtful. It teaches that what is high is no pawn for that.
        kinds[away < half + ACROSS_MM] = UNCLEAR
        if truth.shape is Shape.FLAT:
            kinds[away < half - CLEAR_MM] = Kind.FLAT
            colours[away < half - CLEAR_MM] = COLOURS.index(truth.colour)
        return
    own = away < half - CLEAR_MM
    kind = Kind.FLAT if truth.shape is Shape.FLAT else Kind.PAWN
    kinds[own & (kinds != UNCLEAR)] = kind
    colours[own] = COLOURS.index(truth.colour)
    # One that lies across is more than what else stands on either square.
    across = np.abs(away - half) < ACROSS_MM
    kinds[across & np.isin(kinds, (Kind.EMPTY, UNCLEAR))] = Kind.ACROSS
    kinds[across & np.isin(kinds, (Kind.FLAT, Kind.PAWN))] = UNCLEAR
    between = (away >= half - CLEAR_MM) & (away <= half - ACROSS_MM)
    kinds[between & (kinds == Kind.EMPTY)] = UNCLEAR


def _lie(
    kinds: npt.NDArray[np.int64], worth: npt.NDArray[np.bool_], die: PaintedDie, place: BoardPlace
) -> None:
    away, half = _from_middles(place, die.centre[:2]), place.square_mm / 2
    worth |= away < 3.2 * half
    kinds[(away < half + 6) & (kinds == Kind.EMPTY)] = UNCLEAR
    kinds[away < half] = Kind.STRANGE


def _hide(
    kinds: npt.NDArray[np.int64],
    worth: npt.NDArray[np.bool_],
    picture: Picture,
    place: BoardPlace,
    camera: Camera,
) -> None:
    share = covered(picture, place, camera)
    if share is None:
        return
    kinds[(share > SHOWN) & (share <= HIDDEN)] = UNCLEAR
    kinds[share > HIDDEN] = Kind.HIDDEN
    worth |= share > SHOWN


def covered(picture: Picture, place: BoardPlace, camera: Camera) -> npt.NDArray[np.float64] | None:
    """Which share of each square (rows, columns) a hand hides."""
    cover = picture.truth.cover
    if cover is None:
        return None
    steps = (np.arange(5) + 0.5) / 5
    across = (np.arange(place.columns)[:, None] + steps - place.columns / 2).ravel() * place.square_mm
    along = (np.arange(place.rows)[:, None] + steps - place.rows / 2).ravel() * place.square_mm
    x, y = np.meshgrid(across + place.centre[0], along + place.centre[1])
    spots = np.rint(camera.project(np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)]))).astype(int)
    spots = np.clip(spots, 0, np.array(camera.size) - 1)
    seen = cover[spots[:, 1], spots[:, 0]].reshape(place.rows, 5, place.columns, 5)
    return np.asarray(seen.mean(axis=(1, 3)), np.float64)
