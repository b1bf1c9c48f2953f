"""A sticker in a close-up picture: a plain square with a sign on it, lying on something of another shade."""

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.picture import Picture

# A sticker fills at least this share of the picture, and its outline so much of the square round it.
LEAST_OF_PICTURE, LEAST_OF_SQUARE = 0.08, 0.86
LONGEST_SIDE = 1.2
# Shades that differ by less may be one and the same under an uneven light.
ANOTHER_SHADE = 30
# The rim is where the scissors went; it is left out.
KEPT = 0.94


def middle_square(gray: Picture) -> Picture:
    """The largest square in the middle of a picture."""
    height, width = gray.shape
    side = min(height, width)
    top, left = (height - side) // 2, (width - side) // 2
    return gray[top : top + side, left : left + side]


def sticker_in(gray: Picture) -> Picture | None:
    """The sticker cut out and straightened; None where the picture is of a face and nothing else."""
    around = float(np.median(np.concatenate([gray[0], gray[-1], gray[:, 0], gray[:, -1]])))
    soft = cv2.GaussianBlur(gray, (0, 0), max(gray.shape) / 400)
    other = (np.abs(soft.astype(np.float32) - around) > ANOTHER_SHADE / 2).astype(np.uint8)
    outlines, _ = cv2.findContours(other, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[-2:]
    if not outlines:
        return None
    outline = max(outlines, key=cv2.contourArea)
    square = cv2.minAreaRect(outline)
    if not _is_square(outline, square[1], gray.size):
        return None
    cut = _straightened(gray, square)
    return cut if _is_sticker(cut, around) else None


def _is_square(outline: npt.NDArray[np.int32], sides: tuple[float, float], picture: int) -> bool:
    area = sides[0] * sides[1]
    if min(sides) < 8 or area < LEAST_OF_PICTURE * picture:
        return False
    filled = cv2.contourArea(cv2.convexHull(outline)) / area
    return max(sides) / min(sides) < LONGEST_SIDE and filled > LEAST_OF_SQUARE


def _straightened(gray: Picture, square: tuple[tuple[float, float], tuple[float, float], float]) -> Picture:
    (x, y), sides, angle = square
    width = round(max(sides) * KEPT)
    matrix = cv2.getRotationMatrix2D((x, y), angle - 90 * round(angle / 90), 1.0)
    matrix[:, 2] += (width - 1) / 2 - np.array([x, y])
    return np.asarray(cv2.warpAffine(gray, matrix, (width, width), flags=cv2.INTER_CUBIC), np.uint8)


def _is_sticker(cut: Picture, around: float) -> bool:
    """Three shades show: those of what it lies on, of the sticker and of its sign."""
    rim = float(np.median(np.concatenate([cut[1], cut[-2], cut[:, 1], cut[:, -2]])))
    inside = cut[cut.shape[0] // 8 : -cut.shape[0] // 8, cut.shape[1] // 8 : -cut.shape[1] // 8]
    sign = inside[np.abs(inside.astype(np.float32) - rim) > ANOTHER_SHADE]
    if sign.size < 0.03 * cut.size or abs(rim - around) < ANOTHER_SHADE / 2:
        return False
    return abs(float(np.median(sign)) - around) > ANOTHER_SHADE
