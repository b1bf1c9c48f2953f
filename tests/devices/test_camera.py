"""Frames come from a Pi's camera, a USB camera, a film or a folder, each with the moment it was taken."""

import sys
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from pi_diavolo.devices.camera import CameraError, CameraOpener, CameraSettings, found_cameras, open_camera
from pi_diavolo.devices.camera.films import Film, Folder, Pace
from pi_diavolo.devices.camera.pi import SETTLING_FRAMES, PiCamera
from pi_diavolo.devices.camera.usb import WAITS, UsbCamera
from tests.devices.cameras import FakeCapture, FakePicamera2, SetClock, a_picture, making

AT_ONCE = CameraSettings(fps=10, speed=None)


# Which camera is meant


@pytest.mark.parametrize("source", ["", "webcam", "nowhere.mp4", "a\0b", "/dev/video", "pi2"])
def test_what_is_no_camera_is_told_with_what_would_be(source: str) -> None:
    with pytest.raises(CameraError, match="use pi, a number"):
        open_camera(source)


@pytest.mark.skipif(sys.platform != "linux", reason="devices are files on Linux only")
@pytest.mark.parametrize("source", ["99", "/dev/video99"])
def test_a_usb_camera_that_is_not_there_is_told(source: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraError, match=f"camera {source}: there is none.* plug it in"):
        open_camera(source)
    assert capfd.readouterr().err == ""


def test_a_pi_camera_without_picamera2_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", making(None))
    with pytest.raises(CameraError, match="apt install python3-picamera2"):
        open_camera("pi")


def test_a_pi_without_a_camera_says_where_to_look(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = SimpleNamespace(Picamera2=SimpleNamespace(global_camera_info=list), __spec__=object())
    monkeypatch.setitem(sys.modules, "picamera2", empty)
    with pytest.raises(CameraError, match="no camera is found; look at its cable"):
        open_camera("pi")


def test_cameras_are_found_by_what_they_hang_on(tmp_path: Path) -> None:
    for name, place, index in (("video10", "usb1/1-1", "0"), ("video2", "usb1/1-2", "0")):
        _a_device(tmp_path, name, place, index)
    _a_device(tmp_path, "video3", "usb1/1-2", "1")  # the same camera's second device
    _a_device(tmp_path, "video1", "platform/codec", "0")
    assert found_cameras(tmp_path / "class") == ("/dev/video2", "/dev/video10")
    assert found_cameras(tmp_path / "nothing") == ()


def _a_device(root: Path, name: str, place: str, index: str) -> None:
    hardware = root / "devices" / place
    hardware.mkdir(parents=True, exist_ok=True)
    device = root / "class" / name
    device.mkdir(parents=True)
    (device / "index").write_text(f"{index}\n")
    (device / "device").symlink_to(hardware)


# The Pi's camera


def test_a_pi_camera_gives_both_streams_with_the_sensors_time() -> None:
    fake = FakePicamera2([12.5])
    frame = PiCamera(CameraSettings(size=(96, 72), small_size=(32, 24)), lambda: fake).next()
    assert frame.at == 12.5
    assert frame.image.shape == (72, 96, 3)
    assert frame.image[0, 0].tolist() == [10, 20, 30]
    assert frame.small is not None
    assert frame.small.shape == (24, 32, 3)
    assert fake.unreleased == 0
    assert fake.config["lores"]["size"] == (32, 24)


def test_a_frame_that_the_sensor_took_before_the_last_one_is_passed_over() -> None:
    camera = PiCamera(make=lambda: FakePicamera2([5.0, 4.9, 5.0, 5.1]))
    assert [camera.next().at, camera.next().at] == [5.0, 5.1]


def test_it_focuses_once_and_stays_there() -> None:
    fake = FakePicamera2()
    PiCamera(make=lambda: fake)
    assert fake.calls == ["start", "focus"]
    assert (fake.controls["AfMode"], fake.controls["LensPosition"]) == (0, 1.4)


def test_a_focus_that_is_known_is_taken_and_one_turned_by_hand_is_left() -> None:
    known, by_hand = FakePicamera2(), FakePicamera2(focuses=False)
    PiCamera(CameraSettings(lens_position=2.0), lambda: known)
    PiCamera(make=lambda: by_hand)
    assert "focus" not in known.calls + by_hand.calls
    assert known.controls["LensPosition"] == 2.0
    assert "AfMode" not in by_hand.controls


def test_light_is_fixed_once_it_has_settled() -> None:
    fake = FakePicamera2([number / 30 for number in range(1, SETTLING_FRAMES + 1)])
    camera = PiCamera(make=lambda: fake)
    for _ in range(SETTLING_FRAMES - 1):
        camera.next()
    assert "AeEnable" not in fake.controls
    camera.next()
    assert fake.controls["AeEnable"] is fake.controls["AwbEnable"] is False
    assert (fake.controls["ExposureTime"], fake.controls["ColourGains"]) == (8000, (1.9, 1.6))


def test_light_that_calibration_has_fixed_is_used_from_the_start() -> None:
    fake = FakePicamera2([number / 30 for number in range(1, SETTLING_FRAMES + 1)])
    wanted = CameraSettings(exposure_us=5000, gain=1.5, colour_gains=(2.0, 1.5))
    camera = PiCamera(wanted, lambda: fake)
    for _ in range(SETTLING_FRAMES):
        camera.next()
    assert (fake.controls["ExposureTime"], fake.controls["AnalogueGain"]) == (5000, 1.5)
    assert fake.controls["ColourGains"] == (2.0, 1.5)


def test_opened_anew_a_camera_stays_with_the_light_and_focus_of_the_first_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stamps = [number / 30 for number in range(1, SETTLING_FRAMES + 1)]
    cameras = [FakePicamera2(stamps), FakePicamera2(stamps)]
    left = list(cameras)
    monkeypatch.setattr("pi_diavolo.devices.camera.pi._make", lambda: left.pop(0))
    opener = CameraOpener("pi")
    first = opener()
    for _ in range(SETTLING_FRAMES):
        first.next()
    first.close()
    opener()
    again = cameras[1].controls
    assert "focus" not in cameras[1].calls
    assert (again["LensPosition"], again["ExposureTime"], again["AnalogueGain"]) == (1.4, 8000, 2.0)
    assert (again["AeEnable"], again["AwbEnable"], again["ColourGains"]) == (False, False, (1.9, 1.6))


def test_the_picture_is_cropped_on_the_sensor() -> None:
    fake = FakePicamera2()
    PiCamera(CameraSettings(crop=(0.25, 0.0, 0.5, 1.0)), lambda: fake)
    assert fake.controls["ScalerCrop"] == (1152, 0, 2304, 2592)


def test_a_pi_camera_that_stalls_or_breaks_is_told_in_one_sentence() -> None:
    camera = PiCamera(make=lambda: FakePicamera2([TimeoutError(), RuntimeError("broken\nlong story")]))
    with pytest.raises(CameraError, match="camera pi: no picture came; look at"):
        camera.next()
    with pytest.raises(CameraError, match=r"camera pi: broken; look at"):
        camera.next()
    camera.close()
    camera.close()


def test_a_pi_camera_that_does_not_start_is_let_go_of() -> None:
    fake = FakePicamera2()
    fake.start = lambda: (_ for _ in ()).throw(RuntimeError("camera in use"))  # type: ignore[method-assign]
    with pytest.raises(CameraError, match="does not start \\(camera in use\\)"):
        PiCamera(make=lambda: fake)
    assert fake.calls == ["close"]


@pytest.mark.on_the_pi
@pytest.mark.skipif("pi" not in found_cameras(), reason="needs a Pi with its camera plugged in")
def test_on_a_pi_frames_come_with_rising_stamps_of_the_monotonic_clock() -> None:
    import time

    camera = open_camera("pi")
    try:
        frames = [camera.next() for _ in range(30)]
        now = time.monotonic()
    finally:
        camera.close()
    stamps = [frame.at for frame in frames if frame]
    assert stamps == sorted(set(stamps))
    assert now - 1 < stamps[-1] <= now


# A USB camera


def test_a_usb_frame_has_the_kernels_time_where_it_can_be_right() -> None:
    clock = SetClock(50.0)
    capture = FakeCapture([(a_picture(), 49_960.0), (a_picture(), 0.0), (a_picture(), 49_970.0)])
    camera = UsbCamera("0", opened=making(capture), clock=clock)
    assert [camera.next().at for _ in range(2)] == [49.96, 50.0]
    assert camera.next().at == 50.0  # never backwards


def test_a_spoilt_usb_frame_is_passed_over_and_a_dead_camera_is_told() -> None:
    capture = FakeCapture([(None, 0.0), (a_picture(7), 0.0)])
    camera = UsbCamera("/dev/video3", opened=making(capture))
    assert camera.next().image[0, 0, 0] == 7
    with pytest.raises(CameraError, match="camera /dev/video3: there is none"):
        camera.next()
    camera.close()
    assert capture.released


class Starting(FakeCapture):
    """Every read waits for as long as OpenCV does."""

    clock = SetClock()

    def read(self) -> tuple[bool, object]:
        self.clock.now += float(WAITS[1])
        return super().read()


def test_a_usb_camera_may_take_its_time_before_the_first_picture_and_no_later() -> None:
    capture = Starting([(None, 0.0), (None, 0.0), (a_picture(7), 0.0)])
    camera = UsbCamera("0", opened=making(capture), clock=capture.clock)
    assert camera.next().image[0, 0, 0] == 7
    began = capture.clock.now
    with pytest.raises(CameraError):
        camera.next()
    assert capture.clock.now - began == float(WAITS[1])


def test_a_usb_camera_is_asked_for_the_size_that_is_wanted() -> None:
    capture = FakeCapture([])
    UsbCamera("0", CameraSettings(size=(1280, 960), fps=25), making(capture))
    assert capture.set_to[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert capture.set_to[cv2.CAP_PROP_FPS] == 25


def test_a_usb_camera_that_another_program_has_is_told() -> None:
    with pytest.raises(CameraError, match="another program uses it"):
        UsbCamera("0", opened=making(FakeCapture([], opened=False)))


# Films and folders


def a_film(path: Path, frames: int = 5, fps: float = 20) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (64, 48))
    for number in range(frames):
        writer.write(a_picture(40 * number))
    writer.release()
    return path


def test_a_film_comes_at_its_own_speed_each_frame_when_it_is_due(tmp_path: Path) -> None:
    clock, waits = SetClock(7.0), list[float]()

    def wait(seconds: float) -> None:
        waits.append(seconds)
        clock.now += seconds

    film = Film(a_film(tmp_path / "film.avi"), pace=Pace(20, 2.0, clock, wait))
    stamps = [frame.at for frame in iter(film.next, None)]
    assert stamps == pytest.approx([7.0, 7.025, 7.05, 7.075, 7.1])
    assert waits == pytest.approx([0.025] * 4)
    film.close()


def test_as_fast_as_it_goes_nobody_waits_and_each_frame_still_has_its_time(tmp_path: Path) -> None:
    film = open_camera(str(a_film(tmp_path / "film.avi")), AT_ONCE)
    frames = list(iter(film.next, None))
    assert [round(frame.at - frames[0].at, 3) for frame in frames] == [0, 0.05, 0.1, 0.15, 0.2]
    assert frames[3].image.mean() == pytest.approx(120, abs=3)


def test_a_folder_comes_in_the_order_of_its_names(tmp_path: Path) -> None:
    for number in (3, 1, 2):
        cv2.imwrite(str(tmp_path / f"{number:03}.png"), a_picture(number))
    (tmp_path / "notes.txt").write_text("no picture")
    frames = list(iter(open_camera(str(tmp_path), AT_ONCE).next, None))
    assert [int(frame.image[0, 0, 0]) for frame in frames] == [1, 2, 3]
    assert np.diff([frame.at for frame in frames]) == pytest.approx([0.1, 0.1])


def test_what_is_no_film_or_an_empty_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="no picture in this folder"):
        Folder(tmp_path)
    (tmp_path / "text.mp4").write_text("hello")
    with pytest.raises(CameraError, match="not a video"):
        open_camera(str(tmp_path / "text.mp4"))
    (tmp_path / "broken.png").write_bytes(b"hello")
    with pytest.raises(CameraError, match=r"broken\.png: this picture cannot be read"):
        Folder(tmp_path, AT_ONCE).next()
