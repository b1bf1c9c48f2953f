"""`pi-diavolo simulate --game devils-dice`: whole games of simulated opponents."""

import time
from argparse import Namespace
from collections import Counter
from dataclasses import asdict

from pi_diavolo.board_playing import BoardPlayed, BoardPlaying, play_boards
from pi_diavolo.commands.board_options import board_rules, check_players
from pi_diavolo.commands.common import settings, tell_json
from pi_diavolo.commands.one_game import log_for_new_games, refuse_options
from pi_diavolo.duelling import DEVILISH_DUELS
from pi_diavolo.errors import UsageError
from pi_diavolo.games import DIAVOLO
from pi_diavolo.simulator.movers import Habits
from pi_diavolo.simulator.sight import Through
from pi_diavolo.table.boards import Ended

PLAYERS = 4
# What means something in another game alone, with what it is when nobody gave it.
OF_DIAVOLO = {
    "skills": None, "wired": False, "young": False, "order_first": False, "distance": None,
    "photo_finish": None, "grabs": None,
}  # fmt: skip
OF_DUELS = {"cards": None}
# What is counted of the readings, as it is summed up for people.
READ = {
    "rolls": "rolls painted and read",
    "misread": "surely misread",
    "asked": "people were asked",
    "refused": "rolls refused",
    "boards": "boards looked at",
    "boards_misread": "boards surely misread",
    "boards_unsure": "boards in doubt",
}


def run(arguments: Namespace) -> int:
    """Play to the end and say who won."""
    refuse_options(arguments, OF_DIAVOLO, DIAVOLO)
    refuse_options(arguments, OF_DUELS, DEVILISH_DUELS)
    playing, began, counts = _playing(arguments), time.perf_counter(), Counter[str]()
    with log_for_new_games(arguments.log) as log:
        for played in play_boards(playing, arguments.games, log):
            _count(counts, played)
            if arguments.json:
                tell_json(_told(played))
    if not arguments.json:
        _sum_up(counts, time.perf_counter() - began)
    return 0


def _playing(arguments: Namespace) -> BoardPlaying:
    config, players = settings(arguments), arguments.players or PLAYERS
    doubtful, invalid = arguments.doubtful_dice, arguments.invalid_rolls
    painted = Through(arguments.through) is Through.VISION
    if painted and doubtful is not None:
        raise UsageError(
            "--doubtful-dice makes doubts up, but --through vision has its own; drop one of them"
        )
    habits = Habits(
        misplaced=config.simulator.misplaced_counters,
        doubtful=config.simulator.doubtful_dice if doubtful is None else doubtful,
        invalid=config.simulator.invalid_rolls if invalid is None else invalid,
    )
    rules = board_rules(arguments, config)
    check_players(arguments, rules, players)
    strengths = arguments.opponents or ("random",)
    return BoardPlaying(players, strengths, arguments.seed, asdict(rules), habits, painted)


def _told(played: BoardPlayed) -> dict[str, object]:
    told: dict[str, object] = {
        "game": played.game,
        "turns": played.turns,
        "winner": played.winner,
        "ended": played.ended,
        "opponents": played.opponents,
        "rulings": played.rulings,
    }
    return told if played.read is None else {**told, "read": asdict(played.read)}


def _count(counts: Counter[str], played: BoardPlayed) -> None:
    counts["games"] += 1
    counts["turns"] += played.turns
    counts["events"] += played.events
    counts[str(played.ended)] += 1
    counts["games without a winner"] += played.winner is None
    counts.update(asdict(played.read) if played.read else {})
    if played.winner is not None:
        counts[f"won by {played.opponents[played.winner]}"] += 1


def _sum_up(counts: Counter[str], seconds: float) -> None:
    won = sorted(what for what in counts if what.startswith("won by"))
    for what in ("games", "turns", *Ended, *won, "games without a winner", "events"):
        print(f"{what.replace('_', ' '):24}{counts[what]:>12,}")
    for what, told in READ.items() if counts["rolls"] else ():
        print(f"{told:24}{counts[what]:>12,}")
    print(f"{'games per second':24}{counts['games'] / seconds:>12,.1f}")
