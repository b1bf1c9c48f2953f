"""Simulated duellists before the real eyes: their dice are painted, and the pictures are read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from pi_diavolo.painted_tray import PaintedTray
from pi_diavolo.simulator.duel_counts import DuelCounts, true_die
from pi_diavolo.simulator.duel_throws import TrueDie
from pi_diavolo.simulator.duellists import Chooser, SimulatedDuellists
from pi_diavolo.table.duel_attribution import Attributed
from pi_diavolo.table.duel_sightings import dice_seen, throw_seen
from pi_diavolo.table.duel_tray import DuelTray
from pi_diavolo.table.duel_views import DuelStep, DuelView
from pi_diavolo.table.duels import ChoiceKind, DuelDiceSeen, Element, ElementDie, Zone
from pi_diavolo.table.effects import Effect, ShowDuel
from pi_diavolo.table.events import DiceRolling, Event, QuestionAnswered, RollFault, RollInvalid
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Question
from pi_diavolo.table.view import TableView

ROLL_AGAIN = "roll_again"


@dataclass(frozen=True, slots=True)
class _Look:
    """A picture that is being read; `thrown` is what was thrown, empty where dice were turned or put back."""

    view: Callable[[], TableView]
    thrown: tuple[TrueDie, ...] = ()


class PaintedDuellists(SimulatedDuellists):
    """They throw painted dice and turn them by hand; the table hears only what was seen in the pictures.

    With the chance `silent` somebody throws as many dice from the pool as may be, not saying which ones.
    """

    def __init__(
        self,
        seed: int,
        choosers: Mapping[Seat, Chooser],
        tray: PaintedTray,
        pace_s: float = 2.0,
        silent: float = 0.3,
        throws: bool = True,
    ) -> None:
        super().__init__(seed, choosers, pace_s, throws=throws)
        self.counts = DuelCounts()
        self._tray, self._known = tray, DuelTray()
        self._silent, self._lot = silent, Random(f"{seed} silent")
        self._looking: _Look | None = None
        self._spoilt = False  # a die of the last throw lies wrong
        # The table looks at the empty tray, and again whenever dice were turned or put back by hand.
        self._look_first = True

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn what the table shows; hands take out and turn what it says."""
        super().hear(event, effects)
        for effect in effects:
            if isinstance(effect, ShowDuel):
                self._follow(effect.view)

    def _follow(self, view: DuelView) -> None:
        self._known = self._known.ruled(view)
        if self._looking is None and view.step is not DuelStep.ROLL_OFF:
            in_hand = view.awaited.roll if view.awaited else ()
            in_play = {die: value for die, value in _values(view).items() if die not in in_hand}
            self._tray.dice.call_as(in_play)
            self._tray.dice.keep(_values(view))
        # Dice were turned, or should have been taken out: the table looks whether they were.
        self._look_first |= self._put_right(view) or bool(self._known.left)

    def _put_right(self, view: DuelView) -> bool:
        """Turn every die in play to what it should show, and lay down what is not there; whether any was."""
        should = _values(view)
        in_hand = view.awaited.roll if view.awaited else ()
        gone = should.keys() - {each.die for each in self._tray.dice.lying} - set(in_hand)
        for die in sorted(gone, key=list(should).index):
            self._tray.dice.lay(die, should[die])
        wrong = [each.die for each in self._tray.dice.lying if should.get(each.die) not in (None, each.value)]
        for die in wrong:
            self._tray.dice.turn(die, should[die])
        return bool(wrong or gone)

    def _next(self, at: float) -> Event | None:
        view = self._view
        if self._asked is not None or view is None or view.awaited is None:
            return super()._next(at)
        if self._looking is not None:
            return self._report(view, at)
        if self._look_first:
            self._look_round(at)
            return None
        dice = self._to_throw(view)
        return self._throw(dice, view, at) if dice and self._throws else super()._next(at)

    def _to_throw(self, view: DuelView) -> tuple[ElementDie, ...]:
        """Which dice are thrown now: those awaited, or some from the pool without a word."""
        awaited = view.awaited
        assert awaited is not None
        if awaited.roll:
            return awaited.roll
        if view.step is DuelStep.ROLL_OFF:
            return (ElementDie(awaited.seat, Element.AIR, 1),)
        hand, chooser = self._hands.get(awaited.seat), self._choosers.get(awaited.seat)
        speaks = self._lot.random() >= self._silent
        if not awaited.any_up_to or hand is None or chooser is None or speaks or awaited.seat in self._left:
            return ()
        choice = chooser(view, hand, self._lots[awaited.seat])
        mine = [each for each in view.dice if each.die.owner == awaited.seat]
        lying = {each.die.element for each in mine if each.zone is Zone.IN_PLAY}
        full = len(choice.dice) == awaited.any_up_to  # of fewer, nobody could tell that none is hidden
        told = (
            choice.kind is not ChoiceKind.ROLL or not full or any(die.element in lying for die in choice.dice)
        )
        return () if told else choice.dice

    def _throw(self, dice: Sequence[ElementDie], view: DuelView, at: float) -> Event:
        assert view.awaited is not None
        thrown = self._tray.dice.throw(dice, view.awaited.seat)
        self._looking = _Look(self._tray.look(self._known.awaited(view)), thrown)
        return DiceRolling(at)

    def _look_round(self, at: float) -> None:
        """Look at dice that were turned or put back."""
        self._look_first = False
        self._looking = _Look(self._tray.look(self._known.as_it_lies()))
        self._due = at + self._pace

    def _report(self, view: DuelView, at: float) -> Event | None:
        assert self._looking is not None
        looked, self._looking = self._looking, None
        if not looked.thrown:
            return self._dice_told(dice_seen(self._known, looked.view(), self._tray.halves), at)
        seen = throw_seen(self._known, view, looked.view(), self._tray.halves)
        event = seen.roll(at) or RollInvalid((RollFault("die_missing"),), at)
        self.counts.count(event, looked.thrown)
        if isinstance(event, RollInvalid):  # the dice are picked up, and what lay there is put right
            self._tray.dice.take_out([each.die for each in looked.thrown])
            self._put_right(view)
            self._look_first = True
            self._known = self._known.without([each.die for each in looked.thrown])
            return event
        self._known, self._look_first = seen.tray, seen.changed
        self._spoilt = any(each.fault for each in looked.thrown)
        self._thrown = tuple(true_die(die, looked.thrown) for die in seen.thrown)
        return event

    def _answer(self, question: Question, at: float) -> Event | None:
        if self._spoilt and self._throws:
            return QuestionAnswered(question.number, ROLL_AGAIN, at)
        return super()._answer(question, at)

    def _dice_told(self, seen: Attributed, at: float) -> DuelDiceSeen | None:
        self._known = seen.tray
        event = seen.dice_seen(at)
        self.counts.count_look(event, self._tray.dice.lying)
        self._due = at + self._pace  # the referee may have nothing to say to it
        return event


def _values(view: DuelView) -> dict[ElementDie, int]:
    """What each die in play should show."""
    return {
        each.die: each.value for each in view.dice if each.zone is Zone.IN_PLAY and each.value is not None
    }
