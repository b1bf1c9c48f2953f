"""`pi-diavolo games`: what the log remembers: list, show, statistics, export, verify; and the care of it."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pi_diavolo import history
from pi_diavolo.commands import games_care, games_statistics
from pi_diavolo.commands.arguments import a_count
from pi_diavolo.commands.common import add_json, add_language, add_log, language, settings, speaker, tell_json
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.games import GAMES
from pi_diavolo.history import GameRecord
from pi_diavolo.language.catalogue import Label
from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.rulings import Ruling, SeatResult
from pi_diavolo.table.sentences import Saying, Sentence, saying
from pi_diavolo.web.duel_telling import trial_text

Question = Callable[[Namespace, EventLog, Speaker], int]

a_game = a_count(1_000_000_000)


def add(parser: ArgumentParser) -> None:
    """Which question to the log."""
    questions = parser.add_subparsers(
        required=True, metavar="list|show|statistics|export|verify|backup|restore|erase"
    )

    def question(name: str, about: str, command: Question) -> ArgumentParser:
        description = f"{about[0].upper()}{about[1:]}."
        added: ArgumentParser = questions.add_parser(
            name, help=about, description=description, allow_abbrev=False
        )
        add_log(added)
        add_json(added)
        add_language(added)
        added.set_defaults(question=command)
        return added

    question("list", "all games, one a line", _list)
    show = question("show", "one game, turn by turn", _show)
    show.add_argument("number", type=a_game, help="the game's number, see `games list`")
    counted = question(
        "statistics", "how everyone plays: right by order, times, what is mixed up", _statistics
    )
    counted.add_argument("number", type=a_game, nargs="?", help="one game only (default: all)")
    export = question("export", "games as JSON or CSV, to keep or to count with", _export)
    export.add_argument("number", type=a_game, nargs="?", help="one game only (default: all)")
    export.add_argument(
        "--format",
        choices=("json", "csv"),
        help="one game a line, or one row a seat and turn (default: json)",
    )
    export.add_argument("--output", type=Path, metavar="FILE", help="a new file (default: standard output)")
    question("verify", "work out every ruling again and compare; exit code 1 if one differs", _verify)
    games_care.add(questions)


def run(arguments: Namespace) -> int:
    """Open the log for reading, also while a table writes it, and answer the question."""
    config = settings(arguments)
    if arguments.question is None:
        return games_care.run(arguments, config)
    with EventLog.read_only(arguments.log or config.log_file) as log:
        question: Question = arguments.question
        return question(arguments, log, speaker(arguments, config))


def _list(arguments: Namespace, log: EventLog, says: Speaker) -> int:
    names = log.names()
    table = _table(says, Label.GAME, Label.TIME, Label.PLAYERS, Label.TURNS, Label.WINNER)
    for record in history.games(log):
        if arguments.json:
            tell_json(history.summary(record, names))
            continue
        named = says.knowing(record.names(names))
        players = ", ".join(map(named.player, record.seats))
        row = (str(record.number), _when(record), players, str(len(record.rulings)), _winner(record, named))
        table.add_row(*map(Text, row))
    if not arguments.json:
        Console().print(table)
        _tell_put_away(log, says)
    return 0


def _tell_put_away(log: EventLog, says: Speaker) -> None:
    if (told := history.put_away(log)) is not None:
        print(says.say(told))


def _when(record: GameRecord) -> str:
    return record.began[:16].replace("T", " ")


def _winner(record: GameRecord, says: Speaker) -> str:
    if not record.over:
        return "–" if record.abandoned else "…"
    return says.player(record.winner) if record.winner else says.label(Label.NOBODY)


def _show(arguments: Namespace, log: EventLog, says: Speaker) -> int:
    record = history.game(log, arguments.number)
    if arguments.json:
        tell_json(history.as_json(record, log))
        return 0
    named = says.knowing(record.names(log.names()))
    table = _table(named, Label.TURN, Label.ROLL, Label.RESULT)
    for ruling in record.rulings:
        table.add_row(*map(Text, (str(ruling.turn), named.player(ruling.roller), _told(ruling, named))))
    players = ", ".join(map(named.player, record.seats))
    screen = Console(highlight=False)
    screen.print(Text(f"{named.label(Label.GAME)} {record.number} · {_when(record)} · {players}"))
    screen.print(table)
    screen.print(Text(named.say(_end(record))))
    return 0


def _told(ruling: Ruling, says: Speaker) -> str:
    """Why it was ruled so, and below what everybody took, won or lost, and has left."""
    corrected = f" ({says.label(Label.CORRECTED)})" if ruling.corrected else ""
    trials = ruling.duel.trials if ruling.duel else ()
    told = [
        *(_result(result, says) for result in ruling.results),
        *(trial_text(each, says) for each in trials),
    ]
    results = " · ".join(told)
    return f"{says.ruling(ruling)}{corrected}" + (f"\n{results}" if results else "")


def _result(result: SeatResult, says: Speaker) -> str:
    took = says.colour(result.took) if result.took else "–"
    change = f" ({result.change:+d})".replace("-", "−") if result.change else ""
    return f"{says.player(result.seat)} {took} {result.gems}◆{change}"


def _end(record: GameRecord) -> Saying:
    if record.winner:
        return saying(Sentence.WINNER, player=record.winner)
    if record.over and record.last:
        return _without_winner(record.last)
    return saying(Sentence.GAME_ABANDONED if record.abandoned else Sentence.GAME_GOES_ON, game=record.number)


def _without_winner(last: Ruling) -> Saying:
    """Why nobody has won: that depends on the game, as its rulings tell."""
    if last.duel is not None:
        return saying(Sentence.DUEL_NO_WINNER)
    if last.move is not None:
        most = max(last.gems.values())
        return saying(
            Sentence.BOARD_SHARED, players=tuple(s for s, left in last.gems.items() if left == most)
        )
    return saying(Sentence.NO_WINNER)


def _statistics(arguments: Namespace, log: EventLog, says: Speaker) -> int:
    spoken = language(arguments, settings(arguments))
    games_statistics.tell(log, arguments.number, arguments.json, says, spoken)
    if not (arguments.json or arguments.number):
        _tell_put_away(log, says)
    return 0


def _export(arguments: Namespace, log: EventLog, says: Speaker) -> int:
    if arguments.json and arguments.format == "csv":
        raise UsageError("--json and --format csv do not go together; choose one")
    records = [history.game(log, arguments.number)] if arguments.number else history.games(log)
    if arguments.format == "csv":
        lines: Iterable[str] = history.as_csv(records, log.names())
    else:
        lines = (msgspec.json.encode(history.as_json(record, log)).decode() + "\n" for record in records)
    if arguments.output is None:
        sys.stdout.writelines(lines)
    else:
        _write(arguments.output, lines)
    return 0


def _write(path: Path, lines: Iterable[str]) -> None:
    """Into a new file, all or nothing."""
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            try:
                file.writelines(lines)
                file.flush()  # a full disk shows now
            except BaseException:
                path.unlink()
                raise
    except FileExistsError:
        raise UsageError(f"{path}: there is a file already; choose another name") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror}); choose another place") from None


def _verify(arguments: Namespace, log: EventLog, says: Speaker) -> int:
    found = verify(log, GAMES["diavolo"], GAMES)
    sentence = found.first.sentence if found.first else None
    counts = {"evenings": found.evenings, "events": found.events, "rulings": found.rulings}
    if arguments.json:
        tell_json({"right": sentence is None, **counts, "first_difference": sentence})
    else:
        counted = ", ".join(f"{count} {what if count != 1 else what[:-1]}" for what, count in counts.items())
        print(f"{counted}: {sentence or 'every ruling is right'}")
    return 0 if sentence is None else 1


def _table(says: Speaker, *labels: Label) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for label in labels:
        table.add_column(says.label(label))
    return table
