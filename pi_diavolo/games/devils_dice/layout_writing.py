"""A board as the text of a layout file."""

import json
from typing import Any

from pi_diavolo.games.devils_dice.layout_homes import WAYS
from pi_diavolo.table.board_layout import Axis, HomeBase, Layout, Line


def as_text(layout: Layout) -> str:
    """The board as a layout file."""
    values = values_of(layout)
    sections = [(name, section) for name in ("line", "home") for section in values.pop(name)]
    parts = [_keys(values), *(f"[[{name}]]\n{_keys(section)}" for name, section in sections)]
    return "\n".join(parts)


def _keys(values: dict[str, Any]) -> str:
    # A number, a word and a list of them are written alike in JSON and TOML.
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())


def values_of(layout: Layout) -> dict[str, Any]:
    """What stands in a layout file of this board."""
    return {
        "columns": layout.columns,
        "rows": layout.rows,
        "safe": [square.name for square in layout.safe],
        "line": [_line_values(line) for line in layout.lines],
        "home": [_home_values(home) for home in layout.homes],
    }


def _line_values(line: Line) -> dict[str, Any]:
    def place(at: int, axis: Axis) -> str | int:
        return chr(ord("a") + at) if axis is Axis.ROW else at + 1

    beside = Axis.COLUMN if line.across is Axis.ROW else Axis.ROW
    return {
        "between": [place(line.after - 1, line.across), place(line.after, line.across)],
        "from": place(line.first, beside),
        "to": place(line.last, beside),
    }


def _home_values(home: HomeBase) -> dict[str, Any]:
    return {
        "colour": str(home.colour),
        "squares": [square.name for square in home.squares],
        "forwards": [WAYS[axis, step] for axis, step in home.forwards.items() if step],
        "lines": [number + 1 for number in home.lines],
    }
