"""The trained networks, run through onnxruntime or OpenCV; `training/` says how they were made."""

import os
import threading
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
import numpy.typing as npt

# Some builds of onnxruntime report to their makers and mark this machine, unless told not to at once.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

Numbers = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

FOLD = 4
# What the spotter says of each cell.
SPOT_FIELDS = ("there", "dx", "dy", "cos4", "sin4", "covered")


def spot(view: Bytes) -> Numbers:
    """For every cell of the view: is a die's centre here, where exactly, how is it turned; is it covered?"""
    return np.asarray(run("spotter", folded(view))[0])


def cover(view: Bytes) -> Numbers:
    """For every cell of a small view: does something hide the tray there? In log-odds."""
    return np.asarray(run("coverer", folded(view))[0, 0])


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


def count_in_doubt(patches: Sequence[Bytes]) -> Numbers:
    """For every patch the values, by a network that is slower and sees more."""
    return run("expert", cv2.dnn.blobFromImages(patches, 1 / 255))


def lie(patches: Bytes, silhouettes: Bytes) -> Numbers:
    """For every wide patch and the silhouette of a flat die in it: in which way the die lies."""
    return run("lier", _with_shapes(patches, silhouettes))


def lie_closer(patches: Bytes, silhouettes: Bytes) -> Numbers:
    """The same by a network that is slower, and of patches in which there is more to be seen."""
    return run("arbiter", _with_shapes(patches, silhouettes))


def place(patches: Bytes, silhouettes: Bytes) -> Numbers:
    """For every patch and the silhouette of a flat die in it: how far off it was cut, as
    `aim` says it, how round its edges are, and how far off all that may be."""
    return run("placer", _with_shapes(patches, silhouettes))


def match(pairs: Numbers) -> Numbers:
    """For every cut of an Order die beside an enrolled face: whether they are the same, in log-odds."""
    return run("matcher", np.ascontiguousarray(pairs, np.float32))[:, 0]


def _with_shapes(patches: Bytes, silhouettes: Bytes) -> Numbers:
    seen = cv2.dnn.blobFromImages(list(patches), 1 / 255)
    return np.concatenate([seen, silhouettes[:, None].astype(np.float32) / 255], axis=1)


def run(name: str, blob: Numbers) -> Numbers:
    """What the network of this name answers; it is loaded once."""
    return _network(name)(blob)


Network = Callable[[Numbers], Numbers]


@cache
def _network(name: str) -> Network:
    model = (files("pi_diavolo.vision") / "models" / f"{name}.onnx").read_bytes()
    try:
        return through_onnxruntime(model)
    except ImportError:  # an extra that not every machine has a build of
        return through_opencv(model)


def through_onnxruntime(model: bytes) -> Network:
    """The network, two to three times as fast as through OpenCV."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # The other cores belong to the rest of the table.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    # A plan of the memory for every number of dice ever seen together: 33 MB in all, and nothing is faster.
    options.enable_mem_pattern = False
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    (taken,) = session.get_inputs()

    def forward(blob: Numbers) -> Numbers:
        (answer,) = session.run(None, {taken.name: blob})
        return np.asarray(answer, np.float32)

    return forward


def through_opencv(model: bytes) -> Network:
    """The network, with nothing else installed."""
    network = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))
    # It keeps what it was shown until it answers: another thread's picture would come in between.
    answering = threading.Lock()

    def forward(blob: Numbers) -> Numbers:
        with answering:
            network.setInput(blob)
            return np.asarray(network.forward(), np.float32)

    return forward
