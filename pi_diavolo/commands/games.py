"""`pi-diavolo games`: what the log remembers: list, show, export, verify."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pi_diavolo import history
from pi_diavolo.commands.arguments import a_count
from pi_diavolo.commands.common import add_json, add_language, add_log, settings, speaker, tell_json
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.games import GAMES
from pi_diavolo.history import GameRecord
from pi_diavolo.language.catalogue import Label
from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Ruling

a_game = a_count(1_000_000_000)


def add(parser: ArgumentParser) -> None:
    """Which question to the log."""
    questions = parser.add_subparsers(required=True, metavar="list|show|export|verify")
    _add(questions.add_parser("list", help="all games, one a line"), _list)
    show = questions.add_parser("show", help="one game, turn by turn")
    show.add_argument("number", type=a_game, help="the game's number, see `games list`")
    _add(show, _show)
    export = questions.add_parser("export", help="games as JSON or CSV, to keep or to count with")
    export.add_argument("number", type=a_game, nargs="?", help="one game only (default: all)")
    export.add_argument("--format", choices=("json", "csv"), default="json")
    export.add_argument("--output", type=Path, metavar="FILE", help="default: standard output")
    _add(export, _export)
    _add(questions.add_parser("verify", help="work out every ruling again and compare"), _verify)


def _add(parser: ArgumentParser, command: Callable[[Namespace, EventLog, Speaker], int]) -> None:
    add_log(parser)
    add_json(parser)
    add_language(parser)
    parser.set_defaults(question=command)


def run(arguments: Namespace) -> int:
    """Open the log for reading, also while a table writes it, and answer the question."""
    config = settings(arguments)
    with EventLog.read_only(arguments.log or config.log_file) as log:
        question: Callable[[Namespace, EventLog, Speaker], int] = arguments.question
        return question(arguments, log, speaker(arguments, config))


def _list(arguments: Namespace, log: EventLog, says: Speaker) -> int:
    names = log.names()
    table = _table(says, Label.GAME, Label.TIME, Label.PLAYERS, Label.TURNS, Label.WINNER)
    for record in history.games(log):
        if arguments.json:
            tell_json(history.summary(record, names))
            continue
        named = _named(record, log, says)
        players = ", ".join(named.player(seat) for seat in record.seats)
        turns = str(len(record.rulings))
        row = (str(record.number), record.began[:16].replace("T", " "), players, turns, _end(record, named))
        table.add_row(*map(Text, row))
    if not arguments.json:
        Console().print(table)
    return 0


def _end(record: GameRecord, says: Speaker) -> str:
    if not record.over:
        return "…"
    return says.player(record.winner) if record.winner else says.label(Label.NOBODY)


def _show(arguments: Namespace, log: EventLog, says: Speaker) -> int:
    record = history.game(log, arguments.number)
    if arguments.json:
        tell_json(history.as_json(record, log))
        return 0
    named = _named(record, log, says)
    table = _table(named, Label.TURN, Label.ROLLS, Label.REASON)
    for seat in record.seats:
        table.add_column(Text(named.player(seat)))
    for ruling in record.rulings:
        reason = named.ruling(ruling)
        seats = [_result(ruling, seat, named) for seat in record.seats]
        table.add_row(*map(Text, (str(ruling.turn), named.player(ruling.roller), reason, *seats)))
    Console().print(table)
    Console().print(Text(f"{named.label(Label.WINNER)}: {_end(record, named)}"))
    return 0


def _result(ruling: Ruling, seat: Seat, says: Speaker) -> str:
    for result in ruling.results:
        if result.seat == seat:
            took = says.colour(result.took) if result.took else "–"
            change = f" {result.change:+d}" if result.change else ""
            return f"{took}{change} = {result.gems}"
    return ""


def _export(arguments: Namespace, log: EventLog, says: Speaker) -> int:
    records = [history.game(log, arguments.number)] if arguments.number else history.games(log)
    if arguments.format == "csv":
        parts: Iterator[str] = iter([history.as_csv(iter(records), log.names())])
    else:
        parts = (msgspec.json.encode(history.as_json(record, log)).decode() + "\n" for record in records)
    if arguments.output is None:
        sys.stdout.writelines(parts)
        return 0
    try:
        with arguments.output.open("x", encoding="utf-8", newline="") as file:
            file.writelines(parts)
    except FileExistsError:
        raise UsageError(f"{arguments.output}: there is a file already; choose another name") from None
    except OSError as error:
        raise UsageError(
            f"{arguments.output}: cannot be written ({error.strerror}); choose another"
        ) from None
    return 0


def _verify(arguments: Namespace, log: EventLog, says: Speaker) -> int:
    found = verify(log, GAMES["diavolo"])
    sentence = found.first.sentence if found.first else None
    if arguments.json:
        tell_json(
            {
                "right": sentence is None,
                "evenings": found.evenings,
                "events": found.events,
                "rulings": found.rulings,
                "first_difference": sentence,
            }
        )
    else:
        print(f"{found.evenings} evenings, {found.events} events, {found.rulings} rulings: ", end="")
        print(sentence or "all as it was ruled")
    return 0 if sentence is None else 1


def _named(record: GameRecord, log: EventLog, says: Speaker) -> Speaker:
    names = log.names()
    return says.knowing({seat: names[player] for seat, player in record.seats.items() if player in names})


def _table(says: Speaker, *labels: Label) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for label in labels:
        table.add_column(says.label(label))
    return table
