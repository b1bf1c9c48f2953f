"""An Order die of another size is one die, found and read in its own size."""

from collections import Counter
from dataclasses import replace

import pytest

from pi_diavolo.painted_table import faces_of, table_file_of
from pi_diavolo.simulator.painter import Painter
from pi_diavolo.vision import finding
from pi_diavolo.vision.calibration import find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.dice import Survey, survey
from pi_diavolo.vision.finding import Expect, Finder
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile
from tests.simulator.painted import a_camera, a_clean_look
from tests.vision.tables import Painted


def a_table_with(dice_mm: float, order_die_mm: float) -> Painted:
    look, camera = a_clean_look(), a_camera(tilt_mm=90)
    look = replace(look, dice=replace(look.dice, size_mm=dice_mm, order_size_mm=order_die_mm))
    return Painted(Painter(look, camera), Eyes(table_file_of(look, camera), faces_of(look)))


@pytest.mark.parametrize(("dice_mm", "order_die_mm"), [(14.0, 24.0), (16.0, 22.0), (17.0, 16.0)])
def test_an_order_die_of_another_size_is_one_die(dice_mm: float, order_die_mm: float) -> None:
    table = a_table_with(dice_mm, order_die_mm)
    for seed in range(8):
        picture = table.picture(table.dice(seed)).image
        camera = find_table(picture, table.eyes.table)
        assert isinstance(camera, Camera)
        found = Finder(picture, camera, table.eyes.table).find(Expect.ANY).tray
        assert Counter(die.colour for die in found) == {"black": 3, "white": 3, "red": 3, "gray": 1}


def test_one_that_looks_like_no_die_in_the_others_size_is_found_in_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def overlooking(picture: Picture, camera: Camera, table: TableFile) -> Survey:
        whole = survey(picture, camera, table)
        return replace(whole, dice=[die for die in whole.dice if not die.is_order_die])

    monkeypatch.setattr(finding, "survey", overlooking)
    table = a_table_with(14.0, 24.0)
    dice = table.dice()
    assert table.eyes.look(table.picture(dice).image).codes == ()
    assert table.eyes.look(table.picture(dice[:-1]).image).order_die is None
