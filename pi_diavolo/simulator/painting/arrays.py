"""The kinds of array that the painter paints with, and a few formulas used all over."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]
Numbers = NDArray[np.floating[Any]]
# Colours are linear light, blue first, as OpenCV stores pictures.
BGR = tuple[float, float, float]


def f32(values: object) -> Float:
    """Whatever it is, as an array of 32-bit numbers."""
    return np.asarray(values, dtype=np.float32)


def f64(values: object) -> NDArray[np.float64]:
    """Whatever it is, as an array of 64-bit numbers, which OpenCV's geometry wants."""
    return np.asarray(values, dtype=np.float64)


def dot(one: Numbers, other: Numbers) -> Float:
    """Products of vectors (3, n); written out, since numpy's sums over a short first axis are slow."""
    return f32(one[0] * other[0] + one[1] * other[1] + one[2] * other[2])


def length(vectors: Numbers) -> Float:
    """Lengths of vectors (3, n)."""
    return f32(np.sqrt(dot(vectors, vectors)))


def unit(vectors: Numbers) -> Float:
    """The same directions (3, n), of length 1."""
    return f32(vectors / np.maximum(length(vectors), 1e-9))


def most(vectors: Numbers) -> Float:
    """The greatest of each three."""
    return f32(np.maximum(np.maximum(vectors[0], vectors[1]), vectors[2]))


def least(vectors: Numbers) -> Float:
    """The least of each three."""
    return f32(np.minimum(np.minimum(vectors[0], vectors[1]), vectors[2]))


def linear(srgb: tuple[int, int, int]) -> BGR:
    """A colour as people write it (red, green, blue from 0 to 255) in linear light, blue first."""
    red, green, blue = ((part / 255) ** 2.2 for part in srgb)
    return (blue, green, red)
