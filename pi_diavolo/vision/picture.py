"""Pictures of any kind brought to the two kinds that the eyes work on: 8-bit BGR and 8-bit gray."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]

EVERY = 6  # of the pixels in a row, and of the rows
HARDLY_A_COLOUR = 3
DARK = 128
TURNS = 8  # in which the rows are looked at: every eighth tells most pictures already


def as_bgr8(image: npt.NDArray[Any]) -> Picture:
    """The picture in three channels of 8 bits; alpha is dropped, 16 bits keep their upper half."""
    picture = _as_8_bits(image)
    if picture.ndim == 3 and picture.shape[2] == 3:
        return picture
    return np.asarray(cv2.cvtColor(_first_channel(picture), cv2.COLOR_GRAY2BGR), np.uint8)


def on_paper(image: npt.NDArray[Any]) -> Picture:
    """A drawing of four channels on transparent ground, laid on paper, white or black, where it is seen."""
    ink = as_bgr8(image).astype(np.float32)
    cover = as_gray8(image[:, :, 3]).astype(np.float32)[:, :, None] / 255
    is_dark = float((ink * cover).sum()) < DARK * 3 * float(cover.sum())
    return np.asarray(ink * cover + (255 if is_dark else 0) * (1 - cover), np.uint8)


def as_gray8(image: npt.NDArray[Any]) -> Picture:
    """The picture's brightness in 8 bits."""
    picture = _as_8_bits(image)
    if picture.ndim == 3 and picture.shape[2] == 3:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return _first_channel(picture)


def is_colourless(picture: Picture, every: int = EVERY) -> bool:
    """Whether a BGR picture was taken in black and white; even a gray table has some colour in its noise."""
    rows = picture[::every]
    return all(_has_no_colour(rows[turn::TURNS, ::every]) for turn in range(min(TURNS, len(rows))))


def _has_no_colour(pixels: Picture) -> bool:
    blue, green, red = cv2.split(np.ascontiguousarray(pixels))
    pairs = ((blue, green), (green, red), (red, blue))
    return all(int(cv2.absdiff(one, other).max()) <= HARDLY_A_COLOUR for one, other in pairs)


def _as_8_bits(image: npt.NDArray[Any]) -> Picture:
    if image.ndim not in (2, 3) or image.size == 0 or (image.ndim == 3 and image.shape[2] > 4):
        raise ValueError(f"a picture has height, width and 1 to 4 channels, not the shape {image.shape}")
    if image.ndim == 3 and image.shape[2] == 4:
        image = image[:, :, :3]
    if image.dtype == np.uint16:
        image = image >> 8
    elif image.dtype != np.uint8:
        raise ValueError(f"a picture has 8 or 16 bits a channel, not {image.dtype}")
    return np.ascontiguousarray(image, np.uint8)


def _first_channel(picture: Picture) -> Picture:
    return picture if picture.ndim == 2 else np.ascontiguousarray(picture[:, :, 0])
