"""What several commands share: options, settings, the language, the log, JSON on standard output."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from pi_diavolo.config import Config, load
from pi_diavolo.language.choose import CATALOGUES, from_locale
from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.players import Seat


def add_language(parser: ArgumentParser) -> None:
    """The options of every command that says something."""
    parser.add_argument(
        "--language", choices=tuple(CATALOGUES), help="default: from the settings or the locale"
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings to use instead of diavolo.toml")


def add_json(parser: ArgumentParser) -> None:
    """For programs that read what we say."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line, and nothing else")


def add_log(parser: ArgumentParser) -> None:
    """Where the games are kept."""
    parser.add_argument(
        "--log", type=Path, metavar="FILE", help="the log of games; default: from the settings"
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
