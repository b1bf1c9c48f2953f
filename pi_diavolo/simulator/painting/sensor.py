"""From light to picture: vignetting, blur, white balance, tone, Bayer pattern, noise, sharpening, JPEG."""

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_diavolo.simulator.painting.arrays import Bytes, Float, f32
from pi_diavolo.simulator.painting.look import Sensor

# The brightest light that the sensor tells from still brighter light; white paper at full exposure is 1.
BRIGHTEST = 1.25
# A blur so small has no shape to be seen, and a Gaussian is quicker.
SMALL_BLUR_PX = 0.9
NOISE_PX = 2048
GRAY_WEIGHTS = f32([0.114, 0.587, 0.299])


def blurred(linear: Float, sensor: Sensor) -> Float:
    """Out of focus and shaken, both acting on light, so that bright things grow."""
    sharp = np.minimum(linear, 4 * BRIGHTEST)
    if 0.05 < sensor.defocus_px < SMALL_BLUR_PX:
        sharp = f32(cv2.GaussianBlur(sharp, (5, 5), sensor.defocus_px))
    elif sensor.defocus_px > 0.05:
        sharp = f32(cv2.filter2D(sharp, -1, _disc(sensor.defocus_px)))
    if math.hypot(*sensor.shake_px) > 0.5:
        sharp = f32(cv2.filter2D(sharp, -1, _stroke(*sensor.shake_px)))
    return sharp


def margin(sensor: Sensor) -> int:
    """How many pixels away a pixel still shows through the blur."""
    return math.ceil(sensor.defocus_px * 2 + math.hypot(*sensor.shake_px)) + 2


@lru_cache(maxsize=64)
def _disc(sigma: float) -> Float:
    """Between a Gaussian and the disc of an open lens."""
    half = math.ceil(sigma * 2)
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    away = np.hypot(x, y)
    kernel = np.exp(-((away / (1.5 * sigma)) ** 4)) + 0.3 * np.exp(-(away**2) / (2 * sigma**2))
    return f32(kernel / kernel.sum())


@lru_cache(maxsize=64)
def _stroke(x: float, y: float) -> Float:
    half = math.ceil(max(abs(x), abs(y)) / 2) + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    ends = [(round((half + s * x) * 16), round((half + s * y) * 16)) for s in (-0.5, 0.5)]
    cv2.line(kernel, ends[0], ends[1], (1.0,), 1, cv2.LINE_AA, 4)
    return f32(kernel / kernel.sum())


def vignette(size: tuple[int, int], strength: float) -> Float:
    """How much light each pixel gets (height, width, 1)."""
    width, height = size
    x, y = np.meshgrid(f32(np.arange(width)), f32(np.arange(height)))
    away = ((x - width / 2) ** 2 + (y - height / 2) ** 2) / (width**2 / 4 + height**2 / 4)
    return f32(1 / (1 + strength * 0.5 * away) ** 2)[..., None]


def developed(light: Float, sensor: Sensor) -> Bytes:
    """The picture before noise, 8 bit; `light` is blurred and vignetted."""
    # The square root spends the 256 steps where eyes and noise want them; a table does the rest.
    roots = cv2.sqrt(cv2.max(cv2.transform(light, _matrix(sensor)), (0.0, 0.0, 0.0, 0.0)))
    return np.asarray(
        cv2.LUT(cv2.convertScaleAbs(roots, alpha=255), _curve(sensor.gamma, sensor.contrast)), np.uint8
    )


def _matrix(sensor: Sensor) -> Float:
    saturation = sensor.saturation * np.eye(3) + (1 - sensor.saturation) * np.tile(GRAY_WEIGHTS, (3, 1))
    gains = np.diag(f32(sensor.white_balance) * sensor.exposure / BRIGHTEST)
    return f32(saturation @ gains)


@lru_cache(maxsize=64)
def _curve(gamma: float, contrast: float) -> Bytes:
    """Tone curve: gamma, an S of some contrast, and a shoulder before white."""
    light = (np.arange(256) / 255) ** 2 * BRIGHTEST
    light = np.where(light > 0.8, 0.8 + 0.22 * np.tanh((light - 0.8) / 0.22), light)
    tone = np.clip(light / 1.01, 0, 1) ** (1 / gamma)
    tone = tone - contrast * np.sin(2 * math.pi * tone) / (2 * math.pi)
    return np.clip(np.rint(tone * 255), 0, 255).astype(np.uint8)


def exposed(base: Bytes, sensor: Sensor, rng: np.random.Generator) -> Bytes:
    """The finished picture: what the sensor and the camera's own processing add."""
    picture = _noisy(base, sensor, rng)
    if sensor.denoise > 0:
        smooth = cv2.medianBlur(picture, 3)
        picture = cv2.addWeighted(picture, 1 - sensor.denoise, smooth, sensor.denoise, 0)
    if sensor.sharpen > 0:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
        picture = cv2.addWeighted(picture, 1 + sensor.sharpen, soft, -sensor.sharpen, 0)
    if sensor.jpeg is not None:
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg])
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(picture, np.uint8)


def _noisy(base: Bytes, sensor: Sensor, rng: np.random.Generator) -> Bytes:
    if not sensor.bayer:
        return _add_noise(base, sensor.noise, rng)
    mosaic = np.empty(base.shape[:2], np.uint8)
    mosaic[0::2, 0::2], mosaic[1::2, 1::2] = base[0::2, 0::2, 0], base[1::2, 1::2, 2]
    mosaic[0::2, 1::2], mosaic[1::2, 0::2] = base[0::2, 1::2, 1], base[1::2, 0::2, 1]
    # OpenCV names the pattern by the second row's pixels: blue first is its RG.
    return np.asarray(
        cv2.cvtColor(_add_noise(mosaic, sensor.noise * 1.4, rng), cv2.COLOR_BayerRG2BGR), np.uint8
    )


def _add_noise(picture: Bytes, sigma: float, rng: np.random.Generator) -> Bytes:
    """Shot and read noise; through the tone curve it comes out strongest a little above black."""
    if sigma <= 0:
        return picture
    tone = np.arange(256) / 255
    size_of = np.clip(sigma * 16 * (0.55 + 1.3 * np.sqrt(tone + 0.02) * (1.15 - tone)), 0, 255)
    amount = cv2.LUT(picture, np.rint(size_of).astype(np.uint8))
    height = picture.shape[0]
    flat = picture.reshape(height, -1)
    noise = _noise_from(rng, (height, flat.shape[1]))
    change = cv2.multiply(amount.reshape(height, -1), noise, scale=1 / 512, dtype=cv2.CV_16S)
    noisy = cv2.add(flat, change, dtype=cv2.CV_8U)
    return np.asarray(noisy, np.uint8).reshape(picture.shape)


def _noise_from(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.int8]:
    """A piece of one large sheet of noise: drawing fresh noise would cost more than the whole picture."""
    sheet = _sheet(
        max(NOISE_PX, math.ceil(shape[0] / 512) * 512 + 512), math.ceil(shape[1] / 1024) * 1024 + 1024
    )
    top, left = rng.integers(0, sheet.shape[0] - shape[0] + 1), rng.integers(0, sheet.shape[1] - shape[1] + 1)
    piece = sheet[top : top + shape[0], left : left + shape[1]]
    return piece[:: rng.choice((-1, 1)), :: rng.choice((-1, 1))]


@lru_cache(maxsize=4)
def _sheet(height: int, width: int) -> NDArray[np.int8]:
    noise = np.random.default_rng(5).standard_normal((height, width), dtype=np.float32)
    return np.asarray(np.clip(np.rint(noise * 32), -127, 127), np.int8)
