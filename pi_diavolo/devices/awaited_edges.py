"""Lines that may not be there yet: looked for again and again, and watched as soon as they are."""

import logging
import threading
import time
from collections.abc import Callable, Mapping

from pi_diavolo.devices.edges import Edges, Report, passed_on
from pi_diavolo.table.facts import EdgesLost

logger = logging.getLogger(__name__)

RETRY_S = 2.0


class AwaitedEdges:
    """Edges behind the same protocol; until the lines can be opened, they do not answer, and nobody waits."""

    def __init__(self, open_: Callable[[], Edges], report: Report, retry_s: float = RETRY_S) -> None:
        self._open, self._report, self._retry_s = open_, report, retry_s
        self._edges: Edges | None = None
        self._why = ""
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        if not self._opened():  # lines that are there are watched from the very start
            self._thread = threading.Thread(target=self._look, name="lines awaited", daemon=True)
            self._thread.start()

    def levels(self) -> Mapping[int, bool]:
        """Whether each line is high, now; OSError says why the lines cannot be opened."""
        if self._edges is None:
            raise OSError(self._why)
        return self._edges.levels()

    def close(self) -> None:
        """Look for them no more, and let go of them."""
        self._closing.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        if self._edges is not None:
            self._edges.close()

    def _look(self) -> None:
        while not self._closing.wait(self._retry_s):
            if self._opened():
                passed_on(self._report, EdgesLost(time.monotonic()))  # whatever happened before
                return

    def _opened(self) -> bool:
        try:
            self._edges = self._open()
        except Exception as error:  # whatever it is, it may be otherwise in a moment
            logger.debug("the lines cannot be watched yet: %s", error)
            self._why = str(error)
            return False
        return True
