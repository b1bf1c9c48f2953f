"""What a page may ask for, as it stands in JSON."""

from typing import Annotated

import msgspec
from msgspec import Meta

from pi_diavolo.table.boards import COUNTERS_EACH, Counter, Move, Square
from pi_diavolo.table.duels import Choice, ChoiceKind, Element, ElementDie
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import BOARD_SEATS, Seat
from pi_diavolo.web.refusals import Why, refused

# Of any game; how many a table has, its referee knows.
SeatNumber = Annotated[int, Meta(ge=1, le=len(BOARD_SEATS))]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Name = Annotated[str, Meta(max_length=200)]
Word = Annotated[str, Meta(max_length=60)]
Pips = Annotated[int, Meta(ge=1, le=6)]
Index = Annotated[int, Meta(ge=0, le=31)]
Place = Annotated[int, Meta(ge=0, le=25)]
Typed = Annotated[tuple[Pips, ...], Meta(max_length=3)]
CardName = Annotated[str, Meta(max_length=200)]
GemChange = Annotated[int, Meta(ge=-5, le=5)]
# The referee knows what each may be; this is only about size.
SettingValue = bool | Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | float | Word


class Command(msgspec.Struct, tag_field="kind", tag=str.lower, forbid_unknown_fields=True, frozen=True):
    """A wish; `seen` is the number of decisions on the page that it was made on."""

    seen: Count


class Sit(Command, tag="sit", frozen=True):
    """Somebody sits down."""

    seat: SeatNumber
    name: Name


class Leave(Command, tag="leave", frozen=True):
    """Somebody stands up."""

    seat: SeatNumber


class Youngest(Command, tag="youngest", frozen=True):
    """Who rolls first."""

    seat: SeatNumber


class Settings(Command, tag="settings", frozen=True):
    """House rules for the next game; those not named stay."""

    settings: Annotated[dict[Word, SettingValue], Meta(max_length=40)]


class Start(Command, tag="start", frozen=True):
    """Let us begin."""


class PlayAgain(Command, tag="play_again", frozen=True):
    """The same players once more."""


class Abandon(Command, tag="abandon", frozen=True):
    """Leave this game where it stands."""


class Pause(Command, tag="pause", frozen=True):
    """Stop the clock."""


class Resume(Command, tag="resume", frozen=True):
    """Go on."""


class EndTurn(Command, tag="end_turn", frozen=True):
    """Whoever has no imp by now has none."""


class ImpsAreRight(Command, tag="imps_confirmed", frozen=True):
    """The imps stand right, whatever the camera makes of them."""


class TypedIn(Command, tag="typed_in", frozen=True):
    """What the dice show, by people's own eyes, where the camera cannot say; the Order die may be alone."""

    black: Typed = ()
    white: Typed = ()
    red: Typed = ()
    order: Word | None = None


class AnswerGiven(Command, tag="answer", frozen=True):
    """One of a question's options: at the desk, on a board also from the phone of the seat that is asked."""

    question: Count
    choice: Word


class Correct(Command, tag="correct", frozen=True):
    """What people put right about a turn."""

    turn: Count
    game: Count | None = None
    dice: Annotated[tuple[tuple[Index, Pips], ...], Meta(max_length=32)] = ()
    order: Word | None = None
    closest: Colour | None = None
    grabs: Annotated[tuple[tuple[SeatNumber, Colour | None], ...], Meta(max_length=6)] = ()
    gems: Annotated[tuple[tuple[SeatNumber, GemChange], ...], Meta(max_length=6)] = ()
    struck: bool | None = None


class DieMeant(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One of a player's eight dice in a duel."""

    owner: SeatNumber
    element: Element
    number: Annotated[int, Meta(ge=1, le=2)]


class ChoiceMeant(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What somebody chooses in a duel; the referee knows what may be chosen."""

    kind: ChoiceKind
    dice: Annotated[tuple[DieMeant, ...], Meta(max_length=16)] = ()
    imps: Annotated[tuple[CardName, ...], Meta(max_length=8)] = ()
    power: Annotated[int, Meta(ge=1, le=20)] | None = None

    def choice(self) -> Choice:
        """The same as the table has it."""
        dice = tuple(ElementDie(Seat(die.owner), die.element, die.number) for die in self.dice)
        return Choice(self.kind, dice, self.imps, self.power)


class Choose(Command, tag="choose", frozen=True):
    """A duellist chooses: from the seat's own phone, or at the desk what is no secret."""

    seat: SeatNumber
    choice: ChoiceMeant


class CorrectDuel(Command, tag="correct_duel", frozen=True):
    """What people put right about a move of a duel: another choice, other values, or it is taken back."""

    move: Count
    game: Count | None = None
    choice: ChoiceMeant | None = None
    values: Annotated[tuple[Pips, ...], Meta(max_length=8)] = ()
    struck: bool = False


class TypedDuel(Command, tag="typed_duel", frozen=True):
    """A duellist's dice by people's own eyes, where the camera cannot say."""

    dice: Annotated[tuple[tuple[Element, Pips], ...], Meta(min_length=1, max_length=8)]


class CounterMeant(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One of a colour's counters."""

    colour: Colour
    number: Annotated[int, Meta(ge=1, le=COUNTERS_EACH)]


class SquareMeant(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A square of the board, by column and row from 0."""

    column: Place
    row: Place


class MoveMeant(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Which counter goes where; the referee knows whether it may."""

    counter: CounterMeant
    to: SquareMeant

    def move(self) -> Move:
        """The same as the table has it."""
        counter = Counter(self.counter.colour, self.counter.number)
        return Move(counter, Square(self.to.column, self.to.row))


class MoveCounter(Command, tag="move", frozen=True):
    """A counter goes to a square: from its seat's own phone, or at the desk for any seat."""

    seat: SeatNumber
    move: MoveMeant


class AgreeEnd(Command, tag="agree_end", frozen=True):
    """The players agree to end the game as it stands."""


class CorrectBoard(Command, tag="correct_board", frozen=True):
    """What people put right about a turn of Devil's Dice: other dice, another move, or it is taken back."""

    turn: Count
    game: Count | None = None
    dice: Annotated[tuple[Pips, ...], Meta(max_length=2)] = ()
    move: MoveMeant | None = None
    struck: bool = False


class TypedBoard(Command, tag="typed_board", frozen=True):
    """The dice of Devil's Dice by people's own eyes: two, or one for the order of play."""

    dice: Annotated[tuple[Pips, ...], Meta(min_length=1, max_length=2)]


class Undo(Command, tag="undo", frozen=True):
    """Take a correction back: this one, or the latest."""

    correction: Count | None = None
    game: Count | None = None


class Protest(Command, tag="protest", frozen=True):
    """Somebody does not agree with a ruling: this turn's, or the latest."""

    turn: Count | None = None


class DecideProtest(Command, tag="protest_decided", frozen=True):
    """The ruling stands, or the turn is struck out."""

    stands: bool


class OrderSeats(Command, tag="order_seats", frozen=True):
    """Seat everyone anew, clockwise in this order."""

    seats: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=len(BOARD_SEATS))]


AnyCommand = (
    Sit | Leave | Youngest | Settings | Start | PlayAgain | Abandon | Pause | Resume | EndTurn | ImpsAreRight
    | TypedIn | AnswerGiven | Correct | Choose | CorrectDuel | TypedDuel | MoveCounter | AgreeEnd
    | CorrectBoard | TypedBoard | Undo | Protest | DecideProtest | OrderSeats
)  # fmt: skip
KINDS: tuple[type[Command], ...] = AnyCommand.__args__
# A ten-year-old starts a game without the desk, unless the table is locked.
QUICK = (Sit, Leave, Youngest, Start, PlayAgain, Protest)

_decoder = msgspec.json.Decoder(AnyCommand)


def decoded(body: bytes) -> AnyCommand:
    """The command in a message; refused with what is wrong with it."""
    try:
        command: AnyCommand = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise refused(Why.MALFORMED, detail=str(error)[:200]) from None
    return command
