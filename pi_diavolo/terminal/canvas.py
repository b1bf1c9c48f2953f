"""A full screen that is drawn from a thread of its own, and put in order again whatever happens."""

import logging
import threading
from collections.abc import Callable

from rich.console import Console
from rich.live import Live
from rich.text import Text

from pi_diavolo.terminal.suspend import WhenSuspended

# A still picture looks this often whether the window was resized.
STILL_SECONDS = 0.25
CLOSING_SECONDS = 2.0

log = logging.getLogger(__name__)


class Canvas:
    """Draws `picture` when it has changed, when the window has, and every `pace` seconds while it moves."""

    def __init__(
        self, console: Console, picture: Callable[[], Text], pace: Callable[[], float | None]
    ) -> None:
        self._console, self._pace, self._size = console, pace, console.size
        self._changed, self._closing, self._hand = threading.Event(), threading.Event(), threading.RLock()
        self._live = Live(console=console, screen=True, auto_refresh=False, get_renderable=picture)
        self._live.start(refresh=True)
        self._suspended = WhenSuspended(self._leave, self._return)
        self._thread = threading.Thread(target=self._draw_on, name="canvas", daemon=True)
        self._thread.start()

    def changed(self) -> None:
        """The picture is another now: draw it soon."""
        self._changed.set()

    def close(self) -> bool:
        """Give the terminal back as it was; False when it takes nothing any more."""
        self._closing.set()
        self._changed.set()
        self._thread.join(CLOSING_SECONDS)
        self._suspended.close()
        # A terminal held by Ctrl-S holds the thread, and would hold us as well.
        if self._thread.is_alive():
            return False
        self._leave()
        return True

    def _draw_on(self) -> None:
        while not self._closing.is_set():
            pace = self._pace()
            changed = self._changed.wait(pace or STILL_SECONDS)
            self._changed.clear()
            if changed or pace or self._console.size != self._size:
                self._draw()

    def _draw(self) -> None:
        with self._hand:
            if not self._live.is_started:
                return
            try:
                self._size = self._console.size
                self._live.refresh()
            except Exception:
                # A game goes on without its scoreboard; the next picture may be fine again.
                log.exception("the scoreboard could not be drawn")

    def _leave(self) -> None:
        with self._hand:
            self._live.stop()

    def _return(self) -> None:
        with self._hand:
            self._live.start(refresh=True)
