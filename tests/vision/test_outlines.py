"""The markers' outlines, where a camera that is known expects them."""

import numpy as np
import pytest

from pi_diavolo.vision.alignment import REACHES
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
