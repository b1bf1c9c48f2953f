"""The variants and house rules that can be chosen on the command line."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence

from pi_diavolo.errors import UsageError
from pi_diavolo.games.diavolo.house_rules import (
    BadSetting,
    Distance,
    Grabs,
    HouseRules,
    PhotoFinish,
    amended,
)

GAME_NAMES = ("diavolo",)


def add_rules(
    parser: ArgumentParser, games: Sequence[str] = GAME_NAMES, usual: str | None = "diavolo"
) -> None:
    """What is not given stands in the settings."""
    found = usual or "from the settings, else diavolo"
    parser.add_argument("--game", choices=games, default=usual, help=f"which game (default: {found})")
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
    rules.add_argument(
        "--house-rule",
        type=_rule,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="any house rule of the game by the name that it has in the settings; may be repeated (default:"
        " as the settings say)",
    )


def named_rules(arguments: Namespace) -> dict[str, bool | int | float | str]:
    """The house rules that were given by name; of one given twice the last."""
    return dict(arguments.house_rule)


def _rule(text: str) -> tuple[str, bool | int | float | str]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise ArgumentTypeError(f"{text!r}: write a rule's name, an equals sign and its value")
    if value in ("true", "false"):
        return name, value == "true"
    for number in (int, float):
        try:
            return name, number(value)
        except ValueError:
            continue
    return name, value


def house_rules(arguments: Namespace, rules: HouseRules) -> HouseRules:
    """The house rules of the settings with those of the command line."""
    chosen: dict[str, object] = {
        "dice_per_colour": 2 if arguments.young else None,
        "order_first": arguments.order_first or None,
        "distance": arguments.distance,
        "photo_finish": arguments.photo_finish,
        "grabs": arguments.grabs,
    }
    given = {name: value for name, value in chosen.items() if value is not None}
    try:
        return amended(rules, {**named_rules(arguments), **given})
    except BadSetting as bad:
        raise UsageError(f"--house-rule {bad}") from None
