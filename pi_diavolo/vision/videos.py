"""Videos frame by frame: out of a file or a folder of numbered pictures, and into a file or a folder."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from pi_diavolo.vision.picture import Picture, as_bgr8
from pi_diavolo.vision.pictures import PictureError, pictures_in, read_picture, reason_of, silenced

SUFFIXES = frozenset(
    [
        ".3gp",
        ".avi",
        ".h264",
        ".m4v",
        ".mjpeg",
        ".mjpg",
        ".mkv",
        ".mov",
        ".mp4",
        ".mpeg",
        ".mpg",
        ".ts",
        ".webm",
        ".wmv",
    ]
)
CODECS = {".mp4": "mp4v", ".m4v": "mp4v", ".mov": "mp4v", ".mkv": "mp4v", ".avi": "MJPG"}

# Containers guess how many frames they hold; a guess that is off by so much is no cut.
GUESSED_FRAMES = 2
GUESSED_SHARE = 0.01


class Film:
    """The frames of a video or of a folder of pictures; `ended_early` is known at the end.

    A folder's frame that cannot be read is left out and told in `broken`.
    """

    def __init__(self, source: Path) -> None:
        self.source = source
        self.broken: list[str] = []
        self.seen = 0
        self._pictures: tuple[Path, ...] = ()
        self._capture: cv2.VideoCapture | None = None
        if source.is_dir():
            self._pictures = pictures_in(source)
            self.frames = len(self._pictures)
        else:
            self._capture = _opened(source)
            self.frames = max(0, int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))

    @property
    def ended_early(self) -> bool:
        """Whether it ended well before the end it had promised."""
        missing = self.frames - self.seen - len(self.broken)
        return missing > max(GUESSED_FRAMES, GUESSED_SHARE * self.frames)

    def __iter__(self) -> Iterator[tuple[int, Picture]]:
        """Each frame with its number, from 0."""
        frames = self._decoded() if self._capture is None else self._played(self._capture)
        for number, frame in frames:
            self.seen += 1
            yield number, frame

    def _decoded(self) -> Iterator[tuple[int, Picture]]:
        for number, path in enumerate(self._pictures):
            try:
                yield number, read_picture(path)
            except PictureError as error:
                self.broken.append(str(error))

    def _played(self, capture: cv2.VideoCapture) -> Iterator[tuple[int, Picture]]:
        number = 0
        try:
            while True:
                with silenced():
                    read, frame = capture.read()
                if not read or frame is None:
                    return
                yield number, as_bgr8(np.asarray(frame))
                number += 1
        finally:
            capture.release()


def _opened(path: Path) -> cv2.VideoCapture:
    try:
        if not path.exists():
            raise PictureError(f"{path}: there is no such file; give the path of a video or folder")
        if not path.is_file():
            raise PictureError(f"{path}: this is not a file; give the path of a video or folder")
        with path.open("rb"):
            pass
    except (OSError, ValueError) as error:
        raise PictureError(
            f"{path}: this file cannot be read ({reason_of(error)}); choose another or see to its permissions"
        ) from None
    with silenced():
        capture = cv2.VideoCapture(str(path.absolute()))
    if not capture.isOpened():
        raise PictureError(f"{path}: this is not a video, or a damaged one; give an MP4, AVI or MKV file")
    return capture


class FilmMaker:
    """Writes frames into a video file, or as numbered pictures into a folder."""

    def __init__(self, target: Path, fps: float) -> None:
        self._target, self._fps = target, fps
        self._writer: cv2.VideoWriter | None = None
        self._size = (0, 0)

    def add(self, number: int, frame: Picture) -> None:
        """The next frame; all have the size of the first."""
        if self._target.suffix.lower() not in CODECS:
            write_picture(self._target / f"frame_{number:06}.jpg", frame)
            return
        if self._writer is None:
            self._writer = self._begun(frame)
            self._size = (frame.shape[1], frame.shape[0])
        self._writer.write(cv2.resize(frame, self._size))  # one of another size would be left out silently

    def _begun(self, frame: Picture) -> cv2.VideoWriter:
        make_folder(self._target.parent)
        codec = cv2.VideoWriter.fourcc(*CODECS[self._target.suffix.lower()])
        height, width = frame.shape[:2]
        with silenced():
            writer = cv2.VideoWriter(str(self._target), codec, self._fps, (width, height))
        if not writer.isOpened():
            raise PictureError(f"{self._target}: this video cannot be written; give a folder or an .avi file")
        return writer

    def close(self) -> None:
        """The end; only now is a video file whole."""
        if self._writer is not None:
            self._writer.release()


def write_picture(path: Path, picture: Picture) -> None:
    """Write one picture in the format of its suffix; the folder is made where it is missing."""
    make_folder(path.parent)
    encoded = False
    with suppress(cv2.error), silenced():
        encoded, raw = cv2.imencode(path.suffix, picture)
    if not encoded:
        raise PictureError(f"{path}: no picture of this kind can be written; use .png or .jpg")
    try:
        path.write_bytes(raw.tobytes())
    except OSError as error:
        raise PictureError(
            f"{path}: this picture cannot be written ({reason_of(error)}); choose another place"
        ) from None


def make_folder(folder: Path) -> None:
    """Make a folder for what is to be written, with those above it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PictureError(
            f"{folder}: this folder cannot be made ({reason_of(error)}); choose another place"
        ) from None
