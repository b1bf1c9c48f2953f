"""An Order die of another size is one die, found and read in its own size."""

from collections import Counter
from dataclasses import replace

import pytest

from pi_diavolo.painted_table import faces_of, table_file_of
from pi_diavolo.simulator.painter import Painter
from pi_diavolo.table.pieces import Point
from pi_diavolo.table.view import Code
from pi_diavolo.vision import finding, order_die_size
from pi_diavolo.vision.awaited import Expect
from pi_diavolo.vision.calibration import find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.dice import Survey, survey
from pi_diavolo.vision.die_scale import COLOURS
from pi_diavolo.vision.finding import Finder
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.order_die_size import proves_gray
from pi_diavolo.vision.patches import Pose
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.sight import SeenDie
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


def in_the_others_size(die: SeenDie, other: SeenDie) -> bool:
    """A doubt that no painted die raises: it looks gray, but not in its own size."""
    return not die.is_order_die and proves_gray(die, other)


def test_a_gray_die_that_was_seen_in_the_others_size_is_found_in_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(order_die_size, "proves_gray", in_the_others_size)
    table = a_table_with(14.0, 24.0)
    dice = table.dice()
    view = table.eyes.look(table.picture(dice).image)
    x, y, _ = dice[-1].centre
    assert view.valid
    assert view.order_die
    assert view.order_die.where.distance_to(Point(x, y)) < 0.2


def test_where_it_is_not_found_in_its_own_size_it_is_not_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order_die_size, "proves_gray", in_the_others_size)
    monkeypatch.setattr(Finder, "_with_order_die", lambda _, dice: list(dice))
    table = a_table_with(16.0, 18.0)
    assert Code.ORDER_UNSURE in table.eyes.look(table.picture(table.dice()).image).codes


def seen(face: float = 0.99, **colours: float) -> SeenDie:
    chances = tuple(colours.get(colour, 0.0) for colour in COLOURS)
    return SeenDie(Pose(0, 0, 0), 16.0, chances, (0.5, 0.5, 0, 0, 0, 0, 0), (1.0, 0.0, 0.0, 0.0), face)


def test_what_is_surely_gray_is_the_order_die_however_it_looks_in_that_size() -> None:
    assert proves_gray(seen(gray=0.95, white=0.05), seen(white=1.0, face=0.1))


def test_a_white_die_that_a_lamp_makes_gray_is_no_order_die_unless_it_has_its_size() -> None:
    perhaps = seen(gray=0.7, white=0.3)
    assert not proves_gray(perhaps, seen(blue=0.8, white=0.2, face=0.0))
    assert proves_gray(perhaps, seen(gray=0.9, white=0.1))
