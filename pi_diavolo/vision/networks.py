"""The two trained networks, run through OpenCV; `training/` says how they were made."""

from functools import cache
from importlib.resources import files

import cv2
import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float32]


def spot(view: npt.NDArray[np.uint8]) -> Numbers:
    """For every eight by eight pixels: is a die's centre here, where exactly, and how is it turned?"""
    return np.asarray(_run("spotter", cv2.dnn.blobFromImage(view, 1 / 255))[0])


def read(patches: list[npt.NDArray[np.uint8]]) -> Numbers:
    """For every patch: colours, values, is it a flat top face, and how far off it was cut."""
    return _run("reader", cv2.dnn.blobFromImages(patches, 1 / 255))


def _run(name: str, blob: npt.NDArray[np.float32]) -> Numbers:
    network = _network(name)
    network.setInput(blob)
    return np.asarray(network.forward(), np.float32)


@cache
def _network(name: str) -> cv2.dnn.Net:
    model = files("pi_diavolo.vision") / "models" / f"{name}.onnx"
    return cv2.dnn.readNetFromONNX(np.frombuffer(model.read_bytes(), np.uint8))
