"""What is printed on the tray's floor, and the dust on it."""

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Bytes, Float, f32
from pi_diavolo.simulator.painting.look import Print, PrintedSheet, TableLook

# How much light ink of each of the 256 tones leaves; the blackest ink is not quite black.
LIGHT_LEFT = f32(0.03 + 0.97 * (np.arange(256) / 255) ** 2.2)


def print_on(floor: Float, look: TableLook, x: Float, y: Float) -> None:
    """Lay prints and dust over a floor whose pixels see these places."""
    geometry, scale = look.geometry, 3.0
    size = (round(geometry.tray_mm[0] * scale), round(geometry.tray_mm[1] * scale))
    for one in (*look.prints, *_dust(look)):
        stencil = _stencil(one, size, dust=one.strength < 0)
        columns = (x + np.float32(geometry.tray_mm[0] / 2)) * np.float32(scale)
        rows = (np.float32(geometry.tray_mm[1] / 2) - y) * np.float32(scale)
        share = cv2.remap(stencil, columns, rows, cv2.INTER_LINEAR)[..., None] * np.float32(
            abs(one.strength) / 255
        )
        floor += share * (f32(one.colour) - floor)


def _dust(look: TableLook) -> tuple[Print, ...]:
    if not look.dust:
        return ()
    return (Print((0.6, 0.6, 0.6), -0.7, look.dust),)


def _stencil(one: Print, size: tuple[int, int], dust: bool) -> Bytes:
    rng = np.random.default_rng(one.seed)
    stencil = np.zeros(size[::-1], np.uint8)
    if dust:
        for _ in range(int(rng.integers(5, 60))):
            x, y = (int(v) for v in rng.uniform(0, size))
            dx, dy = (int(v) for v in rng.normal(0, rng.choice([1, 1, 6]), 2))
            cv2.line(stencil, (x, y), (x + dx, y + dy), (int(rng.integers(60, 200)),), 1, cv2.LINE_AA)
        return stencil
    for _ in range(int(rng.integers(1, 5))):
        _draw_something(stencil, rng, size)
    return stencil


def _draw_something(
    stencil: Bytes,
    rng: np.random.Generator,
    size: tuple[int, int],
) -> None:
    """A line, a frame, a ring, a word or a row of dots: what people print on mats."""
    (x, y), (u, v) = ([int(part) for part in rng.uniform(0.1, 0.9, 2) * size] for _ in range(2))
    thick, ink = int(rng.integers(2, 9)), (255,)
    kind = rng.integers(0, 6)
    if kind == 0:
        cv2.line(stencil, (x, y), (u, v), ink, thick, cv2.LINE_AA)
    elif kind == 1:
        inset = int(rng.uniform(0.04, 0.3) * size[0])
        cv2.rectangle(stencil, (inset, inset), (size[0] - inset, size[1] - inset), ink, thick, cv2.LINE_AA)
    elif kind == 2:
        cv2.circle(stencil, (x, y), int(rng.uniform(15, 0.4 * size[0])), ink, thick, cv2.LINE_AA)
    elif kind == 3:
        word = "".join(rng.choice(list("ABCDEFGHKLMNOPRSTUWXYZ0123456789"), int(rng.integers(3, 8))))
        cv2.putText(
            stencil, word, (x // 2, y), int(rng.integers(0, 8)), rng.uniform(1, 5), ink, thick, cv2.LINE_AA
        )
    elif kind == 4:
        side = int(rng.uniform(30, 70))
        cv2.rectangle(stencil, (x, y), (x + side, y + side), ink, int(rng.choice([-1, 2, 4])), cv2.LINE_AA)
    else:
        for step in range(int(rng.integers(2, 7))):
            cv2.circle(stencil, (x + step * 18, y), int(rng.integers(3, 7)), ink, -1, cv2.LINE_AA)


def print_sheet(paper: Float, sheet: PrintedSheet, scale: float, x: Float, y: Float) -> None:
    """Lay a printed picture over paper whose pixels see these places, at most `scale` px a millimetre."""
    shrunk = min(1.0, scale / sheet.px_per_mm)
    picture = cv2.resize(sheet.picture, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA)
    height, width = picture.shape[:2]
    fine = np.float32(width / sheet.picture.shape[1] * sheet.px_per_mm)
    columns = (x - np.float32(sheet.centre[0])) * fine + np.float32((width - 1) / 2)
    rows = np.float32((height - 1) / 2) - (y - np.float32(sheet.centre[1])) * fine
    left = cv2.remap(
        picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(255, 255, 255)
    )
    paper *= cv2.LUT(left, LIGHT_LEFT)
