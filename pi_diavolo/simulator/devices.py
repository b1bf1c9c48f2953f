"""The second set of devices: hears what the table shows and reports what dice, hands and desk do."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pi_diavolo.simulator.desk import Solve
from pi_diavolo.simulator.hands import Grabs
from pi_diavolo.simulator.people import Options, People, Turn
from pi_diavolo.simulator.plan import Act, GiveBack, Look, LookAtImps, Plan, Reach, Stand
from pi_diavolo.simulator.sight import ReadCounts, is_misread
from pi_diavolo.simulator.skills import Skill
from pi_diavolo.table.effects import (
    Ask,
    ClearRoll,
    Effect,
    Ignore,
    ShowGone,
    ShowGrab,
    ShowOrder,
    ShowRoll,
    ShowRuling,
    ShowStatus,
    ShowTurn,
    ShowWinner,
    Status,
    Unask,
)
from pi_diavolo.table.events import (
    EveningOpened,
    Event,
    PhoneJoined,
    PhoneLeft,
    QuestionAnswered,
    Setting,
    SettingsChosen,
)
from pi_diavolo.table.facts import Fact, Reached
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Ruling

# What is asked about what lies there, not about a hand.
ABOUT_DICE = ("die", "order", "closest")
# While people talk, nothing moves; it goes on where it stood.
HALTED = (Status.PAUSED, Status.PROTEST)


class SimulatedTable:
    """Dice, hands and a desk made of numbers; the same seed and the same effects give the same evening."""

    def __init__(self, seed: int, skills: Mapping[Seat, Skill], solve: Solve, options: Options) -> None:
        self._people, self._plan, self._turn = People(seed, skills, solve, options), Plan(), _no_turn()
        self.wrong_rulings = 0  # against what truly lay on the table
        self.read = ReadCounts()
        self._ruling_read = -math.inf
        self._halted_at: float | None = None

    def due(self) -> float | None:
        """When the next event is due; None when nothing happens by itself."""
        return self._plan.due() if self._halted_at is None else None

    def take(self, now: float) -> list[Event]:
        """The events of the next moment, if it has come; those after it wait until these were heard."""
        acts = self._plan.take(now) if self._halted_at is None else []
        return [event for act in acts for event in self._happen(act)]

    def sense(self, fact: Fact) -> list[Event]:
        """People have no wires, but somebody real who stands in for one has a simulated hand."""
        match fact:
            case Reached(seat=seat, colour=colour, at=at) if self._halted_at is None:
                # In its turn: where the loop lags, the others' hands that were faster have yet to move.
                self._plan.put(Reach(seat, colour, at))
            case Reached(seat=seat, colour=colour, at=at):
                return self._happen(Reach(seat, colour, at))
        return []

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn what happened and what the table shows; plan what dice, hands and desk do next."""
        accepted = not any(isinstance(effect, Ignore) for effect in effects)
        if isinstance(event, EveningOpened | SettingsChosen) and accepted:
            self._follow(event.settings)
        match event:
            case PhoneJoined(seat=left, stands_in=True):
                self._people.leave(left)
                self._plan.drop(lambda act: isinstance(act, Reach | GiveBack) and act.seat == left)
            case PhoneLeft(seat=left, stood_in=True):
                self._people.come_back(left)
        for effect in effects:
            self._learn(effect, event.at)

    def _happen(self, act: Act) -> list[Event]:
        touch = self._people.options.touch
        match act:
            case Reach() if self._people.options.grabs is Grabs.PANELS:
                return touch.press(act)
            case Reach(seat, colour, at):
                grabbed = touch.lift(act)
                if grabbed is None:
                    self._people.too_late(self._plan, self._turn, seat, colour, at)
                return grabbed or []
            case GiveBack():
                return touch.give_back(act)
            case Look():
                return self._read(act)
            case Stand():
                touch.stand(act.standing, act.at)
                return []
            case LookAtImps():
                return [self._read_imps(act)]
        return [act]

    def _read(self, look: Look) -> list[Event]:
        seen = look.seen()
        event = self._people.report(self._plan, self._turn, look, seen)
        self.read.rolls += 1
        self.read.misread += is_misread(seen, look.thrown)
        self.read.refused += bool(seen.faults)
        if event is None:
            self._count_asked()
        return [event] if event else []

    def _read_imps(self, look: LookAtImps) -> Event:
        seen = look.seen()
        self.read.imps += 1
        self.read.imps_misread += seen != look.standing
        return self._people.report_imps(self._plan, self._turn, look, seen)

    def _count_asked(self) -> None:
        self.read.asked += not self._turn.asked
        self._turn.asked = True

    def _follow(self, settings: Mapping[str, Setting]) -> None:
        now = self._people.options
        self._people.options = replace(
            now,
            dice_per_colour=int(settings.get("dice_per_colour", now.dice_per_colour)),
            order_first=bool(settings.get("order_first", now.order_first)),
            grabs=Grabs.BASES if settings.get("grabs", now.grabs) == Grabs.BASES else Grabs.PANELS,
        )

    def _learn(self, effect: Effect, at: float) -> None:
        match effect:
            case ShowTurn():
                self._begin(effect)
            case ShowStatus(status=status):
                self._attend(status, at)
            case ClearRoll():
                self._begin_anew(self._turn.shown)
            case ShowOrder(order_die=order_die):
                self._turn.order_known = True
                self._turn.truth.face = self._turn.truth.face or order_die.face
            case ShowRoll(roll=roll, order=order) if self._turn.truth.roll is None:
                self._look(roll, order)
            case ShowGrab(seat=seat, colour=colour):
                (self._turn.took.add if colour else self._turn.took.discard)(seat)
            case ShowGone(seat=seat, colour=colour):
                self._people.too_late(self._plan, self._turn, seat, colour, at)
            case ShowRuling(ruling=ruling):
                self.wrong_rulings += self._is_wrong(ruling)
                self._ruling_read = at + self._people.options.pace.ruling_s
            case ShowWinner():
                self._plan.clear()
            case Ask(question=question):
                if question.kind in ABOUT_DICE:
                    self._count_asked()
                if self._people.options.answers:
                    self._people.answer(self._plan, self._turn, question, at)
            case Unask(question=number):
                self._plan.drop(lambda act: isinstance(act, QuestionAnswered) and act.question == number)

    def _is_wrong(self, ruling: Ruling) -> bool:
        # A correction may speak of older turns, whose dice are gone from the tray.
        truth, shown = self._turn.truth, self._turn.shown
        this_turn = (ruling.game, ruling.turn) == (shown.game, shown.turn) and not ruling.corrected
        if not this_turn or ruling.reason is None or truth.roll is None or truth.face is None:
            return False
        if not truth.counts:
            return True
        return self._people.solve(truth.roll, truth.face) is not ruling.reason.answer

    def _begin(self, shown: ShowTurn) -> None:
        before = self._turn.shown
        if (before.game, before.turn) == (shown.game, shown.turn):
            self._turn.shown = shown
        else:
            self._begin_anew(shown)

    def _begin_anew(self, shown: ShowTurn) -> None:
        self._call_off()
        self._turn = Turn(shown)
        self._people.options.touch.begin(shown.imps)

    def _attend(self, status: Status, at: float) -> None:
        self._halt_or_go_on(status in HALTED, at)
        ready = max(at, self._ruling_read)
        match status:
            case Status.LOBBY | Status.OVER:
                self._plan.clear()
            case Status.IMPS if self._people.options.throws:
                self._call_off()
                self._people.put_imps(self._plan, self._turn, ready)
            case Status.ROLL_NOW if self._people.options.throws:
                self._call_off()
                self._people.roll(self._plan, self._turn, ready)
            case Status.GRAB if not self._turn.hands_move:
                self._people.reach(self._plan, self._turn, rest=at)

    def _look(self, roll: Roll, order: str | None) -> None:
        # Somebody else threw, or the program came back: what the table shows is all there is to see.
        truth, face = self._turn.truth, roll.order_die.face if roll.order_die else None
        truth.roll, truth.face = roll, truth.face or order or face

    def _call_off(self) -> None:
        # A question may outlive its turn, so its answer stays planned; and what somebody real did has
        # happened, even if the loop has not come to it.
        self._plan.drop(lambda act: not (isinstance(act, QuestionAnswered) or self._is_real(act)))

    def _is_real(self, act: Act) -> bool:
        return isinstance(act, Reach) and not self._people.plays(act.seat)

    def _halt_or_go_on(self, halt: bool, at: float) -> None:
        if halt:
            self._halted_at = at if self._halted_at is None else self._halted_at
        elif self._halted_at is not None:
            self._plan.put_off(at - self._halted_at)
            self._halted_at = None


def _no_turn() -> Turn:
    return Turn(ShowTurn(0, 0, Seat(0), (), {}, ()))
