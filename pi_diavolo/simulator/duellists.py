"""The simulated duellists: they hear what the table shows, choose what their seat may, and roll dice."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from pi_diavolo.simulator.paced_players import PacedPlayers
from pi_diavolo.table.duel_views import DuelStep, DuelView, Hand
from pi_diavolo.table.duels import COLOURS, Choice, ChoiceMade, Element
from pi_diavolo.table.effects import Effect, ShowDuel, ShowHand
from pi_diavolo.table.events import Event, QuestionAnswered, RollFault, RollInvalid, RollRead
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question

# What a player chooses, seeing what everyone sees and their own hand; only the games know what is good.
Chooser = Callable[[DuelView, Hand, Random], Choice]


class SimulatedDuellists(PacedPlayers):
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
        super().__init__(seed, pace_s, throws)
        self._choosers = dict(choosers)
        self._doubtful, self._invalid = doubtful, invalid
        self._lots = {seat: Random(f"{seed} choices {seat}") for seat in choosers}
        self._hands: dict[Seat, Hand] = {}
        self._view: DuelView | None = None

    def _learn(self, effect: Effect) -> None:
        match effect:
            case ShowDuel(view=view):
                self._view, self._asked = view, None
            case ShowHand(hand=hand):
                self._hands[hand.seat] = hand

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
        self._thrown = tuple(self._die(COLOURS[element], self._doubtful) for element in elements)
        return RollRead(Roll(self._thrown), at)

    def _answer(self, question: Question, at: float) -> Event | None:
        if not self._throws or question.die is None:
            return None
        return QuestionAnswered(question.number, str(self._thrown[question.die].value), at)
