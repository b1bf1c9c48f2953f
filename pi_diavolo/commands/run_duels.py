"""`pi-diavolo run --game devilish-duels`: who duels, with which cards."""

import sys
from argparse import Namespace

from rich.console import Console

from pi_diavolo.commands.common import language, left_once, settings, warn
from pi_diavolo.commands.one_game import refuse_another_game, refuse_options
from pi_diavolo.commands.run_pages import pages
from pi_diavolo.duelling import DEVILISH_DUELS, PLAYERS, read_cards
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import DIAVOLO
from pi_diavolo.live import leaving
from pi_diavolo.live_duels import DuelWishes, LiveDuel
from pi_diavolo.simulator.sight import Through

NAMES = ("Mia", "Emil")
OPPONENTS = ("looking-ahead", "random")
# What means something in Diavolo alone, or at a real table, with what it is when nobody gave it.
NOT_HERE = {
    "skills": None, "play": None, "young": False, "order_first": False, "distance": None,
    "photo_finish": None, "grabs": None, "camera": None, "table": None, "pins": None, "service": False,
}  # fmt: skip


def run(arguments: Namespace) -> int:
    """Duel live; Ctrl-C leaves, and the duel can be taken up again."""
    refuse_options(arguments, NOT_HERE, DIAVOLO)
    config = settings(arguments)
    with EventLog.open(arguments.log or config.log_file) as log, left_once():
        if log.notice:
            warn(log.notice)
        refuse_another_game(log, DEVILISH_DUELS, arguments.new)
        speed = config.simulator.speed if "speed" not in arguments else arguments.speed
        wishes = DuelWishes(
            names=_names(arguments),
            opponents=arguments.opponents or OPPONENTS,
            cards=read_cards(arguments.cards) if arguments.cards else "",
            language=language(arguments, config),
            speed=speed,
            doubtful_dice=config.simulator.doubtful_dice,
            invalid_rolls=config.simulator.invalid_rolls,
            through=Through(arguments.through or config.simulator.through),
            seed=arguments.seed,
            insists_on=arguments.names or (),
            games=arguments.games,
            new=arguments.new,
            json=arguments.json,
            pages=pages(arguments, config, speed),
        )
        duel = LiveDuel(wishes, log, Console())
        try:
            duel.play()
        except KeyboardInterrupt as stop:
            if (told := leaving(duel)) is not None:
                print(told, file=sys.stderr)
            if stop.__cause__:  # nobody pressed Ctrl-C: what was said could not be written
                raise stop.__cause__ from None
    return 0


def _names(arguments: Namespace) -> tuple[str, ...]:
    names: tuple[str, ...] = arguments.names or NAMES
    players = arguments.players or PLAYERS
    if len(names) != PLAYERS or players != PLAYERS:
        raise UsageError(f"a duel has {PLAYERS} players, not {len(names) if arguments.names else players}")
    return names
