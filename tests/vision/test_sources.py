"""Pictures to calibrate by: files and folders; a camera that is not there is said so."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_diavolo.errors import DiavoloError, UsageError
from pi_diavolo.vision.sources import Taking, all_pictures, camera_in, pictures_from, taken_by


def a_picture(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.full((30, 40, 3), 99, np.uint8))
    return path


def test_a_folder_gives_its_pictures_in_the_order_people_number_them(tmp_path: Path) -> None:
    for name in ("p10.png", "p9.png", "p1.jpg"):
        a_picture(tmp_path / name)
    (tmp_path / "notes.txt").write_text("no picture")
    names = [Path(named.name).name for named in pictures_from(str(tmp_path))]
    assert names == ["p1.jpg", "p9.png", "p10.png"]


def test_several_sources_come_one_after_the_other(tmp_path: Path) -> None:
    files = [a_picture(tmp_path / "b.png"), a_picture(tmp_path / "a/c.png")]
    found = list(all_pictures([str(files[0]), str(tmp_path / "a")]))
    assert [named.name for named in found] == [str(file) for file in files]
    assert found[0].picture.shape == (30, 40, 3)


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.jpg").write_text("hello")
    for source in (tmp_path / "x.jpg", tmp_path / "nowhere.png"):
        with pytest.raises(DiavoloError, match=str(source)):
            list(pictures_from(str(source)))


def test_a_number_is_a_camera_unless_a_file_is_called_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert camera_in("0") == 0
    assert camera_in("photo.jpg") is None
    (tmp_path / "7").mkdir()
    assert camera_in("7") is None
    assert camera_in("/dev/null") == "/dev/null"


@pytest.mark.parametrize("source", ["931", "/dev/null"])
def test_a_camera_that_is_not_there_is_refused_with_what_to_do(
    source: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UsageError, match=rf"camera {source}: there is none.* or give a folder"):
        list(pictures_from(source))
    assert capfd.readouterr().err == ""


def test_a_camera_wakes_takes_its_pictures_and_is_said_to_be_gone_when_it_falls_silent(
    tmp_path: Path,
) -> None:
    film = str(tmp_path / "camera.avi")  # OpenCV opens a film as it opens a camera
    writer = cv2.VideoWriter(film, cv2.VideoWriter.fourcc(*"MJPG"), 30, (64, 48))
    for shade in range(20):
        writer.write(np.full((48, 64, 3), 10 * shade, np.uint8))
    writer.release()
    taken = list(taken_by(film, Taking(count=3, every=0.0)))
    assert [named.name for named in taken] == [f"camera {film}, picture {number}" for number in (1, 2, 3)]
    assert all(named.taken for named in taken)
    assert taken[0].picture.mean() == pytest.approx(150, abs=5)
    with pytest.raises(UsageError, match="there is none, or another program uses it"):
        list(taken_by(film, Taking(count=9, every=0.0)))
