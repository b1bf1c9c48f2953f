"""Faces for Order dice: simple signs in black on white, drawn by rule and gathered in sets of six."""

import math
from collections.abc import Callable, Mapping

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Bytes
from pi_diavolo.simulator.painting.look import GlyphSet
from pi_diavolo.simulator.painting.strokes import (
    BLACK,
    SIDE,
    WHITE,
    bar,
    blank,
    disc,
    polygon,
    shape,
    star_points,
)


def draw_glyph_set(rng: np.random.Generator) -> GlyphSet:
    """Six signs that nobody confuses, whatever way up they lie."""
    kinds = rng.choice(sorted(SIGNS), 6, replace=False)
    pictures = tuple(_turned(SIGNS[kind](rng), int(rng.integers(0, 4))) for kind in kinds)
    return GlyphSet(tuple(str(kind) for kind in kinds), pictures)


def _turned(picture: Bytes, quarters: int) -> Bytes:
    return np.ascontiguousarray(np.rot90(picture, quarters))


def _plus(rng: np.random.Generator) -> Bytes:
    thick = rng.uniform(0.16, 0.32)
    return bar(bar(blank(), 0, 0, 0.82, thick), 0, 0, thick, 0.82)


def _minus(rng: np.random.Generator) -> Bytes:
    return bar(blank(), 0, 0, rng.uniform(0.7, 0.85), rng.uniform(0.15, 0.3))


def _bars(rng: np.random.Generator) -> Bytes:
    picture, count = blank(), int(rng.choice([2, 3, 3, 4]))
    thick = rng.uniform(0.4, 0.65) / count
    for i in range(count):
        bar(picture, 0, -0.8 + thick + i * (1.6 - 2 * thick) / (count - 1), 0.8, thick)
    return picture


def _target(rng: np.random.Generator) -> Bytes:
    picture = disc(disc(blank(), (0, 0), 0.85), (0, 0), rng.uniform(0.5, 0.65), WHITE)
    return disc(picture, (0, 0), rng.uniform(0.2, 0.35))


def _ring(rng: np.random.Generator) -> Bytes:
    return disc(disc(blank(), (0, 0), 0.85), (0, 0), rng.uniform(0.4, 0.6), WHITE)


def _moon(rng: np.random.Generator) -> Bytes:
    shift = rng.uniform(0.3, 0.45)
    return disc(disc(blank(), (0, 0), 0.85), (shift, shift * 0.5), rng.uniform(0.6, 0.72), WHITE)


def _star(rng: np.random.Generator) -> Bytes:
    return shape(blank(), star_points(5, rng.uniform(0.32, 0.45)))


def _sun(rng: np.random.Generator) -> Bytes:
    return shape(blank(), star_points(int(rng.choice([8, 10])), rng.uniform(0.5, 0.6)))


def _hourglass(rng: np.random.Generator) -> Bytes:
    gap = rng.uniform(0.0, 0.1)
    picture = shape(blank(), [(-0.8, 0.8), (0.8, 0.8), (0, gap)])
    return shape(picture, [(-0.8, -0.8), (0.8, -0.8), (0, -gap)])


def _triangle(rng: np.random.Generator) -> Bytes:
    return _framed(rng, 3, 0.9)


def _square(rng: np.random.Generator) -> Bytes:
    return _framed(rng, 4, 1.0, 45)


def _hexagon(rng: np.random.Generator) -> Bytes:
    return _framed(rng, 6, 0.9)


def _framed(rng: np.random.Generator, corners: int, radius: float, turn: float = 90.0) -> Bytes:
    """A polygon, filled or as a frame."""
    picture = shape(blank(), polygon(corners, radius, turn))
    if rng.random() < 0.5:
        shape(picture, polygon(corners, radius * rng.uniform(0.45, 0.6), turn), WHITE)
    return picture


def _arrow(rng: np.random.Generator) -> Bytes:
    thick, neck = rng.uniform(0.15, 0.28), rng.uniform(-0.05, 0.25)
    head = [
        (0.0, 0.9),
        (0.75, neck),
        (thick, neck),
        (thick, -0.85),
        (-thick, -0.85),
        (-thick, neck),
        (-0.75, neck),
    ]
    return shape(blank(), head)


def _double_arrow(rng: np.random.Generator) -> Bytes:
    thick, neck = rng.uniform(0.12, 0.22), rng.uniform(0.25, 0.4)
    right = [(0.0, 0.9), (0.6, neck), (thick, neck), (thick, -neck), (0.6, -neck), (0.0, -0.9)]
    return shape(blank(), [*right, *((-x, -y) for x, y in right[1:-1])])


def _chevron(rng: np.random.Generator) -> Bytes:
    thick = rng.uniform(0.35, 0.5)
    return shape(
        blank(),
        [
            (-0.85, -0.2),
            (0, 0.75),
            (0.85, -0.2),
            (0.85, -0.2 - thick),
            (0, 0.75 - thick),
            (-0.85, -0.2 - thick),
        ],
    )


def _cross(rng: np.random.Generator) -> Bytes:
    picture, t = blank(), rng.uniform(0.12, 0.22)
    for s in (-1, 1):
        shape(
            picture, [(-0.8 + t, -0.8 * s), (-0.8, (-0.8 + t) * s), (0.8 - t, 0.8 * s), (0.8, (0.8 - t) * s)]
        )
    return picture


def _three_dots(rng: np.random.Generator) -> Bytes:
    picture, size = blank(), rng.uniform(0.24, 0.32)
    for x, y in polygon(3, 0.58):
        disc(picture, (x, y), size)
    return picture


def _heart(rng: np.random.Generator) -> Bytes:
    picture = disc(disc(blank(), (-0.4, 0.3), 0.43), (0.4, 0.3), 0.43)
    return shape(picture, [(-0.79, 0.12), (0, -0.85), (0.79, 0.12), (0, 0.5)])


def _bolt(rng: np.random.Generator) -> Bytes:
    return shape(blank(), [(0.25, 0.9), (-0.6, -0.1), (-0.05, -0.1), (-0.25, -0.9), (0.6, 0.2), (0.05, 0.2)])


def _half(rng: np.random.Generator) -> Bytes:
    picture = disc(disc(blank(), (0, 0), 0.85), (0, 0), rng.uniform(0.62, 0.7), WHITE)
    return shape(picture, [(math.cos(a) * 0.8, math.sin(a) * 0.8) for a in np.linspace(0, math.pi, 24)])


def _corner(rng: np.random.Generator) -> Bytes:
    t = rng.uniform(0.4, 0.6)
    return shape(
        blank(),
        [(-0.8, 0.8), (-0.8 + t, 0.8), (-0.8 + t, -0.8 + t), (0.8, -0.8 + t), (0.8, -0.8), (-0.8, -0.8)],
    )


def _tee(rng: np.random.Generator) -> Bytes:
    return bar(bar(blank(), 0, 0.6, 0.8, 0.22), 0, -0.1, rng.uniform(0.18, 0.26), 0.7)


def _steps(rng: np.random.Generator) -> Bytes:
    picture = blank()
    for i, high in enumerate((0.3, 0.75, 1.2, 1.65)):
        bar(picture, -0.66 + i * 0.44, -0.85 + high / 2, 0.17, high / 2)
    return picture


def _letter(letters: str) -> Callable[[np.random.Generator], Bytes]:
    def draw(rng: np.random.Generator) -> Bytes:
        picture, letter = blank(), str(rng.choice(list(letters)))
        font, thick = int(rng.choice([0, 2, 3, 4])), int(rng.integers(10, 18))
        (width, high), _ = cv2.getTextSize(letter, font, 4.0, thick)
        scale = 4.0 * min(100 / max(width, 1), 96 / max(high, 1))
        (width, high), _ = cv2.getTextSize(letter, font, scale, thick)
        spot = (SIDE - width) // 2, (SIDE + high) // 2
        cv2.putText(picture, letter, spot, font, scale, BLACK, thick, cv2.LINE_AA)
        return picture

    return draw


# One letter or digit of each group: those within a group look alike, some way up.
SIGNS: Mapping[str, Callable[[np.random.Generator], Bytes]] = {
    "plus": _plus, "minus": _minus, "bars": _bars, "target": _target, "ring": _ring, "moon": _moon,
    "star": _star, "sun": _sun, "hourglass": _hourglass, "triangle": _triangle, "square": _square,
    "hexagon": _hexagon, "arrow": _arrow, "double_arrow": _double_arrow, "chevron": _chevron, "cross": _cross,
    "three_dots": _three_dots, "heart": _heart, "bolt": _bolt, "half": _half, "corner": _corner, "tee": _tee,
    "steps": _steps, "letter_a": _letter("ARK"), "letter_s": _letter("S25"), "letter_g": _letter("GQ"),
    "letter_e": _letter("EF"), "letter_p": _letter("P4"), "letter_y": _letter("Y7"),
}  # fmt: skip
