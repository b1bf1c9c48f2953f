"""A duel as pages get to know it: what everyone may see, and apart from it what one seat alone may see."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pi_diavolo.table.duel_views import DuelStep
from pi_diavolo.table.duels import Choice, Element, ElementDie, Zone
from pi_diavolo.table.players import Seat


@dataclass(frozen=True, slots=True)
class CardShown:
    """What stands on an imp's card: the owner's own words, and its powers as the card file has them."""

    element: Element | None = None
    text: str = ""
    powers: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class DuelDie:
    """One of a player's eight dice; `turn` says that it is to be turned by hand to what stands here."""

    owner: int
    element: Element
    number: int
    zone: Zone
    value: int | None
    turn: bool


@dataclass(frozen=True, slots=True)
class DuelImp:
    """An imp that whoever reads this may know of."""

    name: str
    zone: Zone
    used: bool
    card: CardShown


@dataclass(frozen=True, slots=True)
class DuelSide:
    """One player as everyone sees them; `hidden` imps have not been in play yet."""

    seat: int
    name: str
    left: int
    hidden: int
    imps: tuple[DuelImp, ...]
    dice: tuple[DuelDie, ...]


class TrialState(StrEnum):
    """Whether a trial was held."""

    HELD = "held"
    NOW = "now"
    TO_COME = "to_come"


@dataclass(frozen=True, slots=True)
class DuelTrial:
    """A trial: the totals by seat, as they stand or as they were when it was held."""

    element: Element
    name: str
    state: TrialState
    totals: Mapping[Seat, int]
    winner: int | None
    double: bool
    text: str


@dataclass(frozen=True, slots=True)
class DuelAwaited:
    """Whom the table waits for; `roll` are the dice to be thrown, `secret` what only that seat may choose."""

    seat: int
    text: str
    roll: tuple[ElementDie, ...]
    up_to: int
    secret: bool
    deed: str | None
    amount: int
    count: int | None


@dataclass(frozen=True, slots=True)
class DuelOption:
    """What may be chosen now, as a sentence and as the command `choose` takes it."""

    text: str
    choice: Choice


@dataclass(frozen=True, slots=True)
class DieRolled:
    """A die as it fell."""

    owner: int
    element: Element
    number: int
    value: int | None


@dataclass(frozen=True, slots=True)
class DuelMove:
    """A move of this round by its number; of a secret choice only that it was made."""

    number: int
    round: int
    seat: int
    text: str
    choice: Choice | None
    rolled: tuple[DieRolled, ...]
    corrected: bool


@dataclass(frozen=True, slots=True)
class DuelShown:
    """All that everyone may see of a duel; `options` is empty where what can be chosen is a secret."""

    game: int
    round: int
    lead: int | None
    step: DuelStep
    trial: Element | None
    elements: Mapping[Element, str]
    sides: tuple[DuelSide, ...]
    trials: tuple[DuelTrial, ...]
    awaited: DuelAwaited | None
    options: tuple[DuelOption, ...]
    moves: tuple[DuelMove, ...]
    to_turn: str
    winner: int | None


@dataclass(frozen=True, slots=True)
class HandShown:
    """What one seat alone may see: its team, and what it may choose now.

    While teams are picked any `pick` of the `cards` will do. `decisions` is what `choose` sends as `seen`.
    """

    seat: int
    decisions: int
    imps: tuple[DuelImp, ...]
    options: tuple[DuelOption, ...]
    cards: tuple[DuelImp, ...] = ()
    pick: int = 0


@dataclass(frozen=True, slots=True)
class HandTold:
    """A hand as a message of the seat's own line has it."""

    hand: HandShown


Cards = Mapping[str, CardShown]
