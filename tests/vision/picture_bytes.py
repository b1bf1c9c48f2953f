"""Files of pictures made for tests: whole, turned, cut short."""

import struct
import zlib
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.picture import Picture


def a_scene(width: int = 64, height: int = 48) -> Picture:
    """Another colour in every corner, so that each turn shows; smooth enough for JPEG."""
    y, x = np.mgrid[0:height, 0:width]
    layers = [x * 200 // width + 20, y * 200 // height + 20, (x + y) * 100 // (width + height) + 60]
    return np.stack(layers, axis=2).astype(np.uint8)


def encoded(picture: npt.NDArray[Any], suffix: str = ".png") -> bytes:
    done, raw = cv2.imencode(suffix, picture)
    assert done
    return bytes(raw)


def with_exif(jpeg: bytes, orientation: int) -> bytes:
    """The same JPEG, saying that it was taken with the camera turned."""
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(tiff) + 8) + b"Exif\0\0" + tiff + jpeg[2:]


def a_png_that_claims(width: int, height: int) -> bytes:
    """A few bytes that call themselves a huge picture."""
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(b"\0")), (b"IEND", b"")]
    chunks = [struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in parts]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
