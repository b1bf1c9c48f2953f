"""`pi-diavolo read`: what a picture shows: dice, order, imps, and the answer, sure or saying why not."""

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from pi_diavolo.commands.arguments import shown
from pi_diavolo.commands.common import add_json, add_language
from pi_diavolo.errors import UsageError


def add(parser: ArgumentParser) -> None:
    """Which pictures, of which table."""
    parser.add_argument(
        "sources",
        nargs="+",
        type=Path,
        metavar="PICTURE|FOLDER|VIDEO",
        help="what to read, one or more",
    )
    parser.add_argument(
        "--table",
        type=Path,
        metavar="TABLE.toml",
        help="the table file (default: from the settings)",
    )
    parser.add_argument(
        "--expect",
        choices=("any", "3", "2", "order"),
        default="any",
        help="dice of each colour, or the Order die alone (default: any, 3 or 2 by what is seen)",
    )
    parser.add_argument(
        "--overlay",
        type=_a_place,
        metavar="OUT",
        help="draw what was seen into a folder, a picture or (--stream) a video (default: nothing)",
    )
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--free", action="store_true", help="any pipped dice, without a table (default: a table's)"
    )
    ways.add_argument("--stream", action="store_true", help="a video or a folder of frames (default: stills)")
    parser.add_argument(
        "--fps", type=_a_rate, default=30.0, metavar="N", help="frames a second with --stream (default: 30)"
    )
    add_json(parser)
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Read picture by picture; 2 if one could not be opened, but the others are read all the same."""
    # Late: OpenCV takes a moment to load, and the commands without pictures shall not wait for it.
    if arguments.free:
        from pi_diavolo.commands import read_free

        return read_free.run(arguments)
    if arguments.stream:
        if len(arguments.sources) > 1:
            raise UsageError("--stream takes one video or one folder of frames; give them one by one")
        from pi_diavolo.commands import read_stream

        return read_stream.run(arguments)
    from pi_diavolo.commands import read_stills

    return read_stills.run(arguments)


def _a_place(text: str) -> Path:
    # As with a shell variable that was never set: it would mean the folder one happens to be in.
    if not text.strip():
        raise ArgumentTypeError("no place is named; give a folder, a picture or a video")
    return Path(text)


def _a_rate(text: str) -> float:
    if not re.fullmatch(r"\d{1,4}(\.\d{1,6})?", text, re.ASCII) or not 1 <= float(text) <= 1000:
        raise ArgumentTypeError(f"{shown(text)} cannot be; use frames a second from 1 to 1000")
    return float(text)
