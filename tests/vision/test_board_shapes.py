"""Counters looked at more closely: what stands up leans away from the camera, and two flats are no pawn."""

from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from benchmarks.boards import read_board
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.painted_board import BoardTable, shown_board
from pi_diavolo.simulator.painter import Painter
from pi_diavolo.simulator.painting.board_pieces import Turned
from pi_diavolo.simulator.painting.board_positions import Position, Setter
from pi_diavolo.table.boards import Shape, Square
from pi_diavolo.table.pieces import Colour
from pi_diavolo.vision.board_look import BoardEyes
from pi_diavolo.vision.board_patches import cut_board
from pi_diavolo.vision.board_shapes import (
    BEFORE_MM,
    PX_MM,
    WIDE_PX,
    CounterPatches,
    cut_counters,
    pawn_chances,
)

CORNERS = (Square(1, 1), Square(1, 13), Square(4, 14), Square(14, 2))
COLOURS = (Colour.BLUE, Colour.RED, Colour.GREEN, Colour.PURPLE)
FOOT_PX = BEFORE_MM / PX_MM  # the row in which a square's middle lies


@cache
def the_table() -> BoardTable:
    """Our own board with high flats: two of them are half as high as a pawn."""
    table = shown_board(SHIPPED)
    high = Turned(((0.0, 7.0), (5.2, 7.0), (5.8, 6.4)))
    return replace(table, box=replace(table.box, bodies={**table.box.bodies, Shape.FLAT: high}))


def a_setter() -> Setter:
    return Setter(the_table().place, the_table().box, np.random.default_rng(1))


@cache
def looked_at(position: Position) -> CounterPatches:
    """The squares of CORNERS, closer."""
    table = the_table()
    picture = Painter(table.look, table.camera).paint([], np.random.default_rng(1), None, position.pieces)
    eyes = BoardEyes(table.file(), SHIPPED)
    eyes.look(picture.image)
    assert eyes.camera is not None
    paper = cut_board(picture.image, eyes.camera, eyes.board, SHIPPED).paper
    numbers = [square.row * SHIPPED.columns + square.column for square in CORNERS]
    return cut_counters(picture.image, eyes.camera, eyes.board, SHIPPED, numbers, paper)


def all_are(shape: Shape) -> Position:
    setter = a_setter()
    for square, colour in zip(CORNERS, COLOURS, strict=True):
        setter.put_at(the_table().place.middle(square), square, colour, shape)
    return setter.position


def two_on_each_other() -> Position:
    setter = a_setter()
    for square, colour in zip(CORNERS, COLOURS, strict=True):
        setter.put_at(the_table().place.middle(square), square, colour, Shape.FLAT)
    for square, colour in zip(CORNERS, reversed(COLOURS), strict=True):
        setter.put_on(square, colour, Shape.FLAT)
    return setter.position


def outlines(patches: CounterPatches) -> npt.NDArray[np.float64]:
    """How far each counter reaches in its patch, in px from its square's middle: left, right, and away."""
    print_ = looked_at(Position((), ())).views
    covered = np.abs(patches.views.astype(int) - print_).max(axis=3) > 60
    across = np.arange(WIDE_PX) - (WIDE_PX - 1) / 2
    columns = [across[each.any(axis=0)] for each in covered]
    away = [np.flatnonzero(each.any(axis=1)).max() - FOOT_PX for each in covered]
    return np.array([(seen.min(), seen.max(), far) for seen, far in zip(columns, away, strict=True)])


def test_whatever_stands_up_leans_straight_away_from_the_camera_the_farther_the_higher_it_is() -> None:
    flat, two, pawn = (
        outlines(looked_at(position))
        for position in (all_are(Shape.FLAT), two_on_each_other(), all_are(Shape.PAWN))
    )
    for each in (flat, pawn):
        assert (np.abs(each[:, 0] + each[:, 1]) <= 3).all()
    assert (two[:, 2] > flat[:, 2]).all()
    assert (pawn[:3, 2] > flat[:3, 2] + 2).all()  # the last one stands nearly below the camera


def test_a_pawn_is_likely_one_and_a_flat_is_not_however_high() -> None:
    assert (pawn_chances(looked_at(all_are(Shape.PAWN))) > 0.9).all()
    assert (pawn_chances(looked_at(all_are(Shape.FLAT))) < 0.1).all()


def test_two_flats_on_each_other_are_no_pawn() -> None:
    assert (pawn_chances(looked_at(two_on_each_other())) < 0.1).all()


def test_in_a_mirror_a_counter_is_as_likely_a_pawn() -> None:
    patches = looked_at(all_are(Shape.PAWN))
    assert np.allclose(pawn_chances(patches), pawn_chances(patches.mirrored()), atol=1e-4)


def test_where_nothing_stands_nothing_is_looked_at_closer() -> None:
    assert pawn_chances(looked_at(all_are(Shape.FLAT)).only(np.array([], np.intp))).shape == (0,)


def test_each_pixel_says_how_high_a_thing_is_that_is_seen_there() -> None:
    patches = looked_at(all_are(Shape.FLAT))
    heights = patches.normal()[:, 7, :, 0] * 20
    (away, high), foot = patches.sight[0], round(FOOT_PX)
    assert heights[0, foot] == pytest.approx(0, abs=1e-4)
    # By the camera's own geometry: 20 mm up is seen so far behind its foot.
    behind = away * 20 / (high - 20)
    assert heights[0, foot + round(behind / PX_MM)] == pytest.approx(20, abs=1.5)


def test_the_board_on_which_two_high_flats_were_surely_called_a_pawn_is_read_without_a_wrong_word() -> None:
    tally = read_board((4_000_208, None))
    assert tally.stacks > 0
    assert tally.wrong == []
