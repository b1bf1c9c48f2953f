"""The table in a terminal of its own, in which keys can be pressed."""

import os
import pty
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .killing import Running, command

CTRL_C = b"\x03"


@contextmanager
def started_in_a_terminal(log: Path, speed: float) -> Iterator[Running]:
    """As people start it; whoever writes to its output presses keys."""
    wanted = command(log, speed)
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(wanted[0], wanted, {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"})
    ended: list[int] = []

    def kill() -> int:
        if not ended:
            os.kill(pid, signal.SIGKILL)
            ended.append(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        return ended[0]

    try:
        yield Running(pid, terminal, kill)
    finally:
        kill()
        os.close(terminal)
