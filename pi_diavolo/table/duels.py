"""What Devilish Duels has on the table: elements, dice and imps in three zones, and what people choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat

# An imp is known by the name on its card; no two cards have the same.
ImpName = str


class Element(StrEnum):
    """The four elements, in the order of their trials."""

    EARTH = "earth"
    FIRE = "fire"
    WATER = "water"
    AIR = "air"


COLOURS: Mapping[Element, Colour] = {
    Element.EARTH: Colour.GREEN,
    Element.FIRE: Colour.RED,
    Element.WATER: Colour.BLUE,
    Element.AIR: Colour.WHITE,
}
ELEMENTS: Mapping[Colour, Element] = {colour: element for element, colour in COLOURS.items()}


class Zone(StrEnum):
    """Where a die or an imp is; there is no fourth place."""

    POOL = "pool"
    IN_PLAY = "in_play"
    BANISHED = "banished"


@dataclass(frozen=True, slots=True)
class ElementDie:
    """One of a player's eight dice: two of each element, numbered 1 and 2."""

    owner: Seat
    element: Element
    number: int


@dataclass(frozen=True, slots=True)
class DieShown:
    """A die and what it shows; None where that is not the matter."""

    die: ElementDie
    value: int | None = None


# What people choose


class ChoiceKind(StrEnum):
    """What a choice is about."""

    TEAM = "team"  # four imps, in secret
    PLAY = "play"  # one or two imps that come into play
    ROLL = "roll"  # dice to roll or reroll in steps 1 and 3
    POWER = "power"  # an imp in play and the number of its power
    PICK = "pick"  # the dice or the imp that an effect befalls
    PASS = "pass"  # nothing of what is offered


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a player may do now."""

    kind: ChoiceKind
    dice: tuple[ElementDie, ...] = ()
    imps: tuple[ImpName, ...] = ()
    power: int | None = None


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A player chose."""

    seat: Seat
    choice: Choice
    at: float


@dataclass(frozen=True, slots=True)
class DuelDiceSeen:
    """The camera looked at the dice in play: which die shows what, as far as it can tell.

    Of `exchanged` ones it cannot tell any more whose they are.
    """

    dice: tuple[DieShown, ...]
    at: float
    exchanged: tuple[ElementDie, ...] = ()


@dataclass(frozen=True, slots=True)
class DuelCorrected:
    """People put one move right: another choice, other values of the dice rolled, or it is taken back."""

    move: int
    at: float
    game: int | None = None  # None: the one going on
    choice: Choice | None = None
    values: tuple[int, ...] = ()
    struck: bool = False


# What was ruled


@dataclass(frozen=True, slots=True)
class TrialRuling:
    """A trial: both totals, and who won, doubly or not; None for a draw."""

    element: Element
    totals: Mapping[Seat, int]
    winner: Seat | None = None
    double: bool = False


@dataclass(frozen=True, slots=True)
class RoundRuling:
    """A round: its trials so far as they were held, what was banished, and how many imps each player has."""

    trials: tuple[TrialRuling, ...] = ()
    played: Mapping[Seat, tuple[ImpName, ...]] = field(default_factory=dict)
    banished: tuple[ImpName, ...] = ()
    banished_dice: tuple[ElementDie, ...] = ()
    struck: bool = False
