"""The ChArUco board in a picture: its inner corners, to a tenth of a pixel and alike in every OpenCV."""

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.errors import UsageError
from pi_diavolo.vision.camera import Array
from pi_diavolo.vision.picture import Picture

FEWEST_CORNERS = 8
# The corner is looked for between the nearest markers, whose edges would draw it away.
SHARE_OF_RIM = 0.9
SMALLEST_WINDOW, LARGEST_WINDOW = 2, 30
STOP_AT = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 50, 1e-3)


@dataclass(frozen=True, slots=True)
class BoardSize:
    """Which board was printed: squares across and down, and how large they and their markers are."""

    columns: int = 7
    rows: int = 5
    square_mm: float = 30.0
    marker_mm: float = 22.0
    dictionary: str = "DICT_5X5_100"

    def checked(self) -> "BoardSize":
        """This board, if it can be."""
        known = [name for name in dir(cv2.aruco) if name.startswith("DICT_")]
        if self.dictionary not in known:
            near = get_close_matches(self.dictionary.upper(), known, 1)
            wanted = near[0] if near else "an ArUco one such as DICT_5X5_100"
            raise UsageError(f"--dictionary {self.dictionary}: OpenCV knows no such dictionary; use {wanted}")
        if not self.marker_mm < self.square_mm:
            sizes = f"markers of {self.marker_mm:g} mm do not fit into squares of {self.square_mm:g} mm"
            raise UsageError(f"{sizes}; measure both, see --square-mm and --marker-mm")
        there = len(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, self.dictionary)).bytesList)
        if self.columns * self.rows // 2 > there:
            board = f"a board of {self.columns} × {self.rows} squares"
            raise UsageError(
                f"{board} needs more markers than the {there} of {self.dictionary}; use a larger one"
            )
        return self

    def board(self) -> Any:
        """The board as OpenCV knows it."""
        found = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, self.dictionary))
        return cv2.aruco.CharucoBoard((self.columns, self.rows), self.square_mm, self.marker_mm, found)

    @property
    def corners_mm(self) -> Array:
        """All inner corners (N, 3), by their numbers."""
        return np.asarray(self.board().getChessboardCorners(), np.float64).reshape(-1, 3)


@dataclass(frozen=True, slots=True, eq=False)
class BoardSeen:
    """The inner corners found in one picture: their numbers, and where they are (N, 2)."""

    numbers: npt.NDArray[np.int64]
    corners_px: Array


def find_board(gray: Picture, size: BoardSize) -> BoardSeen | None:
    """The board in this picture, or None where too little of it is seen."""
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(size.board()).detectBoard(gray)
    if numbers is None or len(numbers) < FEWEST_CORNERS:
        return None
    found = np.asarray(numbers, np.int64).ravel()
    rough = np.asarray(corners, np.float32).reshape(-1, 2)
    seen = BoardSeen(found, _refined(gray, rough, _window(rough, found, size)))
    return None if _on_one_line(size.corners_mm[found]) else seen


def _window(corners: npt.NDArray[np.float32], numbers: npt.NDArray[np.int64], size: BoardSize) -> int:
    """Half the side of the window in which a corner is looked for, in pixels."""
    homography, _ = cv2.findHomography(size.corners_mm[numbers][:, :2], corners)
    if homography is None:
        return SMALLEST_WINDOW
    middle = size.corners_mm[numbers][:, :2].mean(axis=0)
    square = (middle + np.array([(0, 0), (1, 0), (0, 1)])).reshape(-1, 1, 2)
    here, right, down = cv2.perspectiveTransform(square, homography).reshape(-1, 2)
    px_per_mm = min(np.linalg.norm(right - here), np.linalg.norm(down - here))
    rim = (size.square_mm - size.marker_mm) / 2 * px_per_mm
    return int(np.clip(round(SHARE_OF_RIM * rim), SMALLEST_WINDOW, LARGEST_WINDOW))


def _refined(gray: Picture, rough: npt.NDArray[np.float32], window: int) -> Array:
    # Up to OpenCV 4.11 the detector's own corners lie half a pixel too far right and down; these do not.
    start = np.ascontiguousarray(rough.reshape(-1, 1, 2))
    fine = cv2.cornerSubPix(gray, start, (window, window), (-1, -1), STOP_AT)
    return np.asarray(fine, np.float64).reshape(-1, 2)


def _on_one_line(places: Array) -> bool:
    return bool(np.linalg.matrix_rank(places[:, :2] - places[0, :2]) < 2)
