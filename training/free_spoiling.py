"""What makes dice hard to read, laid over the reader's patches: swirls, gleams, odd colours, blur."""

import math
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

Float = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]


def spoiled(patch: Bytes, rng: np.random.Generator) -> Bytes:
    """The same die, perhaps harder to read; some of everything, now and then nothing."""
    out = (_other_hue(patch, rng) if rng.random() < 0.3 else patch).astype(np.float32)
    if rng.random() < 0.35:
        out = out * (1 + rng.uniform(0.05, 0.25) * _swirl(out.shape[0], rng))
    for _ in range(int(rng.choice([0, 1, 2, 4], p=[0.6, 0.25, 0.1, 0.05]))):
        out = _gleam(out, rng)
    if rng.random() < 0.3:
        out = out.mean() + (out - out.mean()) * rng.uniform(0.3, 1)
    if rng.random() < 0.3:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.5, 1.5))
    if rng.random() < 0.3:
        out = out + rng.normal(0, rng.uniform(1, 9), out.shape).astype(np.float32)
    return np.clip(out, 0, 255).astype(np.uint8)


def _other_hue(patch: Bytes, rng: np.random.Generator) -> Bytes:
    """Another hue and depth of colour; or channels mixed, so that body and pips change apart."""
    if rng.random() < 0.5:
        mix = np.eye(3) + rng.normal(0, 0.45, (3, 3))
        mix /= np.maximum(np.abs(mix).sum(1, keepdims=True), 0.6)
        return np.asarray(np.clip(cv2.transform(patch.astype(np.float32), mix), 0, 255), np.uint8)
    hsv = cv2.cvtColor(patch, cv2.COLOR_BGR2HSV).astype(np.int32)
    hsv[..., 0] = (hsv[..., 0] + int(rng.integers(180))) % 180
    hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.5, 1.5), 0, 255)
    return np.asarray(cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR), np.uint8)


@cache
def _noise(reach: int) -> Float:
    """Smooth coloured noise, drawn once."""
    noise = np.random.default_rng(reach).normal(0, 1, (512, 512, 3)).astype(np.float32)
    noise = cv2.GaussianBlur(noise, (0, 0), reach)
    gray = noise.mean(axis=2, keepdims=True)
    noise = gray + 0.5 * (noise - gray)
    return np.asarray(noise / noise.std(), np.float32)


def _swirl(side: int, rng: np.random.Generator) -> Float:
    noise = _noise(int(rng.integers(3, 9)))
    y, x = rng.integers(0, 512 - side, 2)
    return np.asarray(np.clip(noise[y : y + side, x : x + side], -1.5, 1.5), np.float32)


def _gleam(image: Float, rng: np.random.Generator) -> Float:
    """A lamp or window mirrored in an edge or between pips: a spot, a streak, an arc."""
    side = image.shape[0]
    mask = np.zeros((side, side), np.float32)
    x, y = (round(float(v)) for v in np.clip(rng.normal(0.5, 0.16, 2), 0, 1) * side)
    kind, thick = rng.random(), int(rng.integers(1, 4))
    if kind < 0.4:
        axes = (int(rng.integers(1, 5)), int(rng.integers(1, 4)))
        cv2.ellipse(mask, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, (1.0,), -1)
    elif kind < 0.7:
        angle, length = rng.uniform(0, 2 * math.pi), rng.uniform(3, 16)
        end = (round(x + length * math.cos(angle)), round(y + length * math.sin(angle)))
        cv2.line(mask, (x, y), end, (1.0,), thick)
    else:
        start, radius = rng.uniform(0, 360), int(rng.integers(3, 13))
        cv2.ellipse(
            mask, (x, y), (radius, radius), 0, start, start + rng.uniform(40, 250), (1.0,), min(thick, 2)
        )
    mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 1.2))[..., None] * rng.uniform(0.25, 1)
    return np.asarray(image + (rng.uniform(200, 255) - image) * mask, np.float32)
