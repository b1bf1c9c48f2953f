"""The first guess at where the camera stands, from the markers' corners."""

import warnings
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_diavolo.vision.outlines import prints
from pi_diavolo.vision.pose import first_guess, guess_from_corners
from pi_diavolo.vision.table_geometry import Lens, MarkerSheet
from tests.vision.plates import SIZE, a_camera

HERE = a_camera()
CORNERS = prints(MarkerSheet()).corners.reshape(-1, 3)
PIXELS = HERE.project(CORNERS)
WILD = (-1e12, -100.0, -1.0, 1.0, 1e4, 1e5, 1e6, 1e12)


def through(*dist: float) -> tuple[object, float] | None:
    """The guess by somebody who believes in a lens that bends like this."""
    lens = Lens(SIZE, HERE.lens.K, dist)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return guess_from_corners(first_guess(SIZE, lens), CORNERS, PIXELS)


def test_the_corners_tell_where_the_camera_stands() -> None:
    found = through(*HERE.lens.dist)
    assert found is not None
    assert found[1] < 0.01


@pytest.mark.parametrize(("first", "tangential"), tuple(product(WILD, (0.0, 0.0004, 1e3))))
def test_a_lens_that_cannot_be_gives_no_pose_that_fits_and_no_warning(
    first: float, tangential: float
) -> None:
    found = through(first, 0.012, tangential, -0.0003, 0.0)
    assert found is None or found[1] > 1


@settings(deadline=None)
@given(st.lists(st.floats(-1e12, 1e12), min_size=5, max_size=5))
def test_whatever_a_lens_does_nothing_breaks(dist: list[float]) -> None:
    found = through(*dist)
    assert found is None or np.isfinite(found[1])
