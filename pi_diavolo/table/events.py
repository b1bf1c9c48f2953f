"""What happened at the table; `at` is seconds on the monotonic clock, which restarts with every boot."""

from collections.abc import Mapping
from dataclasses import dataclass

from pi_diavolo.table.boards import BoardSeen, CounterMoved, EndAgreed, MoveCorrected
from pi_diavolo.table.duels import ChoiceMade, DuelCorrected, DuelDiceSeen
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.pieces import Colour, OrderDie
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.setting_up import Do, Step

Setting = str | int | float | bool


# The evening and its lobby


@dataclass(frozen=True, slots=True)
class EveningOpened:
    """A new evening begins with an empty lobby: all that a replay needs to know starts here.

    `rules` is the version of the rules that it is refereed by, whatever is newer when it is told again.
    """

    game: str
    settings: Mapping[str, Setting]
    first_game: int
    seed: int
    at: float
    rules: int = 1


@dataclass(frozen=True, slots=True)
class Started:
    """The table was switched on, or the program came back; `wall` is the clock on the wall, for people."""

    boot: str
    at: float
    wall: str


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player sat down."""

    seat: Seat
    player: PlayerId
    at: float


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player stood up before the game began."""

    seat: Seat
    at: float


@dataclass(frozen=True, slots=True)
class YoungestChosen:
    """The youngest player rolls first."""

    seat: Seat
    at: float


@dataclass(frozen=True, slots=True)
class SettingsChosen:
    """Variants and house rules for the next game; what is not named stays as it was."""

    settings: Mapping[str, Setting]
    at: float


@dataclass(frozen=True, slots=True)
class TableSetUp:
    """Somebody at the desk does this in a step of the set-up; what is learned stands in the table file."""

    step: Step
    at: float
    do: Do | None = None


@dataclass(frozen=True, slots=True)
class PhoneJoined:
    """A phone plays this seat from now on; where it `stands_in`, a simulated player has stopped for it."""

    seat: Seat
    at: float
    stands_in: bool = False


@dataclass(frozen=True, slots=True)
class PhoneLeft:
    """The seat's phone plays it no more; where it `stood_in`, the simulated player plays on."""

    seat: Seat
    at: float
    stood_in: bool = False


@dataclass(frozen=True, slots=True)
class PowerOffAsked:
    """Somebody at the desk has the machine switched off; a game that goes on is paused for it."""

    at: float


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Somebody said: let us begin."""

    at: float


@dataclass(frozen=True, slots=True)
class PlayAgainAsked:
    """The same players want another game."""

    at: float


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The players leave this game where it stands and go back to the lobby."""

    at: float


@dataclass(frozen=True, slots=True)
class Paused:
    """Dinner is ready."""

    at: float


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game goes on."""

    at: float


# What the camera saw


@dataclass(frozen=True, slots=True)
class ImpsSeen:
    """Which colour stands on each base, or none."""

    bases: tuple[Colour | None, ...]
    at: float


@dataclass(frozen=True, slots=True)
class ImpsConfirmed:
    """A person says that the imps stand right, whatever the camera makes of them."""

    at: float


@dataclass(frozen=True, slots=True)
class DiceRolling:
    """Something moves in the tray."""

    at: float


@dataclass(frozen=True, slots=True)
class DiceAtRest:
    """Nothing moves any more; the dice are being read."""

    at: float


@dataclass(frozen=True, slots=True)
class OrderRead:
    """The Order die was thrown alone and read (the order-first variant)."""

    order_die: OrderDie
    at: float


@dataclass(frozen=True, slots=True)
class RollRead:
    """The dice were read; `at` is when they came to rest."""

    roll: Roll
    at: float


@dataclass(frozen=True, slots=True)
class RollFault:
    """Why a roll does not count: a code (`die_cocked`, …), and which die where that is known."""

    code: str
    colour: Colour | None = None
    die: int | None = None


@dataclass(frozen=True, slots=True)
class RollInvalid:
    """The roll surely does not count; `roll` shows what was seen, if anything was."""

    faults: tuple[RollFault, ...]
    at: float
    roll: Roll | None = None


# What hands did


@dataclass(frozen=True, slots=True)
class Grab:
    """A seat took an imp, or pressed its colour; `error` is how far off `at` may be, in seconds.

    Where imps are docked, `docked` says when, and that decides; `at` is the lift. Where several imps alike
    were lifted it is the earliest of `one_of`; where no lift is known it is the moment of the dock itself.
    """

    seat: Seat
    colour: Colour
    at: float
    imp: int | None = None
    error: float = 0.0
    one_of: tuple[float, ...] = ()
    docked: float | None = None

    @property
    def held_from(self) -> float:
        """The moment that decides: when the imp lay on the dock, or else when it was taken."""
        return self.at if self.docked is None else self.docked


@dataclass(frozen=True, slots=True)
class ImpPutBack:
    """An imp that a seat had taken stands on its base again."""

    seat: Seat
    colour: Colour
    at: float
    imp: int | None = None


@dataclass(frozen=True, slots=True)
class ImpLifted:
    """An imp left its base; who has it is not known yet, its colour only where it was seen before."""

    base: int
    colour: Colour | None
    at: float


@dataclass(frozen=True, slots=True)
class ImpUnclaimed:
    """An imp lifted at `lifted` (or at `one_of` these moments) stands on a base, and no seat had docked it.

    With `ask` false there is nothing to ask: the table was bumped, or the lift proved to be none.
    """

    base: int
    colour: Colour | None
    lifted: float
    at: float
    one_of: tuple[float, ...] = ()
    ask: bool = True


@dataclass(frozen=True, slots=True)
class ClaimUnfounded:
    """A seat said without a dock that it has an imp of this colour, but none was off its base."""

    seat: Seat
    colour: Colour
    at: float


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A person closed the turn before the time was up."""

    at: float


# What people decided


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """A person chose one of the question's options."""

    question: int
    choice: str
    at: float


@dataclass(frozen=True, slots=True)
class Correction:
    """What people put right about one turn; what is not named stays as it was.

    `dice` pairs a die's index in the roll with its value, `grabs` a seat with the colour it took (or None),
    `gems` a seat with the gems it gains or loses beside the ruling; `struck` takes the whole turn out.
    """

    turn: int
    at: float
    game: int | None = None  # None: the one going on
    dice: tuple[tuple[int, int], ...] = ()
    order: str | None = None
    closest: Colour | None = None
    grabs: tuple[tuple[Seat, Colour | None], ...] = ()
    gems: tuple[tuple[Seat, int], ...] = ()
    struck: bool | None = None


@dataclass(frozen=True, slots=True)
class CorrectionUndone:
    """A correction was a mistake; None means the latest that still stands, in the game going on."""

    at: float
    correction: int | None = None
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Protested:
    """Somebody does not agree with a ruling; None means the latest, in the game going on."""

    at: float
    turn: int | None = None
    game: int | None = None


@dataclass(frozen=True, slots=True)
class ProtestDecided:
    """The ruling stands, or the turn is struck out. (A correction of the turn decides a protest, too.)"""

    stands: bool
    at: float


@dataclass(frozen=True, slots=True)
class Tick:
    """The moment came that a `Wake` had asked for."""

    at: float


Event = (
    EveningOpened | Started | SeatTaken | SeatLeft | YoungestChosen | SettingsChosen | TableSetUp
    | PhoneJoined | PhoneLeft | PowerOffAsked | GameStarted | PlayAgainAsked | GameAbandoned | Paused
    | Resumed | ImpsSeen | ImpsConfirmed | DiceRolling | DiceAtRest | OrderRead | RollRead | RollInvalid
    | Grab | ImpPutBack | ImpLifted | ImpUnclaimed | ClaimUnfounded | TurnEnded | QuestionAnswered
    | Correction | CorrectionUndone | Protested | ProtestDecided | PartFailed | PartRecovered | Tick
    | ChoiceMade | DuelDiceSeen | DuelCorrected | BoardSeen | CounterMoved | EndAgreed | MoveCorrected
)  # fmt: skip
