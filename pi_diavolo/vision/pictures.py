"""Picture files and folders of them: decoded as a person would see them, or refused in one sentence."""

import os
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile

import cv2
import numpy as np

from pi_diavolo.errors import DiavoloError
from pi_diavolo.vision.picture import Picture, as_bgr8
from pi_diavolo.vision.picture_files import inspect

SUFFIXES = frozenset(
    [
        ".avif",
        ".bmp",
        ".dib",
        ".gif",
        ".jp2",
        ".jpe",
        ".jpeg",
        ".jpg",
        ".pbm",
        ".pgm",
        ".png",
        ".pnm",
        ".ppm",
        ".tif",
        ".tiff",
        ".webp",
    ]
)
LARGEST_FILE = 300_000_000
LARGEST_PICTURE = 120_000_000  # pixels; three times what any camera for a table has

# What libjpeg says of pictures that it decodes all the same, with part of them made up.
DAMAGED = re.compile(r"premature end|bad huffman code|corrupt data|\d{3,} extraneous bytes")

# Colour where there is colour, all the bits there are, turned as EXIF asks. IMREAD_UNCHANGED would not turn.
AS_IT_IS = cv2.IMREAD_ANYCOLOR | cv2.IMREAD_ANYDEPTH


class PictureError(DiavoloError):
    """This file or folder gives no picture; says why and what to do."""


def read_picture(path: Path) -> Picture:
    """The picture in this file, 8-bit BGR, upright as its EXIF says; of an animated one the first frame."""
    return decode(_bytes(path), str(path))


def decode(raw: bytes, name: str) -> Picture:
    """The picture that these bytes are; `name` is for the sentence when they are none."""
    if not raw:
        raise PictureError(f"{name}: this file is empty; give a picture")
    inspected = inspect(raw)
    if not inspected.whole:
        raise PictureError(f"{name}: this picture is cut short; copy or take it again")
    if inspected.size and inspected.size[0] * inspected.size[1] > LARGEST_PICTURE:
        width, height = inspected.size
        raise PictureError(f"{name}: {width} × {height} pixels are too many; use at most 120 megapixels")
    return _decoded(raw, name)


def _decoded(raw: bytes, name: str) -> Picture:
    try:
        with silenced() as said:
            image = cv2.imdecode(np.frombuffer(raw, np.uint8), AS_IT_IS)
    except (cv2.error, MemoryError):
        raise PictureError(f"{name}: this picture cannot be decoded; save it as JPEG or PNG") from None
    if image is None:
        raise PictureError(
            f"{name}: this is not a picture, or a damaged one; give a JPEG, PNG, WebP, TIFF or BMP file"
        )
    if DAMAGED.search(said.text):
        raise PictureError(f"{name}: this picture is damaged; copy or take it again")
    try:
        return as_bgr8(image)
    except ValueError as error:
        raise PictureError(f"{name}: {error}; save it with 8 or 16 bits a channel") from None


def _bytes(path: Path) -> bytes:
    try:
        if not path.exists():
            raise PictureError(f"{path}: there is no such file; give the path of a picture or folder")
        if not path.is_file():  # opening a pipe or a device would wait for ever
            raise PictureError(f"{path}: this is not a file; give the path of a picture or folder")
        if path.stat().st_size > LARGEST_FILE:
            raise PictureError(f"{path}: this file is larger than 300 MB; give a picture")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise PictureError(
            f"{path}: this file cannot be read ({reason_of(error)}); choose another or see to its permissions"
        ) from None


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The picture files in a folder, in the order in which people number them; not those in folders below."""
    try:
        found = [path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and path.is_file()]
    except OSError as error:
        raise PictureError(
            f"{folder}: this folder cannot be opened ({reason_of(error)}); see to its permissions"
        ) from None
    if not found:
        raise PictureError(f"{folder}: there is no picture in this folder; give another")
    return tuple(sorted(found, key=lambda path: numbered(path.name)))


def numbered(name: str) -> tuple[list[tuple[int, int, str]], str]:
    """For sorting: numbers count as numbers, so that frame_9 comes before frame_10."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name.lower())
    return [(0, int(part), "") if part[0] in "0123456789" else (1, 0, part) for part in parts], name


def reason_of(error: OSError | ValueError) -> str:
    """Why a file could not be opened, in the system's own words."""
    return str(getattr(error, "strerror", None) or "it cannot be opened").lower()


# Standard error belongs to the whole process: of two threads that turn it away at once, the second would take
# the first one's file for it and leave it there for good.
_turning_away = threading.RLock()


class Overheard:
    """What decoders said meanwhile; known at the end."""

    text = ""


@contextmanager
def silenced() -> Iterator[Overheard]:
    """Keep what decoders written in C say on standard error from people, who get one sentence instead."""
    said = Overheard()
    with _turning_away, ExitStack() as at_the_end:
        try:
            heard = at_the_end.enter_context(TemporaryFile())
            before = os.dup(2)
        except OSError:  # no room for it, or closed by whoever started us: then they may speak
            yield said
            return
        os.dup2(heard.fileno(), 2)
        try:
            yield said
        finally:
            os.dup2(before, 2)
            os.close(before)
            heard.seek(0)
            said.text = heard.read().decode(errors="replace").lower()
