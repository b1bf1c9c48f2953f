"""What a house rule may be set to, in the games whose settings are choices, whole numbers and texts."""

from collections.abc import Mapping
from difflib import get_close_matches
from enum import StrEnum
from typing import Any


class BadSetting(ValueError):
    """A house rule that cannot be: which, what was found and what is wanted."""

    def __init__(self, name: str, found: object, wanted: str) -> None:
        huge = isinstance(found, int) and found.bit_length() > 64  # such a one cannot always be printed
        shown = "a huge number" if huge else found if isinstance(found, str) else repr(found)
        self.name, self.wanted = name, wanted
        self.shown = shown if len(shown) <= 80 else shown[:79] + "…"
        super().__init__(f"{name} = {self.shown} cannot be; use {wanted}")


def of_its_kind(name: str, found: Any, kinds: Mapping[str, type]) -> Any:
    """The value as the rule of this name holds it, `kinds` being all rules; else raises BadSetting."""
    if name not in kinds:
        near = get_close_matches(name, kinds, 1)
        raise BadSetting(name, found, f"{near[0]!r} instead" if near else f"one of {', '.join(kinds)}")
    kind = kinds[name]
    if issubclass(kind, StrEnum):
        if found not in list(kind):
            raise BadSetting(name, found, " or ".join(repr(str(choice)) for choice in kind))
        return kind(found)
    if type(found) is not kind:
        wanted = {bool: "true or false", int: "a whole number", str: "a text"}[kind]
        raise BadSetting(name, found, wanted)
    return found
