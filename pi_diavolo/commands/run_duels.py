"""`pi-diavolo run --game devilish-duels`: who duels, with which cards, before which camera."""

import os
import sys
from argparse import Namespace
from dataclasses import replace

from rich.console import Console

from pi_diavolo.commands.common import language, left_once, settings, warn
from pi_diavolo.commands.one_game import refuse_another_game, refuse_options
from pi_diavolo.commands.run_pages import pages
from pi_diavolo.commands.run_parts import furniture
from pi_diavolo.commands.run_settings import settings_of_service
from pi_diavolo.commands.simulate_duels import duel_rules, refuse_a_crowd
from pi_diavolo.config import Config
from pi_diavolo.duelling import DEVILISH_DUELS, PLAYERS
from pi_diavolo.errors import ConfigError, DiavoloError, UsageError, without_values
from pi_diavolo.eventlog import EventLog
from pi_diavolo.furnishing import SIMULATED, Furniture
from pi_diavolo.games import DIAVOLO
from pi_diavolo.games.devilish_duels.house_rules import HouseRules
from pi_diavolo.games.diavolo.house_rules import HouseRules as RulesOfDiavolo
from pi_diavolo.live import PagesWished, leaving
from pi_diavolo.live_duels import DuelWishes, LiveDuel
from pi_diavolo.live_upkeep import UpkeepWished
from pi_diavolo.notifying import from_environment
from pi_diavolo.repairs import BEGINS_ANEW, Repair
from pi_diavolo.simulator.sight import Through
from pi_diavolo.table.sentences import Sentence, saying
from pi_diavolo.table.troubles import Troubles

NAMES = ("Mia", "Emil")
OPPONENTS = ("looking-ahead", "random")
# What means something in Diavolo alone, with what it is when nobody gave it.
NOT_HERE = {
    "skills": None, "play": None, "young": False, "order_first": False, "distance": None,
    "photo_finish": None, "grabs": None,
}  # fmt: skip


def run(arguments: Namespace) -> int:
    """Duel live; Ctrl-C leaves, and the duel can be taken up again."""
    refuse_options(arguments, NOT_HERE, DIAVOLO)
    if arguments.pins is not None:
        raise UsageError("--pins: buttons, imps and lamps mean nothing in a duel; leave it out")
    refuse_a_crowd(arguments)
    config, troubles = settings_of_service(arguments) if arguments.service else (settings(arguments), ())
    wishes = _wishes(arguments, config, troubles)
    with EventLog.open(arguments.log or config.log_file) as log, left_once():
        if log.notice and not arguments.service:  # which tells it in the journal as on the page
            warn(log.notice)
        if not arguments.service:  # which must come up, whatever was played before
            refuse_another_game(log, DEVILISH_DUELS, arguments.new)
        duel = LiveDuel(wishes, log, Console(), notifier=from_environment(os.environ))
        try:
            duel.play()
        except KeyboardInterrupt as stop:
            if (told := leaving(duel)) is not None:
                print(told, file=sys.stderr)
            if stop.__cause__:  # nobody pressed Ctrl-C: what was said could not be written
                raise stop.__cause__ from None
            return 0
        return BEGINS_ANEW if duel.begins_anew else 0  # here: a closed log does not say how large it is


def _wishes(arguments: Namespace, config: Config, troubles: Troubles) -> DuelWishes:
    speed = config.simulator.speed if "speed" not in arguments else arguments.speed
    served = pages(arguments, config, speed)
    chosen = _furniture(arguments, config, speed, served)
    rules, wrong = _rules(arguments, config)
    troubles = (*troubles, *wrong, *chosen.troubles)
    return DuelWishes(
        names=_names(arguments),
        opponents=arguments.opponents or OPPONENTS,
        rules=rules,
        language=language(arguments, config),
        speed=1.0 if chosen.is_real else speed,
        doubtful_dice=config.simulator.doubtful_dice,
        invalid_rolls=config.simulator.invalid_rolls,
        through=Through(arguments.through or config.simulator.through),
        seed=arguments.seed,
        insists_on=arguments.names or (),
        games=arguments.games,
        new=arguments.new,
        json=arguments.json,
        pages=served,
        furniture=chosen,
        upkeep=UpkeepWished(
            service=arguments.service,
            troubles=troubles,
            log_most_mb=config.log_most_mb,
            repair=Repair(lambda: _is_well(arguments, chosen)) if troubles else None,
        ),
    )


def _furniture(
    arguments: Namespace, config: Config, speed: float | None, served: PagesWished | None
) -> Furniture:
    """A real camera or none: whatever is wired has no part in a duel."""
    hardware = replace(config.hardware, sensors=SIMULATED, lamps=SIMULATED, pins=None)
    chosen = furniture(
        arguments,
        replace(config, hardware=hardware),
        RulesOfDiavolo(),
        speed,
        sets_up=served is not None,
        patient=arguments.service,
    )
    if chosen.camera is None:
        return chosen
    if arguments.opponents:
        raise UsageError(
            "--opponents are simulated and cannot throw dice before a camera; leave it out, or give"
            f" --camera {SIMULATED}"
        )
    if served is None:
        raise UsageError("before a camera people choose at the table's pages; give --port N for them")
    return chosen


def _rules(arguments: Namespace, config: Config) -> tuple[HouseRules, Troubles]:
    """The rules and cards; a service whose cards cannot be read deals those that are shipped, and says so."""
    try:
        return duel_rules(arguments, config), ()
    except ConfigError as damage:
        if not arguments.service:
            raise
        found = without_values(str(damage))
        return config.devilish_duels, (saying(Sentence.SETTINGS_AS_USUAL, found=found),)


def _is_well(arguments: Namespace, chosen: Furniture) -> bool:
    """Settings and cards can be used by now, for a table with these parts."""
    try:
        config = settings(arguments)
        duel_rules(arguments, config)
    except DiavoloError:
        return False
    return config.simulator.speed == 1 or not chosen.is_real


def _names(arguments: Namespace) -> tuple[str, ...]:
    names: tuple[str, ...] = arguments.names or NAMES
    players = arguments.players or PLAYERS
    if len(names) != PLAYERS or players != PLAYERS:
        raise UsageError(f"a duel has {PLAYERS} players, not {len(names) if arguments.names else players}")
    return names
