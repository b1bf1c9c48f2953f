"""What shall happen: what lamps, pages and terminals show, and when the referee wants to be called."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pi_diavolo.table.board_views import BoardView
from pi_diavolo.table.duel_views import DuelView, Hand
from pi_diavolo.table.events import Event
from pi_diavolo.table.pieces import Colour, OrderDie
from pi_diavolo.table.players import Gems, PlayerId, Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question, Ruling
from pi_diavolo.table.sentences import Saying


class Status(StrEnum):
    """What the table waits for, as the status lamp shows it."""

    LOBBY = "lobby"
    IMPS = "imps"
    ROLL_NOW = "roll_now"
    ROLLING = "rolling"
    READING = "reading"
    GRAB = "grab"
    CHOOSE = "choose"
    QUESTION = "question"
    PROTEST = "protest"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Say:
    """Tell everyone at the table."""

    saying: Saying


@dataclass(frozen=True, slots=True)
class Ignore:
    """The event does not do what it would do at another time, and this is why."""

    event: Event
    reason: Saying


@dataclass(frozen=True, slots=True)
class ShowStatus:
    """Show what the table waits for, and for whom."""

    status: Status
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class ShowSeats:
    """Show who sits where and who is the youngest."""

    seats: Mapping[Seat, PlayerId]
    youngest: Seat | None


@dataclass(frozen=True, slots=True)
class ShowTurn:
    """A turn begins: who rolls, who is in, how many imps of each colour, and where they go."""

    game: int
    turn: int
    roller: Seat
    players: tuple[Seat, ...]
    imps: Mapping[Colour, int]
    places: tuple[Colour | None, ...]


@dataclass(frozen=True, slots=True)
class ShowOrder:
    """Show the Order die that was thrown before the coloured dice."""

    order_die: OrderDie


@dataclass(frozen=True, slots=True)
class ShowRoll:
    """Show the dice as read. The answer stays hidden until the ruling."""

    roll: Roll
    order: str | None


@dataclass(frozen=True, slots=True)
class ClearRoll:
    """The roll does not count: take it from the screen."""


@dataclass(frozen=True, slots=True)
class ShowGrab:
    """Show what a seat holds now (None: nothing any more), and how long after the dice's rest.

    Where several lifts may have been this seat's, `after_ms` is the earliest of `one_of_ms`; with
    `docked` only the moment is known in which the imp lay on the dock.
    """

    seat: Seat
    colour: Colour | None
    after_ms: float | None = None
    one_of_ms: tuple[float, ...] = ()
    docked: bool = False


@dataclass(frozen=True, slots=True)
class ShowGone:
    """Tell a seat that no imp of this colour was left for it; it may still take another."""

    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True)
class ShowGems:
    """Everyone's gems, in force now."""

    gems: Gems


@dataclass(frozen=True, slots=True)
class ShowRuling:
    """Show who was right, who was wrong, and why."""

    ruling: Ruling


@dataclass(frozen=True, slots=True)
class ShowWinner:
    """The game is over; None when nobody is left with a gem."""

    winner: Seat | None


@dataclass(frozen=True, slots=True)
class ShowDuel:
    """Show a duel as everyone may see it."""

    view: DuelView


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Show one seat what it alone may see; nobody else gets this."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Show a game of Devil's Dice: the board, the roll and the moves."""

    view: BoardView


@dataclass(frozen=True, slots=True)
class Ask:
    """Put a question to the people; the game waits for the answer where it depends on it."""

    question: Question
    saying: Saying


@dataclass(frozen=True, slots=True)
class Unask:
    """The question needs no answer any more."""

    question: int


@dataclass(frozen=True, slots=True)
class Wake:
    """Call the referee with a `Tick` at this moment."""

    at: float


Effect = (
    Say | Ignore | ShowStatus | ShowSeats | ShowTurn | ShowOrder | ShowRoll | ClearRoll | ShowGrab | ShowGone
    | ShowGems | ShowRuling | ShowWinner | ShowDuel | ShowHand | ShowBoard | Ask | Unask | Wake
)  # fmt: skip
