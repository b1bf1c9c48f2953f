"""`pi-diavolo run`: the table itself; the simulator where there is no hardware."""

import os
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace

from rich.console import Console

from pi_diavolo.board_playing import DEVILS_DICE
from pi_diavolo.commands import board_options, run_boards, run_duels, simulate_duels
from pi_diavolo.commands.arguments import a_count, a_seed, a_speed, some_names, some_players, some_skills
from pi_diavolo.commands.common import add_json, add_language, add_log, language, left_once, settings, warn
from pi_diavolo.commands.one_game import refuse_another_game, refuse_too_many
from pi_diavolo.commands.rules import GAME_NAMES, add_rules, house_rules
from pi_diavolo.commands.run_pages import add_pages, pages
from pi_diavolo.commands.run_parts import add_parts, furniture, is_well
from pi_diavolo.commands.run_settings import settings_of_service
from pi_diavolo.config import Config
from pi_diavolo.duelling import DEVILISH_DUELS
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import DIAVOLO
from pi_diavolo.live import LiveGame, Wishes, leaving
from pi_diavolo.notifying import from_environment
from pi_diavolo.repairs import BEGINS_ANEW, Repair
from pi_diavolo.simulation import Chances
from pi_diavolo.simulator.sight import Through
from pi_diavolo.simulator.skills import SKILLS
from pi_diavolo.table.troubles import Troubles

# Who plays when nobody is named: the youngest first.
NAMES = ("Mia", "Emil", "Zoé", "Ben", "Clara", "Hugo")
PLAYERS = 4
DEFAULT_SKILLS = ("regular", "regular", "beginner")


def add(parser: ArgumentParser) -> None:
    """Who plays, how fast, in which language."""
    parser.add_argument(
        "--names",
        type=some_names,
        metavar="Ada,Blaise",
        help=f"the players clockwise, the youngest first (default: from the settings, else"
        f" {', '.join(NAMES[:PLAYERS])})",
    )
    parser.add_argument(
        "--players",
        type=some_players,
        metavar="N",
        help=f"how many play, 2 to 6, in {DEVILS_DICE} to 8 (default: {PLAYERS}; a duel has 2)",
    )
    parser.add_argument(
        "--skills",
        type=some_skills,
        metavar="child,champion",
        help=f"how well the simulated players play, going round the table: {', '.join(SKILLS)}"
        f" (default: from the settings, else {','.join(DEFAULT_SKILLS)})",
    )
    parser.add_argument(
        "--speed",
        type=a_speed,
        default=SUPPRESS,
        metavar="X",
        help="times as fast as life, or max (default: from the settings, else 1)",
    )
    parser.add_argument(
        "--play",
        metavar="NAME",
        nargs="?",
        const="",
        help="take this player's imps from the keyboard, by a colour's letter or 1 to 4"
        " (default: nobody's; without a name, the first player's)",
    )
    parser.add_argument(
        "--through",
        choices=[str(way) for way in Through],
        help="vision: paint the simulated dice and read the picture as the camera's are read; numbers: make"
        " the reading up, which is faster (default: from the settings, else vision)",
    )
    parser.add_argument(
        "--games", type=a_count(1_000_000), default=1, metavar="N", help="games in a row (default: 1)"
    )
    parser.add_argument(
        "--new",
        action="store_true",
        help="begin a new game (default: go on with the last one if it is not over)",
    )
    parser.add_argument(
        "--seed",
        type=a_seed,
        metavar="S",
        help="a whole number to draw all luck from (default: another each time)",
    )
    add_pages(parser)
    add_parts(parser)
    add_rules(parser, (*GAME_NAMES, DEVILISH_DUELS, DEVILS_DICE), usual=None)
    simulate_duels.add(parser, ", ".join(run_duels.OPPONENTS))
    board_options.add(parser)
    add_log(parser)
    add_json(parser)
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Play live; Ctrl-C leaves, and the game can be taken up again."""
    arguments.game = arguments.game or _settings(arguments)[0].game
    if arguments.game == DEVILS_DICE:
        return run_boards.run(arguments)
    board_options.refuse_strangers(arguments)
    if arguments.game == DEVILISH_DUELS:
        return run_duels.run(arguments)
    simulate_duels.refuse_strangers(arguments)
    refuse_too_many(arguments)
    config, troubles = _settings(arguments)
    wishes = _wishes(arguments, config, troubles)
    with EventLog.open(arguments.log or config.log_file) as log, left_once():
        if log.notice and not arguments.service:  # which tells it in the journal as on the page
            warn(log.notice)
        if not arguments.service:  # which must come up, whatever was played before
            refuse_another_game(log, DIAVOLO, arguments.new)
        game = LiveGame(wishes, log, Console(), notifier=from_environment(os.environ))
        try:
            game.play()
        except KeyboardInterrupt as stop:
            if (told := leaving(game)) is not None:
                print(told, file=sys.stderr)
            if stop.__cause__:  # nobody pressed Ctrl-C: what was said could not be written
                raise stop.__cause__ from None
            return 0
        return BEGINS_ANEW if game.begins_anew else 0  # here: a closed log does not say how large it is


def _settings(arguments: Namespace) -> tuple[Config, Troubles]:
    return settings_of_service(arguments) if arguments.service else (settings(arguments), ())


def _wishes(arguments: Namespace, config: Config, troubles: Troubles) -> Wishes:
    speed = config.simulator.speed if "speed" not in arguments else arguments.speed
    if arguments.play is not None and speed is None:
        raise UsageError("--play is for people, who cannot keep up with --speed max; use a number")
    if arguments.play is not None and not sys.stdin.isatty():
        raise UsageError("--play reads single keys and needs a terminal; start it in one")
    rules = house_rules(arguments, config.diavolo)
    served = pages(arguments, config, speed)
    chosen = furniture(arguments, config, rules, speed, sets_up=served is not None, patient=arguments.service)
    return Wishes(
        names=_names(arguments, config),
        skills=arguments.skills or config.simulator.skills or DEFAULT_SKILLS,
        rules=rules,
        language=language(arguments, config),
        speed=1.0 if chosen.is_real else speed,
        chances=Chances(config.simulator.doubtful_dice, config.simulator.invalid_rolls),
        seed=arguments.seed,
        play=arguments.play,
        insists_on=arguments.names or (),
        players=arguments.players,
        games=arguments.games,
        new=arguments.new,
        json=arguments.json,
        through=Through(arguments.through or config.simulator.through),
        furniture=chosen,
        pages=served,
        service=arguments.service,
        log_most_mb=config.log_most_mb,
        troubles=(troubles := (*troubles, *chosen.troubles)),
        repair=Repair(lambda: is_well(arguments, chosen)) if troubles else None,
    )


def _names(arguments: Namespace, config: Config) -> tuple[str, ...]:
    names: tuple[str, ...] = arguments.names or config.simulator.players
    if not names:
        return NAMES[: arguments.players or PLAYERS]
    if arguments.players not in (None, len(names)):
        raise UsageError(f"--players {arguments.players}, but {len(names)} names are given; let them agree")
    return names
