"""`pi-diavolo games backup`, `restore` and `erase`: looking after what the log remembers."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from pi_diavolo.commands.common import add_config, add_json, add_log, tell_json
from pi_diavolo.config import Config
from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import Erased, EventLog, back_up, erase_name, restore
from pi_diavolo.eventlog.files import MARK, is_put_away
from pi_diavolo.eventlog.put_away import put_away_beside
from pi_diavolo.log_care import MB
from pi_diavolo.table.players import LONGEST_NAME

NOT_TOUCHED = "Exported files, backups and other copies that were made of the games are not touched."

Care = Callable[[Namespace, Path, Config], int]


def add(questions: Any) -> None:
    """What can be done besides asking."""

    def care(name: str, about: str, more: str, command: Care) -> ArgumentParser:
        description = f"{about[0].upper()}{about[1:]}. {more}"
        added: ArgumentParser = questions.add_parser(
            name, help=about, description=description, allow_abbrev=False
        )
        add_log(added)
        add_json(added)
        add_config(added)
        added.set_defaults(question=None, care=command)
        return added

    copied = care(
        "backup",
        "copy all games into one new file, also while the table plays",
        "`games restore` puts them back. It holds the players' names.",
        _back_up,
    )
    copied.add_argument("file", type=Path, metavar="FILE", help="a new file")
    back = care(
        "restore",
        "take all games from a backup; what was there is kept beside it",
        "Or take back the games that were put away last. Stop the table first.",
        _restore,
    )
    back.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="a file that `games backup` has written, or one that the table has put away",
    )
    gone = care(
        "erase",
        "erase a player's name for good; the games stay, by id",
        "It cannot be undone. " + NOT_TOUCHED,
        _erase,
    )
    gone.add_argument("name", metavar="NAME", help="the name as `games list` shows it, in capitals or not")


def run(arguments: Namespace, config: Config) -> int:
    """Do it; exit code 1 where a name could not be erased from every file."""
    command: Care = arguments.care
    return command(arguments, arguments.log or config.log_file, config)


def _back_up(arguments: Namespace, log_file: Path, config: Config) -> int:
    back_up(log_file, arguments.file)
    with EventLog.read_only(arguments.file) as copy:
        games, events = copy.games_there(), copy.events_there()
    size, away = arguments.file.stat().st_size, put_away_beside(log_file)
    if arguments.json:
        counts = {"bytes": size, "games": games, "events": events}
        tell_json({"file": str(arguments.file), **counts, "put_away": list(map(str, away))})
        return 0
    print(f"{arguments.file}: {_count(games, 'game')}, {_count(events, 'event')}, {size / 1e6:.1f} MB.")
    if away:
        print(
            f"Copy as well what was put away: {_count(len(away), 'file')},"
            f" {away[0].parent}/{log_file.resolve().name}{MARK}*"
        )
    print("It holds the players' names. The way back, with the table stopped:")
    print(f"  pi-diavolo games restore {arguments.file}")
    return 0


def _restore(arguments: Namespace, log_file: Path, config: Config) -> int:
    if is_put_away(arguments.file):
        return _bring_back(arguments, log_file, config)
    aside = restore(log_file, arguments.file, datetime.now())
    if arguments.json:
        tell_json({"log": str(log_file), "kept": aside and str(aside)})
        return 0
    print(f"{log_file} is as {arguments.file} was.")
    if aside is not None:
        print(f"What was there before is kept as {aside}.")
    return 0


def _bring_back(arguments: Namespace, log_file: Path, config: Config) -> int:
    EventLog.read_only(arguments.file).close()  # before a log is made for what cannot be read
    with EventLog.open(log_file) as log:
        log.bring_back(arguments.file)
        size = log.used_bytes()
    if arguments.json:
        tell_json({"log": str(log_file), "brought_back": str(arguments.file), "bytes": size})
        return 0
    print(f"The games in {arguments.file} stand in {log_file} again; the file may be deleted.")
    if 0 < config.log_most_mb * MB < size:
        print(
            f"The log is {size / MB:,.0f} MB now: the next start puts them away again, unless most_mb under"
            f" [log] is more than {config.log_most_mb}."
        )
    return 0


def _erase(arguments: Namespace, log_file: Path, config: Config) -> int:
    erased = erase_name(log_file, arguments.name)
    if not erased.players:
        name = arguments.name[:LONGEST_NAME]
        raise UsageError(f"no player in {log_file} is called {name!r}; `games list` shows the names")
    written_again = arguments.name.casefold() in map(str.casefold, config.simulator.players)
    if arguments.json:
        tell_json(
            {
                "players": erased.players,
                "left_in": list(map(str, erased.left_in)),
                "copies": list(map(str, erased.copies)),
                "in_use": erased.in_use,
                "settings": str(config.source) if written_again else None,
            }
        )
    else:
        print("\n".join(_told(erased, log_file, config.source if written_again else None)))
    return 1 if erased.left_in else 0


def _told(erased: Erased, log_file: Path, settings: Path | None) -> Iterator[str]:
    if erased.left_in:
        files = ", ".join(file.name for file in erased.left_in)
        yield (
            f"The name is erased, but its letters still stand in {files}, because somebody reads the log:"
            " end that and start the table anew, which clears them."
        )
    else:
        yield (
            f"The name of {_count(len(erased.players), 'player')} is erased, and no file of {log_file} shows"
            " it any more; the games stay, by id."
        )
    yield NOT_TOUCHED
    if erased.copies:
        yield (
            f"Copies beside the log that still show it: {', '.join(map(str, erased.copies))}. Delete them if"
            " you need them no more."
        )
    if erased.in_use:
        yield "A table is running on this log: it shows the name until it is started anew."
    if settings is not None:
        yield f"{settings} names the player under simulator.players: take it out, or it comes back."


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"
