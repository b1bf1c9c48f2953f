"""Cards out of a file's values; what is wrong is told with card and field, what stands there and what may.

The form is described in docs/devilish-duels.md. Reading the file itself is the shell's business.
"""

import json
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeVar

from pi_diavolo.games.devilish_duels.cards import (
    EVERY_ELEMENT,
    LASTING,
    WITH_AMOUNT,
    Card,
    Cards,
    Condition,
    Deed,
    Power,
    Task,
    When,
    Whose,
    whole_box,
)
from pi_diavolo.games.devilish_duels.shipped_cards import KNOWN, MARKERS, PLAIN
from pi_diavolo.table.duel_cards import FIRST_MARKER, LAST_MARKER
from pi_diavolo.table.duels import Element

E = TypeVar("E", bound=StrEnum)

EACH = "each"
ANY = "any"
LONGEST_NAME = 30
LONGEST_TEXT = 300
MOST_CARDS = 200
MOST_POWERS = 4
MOST_EFFECTS = 4
MOST_DICE = 4
LARGEST_AMOUNT = 12


class BadCard(ValueError):
    """A card that cannot be: where it stands, what was found and what is wanted."""

    def __init__(self, where: str, found: object, wanted: str) -> None:
        self.where, self.found, self.wanted = where, _shown(found), wanted
        super().__init__(f"{where} = {self.found} cannot be; use {wanted}")


def cards_out_of(text: str) -> Mapping[str, Any]:
    """The values of a card file; raises BadCard where it is no TOML."""
    try:
        return tomllib.loads(text)
    except ValueError as error:  # a number of thousands of digits is one, too
        reason = str(error)
    except RecursionError:
        reason = "brackets too deep in brackets"
    raise BadCard("the file", reason, "TOML as in docs/devilish-duels.md")


def as_setting(values: Mapping[str, Any]) -> str:
    """The values in one line, as they stand in the settings of an evening; checked before."""
    cards_from(values)
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")) if values else ""


@lru_cache(8)
def box_of(setting: str) -> Cards:
    """All cards that are played with under this setting; raises BadCard."""
    try:
        values = json.loads(setting) if setting else {}
    except (RecursionError, ValueError):
        raise BadCard("cards", setting, "the values of a card file as JSON") from None
    return whole_box(cards_from(values), cards_from(cards_out_of(KNOWN)), cards_from(cards_out_of(PLAIN)))


def cards_from(values: Any) -> tuple[Card, ...]:
    """The cards in a file's values; raises BadCard with the first thing that is wrong."""
    table = _table("the file", values, ("card",))
    entries = _list("card", table.get("card", []), MOST_CARDS)
    cards = tuple(_card(f"card {number}", entry) for number, entry in enumerate(entries, 1))
    seen: dict[str, str] = {}
    for card in cards:
        # People tell cards apart by ear, too.
        if (other := seen.get(card.name.casefold())) is not None:
            raise BadCard(f"card {other!r}: name", card.name, "each name once")
        seen[card.name.casefold()] = card.name
    _refuse_twins(cards)
    return cards


def _refuse_twins(cards: tuple[Card, ...]) -> None:
    """Two cards with one sticker could not be told apart; the built-in cards' stickers are taken."""
    taken = {marker: name for name, marker in MARKERS.items()}
    for card in cards:
        if card.marker is None:
            continue
        other = taken.setdefault(card.marker, card.name)
        if other.casefold() != card.name.casefold():
            wanted = f"another number, since {other!r} has {card.marker}"
            raise BadCard(f"card {card.name!r}: marker", card.marker, wanted)


def _card(where: str, found: Any) -> Card:
    table = _table(where, found, ("name", "element", "text", "marker", "power"))
    name = _text(f"{where}: name", table.get("name", ""), LONGEST_NAME)
    if not name.strip() or name != name.strip():
        raise BadCard(f"{where}: name", name, "the name on the card")
    where = f"card {name!r}"
    element = _one_of(f"{where}: element", table["element"], Element) if "element" in table else None
    text = _text(f"{where}: text", table.get("text", ""), LONGEST_TEXT)
    marker = _marker(f"{where}: marker", table["marker"]) if "marker" in table else None
    entries = _list(f"{where}: power", table.get("power", []), MOST_POWERS)
    powers = tuple(_power(f"{where}, power {number}", entry) for number, entry in enumerate(entries, 1))
    return Card(name, powers, element, text, marker)


def _marker(where: str, found: Any) -> int:
    if type(found) is not int or not FIRST_MARKER <= found <= LAST_MARKER:
        raise BadCard(where, found, f"a whole number from {FIRST_MARKER} to {LAST_MARKER}")
    return found


def _power(where: str, found: Any) -> Power:
    table = _table(where, found, ("when", "trial", "condition", "effect"))
    when = _one_of(f"{where}: when", table.get("when"), When)
    condition = _one_of(f"{where}: condition", table.get("condition", "always"), Condition)
    in_a_trial = when in (When.IN_TRIAL, When.AFTER_TRIAL)
    if in_a_trial and "trial" not in table:
        raise BadCard(f"{where}: trial", None, f"one of {_listed(Element)} or {ANY!r}, since when = {when!s}")
    for name in ("trial", "condition"):
        if name in table and not in_a_trial:
            raise BadCard(f"{where}: {name}", table[name], "it only with when = in_trial or after_trial")
    trial = table.get("trial", ANY)
    tasks = table.get("effect")
    tasks = _list(f"{where}: effect", tasks, MOST_EFFECTS) if isinstance(tasks, list) else [tasks]
    if not tasks:
        raise BadCard(f"{where}: effect", tasks, "at least one effect")
    several = len(tasks) > 1
    return Power(
        when,
        tuple(
            _task(f"{where}, effect {number}" if several else f"{where}, effect", entry, when)
            for number, entry in enumerate(tasks, 1)
        ),
        None if trial == ANY else _one_of(f"{where}: trial", trial, Element, ANY),
        condition,
    )


def _task(where: str, found: Any, when: When) -> Task:
    table = _table(where, found, ("do", "amount", "count", "whose", "element"))
    deed = _one_of(f"{where}: do", table.get("do"), Deed)
    if when is When.WHOLE_TURN and deed not in LASTING:
        wanted = f"one of {', '.join(sorted(LASTING))}, since when = {when!s}"
        raise BadCard(f"{where}: do", str(deed), wanted)
    if deed in LASTING and "count" in table:
        raise BadCard(f"{where}: count", table["count"], f"none, since {deed!s} lasts and counts nothing")
    return Task(
        deed,
        _amount(f"{where}: amount", table.get("amount"), deed),
        _count(f"{where}: count", table.get("count", 1)),
        _one_of(f"{where}: whose", table.get("whose", "own"), Whose),
        _elements(f"{where}: element", table.get("element", ANY)),
    )


def _amount(where: str, found: Any, deed: Deed) -> int:
    if deed not in WITH_AMOUNT:
        if found is not None:
            raise BadCard(where, found, f"none, since {deed!s} has no amount")
        return 0
    least, most = (1, 6) if deed is Deed.SET else (-LARGEST_AMOUNT, LARGEST_AMOUNT)
    if type(found) is not int or not least <= found <= most or found == 0:
        raise BadCard(where, found, f"a whole number from {least} to {most}, and not 0")
    return found


def _count(where: str, found: Any) -> int | None:
    if found == EACH:
        return None
    if type(found) is not int or not 1 <= found <= MOST_DICE:
        raise BadCard(where, found, f"a whole number from 1 to {MOST_DICE} or {EACH!r}")
    return found


def _elements(where: str, found: Any) -> tuple[Element, ...]:
    if found == ANY:
        return EVERY_ELEMENT
    if not isinstance(found, list):
        return (_one_of(where, found, Element, ANY),)
    if not found:
        raise BadCard(where, found, f"at least one of {_listed(Element)}")
    named = {_one_of(where, each, Element) for each in found}
    return tuple(element for element in Element if element in named)


def _table(where: str, found: Any, known: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(found, Mapping):
        raise BadCard(where, found, f"a table with {', '.join(known)}")
    for name in found:
        if name not in known:
            near = get_close_matches(str(name), known, 1)
            wanted = f"{near[0]!r} instead" if near else f"only {', '.join(known)}"
            raise BadCard(f"{where}: {_shortened(str(name))}", found[name], wanted)
    return found


def _list(where: str, found: Any, most: int) -> list[Any]:
    if not isinstance(found, list) or len(found) > most:
        raise BadCard(where, found, f"a list of at most {most}, each under [[…]]")
    return found


def _text(where: str, found: Any, longest: int) -> str:
    if not isinstance(found, str) or len(found) > longest or not found.isprintable():
        raise BadCard(where, found, f"a text of at most {longest} characters")
    return found


def _one_of(where: str, found: Any, kind: type[E], *also: str) -> E:
    if isinstance(found, str) and found in list(kind):
        return kind(found)
    near = get_close_matches(str(found), [*kind], 1)
    raise BadCard(where, found, f"{str(near[0])!r} instead" if near else f"one of {_listed(kind, *also)}")


def _listed(kind: type[StrEnum], *also: str) -> str:
    return ", ".join([*map(str, kind), *also])


def _shown(found: object) -> str:
    try:
        return "nothing" if found is None else _shortened(repr(found))
    except ValueError:  # a number of thousands of digits cannot even be printed
        return "a huge number"
    except RecursionError:
        return "brackets too deep in brackets"


def _shortened(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
