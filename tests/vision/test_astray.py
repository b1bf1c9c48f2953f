"""A marker that lies elsewhere is named, with a lens file and without; one that lies right never is."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.astray import astray
from pi_diavolo.vision.calibration import find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.sighting import markers_in
from pi_diavolo.vision.table_file import TableFile, load_table
from tests.vision.plates import a_camera, a_picture

ROOT = Path(__file__).parents[2]
SCENES = ROOT.parent / "shared/scenes"
CAMERA = a_camera(height=680.0)
# Wide, off its centre, and not quite straight behind its glass: more than we reckon with.
A_BAD_LENS = a_camera(680.0, dist=(-0.25, 0.1, 0.002, -0.002, 0.0), centre=(665.0, 460.0))
ASIDE = [(0, 1), (1, 0), (-0.7, 0.7), (0.7, 0.7)]


def moved(number: int, by_mm: float, way: tuple[float, float], table: TableFile | None = None) -> TableFile:
    """A table on which one marker lies elsewhere."""
    table = table or TableFile()
    centres = dict(table.markers.centres)
    here, (across, up) = centres[number], by_mm * np.array(way) / np.hypot(*way)
    centres[number] = Point(here.x + float(across), here.y + float(up))
    return replace(table, markers=replace(table.markers, centres=tuple(centres.items())))


def found(picture: Picture, table: TableFile) -> dict[int, float]:
    camera = find_table(picture, table)
    assert isinstance(camera, Camera)
    return astray(picture, table, camera, markers_in(picture, table))


@pytest.mark.parametrize("lens", [CAMERA.lens, None], ids=["lens", "no lens"])
@pytest.mark.parametrize("by_mm", [4.0, 6.0, 10.0])
@pytest.mark.parametrize("number", range(4))
def test_a_marker_that_lies_elsewhere_is_named_and_no_other(number: int, by_mm: float, lens: object) -> None:
    picture = a_picture(CAMERA, moved(number, by_mm, ASIDE[number]))
    table = TableFile() if lens is None else replace(TableFile(), lens=CAMERA.lens)
    assert found(picture, table) == {number: pytest.approx(by_mm, abs=1.0)}


@pytest.mark.parametrize("camera", [CAMERA, A_BAD_LENS], ids=["a usual lens", "a bad lens"])
def test_markers_that_lie_right_are_not_named_though_no_lens_is_known(camera: Camera) -> None:
    assert found(a_picture(camera), TableFile()) == {}


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("by_mm", [1.0, 2.0, 3.0])
def test_behind_a_bad_lens_the_right_one_is_named_or_none(number: int, by_mm: float) -> None:
    told = found(a_picture(A_BAD_LENS, moved(number, by_mm, ASIDE[number])), TableFile())
    assert set(told) <= {number}


def test_of_three_markers_none_is_named() -> None:
    picture = a_picture(CAMERA, moved(1, 3.0, (1, 0)), hidden=(3,))
    assert found(picture, TableFile()) == {}


@pytest.mark.skipif(not SCENES.is_dir(), reason="the rendered scenes are not at hand")
@pytest.mark.parametrize("set_up", range(16))
def test_in_the_rendered_scenes_only_what_was_moved_is_named(set_up: int) -> None:
    table = load_table(ROOT / "calibration/tables/scenes-no-lens.toml")
    picture = np.asarray(cv2.imread(str(SCENES / f"dev_{set_up:02}_00.jpg")), np.uint8)
    assert found(picture, table) == {}
    number = set_up % 4
    off = moved(number, 6.0, ASIDE[set_up // 4], table)
    assert found(picture, off) == {number: pytest.approx(6.0, abs=1.0)}
