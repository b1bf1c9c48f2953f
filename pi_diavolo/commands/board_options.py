"""What can be chosen for Devil's Dice on the command line: the board, the colours, how well is played."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from pi_diavolo.board_files import read_layout
from pi_diavolo.board_playing import DEVILS_DICE
from pi_diavolo.commands.arguments import a_count
from pi_diavolo.commands.one_game import refuse_options
from pi_diavolo.commands.rules import named_rules
from pi_diavolo.config import Config
from pi_diavolo.errors import UsageError
from pi_diavolo.games.devils_dice.house_rules import (
    MOST_COLOURS_EACH,
    HouseRules,
    amended,
    chosen_colours,
    layout_in,
)
from pi_diavolo.games.setting_values import BadSetting

# What means something in this game alone, with what it is when nobody gave it.
OF_BOARDS = {"layout": None, "colours_each": None}


def add(parser: ArgumentParser) -> None:
    """The board, and how many colours each player has."""
    boards = parser.add_argument_group(DEVILS_DICE, "(defaults: from the settings, else as given)")
    boards.add_argument(
        "--layout", type=Path, metavar="FILE", help="a board of your own (default: the one that is shipped)"
    )
    boards.add_argument(
        "--colours-each",
        type=a_count(MOST_COLOURS_EACH),
        metavar="K",
        help=f"how many colours each player has, 1 to {MOST_COLOURS_EACH} (default: 1)",
    )


def refuse_strangers(arguments: Namespace) -> None:
    """UsageError where another game is played with what belongs to this one."""
    refuse_options(arguments, OF_BOARDS, DEVILS_DICE)


def board_rules(arguments: Namespace, config: Config) -> HouseRules:
    """The house rules of the settings with those of the command line."""
    named, each = named_rules(arguments), arguments.colours_each
    file = arguments.layout or _named_file(named, config.board_layout)
    board = {"layout": read_layout(file)} if file else {}
    try:
        rules = amended(amended(config.devils_dice, board), named)
    except BadSetting as bad:
        raise UsageError(f"--house-rule {bad}") from None
    return rules if each is None else amended(rules, {"colours_each": each})


def _named_file(named: dict[str, bool | int | float | str], usual: Path | None) -> Path | None:
    """The board among the named rules, which is a file there as in the settings; "" is the shipped one."""
    file = named.pop("layout", usual)
    return None if file is None or file == "" else Path(str(file))


def check_players(arguments: Namespace, rules: HouseRules, players: int) -> None:
    """UsageError where there are not colours enough for so many, or more opponents are named than play."""
    groups, homes, named = chosen_colours(rules.colours), len(layout_in(rules).homes), arguments.opponents
    if groups and len(groups) != players:
        raise UsageError(
            f"colours = {rules.colours} is for {len(groups)} players, but {players} play; let them agree"
        )
    if not groups and rules.colours_each * players > homes:
        raise UsageError(
            f"{players} players with {rules.colours_each} colours each need {rules.colours_each * players},"
            f" and the board has {homes}; use --colours-each {homes // players}"
        )
    if named and len(named) > players:
        raise UsageError(f"--opponents names {len(named)} players, but {players} play; name fewer")
