"""Solid things in the picture: cast ray by ray in a small window, then laid over what lies behind them."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike

from pi_diavolo.simulator.painting.arrays import Flags, Float, Indices, f32
from pi_diavolo.simulator.painting.light import Window

# Rays along each side of a pixel: two for what lies still; blur hides that one is enough for what moves.
RAYS, MOVING_RAYS = 2, 1
BRIGHTEST = 4.0


@dataclass(eq=False)
class Sprite:
    """One thing in a window (x, y, width, height px): colour, height of the hits in mm, what is seen.

    Arrays have rays × rays samples a pixel. `top` marks samples of the face that looks up most.
    """

    window: Window
    colour: Float
    height: Float
    seen: Flags
    top: Flags
    rays: int = RAYS


def window_round(pixels: ArrayLike, size: tuple[int, int], margin: int = 2) -> Window | None:
    """The part of the picture that holds some points; None if it is empty."""
    points = np.asarray(pixels)
    low = np.maximum(np.floor(points.min(axis=0)).astype(int) - margin, 0)
    high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + margin + 1, size)
    if (high <= low).any():
        return None
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def part(window: Window) -> tuple[slice, slice]:
    """Rows and columns of a window."""
    x, y, width, height = window
    return slice(y, y + height), slice(x, x + width)


def rays_to_floor(floor_x: Float, floor_y: Float, eye: Float, window: Window, rays: int = RAYS) -> Float:
    """Rays (3, n) from the eye to the floor, rays × rays a pixel of a window."""
    rows, columns = part(window)
    size = (window[2] * rays, window[3] * rays)
    x = cv2.resize(floor_x[rows, columns], size, interpolation=cv2.INTER_LINEAR)
    y = cv2.resize(floor_y[rows, columns], size, interpolation=cv2.INTER_LINEAR)
    return f32(np.stack([x.ravel() - eye[0], y.ravel() - eye[1], np.full(x.size, -eye[2], np.float32)]))


def filled(
    window: Window, which: Indices, colour: Float, height: Float, top: Flags, rays: int = RAYS
) -> Sprite:
    """A sprite from the samples (3, n) of those rays that hit."""
    rows, columns = window[3] * rays, window[2] * rays
    all_colour = np.zeros((rows * columns, 3), np.float32)
    all_colour[which] = np.minimum(colour, BRIGHTEST).T
    all_height = np.full(rows * columns, -np.inf, np.float32)
    all_height[which] = height
    all_top = np.zeros(rows * columns, bool)
    all_top[which] = top
    shape = (rows, columns)
    seen = np.isfinite(all_height).reshape(shape)
    return Sprite(
        window, all_colour.reshape(*shape, 3), all_height.reshape(shape), seen, all_top.reshape(shape), rays
    )


def hide_behind(sprite: Sprite, height: Float) -> None:
    """Take away what lies behind the table's own parts: along a ray from above, higher is nearer."""
    behind = np.repeat(np.repeat(height[part(sprite.window)], sprite.rays, 0), sprite.rays, 1)
    sprite.seen &= sprite.height > behind - 0.05


def hide_each_other(sprites: list[Sprite]) -> None:
    """Of two things in one sample, only the nearer is seen."""
    for i, one in enumerate(sprites):
        for other in sprites[i + 1 :]:
            shared = _shared(one.window, other.window)
            if shared is None:
                continue
            mine, theirs = _inside(one, shared), _inside(other, shared)
            nearer = one.height[mine] >= other.height[theirs]
            one.seen[mine] &= nearer
            other.seen[theirs] &= ~nearer | ~np.isfinite(one.height[mine])


def _shared(one: Window, other: Window) -> Window | None:
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[0] + one[2], other[0] + other[2]), min(one[1] + one[3], other[1] + other[3])
    return (left, top, right - left, bottom - top) if right > left and bottom > top else None


def _inside(sprite: Sprite, window: Window) -> tuple[slice, slice]:
    rays = sprite.rays
    left, top = (window[0] - sprite.window[0]) * rays, (window[1] - sprite.window[1]) * rays
    return slice(top, top + window[3] * rays), slice(left, left + window[2] * rays)


def lay_over(picture: Float, sprites: list[Sprite], share: float = 1.0, before: Float | None = None) -> None:
    """Paint sprites that do not hide each other any more; each pixel is the mean of its samples.

    `share` is the part of the exposure for which they are there, `before` the picture without any.
    """
    behind = picture if before is None else before
    spots = [behind[part(sprite.window)].copy() for sprite in sprites]
    for sprite, spot in zip(sprites, spots, strict=True):
        cover = _mean(f32(sprite.seen), sprite.rays)
        colour = _mean(sprite.colour * sprite.seen[..., None], sprite.rays)
        picture[part(sprite.window)] += (colour - spot * cover[..., None]) * np.float32(share)


def _mean(samples: Float, rays: int) -> Float:
    if rays == 1:
        return samples
    size = (samples.shape[1] // rays, samples.shape[0] // rays)
    return f32(cv2.resize(samples, size, interpolation=cv2.INTER_AREA))
