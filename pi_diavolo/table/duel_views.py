"""How a duel is shown: what everyone may see, and apart from it what one seat alone may see."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pi_diavolo.table.duels import Choice, DieShown, Element, ElementDie, ImpName, TrialRuling, Zone
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Saying


class DuelStep(StrEnum):
    """How far a round has come."""

    TEAMS = "teams"
    ROLL_OFF = "roll_off"
    ROLL = "roll"
    IMPS = "imps"
    REROLL = "reroll"
    TRIALS = "trials"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class DieStanding:
    """A die, its zone, and in play what it shows."""

    die: ElementDie
    zone: Zone
    value: int | None


@dataclass(frozen=True, slots=True)
class ImpStanding:
    """An imp and its zone; `used` when its power was used in this round."""

    imp: ImpName
    zone: Zone
    used: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One player as the other sees them: `imps` are those that were in play already, `hidden` the others."""

    seat: Seat
    left: int
    hidden: int
    imps: tuple[ImpStanding, ...]


@dataclass(frozen=True, slots=True)
class Awaited:
    """Whom the table waits for and what to tell them; `roll` are the dice to be thrown, if it is a throw.

    `secret` says that what can be chosen is known to that seat alone. Up to `any_up_to` of the seat's own
    dice may be thrown from the pool without a word before.
    """

    seat: Seat
    saying: Saying
    roll: tuple[ElementDie, ...] = ()
    any_up_to: int = 0
    secret: bool = False
    deed: str | None = None  # what befalls the dice or the imp that are picked: add, reroll, banish_imp, …
    amount: int = 0
    count: int | None = None


@dataclass(frozen=True, slots=True)
class MoveShown:
    """A move by its number, by which it can be corrected: a choice, or dice as they were rolled."""

    number: int
    round: int
    seat: Seat
    choice: Choice | None = None
    rolled: tuple[DieShown, ...] = ()
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class DuelView:
    """All that everyone may see; `options` is empty where what can be chosen is a secret."""

    game: int
    round: int
    lead: Seat | None
    step: DuelStep
    trial: Element | None
    sides: tuple[Side, ...]
    dice: tuple[DieStanding, ...]
    totals: Mapping[Element, Mapping[Seat, int]]
    trials: tuple[TrialRuling, ...]
    awaited: Awaited | None
    options: tuple[Choice, ...]
    moves: tuple[MoveShown, ...]
    to_turn: tuple[DieShown, ...] = ()
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """What one seat alone may see: its whole team, and what it may choose now.

    While teams are picked, `options` would be thousands: any four of `cards` will do.
    """

    seat: Seat
    imps: tuple[ImpStanding, ...]
    options: tuple[Choice, ...]
    cards: tuple[ImpName, ...] = ()
