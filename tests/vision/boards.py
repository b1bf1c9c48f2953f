"""ChArUco boards as a camera sees them, its lens known exactly."""

from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np

from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.charuco import BoardSize
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.printing import board_markers, drawn
from pi_diavolo.vision.sources import Named

PX_A_MM, RIM_MM, GRID = 8, 10, 8
DESK, PAPER, INK = 90, 225, 25
SIZE = (960, 720)
K = np.array([(1020.0, 0, 486.0), (0, 1020.0, 352.0), (0, 0, 1)])
DIST = np.array([-0.12, 0.05, 0.0, 0.0, 0.0])


def a_view(
    lean: tuple[float, float], at: tuple[float, float], away: float, size: tuple[int, int] = SIZE
) -> Camera:
    """A board leaning by degrees about both axes, its middle `at` a share of the picture, so many mm away."""
    board = BoardSize()
    turn, _ = cv2.Rodrigues(np.radians([lean[0], lean[1], 4.0]))
    scale = size[0] / SIZE[0]
    lens = np.diag([scale, scale, 1]) @ K
    middle = np.array([board.columns, board.rows, 0]) * board.square_mm / 2
    ray = np.linalg.inv(lens) @ [at[0] * size[0], at[1] * size[1], 1]
    return Camera(lens, DIST, turn, away * ray - turn @ middle, size)


def a_board_picture(view: Camera, noise: float = 2.0, seed: int = 0) -> Picture:
    """What that camera takes."""
    print_, shift = _print(BoardSize())
    columns, rows = (-(-side // GRID) + 1 for side in view.size)
    across, down = np.meshgrid(np.arange(columns) * GRID, np.arange(rows) * GRID)
    places = view.to_plane(np.column_stack([across.ravel(), down.ravel()]))
    coarse = ((places + shift) * PX_A_MM - 0.5).reshape(rows, columns, 2).astype(np.float32)
    light = np.zeros(view.size[::-1], np.float32)
    for dx in (-0.25, 0.25):  # each pixel gathers light from four places
        for dy in (-0.25, 0.25):
            grow = np.array([(1 / GRID, 0, dx / GRID), (0, 1 / GRID, dy / GRID)])
            how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            pixels = cv2.warpAffine(coarse, grow, view.size, flags=how, borderMode=cv2.BORDER_REPLICATE)
            light += cv2.remap(print_, pixels, None, cv2.INTER_LINEAR, borderValue=DESK)
    soft = cv2.GaussianBlur(light / 4, (0, 0), 0.7)
    return np.asarray(
        np.clip(soft + np.random.default_rng(seed).normal(0, noise, soft.shape), 0, 255), np.uint8
    )


@cache
def _print(size: BoardSize) -> tuple[Picture, float]:
    side, rim = size.square_mm, (size.square_mm - size.marker_mm) / 2
    places, markers = board_markers(size)
    shapes = []

    def square(x: float, y: float, width: float, shade: int) -> None:
        corners = ((x, y), (x + width, y), (x + width, y + width), (x, y + width))
        shapes.append(([((a + RIM_MM) * PX_A_MM, (b + RIM_MM) * PX_A_MM) for a, b in corners], shade))

    for row in range(size.rows):
        for column in range(size.columns):
            square(column * side, row * side, side, PAPER if (column, row) in places else INK)
    for (column, row), cells in zip(places, markers, strict=True):
        cell = size.marker_mm / len(cells)
        for down, values in enumerate(cells):
            for across, black in enumerate(values):
                x, y = column * side + rim + across * cell, row * side + rim + down * cell
                square(x, y, cell, INK if black else PAPER)
    width, height = (round((count * side + 2 * RIM_MM) * PX_A_MM) for count in (size.columns, size.rows))
    return drawn(shapes, (width, height), PAPER), RIM_MM


def good_views() -> Iterator[Camera]:
    """In the corners and the middle, leaning every way."""
    for lean, at in (
        ((0, 0), (0.5, 0.5)),
        ((30, 0), (0.32, 0.35)),
        ((-30, 5), (0.68, 0.62)),
        ((0, 32), (0.30, 0.62)),
        ((5, -32), (0.70, 0.36)),
        ((22, 22), (0.5, 0.55)),
    ):
        yield a_view(lean, at, away=360)


@cache
def good_pictures() -> tuple[Named, ...]:
    """What is taken of them."""
    return tuple(
        Named(f"{seed}.png", a_board_picture(view, seed=seed)) for seed, view in enumerate(good_views())
    )
