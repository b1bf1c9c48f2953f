"""What OpenCV knows of the things we print: the cells of markers, the board, and shapes made pixels."""

from collections.abc import Iterable, Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.charuco import BoardSize
from pi_diavolo.vision.picture import Picture

Cells = tuple[tuple[bool, ...], ...]
# Shapes are drawn this much larger and made small again, for soft edges that every version draws alike.
FINER = 8
# A face's picture is so wide.
FACE_SIDE_PX = 512


def marker_cells(dictionary: str, number: int) -> Cells:
    """A marker row by row with its border, True where it is black."""
    found: Any = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    drawn = cv2.aruco.generateImageMarker(found, number, found.markerSize + 2)
    return tuple(tuple(bool(value == 0) for value in row) for row in drawn)


def board_markers(size: BoardSize) -> tuple[tuple[tuple[int, int], ...], tuple[Cells, ...]]:
    """In which column and row of the board each marker stands, and the markers."""
    board = size.board()
    corners = [np.asarray(at, np.float64)[:, :2].mean(axis=0) for at in board.getObjPoints()]
    places = tuple((int(x // size.square_mm), int(y // size.square_mm)) for x, y in corners)
    numbers = np.asarray(board.getIds()).ravel()
    return places, tuple(marker_cells(size.dictionary, int(number)) for number in numbers)


def drawn(
    shapes: Iterable[tuple[Sequence[tuple[float, float]], int]], size: tuple[int, int], paper: int = 255
) -> Picture:
    """Filled outlines, in pixels from the picture's top left corner, each in its shade, on paper."""
    width, height = size
    canvas: npt.NDArray[np.uint8] = np.full((height * FINER, width * FINER), paper, np.uint8)
    for outline, shade in shapes:
        # Pixel centres are whole numbers, the picture's corner is half a pixel before the first.
        places = np.asarray(outline, np.float64) * FINER - 0.5
        cv2.fillPoly(canvas, [np.round(places * 16).astype(np.int32)], shade, shift=4)
    return np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), np.uint8)
