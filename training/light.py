"""Other lights and cameras than the painter gave, laid over finished views and patches."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

BURNT = 0.4  # of the glare
# A lamp in a bumpy face breaks up into glints as large as pips: so many, so wide (in shares of a patch), so
# bright. Brighter ones nobody could tell from white pips.
MOST_GLINTS, GLINTS_WIDE, GLINTS_BRIGHT = 4, (0.03, 0.1), (0.15, 0.7)


def relit(image: Bytes, rng: np.random.Generator) -> Image:
    """Other white balance, exposure, contrast, glare, noise and sharpness."""
    gains = rng.uniform(0.85, 1.15, 3) * rng.uniform(0.75, 1.3)
    levels = np.clip(np.arange(256)[:, None] / 255 * gains, 0, 1) ** rng.uniform(0.75, 1.3)
    out: npt.NDArray[Any] = cv2.LUT(image, levels.astype(np.float32)[None])
    if rng.random() < 0.25:
        out = _glare(out, rng)
    if rng.random() < 0.25:
        out = _with_glints(np.asarray(out, np.float32), rng)
    if rng.random() < 0.3:
        out = out + rng.normal(0, rng.uniform(0, 0.04), out.shape)
    if rng.random() < 0.25:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.3))
    return np.clip(out, 0, 1).astype(np.float32)


def _glare(image: Image, rng: np.random.Generator) -> Image:
    """A veil of light over a part or all of it: what a lamp mirrored in the dice does."""
    height, width = image.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    reach = rng.uniform(0.15, 1.5) * min(height, width, 60)
    veil = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * reach**2)) * rng.uniform(0.2, 0.85)
    tint = rng.uniform(0.85, 1.0, 3).astype(np.float32)
    if rng.random() < BURNT:  # a mirror adds its light; what is too bright then is lost
        return np.asarray(np.minimum(image + rng.uniform(0.8, 2.0) * tint * veil[..., None], 1), np.float32)
    return np.asarray(image * (1 - veil[..., None]) + tint * veil[..., None], np.float32)


def _with_glints(image: Image, rng: np.random.Generator) -> Image:
    """Some small spots of light added, longish and torn."""
    height, width = image.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    tint = rng.uniform(0.85, 1.0, 3).astype(np.float32)
    light = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, MOST_GLINTS + 1))):
        x, y, turn = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0, np.pi)
        long, wide = rng.uniform(*GLINTS_WIDE, 2) * min(height, width, 60)
        along = (columns - x) * np.cos(turn) + (rows - y) * np.sin(turn)
        across = (rows - y) * np.cos(turn) - (columns - x) * np.sin(turn)
        light += rng.uniform(*GLINTS_BRIGHT) * np.exp(-((along / long) ** 2 + (across / wide) ** 2) / 2)
    torn = cv2.GaussianBlur(rng.normal(1, rng.uniform(0, 2), (height, width)).astype(np.float32), (0, 0), 1.0)
    return np.asarray(np.minimum(image + tint * (light * np.clip(torn, 0, 1.5))[..., None], 1), np.float32)
