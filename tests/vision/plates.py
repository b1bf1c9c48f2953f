"""Plates with markers, as a camera sees them: what is printed is known, and where the camera hangs."""

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.table_file import TableFile

Picture = npt.NDArray[np.uint8]
Box = tuple[float, float, float, float]
SIZE = (1280, 960)
PRINT_PX_A_MM = 6.0
GRID = 8
DESK, PAPER, FELT, INK = 90, 225, 110, 25


def a_camera(
    height: float = 620.0,
    tilt: float = 8.0,
    towards: float = 30.0,
    turn: float = 5.0,
    aside: tuple[float, float] = (0.0, 0.0),
    focal: float = 1300.0,
    centre: tuple[float, float] = (645.0, 472.0),
    dist: tuple[float, ...] = (-0.04, 0.01, 0.0003, -0.0002, 0.0),
    size: tuple[int, int] = SIZE,
) -> Camera:
    """A camera that looks nearly at the tray's middle, leaning by `tilt` degrees towards one side."""
    lean, way, roll = np.radians([tilt, towards, turn])
    down = np.diag([1.0, -1.0, -1.0])
    axis = np.array([np.cos(way), np.sin(way), 0.0]) * lean
    rotation = cv2.Rodrigues(np.array([0.0, 0.0, roll]))[0] @ down @ cv2.Rodrigues(axis)[0]
    matrix = np.array([(focal, 0, centre[0]), (0, focal, centre[1]), (0, 0, 1)])
    return Camera(matrix, np.array(dist), rotation, np.array([aside[0], aside[1], height]), size)


def a_picture(
    camera: Camera,
    table: TableFile | None = None,
    hidden: tuple[int, ...] = (),
    noise: float = 2.0,
    blur: float = 0.8,
    light: float = 1.0,
    rim: Box | None = None,
) -> Picture:
    """The plate as this camera sees it; a hidden marker is covered by a hand-coloured blot.

    The dark rim of a tray may hide what is beneath it: its middle, width and height in millimetres.
    """
    table = table or TableFile()
    canvas, reach = _plate(table, hidden, rim)
    columns, rows = (-(-side // GRID) + 1 for side in camera.size)
    across, down = np.meshgrid(np.arange(columns) * GRID, np.arange(rows) * GRID)
    places = camera.to_plane(np.column_stack([across.ravel(), down.ravel()]))
    on_canvas = (places * (1, -1) + reach) * PRINT_PX_A_MM - 0.5
    coarse = on_canvas.reshape(rows, columns, 2).astype(np.float32)
    # Each pixel gathers light from nine places, as a sensor's does.
    shift = np.array([-1 / 3, 0, 1 / 3])
    light_sum = np.zeros(camera.size[::-1], np.float32)
    for dx in shift:
        for dy in shift:
            grow = np.array([(1 / GRID, 0, dx / GRID), (0, 1 / GRID, dy / GRID)])
            where = cv2.warpAffine(
                coarse,
                grow,
                camera.size,
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
            light_sum += cv2.remap(canvas, where, None, cv2.INTER_LINEAR, borderValue=DESK)
    soft = cv2.GaussianBlur(light_sum / 9 * light, (0, 0), blur) if blur else light_sum / 9 * light
    grain = np.random.default_rng(7).normal(0, noise, soft.shape) if noise else 0
    return np.asarray(np.clip(soft + grain, 0, 255), np.uint8)


@lru_cache(maxsize=4)
def _plate(
    table: TableFile, hidden: tuple[int, ...], rim: Box | None
) -> tuple[npt.NDArray[np.float32], float]:
    sheet = table.markers
    reach = max(max(abs(at.x), abs(at.y)) for _, at in sheet.centres) + 0.8 * sheet.size_mm
    side = round(2 * reach * PRINT_PX_A_MM)
    canvas = np.full((side, side), PAPER, np.float32)

    def box(x: float, y: float, width: float, height: float) -> tuple[slice, slice]:
        left, top = (x - width / 2 + reach) * PRINT_PX_A_MM, (-y - height / 2 + reach) * PRINT_PX_A_MM
        right, bottom = left + width * PRINT_PX_A_MM, top + height * PRINT_PX_A_MM
        return slice(round(top), round(bottom)), slice(round(left), round(right))

    dictionary: Any = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, sheet.dictionary))
    cells = dictionary.markerSize + 2
    for number, at in sheet.centres:
        place = box(at.x, at.y, sheet.size_mm, sheet.size_mm)
        drawn = cv2.aruco.generateImageMarker(dictionary, number, cells)
        shape = canvas[place].shape
        large = cv2.resize(drawn, shape[::-1], interpolation=cv2.INTER_NEAREST)
        canvas[place] = 150 if number in hidden else np.where(large > 0, PAPER, INK)
    if rim:
        canvas[box(*rim)] = INK
    canvas[box(0, 0, table.tray.width_mm, table.tray.height_mm)] = FELT
    return canvas, reach


def worst_place_error(found: Camera, truth: Camera, z: float = 0.0, reach: float = 150.0) -> float:
    """How far off (mm) the found camera puts what the true one sees, at worst over the tray."""
    across, up = np.meshgrid(np.linspace(-reach, reach, 7), np.linspace(-reach, reach, 7))
    places = np.column_stack([across.ravel(), up.ravel()])
    pixels = truth.project(np.column_stack([places, np.full(len(places), z)]))
    return float(np.linalg.norm(found.to_plane(pixels, z) - places, axis=1).max())
