"""`pi-diavolo simulate --game devilish-duels`: whole duels of simulated opponents."""

import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from pathlib import Path

from pi_diavolo.board_playing import DEVILS_DICE
from pi_diavolo.commands.common import settings, tell_json
from pi_diavolo.commands.one_game import log_for_new_games, refuse_options
from pi_diavolo.commands.rules import named_rules
from pi_diavolo.config import Config
from pi_diavolo.duelling import DEVILISH_DUELS, PLAYERS, Duelling, DuelPlayed, play_duels, read_cards
from pi_diavolo.errors import UsageError
from pi_diavolo.games import DIAVOLO
from pi_diavolo.games.devilish_duels.house_rules import HouseRules, amended
from pi_diavolo.games.devilish_duels.opponents import OPPONENTS
from pi_diavolo.games.setting_values import BadSetting

# What means something in Diavolo alone, with what it is when nobody gave it.
OF_DIAVOLO = {
    "skills": None, "through": "numbers", "wired": False, "young": False, "order_first": False,
    "distance": None, "photo_finish": None, "grabs": None,
}  # fmt: skip


OF_DUELS = {"cards": None}
# What means something in every game but Diavolo.
OF_OTHERS = {"opponents": None}


def add(parser: ArgumentParser, opponents: str = "random, all") -> None:
    """Who duels, with which cards."""
    parser.add_argument(
        "--opponents",
        type=_opponents,
        metavar="random,looking-ahead",
        help=f"how well the simulated players of {DEVILISH_DUELS} and {DEVILS_DICE} play, going round the"
        f" table: {', '.join(OPPONENTS)} (default: {opponents})",
    )
    duels = parser.add_argument_group("devilish-duels")
    duels.add_argument(
        "--cards",
        type=Path,
        metavar="FILE",
        help="the cards of your box (default: from the settings, else those that are shipped)",
    )


def run(arguments: Namespace) -> int:
    """Play to the end and say who won."""
    refuse_options(arguments, OF_DIAVOLO, DIAVOLO)
    if arguments.players not in (None, PLAYERS):
        raise UsageError(f"--players {arguments.players}: a duel has {PLAYERS} players; leave it out")
    duelling, began, counts = _duelling(arguments), time.perf_counter(), Counter[str]()
    with log_for_new_games(arguments.log) as log:
        for played in play_duels(duelling, arguments.games, log):
            _count(counts, played)
            if arguments.json:
                tell_json(_told(played))
    if not arguments.json:
        _sum_up(counts, time.perf_counter() - began)
    return 0


def duel_rules(arguments: Namespace, config: Config) -> HouseRules:
    """The house rules of the settings with those of the command line, and the owner's cards."""
    file = arguments.cards or config.duel_cards
    try:
        rules = amended(config.devilish_duels, named_rules(arguments))
    except BadSetting as bad:
        raise UsageError(f"--house-rule {bad}") from None
    return amended(rules, {"cards": read_cards(file)}) if file else rules


def refuse_a_crowd(arguments: Namespace) -> None:
    """UsageError where more than two opponents are named."""
    if len(named := arguments.opponents or ()) > PLAYERS:
        raise UsageError(f"--opponents names {len(named)} players, but a duel has {PLAYERS}; name fewer")


def refuse_strangers(arguments: Namespace) -> None:
    """The same the other way round."""
    refuse_options(arguments, OF_DUELS, DEVILISH_DUELS)
    refuse_options(arguments, OF_OTHERS, f"{DEVILISH_DUELS} or {DEVILS_DICE}")


def _opponents(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if not all(name in OPPONENTS for name in names):
        raise ArgumentTypeError(f"{text!r}: use one or more of {', '.join(OPPONENTS)}, with a comma between")
    return names


def _duelling(arguments: Namespace) -> Duelling:
    config = settings(arguments)
    refuse_a_crowd(arguments)
    simulator = config.simulator
    doubtful, invalid = arguments.doubtful_dice, arguments.invalid_rolls
    return Duelling(
        arguments.opponents or ("random",),
        arguments.seed,
        duel_rules(arguments, config),
        simulator.doubtful_dice if doubtful is None else doubtful,
        simulator.invalid_rolls if invalid is None else invalid,
    )


def _told(played: DuelPlayed) -> dict[str, object]:
    return {
        "game": played.game,
        "turns": played.rounds,
        "rounds": played.rounds,
        "winner": played.winner,
        "rulings": played.rulings,
    }


def _count(counts: Counter[str], played: DuelPlayed) -> None:
    counts["games"] += 1
    counts["rounds"] += played.rounds
    counts["games without a winner"] += played.winner is None
    counts["events"] += played.events
    if played.winner is not None:
        counts[f"won by seat {played.winner}"] += 1


def _sum_up(counts: Counter[str], seconds: float) -> None:
    won = sorted(what for what in counts if what.startswith("won by"))
    for what in ("games", "rounds", *won, "games without a winner", "events"):
        print(f"{what:24}{counts[what]:>12,}")
    print(f"{'games per second':24}{counts['games'] / seconds:>12,.1f}")
