"""Asks for the levels of all lines now and then: where the edges led elsewhere, some were lost."""

import logging
import threading
import time
from collections.abc import Callable

from pi_diavolo.devices.edges import Edges
from pi_diavolo.table.facts import LevelsRead, PartFailed
from pi_diavolo.table.parts import Fault
from pi_diavolo.table.switches import ALL_SWITCHES

logger = logging.getLogger(__name__)

EVERY_S = 0.1


class LevelPoller:
    """Reports the levels from its own thread, once started; lines that do not answer are said once.

    That they are well again is not for it to say: their levels are there, whoever knows the faults decides.
    """

    def __init__(
        self,
        edges: Edges,
        report: Callable[[LevelsRead | PartFailed], None],
        every_s: float = EVERY_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._edges, self._report, self._every_s, self._clock = edges, report, every_s, clock
        self._silent = False
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to ask."""
        self._thread = threading.Thread(target=self._run, name="levels", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ask no more; the lines stay open."""
        self._closing.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def poll(self) -> None:
        """Ask once."""
        at = self._clock()
        try:
            levels = dict(self._edges.levels())
        except Exception as error:  # whatever a driver raises, the others go on
            if not self._silent:
                logger.warning("the switches do not answer: %s", error)
                self._silent = True
                self._report(PartFailed(ALL_SWITCHES, Fault.SILENT, at))
            return
        self._silent = False
        self._report(LevelsRead(levels, at))

    def _run(self) -> None:
        while not self._closing.wait(self._every_s):
            try:
                self.poll()
            except Exception:
                logger.exception("the levels were not taken")
