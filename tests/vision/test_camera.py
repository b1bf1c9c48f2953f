import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_diavolo.vision.camera import MANY, Camera
from tests.vision.plates import a_camera

cameras = st.builds(
    a_camera,
    height=st.floats(400, 1000),
    tilt=st.floats(0, 25),
    towards=st.floats(0, 360),
    turn=st.floats(0, 360),
    focal=st.floats(900, 1800),
    dist=st.tuples(
        st.floats(-0.2, 0.1), st.floats(-0.02, 0.02), st.floats(-1e-3, 1e-3), st.floats(-1e-3, 1e-3)
    ),
)
on_the_table = st.floats(-200, 200)


@settings(deadline=None)
@given(cameras, on_the_table, on_the_table, st.floats(-4, 60))
def test_a_place_seen_is_found_again_at_its_height(camera: Camera, x: float, y: float, z: float) -> None:
    there = camera.to_plane(camera.project([(x, y, z)]), z)
    assert there[0] == pytest.approx((x, y), abs=0.01)


def test_a_wide_lens_bends_the_edge_and_the_way_back_straightens_it() -> None:
    camera = a_camera(focal=800, dist=(-0.32, 0.12, 0.001, -0.001, -0.02))
    places = np.array([(x, y, 16.0) for x in (-200, 0, 200) for y in (-200, 0, 200)])
    assert camera.to_plane(camera.project(places), 16) == pytest.approx(places[:, :2], abs=0.01)


@pytest.mark.parametrize("dist", [(-0.3, 0.1, 0.001, -0.002), (-0.3, 0.1, 0.001, -0.002, 0.03)])
def test_many_places_are_seen_where_each_alone_is(dist: tuple[float, ...]) -> None:
    camera = a_camera(tilt=12, dist=dist)
    places = np.random.default_rng(1).uniform(-200, 200, (MANY, 3)) * (1, 1, 0.1)
    alone = np.concatenate([camera.project(place) for place in places])
    assert camera.project(places) == pytest.approx(alone, abs=1e-6)


def test_a_pixel_that_looks_past_the_table_shows_no_place() -> None:
    camera = a_camera(tilt=80, dist=(0, 0, 0, 0))
    assert np.isnan(camera.to_plane([(640, 0), (640, 959)])).all(axis=1).tolist() in (
        [True, False],
        [False, True],
    )


def test_no_pixels_are_no_places() -> None:
    camera = a_camera()
    assert camera.project(np.empty((0, 3))).shape == (0, 2)
    assert camera.to_plane(np.empty((0, 2))).shape == (0, 2)


def test_a_camera_knows_its_height_its_tilt_and_its_scale() -> None:
    camera = a_camera(height=650, tilt=12, turn=200, focal=1300, dist=(0, 0, 0, 0))
    assert np.linalg.norm(camera.position_mm) == pytest.approx(650)
    assert camera.tilt_deg == pytest.approx(12)
    straight = a_camera(height=650, tilt=0, focal=1300, dist=(0, 0, 0, 0))
    assert straight.px_per_mm == pytest.approx(2.0)


def test_a_bump_is_told_in_millimetres_on_the_table() -> None:
    before = a_camera(tilt=0, dist=(0, 0, 0, 0))
    after = a_camera(tilt=0, dist=(0, 0, 0, 0), aside=(3.0, 0.0))
    assert after.bumped_from(before) == pytest.approx(3.0, abs=0.01)
    assert before.bumped_from(before) == pytest.approx(0.0, abs=0.001)


def test_cameras_that_see_alike_are_one_key() -> None:
    assert len({a_camera(), a_camera(), a_camera(turn=6)}) == 2


def test_nobody_bends_a_camera_by_hand() -> None:
    with pytest.raises(ValueError, match="read-only"):
        a_camera().K[0, 0] = 1
