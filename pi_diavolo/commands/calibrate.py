"""`pi-diavolo calibrate`: makes the table file, step by step, and says how good the table is."""

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from pi_diavolo.commands.arguments import a_count, shown
from pi_diavolo.commands.common import add_config, add_json
from pi_diavolo.games.diavolo.orders import Order

PICTURES = "pictures, folders of them, or a camera: its number or its device, such as 0 or /dev/video0"


def add(parser: ArgumentParser) -> None:
    """Which step; each can be repeated alone."""
    steps = parser.add_subparsers(required=True, metavar="STEP")

    def step(name: str, about: str) -> ArgumentParser:
        description = f"{about[0].upper()}{about[1:]}."
        added: ArgumentParser = steps.add_parser(
            name, help=about, description=description, allow_abbrev=False
        )
        add_json(added)
        added.set_defaults(step=name)
        return added

    _sheets(step("sheets", "make the sheets to print: markers, ChArUco board, Order-die stickers"))
    _game_board(
        step("game-board", "check a layout of Devil's Dice, make its board to print and its table file")
    )
    _cards(step("cards", "make the stickers by which the camera knows the imps' cards of Devilish Duels"))
    _lens(step("lens", "learn what the lens does, from pictures of the ChArUco board"))
    _markers(step("markers", "find the table's markers and say how well they tell places"))
    _colours(step("colours", "learn the dice's colours under this light, from one throw"))
    _enrol(step("enrol", "learn the Order die's six faces, from a picture of each"))
    _certificate(step("certificate", "say how good the table is, by some test throws"))
    _all(step("all", "all steps in a row, from one folder of pictures"))


def run(arguments: Namespace) -> int:
    """Do the step."""
    # Late, because OpenCV takes a while to come: the other commands and --help need not wait for it.
    from pi_diavolo.commands.calibrate_all import STEPS
    from pi_diavolo.vision.table_writer import one_backup

    with one_backup():
        return STEPS[arguments.step](arguments)


def _sheets(parser: ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the sheets go")
    parser.add_argument("--paper", choices=("a4", "letter", "both"), default="both", help="(default: both)")
    _table(parser, "whose markers are printed (default: the usual table)")
    parser.add_argument(
        "--die-mm",
        type=_millimetres,
        metavar="MM",
        help="the Order die's width: a whole sheet of that size (default: rows for 16 to 24 mm)",
    )
    _board(parser)


def _game_board(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="where the sheets go (default: none, enough for --check)"
    )
    parser.add_argument("--paper", choices=("a4", "letter", "both"), default="both", help="(default: both)")
    parser.add_argument(
        "--layout",
        type=Path,
        metavar="FILE",
        help="a board of your own (default: from the settings, else the one that is shipped)",
    )
    parser.add_argument(
        "--check", action="store_true", help="only say what is wrong with the layout (default: print it, too)"
    )
    parser.add_argument(
        "--square-mm",
        type=_millimetres,
        default=18.0,
        metavar="MM",
        help="the width of a square, 18 or more (default: 18)",
    )
    _table(
        parser, "the table file to make, or to put these measures into (default: devils-dice.toml in --out)"
    )
    add_config(parser)


def _cards(parser: ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the sheets go")
    parser.add_argument("--paper", choices=("a4", "letter", "both"), default="both", help="(default: both)")
    parser.add_argument(
        "--cards",
        type=Path,
        metavar="FILE",
        help="the cards of your box (default: from the settings, else those that are shipped)",
    )
    add_config(parser)


def _lens(parser: ArgumentParser) -> None:
    _pictures(parser)
    _board(parser)
    _table(parser, "the table file to write the lens into; made where there is none (default: only say it)")
    _taking(parser, count=15, every=2.0)


def _markers(parser: ArgumentParser) -> None:
    _pictures(parser)
    _table(parser, "the table file (default: the usual table)")
    _taking(parser, count=1, every=1.0)


def _colours(parser: ArgumentParser) -> None:
    parser.add_argument(
        "pictures", metavar="PICTURE", help="one throw with dice of every colour, or a camera"
    )
    _table(parser, "the table file to write the colours into", required=True)
    _taking(parser, count=1, every=1.0)


def _enrol(parser: ArgumentParser) -> None:
    orders = ", ".join(Order)
    parser.add_argument(
        "pictures",
        nargs="*",
        metavar="PICTURE",
        help="the die in the tray, or a close-up of a sticker: one picture a face, named for its order"
        f" (greatest_sum.jpg), or six in this order: {orders}; a folder or a camera will do, too",
    )
    parser.add_argument(
        "--face",
        action="append",
        default=[],
        metavar="NAME=PICTURE",
        help="one face, such as closest=photo.jpg; may be repeated (default: by the pictures' names)",
    )
    parser.add_argument(
        "--printed",
        action="store_true",
        help="the stickers of our own sheet: no pictures are needed (default: from pictures)",
    )
    _table(parser, "the table file to write the faces into; made where there is none", required=True)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="where the faces go (default: mine_faces beside mine.toml); no picture there is written over",
    )
    _taking(parser, count=len(Order), every=5.0)


def _certificate(parser: ArgumentParser) -> None:
    _pictures(parser)
    _table(parser, "the table file to judge", required=True)
    _taking(parser, count=5, every=5.0)
    add_config(parser)


def _all(parser: ArgumentParser) -> None:
    parser.add_argument(
        "folder",
        type=Path,
        metavar="FOLDER",
        help="with charuco*.jpg for the lens, faces/greatest_sum.jpg and so on for the Order die, and"
        " pictures of throws; what is not there is left out",
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="TABLE.toml", help="the table file to make"
    )
    _table(parser, "the table file to begin with (default: the usual table, or the one at --out)")
    _board(parser)


def _pictures(parser: ArgumentParser) -> None:
    parser.add_argument("pictures", nargs="+", metavar="PICTURE", help=PICTURES)


def _table(parser: ArgumentParser, about: str, required: bool = False) -> None:
    parser.add_argument("--table", type=Path, metavar="TABLE.toml", required=required, help=about)


def _taking(parser: ArgumentParser, count: int, every: float) -> None:
    parser.add_argument(
        "--count",
        type=a_count(200),
        default=count,
        metavar="N",
        help=f"how many pictures a camera takes (default: {count})",
    )
    parser.add_argument(
        "--every",
        type=_seconds,
        default=every,
        metavar="S",
        help=f"how many seconds lie between them (default: {every:g})",
    )


def _board(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--board", type=_squares, default=(7, 5), metavar="7x5", help="squares across and down (default: 7x5)"
    )
    for name, usual in (("square", 30.0), ("marker", 22.0)):
        parser.add_argument(
            f"--{name}-mm",
            type=_millimetres,
            default=usual,
            metavar="MM",
            help=f"the width of a {name} (default: {usual:g})",
        )
    parser.add_argument(
        "--dictionary", default="DICT_5X5_100", metavar="NAME", help="of its markers (default: DICT_5X5_100)"
    )


def _squares(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,2})[x×](\d{1,2})", text, re.ASCII)
    if not found or not all(3 <= int(side) <= 40 for side in found.groups()):
        raise ArgumentTypeError(f"{shown(text)} is no board; give its squares across and down, such as 7x5")
    return int(found[1]), int(found[2])


def _millimetres(text: str) -> float:
    if not re.fullmatch(r"\d{1,3}(\.\d{1,4})?", text, re.ASCII) or not float(text):
        raise ArgumentTypeError(f"{shown(text)} cannot be; use millimetres above 0, such as 22.5")
    return float(text)


def _seconds(text: str) -> float:
    if not re.fullmatch(r"\d{1,3}(\.\d{1,3})?", text, re.ASCII):
        raise ArgumentTypeError(f"{shown(text)} cannot be; use seconds from 0 to 999")
    return float(text)
