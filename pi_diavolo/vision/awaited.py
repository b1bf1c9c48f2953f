"""Which dice a throw should have, and whether those that are seen are all of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from pi_diavolo.vision.judging import expected_dice, likely_per_colour
from pi_diavolo.vision.sight import SeenDie

# At most so many dice of each colour are thrown.
MOST_A_COLOUR = 3


class Expect(StrEnum):
    """Which throw is awaited: three or two dice a colour, whichever is seen, or the Order die alone."""

    ANY = "any"
    THREE = "3"
    TWO = "2"
    ORDER = "order"


def wanted(tray: Sequence[SeenDie], expect: Expect) -> tuple[int, Mapping[str, int]]:
    """How many dice a colour, and how many of each colour, the throw should have."""
    each = likely_per_colour(tray) if expect in (Expect.ANY, Expect.ORDER) else int(expect)
    return each, expected_dice(each, expect is Expect.ORDER)


def is_short(tray: Sequence[SeenDie], expect: Expect) -> bool:
    """Some colour has fewer dice in the tray than it should."""
    there = colours(tray)
    return any(there[colour] < count for colour, count in wanted(tray, expect)[1].items())


def may_lack(tray: Sequence[SeenDie], expect: Expect) -> bool:
    """A die may have been overlooked: where none is missing but one too many, that is enough to know."""
    each, all_dice = wanted(tray, expect)
    # Too many for two a colour may be too few for three.
    more = expect is Expect.ANY and each < MOST_A_COLOUR and colours(tray) != Counter(all_dice)
    return more or is_short(tray, expect)


def colours(dice: Sequence[SeenDie]) -> Counter[str]:
    """How many dice there are of each colour."""
    return Counter(die.colour for die in dice)
