import numpy as np
import pytest

from pi_diavolo.vision.flatten import Flattener, flattener
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.table_geometry import Tray
from tests.vision.plates import FELT, INK, PAPER, a_camera, a_picture


@pytest.mark.parametrize("turn", [0, 180, 37])
def test_the_flat_view_is_upright_and_to_scale_however_the_camera_hangs(turn: float) -> None:
    camera = a_camera(tilt=15, turn=turn, height=850)
    view = Flattener(camera, TableFile(), 0, 2.5, 50)
    flat = view.flatten(a_picture(camera, noise=0))
    assert flat.shape == (1000, 1000)
    # Marker 0 lies at the top left, whose outer row of cells is black.
    for place, shade in (((0, 0), FELT), ((0, 160), PAPER), ((-194.5, 194.5), INK), ((148, -148), FELT)):
        u, v = np.rint(view.to_flat([place])[0]).astype(int)
        assert int(flat[v, u]) == pytest.approx(shade, abs=12), place


def test_flat_pixels_and_millimetres_are_each_others_inverse() -> None:
    view = Flattener(a_camera(), TableFile(), 16, 3.1, 20)
    places = np.array([(-150.0, 150.0), (0, 0), (77.7, -33.3)])
    assert view.to_mm(view.to_flat(places)) == pytest.approx(places)
    assert view.to_flat([(0, 0)])[0] == pytest.approx([(view.size[0] - 1) / 2, (view.size[1] - 1) / 2])
    assert view.to_flat([(0, 10)])[0][1] < view.to_flat([(0, 0)])[0][1]


def test_a_flat_pixel_shows_what_the_camera_projects_there() -> None:
    camera = a_camera(tilt=18, dist=(-0.2, 0.05, 0.001, 0.001, 0))
    # Each pixel of this picture tells its own column, so the flat view tells where it was taken from.
    ramp = np.broadcast_to((np.arange(1280) // 6).astype(np.uint8), (960, 1280)).copy()
    view = Flattener(camera, TableFile(), 16, 2.5, 10)
    flat = view.flatten(ramp)
    for u, v in ((0, 0), (400, 17), (799, 799), (3, 640)):
        assert int(flat[v, u]) * 6 == pytest.approx(view.to_picture([(u, v)])[0][0], abs=7)


def test_an_oblong_tray_gives_an_oblong_view() -> None:
    table = TableFile(tray=Tray(240, 120, 25), bases=())
    assert Flattener(a_camera(), table, 0, 2, 5).size == (500, 260)


def test_the_maps_are_made_once_for_a_camera_that_stays() -> None:
    assert flattener(a_camera(), TableFile(), 16.0) is flattener(a_camera(), TableFile(), 16.0)
    assert flattener(a_camera(), TableFile(), 16.0) is not flattener(a_camera(turn=6), TableFile(), 16.0)


def test_a_picture_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="1280"):
        Flattener(a_camera(), TableFile()).flatten(np.zeros((10, 10), np.uint8))


@pytest.mark.parametrize(("scale", "margin"), [(0, 0), (-1, 0), (float("nan"), 0), (1e6, 0), (2.5, -160)])
def test_an_impossible_view_is_refused(scale: float, margin: float) -> None:
    with pytest.raises(ValueError, match="cannot be made"):
        Flattener(a_camera(), TableFile(), 0, scale, margin)
