"""What several commands share: options, settings, the language, the log, JSON on standard output."""

import logging
import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from pi_diavolo.config import Config, load
from pi_diavolo.language.choose import CATALOGUES, from_locale
from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.players import Seat


def add_language(parser: ArgumentParser) -> None:
    """The options of every command that says something."""
    parser.add_argument(
        "--language",
        choices=tuple(CATALOGUES),
        help="English, French or German (default: from the settings, else from the locale)",
    )
    add_config(parser)


def add_config(parser: ArgumentParser) -> None:
    """The option of every command there is."""
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="the settings file (default: diavolo.toml in this folder, in ~/.config/pi-diavolo"
        " or in /etc/pi-diavolo)",
    )


def add_json(parser: ArgumentParser) -> None:
    """For programs that read what we say."""
    parser.add_argument(
        "--json", action="store_true", help="for programs: one JSON object a line, and nothing else"
    )


def add_log(parser: ArgumentParser) -> None:
    """Where the games are kept."""
    parser.add_argument(
        "--log",
        type=Path,
        metavar="FILE",
        help="the log of games (default: from the settings, else ~/.local/share/pi-diavolo/games.db)",
    )


def settings(arguments: Namespace) -> Config:
    """The settings, from the file named or found."""
    return load(arguments.config, os.environ, Path.home())


def language(arguments: Namespace, config: Config) -> str:
    """The language asked for, in the settings, or of the locale."""
    chosen = arguments.language or config.language
    return from_locale(os.environ) if chosen == "auto" else str(chosen)


def speaker(arguments: Namespace, config: Config, names: Mapping[Seat, str] | None = None) -> Speaker:
    """Somebody who speaks that language."""
    return Speaker(CATALOGUES[language(arguments, config)], names or {})


def tell_json(value: Any) -> None:
    """One JSON object on a line of its own."""
    print(msgspec.json.encode(msgspec.to_builtins(value, str_keys=True)).decode())


def warn(sentence: str) -> None:
    """Tell the person something that is not the answer itself."""
    print(f"pi-diavolo: {sentence}", file=sys.stderr)


@contextmanager
def said_once(name: str) -> Iterator[None]:
    """What the logger of this name repeats meanwhile is heard once."""
    log, heard = logging.getLogger(name), set[str]()

    def is_news(record: logging.LogRecord) -> bool:
        sentence, before = record.getMessage(), len(heard)
        heard.add(sentence)
        return len(heard) > before

    log.addFilter(is_news)
    try:
        yield
    finally:
        log.removeFilter(is_news)


@contextmanager
def left_once() -> Iterator[None]:
    """Ctrl-C or a stop from outside interrupts; a second one does not disturb the tidying up."""
    stops = (signal.SIGINT, signal.SIGTERM)

    def leave(number: int, frame: FrameType | None) -> None:
        for stop in stops:
            signal.signal(stop, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {stop: signal.signal(stop, leave) for stop in stops}
    try:
        yield
    finally:
        for stop, handler in before.items():
            signal.signal(stop, handler)
