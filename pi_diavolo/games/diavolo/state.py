"""All that the referee knows, as immutable values: the evening, the game, its turns."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pi_diavolo.games.diavolo.hand_out import Press
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.table.events import Correction, ImpLifted
from pi_diavolo.table.pieces import Colour, OrderDie
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question, Ruling


class Stage(StrEnum):
    """How far a turn has come."""

    IMPS = "imps"
    READY = "ready"
    ROLLING = "rolling"
    READING = "reading"
    GRABBING = "grabbing"


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """An imp that was lifted in this turn and lay on no dock; `at` is the earliest of `one_of`, if any.

    `back`: it stands on a base again, and whoever takes it from there has it as well.
    """

    colour: Colour
    at: float
    start: int
    bases: tuple[int, ...]
    one_of: tuple[float, ...] = ()
    back: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """The facts of one turn as they happened; corrections stand beside it, not in it."""

    number: int
    roller: Seat
    players: tuple[Seat, ...]
    imps: Mapping[Colour, int]
    places: tuple[Colour | None, ...]
    stage: Stage
    began: tuple[int, float]  # the start and the moment: what was done before belongs to the turn before
    imps_problem: tuple[Mapping[Colour, int], Mapping[Colour, int]] | None = None
    order_die: OrderDie | None = None  # thrown before the coloured dice
    roll: Roll | None = None
    rest: tuple[int, float] | None = None  # the start and the moment in which the dice came to rest
    resumed: tuple[int, float] | None = (
        None  # the same of the end of a pause in which the dice could be looked at
    )
    standing: tuple[Colour | None, ...] | None = None  # as seen on the bases, where that was right
    lifts: tuple[ImpLifted, ...] = ()  # since the start of the program, in time for this turn
    landed: tuple[frozenset[ImpLifted], ...] = ()  # of which lifts an imp on a dock, or put back, may come
    unclaimed: tuple[Unclaimed, ...] = ()  # put back undocked
    presses: tuple[Press, ...] = ()
    doubted: tuple[Press, ...] = ()  # those of them that count only if people say so
    held: Mapping[Seat, Press] | None = None  # as counted when the turn was closed
    closest: Colour | None = None  # people's word for it
    questions: tuple[Question, ...] = ()
    question_until: float | None = None  # then no answer counts as "neither" or "nobody"
    deadline: float | None = None
    grace_until: float | None = None  # set while no right imp is left
    time_up: bool = False  # only imps in the air or a question are still waited for
    time_up_at: float | None = None
    arrival_until: float | None = None  # so long imps in the air may still be docked
    all_in_until: float | None = None  # everyone has an imp; so long another press may be meant with the last

    @property
    def untouched(self) -> bool:
        """Nothing has happened in it that could be lost."""
        return self.stage in (Stage.IMPS, Stage.READY) and not self.presses and self.order_die is None


@dataclass(frozen=True, slots=True)
class Amendment:
    """A correction with its number; one that was undone stays, and counts no more."""

    number: int
    correction: Correction
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its closed turns with their rulings, the turn in hand, and what people put right."""

    number: int
    players: tuple[Seat, ...]
    rules: HouseRules
    weighs_errors: bool = False  # of two lengths: they are hardly both off by the most, each the other way
    turns: tuple[Turn, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    turn: Turn | None = None
    amendments: tuple[Amendment, ...] = ()
    protest: int | None = None
    ended: tuple[int, float] | None = None

    @property
    def over(self) -> bool:
        """Nobody or only one player has gems left."""
        # What was played on after the end is marked so: the last ruling tells it all.
        return bool(self.rulings) and (self.rulings[-1].over or self.rulings[-1].played_on)


@dataclass(frozen=True, slots=True)
class Evening:
    """The table from the first press to the last game."""

    rules: HouseRules
    next_game: int = 1
    seed: int = 0
    starts: int = 0
    seats: Mapping[Seat, PlayerId] = field(default_factory=dict)
    youngest: Seat | None = None
    all_here: Press | None = None  # somebody said so; the youngest presses next
    game: Game | None = None
    asked: int = 0  # questions so far
    paused_at: float | None = None
    waits: bool = False  # for reports that are on their way, before a turn is closed
    late_grace: bool = False  # the grace begins with the last right imp, however late the dice were read
    weighs_errors: bool = False  # as its games do
    knows_returns: bool = False  # an imp that was put back is there for others, too
    knows_pauses: bool = False  # whoever grabs after one has no time: the dice lay there all the while
