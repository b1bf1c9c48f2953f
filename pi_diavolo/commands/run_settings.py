"""The settings of a service: where their file is damaged, it plays by what it had before, and says so."""

import logging
import os
from argparse import Namespace
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from pi_diavolo.config import Config, understood, usual
from pi_diavolo.config_file import document_in, first_found
from pi_diavolo.config_sections import WebSettings
from pi_diavolo.errors import ConfigError, without_values
from pi_diavolo.table.sentences import Sentence, saying
from pi_diavolo.table.troubles import Troubles

logger = logging.getLogger(__name__)

# A copy of the last settings that could be used, in the service's own folder.
LAST_GOOD = "diavolo.last.toml"
# Simulated people are not kept there: a name that somebody has erased must not come back out of a copy.
PEOPLE = ("players", "skills")
# Where people look for an installed table: the port that the installer writes into the settings.
INSTALLED_PORT = 80


def settings_of_service(arguments: Namespace) -> tuple[Config, Troubles]:
    """The settings, or the last that could be used, or the usual ones; with what people must know of that."""
    source, folder = arguments.config or first_found(os.environ, Path.home()), _own_folder()
    if source is None:
        return usual(os.environ, Path.home()), ()
    try:
        document = document_in(source)
        config = understood(document, source, os.environ, Path.home())
    except ConfigError as damage:
        return _otherwise(source, folder, without_values(str(damage)))
    _remember(document, folder / LAST_GOOD)
    return config, ()


def _otherwise(source: Path, folder: Path, damage: str) -> tuple[Config, Troubles]:
    with suppress(ConfigError):
        before = understood(document_in(folder / LAST_GOOD), source, os.environ, Path.home())
        return before, (saying(Sentence.SETTINGS_AS_BEFORE, found=damage),)
    # The games lie where the service keeps all that is its own; people must find them again.
    config = replace(usual(os.environ, Path.home()), log_file=folder / "games.db")
    if _state_directory() is not None:
        config = replace(config, web=WebSettings(port=INSTALLED_PORT))
    return config, (saying(Sentence.SETTINGS_AS_USUAL, found=damage),)


def _own_folder() -> Path:
    """Where systemd lets the service write; without it, where games usually are."""
    return _state_directory() or usual(os.environ, Path.home()).log_file.parent


def _state_directory() -> Path | None:
    named = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    return Path(named) if named else None


def _remember(document: Mapping[str, Any], copy: Path) -> None:
    # Late: it brings the eyes' libraries with it.
    from pi_diavolo.vision.table_writer import as_toml

    kept = as_toml(_without_people(document)).encode()
    try:
        if copy.is_file() and copy.read_bytes() == kept:
            return  # a card wears out by writing
        copy.parent.mkdir(parents=True, exist_ok=True)
        new = copy.with_name(f"{copy.name}.new")
        with new.open("wb") as file:
            file.write(kept)
            file.flush()
            os.fsync(file.fileno())
        new.replace(copy)
    except OSError as error:  # then a mistake costs the settings, but none of them is made yet
        logger.warning("%s: the settings could not be kept for a bad day (%s)", copy, error.strerror)


def _without_people(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document without names; comments, where people are mentioned as well, are not in it anyway."""
    simulator = document.get("simulator", {})
    kept = {name: found for name, found in simulator.items() if name not in PEOPLE}
    return {**document, **({"simulator": kept} if simulator else {})}
