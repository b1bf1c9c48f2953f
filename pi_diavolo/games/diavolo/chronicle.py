"""What lay on the table in the turns of a past game, told from its events: a referee would take too long."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

from pi_diavolo.games.diavolo.doubts import ROLL_AGAIN, question_about_die
from pi_diavolo.games.diavolo.hand_out import Press
from pi_diavolo.games.diavolo.house_rules import BadSetting, HouseRules, amended
from pi_diavolo.games.diavolo.orders import KNOWN, Order, possible_orders
from pi_diavolo.games.diavolo.photo_finish import photo_finish
from pi_diavolo.games.diavolo.rules import answer, measured
from pi_diavolo.table.events import (
    Correction,
    CorrectionUndone,
    Event,
    Grab,
    ImpPutBack,
    OrderRead,
    ProtestDecided,
    Protested,
    QuestionAnswered,
    RollInvalid,
    RollRead,
    Started,
)
from pi_diavolo.table.pieces import RIVALS, Colour, OrderDie
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Reason, Ruling

# The only events that matter here; whoever reads a log may skip all others.
WANTED: tuple[type[Event], ...] = (
    Correction, CorrectionUndone, Grab, ImpPutBack, OrderRead, ProtestDecided, Protested, QuestionAnswered,
    RollInvalid, RollRead, Started,
)  # fmt: skip

# An event and a ruling, each with its number in the log; a ruling has that of the event it stands beside.
Happened = tuple[int, Event]
Given = tuple[int, Ruling]


@dataclass(frozen=True)
class TurnPlayed:
    """A turn as it is ruled now; `roll` only where it surely is the one that was ruled by."""

    ruling: Ruling
    roll: Roll | None = None
    rules: HouseRules = field(default_factory=HouseRules)
    photo_finish: frozenset[Seat] = frozenset()  # who reached for the last imp at the same time as others
    protested: bool = False

    @cached_property
    def other_answers(self) -> tuple[tuple[Order, Colour], ...]:
        """What would have been right under each of the other orders, as far as that is known."""
        reason, roll = self.ruling.reason, self.roll
        if reason is None or roll is None:
            return ()
        others = ((order, answer_under(order, roll, self.rules)) for order in Order if order != reason.order)
        return tuple((order, would.answer) for order, would in others if would)


def house_rules(settings: Mapping[str, Any] | None) -> HouseRules:
    """The house rules that stood beside a ruling; what a later version knows no more is left out."""
    known = {rule.name for rule in fields(HouseRules)}
    try:
        return amended(HouseRules(), {name: to for name, to in (settings or {}).items() if name in known})
    except BadSetting:
        return HouseRules()


def turns_played(
    events: Iterable[Happened], given: Sequence[Given], settings: Mapping[str, Any] | None
) -> tuple[TurnPlayed, ...]:
    """All turns of a game, the first one first; `given` are its rulings in the order they were given."""
    rules = house_rules(settings)
    told = _Told(rules)
    beside: dict[int, list[Ruling]] = {}
    for number, ruling in given:
        beside.setdefault(number, []).append(ruling)
    # The event that closed a turn may be one that was skipped; the ruling beside it was not.
    happened = dict(events)
    for number in sorted({*happened, *beside}):
        told.take(happened.get(number), beside.get(number, ()))
    in_force = {ruling.turn: ruling for _, ruling in given}
    return tuple(told.turn(in_force[turn]) for turn in sorted(in_force))


@dataclass(slots=True)
class _Amendment:
    correction: Correction
    sure: bool = True  # else it may have been refused
    undone: bool = False


@dataclass(slots=True)
class _Told:
    """Walks through the events of one game."""

    rules: HouseRules
    roll: Roll | None = None
    order_die: OrderDie | None = None
    presses: list[Press] = field(default_factory=list)
    starts: int = 0
    rolls: dict[int, Roll | None] = field(default_factory=dict)
    photos: dict[int, frozenset[Seat]] = field(default_factory=dict)
    amendments: list[_Amendment] = field(default_factory=list)
    corrected: set[int] = field(default_factory=set)
    protested: set[int] = field(default_factory=set)
    protest: int = 0

    def take(self, event: Event | None, rulings: Sequence[Ruling]) -> None:
        """Take in an event and the rulings beside it."""
        if event is not None:
            self._happened(event, rulings)
        for ruling in rulings:
            if ruling.turn not in self.rolls:
                self._close(ruling)
            (self.corrected.add if ruling.corrected else self.corrected.discard)(ruling.turn)

    def _happened(self, event: Event, rulings: Sequence[Ruling]) -> None:
        match event:
            case Started():
                self.starts += 1
            case OrderRead(order_die=order_die):
                self.order_die = order_die
            case RollRead(roll=roll):
                self.roll = _under_first_order(roll, self.order_die)
            case RollInvalid():
                self._roll_again()
            case Grab():
                self.presses.append(Press(event, self.starts))
            case ImpPutBack(seat=seat, colour=colour):
                self.presses = [p for p in self.presses if (p.grab.seat, p.grab.colour) != (seat, colour)]
            case QuestionAnswered(choice=choice):
                self._answered(choice)
            case Correction(turn=turn, struck=struck):
                if struck and turn not in self.rolls:
                    self._roll_again()
                elif rulings or turn in self.corrected or turn not in self.rolls:  # else it was refused
                    self.amendments.append(_Amendment(event, sure=bool(rulings)))
            case CorrectionUndone(correction=number):
                self._undo(number)
            case Protested() if rulings:
                self.protest = rulings[0].turn
                self.protested.add(self.protest)
            case ProtestDecided(stands=False, at=at) if rulings:
                self.amendments.append(_Amendment(Correction(self.protest, at, struck=True)))

    def _roll_again(self) -> None:
        self.roll, self.order_die, self.presses = None, None, []

    def _answered(self, choice: str) -> None:
        """People said what a die shows; that they chose a colour or a seat changes no die."""
        if choice == ROLL_AGAIN:
            self._roll_again()
        elif choice in KNOWN and self.roll is None:
            self.order_die = replace(self.order_die, face=choice, maybe=()) if self.order_die else None
        elif choice in KNOWN and self.roll is not None:
            self.roll = self.roll.with_face(choice)
        elif choice.isdigit() and self.roll is not None:
            self._value_told(self.roll, choice)

    def _value_told(self, roll: Roll, choice: str) -> None:
        if any(len(die.options) > 1 for die in roll.dice):
            asked = question_about_die(possible_orders(roll.order_die)[0], roll, self.rules)
            if asked.die is not None and choice in asked.options:
                self.roll = roll.with_value(asked.die, int(choice))

    def _undo(self, number: int | None) -> None:
        standing = [each for each in self.amendments if not each.undone]
        if number is None and standing:
            standing[-1].undone = True
        elif number is not None and 1 <= number <= len(self.amendments):
            self.amendments[number - 1].undone = True

    def _close(self, ruling: Ruling) -> None:
        self.rolls[ruling.turn] = self.roll
        self.photos[ruling.turn] = photo_finish(self.presses, ruling, self.rules)
        self._roll_again()

    def turn(self, ruling: Ruling) -> TurnPlayed:
        """One turn as it is ruled now."""
        read = self.rolls.get(ruling.turn)
        standing = [
            each for each in self.amendments if each.correction.turn == ruling.turn and not each.undone
        ]
        ways: tuple[list[_Amendment], ...] = (standing, [each for each in standing if each.sure], [])
        rolls = (_put_right(read, [each.correction for each in way]) for way in ways)
        agrees = (roll for roll in rolls if roll and _ruled_by(roll, ruling.reason, self.rules))
        return TurnPlayed(
            ruling,
            next(agrees, None),
            self.rules,
            self.photos.get(ruling.turn, frozenset()),
            ruling.turn in self.protested,
        )


def _under_first_order(roll: Roll, first: OrderDie | None) -> Roll:
    """The face is that of the throw before; where the die lies now, the dice's own throw tells."""
    where = roll.order_die.where if roll.order_die else None
    return replace(roll, order_die=replace(first, where=where)) if first else roll


def _put_right(roll: Roll | None, corrections: Iterable[Correction]) -> Roll | None:
    for correction in corrections:
        for index, value in correction.dice:
            if roll and 0 <= index < len(roll.dice) and 1 <= value <= 6:
                roll = roll.with_value(index, value)
        if roll and correction.order:
            roll = roll.with_face(correction.order)
    return roll


def _ruled_by(roll: Roll, reason: Reason | None, rules: HouseRules) -> bool:
    """Does this roll give the answer that was given? If not, we have misunderstood something."""
    if reason is None:
        return True
    if reason.decided_by_people:
        return possible_orders(roll.order_die)[0] == reason.order
    again = answer_under(Order(reason.order), roll, rules) if reason.order in KNOWN else None
    same_order = possible_orders(roll.order_die)[0] == reason.order
    return again is not None and same_order and dict(again.scores) == dict(reason.scores)


def answer_under(order: Order, roll: Roll, rules: HouseRules) -> Reason | None:
    """What would have been right under this order; None where it goes by distances nobody measured."""
    if order is Order.CLOSEST and not measured(roll, rules):
        return None
    return answer(order, roll, rules) if set(RIVALS) <= {die.colour for die in roll.dice} else None
