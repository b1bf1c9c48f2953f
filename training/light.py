"""Other lights and cameras than the painter gave, laid over finished views and patches."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

BURNT = 0.4  # of the glare


def relit(image: Bytes, rng: np.random.Generator) -> Image:
    """Other white balance, exposure, contrast, glare, noise and sharpness."""
    gains = rng.uniform(0.85, 1.15, 3) * rng.uniform(0.75, 1.3)
    levels = np.clip(np.arange(256)[:, None] / 255 * gains, 0, 1) ** rng.uniform(0.75, 1.3)
    out: npt.NDArray[Any] = cv2.LUT(image, levels.astype(np.float32)[None])
    if rng.random() < 0.25:
        out = _glare(out, rng)
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
