"""What hides the tray is seen as such, whatever its colour; dice, prints and bare floors are not."""

from dataclasses import replace

import numpy as np
import pytest

from pi_diavolo.simulator.painter import Hand
from pi_diavolo.simulator.painting.arrays import BGR
from pi_diavolo.table.view import Code
from pi_diavolo.vision.covering import hidden_cells
from tests.vision.tables import a_table

SKINS: dict[str, BGR] = {
    "fair": (0.39, 0.55, 0.84),
    "tan": (0.10, 0.20, 0.46),
    "dark": (0.016, 0.026, 0.06),
}
DARK_CLOTH: BGR = (0.015, 0.012, 0.012)
REACHING = Hand((-10, 20), 270)


@pytest.mark.parametrize("skin", SKINS)
def test_a_hand_of_any_skin_hides_the_tray(skin: str) -> None:
    table = a_table()
    picture = table.picture(table.dice(), replace(REACHING, skin=SKINS[skin]))
    assert Code.TRAY_HIDDEN in table.eyes.look(picture.image).codes


def test_a_dark_sleeve_hides_it_too() -> None:
    table = a_table()
    arm = Hand((0, 160), 270, skin=SKINS["dark"], sleeve=DARK_CLOTH, sleeve_from_mm=60.0)
    assert Code.TRAY_HIDDEN in table.eyes.look(table.picture(table.dice(), arm).image).codes


@pytest.mark.parametrize("seed", range(4))
def test_dice_and_floor_hide_nothing(seed: int) -> None:
    table = a_table(seed)
    assert Code.TRAY_HIDDEN not in table.eyes.look(table.picture(table.dice(seed)).image).codes


def test_every_cell_of_a_view_is_answered_for_whatever_its_size() -> None:
    view = np.zeros((331, 402, 3), np.uint8)
    assert hidden_cells(view, np.zeros((42, 51), np.float32)).shape == (42, 51)
