"""The events that each wish of a page comes to."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pi_diavolo.table.boards import (
    CounterMoved,
    EndAgreed,
    MoveCorrected,
)
from pi_diavolo.table.duels import COLOURS, ChoiceMade, DuelCorrected
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
from pi_diavolo.web.wishes import (
    Abandon,
    AgreeEnd,
    AnswerGiven,
    AnyCommand,
    Choose,
    Correct,
    CorrectBoard,
    CorrectDuel,
    DecideProtest,
    EndTurn,
    ImpsAreRight,
    Leave,
    MoveCounter,
    OrderSeats,
    Pause,
    PlayAgain,
    Protest,
    Resume,
    Settings,
    Sit,
    Start,
    TypedBoard,
    TypedDuel,
    TypedIn,
    Undo,
    Youngest,
)

# Somewhere in the tray; wherever two dice lie in it, they may be equally far.
UNMEASURED_MM = 200.0

# Anybody may make names up; nobody has so many friends.
MOST_GUESTS = 1000


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
