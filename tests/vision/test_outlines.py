"""The markers' outlines, where a camera that is known expects them."""

import numpy as np
import pytest

from pi_diavolo.vision.alignment import REACHES, shifts
from pi_diavolo.vision.outlines import expected, prints
from pi_diavolo.vision.picture import as_gray8
from pi_diavolo.vision.pose import guess_from_camera
from pi_diavolo.vision.table_geometry import MarkerSheet
from tests.vision.plates import a_camera, a_picture


@pytest.mark.parametrize(
    "height", [pytest.param(680, id="all markers in sight"), pytest.param(330, id="some reach out of it")]
)
def test_round_the_markers_is_all_that_is_looked_at(height: float) -> None:
    camera = a_camera(height=height)
    picture = a_picture(camera)
    there = expected(guess_from_camera(camera, camera.lens), prints(MarkerSheet()), REACHES[0])
    whole, few = as_gray8(picture), there.gray(picture)
    assert np.count_nonzero(few) < 0.5 * few.size
    np.testing.assert_array_equal(there.likeness(few), there.likeness(whole))
    np.testing.assert_array_equal(there.off(few), there.off(whole))


UP, RIGHT, DOWN, LEFT = (0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)


@pytest.mark.parametrize(
    ("moved", "seen", "shift"),
    [
        pytest.param((0.0, 0.0), (UP, RIGHT, DOWN, LEFT), 0.0, id="in its place"),
        pytest.param((0.3, -0.4), (UP, RIGHT, DOWN, LEFT), 0.5, id="moved"),
        pytest.param((0.3, -0.4), (UP, RIGHT, LEFT), 0.5, id="moved, one side covered"),
        pytest.param((0.0, 0.0), (UP, RIGHT), 0.0, id="in its place, two sides covered at a corner"),
        pytest.param((0.0, 0.0), (UP, DOWN), 0.0, id="in its place, two sides covered across"),
        pytest.param((0.0, 0.0), (UP,), np.inf, id="too little of it is seen"),
    ],
)
def test_how_far_a_marker_has_moved_is_told_apart_from_its_swell(
    moved: tuple[float, float], seen: tuple[tuple[float, float], ...], shift: float
) -> None:
    swell = 0.0 if len(seen) == 2 else -0.2  # of which two sides alone cannot be told from a move
    ways = np.repeat([UP, RIGHT, DOWN, LEFT], 14, axis=0)
    off = ways @ moved + swell
    off[[tuple(way) not in seen for way in ways.tolist()]] = np.nan
    assert shifts(off[None], ways[None]) == pytest.approx([shift], abs=1e-4)
