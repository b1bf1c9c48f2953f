"""`run --play` in a real terminal: a key is a grab, and the terminal comes back as it was."""

import fcntl
import os
import re
import struct
import subprocess
import termios
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.commands.makers import PATIENCE, CommandLine, program
from tests.terminal.pseudo import PseudoTerminal

CTRL_C = "\x03"
STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


@contextmanager
def in_a_terminal(
    *arguments: str, size: tuple[int, int] = (100, 40)
) -> Iterator[tuple[PseudoTerminal, subprocess.Popen[bytes]]]:
    """The program as it runs in a window, with its keys and its screen in our hands."""
    width, height = size
    pages = ("--no-pages",) if arguments[0] == "run" else ()  # with them it would never end
    with PseudoTerminal() as terminal:
        fcntl.ioctl(terminal.inside, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        with subprocess.Popen(
            # Ctrl-C reaches only those whose terminal it is: `setsid` makes it so.
            ["setsid", "--ctty", "--wait", *program(*arguments, *pages)],
            stdin=terminal.inside,
            stdout=terminal.inside,
            stderr=terminal.inside,
            env={**os.environ, "TERM": "xterm-256color"},
        ) as running:
            try:
                yield terminal, running
            finally:
                running.kill()


def screen(terminal: PseudoTerminal) -> str:
    return STYLE.sub("", terminal.seen)


def run(pi_diavolo: CommandLine, *options: str) -> tuple[str, ...]:
    return ("run", "--seed", "4", "--through", "numbers", "--log", str(pi_diavolo.log), *options)


@pytest.mark.parametrize(
    ("language", "key", "grab", "took"),
    [
        ("en", "r", "Grab!", r"Emil takes the red imp after (\d+) ms"),
        ("de", "3", "Greift zu", r"Emil nimmt das rote Teufelchen nach (\d+) ms"),
    ],
)
def test_a_key_is_a_grab_and_ctrl_c_leaves_cleanly(
    pi_diavolo: CommandLine, language: str, key: str, grab: str, took: str
) -> None:
    wanted = run(pi_diavolo, "--play", "emil", "--speed", "2", "--language", language)
    with in_a_terminal(*wanted) as (terminal, running):
        terminal.read_until(grab)
        assert not terminal.echoes()
        terminal.press(key)
        terminal.read_until("Emil nimmt das" if language == "de" else "Emil takes the")
        terminal.press(CTRL_C)
        assert running.wait(PATIENCE) == 0
        assert terminal.echoes()
        found = re.search(took, screen(terminal))
        assert found, screen(terminal)[-2000:]
        assert 0 < int(found[1]) < 10_000
        assert "Traceback" not in terminal.seen
    (game,) = pi_diavolo.ask("export").objects
    mine = [e for e in game["events"] if e["kind"] == "Grab" and e["seat"] == 2]
    assert [event["colour"] for event in mine] == ["red"]


def test_keys_of_no_colour_are_nothing(pi_diavolo: CommandLine) -> None:
    with in_a_terminal(*run(pi_diavolo, "--play", "--speed", "2")) as (terminal, running):
        terminal.read_until("Grab!")
        terminal.press("x\x1b[A\n 4")  # the arrow ends in a letter that nobody pressed
        terminal.read_until("Mia takes the gray imp")
        terminal.press(CTRL_C)
        assert running.wait(PATIENCE) == 0
    (game,) = pi_diavolo.ask("export").objects
    assert [e["colour"] for e in game["events"] if e["kind"] == "Grab" and e["seat"] == 1] == ["gray"]


def test_nobody_plays_for_somebody_who_does_not_sit_there(pi_diavolo: CommandLine) -> None:
    with in_a_terminal(*run(pi_diavolo, "--speed", "40", "--names", "Ada,Blaise")) as (terminal, running):
        terminal.read_until("Grab!")
        terminal.press(CTRL_C + CTRL_C)  # twice, as people do
        assert running.wait(PATIENCE) == 0
        assert "The game is kept." in screen(terminal)
        assert terminal.echoes()
    before = pi_diavolo.log.read_bytes()
    with in_a_terminal(*run(pi_diavolo, "--play", "Zorro")) as (terminal, running):
        assert running.wait(PATIENCE) == 2
        wanted = "pi-diavolo: --play Zorro: no such player sits at the table; use one of Ada, Blaise"
        assert terminal.read_until("Blaise").strip() == wanted
    assert pi_diavolo.log.read_bytes() == before


def test_whoever_plays_along_in_a_game_that_goes_on_is_its_first_player(pi_diavolo: CommandLine) -> None:
    with in_a_terminal(*run(pi_diavolo, "--speed", "40", "--names", "Ada,Blaise")) as (terminal, running):
        terminal.read_until("Grab!")
        terminal.press(CTRL_C)
        assert running.wait(PATIENCE) == 0
    with in_a_terminal(*run(pi_diavolo, "--play", "--speed", "5")) as (terminal, running):
        terminal.read_until("(you)")
        assert "Ada (you)" in screen(terminal)
        terminal.press(CTRL_C)
        assert running.wait(PATIENCE) == 0


@pytest.mark.parametrize("size", [(80, 24), (40, 20), (1, 1)])
def test_no_window_is_too_small(pi_diavolo: CommandLine, size: tuple[int, int]) -> None:
    wanted = run(pi_diavolo, "--speed", "1000", "--players", "2")
    with in_a_terminal(*wanted, size=size) as (terminal, running):
        assert running.wait(PATIENCE) == 0
        assert "Traceback" not in terminal.seen
        assert terminal.echoes()
    assert pi_diavolo.ask("list", "--json").objects[0]["over"]


@pytest.mark.parametrize("environment", [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_plain_terminal_will_do(
    pi_diavolo: CommandLine, monkeypatch: pytest.MonkeyPatch, environment: tuple[str, str]
) -> None:
    monkeypatch.setenv(*environment)
    with in_a_terminal(*run(pi_diavolo, "--speed", "1000", "--players", "2")) as (terminal, running):
        assert running.wait(PATIENCE) == 0
        assert "Traceback" not in terminal.seen


def test_a_simulation_shows_how_far_it_is_and_ctrl_c_ends_it() -> None:
    with in_a_terminal("simulate", "--games", "1000000") as (terminal, running):
        terminal.read_until("%")
        terminal.press(CTRL_C)
        assert running.wait(PATIENCE) == 130
        assert "Traceback" not in terminal.seen
