"""`pi-diavolo run --game devils-dice`: who plays, on which board, before which camera."""

import os
import sys
from argparse import Namespace

from rich.console import Console

from pi_diavolo.board_playing import DEVILS_DICE
from pi_diavolo.commands.board_options import board_rules, check_players
from pi_diavolo.commands.board_parts import board_furniture
from pi_diavolo.commands.common import language, left_once, settings, warn
from pi_diavolo.commands.one_game import refuse_another_game, refuse_options
from pi_diavolo.commands.run_pages import pages
from pi_diavolo.config import Config
from pi_diavolo.duelling import DEVILISH_DUELS
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.furnishing import SIMULATED
from pi_diavolo.games import DIAVOLO
from pi_diavolo.live import PagesWished, leaving
from pi_diavolo.live_boards import BoardWishes, LiveBoard
from pi_diavolo.notifying import from_environment
from pi_diavolo.simulator.movers import Habits
from pi_diavolo.simulator.sight import Through

NAMES = ("Mia", "Emil", "Zoé", "Ben", "Clara", "Hugo", "Lina", "Paul")
PLAYERS = 4
OPPONENTS = ("looking-ahead", "random")
# What means something in another game alone, with what it is when nobody gave it.
OF_DIAVOLO = {
    "skills": None, "play": None, "young": False, "order_first": False, "distance": None,
    "photo_finish": None, "grabs": None, "pins": None, "service": False,
}  # fmt: skip
OF_DUELS = {"cards": None}


def run(arguments: Namespace) -> int:
    """Play live; Ctrl-C leaves, and the game can be taken up again."""
    refuse_options(arguments, OF_DIAVOLO, DIAVOLO)
    refuse_options(arguments, OF_DUELS, DEVILISH_DUELS)
    config = settings(arguments)
    with EventLog.open(arguments.log or config.log_file) as log, left_once():
        if log.notice:
            warn(log.notice)
        refuse_another_game(log, DEVILS_DICE, arguments.new)
        board = LiveBoard(_wishes(arguments, config), log, Console(), notifier=from_environment(os.environ))
        try:
            board.play()
        except KeyboardInterrupt as stop:
            if (told := leaving(board)) is not None:
                print(told, file=sys.stderr)
            if stop.__cause__:  # nobody pressed Ctrl-C: what was said could not be written
                raise stop.__cause__ from None
    return 0


def _wishes(arguments: Namespace, config: Config) -> BoardWishes:
    names = _names(arguments, config)
    rules = board_rules(arguments, config)
    speed = config.simulator.speed if "speed" not in arguments else arguments.speed
    furniture = board_furniture(arguments, config, rules, speed)
    served = pages(arguments, config, speed)
    if furniture.is_real:
        _check_real(arguments, served)
    if not furniture.is_real or arguments.names:  # else nobody knows yet how many will sit down
        check_players(arguments, rules, len(names))
    return BoardWishes(
        names=names,
        opponents=arguments.opponents or OPPONENTS,
        rules=rules,
        language=language(arguments, config),
        speed=speed,
        habits=Habits(
            misplaced=config.simulator.misplaced_counters,
            doubtful=config.simulator.doubtful_dice,
            invalid=config.simulator.invalid_rolls,
        ),
        through=Through(arguments.through or config.simulator.through),
        seed=arguments.seed,
        insists_on=arguments.names or (),
        players=arguments.players,
        games=arguments.games,
        new=arguments.new,
        json=arguments.json,
        pages=served,
        furniture=furniture,
        log_most_mb=config.log_most_mb,
    )


def _check_real(arguments: Namespace, served: PagesWished | None) -> None:
    if arguments.opponents:
        raise UsageError(
            "--opponents are simulated and cannot move before a camera; leave it out, or give"
            f" --camera {SIMULATED}"
        )
    if served is None and not arguments.names:
        raise UsageError(
            "before a camera people sit down at the table's pages; give --port N for them, or --names"
        )


def _names(arguments: Namespace, config: Config) -> tuple[str, ...]:
    names: tuple[str, ...] = arguments.names or config.simulator.players
    if not names:
        return NAMES[: arguments.players or PLAYERS]
    if arguments.players not in (None, len(names)):
        raise UsageError(f"--players {arguments.players}, but {len(names)} names are given; let them agree")
    return names
