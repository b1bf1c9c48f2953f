"""A terminal of the system's own making, with a hand on its keys and an eye on its screen."""

import contextlib
import os
import pty
import termios
import threading
from types import TracebackType
from typing import Self

PATIENCE = 10.0


class PseudoTerminal:
    """`inside` is what a program holds; somebody always reads along outside, or a program could fill it."""

    def __init__(self) -> None:
        self._outside, self.inside = pty.openpty()
        self.file = os.fdopen(os.dup(self.inside), "w", encoding="utf-8")
        self._bytes, self._more = b"", threading.Condition()
        self._thread = threading.Thread(target=self._read_along, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()
        # With the last one inside gone, reading outside ends with an error.
        os.close(self.inside)
        self._thread.join()
        os.close(self._outside)

    @property
    def seen(self) -> str:
        return self._bytes.decode(errors="replace")

    def press(self, keys: str | bytes) -> None:
        os.write(self._outside, keys if isinstance(keys, bytes) else keys.encode())

    def read_until(self, wanted: str, after: str = "") -> str:
        """All that appeared after a text, once the wanted one is among it; fails when it never comes."""
        with self._more:
            came = self._more.wait_for(lambda: wanted in self._seen_after(after), PATIENCE)
            assert came, f"{wanted!r} is not in {self.seen!r}"
        return self._seen_after(after)

    def echoes(self) -> bool:
        """Does the terminal show what is typed, and wait for whole lines?"""
        modes = termios.tcgetattr(self.inside)[3]
        return bool(modes & termios.ECHO and modes & termios.ICANON)

    def interrupts(self) -> bool:
        """Does Ctrl-C still raise a signal?"""
        return bool(termios.tcgetattr(self.inside)[3] & termios.ISIG)

    def _seen_after(self, text: str) -> str:
        return self.seen.partition(text)[2] if text else self.seen

    def _read_along(self) -> None:
        with contextlib.suppress(OSError):
            while piece := os.read(self._outside, 65536):
                with self._more:
                    self._bytes += piece
                    self._more.notify_all()
