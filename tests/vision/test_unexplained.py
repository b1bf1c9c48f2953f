"""Something that may hide a die makes a throw a question, never a sure one with a die less."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_diavolo.painted_table import faces_of, table_file_of
from pi_diavolo.simulator.painter import Painter, lying
from pi_diavolo.table.view import Code
from pi_diavolo.vision.look import Eyes
from tests.simulator.painted import GREEN, a_camera, a_clean_look
from tests.vision.tables import a_table

DICE = [("black", -60, 60), ("black", 60, 60), ("black", 0, 100), ("white", -60, -60), ("white", 60, -60)]
DICE += [("white", 0, -100), ("red", 0, 50), ("red", -90, 0), ("red", 90, 0), ("gray", 0, -30)]


@pytest.mark.parametrize("paper", [(235, 235, 235), (20, 20, 20), (120, 150, 205)])
def test_a_die_under_a_sheet_is_not_called_missing(paper: tuple[int, int, int]) -> None:
    table = a_table()
    size, order = table.painter.look.dice.size_mm, table.painter.look.dice.order_size_mm
    dice = [lying(colour, 2, x, y, 10, order if colour == "gray" else size) for colour, x, y in DICE]
    picture = table.picture(dice)
    covered = picture.image.copy()
    spot = picture.truth.dice[6].top_px.round().astype(int)
    cv2.rectangle(covered, tuple(int(v) for v in spot - 42), tuple(int(v) for v in spot + 42), paper, -1)
    table.eyes.forget()
    view = table.eyes.look(np.asarray(covered))
    assert view.valid is None
    assert Code.DIE_MISSING not in view.codes


def test_a_bare_floor_hides_nothing() -> None:
    table = a_table()
    size, order = table.painter.look.dice.size_mm, table.painter.look.dice.order_size_mm
    dice = [lying(colour, 2, x, y, 10, order if colour == "gray" else size) for colour, x, y in DICE]
    table.eyes.forget()
    view = table.eyes.look(table.picture([die for die in dice if die is not dice[6]]).image)
    assert view.codes == (Code.DIE_MISSING,)


@pytest.mark.parametrize("glare", [0, 300])
def test_in_a_lamps_glare_on_a_pale_floor_no_die_is_surely_missing(glare: float) -> None:
    pale = (0.42, 0.42, 0.42)
    look = replace(a_clean_look(), floor=replace(GREEN, colour=pale, second=pale))
    dice = [
        lying(colour, 2, x, y, 10, look.dice.order_size_mm if colour == "gray" else look.dice.size_mm)
        for colour, x, y in DICE
        if (colour, x, y) != ("white", 60, -60)
    ]
    picture = Painter(look, a_camera()).paint(dice, np.random.default_rng(1)).image
    rows, columns = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
    lamp = glare * np.exp(-((columns - 770) ** 2 + (rows - 610) ** 2) / (2 * 40**2))
    lit = np.clip(picture + lamp[..., None], 0, 255).astype(np.uint8)
    view = Eyes(table_file_of(look, a_camera()), faces_of(look)).look(lit)
    assert (view.valid, view.codes) == ((None, (Code.DIE_UNSURE,)) if glare else (False, (Code.DIE_MISSING,)))
