"""One command for several games: options that belong to another one, and a log in which another goes on."""

from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pi_diavolo import evening
from pi_diavolo.commands.common import warn
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import DIAVOLO, GAMES
from pi_diavolo.table.players import SEATS


def refuse_options(arguments: Namespace, unsaid: Mapping[str, object], game: str) -> None:
    """UsageError for an option of this game, which is not played; `unsaid` is what each is without a word."""
    for name, value in unsaid.items():
        if getattr(arguments, name) != value:
            raise UsageError(f"--{name.replace('_', '-')} is for --game {game}; leave it out")


def refuse_too_many(arguments: Namespace) -> None:
    """UsageError where more are to play than Diavolo has seats for."""
    players, names = arguments.players or 0, getattr(arguments, "names", None) or ()
    if players > len(SEATS):
        raise UsageError(f"--players {players} cannot be; use a whole number from 2 to {len(SEATS)}")
    if len(names) > len(SEATS):
        raise UsageError(f"{len(names)} names given; 2 to {len(SEATS)} people can play")


@contextmanager
def log_for_new_games(file: Path | None) -> Iterator[EventLog | None]:
    """The log that games are kept in, open as long as they are played; None where nobody wants one."""
    if file is None:
        yield None
        return
    with EventLog.open(file) as log:
        if log.notice:
            warn(log.notice)
        _refuse_unfinished(log)
        yield log


def _refuse_unfinished(log: EventLog) -> None:
    """UsageError for a log with a game that is not over, of whichever kind: a new evening would end it."""
    referee = GAMES.get(evening.game_in(log) or DIAVOLO, GAMES[DIAVOLO])()
    evening.remember(referee, log)
    if referee.in_progress:
        raise UsageError(
            f"game {referee.game} in this log is not over; play it to its end or name another log"
        )


def refuse_another_game(log: EventLog, game: str, new: bool) -> None:
    """UsageError where the log holds a game of another kind that is not over, unless a new one is wanted."""
    there = evening.game_in(log)
    if new or there in (None, game) or there not in GAMES:
        return
    referee = GAMES[there]()
    evening.remember(referee, log)
    if referee.in_progress:
        raise UsageError(
            f"game {referee.game} in this log is one of {there} and not over; go on with it by"
            f" --game {there}, or give --new to begin another"
        )
