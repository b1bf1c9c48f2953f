"""Where two rulings differ, in plain words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from itertools import zip_longest
from typing import Any

from pi_diavolo.table.rulings import Ruling

# Stands for what only one side has.
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Difference:
    """Something in the log that is not as it should be; `sentence` says it in plain words."""

    seq: int
    sentence: str
    game: int | None = None
    turn: int | None = None
    field: str | None = None
    stored: Any = None
    worked_out: Any = None


def between(seq: int, stored: Ruling | None, worked_out: Ruling | None) -> Difference | None:
    """The first field in which a turn's stored ruling differs from the one worked out again."""
    for field, old, new in _apart("", stored, worked_out):
        known = stored or worked_out
        assert known is not None  # two rulings that are both missing do not differ
        return Difference(
            seq, _sentence(seq, known, field, old, new), known.game, known.turn, field, old, new
        )
    return None


def _sentence(seq: int, known: Ruling, field: str, old: Any, new: Any) -> str:
    turn = f"event {seq}, game {known.game}, turn {known.turn}"
    if field == "":
        missing = "in the log, but is not when" if new is NOTHING else "not in the log, but is given when"
        return f"{turn}: the ruling is {missing} worked out again"
    return f"{turn}: {field} is {_shown(old)} in the log, but {_shown(new)} when worked out again"


def _shown(value: Any) -> str:
    return str(value) if isinstance(value, str) else repr(value)


def _apart(path: str, old: Any, new: Any) -> Iterator[tuple[str, Any, Any]]:
    if path == "" and (old is None or new is None):
        if old is not new:
            yield path, old or NOTHING, new or NOTHING
    elif old != new:
        parts = list(_parts(path, old, new))
        yield from (apart for part in parts for apart in _apart(*part))
        if not parts:
            yield path, old, new


def _parts(path: str, old: Any, new: Any) -> Iterator[tuple[str, Any, Any]]:
    """What two values of one shape consist of, side by side; nothing when they have no parts."""
    if is_dataclass(old) and type(old) is type(new):
        start = f"{path}." if path else ""
        for field in fields(old):
            yield f"{start}{field.name}", getattr(old, field.name), getattr(new, field.name)
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in (*old, *(key for key in new if key not in old)):
            yield f"{path}[{key}]", old.get(key, NOTHING), new.get(key, NOTHING)
    elif isinstance(old, tuple) and isinstance(new, tuple):
        for index, (before, after) in enumerate(zip_longest(old, new, fillvalue=NOTHING)):
            yield f"{path}[{index}]", before, after
