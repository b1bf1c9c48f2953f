"""Single values out of a table file: checked, or refused with name, what was found and what is wanted."""

import logging
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeVar

from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.table_geometry import BadValue

log = logging.getLogger(__name__)

T = TypeVar("T")
LONGEST_SHOWN = 60
NEAR_MISS = 0.75  # how alike two keys are, from 0 to 1


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the file and how its keys are called in full."""

    prefix: str
    found: Mapping[str, Any]

    def within(self, name: str) -> "Section":
        """The section of this name inside this one, with any keys; empty if it is left out."""
        found = self.found.get(name, {})
        if not isinstance(found, dict):
            raise BadValue(self.prefix + name, found, f"a section that opens with [{self.prefix}{name}]")
        return Section(f"{self.prefix}{name}.", found)

    def section(self, name: str, *keys: str) -> "Section":
        """The section of this name, of which these keys are known."""
        section = self.within(name)
        section.knows(*keys)
        return section

    def knows(self, *keys: str) -> None:
        """Refuse a key that is probably one of these misspelt; others are somebody else's and left alone.

        Where the right one is there as well, nothing was misspelt.
        """
        for key in (key for key in self.found if key not in keys):
            name, near = self.prefix + shortened(key), meant(key, keys)
            if near and near not in self.found:
                raise BadValue(name, self.found[key], f"{self.prefix}{near} instead")
            log.warning("the table file's %s is not known here and left alone", name)

    def value(self, key: str, check: Callable[[str, Any], T], otherwise: T) -> T:
        """The value of this key once it has passed the check, or the usual one where it is left out."""
        return check(self.prefix + key, self.found[key]) if key in self.found else otherwise


def meant(key: str, keys: tuple[str, ...]) -> str | None:
    """The known key of which this one is a near miss; that both end in _mm makes them no more alike."""
    stems = {known.removesuffix("_mm"): known for known in keys}
    near = get_close_matches(key.removesuffix("_mm"), stems, 1, NEAR_MISS)
    return stems[near[0]] if near else None


def is_number(found: Any) -> bool:
    """A finite number; the file's true and false are none, though Python counts true as 1."""
    return type(found) in (int, float) and abs(found) < 1e12 and math.isfinite(found)


def positive(name: str, found: Any, most: float, unit: str, *, zero: bool = False) -> float:
    """A number above zero (or from zero), no larger than any table could need."""
    if not is_number(found) or not 0 <= found <= most or (found == 0 and not zero):
        raise BadValue(name, found, f"a number {'from 0 to' if zero else 'above 0, at most'} {most:g} {unit}")
    return float(found)


def sized(name: str, found: Any, most: float) -> tuple[float, float]:
    """A width and a height, both above zero."""
    if not isinstance(found, list) or len(found) != 2:
        raise BadValue(name, found, "two numbers, [width, height]")
    if not all(is_number(side) and 0 < side <= most for side in found):
        raise BadValue(name, found, f"two numbers above 0, at most {most:g}")
    return float(found[0]), float(found[1])


def places(name: str, found: list[Any], most: float) -> tuple[Point, ...]:
    """Places on the table, each given as [x, y] in millimetres."""
    for place in found:
        fits = isinstance(place, list) and len(place) == 2
        if not fits or not all(is_number(side) and abs(side) <= most for side in place):
            raise BadValue(name, place, f"a place [x, y], each from -{most:g} to {most:g} millimetres")
    return tuple(Point(float(x), float(y)) for x, y in found)


def numbers(name: str, found: Any, lengths: tuple[int, ...]) -> tuple[float, ...]:
    """A list of finite numbers, as many as one of these lengths."""
    if not isinstance(found, list) or len(found) not in lengths or not all(map(is_number, found)):
        raise BadValue(name, found, f"{' or '.join(map(str, lengths))} finite numbers")
    return tuple(map(float, found))


def shown(found: Any) -> str:
    """What stands in the file, near enough for a person to find it, never more than part of a line."""
    if isinstance(found, bool):
        return str(found).lower()
    if isinstance(found, dict):
        return "{…}"
    if isinstance(found, int) and found.bit_length() > 63:  # Python refuses to print the longest ones
        return "a number of too many digits"
    if isinstance(found, list):
        return shortened(f"[{', '.join(map(shown, found[:LONGEST_SHOWN]))}]")
    return shortened(repr(found))


def shortened(text: str) -> str:
    """The beginning of a long text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_SHOWN else line[:LONGEST_SHOWN] + "…"
