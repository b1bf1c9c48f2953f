"""`pi-diavolo`: finds the command, lets it run, and says in one sentence what people can put right."""

import logging
import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import NoReturn

from pi_diavolo import __version__
from pi_diavolo.commands import answer, games, odds, replay, run, simulate
from pi_diavolo.errors import DiavoloError, UsageError

COMMANDS = {
    "run": (run, "the table: a game, live; the simulator where there is no hardware"),
    "answer": (answer, "which imp is right for a roll, and why"),
    "odds": (odds, "the exact chances of every answer"),
    "simulate": (simulate, "whole games without people, as fast as they go"),
    "games": (games, "the games of the past: list, show, export, verify"),
    "replay": (replay, "watch a game of the past again"),
}


class Parser(ArgumentParser):
    """Complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where the help is."""
        raise UsageError(f"{message}; see `{self.prog} --help`")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 0, 1 for a bad result, 2 for a mistake of the user's."""
    logging.basicConfig(format="pi-diavolo: %(message)s", level=logging.WARNING)
    try:
        chosen = _parser().parse_args(arguments)
        code = int(chosen.run(chosen))
        sys.stdout.flush()
        return code
    except DiavoloError as error:
        print(f"pi-diavolo: {_one_line(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our words has heard enough; Python must not complain about it at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> Parser:
    parser = Parser(prog="pi-diavolo", description="A table that referees Diavolo.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"pi-diavolo {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (module, about) in COMMANDS.items():
        command = commands.add_parser(name, help=about, description=module.__doc__, allow_abbrev=False)
        module.add(command)
        command.set_defaults(run=module.run)
    return parser


def _one_line(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
