"""The trained networks, run through OpenCV; `training/` says how they were made."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

FOLD = 4


def spot(view: Bytes) -> Numbers:
    """For every cell of the view: is a die's centre here, where exactly, how is it turned; is it covered?"""
    return np.asarray(run("spotter", folded(view))[0])


def folded(view: Bytes) -> Numbers:
    """The view with the pixels of each block of FOLD by FOLD behind each other (1, 3 FOLD², h, w).

    OpenCV takes three channels for eight: the first layer, which is the largest, is twice as fast on this.
    """
    rows, columns = view.shape[0] // FOLD, view.shape[1] // FOLD
    blocks = view.reshape(rows, FOLD, columns, FOLD, 3).transpose(4, 1, 3, 0, 2)
    return np.multiply(blocks.reshape(1, -1, rows, columns), np.float32(1 / 255), dtype=np.float32)


def aim(patches: Sequence[Bytes]) -> Numbers:
    """For every patch: how far off it was cut, to the right, upwards and turned."""
    return run("aimer", cv2.dnn.blobFromImages(patches, 1 / 255))


def read(patches: Sequence[Bytes]) -> Numbers:
    """For every patch: colours, values, is it a top face, and how far off it was cut."""
    return run("reader", cv2.dnn.blobFromImages(patches, 1 / 255))


def lie(patches: Sequence[Bytes], silhouettes: Bytes) -> Numbers:
    """For every wide patch and the silhouette of a flat die in it: in which way the die lies."""
    seen = cv2.dnn.blobFromImages(patches, 1 / 255)
    shapes = silhouettes[:, None].astype(np.float32) / 255
    return run("lier", np.concatenate([seen, shapes], axis=1))


def run(name: str, blob: Numbers) -> Numbers:
    """What the network of this name answers; it is loaded once."""
    network = _network(name)
    network.setInput(blob)
    return np.asarray(network.forward(), np.float32)


@cache
def _network(name: str) -> cv2.dnn.Net:
    model = files("pi_diavolo.vision") / "models" / f"{name}.onnx"
    return cv2.dnn.readNetFromONNX(np.frombuffer(model.read_bytes(), np.uint8))
