"""The variants and house rules that can be chosen on the command line."""

from argparse import ArgumentParser, Namespace

from pi_diavolo.games.diavolo.house_rules import Distance, Grabs, HouseRules, PhotoFinish, amended

GAME_NAMES = ("diavolo",)


def add_rules(parser: ArgumentParser) -> None:
    """What is not given stands in the settings."""
    parser.add_argument("--game", choices=GAME_NAMES, default="diavolo", help="which game (default diavolo)")
    rules = parser.add_argument_group("variants and house rules")
    rules.add_argument("--young", action="store_true", help="young players: 2 dice of each colour")
    rules.add_argument("--order-first", action="store_true", help="throw the Order die before the others")
    rules.add_argument("--distance", choices=tuple(map(str, Distance)), help="how `closest` is measured")
    rules.add_argument("--photo-finish", choices=tuple(map(str, PhotoFinish)), help="who gets the last imp")
    rules.add_argument("--grabs", choices=tuple(map(str, Grabs)), help="how imps are taken")


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
