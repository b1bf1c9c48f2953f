"""What stands in a pin map's TOML and what may stand there, said so that a person finds it."""

import math
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

LONGEST_SHOWN = 60


class BadMap(ValueError):
    """Something in a pin map that cannot be: the sentence without the name of the file."""


def shown(found: Any) -> str:
    """What stands in the file, near enough for a person to find it."""
    if isinstance(found, bool):
        return str(found).lower()
    text = "{…}" if isinstance(found, dict) else repr(found)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def section(document: Mapping[str, Any], name: str, prefix: str = "") -> dict[str, Any]:
    """A part of the map that has keys of its own."""
    found = document.get(name)
    if found is None:
        raise BadMap(f"[{prefix}{name}] is missing; add it, the maps in hardware/ show how")
    if not isinstance(found, dict):
        raise BadMap(
            f"{prefix}{name} = {shown(found)} cannot be; use a section that opens with [{prefix}{name}]"
        )
    return found


def check_keys(
    prefix: str, found: Mapping[str, Any], known: tuple[str, ...], *, all_needed: bool = False
) -> None:
    """Refuse a key that nobody would read, and name the one that was meant."""
    for key in (key for key in found if key not in known):
        name = key if key.isalnum() and len(key) < 30 else shown(key)
        meant = _missing(prefix, key, found, known) if all_needed else _alike(prefix, key, known)
        raise BadMap(f"{prefix}{name} = {shown(found[key])} means nothing here; {meant}")


def _alike(prefix: str, key: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(key, known, 1)
    return f"use {prefix}{near[0]} instead" if near else f"use one of {', '.join(known)}"


def _missing(prefix: str, key: str, found: Mapping[str, Any], known: tuple[str, ...]) -> str:
    """Where each is needed, the one left out was meant, however little the two are alike."""
    absent = [each for each in known if each not in found]
    if not absent:
        return f"take it out, {', '.join(known)} are all there"
    near = absent if len(absent) == 1 else get_close_matches(key, absent, 1)
    return f"use {prefix}{near[0]} instead, which is missing" if near else f"use one of {', '.join(absent)}"


def need_keys(prefix: str, found: Mapping[str, Any], wanted: tuple[str, ...], what: str) -> None:
    """Refuse a section that leaves something out."""
    for key in (key for key in wanted if key not in found):
        raise BadMap(f"{prefix}{key} is missing; {what}")


def number(name: str, found: Any, least: float, most: float) -> float:
    """A number within bounds; NaN is within none."""
    if type(found) not in (int, float) or not math.isfinite(found) or not least <= found <= most:
        raise BadMap(f"{name} = {shown(found)} cannot be; use a number from {least:g} to {most:g}")
    return float(found)


def numbers_in(found: Any) -> set[int]:
    """All whole numbers that stand anywhere in a part of the map."""
    if isinstance(found, dict):
        found = list(found.values())
    if isinstance(found, list):
        return set[int]().union(*(numbers_in(part) for part in found))
    return {found} if type(found) is int else set()
