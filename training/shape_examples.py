"""Counters on painted boards cut out as `vision.board_shapes` cuts them: flats, pawns, and flats on flats."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pi_diavolo.simulator.painter import Painter, draw_sensor
from pi_diavolo.simulator.painting.board_drawing import BoardPlace, draw_box
from pi_diavolo.simulator.painting.board_positions import Mess, PieceTruth, draw_crowd, draw_position
from pi_diavolo.table.board_layout import Layout
from pi_diavolo.table.boards import Shape
from pi_diavolo.vision.board_patches import cut_board
from pi_diavolo.vision.board_shapes import CounterPatches, cut_counters
from training.board_examples import CLEAR_MM, PICTURES_A_TABLE, board_by_lot, game_board
from training.imp_examples import camera_of

FLAT, PAWN, STACK = 0, 1, 2  # of two flat counters on each other the upper one is told: they are flat, too


@dataclass(frozen=True, slots=True, eq=False)
class Counters:
    """Patches of counters and what each is: FLAT, PAWN or STACK."""

    patches: CounterPatches
    kinds: npt.NDArray[np.int64]


def counters_of_table(seed: int) -> list[Counters]:
    """Those in some pictures of one board; the same seed gives the same ones."""
    rng = np.random.default_rng((seed, 5))
    painter, place, layout = board_by_lot(rng)
    return [_picture(painter, place, layout, rng) for _ in range(PICTURES_A_TABLE)]


def _picture(painter: Painter, place: BoardPlace, layout: Layout, rng: np.random.Generator) -> Counters:
    painter.use_sensor(draw_sensor(rng, painter.look.light))
    mess = Mess(0.03, 0.35, float(rng.uniform(0.8, 2.2)))
    draw = draw_crowd if rng.random() < 0.85 else draw_position
    position = draw(rng, layout, place, draw_box(rng, place.square_mm), mess)
    image = painter.paint([], rng, None, position.pieces).image
    off = rng.normal(0, 0.25, 2)
    board, camera = game_board(place, (float(off[0]), float(off[1]))), camera_of(painter.camera)
    told = dict(_told(position.truth, place))
    which = sorted(told)
    paper = cut_board(image, camera, board, layout).paper
    patches = cut_counters(image, camera, board, layout, which, paper)
    return Counters(patches, np.array([told[number] for number in which], np.int64))


def _told(truth: tuple[PieceTruth, ...], place: BoardPlace) -> Iterator[tuple[int, int]]:
    """The number of each square on which one stands well, and what it is."""
    for each in truth:
        x, y = (
            (at - middle) / place.square_mm + count / 2
            for at, middle, count in zip(each.where, place.centre, (place.columns, place.rows), strict=True)
        )
        column, row = int(np.floor(x)), int(np.floor(y))
        off = max(abs(x - column - 0.5), abs(y - row - 0.5)) * place.square_mm
        if 0 <= column < place.columns and 0 <= row < place.rows and off < place.square_mm / 2 - CLEAR_MM:
            kind = STACK if each.stacked else (PAWN if each.shape is Shape.PAWN else FLAT)
            yield row * place.columns + column, kind
