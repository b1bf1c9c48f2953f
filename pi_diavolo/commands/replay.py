"""`pi-diavolo replay`: watch a game of the past again."""

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress

from rich.console import Console

from pi_diavolo import history
from pi_diavolo.commands.arguments import a_count, a_speed
from pi_diavolo.commands.common import add_language, add_log, language, left_once, settings
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import DIAVOLO, GAMES
from pi_diavolo.history import GameRecord
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import ToWatchers
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import EveningOpened, Event
from pi_diavolo.terminal.view import TerminalView

# Nobody wants to watch a dinner break again.
LONGEST_PAUSE_S = 5.0


def add(parser: ArgumentParser) -> None:
    """Which game, how fast."""
    parser.add_argument("number", type=a_count(1_000_000_000), help="the game's number, see `games list`")
    parser.add_argument(
        "--speed", type=a_speed, default=1.0, metavar="X", help="times as fast as life, or max (default: 1)"
    )
    add_log(parser)
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Tell a referee the events of the evening again and show those of the game."""
    config = settings(arguments)
    with EventLog.read_only(arguments.log or config.log_file) as log:
        record = history.game(log, arguments.number)
        seats = record.names(log.names())
        says = ToWatchers(CATALOGUES[language(arguments, config)], seats)
        # The picture is one of dice, imps and gems; other games are told in sentences.
        view = TerminalView(Console(), says, live=None if record.name == DIAVOLO else False)
        with suppress(KeyboardInterrupt), left_once(), view:
            before = None
            for event, effects in _told_again(log, record):
                if before is not None and arguments.speed is not None:
                    # Another start of the table has another clock: then the difference says nothing.
                    time.sleep(min(LONGEST_PAUSE_S, max(0.0, event.at - before)) / arguments.speed)
                view.show(event, effects, event.at)
                before = event.at
    return 0


def _told_again(log: EventLog, record: GameRecord) -> Iterator[tuple[Event, list[Effect]]]:
    """The events of the game with their effects; the referee has to hear the evening from its beginning."""
    referee = GAMES[record.name]()
    for logged in log.events():
        if logged.seq > record.first_event and logged.game != record.number:
            return
        if isinstance(logged.event, EveningOpened):
            referee = GAMES[record.name]()
        effects = referee.receive(logged.event)
        if logged.game == record.number:
            yield logged.event, effects
