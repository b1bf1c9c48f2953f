"""`pi-diavolo`: finds the command, lets it run, and says in one sentence what people can put right."""

import errno
import logging
import os
import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

from pi_diavolo import __version__
from pi_diavolo.commands.common import said_once
from pi_diavolo.errors import DiavoloError, UsageError

# Each is a module of `commands` by this name.
COMMANDS = {
    "run": "the table: a game, live; the simulator where there is no hardware",
    "answer": "which imp is right for a roll, and why",
    "odds": "the exact chances of every answer",
    "read": "what a camera picture shows: dice, order, imps, and the answer",
    "calibrate": "make the table file: lens, markers, colours, Order die; and how good it is",
    "check": "the doctor: what is well with camera, sensors, lamps and computer, and what to do",
    "wiring": "what to solder where: tables, a picture and a parts list from a pin map",
    "simulate": "whole games without people, as fast as they go",
    "games": "the games of the past: list, show, export, verify; backup, restore, erase",
    "replay": "watch a game of the past again",
}

# Tells of what it does not know in a table file each time the file is read, and some commands read it often.
REPEATS_ITSELF = "pi_diavolo.vision.table_values"
# Nobody reads more of a word that should not have been there.
LONGEST_WORD = 200


class Parser(ArgumentParser):
    """Complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where the help is."""
        raise UsageError(f"{message}; see `{self.prog} --help`")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 0, 1 for a bad result, 2 for a mistake of the user's."""
    logging.basicConfig(format="pi-diavolo: %(message)s", level=logging.WARNING)
    _open_standard_output()
    try:
        given = _sensible(sys.argv[1:] if arguments is None else arguments)
        chosen = _parser(given).parse_args(given)
        with said_once(REPEATS_ITSELF):
            code = int(chosen.run(chosen))
        sys.stdout.flush()
        return code
    except DiavoloError as error:
        print(f"pi-diavolo: {_one_line(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read our words has heard enough
        _forget_standard_output()
        return 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _forget_standard_output()
        print("pi-diavolo: standard output: there is no room left; write it somewhere else", file=sys.stderr)
        return 2


def _sensible(arguments: Sequence[str]) -> Sequence[str]:
    for argument in arguments:
        if argument.startswith("--") and argument.endswith("=--"):
            # Up to Python 3.12 argparse makes an empty list of it, unasked.
            raise UsageError(f"{argument}: two dashes are no value; see `pi-diavolo --help`")
    return arguments


def _parser(wanted: Iterable[str] = COMMANDS) -> Parser:
    """Knows all commands, and what those that are wanted take: to load them all takes up to 0.35 s more."""
    # `./run` tells its own name, so that a hint is a command that people have.
    name = os.environ.get("PI_DIAVOLO_NAME", "pi-diavolo")
    parser = Parser(prog=name, description="A table that referees Diavolo.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"pi-diavolo {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, about in COMMANDS.items():
        description = f"{about[0].upper()}{about[1:]}."
        command = commands.add_parser(name, help=about, description=description, allow_abbrev=False)
        if name in wanted:
            module = import_module(f"pi_diavolo.commands.{name}")
            module.add(command)
            command.set_defaults(run=module.run)
    return parser


def _one_line(text: str) -> str:
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return re.sub(rf"\S{{{LONGEST_WORD},}}", lambda word: f"{word[0][:LONGEST_WORD]}…", line)


def _open_standard_output() -> None:
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    if isinstance(sys.stdout, TextIOWrapper):  # an arrow that the terminal cannot spell is no reason to stop
        sys.stdout.reconfigure(errors="replace")


def _forget_standard_output() -> None:
    """What is still to be written has nowhere to go; Python must not complain about it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
