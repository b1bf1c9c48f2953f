"""Puts the terminal in order before Ctrl-Z stops the program, and back when it goes on."""

import signal
import threading
from collections.abc import Callable
from types import FrameType


class WhenSuspended:
    """Calls `before` ahead of a stop and `after` behind it; several of them nest."""

    def __init__(self, before: Callable[[], None], after: Callable[[], None]) -> None:
        self._before, self._after, self._active = before, after, False
        # Only the main thread may listen for signals; elsewhere Ctrl-Z stays as it was.
        if threading.current_thread() is threading.main_thread():
            self._previous = signal.signal(signal.SIGTSTP, self._stop)
            self._active = True

    def close(self) -> None:
        """Leave Ctrl-Z to whoever had it before."""
        on_main_thread = threading.current_thread() is threading.main_thread()
        if self._active and on_main_thread and signal.getsignal(signal.SIGTSTP) == self._stop:
            signal.signal(signal.SIGTSTP, self._previous)
        self._active = False

    def _stop(self, number: int, frame: FrameType | None) -> None:
        if self._active:
            self._before()
        if callable(self._previous):
            self._previous(number, frame)
        else:
            _stop_now()
        if self._active:
            self._after()


def _stop_now() -> None:
    outermost = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    signal.raise_signal(signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, outermost)
