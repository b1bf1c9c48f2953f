"""What hides the tray is seen as such, whatever its colour; dice, prints and bare floors are not."""

from dataclasses import replace

import numpy as np
import pytest

from pi_diavolo.simulator.painter import Hand
from pi_diavolo.simulator.painting.arrays import BGR
from pi_diavolo.table.view import Code
from pi_diavolo.vision.calibration import find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.covering import covered, hidden_cells
from pi_diavolo.vision.dice import spotting_view
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


@pytest.mark.parametrize(
    ("log_odds", "surely", "perhaps"),
    [
        pytest.param(1.0, True, True, id="more likely than not"),
        pytest.param(-1.0, False, True, id="a hand like the floor"),
        pytest.param(-3.0, False, False, id="bare floor"),
    ],
)
def test_what_may_be_covered_is_measured_beside_what_is(log_odds: float, surely: bool, perhaps: bool) -> None:
    table = a_table()
    camera = find_table(table.picture(table.dice()).image, table.eyes.table)
    assert isinstance(camera, Camera)
    cells = np.full((20, 20), log_odds, np.float32)
    seen = covered(cells, spotting_view(camera, table.eyes.table), table.eyes.table)
    assert (seen.tray_mm2 > 0) is surely
    assert seen.perhaps_mm2 == (
        pytest.approx(400 * (0.4 * table.eyes.table.dice_mm) ** 2) if perhaps else 0.0
    )
