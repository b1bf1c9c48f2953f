"""`pi-diavolo replay`: watch a game of the past again."""

import time
from argparse import ArgumentParser, Namespace

from rich.console import Console

from pi_diavolo import history
from pi_diavolo.commands.arguments import a_count, a_speed
from pi_diavolo.commands.common import add_language, add_log, settings, speaker
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.table.events import EveningOpened
from pi_diavolo.terminal.view import TerminalView

# Nobody wants to watch a dinner break again.
LONGEST_PAUSE_S = 5.0


def add(parser: ArgumentParser) -> None:
    """Which game, how fast."""
    parser.add_argument("number", type=a_count(1_000_000_000), help="the game's number, see `games list`")
    parser.add_argument(
        "--speed", type=a_speed, default=1.0, metavar="X", help="times as fast as life, or max"
    )
    add_log(parser)
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Tell a referee the events of the evening again and show those of the game."""
    config = settings(arguments)
    with EventLog.read_only(arguments.log or config.log_file) as log:
        record = history.game(log, arguments.number)
        names = log.names()
        seats = {seat: names[player] for seat, player in record.seats.items() if player in names}
        referee, before = GAMES[record.name](), None
        with TerminalView(Console(), speaker(arguments, config, seats)) as view:
            for logged in log.events():
                if isinstance(logged.event, EveningOpened):
                    referee = GAMES[record.name]()
                effects = referee.receive(logged.event)
                if logged.game == arguments.number:
                    _pause(before, logged.event.at, arguments.speed)
                    view.show(logged.event, effects, logged.event.at)
                    before = logged.event.at
    return 0


def _pause(before: float | None, at: float, speed: float | None) -> None:
    if before is not None and speed is not None:
        time.sleep(min(LONGEST_PAUSE_S, max(0.0, at - before)) / speed)
