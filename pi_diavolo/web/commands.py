"""What a page may ask for, as it stands in JSON, and the events that each wish comes to."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pi_diavolo.table.boards import (
    COUNTERS_EACH,
    Counter,
    CounterMoved,
    EndAgreed,
    Move,
    MoveCorrected,
    Square,
)
from pi_diavolo.table.duels import COLOURS, Choice, ChoiceKind, ChoiceMade, DuelCorrected, Element, ElementDie
from pi_diavolo.table.events import (
    Correction,
    CorrectionUndone,
    Event,
    GameAbandoned,
    GameStarted,
    ImpsConfirmed,
    OrderRead,
    Paused,
    PlayAgainAsked,
    ProtestDecided,
    Protested,
    QuestionAnswered,
    Resumed,
    RollRead,
    SeatLeft,
    SeatTaken,
    SettingsChosen,
    TurnEnded,
    YoungestChosen,
)
from pi_diavolo.table.pieces import Colour, Die, Length, OrderDie
from pi_diavolo.table.players import (
    BOARD_SEATS,
    SEATS,
    PlayerId,
    Seat,
    board_seats_for,
    proper_name,
    proper_names,
    seats_for,
)
from pi_diavolo.table.roll import Roll
from pi_diavolo.web.moment import Moment
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

# Somewhere in the tray; wherever two dice lie in it, they may be equally far.
UNMEASURED_MM = 200.0

# Anybody may make names up; nobody has so many friends.
MOST_GUESTS = 1000

_decoder = msgspec.json.Decoder(AnyCommand)


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a wish, with the names it brings along."""

    event: Event
    names: Mapping[PlayerId, str] = field(default_factory=dict)


class Guests:
    """The ids of people by their names: who played here before keeps theirs, so that their games add up."""

    def __init__(self, known: Mapping[PlayerId, str], new_id: Callable[[], PlayerId]) -> None:
        self._known = {name.casefold(): player for player, name in known.items()}
        self._new: OrderedDict[str, PlayerId] = OrderedDict()
        self._new_id = new_id

    def id_of(self, name: str) -> PlayerId:
        """The same id for the same name."""
        key = name.casefold()
        if key in self._known:
            return self._known[key]
        player = self._new.pop(key, None) or self._new_id()
        self._new[key] = player  # the last one to be forgotten
        while len(self._new) > MOST_GUESTS:
            self._new.popitem(last=False)
        return player


def decoded(body: bytes) -> AnyCommand:
    """The command in a message; refused with what is wrong with it."""
    try:
        command: AnyCommand = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise refused(Why.MALFORMED, detail=str(error)[:200]) from None
    return command


def steps(
    command: AnyCommand, moment: Moment, guests: Guests, at: float, seats: int = len(SEATS)
) -> Sequence[Step]:
    """The events it comes to at a table of so many seats; nearly always one."""
    match command:
        case Sit(seat=seat, name=name):
            return [_seated(Seat(seat), _proper(name), guests, at)]
        case OrderSeats(seats=names):
            return _seated_anew(names, moment, guests, at, seats)
    return [Step(_event(command, at))]


def _event(command: AnyCommand, at: float) -> Event:
    match command:
        case Leave(seat=seat):
            return SeatLeft(Seat(seat), at)
        case Youngest(seat=seat):
            return YoungestChosen(Seat(seat), at)
        case Settings(settings=settings):
            return SettingsChosen(settings, at)
        case AnswerGiven(question=question, choice=choice):
            return QuestionAnswered(question, choice, at)
        case TypedIn():
            return _typed(command, at)
        case Correct():
            return _correction(command, at)
        case Choose(seat=seat, choice=meant):
            return ChoiceMade(Seat(seat), meant.choice(), at)
        case CorrectDuel():
            return _duel_correction(command, at)
        case TypedDuel(dice=dice):
            return RollRead(Roll(tuple(Die(COLOURS[element], value) for element, value in dice)), at)
        case MoveCounter(seat=seat, move=moved):
            return CounterMoved(Seat(seat), moved.move(), at)
        case CorrectBoard():
            return _board_correction(command, at)
        case TypedBoard(dice=shown):
            return RollRead(Roll(tuple(Die(Colour.WHITE, value) for value in shown)), at)
        case Undo(correction=correction, game=game):
            return CorrectionUndone(at, correction, game)
        case Protest(turn=turn):
            return Protested(at, turn)
        case DecideProtest(stands=stands):
            return ProtestDecided(stands, at)
    return PLAIN[type(command)](at)


PLAIN: Mapping[type[Any], Callable[[float], Event]] = {
    Start: GameStarted,
    PlayAgain: PlayAgainAsked,
    Abandon: GameAbandoned,
    Pause: Paused,
    Resume: Resumed,
    EndTurn: TurnEnded,
    ImpsAreRight: ImpsConfirmed,
    AgreeEnd: EndAgreed,
}


def _typed(wish: TypedIn, at: float) -> Event:
    order_die = None if wish.order is None else OrderDie(wish.order)
    shown = {Colour.BLACK: wish.black, Colour.WHITE: wish.white, Colour.RED: wish.red}
    dice = tuple(Die(colour, value) for colour, values in shown.items() for value in values)
    if order_die is not None and not dice:
        return OrderRead(order_die, at)
    # Nobody has measured anything: which die is closest, people are asked if it matters.
    unmeasured = dict.fromkeys(shown, Length(UNMEASURED_MM, UNMEASURED_MM))
    return RollRead(Roll(dice, order_die, unmeasured, unmeasured), at)


def _duel_correction(wish: CorrectDuel, at: float) -> DuelCorrected:
    choice = wish.choice.choice() if wish.choice else None
    return DuelCorrected(wish.move, at, wish.game, choice, wish.values, wish.struck)


def _board_correction(wish: CorrectBoard, at: float) -> MoveCorrected:
    move = wish.move.move() if wish.move else None
    return MoveCorrected(wish.turn, at, wish.game, wish.dice, move, wish.struck)


def _correction(wish: Correct, at: float) -> Correction:
    grabs = tuple((Seat(seat), colour) for seat, colour in wish.grabs)
    gems = tuple((Seat(seat), change) for seat, change in wish.gems)
    return Correction(wish.turn, at, wish.game, wish.dice, wish.order, wish.closest, grabs, gems, wish.struck)


def _seated(seat: Seat, name: str, guests: Guests, at: float) -> Step:
    player = guests.id_of(name)
    return Step(SeatTaken(seat, player, at), {player: name})


def _proper(name: str) -> str:
    try:
        return proper_name(name)
    except ValueError as error:
        raise refused(Why.MALFORMED, detail=str(error)) from None


def _seated_anew(typed: Sequence[str], moment: Moment, guests: Guests, at: float, most: int) -> list[Step]:
    try:
        names = proper_names(typed)
    except ValueError as error:
        raise refused(Why.MALFORMED, detail=str(error)) from None
    if len(names) > most:
        raise refused(Why.MALFORMED, detail=f"there are {most} seats, not {len(names)}")
    here = sorted(moment.seats)
    apart = seats_for if most == len(SEATS) else board_seats_for
    seats = here if len(here) == len(names) else apart(max(2, len(names)))[: len(names)]
    left = [Step(SeatLeft(seat, at)) for seat in here]
    sat = [_seated(seat, name, guests, at) for seat, name in zip(seats, names, strict=True)]
    youngest = moment.names.get(moment.youngest) if moment.youngest else None
    chosen = [YoungestChosen(seat, at) for seat, name in zip(seats, names, strict=True) if name == youngest]
    return [*left, *sat, *map(Step, chosen)]
