import os
import signal
import subprocess
import sys
from types import FrameType

from pi_diavolo.terminal.suspend import WhenSuspended

from .pseudo import PseudoTerminal

PROGRAM = """
import sys, time
from pi_diavolo.terminal.keyboard import Keyboard
with Keyboard(lambda key, at: None, 0):
    while True:
        sys.stdout.write("listening\\n")
        sys.stdout.flush()
        time.sleep(0.05)
"""


def test_several_nest_and_the_last_to_come_is_the_first_to_go() -> None:
    stops: list[str] = []

    def stopped(number: int, frame: FrameType | None) -> None:
        stops.append("stopped")

    before = signal.signal(signal.SIGTSTP, stopped)
    outer = WhenSuspended(lambda: stops.append("outer leaves"), lambda: stops.append("outer is back"))
    inner = WhenSuspended(lambda: stops.append("inner leaves"), lambda: stops.append("inner is back"))
    signal.raise_signal(signal.SIGTSTP)
    inner.close()
    outer.close()
    assert stops == ["inner leaves", "outer leaves", "stopped", "outer is back", "inner is back"]
    assert signal.signal(signal.SIGTSTP, before) is stopped


def test_ctrl_z_gives_the_terminal_back_and_takes_it_again() -> None:
    with PseudoTerminal() as terminal:
        program = subprocess.Popen(
            [sys.executable, "-c", PROGRAM], stdin=terminal.inside, stdout=subprocess.PIPE, process_group=0
        )
        assert program.stdout is not None
        try:
            program.stdout.readline()
            assert not terminal.echoes()
            os.kill(program.pid, signal.SIGTSTP)
            assert os.WIFSTOPPED(os.waitpid(program.pid, os.WUNTRACED)[1])
            assert terminal.echoes()
            os.kill(program.pid, signal.SIGCONT)
            # What was written before the stop is still in the pipe: read on until it listens again.
            while terminal.echoes():
                program.stdout.readline()
        finally:
            program.kill()
            program.communicate()
