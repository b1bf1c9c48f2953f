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

# Of a face that mirrors a lamp: how much of a patch it fills, how bright the lamp is upon it (in powers of
# two; 0 is just white), how much less of it the pips mirror, and how dark the hollow beside their rims is.
FACE_WIDE, LAMP, LESS, HOLLOW = (0.5, 0.8), (-1.0, 1.6), (0.02, 1.0), (0.0, 1.2)
# From where on a camera presses what is too bright together (1 is white); how well a file keeps it.
SHOULDER, QUALITY = (0.55, 1.0), (60, 97)


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
    return np.asarray(np.clip(out, 0, 1), np.float32)


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


def burnt(patch: Bytes, rng: np.random.Generator) -> Bytes:
    """A top face seen plainly, as it would be if it mirrored a lamp: only its pips mirror less of it.

    Where the lamp is bright enough, little is left but their rims, or nothing.
    """
    plain = patch.astype(np.float32) / 255
    pips = _pips(plain.mean(axis=2))
    slope = np.stack([cv2.Sobel(pips, cv2.CV_32F, 1, 0), cv2.Sobel(pips, cv2.CV_32F, 0, 1)]) / 4
    turn = rng.uniform(0, 2 * np.pi)
    one_side = slope[0] * np.cos(turn) + slope[1] * np.sin(turn)
    rims = np.hypot(*slope) if rng.random() < 0.4 else np.maximum(one_side, 0)
    lamp = 2 ** rng.uniform(*LAMP) * mirrored_part(len(patch), rng)
    lamp *= (1 - rng.uniform(*LESS) * pips) * np.clip(1 - rng.uniform(*HOLLOW) * rims, 0, 1)
    if rng.random() < 0.4:
        grain = rng.normal(1, rng.uniform(0.1, 1.0), lamp.shape).astype(np.float32)
        lamp *= np.clip(cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.6, 1.2)), 0, 2)
    tint = rng.uniform(0.9, 1.0, 3).astype(np.float32)
    seen = plain * rng.uniform(0.6, 1.0) + lamp[..., None] * tint
    soft = cv2.GaussianBlur(pressed(seen, rng), (0, 0), rng.uniform(0.3, 1.0))
    return as_kept(np.asarray(sharpened(np.clip(soft, 0, 1), rng) * 255, np.uint8), rng)


def pressed(light: Image, rng: np.random.Generator) -> Image:
    """What is too bright, cut off; or pressed together, so that the brightest still differ a little."""
    if rng.random() < 0.4:
        return np.minimum(light, 1.3)
    knee = rng.uniform(*SHOULDER)
    room = max(1 - knee, 1e-3)
    over = np.maximum(light - knee, 0)
    return np.asarray(np.minimum(light, knee) + room * (1 - np.exp(-over / room)), np.float32)


def as_kept(image: Bytes, rng: np.random.Generator) -> Bytes:
    """As a camera keeps it in a file, which loses what hardly differs."""
    if rng.random() < 0.4:
        return image
    _, file = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*QUALITY))])
    return np.asarray(cv2.imdecode(file, cv2.IMREAD_UNCHANGED), np.uint8)


def sharpened(image: Image, rng: np.random.Generator) -> Image:
    """As most cameras do it: what is left of burnt pips gets dark rims."""
    if rng.random() < 0.4:
        return image
    amount, soft = rng.uniform(0.1, 1.4), cv2.GaussianBlur(image, (0, 0), rng.uniform(0.6, 1.8))
    return np.asarray(np.clip(cv2.addWeighted(image, 1 + amount, soft, -amount, 0), 0, 1), np.float32)


def _pips(gray: Image) -> Image:
    """Where a plain face is not of its body's shade, from 0 to 1."""
    edge = len(gray) // 5
    face = gray[edge:-edge, edge:-edge]
    body = float(np.median(face))
    differs = np.abs(gray - body)
    most = float(np.percentile(np.abs(face - body), 99))
    inside = np.zeros_like(gray)
    inside[edge // 2 : -(edge // 2), edge // 2 : -(edge // 2)] = 1
    return np.asarray(np.clip((differs / max(most, 1e-3) - 0.3) / 0.4, 0, 1) * inside, np.float32)


def mirrored_part(px: int, rng: np.random.Generator) -> Image:
    """What of a face mirrors a lamp: all of it, or a part with an uneven edge."""
    half = (px - 1) / 2
    off = np.abs(np.arange(px, dtype=np.float32) - half)
    wide = rng.uniform(*FACE_WIDE) * px / 2
    along = 1 / (1 + np.exp((off - wide) / rng.uniform(0.3, 1.2)))
    face = np.outer(along, along).astype(np.float32)
    if rng.random() < 0.4:
        return face
    waves = cv2.GaussianBlur(rng.normal(0, 1, (px, px)).astype(np.float32), (0, 0), rng.uniform(4, 12))
    waves /= waves.std() + 1e-6
    return np.asarray(
        face / (1 + np.exp(-(waves - rng.uniform(-1.5, 0.8)) / rng.uniform(0.1, 0.8))), np.float32
    )
