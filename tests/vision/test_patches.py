"""Squares cut out of the picture: upright, to scale, each round its die."""

import numpy as np
import pytest

from pi_diavolo.vision.patches import Cut, Pose, patches, silhouettes, squares
from tests.vision.plates import a_camera

CUT = Cut(41, 2.0)


@pytest.mark.parametrize("turn", [0.0, 0.4, 1.2, -2.0])
def test_a_patch_shows_the_die_upright(turn: float) -> None:
    camera = a_camera()
    picture = np.zeros((camera.size[1], camera.size[0]), np.uint8)
    along = np.array([np.cos(turn), np.sin(turn)])
    for far in np.arange(1, 14, 0.1):
        x, y = camera.project([(*(np.array([30, -20]) + far * along), 16)])[0].round().astype(int)
        picture[y, x] = 255
    (cut,) = patches(picture, camera, [Pose(30, -20, turn)], 16, 16, CUT)
    rows, columns = np.nonzero(cut > 100)
    assert abs(rows - 20).max() < 1.6
    assert columns.min() > 20


def test_a_pose_moves_along_its_own_sides() -> None:
    moved = Pose(10, 20, np.pi / 2).moved(right=3, up=1, turn=0.1)
    assert (moved.x, moved.y) == pytest.approx((9, 23))
    assert moved.yaw == pytest.approx(np.pi / 2 + 0.1)


def test_a_square_is_as_wide_as_asked_whichever_way_it_is_turned() -> None:
    (corners,) = squares([Pose(5, 6, 0.3)], 16)
    assert np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1) == pytest.approx([16] * 4)
    assert corners.mean(axis=0) == pytest.approx([5, 6])


def test_a_silhouette_shows_the_sides_that_the_camera_sees() -> None:
    camera = a_camera()
    x, y = camera.position_mm[:2]
    (shape,) = silhouettes(camera, [Pose(x + 200, y, 0.0)], 16, CUT)
    assert (shape == 255).sum() == pytest.approx(21 * 21, rel=0.15)
    sides = np.argwhere(shape == 128)
    assert sides[:, 1].mean() < 15  # left of the top: the camera looks from there
