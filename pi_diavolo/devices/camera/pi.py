"""The Pi's own camera through picamera2: two streams, the sensor's time, fixed light and fixed focus."""

import importlib.util
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import cv2
import numpy as np

from pi_diavolo.devices.camera import USUAL, CameraError, CameraSettings, Frame, Keep, Picture

# A frame that takes longer will not come: the camera is opened anew.
WAITS_S = 2.0
FOCUS_S = 5.0
# Frames after the start in which exposure and white balance find their way, if nobody has fixed them.
SETTLING_FRAMES = 45
# libcamera's numbers for its focus modes.
MANUAL_FOCUS = 0
ADVICE = "look at its cable and at `rpicam-hello --list-cameras`, and close what else uses the camera"


def is_there() -> bool:
    """Whether picamera2 is installed and knows of a camera."""
    if importlib.util.find_spec("picamera2") is None:
        return False
    try:
        return bool(_picamera2().global_camera_info())
    except Exception:  # whatever is wrong with it, there is no camera to be used
        return False


class PiCamera:
    """Camera Module 3 (or another); it stays with the light and focus that it found, and tells `keep`."""

    def __init__(
        self,
        settings: CameraSettings = USUAL,
        make: Callable[[], Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
        keep: Keep = lambda found: None,
    ) -> None:
        self._settings, self._clock, self._keep = settings, clock, keep
        self._last, self._frames, self._fixed = 0.0, 0, False
        self._camera: Any = None
        try:
            self._camera = (make or _make)()
            self._camera.configure(self._configuration())
            self._camera.start()
            self._camera.set_controls(self._controls())
            self._focus()
        except CameraError:
            raise
        except Exception as error:  # picamera2 raises whatever libcamera, the kernel or a cable bring about
            self.close()
            raise CameraError(f"camera pi: it does not start ({_first_line(error)}); {ADVICE}") from None

    def next(self) -> Frame:
        """Wait for the next frame; one that the sensor took before the last is passed over."""
        try:
            while True:
                request = self._camera.capture_request(wait=WAITS_S)
                try:
                    told = request.get_metadata()
                    frame = self._frame(request, told)
                finally:
                    request.release()
                if frame is not None:
                    self._settle(told)
                    return frame
        except CameraError:
            raise
        except Exception as error:  # a stalled camera is a timeout here, a broken one may be anything
            why = "no picture came" if isinstance(error, TimeoutError) else _first_line(error)
            raise CameraError(f"camera pi: {why}; {ADVICE}") from None

    def close(self) -> None:
        """Let go of the camera."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    def _frame(self, request: Any, told: Mapping[str, Any]) -> Frame | None:
        # The stamp is the sensor's: picamera2 may hand over a frame that waited there before we asked.
        at = told["SensorTimestamp"] / 1e9 if "SensorTimestamp" in told else self._clock()
        if at <= self._last:
            return None
        self._last = at
        image = np.ascontiguousarray(request.make_array("main")[:, :, :3], np.uint8)
        planes = request.make_array("lores")  # a copy: the request's own memory is the camera's again
        return Frame(image, at, partial(_from_yuv, planes, self._settings.small_size))

    def _configuration(self) -> Any:
        wanted, frame_us = self._settings, round(1e6 / self._settings.fps)
        return self._camera.create_video_configuration(
            # Named for the order of its bits: in memory it is blue, green, red, as OpenCV has it.
            main={"size": wanted.size, "format": "RGB888"},
            lores={"size": wanted.small_size, "format": "YUV420"},
            controls={"FrameDurationLimits": (frame_us, frame_us)},
            queue=False,  # the next frame, not one from the past
        )

    def _controls(self) -> dict[str, Any]:
        crop = self._settings.crop
        return self._light() | ({} if crop is None else {"ScalerCrop": self._cropped(crop)})

    def _light(self) -> dict[str, Any]:
        wanted, controls = self._settings, dict[str, Any]()
        if wanted.exposure_us is not None:
            gain = wanted.gain or 1.0
            controls |= {"AeEnable": False, "ExposureTime": wanted.exposure_us, "AnalogueGain": gain}
        if wanted.colour_gains is not None:
            controls |= {"AwbEnable": False, "ColourGains": wanted.colour_gains}
        return controls

    def _cropped(self, shares: tuple[float, float, float, float]) -> tuple[int, int, int, int]:
        left, top, width, height = self._camera.camera_properties["ScalerCropMaximum"]
        x, y, across, down = shares
        return (
            round(left + x * width),
            round(top + y * height),
            round(across * width),
            round(down * height),
        )

    def _focus(self) -> None:
        """Focus once and stay there: a lens that hunts blurs the dice, and a hand would draw it upwards."""
        if "AfMode" not in self._camera.camera_controls:
            return  # this one is turned by hand
        position = self._settings.lens_position
        if position is None:
            self._camera.autofocus_cycle(wait=FOCUS_S)
            position = self._camera.capture_metadata().get("LensPosition")
            self._found(lens_position=position)
        if position is not None:
            self._camera.set_controls({"AfMode": MANUAL_FOCUS, "LensPosition": position})

    def _settle(self, told: Mapping[str, Any]) -> None:
        """Keep the light as it was found: colours were learned under it, and a hand shall not change it."""
        self._frames += 1
        if self._fixed or self._frames < SETTLING_FRAMES:
            return
        self._fixed, wanted = True, self._settings
        if wanted.exposure_us is None and {"ExposureTime", "AnalogueGain"} <= told.keys():
            self._found(exposure_us=told["ExposureTime"], gain=told["AnalogueGain"])
        if wanted.colour_gains is None and "ColourGains" in told:
            self._found(colour_gains=tuple(told["ColourGains"]))
        if self._settings != wanted:
            self._camera.set_controls(self._light())

    def _found(self, **found: Any) -> None:
        self._settings = replace(self._settings, **found)
        self._keep(self._settings)


def _from_yuv(planes: Any, size: tuple[int, int]) -> Picture:
    # Each line is as long as the hardware likes it: what is beyond the picture is cut off.
    return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV420p2BGR), np.uint8)[: size[1], : size[0]]


def _make() -> Any:
    if importlib.util.find_spec("picamera2") is None:
        raise CameraError(
            "camera pi: picamera2 is not installed; on a Pi, run `sudo apt install python3-picamera2`"
            " and make the environment with --system-site-packages"
        )
    if not _picamera2().global_camera_info():
        raise CameraError(f"camera pi: no camera is found; {ADVICE}")
    return _picamera2()()


def _picamera2() -> Any:
    from picamera2 import Picamera2

    return Picamera2


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
