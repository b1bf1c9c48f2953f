"""`pi-diavolo odds`: the exact chances of every answer."""

from argparse import ArgumentParser, Namespace

from rich import box
from rich.console import Console
from rich.table import Table

from pi_diavolo.commands.common import add_json, add_language, settings, speaker, tell_json
from pi_diavolo.games.diavolo.odds import Odds, all_odds
from pi_diavolo.language.catalogue import Label
from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.pieces import Colour


def add(parser: ArgumentParser) -> None:
    """With how many dice."""
    parser.add_argument("--dice", type=int, choices=(3, 2), default=3, help="dice of each colour (default 3)")
    add_json(parser)
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Count all rolls there are; `closest` is not among them, it depends on how people throw."""
    chances = all_odds(arguments.dice)
    if arguments.json:
        for odds in chances:
            counts = {str(colour): odds.counts[colour] for colour in Colour}
            tell_json({"order": odds.order, **counts, "total": odds.total})
    else:
        Console().print(_table(chances, speaker(arguments, settings(arguments))))
    return 0


def _table(chances: tuple[Odds, ...], says: Speaker) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(says.label(Label.ORDER), no_wrap=True)
    for colour in Colour:
        table.add_column(says.colour(colour), justify="right")
    table.add_column(says.label(Label.TOTAL), justify="right")
    for odds in chances:
        shares = [_share(odds, colour, says) for colour in Colour]
        table.add_row(says.order(odds.order), *shares, f"{odds.total}")
    return table


def _share(odds: Odds, colour: Colour, says: Speaker) -> str:
    count = odds.counts[colour]
    return f"{says.number(100 * count / odds.total, 2)} %\n{count}"
