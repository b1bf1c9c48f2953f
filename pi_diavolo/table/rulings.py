"""A ruling: what was right in a turn, why, and what became of every seat."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pi_diavolo.table.boards import MoveRuling
from pi_diavolo.table.duels import RoundRuling
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat


class Verdict(StrEnum):
    """What a turn meant for one seat."""

    RIGHT = "right"
    GAINED = "gained"  # gray on a tie: one gem more
    GAINED_AT_MOST = "gained_at_most"  # gray on a tie, but nobody holds more than five
    WRONG = "wrong"
    NONE = "none"  # no imp taken in time
    STRUCK = "struck"  # the player was out already, as a correction showed later
    SAT_OUT = "sat_out"  # the player was thought to be out, as a correction showed later


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a colour was right: the order, each colour's score, and the colours that shared the best one.

    Where dice are in doubt and the answer is not, order and scores are the likeliest: `instead` are the
    orders that the die may show as well, and `unsure` the colours whose score may be another.
    """

    order: str
    answer: Colour
    scores: Mapping[Colour, float]
    best: tuple[Colour, ...]
    decided_by_people: bool = False
    # How a ruling is told, not how it is ruled: older logs have the same rulings without it.
    instead: tuple[str, ...] = field(default=(), compare=False)
    unsure: tuple[Colour, ...] = field(default=(), compare=False)

    @property
    def in_doubt(self) -> bool:
        """Whether people would be told something that nobody knows, if all of it were told."""
        return bool(self.instead or self.unsure)

    def is_told_like(self, other: "Reason") -> bool:
        """Whether people read the same of both, of what is in doubt as well."""
        return self == other and (self.instead, self.unsure) == (other.instead, other.unsure)

    @property
    def sure_scores(self) -> Mapping[Colour, float]:
        """The scores that no doubt can change; none where the order itself is in doubt."""
        sure = () if self.instead else self.scores.keys() - self.unsure
        return {colour: score for colour, score in self.scores.items() if colour in sure}

    @property
    def sure_best(self) -> tuple[Colour, ...]:
        """The colours that surely have the best score: that it is shared does not tell by whom."""
        if len(self.best) == 1:
            return self.best
        return () if self.instead else tuple(colour for colour in self.best if colour not in self.unsure)


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one seat took and what it won or lost; `after_ms` counts from the dice's rest (< 0: early).

    It is the earliest of `one_of_ms` where several lifts may have been this seat's; with `docked` only the
    moment is known in which the imp lay on the dock.
    """

    seat: Seat
    verdict: Verdict
    took: Colour | None
    after_ms: float | None
    change: int
    gems: int
    one_of_ms: tuple[float, ...] = ()
    docked: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """One turn ruled: `reason` is None for a turn that was struck out."""

    game: int
    turn: int
    roller: Seat
    reason: Reason | None
    results: tuple[SeatResult, ...]
    gems: Mapping[Seat, int] = field(default_factory=dict)  # everyone's, after this turn
    out: tuple[Seat, ...] = ()
    over: bool = False
    winner: Seat | None = None
    played_on: bool = False
    corrected: bool = False
    pending: bool = False
    duel: RoundRuling | None = None  # of Devilish Duels: then `gems` counts the imps left
    move: MoveRuling | None = None  # of Devil's Dice: then `gems` counts the counters on the board


@dataclass(frozen=True, slots=True)
class Question:
    """What the table is not sure of; people choose one of the options.

    About imps nobody docked, `colours` and `bases` say side by side what was lifted and from where.
    """

    number: int
    kind: str
    options: tuple[str, ...]
    seat: Seat | None = None
    die: int | None = None
    colour: Colour | None = None
    colours: tuple[Colour, ...] = ()
    bases: tuple[int, ...] = ()
