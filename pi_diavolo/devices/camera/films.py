"""A film or a folder of pictures in a camera's place: its frames come as if they were taken now."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from pi_diavolo.devices.camera import USUAL, CameraError, CameraSettings, Frame, Picture

PICTURES = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})
FASTEST_FPS = 1000.0


class Pace:
    """When each frame is due; with no speed none is waited for, and yet each has its time."""

    def __init__(
        self,
        fps: float,
        speed: float | None,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] | None = None,
    ) -> None:
        self._step, self._speed, self._clock = 1 / fps, speed, clock
        self._closed = threading.Event()
        self._wait = wait or self._closed.wait
        self._start: float | None = None
        self._frames = 0

    def next(self) -> float:
        """Wait for the next frame's moment, and tell it."""
        if self._start is None:
            self._start = self._clock()
        share = self._frames * self._step
        self._frames += 1
        if self._speed is None:
            return self._start + share
        at = self._start + share / self._speed
        left = at - self._clock()
        if left > 0:
            self._wait(left)
        return at

    def stop(self) -> None:
        """Nobody waits any more."""
        self._closed.set()


class Film:
    """The frames of a video at its own speed; a frame that comes late keeps the time it was due."""

    def __init__(self, path: Path, settings: CameraSettings = USUAL, pace: Pace | None = None) -> None:
        self._capture: Any = cv2.VideoCapture(str(path.absolute()))
        if not self._capture.isOpened():
            raise CameraError(f"{path}: this is not a video, or a damaged one; give an MP4, AVI or MKV file")
        told = float(self._capture.get(cv2.CAP_PROP_FPS))
        fps = told if 0 < told <= FASTEST_FPS else settings.fps
        self._pace = pace or Pace(fps, settings.speed)

    def next(self) -> Frame | None:
        """The next frame when its moment has come; None at the end."""
        there, image = self._capture.read()
        if not there or image is None:
            return None
        return Frame(np.asarray(image, np.uint8), self._pace.next())

    def close(self) -> None:
        """Close the file."""
        self._pace.stop()
        self._capture.release()


class Folder:
    """The pictures of a folder in the order of their names."""

    def __init__(self, path: Path, settings: CameraSettings = USUAL, pace: Pace | None = None) -> None:
        self._left = sorted(file for file in path.iterdir() if file.suffix.lower() in PICTURES)
        if not self._left:
            raise CameraError(f"{path}: there is no picture in this folder; give one with .jpg or .png files")
        self._pace = pace or Pace(settings.fps, settings.speed)

    def next(self) -> Frame | None:
        """The next picture when its moment has come; None after the last."""
        if not self._left:
            return None
        file = self._left.pop(0)
        return Frame(_decoded(file), self._pace.next())

    def close(self) -> None:
        """No more pictures."""
        self._pace.stop()
        self._left = []


def _decoded(file: Path) -> Picture:
    try:
        raw = np.frombuffer(file.read_bytes(), np.uint8)
        image = cv2.imdecode(raw, cv2.IMREAD_COLOR) if raw.size else None
    except OSError:
        image = None
    if image is None:
        raise CameraError(f"{file}: this picture cannot be read; take it out of the folder or copy it again")
    return np.asarray(image, np.uint8)
