"""Cameras made by hand: a clock that is set, a picamera2 that was never near a Pi."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from pi_diavolo.devices.camera import Frame, Picture


class SetClock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: float = 100.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def a_picture(value: int = 90, size: tuple[int, int] = (64, 48)) -> Picture:
    return np.full((size[1], size[0], 3), value, np.uint8)


def a_frame(at: float, value: int = 90) -> Frame:
    return Frame(a_picture(value), at)


class FakeRequest:
    """One of picamera2's requests: arrays and what the sensor said about them."""

    def __init__(self, camera: "FakePicamera2", told: Mapping[str, Any]) -> None:
        self._camera, self._told = camera, told
        camera.unreleased += 1

    def get_metadata(self) -> Mapping[str, Any]:
        return self._told

    def make_array(self, name: str) -> Any:
        width, height = self._camera.config[name]["size"]
        if name == "lores":  # lines are longer than the picture, as on a Pi
            return np.full((height * 3 // 2, width + 64), 128, np.uint8)
        return np.dstack([np.full((height, width), value, np.uint8) for value in (10, 20, 30)])

    def release(self) -> None:
        self._camera.unreleased -= 1


class FakePicamera2:
    """As much of picamera2 as we use; each item of `stamps` is a frame's time (s), or an error."""

    camera_properties: Mapping[str, Any] = {"ScalerCropMaximum": (0, 0, 4608, 2592)}

    def __init__(self, stamps: Sequence[float | Exception] = (), focuses: bool = True) -> None:
        self._stamps = list(stamps)
        self.camera_controls = {"AfMode": (0, 2, 0)} if focuses else {}
        self.config: dict[str, Any] = {}
        self.controls: dict[str, Any] = {}
        self.calls: list[str] = []
        self.unreleased = 0

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        return wanted

    def configure(self, config: dict[str, Any]) -> None:
        self.config = config

    def start(self) -> None:
        self.calls.append("start")

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        self.controls |= controls

    def autofocus_cycle(self, wait: float) -> bool:
        self.calls.append("focus")
        return True

    def capture_metadata(self) -> Mapping[str, Any]:
        return {"LensPosition": 1.4}

    def capture_request(self, wait: float) -> FakeRequest:
        stamp = self._stamps.pop(0)
        if isinstance(stamp, Exception):
            raise stamp
        told = {"SensorTimestamp": round(stamp * 1e9), "ExposureTime": 8000, "AnalogueGain": 2.0}
        return FakeRequest(self, {**told, "ColourGains": (1.9, 1.6)})

    def close(self) -> None:
        self.calls.append("close")


class FakeCapture:
    """As much of OpenCV's VideoCapture as a USB camera needs."""

    def __init__(self, frames: Sequence[tuple[Any, float]], opened: bool = True) -> None:
        self._frames, self._opened = list(frames), opened
        self.stamp_ms = 0.0
        self.released = False
        self.set_to: dict[int, float] = {}

    def isOpened(self) -> bool:  # noqa: N802
        return self._opened

    def set(self, name: int, value: float) -> bool:
        self.set_to[name] = value
        return True

    def get(self, name: int) -> float:
        return self.stamp_ms

    def read(self) -> tuple[bool, Any]:
        if not self._frames:
            return False, None
        image, self.stamp_ms = self._frames.pop(0)
        return image is not None, image

    def release(self) -> None:
        self.released = True


def making(value: Any) -> Callable[..., Any]:
    return lambda *_: value
