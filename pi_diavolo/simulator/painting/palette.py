"""Colours by lot: like a given one, but never quite the same."""

import numpy as np

from pi_diavolo.simulator.painting.arrays import BGR, f32, linear

RGB = tuple[int, int, int]


def near(rng: np.random.Generator, colour: RGB, spread: float = 0.12) -> BGR:
    """A colour like this one: lighter or darker, and a little off in hue."""
    whole = np.exp(rng.normal(0, spread * 1.5))
    parts = f32(linear(colour)) * whole * np.exp(rng.normal(0, spread * 0.4, 3))
    b, g, r = (float(v) for v in np.clip(parts, 0.004, 0.93))
    return (b, g, r)


def times(colour: BGR, factor: float) -> BGR:
    """The colour in so much more or less light."""
    return (colour[0] * factor, colour[1] * factor, colour[2] * factor)


def any_between(rng: np.random.Generator, low: int, high: int) -> RGB:
    """Any colour whose parts lie between two limits."""
    red, green, blue = (int(part) for part in rng.integers(low, high, 3))
    return (red, green, blue)


def seed_from(rng: np.random.Generator) -> int:
    """A number from which a pattern can be drawn again and again."""
    return int(rng.integers(0, 2**31))
