"""The pictures of a soak, painted in a process of their own: the table's memory is measured without them."""

import multiprocessing
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Client, Connection, Listener
from multiprocessing.synchronize import Event as Flag
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.soak_pictures import Pictures
from pi_diavolo.devices.camera import Picture
from pi_diavolo.painted_looks import for_show
from pi_diavolo.painted_table import world_of
from pi_diavolo.simulator.sight import Standing
from pi_diavolo.simulator.world import Throw

SOCKET = "painter"
STARTS_S, PAINTS_S = 120.0, 20.0


@contextmanager
def painting(folder: Path) -> Iterator[None]:
    """Pictures can be had in this folder for as long as the block lasts."""
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    process = context.Process(target=_paint, args=(folder, ready), daemon=True)
    process.start()
    if not ready.wait(STARTS_S):
        raise RuntimeError("the painter did not come")
    try:
        yield
    finally:
        process.kill()
        process.join()


def _paint(folder: Path, ready: Flag) -> None:
    threading.Thread(target=_end_with_the_soak, daemon=True).start()
    pictures = Pictures()
    with Listener(str(folder / SOCKET), "AF_UNIX") as door:
        ready.set()
        while True:
            # Each in its own thread: whoever comes after a kill does not wait until the one before is missed.
            threading.Thread(target=_serve, args=(door.accept(), pictures), daemon=True).start()


def _end_with_the_soak() -> None:
    """Whoever kills the soak would leave a painter behind, and the folder's door would be taken."""
    soak = multiprocessing.parent_process()
    if soak is not None:
        soak.join()
        os._exit(1)


def _serve(table: Connection, pictures: Pictures) -> None:
    """Paint for one table until it has ended; there is never more than one that asks."""
    lying: Throw | None = None
    with table, suppress(OSError, EOFError):
        while True:
            asked: dict[str, Any] = table.recv()
            if "lies" in asked:
                lying = asked["lies"]
            if asked["flies"]:
                image = pictures.flying(asked["standing"], asked["alone"])
            else:
                image = pictures.still(lying, asked["standing"], asked["hand"])
            table.send_bytes(image.reshape(-1).data)  # flat: else only the first dimension would be counted


class PaintedElsewhere:
    """The same table, painted by that process."""

    def __init__(self, folder: Path) -> None:
        look, camera = for_show()
        self.folder, self.world = folder, world_of(look)
        self._shape = (camera.size[1], camera.size[0], 3)
        self._painter = Client(str(folder / SOCKET), "AF_UNIX")
        self._lying: list[Throw | None] = []  # what the painter was told last, if anything

    def still(self, lying: Throw | None, standing: Standing, hand: bool = False) -> Picture:
        """The table with these dice at rest."""
        told: dict[str, Any] = {"flies": False, "standing": standing, "hand": hand}
        if not self._lying or self._lying[0] is not lying:
            self._lying = [lying]
            told["lies"] = lying
        return self._painted(told)

    def flying(self, standing: Standing, alone: bool) -> Picture:
        """The table with dice in the air."""
        return self._painted({"flies": True, "standing": standing, "alone": alone})

    def _painted(self, told: dict[str, Any]) -> Picture:
        self._painter.send(told)
        if not self._painter.poll(PAINTS_S):
            raise RuntimeError(f"the painter has not painted within {PAINTS_S:.0f} s")
        image = np.empty(self._shape, np.uint8)
        self._painter.recv_bytes_into(image.reshape(-1).data)
        return image
