"""`pi-diavolo check --bundle`: what must not leave the table is known first, and taken out of every text."""

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pi_diavolo.config import Config
from pi_diavolo.errors import LogError
from pi_diavolo.eventlog.condition import whatever_is_left
from pi_diavolo.network import own_wifi

# Shorter ones would tear holes into every text, and no key of ours is shorter.
SHORTEST_SECRET = 4
LARGEST_FILE = 100_000
# The installer's file; usually only root can read it.
WIFI_FILE = Path("etc/pi-diavolo/wifi")


@dataclass(frozen=True, slots=True)
class Privacy:
    """Takes secrets, names, the home folder and the names of computers out of a text."""

    secrets: frozenset[str]
    names: frozenset[str]
    home: Path
    all_names_known: bool = True

    def text(self, text: str) -> str:
        """The same text for strangers."""
        for secret in sorted(self.secrets, key=len, reverse=True):
            text = text.replace(secret, "(secret)")
        for name in sorted(self.names, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "(a name)", text, flags=re.IGNORECASE)
        text = re.sub(r"(https?://)[^\s/:]+", r"\1(a computer)", text)
        return text.replace(str(self.home), "~") if self.home != Path("/") else text

    def value(self, value: Any) -> Any:
        """The same for everything in a JSON object; numbers and keys are ours."""
        match value:
            case str() | Path():
                return self.text(str(value))
            case Mapping():
                return {key: self.value(inner) for key, inner in value.items()}
            case list() | tuple() | set() | frozenset():
                return [self.value(inner) for inner in value]
            case _:
                return value


def privacy(
    config: Config, log_file: Path, environment: Mapping[str, str], home: Path, root: Path = Path("/")
) -> Privacy:
    """All that is known of secrets and names on this machine."""
    keys = config.web.pin_file or log_file.parent / "keys.json"
    secrets = {*_strings_in(keys), *_wifi(environment, root)}
    names, all_known = set(config.simulator.players), True
    try:
        if log_file.exists():
            with whatever_is_left(log_file) as log:
                names |= set(log.names().values())
    except (LogError, OSError):
        all_known = False
    long_enough = frozenset(secret for secret in secrets if len(secret) >= SHORTEST_SECRET)
    return Privacy(long_enough, frozenset(name for name in names if name), home, all_known)


def _strings_in(file: Path) -> Iterable[str]:
    with suppress(OSError, ValueError, RecursionError):
        if file.is_file():
            with file.open(encoding="utf-8") as opened:
                yield from _strings(json.loads(opened.read(LARGEST_FILE)))


def _strings(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _strings(inner)


def _wifi(environment: Mapping[str, str], root: Path) -> Iterable[str]:
    wifi = own_wifi(environment)
    if wifi is not None:
        yield wifi.password
    with suppress(OSError, ValueError):
        yield from (root / WIFI_FILE).read_text(encoding="utf-8").splitlines()[1:2]
