"""Markers and imps round the tray are not taken for dice that fell off it."""

import pytest

from pi_diavolo.vision.furniture import is_furniture
from pi_diavolo.vision.patches import Pose
from pi_diavolo.vision.table_file import TableFile
from tests.vision.plates import a_camera

TABLE, CAMERA = TableFile(), a_camera()
(MARKER_X, MARKER_Y), BASE = (TABLE.markers.centres[0][1].x, TABLE.markers.centres[0][1].y), TABLE.bases[0]


def seen_at_dice_height(z: float) -> tuple[float, float]:
    """Where something over the first base at this height seems to be, for who looks for tops of dice."""
    ((x, y),) = CAMERA.to_plane(CAMERA.project([(BASE.x, BASE.y, z)]), TABLE.dice_mm)
    return float(x), float(y)


@pytest.mark.parametrize(
    ("place", "furniture"),
    [
        pytest.param((MARKER_X, MARKER_Y), True, id="on a marker"),
        pytest.param(seen_at_dice_height(0.0), True, id="at an imp's foot"),
        pytest.param(seen_at_dice_height(TABLE.imps.height_mm), True, id="where its top is seen"),
        pytest.param(((MARKER_X + BASE.x) / 2, BASE.y), False, id="between a marker and an imp"),
        pytest.param((BASE.x, BASE.y + 60.0), False, id="beyond them"),
    ],
)
def test_what_is_a_marker_or_an_imp_is_no_die(place: tuple[float, float], furniture: bool) -> None:
    assert is_furniture(Pose(*place, 0.0), CAMERA, TABLE) is furniture
