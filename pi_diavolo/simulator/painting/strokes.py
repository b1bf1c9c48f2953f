"""Black shapes on white paper, in coordinates from -1 to 1, x right, y up."""

import math

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Bytes

SIDE = 128
BLACK, WHITE = (0,), (255,)
Point = tuple[float, float]


def blank() -> Bytes:
    """Paper for one sign."""
    return np.full((SIDE, SIDE), 255, np.uint8)


def shape(picture: Bytes, points: list[Point], ink: tuple[int] = BLACK) -> Bytes:
    """Fill a polygon given in -1 to 1, x right, y up."""
    spots = np.array([((x + 1) * SIDE / 2, (1 - y) * SIDE / 2) for x, y in points])
    cv2.fillPoly(picture, [np.rint(spots * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)
    return picture


def disc(picture: Bytes, centre: Point, radius: float, ink: tuple[int] = BLACK) -> Bytes:
    """Fill a circle."""
    place = round((centre[0] + 1) * SIDE * 8), round((1 - centre[1]) * SIDE * 8)
    cv2.circle(picture, place, round(radius * SIDE * 8), ink, -1, cv2.LINE_AA, 4)
    return picture


def bar(picture: Bytes, x: float, y: float, half_x: float, half_y: float) -> Bytes:
    """Fill a rectangle round a point."""
    return shape(
        picture,
        [
            (x - half_x, y - half_y),
            (x + half_x, y - half_y),
            (x + half_x, y + half_y),
            (x - half_x, y + half_y),
        ],
    )


def polygon(corners: int, radius: float = 0.85, turn: float = 90.0) -> list[Point]:
    """The corners of a regular polygon."""
    turns = [math.radians(turn + 360 * i / corners) for i in range(corners)]
    return [(radius * math.cos(a), radius * math.sin(a)) for a in turns]


def star_points(rays: int, inner: float) -> list[Point]:
    """The corners of a star."""
    radii = [0.9, inner] * rays
    return [
        (
            radius * math.cos(math.pi / 2 + math.pi * i / rays),
            radius * math.sin(math.pi / 2 + math.pi * i / rays),
        )
        for i, radius in enumerate(radii)
    ]
