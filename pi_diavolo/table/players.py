"""Who sits at the table: seats, players by id, and what may be a player's name."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import NewType

# Seats are numbered clockwise seen from above: the next number sits to the left. There are six, and eight
# round the board of Devil's Dice.
Seat = NewType("Seat", int)
SEATS = tuple(Seat(number) for number in range(1, 7))
BOARD_SEATS = tuple(Seat(number) for number in range(1, 9))

# Events know players by id; their names stand in a table of their own, so that they can be erased.
PlayerId = NewType("PlayerId", str)
Gems = Mapping[Seat, int]

# Two sit opposite each other and three in a triangle; more fill the seats in order.
APART: Mapping[int, tuple[Seat, ...]] = {2: (Seat(1), Seat(4)), 3: (Seat(1), Seat(3), Seat(5))}

LONGEST_NAME = 30
# Control, surrogate, private, unassigned and line-breaking characters; joiners (Cf) stay, emoji need them.
UNSEEN = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
# These turn the reading direction of all that follows, so a name could rewrite the line it stands in.
DIRECTIONS = ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")


def seats_for(players: int) -> tuple[Seat, ...]:
    """Which seats so many players take, if nobody says otherwise."""
    if not 2 <= players <= len(SEATS):
        raise ValueError(f"2 to {len(SEATS)} players can sit down, not {players}")
    return APART.get(players, SEATS[:players])


def board_seats_for(players: int) -> tuple[Seat, ...]:
    """Which of the eight seats so many players take round a board: as far apart as can be."""
    if not 2 <= players <= len(BOARD_SEATS):
        raise ValueError(f"2 to {len(BOARD_SEATS)} players can sit down, not {players}")
    return tuple(BOARD_SEATS[place] for place in spread(players, len(BOARD_SEATS)))


def spread(count: int, places: int) -> tuple[int, ...]:
    """So many of some places in a ring, from 0, as evenly as can be."""
    return tuple((2 * number * places + count) // (2 * count) % places for number in range(count))


def next_to_the_left(seat: Seat, still_in: Iterable[Seat]) -> Seat:
    """The first seat clockwise after this one among those still in."""
    return min(still_in, key=lambda other: (other - seat - 1) % len(BOARD_SEATS))


def proper_name(text: str) -> str:
    """The name as it will be shown; raises ValueError with what is wrong with it."""
    if any(unicodedata.category(c) in UNSEEN or unicodedata.bidirectional(c) in DIRECTIONS for c in text):
        raise ValueError(f"the name {_shortened(text)} holds a control character; use letters people can see")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not any(unicodedata.category(letter)[0] in "LNSP" for letter in name):
        raise ValueError("a name is empty; give each player at least one letter")
    if len(name) > LONGEST_NAME:
        raise ValueError(
            f"the name {_shortened(name)} has {len(name)} characters; use {LONGEST_NAME} at most"
        )
    return name


def proper_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Several players' names, no two alike; raises ValueError with what is wrong."""
    names = tuple(proper_name(text) for text in texts)
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise ValueError(f"two players are called {name!r}; give each a name of their own")
        seen.add(name.casefold())
    return names


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "…")
