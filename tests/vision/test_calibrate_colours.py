"""The dice's colours under a table's light: the lamp is taken out, what is left tells them apart."""

from dataclasses import replace

import numpy as np
import pytest

from pi_diavolo.simulator.painter import Painter, lying
from pi_diavolo.simulator.painting.look import Lamp, Light
from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.table.view import DieView, OrderDieView, TableView
from pi_diavolo.vision.calibration import find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.table_colours import Lab, learn_colours, nearest
from pi_diavolo.vision.table_file import TableFile
from tests.simulator.painted import a_camera, a_clean_look

DAYLIGHT = Light((0.6, 0.6, 0.6), (Lamp((300, 200, 1500), 300, (0.4, 0.4, 0.4)),))
# Blue, green, red: a warm bulb.
BULB = Light((0.36, 0.52, 0.66), (Lamp((300, 200, 1500), 300, (0.24, 0.34, 0.44)),))


def learned(light: Light) -> dict[str, Lab]:
    """The colours of a painted throw; where the dice lie is told by the truth."""
    painter = Painter(replace(a_clean_look(5), light=light), a_camera(tilt_mm=80))
    dice = [
        lying(colour, value, 30.0 * number - 100, 25.0 * (number % 3) - 30, 20.0 * number, 16.0)
        for number, (colour, value) in enumerate(
            [("black", 6), ("white", 4), ("red", 5), ("gray", 2), ("black", 1), ("red", 3)]
        )
    ]
    painted = painter.paint(dice, np.random.default_rng(0))
    camera = find_table(painted.image, TableFile())
    assert isinstance(camera, Camera)
    views: list[DieView] = []
    order_die = None
    for die in painted.truth.dice:
        where, yaw = Point(float(die.top_mm[0]), float(die.top_mm[1])), float(np.radians(die.yaw_deg))
        px = (float(die.top_px[0]), float(die.top_px[1]))
        if die.colour == "gray":
            order_die = OrderDieView(None, where, yaw, px, (px, px, px, px), 0.0)
        else:
            views.append(DieView(Colour(die.colour), die.value, where, yaw, px, (px, px, px, px), 1.0))
    view = TableView(0.0, tuple(views), order_die)
    return learn_colours(np.asarray(painted.image, np.uint8), camera, view, TableFile())


def test_each_colour_is_what_people_call_it() -> None:
    found = learned(DAYLIGHT)
    assert set(found) == {"black", "white", "red", "gray"}
    lightness = {colour: lab[0] for colour, lab in found.items()}
    assert lightness["black"] < lightness["gray"] < lightness["white"]
    assert found["red"][1] > 30
    assert max(abs(found["gray"][1]), abs(found["gray"][2])) < 12


def test_a_warm_bulb_changes_little_because_the_markers_are_under_it_too() -> None:
    day, bulb = learned(DAYLIGHT), learned(BULB)
    for colour in ("black", "white", "gray"):
        assert bulb[colour] == pytest.approx(day[colour], abs=12)


def test_the_nearest_two_colours_are_named() -> None:
    colours = {"black": (20.0, 0.0, 0.0), "gray": (45.0, 0.0, 0.0), "white": (90.0, 0.0, 3.0)}
    assert nearest(colours) == ("black", "gray", 25.0)
    assert nearest({"red": (50.0, 60.0, 40.0)}) is None
