"""The world round the table of a soak: a tray, and people who throw into it before a camera."""

import base64
import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.soak_hands import HandsTruth
from pi_diavolo.simulator.desk import Solve, Truth
from pi_diavolo.simulator.devices import HALTED, SimulatedTable
from pi_diavolo.simulator.people import Options, People, Turn
from pi_diavolo.simulator.plan import GiveBack, Look, Plan, Stand
from pi_diavolo.simulator.sight import Seen, Standing, in_order_of
from pi_diavolo.simulator.skills import Skill
from pi_diavolo.simulator.wired import WiredHands
from pi_diavolo.simulator.world import Throw, throw, throw_order_die
from pi_diavolo.table.effects import Effect, ShowRoll, ShowStatus, ShowTurn, Status
from pi_diavolo.table.events import Event, ImpsConfirmed, OrderRead, RollInvalid, RollRead
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll

# Dice that nobody could read by then are thrown again.
AGAIN_S = 9.0
# Imps that stand right and are not seen to do so: by then somebody taps on the page.
CONFIRMED_S = 9.0
UNREAD = (Status.ROLL_NOW, Status.ROLLING, Status.READING)

Tell = Callable[[Mapping[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Thrown:
    """The truth of one throw, which must outlive the table's process; `alone`: an Order die thrown first."""

    game: int
    turn: int
    face: str | None
    alone: bool
    throw: Throw

    @property
    def roll(self) -> Roll:
        """What truly lies there."""
        return self.throw.true_roll

    @property
    def counts(self) -> bool:
        """No die is cocked, stacked or outside."""
        return not self.throw.faults

    def packed(self) -> str:
        """As one word, for a line of text."""
        return base64.b64encode(pickle.dumps(self)).decode()


def unpacked(word: str) -> Thrown:
    """The throw in such a word; only our own are ever read."""
    thrown = pickle.loads(base64.b64decode(word))
    assert isinstance(thrown, Thrown)
    return thrown


class Tray:
    """What lies or flies there at a moment on the table's clock."""

    def __init__(self, lying: Throw | None = None) -> None:
        self._lying, self._flying = lying, lying
        self._from = self._until = float("-inf")
        self.alone = False

    def throw(self, thrown: Throw, at: float, lasts: float, alone: bool) -> None:
        """The dice leave the roller's hand."""
        self._flying, self._from, self._until, self.alone = thrown, at, at + lasts, alone

    def flies(self, now: float) -> bool:
        """Dice are in the air."""
        return now < self._until

    def lying(self, now: float) -> Throw | None:
        """The dice at rest."""
        if not self.flies(now):
            self._lying = self._flying
        return self._lying


class ThrowingPeople(People):
    """They throw into the tray and leave it to the camera to see it."""

    def put_imps(self, plan: Plan, turn: Turn, at: float) -> None:
        """As people do; and where nobody sees that they stand right, somebody says so."""
        super().put_imps(plan, turn, at)
        plan.put(ImpsConfirmed(at + self._about(self.options.pace.imps_s) + CONFIRMED_S))

    def _stand(self, plan: Plan, standing: Standing, at: float) -> None:
        plan.put(Stand(standing, at))

    def roll(self, plan: Plan, turn: Turn, at: float) -> None:
        """Throw the dice that are wanted now."""
        self.throw(plan, turn, at + self._about(self.options.pace.think_s))

    def throw(self, plan: Plan, turn: Turn, start: float) -> None:
        """The same at this very moment."""
        lasts = self._about(self.options.pace.roll_s)
        if self.options.order_first and not turn.order_known:
            thrown = turn.first = throw_order_die(self._dice, self.options.world)
            turn.truth = Truth(face=_face(thrown), counts=not thrown.faults)
        else:
            thrown = throw(self._dice, self.options.dice_per_colour, self.options.world, turn.first)
            face = turn.truth.face if turn.order_known else _face(thrown)
            turn.truth = Truth(thrown.true_roll, face, counts=not thrown.faults)
            self.options.touch.begin(turn.shown.imps)
            turn.gone, turn.took = {}, set()
            self.reach(plan, turn, start + lasts, lasts, only_early=bool(thrown.faults))
        self.lasts = lasts
        plan.put(Look(thrown, Seen, start))


class ThrowingTable(SimulatedTable):
    """Simulated people at a table with a camera; `tell` hears of every throw before it lies there.

    `before` is the last throw before a kill: people remember what lies there, whatever the table forgot.
    """

    def __init__(
        self,
        seed: int,
        skills: Mapping[Seat, Skill],
        solve: Solve,
        options: Options,
        tray: Tray,
        tell: Tell,
        hands: HandsTruth,
        before: Thrown | None = None,
    ) -> None:
        super().__init__(seed, skills, solve, options)
        self._hands = hands
        self._people: ThrowingPeople = ThrowingPeople(seed, skills, solve, options)
        self._tray, self._tell, self._before = tray, tell, before
        self._status = Status.LOBBY
        self._again_at: float | None = None
        self._lies: tuple[Truth, Throw | None] | None = None  # until the next throw leaves the hand

    def due(self) -> float | None:
        """When somebody does something."""
        due = super().due()
        if self._again_at is None or self._halted_at is not None:
            return due
        return self._again_at if due is None else min(due, self._again_at)

    def take(self, now: float) -> list[Event]:
        """What is due; dice that nobody could read are thrown again."""
        if self._again_at is not None and now >= self._again_at and self._halted_at is None:
            self._again_at = None
            return self._throw_again(now) if self._status in UNREAD else []
        return super().take(now)

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn what happened; questions about dice count them as the eyes found them."""
        if isinstance(event, RollRead | OrderRead | RollInvalid):
            self._again_at = None
            if self._lies is not None:  # the dice that somebody was about to take up were read
                self._turn.truth, self._turn.first = self._lies
        if (told := self._hands.hear(event, effects, bool(self._people._away))) is not None:
            shown, took = told
            self._tell({"soak": "hands", "game": shown.game, "turn": shown.turn, "took": {**took}})
        super().hear(event, effects)
        for effect in effects:
            match effect:
                case ShowRoll(roll=roll) if self._turn.truth.roll is not None:
                    self._turn.truth.roll = in_order_of(roll, self._turn.truth.roll)
                case ShowStatus(status=status) if status not in HALTED:
                    self._status = status

    def _begin_anew(self, shown: ShowTurn) -> None:
        super()._begin_anew(shown)
        self._lies = None
        before, self._before = self._before, None
        if before is not None and (before.game, before.turn) == (shown.game, shown.turn):
            roll = None if before.alone else before.roll
            self._turn.truth = Truth(roll, before.face, before.counts)
            self._turn.first = before.throw if before.alone else None

    def _attend(self, status: Status, at: float) -> None:
        # What the table says again, such as after a correction, is no reason to throw dice that are thrown.
        if status is not Status.ROLL_NOW or self._again_at is None:
            if status is Status.ROLL_NOW and self._lies is None:
                self._lies = self._turn.truth, self._turn.first
            super()._attend(status, at)
        else:
            self._halt_or_go_on(False, at)

    def _throw_again(self, now: float) -> list[Event]:
        self._call_off()
        hands = self._people.options.touch
        if isinstance(hands, WiredHands):
            for seat in list(hands._in_hand.values()):
                hands.give_back(GiveBack(seat, now))
        # At once: dice that are read while somebody thinks about throwing them again are a roll.
        self._people.throw(self._plan, self._turn, now)
        return [event for act in self._plan.take(now) for event in self._happen(act)]

    def _read(self, look: Look) -> list[Event]:
        """Here the dice leave the hand; the camera sees the rest."""
        shown, truth, self._lies = self._turn.shown, self._turn.truth, None
        alone, lasts = truth.roll is None, self._people.lasts
        thrown = Thrown(shown.game, shown.turn, truth.face, alone, look.thrown)
        self._tell({"soak": "throw", "thrown": thrown.packed()})
        self._tray.throw(look.thrown, look.at, lasts, alone)
        if not alone:
            self._hands.thrown(look.at, look.at + lasts, bool(self._people._away))
        self._again_at = look.at + lasts + AGAIN_S
        return []


def _face(thrown: Throw) -> str | None:
    return thrown.true_roll.order_die.face if thrown.true_roll.order_die else None
