"""The variants and house rules that can be chosen on the command line."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from pi_diavolo.games.diavolo.house_rules import Distance, Grabs, HouseRules, PhotoFinish, amended

GAME_NAMES = ("diavolo",)


def add_rules(parser: ArgumentParser, games: Sequence[str] = GAME_NAMES) -> None:
    """What is not given stands in the settings."""
    parser.add_argument("--game", choices=games, default="diavolo", help="which game (default: diavolo)")
    rules = parser.add_argument_group(
        "variants and house rules", "(defaults: from the settings, else as given)"
    )
    rules.add_argument(
        "--young", action="store_true", help="young players: 2 dice of each colour (default: 3 dice)"
    )
    rules.add_argument(
        "--order-first",
        action="store_true",
        help="throw the Order die before the others (default: all together)",
    )
    rules.add_argument(
        "--distance",
        choices=tuple(map(str, Distance)),
        help="measure `closest` from edge to edge or from centre to centre (default: edge)",
    )
    rules.add_argument(
        "--photo-finish",
        choices=tuple(map(str, PhotoFinish)),
        help="who gets the last imp when two presses come too close to tell (default: both)",
    )
    rules.add_argument(
        "--grabs",
        choices=tuple(map(str, Grabs)),
        help="take imps by buttons, from their bases or by phones (default: panels, the buttons)",
    )


def house_rules(arguments: Namespace, rules: HouseRules) -> HouseRules:
    """The house rules of the settings with those of the command line."""
    chosen: dict[str, object] = {
        "dice_per_colour": 2 if arguments.young else None,
        "order_first": arguments.order_first or None,
        "distance": arguments.distance,
        "photo_finish": arguments.photo_finish,
        "grabs": arguments.grabs,
    }
    return amended(rules, {name: value for name, value in chosen.items() if value is not None})
