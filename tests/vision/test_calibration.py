from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.calibration import NotFound, Why, find_table
from pi_diavolo.vision.camera import BUMPED_MM, Camera
from pi_diavolo.vision.outlines import prints
from pi_diavolo.vision.seeking import sought
from pi_diavolo.vision.spotting import WINDOWS, spot
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.table_geometry import MarkerSheet, Tray
from tests.vision.plates import Picture, a_camera, a_picture, worst_place_error

HIGH = a_camera(height=680)  # high enough that every marker is in the picture at any turn
WITH_LENS = TableFile(lens=HIGH.lens)
NO_LENS = TableFile()


def found(picture: npt.NDArray[Any], table: TableFile = WITH_LENS, known: Camera | None = None) -> Camera:
    camera = find_table(picture, table, known)
    assert isinstance(camera, Camera), camera
    return camera


def not_found(
    picture: npt.NDArray[Any], table: TableFile = WITH_LENS, known: Camera | None = None
) -> NotFound:
    nothing = find_table(picture, table, known)
    assert isinstance(nothing, NotFound), nothing
    return nothing


def test_with_the_lens_places_are_right_to_a_tenth_of_a_millimetre() -> None:
    camera = found(a_picture(HIGH))
    assert camera.seen == (0, 1, 2, 3)
    assert worst_place_error(camera, HIGH) < 0.1
    assert worst_place_error(camera, HIGH, 16) < 0.1
    assert camera.error_px < 0.3
    assert 0 < camera.error_mm < 0.2


def test_without_the_lens_places_are_still_right_to_half_a_millimetre() -> None:
    camera = found(a_picture(HIGH), NO_LENS)
    assert worst_place_error(camera, HIGH) < 0.5
    assert worst_place_error(camera, HIGH, 16) < 1.0
    assert camera.error_top_mm > found(a_picture(HIGH)).error_top_mm


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(
    height=st.floats(680, 900),
    tilt=st.floats(0, 18),
    towards=st.floats(0, 360),
    turn=st.floats(0, 360),
    bend=st.floats(-0.2, 0.08),
    blur=st.floats(0.4, 1.5),
    light=st.floats(0.35, 1.1),
)
def test_any_camera_above_the_table_is_found(
    height: float, tilt: float, towards: float, turn: float, bend: float, blur: float, light: float
) -> None:
    truth = a_camera(
        height, tilt, towards, turn, dist=(bend, -0.3 * bend, 0.0003, 0.0, 0.0), focal=1.5 * height
    )
    picture = a_picture(truth, blur=blur, light=light, noise=3)
    assert worst_place_error(found(picture, TableFile(lens=truth.lens)), truth, 16) < 0.3
    assert worst_place_error(found(picture, NO_LENS), truth) < 1.0


@pytest.mark.parametrize("hidden", [0, 1, 2, 3])
@pytest.mark.parametrize("table", [WITH_LENS, NO_LENS], ids=["lens", "no lens"])
def test_any_one_marker_may_be_hidden(hidden: int, table: TableFile) -> None:
    camera = found(a_picture(HIGH, hidden=(hidden,)), table)
    assert camera.seen == tuple({0, 1, 2, 3} - {hidden})
    assert worst_place_error(camera, HIGH) < (0.2 if table.lens else 1.0)


def test_two_hidden_markers_are_too_many() -> None:
    nothing = not_found(a_picture(HIGH, hidden=(1, 2)))
    assert (nothing.why, nothing.seen) == (Why.TOO_FEW_MARKERS, (0, 3))
    assert "fewer than three markers" in str(nothing)


# It covers four millimetres of the inner corners of markers 0 and 1, as a high rim does for a slanted view.
RIM = (0.0, 6.0, 342.0, 330.0)


@pytest.mark.parametrize("table", [WITH_LENS, NO_LENS], ids=["lens", "no lens"])
@pytest.mark.parametrize("tilt", [0, 9, 12, 15, 17])
def test_markers_that_the_rim_touches_are_found_by_the_others(tilt: float, table: TableFile) -> None:
    truth = a_camera(height=700, tilt=tilt)
    picture = a_picture(truth, rim=RIM)
    assert {number for number, _ in spot(picture, table.markers, WINDOWS[-1])} == {2, 3}
    lens = replace(table, lens=truth.lens) if table.lens else table
    assert worst_place_error(found(picture, lens), truth) < (0.1 if table.lens else 0.2)


@pytest.mark.parametrize("table", [WITH_LENS, NO_LENS], ids=["lens", "no lens"])
@pytest.mark.parametrize("tilt", [0, 9])
def test_the_table_is_found_though_the_rim_touches_all_of_its_markers(tilt: float, table: TableFile) -> None:
    """Of those that are spotted all the same, the rim has pulled the corners away."""
    truth = a_camera(height=700, tilt=tilt)
    lens = replace(table, lens=truth.lens) if table.lens else table
    assert worst_place_error(found(a_picture(truth, rim=(0, 0, 335, 335)), lens), truth) < 0.3


def test_one_marker_that_is_spotted_leads_to_the_others() -> None:
    picture = a_picture(HIGH, rim=RIM)
    spotted = dict(spot(picture, WITH_LENS.markers, WINDOWS[-1]))
    assert set(sought(picture, prints(WITH_LENS.markers), {2: spotted[2]})) == {0, 1, 2, 3}


def test_what_is_not_there_is_not_found_by_the_others() -> None:
    picture = a_picture(HIGH, hidden=(0, 1))
    spotted = dict(spot(picture, WITH_LENS.markers, WINDOWS[-1]))
    assert set(sought(picture, prints(WITH_LENS.markers), spotted)) == {2, 3}


@pytest.mark.parametrize("turn", [90, 180, 270, 133])
def test_the_camera_may_hang_turned_or_upside_down(turn: float) -> None:
    truth = a_camera(height=800, turn=turn)
    assert worst_place_error(found(a_picture(truth)), truth) < 0.15


@pytest.mark.parametrize("way", [0, 1])
def test_a_mirrored_picture_is_refused_as_such(way: int) -> None:
    assert not_found(np.asarray(cv2.flip(a_picture(HIGH), way), np.uint8)).why is Why.MIRRORED


def blotted(picture: Picture, camera: Camera, x: float, y: float, wide: float, shade: int) -> Picture:
    """The picture with a blot of this width laid over a place on the table."""
    corners = camera.project(
        [(x + a * wide / 2, y + b * wide / 2, 0) for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
    )
    return np.asarray(cv2.fillConvexPoly(picture.copy(), np.rint(corners).astype(np.int32), shade), np.uint8)


@pytest.mark.parametrize("shade", [255, 60], ids=["glare", "the rim"])
@pytest.mark.parametrize("table", [WITH_LENS, NO_LENS], ids=["lens", "no lens"])
def test_a_marker_eaten_at_its_edge_does_not_pull_the_table_aside(shade: int, table: TableFile) -> None:
    picture = blotted(a_picture(HIGH), HIGH, 164, -164, 12, shade)
    assert worst_place_error(found(picture, table), HIGH) < (0.2 if table.lens else 1.0)


def test_a_marker_that_was_moved_is_left_out() -> None:
    places = dict(WITH_LENS.markers.centres)
    as_printed = MarkerSheet(centres=tuple({**places, 1: Point(184.5, 180.0)}.items()))
    camera = found(a_picture(HIGH, replace(WITH_LENS, markers=as_printed)))
    assert camera.seen == (0, 2, 3)
    assert worst_place_error(camera, HIGH) < 0.2


def test_markers_of_another_plate_are_refused() -> None:
    as_printed = MarkerSheet(
        centres=tuple((n, Point(at.x * 1.2, at.y)) for n, at in WITH_LENS.markers.centres)
    )
    truth = a_camera(height=800)
    picture = a_picture(truth, replace(WITH_LENS, markers=as_printed))
    assert not_found(picture).why is Why.MARKERS_DISAGREE


def test_a_second_sheet_of_markers_on_the_desk_does_not_confuse() -> None:
    picture = a_picture(a_camera(height=900))
    marker = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 2, 60)
    picture[10:90, 10:90] = 230
    picture[20:80, 20:80] = marker
    camera = found(picture)
    assert camera.seen == (0, 1, 2, 3)
    assert worst_place_error(camera, a_camera(height=900)) < 0.15


def test_other_markers_at_other_places_are_found_as_the_table_file_has_them() -> None:
    sheet = MarkerSheet(
        "DICT_5X5_100",
        24.0,
        (
            (7, Point(-150, 90)),
            (61, Point(150, 90)),
            (12, Point(150, -90)),
            (99, Point(-150, -90)),
            (3, Point(0, 96)),
        ),
    )
    truth = a_camera(height=500)
    table = TableFile(tray=Tray(240, 140, 20), markers=sheet, bases=(), lens=truth.lens)
    camera = found(a_picture(truth, table), table)
    assert set(camera.seen) == {3, 7, 12, 61, 99}
    assert worst_place_error(camera, truth, reach=100) < 0.15


def test_a_smaller_picture_of_the_same_lens_will_do_and_another_shape_will_not() -> None:
    small = np.asarray(cv2.resize(a_picture(HIGH), (960, 720), interpolation=cv2.INTER_AREA), np.uint8)
    camera = found(small)
    assert camera.size == (960, 720)
    truth = replace(HIGH, K=camera.K, size=(960, 720))
    assert worst_place_error(camera, truth) < 0.15
    assert not_found(a_picture(HIGH)[:700]).why is Why.LENS_DOES_NOT_FIT


class TestWithAKnownCamera:
    def test_a_camera_that_did_not_move_stays_the_same(self) -> None:
        known = found(a_picture(HIGH))
        again = found(a_picture(HIGH, blur=1.1, noise=4), known=known)
        assert again == known
        assert again.bumped_from(known) < BUMPED_MM

    @pytest.mark.parametrize("aside", [1.0, 4.0, 40.0])
    @pytest.mark.parametrize("table", [WITH_LENS, NO_LENS], ids=["lens", "no lens"])
    def test_a_bump_is_noticed_and_the_new_place_found(self, aside: float, table: TableFile) -> None:
        known = found(a_picture(HIGH), table)
        moved = a_camera(height=682, turn=5.2, aside=(aside, aside / 2))
        camera = found(a_picture(moved), table, known)
        assert camera.bumped_from(known) > BUMPED_MM
        assert worst_place_error(camera, moved) < (0.15 if table.lens else 0.6)

    @pytest.mark.parametrize("hidden", [(0,), (0, 1), (1, 2, 3)])
    def test_hands_over_markers_do_not_move_the_camera(self, hidden: tuple[int, ...]) -> None:
        known = found(a_picture(HIGH))
        camera = found(a_picture(HIGH, hidden=hidden), known=known)
        assert camera == known
        assert camera.seen == tuple(sorted({0, 1, 2, 3} - set(hidden)))

    def test_a_bump_behind_two_hidden_markers_is_not_overlooked(self) -> None:
        known = found(a_picture(HIGH))
        moved = a_picture(a_camera(height=680, aside=(2.0, 1.0)), hidden=(0, 3))
        assert not_found(moved, known=known).why is Why.TOO_FEW_MARKERS

    def test_with_all_markers_hidden_nothing_is_claimed(self) -> None:
        known = found(a_picture(HIGH))
        assert not_found(a_picture(HIGH, hidden=(0, 1, 2, 3)), known=known).why is Why.NO_MARKERS


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((1, 1), np.uint8),
        np.zeros((1, 5000, 3), np.uint8),
        np.zeros((39, 39, 4), np.uint16),
        np.zeros((960, 1280), np.uint8),
        np.full((960, 1280, 3), 255, np.uint8),
        np.random.default_rng(1).integers(0, 255, (480, 640, 3)).astype(np.uint8),
    ],
    ids=["1 × 1", "a line", "tiny", "black", "white", "noise"],
)
def test_a_picture_of_nothing_shows_no_table(picture: Picture) -> None:
    assert not_found(picture, NO_LENS).why is Why.NO_MARKERS


def test_sixteen_bits_alpha_and_colour_make_no_difference() -> None:
    gray = a_picture(HIGH)
    colour = np.dstack([gray, gray, gray])
    with_alpha = np.dstack([gray, gray, gray, np.zeros_like(gray)])
    deep = gray.astype(np.uint16) * 257
    assert found(gray) == found(colour) == found(with_alpha) == found(deep)


def test_forty_megapixels_are_no_trouble() -> None:
    times = 5.7
    large = np.asarray(
        cv2.resize(a_picture(HIGH), None, fx=times, fy=times, interpolation=cv2.INTER_LINEAR), np.uint8
    )
    assert large.size > 39_000_000
    camera = found(large)
    truth = replace(HIGH, K=camera.K, size=camera.size)
    assert worst_place_error(camera, truth) < 0.3
