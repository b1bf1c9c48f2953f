"""A painted table and its table file, for `pi-diavolo read`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.simulator.painter import GlyphSet, Hand, PaintedDie, Painter, leaning, lying
from pi_diavolo.table.pieces import Colour
from pi_diavolo.vision.picture import Picture
from tests.simulator.painted import a_camera, a_clean_look
from tests.views import BLACK, EXAMPLE, RED, WHITE

ROWS: Mapping[Colour, float] = {BLACK: 90.0, WHITE: 35.0, RED: -60.0}


@cache
def a_painter() -> Painter:
    """An evenly lit table whose Order die has the six orders as its faces."""
    look = a_clean_look()
    glyphs = GlyphSet(tuple(str(order) for order in Order), look.glyphs.pictures)
    dice = replace(look.dice, order_size_mm=16.0)
    return Painter(replace(look, glyphs=glyphs, dice=dice), a_camera(tilt_mm=40))


def a_throw(order: Order, values: Mapping[Colour, Sequence[int]] = EXAMPLE) -> list[PaintedDie]:
    """Dice well apart, each turned in its own way."""
    left = a_painter().look.dice.left_handed
    dice = [
        lying(str(colour), value, 55.0 * place - 60, ROWS[colour], 23.0 * place + 40, 16, left_handed=left)
        for colour, thrown in values.items()
        for place, value in enumerate(thrown)
    ]
    return [*dice, lying("gray", list(Order).index(order) + 1, -100, -20, 15, 16)]


@cache
def a_painted(order: Order = Order.GREATEST_SUM, cocked: bool = False) -> Picture:
    """The worked example thrown, or the same with the last red die on its edge."""
    dice = a_throw(order)
    if cocked:
        dice[-2] = leaning(dice[-2], 35, 20)
    return a_painter().paint(dice, np.random.default_rng(1)).image


@cache
def an_empty_tray() -> Picture:
    """The same table before anybody has thrown."""
    return a_painter().paint([], np.random.default_rng(1)).image


@cache
def a_hidden_throw() -> Picture:
    """The worked example under a hand."""
    return a_painter().paint(a_throw(Order.GREATEST_SUM), np.random.default_rng(1), Hand((20, 30), 270)).image


def a_film(folder: Path, *frames: Picture) -> str:
    """A folder of frames."""
    folder.mkdir()
    for number, frame in enumerate(frames):
        written(folder, f"{number:03d}.png", frame)
    return str(folder)


def written(folder: Path, name: str, picture: Picture) -> str:
    cv2.imwrite(str(folder / name), picture)
    return str(folder / name)


def a_table_file(folder: Path) -> str:
    """This table's file, its faces enrolled from the sheet they were printed from."""
    (folder / "faces").mkdir(exist_ok=True)
    glyphs = a_painter().look.glyphs
    for name, picture in zip(glyphs.names, glyphs.pictures, strict=True):
        cv2.imwrite(str(folder / f"faces/{name}.png"), picture)
    faces = ", ".join(f'{name} = "faces/{name}.png"' for name in glyphs.names)
    table = folder / "table.toml"
    table.write_text(f"[dice]\nsize_mm = 16\n[order_die]\nsize_mm = 16\nfaces = {{ {faces} }}\n")
    return str(table)
