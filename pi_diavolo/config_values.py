"""What may stand behind a key of the settings, and how a person is shown what stands there instead."""

import math
from pathlib import Path
from typing import Any

from pi_diavolo.games.diavolo.house_rules import BadSetting

LONGEST_SHOWN = 60


def a_choice(name: str, found: Any, choices: tuple[str, ...]) -> str:
    """One of these words; whatever else stands there is a BadSetting, as everywhere here."""
    for choice in choices:
        if found == choice:
            return choice
    raise BadSetting(name, found, " or ".join(repr(choice) for choice in choices))


def a_whole_number(name: str, found: Any, most: int) -> int:
    """From 0 to this, both included."""
    if type(found) is not int or not 0 <= found <= most:
        raise BadSetting(name, found, f"a whole number from 0 to {most}")
    return found


def a_number(name: str, found: Any, most: int, *, above_zero: bool = False) -> float:
    """From 0 to this, with or without a point."""
    # type(), not isinstance(): Python counts true as 1.
    fits = type(found) in (int, float) and math.isfinite(found) and 0 <= found <= most
    if not fits or (above_zero and found == 0):
        raise BadSetting(name, found, f"a number {'above 0, at most' if above_zero else 'from 0 to'} {most}")
    return float(found)


def yes_or_no(name: str, found: Any) -> bool:
    """`true` or `false`, without quotes."""
    if type(found) is not bool:
        raise BadSetting(name, found, "true or false")
    return found


def texts(name: str, found: Any, wanted: str) -> tuple[str, ...]:
    """A list of texts, each in quotes."""
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise BadSetting(name, found, wanted)
    return tuple(found)


def a_file(name: str, found: Any, source: Path, home: Path) -> Path | None:
    """A file's place, seen from the settings file's folder; None where it is left empty."""
    if not isinstance(found, str) or "\0" in found:
        raise BadSetting(name, found, "a path in quotes")
    if found.startswith("~") and not found.startswith("~/"):
        raise BadSetting(name, found, "a path that starts with ~/ or /")
    place = home / found[2:] if found.startswith("~/") else source.absolute().parent / found
    return place if found else None


def shown(found: Any) -> str:
    """What stands in the file, near enough for a person to find it, never more than part of a line."""
    if isinstance(found, bool):
        return str(found).lower()
    if isinstance(found, dict):
        return "{…}"
    return shortened(repr(found))


def shortened(text: str) -> str:
    """The beginning of a text that is too long for a sentence."""
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
