"""Patterns that materials are made of: drawn once from fixed seeds, then cut, turned and scaled."""

import math
from collections.abc import Callable, Mapping
from functools import cache

import cv2
import numpy as np

from pi_diavolo.simulator.painting.arrays import Bytes, Float, f32

TILE_PX = 1024
# Patterns are kept in 8 bit round this middle, with this spread.
MIDDLE, SPREAD = 128, 36


def cut(
    rng: np.random.Generator, kind: str, size: tuple[int, int], scale: float = 1.0, angle: float = 0.0
) -> Float:
    """A piece (width, height) of a pattern from anywhere in its tile, magnified and turned (degrees)."""
    turn, x, y = math.radians(angle), *rng.uniform(0, TILE_PX, 2)
    cos, sin = math.cos(turn) / scale, math.sin(turn) / scale
    place = np.array([[cos, sin, x], [-sin, cos, y]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    piece = cv2.warpAffine(tile(kind), place, size, flags=flags, borderMode=cv2.BORDER_WRAP)
    return f32(cv2.subtract(piece, (MIDDLE,), dtype=cv2.CV_32F)) / np.float32(SPREAD)


@cache
def tile(kind: str) -> Bytes:
    """One seamless pattern, twice each way: cutting across the seam is four times slower."""
    pattern = PATTERNS[kind](np.random.default_rng(sum(map(ord, kind))))
    even = (pattern - pattern.mean()) / pattern.std() * SPREAD + MIDDLE
    return np.tile(np.clip(np.rint(even), 0, 255).astype(np.uint8), (2, 2))


def _coloured(rng: np.random.Generator, slope: float, stretch: float = 1.0) -> Float:
    """Noise whose spectrum falls with the frequency, stretched along x."""
    across, down = np.meshgrid(np.fft.rfftfreq(TILE_PX), np.fft.fftfreq(TILE_PX))
    frequency = np.sqrt((across * stretch) ** 2 + down**2)
    frequency[0, 0] = 1
    shape = frequency.shape
    waves = rng.standard_normal(shape) + 1j * rng.standard_normal(shape)
    spectrum = waves / np.maximum(frequency, 2 / TILE_PX) ** slope
    spectrum[0, 0] = 0
    return f32(np.fft.irfft2(spectrum, s=(TILE_PX, TILE_PX)))


def _wrapped_blur(pattern: Float, sigma: tuple[float, float]) -> Float:
    edge = 32
    wide = cv2.copyMakeBorder(pattern, edge, edge, edge, edge, cv2.BORDER_WRAP)
    return f32(cv2.GaussianBlur(wide, (0, 0), sigma[0], sigmaY=sigma[1])[edge:-edge, edge:-edge])


def _grain(rng: np.random.Generator) -> Float:
    return _wrapped_blur(f32(rng.standard_normal((TILE_PX, TILE_PX))), (0.7, 0.7))


def _clouds(rng: np.random.Generator) -> Float:
    return _coloured(rng, 1.6)


def _mottle(rng: np.random.Generator) -> Float:
    return _coloured(rng, 1.0)


def _fibres(rng: np.random.Generator) -> Float:
    canvas = np.full((TILE_PX, TILE_PX), 128, np.uint8)
    for _ in range(14000):
        start, turn, length = rng.uniform(0, TILE_PX, 2), rng.uniform(0, math.pi), rng.uniform(4, 22)
        end = start + length * np.array([math.cos(turn), math.sin(turn)])
        shade = int(rng.integers(60, 200))
        points = [(round(x * 8), round(y * 8)) for x, y in (start, end)]
        cv2.line(canvas, points[0], points[1], (shade,), 1, cv2.LINE_AA, 3)
    return f32(canvas)


def _weave(rng: np.random.Generator) -> Float:
    y, x = np.mgrid[0:TILE_PX, 0:TILE_PX] * (2 * math.pi / 8)
    threads = np.sin(x + f32(_coloured(rng, 1.2)) * 2) * (np.sin(x / 2) * np.sin(y / 2) > 0)
    return f32(threads + np.sin(y) * (np.sin(x / 2) * np.sin(y / 2) <= 0))


def _wood(rng: np.random.Generator) -> Float:
    """Growth rings cut lengthwise, with pores."""
    bend, rings = _coloured(rng, 2.0, 7.0), _coloured(rng, 1.3, 22.0)
    bend, rings = bend / bend.std(), rings / rings.std()
    pores = _wrapped_blur(f32(rng.standard_normal((TILE_PX, TILE_PX))), (9.0, 0.6))
    return f32(0.9 * np.sin(bend * 5 + rings * 0.8) + rings * 0.9 + pores / pores.std() * 0.45)


def _brushed(rng: np.random.Generator) -> Float:
    return _wrapped_blur(f32(rng.standard_normal((TILE_PX, TILE_PX))), (14.0, 0.5))


PATTERNS: Mapping[str, Callable[[np.random.Generator], Float]] = {
    "grain": _grain,
    "clouds": _clouds,
    "mottle": _mottle,
    "fibres": _fibres,
    "weave": _weave,
    "wood": _wood,
    "brushed": _brushed,
}
