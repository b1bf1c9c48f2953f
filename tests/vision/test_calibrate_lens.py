"""The lens from boards whose every corner is known, and from rendered ones where they are at hand."""

import json
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from pi_diavolo.errors import UsageError
from pi_diavolo.vision.calibrate import LensFound, calibrate_lens
from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.charuco import BoardSize, find_board
from pi_diavolo.vision.sources import Named, pictures_from
from pi_diavolo.vision.verdicts import Verdict
from tests.vision.boards import DIST, SIZE, K, a_board_picture, a_view, good_pictures, good_views

BOARDS = Path(__file__).parents[3] / "shared/scenes/calibration"


def rays(matrix: Array, dist: Array, pixels: Array) -> Array:
    """Where these pixels look, as vectors of length one."""
    camera = Camera(matrix, dist, np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 1.0]), SIZE)
    ahead = np.column_stack([camera.to_plane(pixels) * (1, -1), np.ones(len(pixels))])
    return np.asarray(ahead / np.linalg.norm(ahead, axis=1, keepdims=True))


def apart_px(found: LensFound, matrix: npt.ArrayLike, dist: npt.ArrayLike) -> float:
    """How far apart two lenses see the same ray at most over the picture, the camera turned at will."""
    lens = found.fit.lens
    width, height = lens.size_px
    across, down = np.meshgrid(np.linspace(0, width - 1, 13), np.linspace(0, height - 1, 10))
    pixels = np.column_stack([across.ravel(), down.ravel()])
    true, mine = (rays(np.array(k), np.array(d), pixels) for k, d in ((matrix, dist), (lens.K, lens.dist)))
    left, _, right = np.linalg.svd(true.T @ mine)
    turned = mine @ (left @ right).T
    seen = cv2.projectPoints(turned, np.zeros(3), np.zeros(3), np.array(matrix), np.array(dist))[0]
    return float(np.linalg.norm(seen.reshape(-1, 2) - pixels, axis=1).max())


def test_corners_are_found_without_a_shift_in_every_opencv() -> None:
    board, off = BoardSize(), []
    for view, picture in zip(good_views(), good_pictures(), strict=True):
        seen = find_board(picture.picture, board)
        assert seen is not None
        off.append(seen.corners_px - view.project(board.corners_mm[seen.numbers]))
    assert np.abs(np.concatenate(off).mean(axis=0)).max() < 0.03
    assert np.sqrt((np.concatenate(off) ** 2).mean()) < 0.12


def test_the_lens_comes_back() -> None:
    found = calibrate_lens(good_pictures(), BoardSize())
    lens = found.fit.lens
    assert lens.K[0][0] == pytest.approx(K[0, 0], rel=0.006)
    assert (lens.K[0][2], lens.K[1][2]) == pytest.approx((K[0, 2], K[1, 2]), abs=4)
    assert len(lens.dist) == 5
    assert lens.dist[:2] == pytest.approx(DIST[:2], abs=0.05)
    assert found.fit.error_px < 0.2
    assert apart_px(found, K, DIST) < 1.5
    assert found.left_out == ()


def test_pictures_without_a_board_or_of_another_size_are_named() -> None:
    blank = Named("wall.png", np.full((*SIZE[::-1],), 128, np.uint8))
    small = Named("small.png", a_board_picture(a_view((0, 0), (0.5, 0.5), 360, size=(640, 480))))
    found = calibrate_lens([*good_pictures(), blank, small], BoardSize())
    assert found.left_out == (("wall.png", "no board found"), ("small.png", "another picture size"))


def test_a_bent_board_is_left_out() -> None:
    straight = good_pictures()[0]
    across, down = np.meshgrid(np.arange(SIZE[0], dtype=np.float32), np.arange(SIZE[1], dtype=np.float32))
    waves = across + np.float32(6) * np.sin(down / np.float32(60))
    bent = Named("bent.png", np.asarray(cv2.remap(straight.picture, waves, down, cv2.INTER_LINEAR), np.uint8))
    found = calibrate_lens([*good_pictures(), bent], BoardSize())
    assert found.left_out == (("bent.png", "fits far worse than the others"),)


def test_too_few_pictures_are_refused_with_what_to_do() -> None:
    with pytest.raises(UsageError, match=r"found in 2 of 2 pictures and at least 4 .* take 10 to 20"):
        calibrate_lens(good_pictures()[:2], BoardSize())
    with pytest.raises(UsageError, match=r"found in 0 of 1 pictures .* name the board you have"):
        calibrate_lens(good_pictures()[:1], BoardSize(dictionary="DICT_6X6_250"))


def test_pictures_that_are_too_much_alike_are_refused() -> None:
    same = [Named(f"{number}.png", good_pictures()[1].picture) for number in range(6)]
    with pytest.raises(UsageError, match="nearly the same way in all 6 pictures"):
        calibrate_lens(same, BoardSize())


def test_the_report_says_what_would_be_better() -> None:
    found = calibrate_lens(good_pictures()[:4], BoardSize())
    first = found.findings[0]
    assert (first.what, first.value, first.verdict) == ("pictures used", 4, Verdict.POOR)
    assert "take 10 to 20" in first.advice


@pytest.mark.parametrize(
    ("board", "says"),
    [
        (BoardSize(dictionary="DICT_5X5_10"), "use DICT_5X5_100"),
        (BoardSize(dictionary="chess"), "an ArUco one"),
        (BoardSize(marker_mm=30), "do not fit into squares of 30 mm"),
        (BoardSize(20, 20, dictionary="DICT_4X4_50"), "more markers than the 50"),
    ],
)
def test_a_board_that_cannot_be_is_refused(board: BoardSize, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        board.checked()


@pytest.mark.skipif(not BOARDS.is_dir(), reason="the rendered boards are not at hand")
def test_rendered_boards_give_the_lens_that_took_them() -> None:
    truth = json.loads((BOARDS / "calibration_truth.json").read_text())
    found = calibrate_lens(pictures_from(str(BOARDS)), BoardSize())
    assert found.fit.lens.K[0][0] == pytest.approx(truth["K"][0][0], rel=0.003)
    assert found.fit.error_px < 0.2
    assert apart_px(found, truth["K"], truth["dist"]) < 1.0
    assert len(found.fit.used) == 8
