"""How well a cut of the Order die fits a picture of its face, under whatever light, in whatever turn."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

Gray = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

# Faces are compared at this width; a cut reaches so many pixels farther, because it is never aimed exactly.
FACE_PX, ROUND_PX = 28, 2
CUT_PX = FACE_PX + 2 * ROUND_PX
# Light that changes over more than this is not print; what differs less than so much, in shades, from what is
# round it may be noise. Else faint print under a mirrored lamp counts as much as black on white.
LEVEL_PX, FAINT = 4.5, 4.0
# Products of matrices with fewer multiplications than this stay on one thread.
ONE_THREAD = 250_000
# Of so many columns at once: all turns of all faces take half the time then.
COLUMNS = 16
LEAST_VARIANCE = 1e-3
# The camera never sees a printed edge as sharp as the file has it.
SOFT_PX = 0.7
# And in dim light or out of focus it may see it so soft that bars run together.
BLURRED_PX = 2.0
# A sticker whose print a lamp has washed out is a light square on a darker die, so many pixels wide in a cut,
# in these shades.
BLANK_PX, DIE_SHADE, BLANK_SHADE = (20, 22, 24, 26), 90, 220


def blanks() -> Gray:
    """Templates of a sticker without any print."""
    seen = np.full((len(BLANK_PX), FACE_PX, FACE_PX), DIE_SHADE, np.uint8)
    for blank, px in zip(seen, BLANK_PX, strict=True):
        rim = (FACE_PX - px) // 2
        blank[rim:-rim, rim:-rim] = BLANK_SHADE
    return templates(seen, 1)


def templates(faces: Bytes, turns: int, soft_px: float = SOFT_PX) -> Gray:
    """Faces in so many turns evenly round, each a column with mean 0 and spread 1; first all turns of one."""
    soft = [np.asarray(cv2.GaussianBlur(face, (0, 0), soft_px), np.uint8) for face in faces]
    turned = np.stack([_turned(face, 360 * turn / turns) for face in soft for turn in range(turns)])
    return np.ascontiguousarray(_normal(levelled(turned).reshape(len(turned), -1)).T)


def fits(cuts: Sequence[Bytes], faces: Gray) -> Gray:
    """How well each template fits into each cut, from -1 to 1, wherever it is laid: (cuts, places, all)."""
    fit = _correlation(_windows(levelled(np.stack(cuts))), faces)
    return np.asarray(fit.reshape(len(cuts), -1, fit.shape[1]))


def levelled(faces: Bytes) -> Gray:
    """Faces (n, px, px) as if lit evenly: no slow changes of light, and the same contrast everywhere."""
    seen = faces.astype(np.float32)
    print_ = seen - _smooth(seen)
    return np.asarray(print_ / (np.sqrt(_smooth(print_**2)) + FAINT), np.float32)


def _smooth(faces: Gray) -> Gray:
    """Blurred as OpenCV would, but all at once."""
    along = _smoothing(faces.shape[1])
    return np.asarray(along @ faces @ along.T, np.float32)


@cache
def _smoothing(px: int) -> Gray:
    """The matrix that blurs a column of so many pixels."""
    kernel = cv2.getGaussianKernel(2 * round(4 * LEVEL_PX) + 1, LEVEL_PX)
    return np.asarray(cv2.sepFilter2D(np.eye(px, dtype=np.float32), -1, np.ones(1), kernel), np.float32)


def _turned(face: Bytes, degrees: float) -> Bytes:
    """The face turned about its middle; what comes in at the corners is taken from its edge."""
    if degrees % 90 == 0:
        return np.rot90(face, round(degrees / 90))
    middle = ((FACE_PX - 1) / 2, (FACE_PX - 1) / 2)
    turn, size = cv2.getRotationMatrix2D(middle, degrees, 1), (FACE_PX, FACE_PX)
    how = {"flags": cv2.INTER_CUBIC, "borderMode": cv2.BORDER_REPLICATE}
    return np.asarray(cv2.warpAffine(face, turn, size, **how), np.uint8)


def _windows(parts: Gray) -> Gray:
    """All ways to lay a face into each cut, one a row."""
    rows = np.lib.stride_tricks.sliding_window_view(parts, (FACE_PX, FACE_PX), axis=(1, 2))
    return np.ascontiguousarray(rows).reshape(-1, FACE_PX * FACE_PX)


def _correlation(windows: Gray, templates: Gray) -> Gray:
    """The correlation of each row with each column; the columns have mean 0, so the rows' means fall out."""
    size = windows.shape[1]
    square = np.einsum("ij,ij->i", windows, windows) / size
    spread = np.sqrt(np.maximum(square - windows.mean(axis=1) ** 2, LEAST_VARIANCE))
    return np.asarray(_product(windows, templates) / (size * spread[:, None]), np.float32)


def _normal(rows: Gray) -> Gray:
    """Each row with mean 0 and spread 1."""
    spread = np.sqrt(np.maximum(rows.var(axis=1, keepdims=True), LEAST_VARIANCE))
    return np.asarray((rows - rows.mean(axis=1, keepdims=True)) / spread, np.float32)


def _product(one: Gray, other: Gray) -> Gray:
    # In pieces: for larger products numpy wakes a thread for every core, which costs more than it saves here.
    product = np.empty((len(one), other.shape[1]), np.float32)
    for left in range(0, other.shape[1], COLUMNS):
        columns = other[:, left : left + COLUMNS]
        rows = max(1, ONE_THREAD // columns.size)
        for top in range(0, len(one), rows):
            into = product[top : top + rows, left : left + COLUMNS]
            np.matmul(one[top : top + rows], columns, out=into)
    return product
