"""Pictures to calibrate by: files, folders of them, or those that a camera takes while people wait."""

import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from pi_diavolo.errors import UsageError
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.pictures import PictureError, pictures_in, read_picture, silenced

# A camera needs a moment to find its exposure.
FRAMES_TO_WAKE = 15


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """A picture, what people call it, and whether a camera took it just now."""

    name: str
    picture: Picture
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Taking:
    """How a camera's pictures are taken: how many, and how many seconds apart."""

    count: int = 1
    every: float = 2.0


LeaveOut = Callable[[PictureError], None]


def refuse(error: PictureError) -> None:
    """Of a picture that cannot be read: then none is of use."""
    raise error


def pictures_from(source: str, taking: Taking | None = None, leave_out: LeaveOut = refuse) -> Iterator[Named]:
    """One by one: of a file, a folder, or a camera (its number or its device)."""
    camera = camera_in(source)
    if camera is not None:
        yield from taken_by(camera, taking or Taking())
        return
    path = Path(source)
    try:
        files = pictures_in(path) if path.is_dir() else (path,)
    except PictureError as error:
        leave_out(error)
    else:
        yield from pictures_of_files(files, leave_out)


def pictures_of_files(files: Iterable[Path], leave_out: LeaveOut = refuse) -> Iterator[Named]:
    """The picture in each file; those that cannot be read are told to `leave_out`."""
    for file in files:
        try:
            picture = read_picture(file)
        except PictureError as error:
            leave_out(error)
        else:
            yield Named(str(file), picture)


def all_pictures(
    sources: Sequence[str], taking: Taking | None = None, leave_out: LeaveOut = refuse
) -> Iterator[Named]:
    """The pictures of several sources in a row."""
    for source in sources:
        yield from pictures_from(source, taking, leave_out)


def camera_in(source: str) -> int | str | None:
    """What OpenCV calls the camera that is meant; None where a file or folder is."""
    if re.fullmatch(r"\d{1,3}", source, re.ASCII) and not Path(source).exists():
        return int(source)
    try:
        return source if Path(source).is_char_device() else None
    except (OSError, ValueError):
        return None


def taken_by(camera: int | str, taking: Taking) -> Iterator[Named]:
    """Pictures that a camera takes now, by the number or device that OpenCV opens."""
    gone = UsageError(
        f"camera {camera}: there is none, or another program uses it; plug it in, close the other program,"
        " or give a folder of pictures instead"
    )
    if isinstance(camera, int) and sys.platform == "linux" and not Path(f"/dev/video{camera}").exists():
        raise gone
    with silenced():
        capture = cv2.VideoCapture(camera)
        opened = capture.isOpened()
    if not opened:
        raise gone
    try:
        for _ in range(FRAMES_TO_WAKE):
            capture.grab()
        for number in range(taking.count):
            picture = _newest(capture, time.monotonic() + (taking.every if number else 0.0))
            if picture is None:
                raise gone
            yield Named(f"camera {camera}, picture {number + 1}", picture, taken=True)
    finally:
        capture.release()


def _newest(capture: cv2.VideoCapture, end: float) -> Picture | None:
    """The first picture from that moment on; None when the camera falls silent."""
    while True:  # a camera keeps old pictures: those in between are taken and thrown away
        there, picture = capture.read()
        if not there:
            return None
        if time.monotonic() >= end:
            return np.asarray(picture, np.uint8)
