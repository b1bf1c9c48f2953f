"""Cameras, whatever they are made of: each hands over its frames, and says when every one was taken."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pi_diavolo.errors import DiavoloError

Picture = npt.NDArray[np.uint8]

PI, AUTO = "pi", "auto"
KNOWN = "use pi, a number such as 0, a device such as /dev/video0, a film or a folder of pictures"


class CameraError(DiavoloError):
    """The camera gives no picture; says why and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture (blue, green, red; 8 bit) and when it was taken.

    `make_small` turns the camera's second, small stream into a picture: whoever wants none pays for none.
    """

    image: Picture
    at: float
    make_small: Callable[[], Picture] | None = None

    @property
    def small(self) -> Picture | None:
        """The same once more, small enough to look for motion in; None where the camera has one size only."""
        return None if self.make_small is None else self.make_small()


class Camera(Protocol):
    """Gives one frame after the other; used and closed by one thread."""

    def next(self) -> Frame | None:
        """Wait for the next frame; None when there is none any more, CameraError when it fails."""

    def close(self) -> None:
        """Let go of the camera; a second time does nothing."""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """How pictures are taken; `crop` is a part of the sensor (x, y, width, height, as shares of it).

    `speed` is for films: times as fast as life, or None for no waiting at all. Exposure (µs), gain and
    colour gains (red, blue) are fixed where they are given, and else as soon as the camera has found them.
    """

    size: tuple[int, int] = (1536, 1152)
    small_size: tuple[int, int] = (768, 576)
    fps: float = 30.0
    crop: tuple[float, float, float, float] | None = None
    exposure_us: int | None = None
    gain: float | None = None
    colour_gains: tuple[float, float] | None = None
    lens_position: float | None = None
    speed: float | None = 1.0


USUAL = CameraSettings()

Keep = Callable[[CameraSettings], None]


class CameraOpener:
    """Opens one camera as often as it takes; light and focus that it found the first time, it keeps.

    Metered anew, with a hand over the tray, the colours would not be those that were learned.
    """

    def __init__(self, source: str, settings: CameraSettings = USUAL) -> None:
        self._source, self.settings = source, settings

    def __call__(self) -> Camera:
        """Open it; raises CameraError."""
        return open_camera(self._source, self.settings, self._keep)

    def _keep(self, settings: CameraSettings) -> None:
        self.settings = settings


def open_camera(source: str, settings: CameraSettings = USUAL, keep: Keep = lambda found: None) -> Camera:
    """The camera, film or folder of this name; raises CameraError, always one sentence.

    `keep` hears the settings with what the camera has found out by itself.
    """
    if source == AUTO:
        source = next(iter(found_cameras()), AUTO)
    # Late, each of them: OpenCV takes a moment to load, and picamera2 is on a Pi only.
    if source == PI:
        from pi_diavolo.devices.camera.pi import PiCamera

        return PiCamera(settings, keep=keep)
    if re.fullmatch(r"\d{1,3}|/dev/video\d{1,3}", source, re.ASCII):
        from pi_diavolo.devices.camera.usb import UsbCamera

        return UsbCamera(source, settings)
    from pi_diavolo.devices.camera.films import Film, Folder

    path = Path(source)
    try:
        if source and path.is_dir():
            return Folder(path, settings)
        if source and path.is_file():
            return Film(path, settings)
    except (OSError, ValueError):
        pass
    raise CameraError(f"camera {source or repr(source)}: there is no such camera, film or folder; {KNOWN}")


def found_cameras(devices: Path = Path("/sys/class/video4linux")) -> tuple[str, ...]:
    """The cameras that are plugged in, the Pi's own first."""
    from pi_diavolo.devices.camera.pi import is_there

    return ((PI,) if is_there() else ()) + _usb_cameras(devices)


def _usb_cameras(devices: Path) -> tuple[str, ...]:
    # A Pi's codecs are video devices, too, and every camera has a second one for what is no picture.
    found = []
    for device in devices.glob("video*") if devices.is_dir() else ():
        index = device / "index"
        is_first = not index.is_file() or index.read_text().strip() == "0"
        if is_first and "/usb" in str((device / "device").resolve()):
            found.append(device.name)
    return tuple(f"/dev/{name}" for name in sorted(found, key=lambda name: int(name.removeprefix("video"))))
