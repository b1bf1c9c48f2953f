"""Videos and folders of frames, whole and cut short; and overlays written as either."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.pictures import PictureError
from pi_diavolo.vision.videos import Film, FilmMaker, write_picture
from tests.vision.picture_bytes import a_scene, encoded

FRAMES = 24


def a_frame(number: int) -> Picture:
    frame = a_scene(160, 120)
    cv2.circle(frame, (10 + 5 * number, 60), 9, (255, 255, 255), -1)
    return frame


def filmed(path: Path, frames: int = FRAMES) -> Path:
    maker = FilmMaker(path, 30)
    for number in range(frames):
        maker.add(number, a_frame(number))
    maker.close()
    return path


@pytest.mark.parametrize("name", ["clip.avi", "clip.mp4", "frames"])
def test_what_is_filmed_is_seen_again_frame_by_frame(tmp_path: Path, name: str) -> None:
    film = Film(filmed(tmp_path / name))
    seen = list(film)
    assert [number for number, _ in seen] == list(range(FRAMES))
    assert film.frames == FRAMES
    assert not film.ended_early
    for number, frame in seen:
        assert np.abs(frame.astype(int) - a_frame(number).astype(int)).mean() < 6


def test_a_video_that_ends_early_gives_what_it_has_and_says_so(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = filmed(tmp_path / "clip.avi")
    cut = tmp_path / "cut.avi"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    film = Film(cut)
    seen = list(film)
    assert 0 < len(seen) < FRAMES
    assert film.ended_early or film.frames == len(seen)
    assert capfd.readouterr().err == ""


def test_frames_that_cannot_be_read_are_left_out_and_told(tmp_path: Path) -> None:
    folder = filmed(tmp_path / "frames")
    broken = sorted(folder.iterdir())[5]
    broken.write_bytes(broken.read_bytes()[:300])
    film = Film(folder)
    assert [number for number, _ in film] == [n for n in range(FRAMES) if n != 5]
    assert len(film.broken) == 1
    assert "cut short" in film.broken[0]
    assert not film.ended_early


@pytest.mark.parametrize(
    ("name", "content"),
    [("text.mp4", b"hello"), ("empty.avi", b""), ("head.mp4", b"\0\0\0\x18ftypmp42" + b"\0" * 40)],
)
def test_what_is_no_video_is_told_in_one_sentence(
    tmp_path: Path, name: str, content: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(PictureError, match="not a video"):
        Film(tmp_path / name)
    assert capfd.readouterr() == ("", "")


def test_a_video_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no such file"):
        Film(tmp_path / "missing.mp4")


def test_a_picture_is_written_where_folders_are_missing(tmp_path: Path) -> None:
    write_picture(tmp_path / "a/b/c.png", a_scene())
    assert (tmp_path / "a/b/c.png").read_bytes() == encoded(a_scene())


@pytest.mark.parametrize("place", ["x.nonsense", "x", "file/x.png"])
def test_a_picture_that_cannot_be_written_is_told(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(PictureError, match=r"can be written|cannot be made"):
        write_picture(tmp_path / place, a_scene())
