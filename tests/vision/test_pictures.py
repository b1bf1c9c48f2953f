"""Any file becomes a picture as a person would see it, or one sentence that says what to do."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_diavolo.vision.pictures import PictureError, decode, pictures_in, read_picture, silenced
from tests.vision.picture_bytes import a_png_that_claims, a_scene, encoded, with_exif

SCENE = a_scene()
# JPEG is not exact.
NEAR = 12


def differs(one: np.ndarray, other: np.ndarray) -> int:
    assert one.shape == other.shape
    return int(np.abs(one.astype(int) - other.astype(int)).max())


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(encoded(SCENE, suffix), id=suffix)
        for suffix in (".png", ".jpg", ".bmp", ".tiff", ".ppm", ".webp")
    ]
    + [
        pytest.param(encoded(SCENE.astype(np.uint16) * 257), id="16 bit"),
        pytest.param(encoded(np.dstack([SCENE, SCENE[:, :, :1]])), id="alpha"),
        pytest.param(encoded(np.dstack([SCENE, SCENE[:, :, :1]]).astype(np.uint16) * 257), id="16 bit alpha"),
    ],
)
def test_every_kind_of_file_becomes_the_same_picture(raw: bytes) -> None:
    assert differs(decode(raw, "x"), SCENE) <= NEAR


@pytest.mark.parametrize("gray", [SCENE[:, :, 0], SCENE[:, :, 0].astype(np.uint16) * 257], ids=["8", "16"])
def test_gray_scale_becomes_three_equal_channels(gray: np.ndarray) -> None:
    picture = decode(encoded(gray), "x")
    assert differs(picture, np.dstack([SCENE[:, :, 0]] * 3)) == 0


@pytest.mark.parametrize(
    ("orientation", "turned"),
    [
        (1, SCENE),
        (2, SCENE[:, ::-1]),
        (3, SCENE[::-1, ::-1]),
        (6, np.rot90(SCENE, -1)),
        (8, np.rot90(SCENE, 1)),
    ],
)
def test_the_picture_is_turned_as_its_exif_says(orientation: int, turned: np.ndarray) -> None:
    raw = with_exif(encoded(SCENE, ".jpg"), orientation)
    assert differs(decode(raw, "x"), np.asarray(turned)) <= NEAR


def test_the_smallest_picture_is_one() -> None:
    assert decode(encoded(SCENE[:1, :1]), "x").shape == (1, 1, 3)


def test_forty_megapixels_are_a_picture() -> None:
    assert decode(encoded(np.zeros((5000, 8000), np.uint8)), "x").shape == (5000, 8000, 3)


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".bmp", ".tiff", ".ppm", ".webp", ".jp2"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_picture_cut_short_is_refused_in_any_format(suffix: str, share: float) -> None:
    raw = encoded(a_scene(640, 480), suffix)
    with pytest.raises(PictureError, match=r"^scene: this (picture is cut short|is not a picture)"):
        decode(raw[: int(share * len(raw))], "scene")


def test_a_jpeg_with_something_after_its_end_is_whole() -> None:
    assert differs(decode(encoded(SCENE, ".jpg") + b"\0" * 50, "x"), SCENE) <= NEAR


def test_a_jpeg_with_a_thumbnail_inside_is_not_taken_for_its_thumbnail() -> None:
    small = encoded(SCENE[:8, :8], ".jpg")
    jpeg = encoded(SCENE, ".jpg")
    section = b"\xff\xe2" + (len(small) + 2).to_bytes(2, "big") + small
    whole = jpeg[:2] + section + jpeg[2:]
    assert decode(whole, "x").shape == SCENE.shape
    with pytest.raises(PictureError, match="cut short"):
        decode(whole[: len(whole) * 3 // 4], "x")


@pytest.mark.parametrize("lost", [900, 5000])
def test_a_damaged_jpeg_is_refused_though_a_decoder_would_make_something_up(lost: int) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
    raw = encoded(noise, ".jpg")
    hole = raw[: len(raw) // 2] + raw[len(raw) // 2 + lost :]
    with pytest.raises(PictureError, match="damaged"):
        decode(hole, "x")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        pytest.param(b"", "is empty", id="empty"),
        pytest.param(b"hello", "is not a picture", id="text"),
        pytest.param(b"\xff\xd8\xff\xe0", "cut short", id="the first bytes of a JPEG"),
        pytest.param(b"\xff\xd8\xff" + b"\xff" * 100, "cut short", id="fill bytes only"),
        pytest.param(b"\x89PNG\r\n\x1a\n", "cut short", id="the first bytes of a PNG"),
        pytest.param(a_png_that_claims(100_000, 100_000), "too many", id="a bomb"),
        pytest.param(a_png_that_claims(0, 0), "not a picture", id="nothing"),
        pytest.param(encoded(SCENE.astype(np.float32), ".hdr"), "8 or 16 bits", id="numbers with a point"),
    ],
)
def test_what_is_no_picture_is_told_in_one_sentence(
    raw: bytes, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(PictureError, match=said) as error:
        decode(raw, "x.png")
    assert str(error.value).startswith("x.png: ")
    assert "\n" not in str(error.value)
    assert capfd.readouterr() == ("", "")


def test_what_is_said_outside_is_heard_again_after_decoding(capfd: pytest.CaptureFixture[str]) -> None:
    with silenced() as heard:
        os.write(2, b"Corrupt")
    os.write(2, b"ours")
    assert heard.text == "corrupt"
    assert capfd.readouterr().err == "ours"


def test_of_pictures_decoded_at_once_only_the_damaged_are_called_so_and_standard_error_stays(
    capfd: pytest.CaptureFixture[str],
) -> None:
    whole = encoded(np.random.default_rng(1).integers(0, 255, (400, 400, 3), np.uint8), ".jpg")
    hole = whole[: len(whole) // 2] + whole[len(whole) // 2 + 900 :]

    def is_damaged(raw: bytes) -> bool:
        try:
            decode(raw, "x")
        except PictureError:
            return True
        return False

    with ThreadPoolExecutor(4) as threads:
        damaged = list(threads.map(is_damaged, [whole, hole] * 20))
    os.write(2, b"ours")
    assert damaged == [False, True] * 20
    assert capfd.readouterr().err == "ours"


@pytest.mark.parametrize("name", ["missing.png", "\0", "x" * 5000])
def test_a_file_that_is_not_there_is_told(name: str, tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"no such file|cannot be read"):
        read_picture(tmp_path / name)


def test_a_folder_or_a_pipe_is_no_picture(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(PictureError, match="not a file"):
            read_picture(path)


def test_a_folders_pictures_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    names = ["frame_1.png", "frame_2.png", "frame_10.png", "frame_²1.png", "Other.JPG"]
    for name in reversed(names):
        (tmp_path / name).write_bytes(encoded(SCENE))
    for other in ("notes.txt", "truth.json", ".hidden"):
        (tmp_path / other).write_text("x")
    (tmp_path / "below.png").mkdir()
    assert [path.name for path in pictures_in(tmp_path)] == names


def test_a_folder_without_pictures_is_told(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no picture in this folder"):
        pictures_in(tmp_path)


def test_a_picture_of_an_animation_is_its_first(tmp_path: Path) -> None:
    if not hasattr(cv2, "imwriteanimation"):
        pytest.skip("this OpenCV writes no animations")
    animation = cv2.Animation()
    animation.frames, animation.durations = [SCENE, 255 - SCENE], [100, 100]
    assert cv2.imwriteanimation(str(tmp_path / "two.png"), animation)
    assert differs(read_picture(tmp_path / "two.png"), SCENE) == 0
