"""Where the booklet is silent: named settings, each with the reading that this table takes by default.

Whether a flat is a pawn from the line on or only after the whole move needs none: since no move goes both
forwards and back, it could do nothing in the rest of its move that it may not do as a flat.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from pi_diavolo.games.devils_dice.layout_file import BadLayout, layout_of
from pi_diavolo.games.setting_values import BadSetting, of_its_kind
from pi_diavolo.table.board_layout import Layout
from pi_diavolo.table.pieces import Colour

MOST_COLOURS_EACH = 4


class Passing(StrEnum):
    """May a counter pass over others on its way?"""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"  # one of the two ways round the right angle must be free


class OwnHome(StrEnum):
    """Which of a player's own home squares are closed to a counter."""

    ALL = "all"
    COUNTERS_OWN = "counters_own"  # only the one that it began on


class OwnCounters(StrEnum):
    """On which of a player's own counters may a counter not land?"""

    CLOSED = "closed"  # on none of them, of whichever colour
    SECOND_COLOUR_OPEN = "second_colour_open"  # those of another own colour are taken like anybody's


class NoMove(StrEnum):
    """What comes of a roll with which nothing can move?"""

    PASS = "pass"
    ROLL_AGAIN = "roll_again"  # until something can; who could not move with any roll passes


@dataclass(frozen=True, slots=True)
class HouseRules:
    """How this table plays; `colours` as in `orange,blue;red,purple`, player by player in seat order.

    An empty text leaves the choice to the table: the homes in use lie as far apart as can be, on the
    shipped board.
    """

    passing: Passing = Passing.ALLOWED
    own_home: OwnHome = OwnHome.ALL
    own_counters: OwnCounters = OwnCounters.CLOSED
    no_move: NoMove = NoMove.PASS
    colours_each: int = 1
    colours: str = ""
    end_without_captures: int = 30  # rounds
    end_when_all_pass: bool = True
    locked: bool = False
    layout: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.colours_each <= MOST_COLOURS_EACH:
            raise BadSetting(
                "colours_each", self.colours_each, f"a whole number from 1 to {MOST_COLOURS_EACH}"
            )
        if not 1 <= self.end_without_captures <= 1000:
            raise BadSetting(
                "end_without_captures", self.end_without_captures, "a whole number from 1 to 1000"
            )
        colours = [colour for group in chosen_colours(self.colours) for colour in group]
        try:
            homes = [home.colour for home in layout_in(self).homes]
        except BadLayout as bad:
            raise BadSetting("layout", self.layout, f"a board without faults: {bad}") from None
        if len(set(colours)) < len(colours) or set(colours) - set(homes):
            raise BadSetting("colours", self.colours, f"each colour at most once, of {', '.join(homes)}")


KINDS: Mapping[str, type] = {rule.name: type(rule.default) for rule in fields(HouseRules)}


def layout_in(rules: HouseRules) -> Layout:
    """The board that these rules name."""
    return layout_of(rules.layout)


def chosen_colours(text: str) -> tuple[tuple[Colour, ...], ...]:
    """The colours of each player in turn; nothing for an empty text."""
    if not text:
        return ()
    try:
        return tuple(tuple(Colour(name.strip()) for name in group.split(",")) for group in text.split(";"))
    except ValueError:
        wanted = "colours with a comma between them and a semicolon between players: 'orange,blue;red,purple'"
        raise BadSetting("colours", text, wanted) from None


def amended(rules: HouseRules, changes: Mapping[str, Any]) -> HouseRules:
    """The house rules with some of them changed; raises BadSetting for what cannot be."""
    return replace(rules, **{name: of_its_kind(name, found, KINDS) for name, found in changes.items()})


def in_few_words(rules: HouseRules) -> dict[str, Any]:
    """The rules to stand beside every ruling: of the board only a fingerprint, since it is long."""
    told = {name: getattr(rules, name) for name in KINDS}
    layout = rules.layout.encode(errors="replace")
    return {**told, "layout": hashlib.sha256(layout).hexdigest()[:12] if layout else ""}
