"""The simulated duellists: they hear what the table shows, choose what their seat may, and roll dice."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from pi_diavolo.table.duel_views import DuelStep, DuelView, Hand
from pi_diavolo.table.duels import COLOURS, Choice, ChoiceMade, Element
from pi_diavolo.table.effects import Ask, Effect, ShowDuel, ShowHand, ShowStatus, Status
from pi_diavolo.table.events import (
    Event,
    PhoneJoined,
    PhoneLeft,
    QuestionAnswered,
    RollFault,
    RollInvalid,
    RollRead,
)
from pi_diavolo.table.facts import Fact
from pi_diavolo.table.pieces import Die
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question

# What a player chooses, seeing what everyone sees and their own hand; only the games know what is good.
Chooser = Callable[[DuelView, Hand, Random], Choice]

# While people talk, nothing moves.
HALTED = (Status.LOBBY, Status.PAUSED, Status.PROTEST, Status.OVER)


class SimulatedDuellists:
    """Players, dice and a camera made of numbers; the same seed and the same effects give the same evening.

    Seats without a chooser are real people's; with `throws` false the dice lie on a real table.
    """

    def __init__(
        self,
        seed: int,
        choosers: Mapping[Seat, Chooser],
        pace_s: float = 2.0,
        doubtful: float = 0.0,
        invalid: float = 0.0,
        throws: bool = True,
    ) -> None:
        self._choosers, self._pace, self._throws = dict(choosers), pace_s, throws
        self._left: set[Seat] = set()  # to somebody at a page, who chooses instead
        self._doubtful, self._invalid = doubtful, invalid
        self._dice, self._camera = Random(f"{seed} dice"), Random(f"{seed} camera")
        self._lots = {seat: Random(f"{seed} choices {seat}") for seat in choosers}
        self._hands: dict[Seat, Hand] = {}
        self._view: DuelView | None = None
        self._thrown: tuple[Die, ...] = ()  # as they truly lie
        self._asked: Ask | None = None
        self._status = Status.LOBBY
        self._due: float | None = None

    def due(self) -> float | None:
        """When somebody moves next."""
        return self._due

    def take(self, now: float) -> list[Event]:
        """What that move is."""
        if self._due is None or now < self._due:
            return []
        at, self._due = self._due, None
        event = self._next(at)
        return [] if event is None else [event]

    def sense(self, fact: Fact) -> list[Event]:
        """Duellists have no wires."""
        return []

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn what the table shows, and who plays for whom."""
        match event:
            case PhoneJoined(seat=seat, stands_in=True):
                self._left.add(seat)
            case PhoneLeft(seat=seat, stood_in=True):
                self._left.discard(seat)
                self._due = None if self._status in HALTED else event.at + self._pace
        for effect in effects:
            match effect:
                case ShowDuel(view=view):
                    self._view, self._asked = view, None
                case ShowHand(hand=hand):
                    self._hands[hand.seat] = hand
                case Ask():
                    self._asked = effect
                case ShowStatus(status=status):
                    self._status = status
                    self._due = None if status in HALTED else event.at + self._pace

    def _next(self, at: float) -> Event | None:
        view = self._view
        if self._asked is not None:
            return self._answer(self._asked.question, at)
        if view is None or view.awaited is None:
            return None
        awaited = view.awaited
        if awaited.roll or view.step is DuelStep.ROLL_OFF:
            return self._roll([die.element for die in awaited.roll] or [Element.AIR], at)
        hand, chooser = self._hands.get(awaited.seat), self._choosers.get(awaited.seat)
        if hand is None or chooser is None or awaited.seat in self._left:
            return None
        return ChoiceMade(awaited.seat, chooser(view, hand, self._lots[awaited.seat]), at)

    def _roll(self, elements: Sequence[Element], at: float) -> Event | None:
        if not self._throws:
            return None
        if self._camera.random() < self._invalid:
            return RollInvalid((RollFault("die_cocked", COLOURS[elements[0]]),), at)
        self._thrown = tuple(self._die(element) for element in elements)
        return RollRead(Roll(self._thrown), at)

    def _answer(self, question: Question, at: float) -> Event | None:
        if not self._throws or question.die is None:
            return None
        return QuestionAnswered(question.number, str(self._thrown[question.die].value), at)

    def _die(self, element: Element) -> Die:
        value = self._dice.randint(1, 6)
        if self._camera.random() >= self._doubtful:
            return Die(COLOURS[element], value)
        other = self._camera.choice([other for other in range(1, 7) if other != value])
        return Die(COLOURS[element], value, maybe=(other,))
