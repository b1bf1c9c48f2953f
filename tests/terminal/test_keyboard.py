import io
import os
import queue
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_diavolo.terminal.keyboard import Keyboard, Keys

from .pseudo import PATIENCE, PseudoTerminal


class Pressed:
    """The keys reported, in order."""

    def __init__(self) -> None:
        self._keys: queue.Queue[tuple[str, float]] = queue.Queue()

    def __call__(self, key: str, at: float) -> None:
        self._keys.put((key, at))

    def next(self) -> tuple[str, float]:
        return self._keys.get(timeout=PATIENCE)


@pytest.fixture
def terminal() -> Iterator[PseudoTerminal]:
    with PseudoTerminal() as terminal:
        yield terminal


def test_a_key_is_reported_at_once_with_its_moment(terminal: PseudoTerminal) -> None:
    pressed = Pressed()
    with Keyboard(pressed, terminal.inside, clock=lambda: 12.5):
        terminal.press("r")
        assert pressed.next() == ("r", 12.5)


def test_keys_in_a_row_come_in_their_order(terminal: PseudoTerminal) -> None:
    pressed = Pressed()
    with Keyboard(pressed, terminal.inside):
        terminal.press("bwr")
        assert [pressed.next()[0] for _ in range(3)] == ["b", "w", "r"]


def test_nothing_is_echoed_while_keys_are_read_and_ctrl_c_still_interrupts(terminal: PseudoTerminal) -> None:
    with Keyboard(Pressed(), terminal.inside):
        assert not terminal.echoes()
        assert terminal.interrupts()
    assert terminal.echoes()


def test_the_terminal_is_given_back_after_an_exception(terminal: PseudoTerminal) -> None:
    with pytest.raises(KeyboardInterrupt), Keyboard(Pressed(), terminal.inside):
        raise KeyboardInterrupt
    assert terminal.echoes()


def test_closing_twice_does_no_harm(terminal: PseudoTerminal) -> None:
    keyboard = Keyboard(Pressed(), terminal.inside)
    keyboard.close()
    keyboard.close()
    assert terminal.echoes()


def test_closing_leaves_no_descriptor_open(terminal: PseudoTerminal) -> None:
    before = len(list(Path("/dev/fd").iterdir()))
    Keyboard(Pressed(), terminal.inside).close()
    assert len(list(Path("/dev/fd").iterdir())) == before


def test_a_key_may_close_the_keyboard(terminal: PseudoTerminal) -> None:
    closed: queue.Queue[str] = queue.Queue()

    def close(key: str, at: float) -> None:
        keyboard.close()
        closed.put(key)

    keyboard = Keyboard(close, terminal.inside)
    terminal.press("q")
    assert closed.get(timeout=PATIENCE) == "q"
    assert terminal.echoes()


def test_a_file_is_no_keyboard() -> None:
    with pytest.raises(ValueError, match="terminal"):
        Keyboard(Pressed(), io.StringIO("rrr"))


def test_a_pipe_is_no_keyboard() -> None:
    read, write = os.pipe()
    with os.fdopen(read), os.fdopen(write, "w"), pytest.raises(ValueError, match="terminal"):
        Keyboard(Pressed(), read)


@pytest.mark.parametrize(
    ("arrived", "keys"),
    [
        pytest.param([b"b"], "b", id="a letter"),
        pytest.param([b"\x1b[B"], "", id="the arrow down is no b"),
        pytest.param([b"r\x1b[1;5Bw\x1bOBg"], "rwg", id="letters between named keys"),
        pytest.param([b"\x1b[", b"Bw"], "w", id="an arrow in two pieces"),
        pytest.param([b"\x1b"], "\x1b", id="escape itself"),
        pytest.param(["é".encode()[:1], "é".encode()[1:]], "é", id="a letter in two pieces"),
        pytest.param([b"\xff", b"r"], "\ufffdr", id="what is no letter"),
    ],
)
def test_bytes_become_keys(arrived: list[bytes], keys: str) -> None:
    reading = Keys()
    assert "".join(reading.take(piece) for piece in arrived) == keys
