"""The trained networks, run through OpenCV; `training/` says how they were made."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]


def spot(view: Bytes) -> Numbers:
    """For every cell of the view: is a die's centre here, where exactly, how is it turned; is it covered?"""
    return np.asarray(run("spotter", cv2.dnn.blobFromImage(view, 1 / 255))[0])


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
