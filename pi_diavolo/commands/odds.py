"""`pi-diavolo odds`: the exact chances of every answer."""

from argparse import ArgumentParser, Namespace

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pi_diavolo.commands.common import add_json, add_language, settings, speaker, tell_json
from pi_diavolo.games.diavolo.odds import Odds, all_odds
from pi_diavolo.language.catalogue import Label
from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.pieces import IMPS, Colour

# Parts the thousands in every language we speak, and lets no line end there.
NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"

TABLE_WIDTH = 80


def add(parser: ArgumentParser) -> None:
    """With how many dice."""
    # Words, not numbers: int() would take other scripts' digits as well.
    parser.add_argument("--dice", choices=("3", "2"), default="3", help="dice of each colour (default: 3)")
    add_json(parser)
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Count all rolls there are; `closest` is not among them, it depends on how people throw."""
    says, chances = speaker(arguments, settings(arguments)), all_odds(int(arguments.dice))
    if arguments.json:
        for odds in chances:
            counts = {str(colour): odds.counts[colour] for colour in IMPS}
            tell_json({"order": odds.order, **counts, "total": odds.total})
    else:
        screen = Console()
        screen.print(_table(chances, says) if screen.width >= TABLE_WIDTH else _lines(chances, says))
        print(f"  {says.label(Label.TOTAL)}: {_grouped(chances[0].total)}")
    return 0


def _table(chances: tuple[Odds, ...], says: Speaker) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(says.label(Label.ORDER))
    for colour in IMPS:
        table.add_column(says.colour(colour), justify="right")
    for odds in chances:
        table.add_row(says.order(odds.order), *(_share(odds, colour, says) for colour in IMPS))
    return table


def _lines(chances: tuple[Odds, ...], says: Speaker) -> Text:
    """The same for a narrow window."""
    text = Text()
    for odds in chances:
        shares = (f"{says.colour(colour)} {_percent(odds, colour, says)}" for colour in IMPS)
        text.append(f"  {says.order(odds.order)}: {', '.join(shares)}\n")
    return text


def _share(odds: Odds, colour: Colour, says: Speaker) -> str:
    return f"{_percent(odds, colour, says)}\n{_grouped(odds.counts[colour])}"


def _percent(odds: Odds, colour: Colour, says: Speaker) -> str:
    return f"{says.number(100 * odds.counts[colour] / odds.total, 2)}{NARROW_SPACE}%"


def _grouped(count: int) -> str:
    return f"{count:,}".replace(",", NARROW_SPACE)
