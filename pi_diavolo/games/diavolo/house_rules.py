"""The variants and house rules of Diavolo, with what each may be."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from enum import StrEnum
from typing import Any


class Distance(StrEnum):
    """How `closest` is measured."""

    EDGE = "edge"
    CENTRE = "centre"


class PhotoFinish(StrEnum):
    """Who gets the last imp when two presses are too near in time to tell apart."""

    BOTH = "both"
    EARLIER = "earlier"
    NOBODY = "nobody"


class Grabs(StrEnum):
    """How the table learns who took which imp."""

    PANELS = "panels"
    BASES = "bases"
    PHONES = "phones"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """How this table plays. Times in seconds, lengths in millimetres, `resolution_ms` in milliseconds."""

    dice_per_colour: int = 3
    order_first: bool = False
    distance: Distance = Distance.EDGE
    tie_within_mm: float = 1.0
    grab_time_s: float = 20.0
    grace_s: float = 3.0
    arrival_s: float = 2.0
    question_time_s: float = 30.0
    resolution_ms: float = 1.0
    photo_finish: PhotoFinish = PhotoFinish.BOTH
    grabs: Grabs = Grabs.PANELS
    locked: bool = False

    def __post_init__(self) -> None:
        if self.dice_per_colour not in (2, 3):
            raise BadSetting("dice_per_colour", self.dice_per_colour, "2 or 3")
        for name, most in (
            ("tie_within_mm", 50),
            ("resolution_ms", 1000),
            ("grace_s", 3600),
            ("arrival_s", 60),
        ):
            if not 0 <= getattr(self, name) <= most:
                raise BadSetting(name, getattr(self, name), f"a number from 0 to {most}")
        for name in ("grab_time_s", "question_time_s"):
            if not 1 <= getattr(self, name) <= 3600:
                raise BadSetting(name, getattr(self, name), "a number from 1 to 3600")


class BadSetting(ValueError):
    """A house rule that cannot be: which, what was found and what is wanted."""

    def __init__(self, name: str, found: object, wanted: str) -> None:
        # A number of thousands of digits cannot even be printed.
        huge = isinstance(found, int) and found.bit_length() > 64
        self.name, self.found, self.wanted = name, found, wanted
        self.shown = "a huge number" if huge else repr(found)
        super().__init__(f"{name} = {self.shown} cannot be; use {wanted}")


# No setting comes near; NaN and numbers that no float can hold fail this, too.
LARGEST = 1e9

KINDS: Mapping[str, type] = {rule.name: type(rule.default) for rule in fields(HouseRules)}


def amended(rules: HouseRules, changes: Mapping[str, Any]) -> HouseRules:
    """The house rules with some of them changed; raises BadSetting for what cannot be."""
    return replace(rules, **{name: _as_kind(name, found) for name, found in changes.items()})


def _as_kind(name: str, found: Any) -> Any:
    if name not in KINDS:
        near = get_close_matches(name, KINDS, 1)
        raise BadSetting(name, found, f"{near[0]!r} instead" if near else f"one of {', '.join(KINDS)}")
    kind = KINDS[name]
    if issubclass(kind, StrEnum):
        if found not in list(kind):
            raise BadSetting(name, found, " or ".join(repr(str(choice)) for choice in kind))
        return kind(found)
    if kind is float and type(found) in (int, float) and abs(found) <= LARGEST:
        return float(found)
    if type(found) is not kind:
        wanted = {bool: "true or false", int: "a whole number", float: "a number"}[kind]
        raise BadSetting(name, found, wanted)
    return found
