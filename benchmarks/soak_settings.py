"""The settings file of a soak: whole, or damaged by whoever edits it while the table plays."""

import json
import os
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pi_diavolo.commands.run_settings import settings_of_service
from pi_diavolo.config_file import document_in
from pi_diavolo.errors import ConfigError
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.repairs import Repair
from pi_diavolo.table.troubles import Troubles

SETTINGS = "diavolo.toml"


def write_settings(folder: Path, rules: Mapping[str, Any]) -> None:
    """These house rules, and nothing else; JSON's plain values are TOML's, too."""
    lines = [f"{name} = {json.dumps(value)}" for name, value in rules.items()]
    (folder / SETTINGS).write_text("\n".join(["[diavolo]", *lines, ""]), encoding="utf-8")


def damage_settings(folder: Path) -> None:
    """Half of the file is gone, in the middle of a word."""
    file = folder / SETTINGS
    file.write_text(file.read_text(encoding="utf-8")[:5], encoding="utf-8")


def is_whole(folder: Path) -> bool:
    """Whether a start could use them."""
    try:
        document_in(folder / SETTINGS)
    except ConfigError:
        return False
    return True


def rules_at_a_start(folder: Path) -> tuple[HouseRules, Troubles, Repair | None]:
    """As the service reads them: where they are damaged, those before, and somebody who waits for better."""
    os.environ["STATE_DIRECTORY"] = str(folder)  # as systemd says it
    config, troubles = settings_of_service(Namespace(config=folder / SETTINGS))
    return config.diavolo, troubles, Repair(lambda: is_whole(folder)) if troubles else None
