"""Some frames of a camera for a look at it, even of one that hangs."""

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from pi_diavolo.devices.camera import Camera, CameraError, Frame

PATIENCE_S = 8.0


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A frame, and when it arrived here."""

    frame: Frame
    heard_at: float


def snapshots(
    open_: Callable[[], Camera],
    most: int,
    seconds: float,
    patience_s: float = PATIENCE_S,
    clock: Callable[[], float] = time.monotonic,
) -> list[Snapshot]:
    """So many frames, or those of so many seconds; raises CameraError where not a single one comes."""
    arrived: queue.Queue[Snapshot | Exception | None] = queue.Queue()
    enough = threading.Event()

    def fetch() -> None:
        try:
            camera = open_()
            try:
                while not enough.is_set() and (frame := camera.next()) is not None:
                    arrived.put(Snapshot(frame, clock()))
            finally:
                camera.close()
        except Exception as error:  # of whatever driver
            arrived.put(error)
        arrived.put(None)

    threading.Thread(target=fetch, name="snapshots", daemon=True).start()
    try:
        return _collected(arrived, most, seconds, patience_s)
    finally:
        enough.set()


def _collected(
    arrived: "queue.Queue[Snapshot | Exception | None]", most: int, seconds: float, patience_s: float
) -> list[Snapshot]:
    taken: list[Snapshot] = []
    while len(taken) < most and not (taken and taken[-1].heard_at - taken[0].heard_at >= seconds):
        try:
            one = arrived.get(timeout=patience_s)
        except queue.Empty:
            raise CameraError(
                f"no picture came within {patience_s:.0f} s; look at the camera's cable,"
                " and close what else uses it"
            ) from None
        if isinstance(one, CameraError):
            raise one
        if isinstance(one, Exception):
            raise CameraError(f"the camera fails ({one}); look at its cable and its driver") from one
        if one is None:
            break
        taken.append(one)
    if not taken:
        raise CameraError("no picture is in there; give another film, folder or camera")
    return taken
