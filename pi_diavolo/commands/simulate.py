"""`pi-diavolo simulate`: whole games without people, as fast as they go."""

import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import track

from pi_diavolo.board_playing import DEVILS_DICE
from pi_diavolo.commands import board_options, simulate_boards, simulate_duels
from pi_diavolo.commands.arguments import a_chance, a_count, a_seed, some_players, some_skills
from pi_diavolo.commands.common import add_config, add_json, settings, tell_json
from pi_diavolo.commands.one_game import log_for_new_games, refuse_too_many
from pi_diavolo.commands.rules import GAME_NAMES, add_rules, house_rules
from pi_diavolo.duelling import DEVILISH_DUELS
from pi_diavolo.errors import UsageError
from pi_diavolo.simulation import Chances, GamePlayed, Simulation, play
from pi_diavolo.simulator.sight import Through
from pi_diavolo.simulator.skills import SKILLS

# What is counted of the readings, as it is summed up for people.
READ = {
    "rolls": "rolls painted and read",
    "misread": "surely misread",
    "asked": "people were asked",
    "refused": "rolls refused",
    "imps": "bases looked at",
    "imps_misread": "imps misread",
}


def add(parser: ArgumentParser) -> None:
    """How many games, of whom, from which seed."""
    parser.add_argument(
        "--games", type=a_count(10_000_000), default=1, metavar="N", help="how many (default: 1)"
    )
    parser.add_argument(
        "--players",
        type=some_players,
        metavar="P",
        help=f"how many, 2 to 6, in {DEVILS_DICE} to 8 (default: 4; a duel has 2)",
    )
    parser.add_argument(
        "--seed", type=a_seed, default=0, metavar="S", help="same seed, same games (default: 0)"
    )
    parser.add_argument(
        "--skills",
        type=some_skills,
        metavar="child,champion",
        help=f"how well they play, going round the table: {', '.join(SKILLS)}"
        " (default: from the settings, else regular)",
    )
    parser.add_argument(
        "--through",
        choices=[str(way) for way in Through],
        default=str(Through.NUMBERS),
        help="vision: paint each roll on a table drawn by lot, one for each game, and read the picture;"
        " numbers: make the reading up, which is much faster (default: numbers)",
    )
    parser.add_argument(
        "--doubtful-dice",
        type=a_chance,
        metavar="CHANCE",
        help="how often a die cannot be read surely, 0 to 1 (default: from the settings, else 0.02);"
        " not --through vision, which has doubts of its own",
    )
    parser.add_argument(
        "--invalid-rolls",
        type=a_chance,
        metavar="CHANCE",
        help="how often a roll does not count, 0 to 1 (default: from the settings, else 0.03)",
    )
    parser.add_argument(
        "--wired",
        action="store_true",
        help="hands press simulated pins and lay imps on simulated docks, which the real devices feel; about"
        " ten times slower (default: hands say what they did)",
    )
    add_rules(parser, (*GAME_NAMES, DEVILISH_DUELS, DEVILS_DICE))
    simulate_duels.add(parser)
    board_options.add(parser)
    parser.add_argument("--log", type=Path, metavar="FILE", help="a log to keep the games in (default: none)")
    add_json(parser)
    add_config(parser)


def run(arguments: Namespace) -> int:
    """Play, compare every ruling with the truth, and say what came of it; 1 if a ruling was wrong."""
    if arguments.game == DEVILS_DICE:
        return simulate_boards.run(arguments)
    board_options.refuse_strangers(arguments)
    if arguments.game == DEVILISH_DUELS:
        return simulate_duels.run(arguments)
    refuse_too_many(arguments)
    simulation = _simulation(arguments)
    began, counts = time.perf_counter(), Counter[str]()
    with log_for_new_games(arguments.log) as log:
        for played in _watched(play(simulation, arguments.games, log), arguments):
            _count(counts, played)
            if arguments.json:
                tell_json(_told(played, simulation.through))
    if not arguments.json:
        _sum_up(counts, time.perf_counter() - began, simulation.through)
    return 1 if counts["wrong rulings"] else 0


def _simulation(arguments: Namespace) -> Simulation:
    config = settings(arguments)
    doubtful, invalid = arguments.doubtful_dice, arguments.invalid_rolls
    through = Through(arguments.through)
    if through is Through.VISION and doubtful is not None:
        raise UsageError(
            "--doubtful-dice makes doubts up, but --through vision has its own; drop one of them"
        )
    chances = Chances(
        config.simulator.doubtful_dice if doubtful is None else doubtful,
        config.simulator.invalid_rolls if invalid is None else invalid,
    )
    rules = house_rules(arguments, config.diavolo)
    skills = arguments.skills or config.simulator.skills or ("regular",)
    simulate_duels.refuse_strangers(arguments)
    players = arguments.players or 4
    return Simulation(players, rules, skills, arguments.seed, chances, through, arguments.wired)


def _watched(games: Iterator[GamePlayed], arguments: Namespace) -> Iterator[GamePlayed]:
    screen = Console(stderr=True)
    hidden = arguments.json or not screen.is_terminal
    yield from track(games, "", total=arguments.games, console=screen, transient=True, disable=hidden)


def _told(played: GamePlayed, through: Through) -> dict[str, object]:
    told: dict[str, object] = {
        "game": played.game,
        "turns": played.turns,
        "winner": played.winner,
        "rulings": played.rulings,
        "wrong_rulings": played.wrong_rulings,
    }
    return told if through is Through.NUMBERS else {**told, "read": asdict(played.read)}


def _count(counts: Counter[str], played: GamePlayed) -> None:
    counts["games"] += 1
    counts["turns"] += played.turns
    counts["rulings"] += len(played.rulings)
    counts["wrong rulings"] += played.wrong_rulings
    counts["games without a winner"] += played.winner is None
    counts["events"] += played.events
    counts.update(asdict(played.read))


def _sum_up(counts: Counter[str], seconds: float, through: Through) -> None:
    for what in ("games", "turns", "rulings", "wrong rulings", "games without a winner", "events"):
        print(f"{what:24}{counts[what]:>12,}")
    for what, told in READ.items() if through is Through.VISION else ():
        print(f"{told:24}{counts[what]:>12,}")
    print(f"{'games per second':24}{counts['games'] / seconds:>12,.1f}")
