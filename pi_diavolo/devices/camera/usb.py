"""A USB camera through OpenCV, each frame with the kernel's time where the driver tells it."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from pi_diavolo.devices.camera import USUAL, CameraError, CameraSettings, Frame

# OpenCV waits ten seconds for a camera that has stopped, and nobody may close it meanwhile, nor open it anew.
# It asks for this once, at the first picture: whole seconds.
WAITS = ("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "1")
STOPPED_S = 0.5  # a picture that is spoilt fails at once, one that is waited for in vain does not
# A stamp older than the driver can queue, or later than now, is of another clock.
OLDEST_S = 2.0
IN_A_ROW = 3  # frames that may be spoilt before the camera counts as broken


class UsbCamera:
    """One camera by its number or device."""

    def __init__(
        self,
        source: str,
        settings: CameraSettings = USUAL,
        opened: Callable[[int | str], Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._source, self._clock, self._last = source, clock, 0.0
        self._runs = False  # a picture came: before, some cameras take seconds
        device = int(source) if source.isdigit() else source
        if opened is None:
            _check_device(source)
            os.environ.setdefault(*WAITS)
            opened = _captured
        self._capture = opened(device)
        if not self._capture.isOpened():
            raise _gone(source)
        width, height = settings.size
        for name, value in (
            # Compressed by the camera: USB 2 has no room for large plain pictures thirty times a second.
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
            (cv2.CAP_PROP_FRAME_WIDTH, width),
            (cv2.CAP_PROP_FRAME_HEIGHT, height),
            (cv2.CAP_PROP_FPS, settings.fps),
        ):
            self._capture.set(name, value)

    def next(self) -> Frame:
        """Wait for the next frame."""
        for _ in range(IN_A_ROW):
            began = self._clock()
            there, image = self._capture.read()
            if there and image is not None:
                self._runs = True
                return Frame(np.asarray(image, np.uint8), self._stamp())
            if self._runs and self._clock() - began >= STOPPED_S:
                break  # let go of it at once: the watchdog opens it anew, and finds it taken while we wait
        raise _gone(self._source)

    def _stamp(self) -> float:
        now = self._clock()
        told = float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        at = told if now - OLDEST_S <= told <= now else now
        self._last = max(self._last, at)
        return self._last

    def close(self) -> None:
        """Let go of the camera."""
        self._capture.release()


def _captured(device: int | str) -> Any:
    return cv2.VideoCapture(device, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)


def _check_device(source: str) -> None:
    # OpenCV would complain of a missing device on standard error, and in its own words.
    device = Path(f"/dev/video{source}" if source.isdigit() else source)
    if sys.platform == "linux" and not device.exists():
        raise _gone(source)


def _gone(source: str) -> CameraError:
    return CameraError(
        f"camera {source}: there is none, or another program uses it; plug it in, close the other program,"
        " or name another camera"
    )
