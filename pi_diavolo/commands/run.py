"""`pi-diavolo run`: the table itself; the simulator where there is no hardware."""

import signal
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from types import FrameType

from rich.console import Console

from pi_diavolo.commands.arguments import a_count, a_seed, a_speed, some_names, some_skills
from pi_diavolo.commands.common import add_json, add_language, add_log, language, settings, warn
from pi_diavolo.commands.rules import add_rules, house_rules
from pi_diavolo.config import Config
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.live import LiveGame, Wishes, leaving
from pi_diavolo.simulation import Chances
from pi_diavolo.simulator.skills import SKILLS

# Who plays when nobody is named: the youngest first.
NAMES = ("Mia", "Emil", "Zoé", "Ben", "Clara", "Hugo")
PLAYERS = 4


def add(parser: ArgumentParser) -> None:
    """Who plays, how fast, in which language."""
    parser.add_argument("--names", type=some_names, metavar="Ada,Blaise", help="the players, youngest first")
    parser.add_argument("--players", type=a_count(6, least=2), metavar="N", help="how many (default 4)")
    parser.add_argument(
        "--skills", type=some_skills, metavar="child,champion", help=f"of {', '.join(SKILLS)}"
    )
    parser.add_argument(
        "--speed", type=a_speed, default=SUPPRESS, metavar="X", help="times as fast as life, or max"
    )
    parser.add_argument("--play", metavar="NAME", nargs="?", const="", help="play along from the keyboard")
    parser.add_argument("--games", type=a_count(1_000_000), default=1, metavar="N", help="default 1")
    parser.add_argument("--new", action="store_true", help="begin anew instead of taking up the last game")
    parser.add_argument("--seed", type=a_seed, metavar="S", help="for dice that can be thrown again")
    add_rules(parser)
    add_log(parser)
    add_json(parser)
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Play live; Ctrl-C leaves, and the game can be taken up again."""
    config = settings(arguments)
    wishes = _wishes(arguments, config)
    signal.signal(signal.SIGTERM, _leave)
    with EventLog.open(arguments.log or config.log_file) as log:
        if log.notice:
            warn(log.notice)
        game = LiveGame(wishes, log, Console())
        try:
            game.play()
        except KeyboardInterrupt:
            if (told := leaving(game)) is not None:
                print(told, file=sys.stderr)
    return 0


def _leave(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _wishes(arguments: Namespace, config: Config) -> Wishes:
    names = _names(arguments, config)
    play = names[0] if arguments.play == "" else arguments.play
    if play is not None and not sys.stdin.isatty():
        raise UsageError("--play reads single keys and needs a terminal; start it in one")
    return Wishes(
        names=names,
        skills=arguments.skills or config.simulator.skills or ("regular", "champion", "child", "beginner"),
        rules=house_rules(arguments, config.diavolo),
        language=language(arguments, config),
        speed=config.simulator.speed if "speed" not in arguments else arguments.speed,
        chances=Chances(config.simulator.doubtful_dice, config.simulator.invalid_rolls),
        seed=arguments.seed,
        play=play,
        games=arguments.games,
        new=arguments.new,
        json=arguments.json,
    )


def _names(arguments: Namespace, config: Config) -> tuple[str, ...]:
    names: tuple[str, ...] = arguments.names or config.simulator.players
    if not names:
        return NAMES[: arguments.players or PLAYERS]
    if arguments.players not in (None, len(names)):
        raise UsageError(f"--players {arguments.players}, but {len(names)} names are given; let them agree")
    return names
