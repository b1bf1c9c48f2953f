"""The Order die enrolled: faces cut out of pictures, our own set told apart, look-alikes refused."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_diavolo.commands.calibrate_sheets import printed_faces
from pi_diavolo.errors import UsageError
from pi_diavolo.simulator.painter import Painter, lying
from pi_diavolo.simulator.painting.look import GlyphSet
from pi_diavolo.vision.calibration import find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.enrol import cut_face, likest, refuse_alike
from pi_diavolo.vision.order_die import Faces
from pi_diavolo.vision.patches import Pose
from pi_diavolo.vision.picture import Picture, as_gray8
from pi_diavolo.vision.stickers import sticker_in
from pi_diavolo.vision.table_file import TableFile, load_table
from tests.simulator.painted import a_camera, a_clean_look

BODY, INK, FLOOR = 150, 40, 90


def seen_small(face: Picture, yaw: float, side_px: float, blur: float) -> tuple[Picture, Camera]:
    """A die of 16 mm with this face on its middle four fifths, so many pixels wide, turned and blurred."""
    focal, middle = side_px / 16 * 600, 59.5
    matrix = np.array([(focal, 0, middle), (0, focal, middle), (0, 0, 1)])
    camera = Camera(matrix, np.zeros(5), np.diag([1.0, -1.0, -1.0]), np.array([0, 0, 616.0]), (120, 120))
    die = np.full((640, 640), BODY, np.float32)
    die[64:576, 64:576] = INK + (BODY - INK) * (face.astype(np.float32) / 255)
    scale = side_px / 640
    soft = cv2.GaussianBlur(die, (0, 0), 0.4 / scale)
    cos, sin = scale * np.cos(yaw), scale * np.sin(yaw)
    turn = np.array([[cos, sin, middle - (cos + sin) * 319.5], [-sin, cos, middle - (cos - sin) * 319.5]])
    there = cv2.warpAffine(np.ones_like(die), turn, (120, 120))
    view = FLOOR * (1 - there) + cv2.warpAffine(soft, turn, (120, 120))
    grain = np.random.default_rng(int(100 * yaw)).normal(0, 4, view.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(view, (0, 0), blur) + grain, 0, 255), np.uint8), camera


@pytest.mark.parametrize("blur", [0.6, 1.2])
@pytest.mark.parametrize("name", printed_faces())
def test_our_own_faces_are_told_apart_small_and_blurred_in_every_turn(name: str, blur: float) -> None:
    faces = printed_faces()
    reader = Faces(faces)
    for yaw in np.radians(np.arange(0, 360, 24)):
        picture, camera = seen_small(faces[name], float(yaw), 35.0, blur)
        read = reader.read(picture, camera, Pose(0.2, -0.2, float(yaw) + 0.03), 16.0)
        assert read.face == name
        assert read.sure


def test_no_two_of_our_faces_look_much_alike() -> None:
    pair = likest(printed_faces())
    assert pair is not None
    assert pair.score < 0.8


@cache
def a_painter(size_mm: float) -> Painter:
    """A table on which our own Order die lies."""
    look = a_clean_look(3)
    faces = printed_faces()
    glyphs = GlyphSet(tuple(faces), tuple(faces.values()))
    return Painter(
        replace(look, glyphs=glyphs, dice=replace(look.dice, order_size_mm=size_mm)), a_camera(tilt_mm=150)
    )


def on_the_table(
    painter: Painter, number: int, x: float, y: float, yaw: float
) -> tuple[Picture, Camera, Pose, str]:
    size = painter.look.dice.order_size_mm
    painted = painter.paint([lying("gray", number, x, y, yaw, size)], np.random.default_rng(number))
    (truth,) = painted.truth.dice
    camera = find_table(painted.image, TableFile())
    assert isinstance(camera, Camera)
    pose = Pose(float(truth.top_mm[0]), float(truth.top_mm[1]), float(np.radians(truth.yaw_deg)))
    return np.asarray(painted.image, np.uint8), camera, pose, str(truth.symbol)


@pytest.mark.parametrize("size", [16.0, 22.0])
def test_a_die_enrolled_on_the_table_is_read_wherever_it_lies(size: float) -> None:
    painter, enrolled = a_painter(size), {}
    for number in range(1, 7):
        picture, camera, pose, symbol = on_the_table(painter, number, 20.0 * number - 70, 30, 35.0 * number)
        enrolled[symbol] = cut_face(as_gray8(picture), camera, pose, size)
        assert enrolled[symbol].shape == (512, 512)
    pair = refuse_alike(enrolled)
    assert pair is not None
    assert len(enrolled) == 6
    for number in range(1, 7):
        picture, camera, pose, symbol = on_the_table(
            painter, number, -90, 25.0 * number - 80, 100 + 50.0 * number
        )
        read = Faces(enrolled).read(picture, camera, pose, size)
        assert (read.face, read.sure) == (symbol, True)


def test_faces_that_nobody_can_tell_apart_are_refused() -> None:
    faces = printed_faces()
    twins = {**faces, "closest": np.ascontiguousarray(np.rot90(faces["most_odd"]))}
    with pytest.raises(UsageError, match=r"most_odd and closest|closest and most_odd") as caught:
        refuse_alike(twins)
    assert "take sharper pictures" in str(caught.value)


def test_a_picture_without_a_face_is_refused() -> None:
    with pytest.raises(UsageError, match="the picture for closest shows no face"):
        refuse_alike({**printed_faces(), "closest": np.full((300, 300), 120, np.uint8)})


@pytest.mark.parametrize(("body", "ink"), [(165, 20), (60, 225)], ids=["dark on gray", "light on dark"])
def test_a_sticker_is_cut_out_of_a_close_up(body: int, ink: int) -> None:
    face = printed_faces()["closest"]
    sticker = np.full((620, 620), body, np.float32)
    sticker[30:590, 30:590] = ink + (body - ink) * (cv2.resize(face, (560, 560)).astype(np.float32) / 255)
    turn = cv2.getRotationMatrix2D((310, 310), 17, 0.6)
    turn[:, 2] += (100, 60)
    paper = 250 if body == 165 else 140
    there = cv2.warpAffine(np.ones_like(sticker), turn, (900, 700))
    photo = np.asarray(paper * (1 - there) + cv2.warpAffine(sticker, turn, (900, 700)), np.uint8)
    cut = sticker_in(photo)
    assert cut is not None
    assert cut.shape[0] == pytest.approx(620 * 0.6 * 0.94, rel=0.03)
    faces = {**printed_faces(), "closest": np.asarray(cv2.resize(cut, (512, 512)), np.uint8)}
    picture, camera = seen_small(printed_faces()["closest"], 0.7, 40, 0.8)
    seen = picture if body == 165 else np.asarray(255 - picture, np.uint8)
    assert Faces(faces).read(seen, camera, Pose(0, 0, 0.7), 16.0).face == "closest"


def test_a_picture_that_is_only_a_face_is_taken_as_it_is() -> None:
    for face in printed_faces().values():
        assert sticker_in(face) is None


def test_the_faces_of_the_table_file_that_we_ship_are_ours() -> None:
    root = Path(__file__).parents[2]
    table = load_table(root / "calibration/tables/usual.toml")
    assert [name for name, _ in table.faces] == list(printed_faces())
    assert table.markers == TableFile().markers
    assert table.bases == TableFile().bases
