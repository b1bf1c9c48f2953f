"""The command line for tests: called in this process, or started as a program of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pi_diavolo.cli import main

PATIENCE = 60.0
# Without pictures a whole game is over in no time.
FAST = ("--speed", "max", "--through", "numbers")
WORKED_EXAMPLE = ("--black", "2,3,6", "--white", "1,5,6", "--red", "3,5,5")
BOOKLET_GAPS = ("--gaps", "black=31.0,red=12.5,white=40")


@dataclass(frozen=True, slots=True)
class Heard:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def objects(self) -> list[dict[str, Any]]:
        """Every line as the JSON object it is."""
        return [json.loads(line) for line in self.lines]

    def must_be_right(self) -> "Heard":
        assert (self.code, self.err) == (0, ""), self
        return self


class CommandLine:
    """`pi-diavolo` in this process, in a home and a folder of its own."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self._capsys, self.folder = capsys, folder
        self.log = folder / "games.db"

    def __call__(self, *arguments: str) -> Heard:
        self._capsys.readouterr()
        try:
            code = main(arguments)
        except SystemExit as left:  # argparse says its help this way
            code = int(left.code or 0)
        said = self._capsys.readouterr()
        return Heard(code, said.out, said.err)

    def right(self, *arguments: str) -> Heard:
        """The same, where nothing may go wrong."""
        return self(*arguments).must_be_right()

    def play(self, *arguments: str) -> Heard:
        """Games as fast as they go, kept in the log."""
        return self.right("run", *FAST, "--log", str(self.log), *arguments)

    def ask(self, question: str, *arguments: str) -> Heard:
        """A question to the log."""
        return self("games", question, "--log", str(self.log), *arguments)


def settle(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Nothing of whoever runs the tests shall matter: neither home nor language nor terminal."""
    home = folder / "home"
    home.mkdir()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as shells do for what runs in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    patch.chdir(folder)
    patch.setenv("HOME", str(home))
    patch.setenv("LANG", "C.UTF-8")
    for name in (
        "LANGUAGE",
        "LC_ALL",
        "LC_MESSAGES",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "NO_COLOR",
        "COLUMNS",
    ):
        patch.delenv(name, raising=False)


def program(*arguments: str | bytes) -> list[str | bytes]:
    return [sys.executable, "-m", "pi_diavolo", *arguments]


def start(*arguments: str | bytes, environment: Mapping[str, str] | None = None) -> Heard:
    """The real program, from its start to its end."""
    done = subprocess.run(
        program(*arguments),
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **(environment or {})},
        timeout=PATIENCE,
        check=False,
    )
    return Heard(done.returncode, done.stdout.decode(), done.stderr.decode())


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with what is in it."""
    return {str(file): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def words(text: str) -> Sequence[str]:
    return text.split()
