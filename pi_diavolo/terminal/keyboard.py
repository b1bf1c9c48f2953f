"""Single keys from a terminal, each with the moment it was pressed."""

import atexit
import codecs
import contextlib
import os
import re
import select
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable
from types import TracebackType
from typing import Self, TextIO

from pi_diavolo.terminal.suspend import WhenSuspended

# Arrows and other named keys arrive as an escape and some letters, which nobody has pressed.
NAMED_KEY = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O[ -~])")
UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O)$")
AT_ONCE = 1024


class Keyboard:
    """Reports `(key, at)` for every key from a thread of its own, without echo; Ctrl-C still interrupts."""

    def __init__(
        self,
        report: Callable[[str, float], None],
        stdin: TextIO | int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._terminal = _descriptor(sys.stdin if stdin is None else stdin)
        self._report, self._clock = report, clock
        self._keys = Keys()
        self._before = termios.tcgetattr(self._terminal)
        self._woken, self._wake = os.pipe()
        self._open = True
        atexit.register(self.close)
        self._listen()
        self._suspended = WhenSuspended(self._restore, self._listen)
        self._thread = threading.Thread(target=self._read_on, name="keyboard", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop reading and give the terminal back as it was; a second time does nothing."""
        if not self._open:
            return
        self._open = False
        atexit.unregister(self.close)
        self._suspended.close()
        os.write(self._wake, b"x")
        if threading.current_thread() is not self._thread:
            self._thread.join()
        self._restore()
        os.close(self._woken)
        os.close(self._wake)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _listen(self) -> None:
        tty.setcbreak(self._terminal)

    def _restore(self) -> None:
        # Keys nobody read are dropped, or they would end up in the shell; a closed window keeps no settings.
        with contextlib.suppress(termios.error):
            termios.tcsetattr(self._terminal, termios.TCSAFLUSH, self._before)

    def _read_on(self) -> None:
        # A key may close the keyboard: then nothing is left to wait for.
        while self._open:
            ready, _, _ = select.select([self._terminal, self._woken], [], [])
            at = self._clock()
            if self._woken in ready:
                return
            try:
                arrived = os.read(self._terminal, AT_ONCE)
            except OSError:
                return  # the window was closed
            if not arrived:
                return
            for key in self._keys.take(arrived):
                self._report(key, at)


class Keys:
    """Makes keys of bytes, however a terminal may cut them into pieces."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""

    def take(self, arrived: bytes) -> str:
        """The keys that are complete now, without arrows and their like."""
        text = NAMED_KEY.sub("", self._rest + self._decoder.decode(arrived))
        unfinished = UNFINISHED.search(text)
        cut = unfinished.start() if unfinished else len(text)
        self._rest = text[cut:]
        return text[:cut]


def _descriptor(stdin: TextIO | int) -> int:
    try:
        number = stdin if isinstance(stdin, int) else stdin.fileno()
    except (OSError, ValueError):
        number = -1
    if number < 0 or not os.isatty(number):
        raise ValueError("the keys come from no terminal; start the game in a terminal to play along")
    return number
