"""A board out of a layout file; what is wrong is told all at once, each with place and remedy.

The form is described in docs/devils-dice.md. Reading the file itself is the shell's business.
"""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, TypeVar

from pi_diavolo.games.devils_dice.layout_checks import COLOURS, problems
from pi_diavolo.games.devils_dice.layout_homes import WAYS, clockwise
from pi_diavolo.games.devils_dice.layout_writing import values_of
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.table.board_layout import Axis, HomeBase, Layout, Line
from pi_diavolo.table.boards import Square
from pi_diavolo.table.pieces import Colour

T = TypeVar("T")

MOST_ENTRIES = 100  # of anything in a list; a board has twelve at most
BY_WAY = {way: key for key, way in WAYS.items()}
HOW = "docs/devils-dice.md shows how"


class BadLayout(ValueError):
    """A board that cannot be played on: everything that is wrong with it."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        self.reasons = reasons
        first, others = reasons[0], len(reasons) - 1
        more = f" ({others} more: `pi-diavolo calibrate game-board --check` lists them)" if others else ""
        super().__init__(first + more)


class _Bad(Exception):
    """One value that cannot be read."""

    def __init__(self, where: str, found: object, wanted: str) -> None:
        super().__init__(f"{where} = {_shown(found)} cannot be; use {wanted}")


def layout_out_of(text: str) -> Layout:
    """The board in the text of a layout file; raises BadLayout."""
    try:
        values = tomllib.loads(text)
    except ValueError as error:  # a number of thousands of digits is one, too
        reason = f"{str(error)[:1].lower()}{_shortened(str(error)[1:])}"
    except RecursionError:
        reason = "brackets stand too deep in brackets"
    else:
        return _checked(values)
    raise BadLayout((f"this is no TOML ({reason}); put that right, {HOW}",))


def as_setting(layout: Layout) -> str:
    """The board in one line, as it stands in the settings of an evening; the shipped one is nothing."""
    return "" if layout == SHIPPED else json.dumps(values_of(layout), separators=(",", ":"))


@lru_cache(8)
def layout_of(setting: str) -> Layout:
    """The board of an evening under this setting; raises BadLayout."""
    try:
        values = json.loads(setting) if setting else None
    except (RecursionError, ValueError):
        raise BadLayout(("this is no board; use the values of a layout file as JSON",)) from None
    return _checked(values) if setting else SHIPPED


def _checked(values: Any) -> Layout:
    layout = _layout(values)
    if wrong := problems(layout):
        raise BadLayout(wrong)
    return layout


def _layout(values: Any) -> Layout:
    wrong: list[str] = []

    def read(check: Callable[[str, Any], T], where: str, found: Any, otherwise: T) -> T:
        try:
            return check(where, found)
        except _Bad as bad:
            wrong.append(str(bad))
            return otherwise

    def each(check: Callable[[str, Any], T], name: str) -> tuple[T, ...]:
        entries: list[Any] = read(_list, name, table.get(name, []), [])
        found = (
            read(check, _numbered(name, number, entry), entry, None)
            for number, entry in enumerate(entries, 1)
        )
        return tuple(entry for entry in found if entry is not None)

    table = values if isinstance(values, Mapping) else {}
    read(_known("columns", "rows", "safe", "line", "home"), "the file", values, table)
    columns = read(_count, "columns", table.get("columns"), 1)
    rows = read(_count, "rows", table.get("rows"), 1)
    safe = each(_square, "safe")
    lines = each(_line_on(columns, rows), "line")
    homes = each(_home, "home")
    if wrong:
        raise BadLayout(tuple(wrong))
    return Layout(columns, rows, clockwise(columns, rows, homes), lines, safe)


def _numbered(name: str, number: int, entry: Any) -> str:
    colour = entry.get("colour") if isinstance(entry, Mapping) else None
    return f"{name} {_shortened(colour)}" if isinstance(colour, str) else f"{name} {number}"


def _home(where: str, found: Any) -> HomeBase:
    table = _known("colour", "squares", "forwards", "lines")(where, found)
    colour = table.get("colour")
    if colour not in COLOURS:
        raise _Bad(f"{where}: colour", colour, _meant(colour, COLOURS))
    forwards = dict.fromkeys(Axis, 0)
    for way in _list(f"{where}: forwards", table.get("forwards")):
        if not isinstance(way, str) or way not in BY_WAY:
            raise _Bad(f"{where}: forwards", way, _meant(way, tuple(BY_WAY)))
        axis, step = BY_WAY[way]
        if forwards[axis]:
            raise _Bad(f"{where}: forwards", table["forwards"], "one way along an axis, not two")
        forwards[axis] = step
    return HomeBase(
        Colour(colour),
        tuple(
            _square(f"{where}: squares", name) for name in _list(f"{where}: squares", table.get("squares"))
        ),
        forwards,
        tuple(_count(f"{where}: lines", n) - 1 for n in _list(f"{where}: lines", table.get("lines"))),
    )


def _line_on(columns: int, rows: int) -> Callable[[str, Any], Line]:
    def line(where: str, found: Any) -> Line:
        table = _known("between", "from", "to")(where, found)
        between = table.get("between")
        if not isinstance(between, list) or len(between) != 2 or len(set(map(type, between))) != 1:
            raise _Bad(f"{where}: between", between, 'two neighbours, such as ["h", "i"] or [8, 9]')
        across = Axis.ROW if isinstance(between[0], str) else Axis.COLUMN
        place, beside = (_column, _row) if across is Axis.ROW else (_row, _column)
        before, after = (place(f"{where}: between", each) for each in between)
        if after != before + 1:
            raise _Bad(f"{where}: between", between, 'two neighbours in order, such as ["h", "i"] or [8, 9]')
        last = (rows if across is Axis.ROW else columns) - 1
        first, last = (
            beside(f"{where}: {key}", table[key]) if key in table else otherwise
            for key, otherwise in (("from", 0), ("to", last))
        )
        return Line(across, after, first, last)

    return line


def _square(where: str, found: Any) -> Square:
    if not isinstance(found, str) or not re.fullmatch(r"[a-z][1-9][0-9]?", found, re.ASCII | re.IGNORECASE):
        raise _Bad(where, found, 'a square, such as "c1"')
    return Square(_column(where, found[0]), int(found[1:]) - 1)


def _column(where: str, found: Any) -> int:
    if not isinstance(found, str) or not re.fullmatch(r"[a-z]", found, re.ASCII | re.IGNORECASE):
        raise _Bad(where, found, "a column's letter, a to z")
    return ord(found.lower()) - ord("a")


def _row(where: str, found: Any) -> int:
    return _count(where, found) - 1


def _count(where: str, found: Any) -> int:
    if type(found) is not int or not 1 <= found <= 99:
        raise _Bad(where, found, "a whole number from 1 to 99")
    return found


def _known(*known: str) -> Callable[[str, Any], Mapping[str, Any]]:
    def table(where: str, found: Any) -> Mapping[str, Any]:
        if not isinstance(found, Mapping):
            raise _Bad(where, found, f"a section with {', '.join(known)}")
        for name in found:
            if name not in known:
                raise _Bad(f"{where}: {_shortened(str(name))}", found[name], _meant(name, known))
        return found

    return table


def _list(where: str, found: Any) -> list[Any]:
    if not isinstance(found, list) or len(found) > MOST_ENTRIES:
        raise _Bad(where, found, f"a list of at most {MOST_ENTRIES}")
    return found


def _meant(found: object, known: tuple[str, ...]) -> str:
    near = get_close_matches(found, known, 1) if isinstance(found, str) else []
    return f"{str(near[0])!r} instead" if near else f"one of {', '.join(known)}"


def _shown(found: object) -> str:
    try:
        return "nothing" if found is None else _shortened(repr(found))
    except ValueError:  # a number of thousands of digits cannot even be printed
        return "a huge number"


def _shortened(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
