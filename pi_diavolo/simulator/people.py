"""The simulated people: they put imps on their bases, throw dice, reach for imps and answer questions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from pi_diavolo.simulator.desk import Solve, Truth, answer
from pi_diavolo.simulator.hands import Grabs, MadeUpHands, Touch, moves
from pi_diavolo.simulator.plan import Act, Look, LookAtImps, Plan, Reach, Stand
from pi_diavolo.simulator.sight import MadeUpEyes, Seen, Sight, Standing, in_order_of
from pi_diavolo.simulator.skills import Habit, Intent, Skill, another, decide
from pi_diavolo.simulator.world import Throw, World, throw, throw_order_die
from pi_diavolo.table.effects import ShowTurn
from pi_diavolo.table.events import (
    DiceAtRest,
    DiceRolling,
    Event,
    ImpsConfirmed,
    ImpsSeen,
    QuestionAnswered,
)
from pi_diavolo.table.pieces import IMPS, Colour, Length
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Question

# How often a hand that came too late tries another colour.
TRY_ANOTHER = 0.6
# So long after the last imp was put down the eyes have seen it.
SEEN_AFTER_S = 0.3
# How far off people may be who judge a distance by eye.
BY_EYE_MM = 5.0


@dataclass(frozen=True, slots=True)
class Pace:
    """How long people and dice take, in seconds; all but the eyes and the ruling a fifth more or less."""

    imps_s: float = 3.0
    think_s: float = 2.5
    roll_s: float = 1.2
    read_s: float = 0.25
    answer_s: float = 3.0
    ruling_s: float = 4.0


@dataclass(frozen=True, slots=True)
class Options:
    """What is played with and how; `human` is a seat whose grabs come from elsewhere.

    Where `throws` is false, imps and dice lie on a real table; these people only look at them and grab.
    """

    world: World
    sight: Sight = field(default_factory=MadeUpEyes)
    touch: Touch = field(default_factory=MadeUpHands)
    dice_per_colour: int = 3
    order_first: bool = False
    grabs: Grabs = Grabs.PANELS
    pace: Pace = Pace()
    human: Seat | None = None
    imp_missing: float = 0.1
    answers: bool = True
    throws: bool = True


@dataclass(slots=True)
class Turn:
    """What the people know of the turn in hand."""

    shown: ShowTurn
    truth: Truth = field(default_factory=Truth)
    first: Throw | None = None  # the Order die, thrown before the others
    order_known: bool = False
    hands_move: bool = False
    asked: bool = False  # what lies there
    took: set[Seat] = field(default_factory=set)
    gone: dict[Seat, set[Colour]] = field(default_factory=dict)


class People:
    """Everyone at the table, each with chances of their own: a slower desk does not change the dice."""

    def __init__(self, seed: int, skills: Mapping[Seat, Skill], solve: Solve, options: Options) -> None:
        self.options, self.solve = options, solve
        self._skills = {seat: skill for seat, skill in skills.items() if seat != options.human}
        self._away = dict[Seat, Skill]()
        self._dice, self._desk = Random(f"{seed} dice"), Random(f"{seed} desk")
        self._hands = {seat: Random(f"{seed} hand {seat}") for seat in self._skills}

    def plays(self, seat: Seat) -> bool:
        """Whether one of them plays here, and nobody real."""
        return seat in self._skills

    def leave(self, seat: Seat) -> None:
        """Somebody real plays here from now on."""
        if (skill := self._skills.pop(seat, None)) is not None:
            self._away[seat] = skill

    def come_back(self, seat: Seat) -> None:
        """Play on here, from the next roll on: a hand that nobody meant to move stays where it is."""
        if (skill := self._away.pop(seat, None)) is not None:
            self._skills[seat] = skill

    def put_imps(self, plan: Plan, turn: Turn, at: float) -> None:
        """Put every imp where the table wants it; sometimes one is forgotten at first."""
        places, ready = turn.shown.places, at + self._about(self.options.pace.imps_s)
        standing = [base for base, colour in enumerate(places) if colour]
        if standing and self._desk.random() < self.options.imp_missing:
            forgotten = self._desk.choice(standing)
            self._stand(plan, (*places[:forgotten], None, *places[forgotten + 1 :]), ready)
            ready += self._about(self.options.pace.imps_s)
        self._stand(plan, places, ready)

    def _stand(self, plan: Plan, standing: Standing, at: float) -> None:
        plan.put(Stand(standing, at - SEEN_AFTER_S))
        plan.put(LookAtImps(standing, self.options.sight.look_at_imps(standing), at))

    def report_imps(self, plan: Plan, turn: Turn, look: LookAtImps, seen: Standing) -> Event:
        """What the eyes saw on the bases; where all stands right and they do not see it, somebody says so."""
        if seen != look.standing == turn.shown.places:
            plan.put(ImpsConfirmed(look.at + self._about(self.options.pace.answer_s)))
        return ImpsSeen(seen, look.at)

    def roll(self, plan: Plan, turn: Turn, at: float) -> None:
        """Throw the dice that are wanted now; early hands move before they lie still."""
        start = at + self._about(self.options.pace.think_s)
        rest = start + self._about(self.options.pace.roll_s)
        order_alone = self.options.order_first and not turn.order_known
        if order_alone:
            thrown = turn.first = throw_order_die(self._dice, self.options.world)
            turn.truth = Truth(face=_face(thrown), counts=not thrown.faults)
        else:
            thrown = throw(self._dice, self.options.dice_per_colour, self.options.world, turn.first)
            face = turn.truth.face if turn.order_known else _face(thrown)
            turn.truth = Truth(thrown.true_roll, face, counts=not thrown.faults)
            self.options.touch.begin(turn.shown.imps)
            turn.gone, turn.took = {}, set()
            self.reach(plan, turn, rest, rest - start, only_early=bool(thrown.faults))
        plan.put_all((DiceRolling(start), DiceAtRest(rest)))
        turn.asked = False
        seen = self.options.sight.look(thrown, self.options.dice_per_colour, order_alone)
        plan.put(Look(thrown, seen, rest), late=self.options.pace.read_s)

    def report(self, plan: Plan, turn: Turn, look: Look, seen: Seen) -> Event | None:
        """What the eyes saw; where that is too little, somebody looks at the dice and types them in."""
        event = seen.reported(look.at)
        if event is None:
            typed = Seen(_by_eye(look.thrown.true_roll), look.thrown.faults).reported(look.at)
            assert typed is not None, "people always see what lies there"
            plan.put(typed, late=self._about(self.options.pace.answer_s))
        elif seen.roll and turn.truth.roll:
            turn.truth.roll = in_order_of(seen.roll, turn.truth.roll)
        return event

    def reach(
        self, plan: Plan, turn: Turn, rest: float, rolled: float = 0.0, only_early: bool = False
    ) -> None:
        """Everyone in the turn who holds nothing goes for an imp, by what they make of the dice."""
        roll, face = turn.truth.roll, turn.truth.face
        if roll is None:
            return
        turn.hands_move = True
        right = self.solve(roll, face) if face and not only_early else Colour.GRAY
        for seat in turn.shown.players:
            if seat in self._skills and seat not in turn.took:
                intent = decide(self._hands[seat], self._skills[seat], face or "", right)
                if intent.habit is Habit.EARLY or not only_early:
                    # Nobody dives in before the dice have left the roller's hand.
                    intent = replace(intent, after_s=max(intent.after_s, -0.8 * rolled))
                    self._move_hand(plan, turn, seat, intent, rest)

    def _move_hand(self, plan: Plan, turn: Turn, seat: Seat, intent: Intent, rest: float) -> None:
        plan.put_all(moves(self._hands[seat], intent, seat, rest, self.options.grabs))
        if intent.colour:
            turn.truth.meant[seat] = intent.colour

    def too_late(self, plan: Plan, turn: Turn, seat: Seat, colour: Colour, at: float) -> None:
        """The colour is gone; perhaps the hand goes for another one."""
        gone = turn.gone.setdefault(seat, set())
        gone.add(colour)
        if seat not in self._skills or len(gone) == len(IMPS) or plan.has(_reaching(seat)):
            return
        rng = self._hands[seat]
        if rng.random() < TRY_ANOTHER:
            plan.put(Reach(seat, another(rng, *gone), at + rng.uniform(0.3, 1.0)))

    def answer(self, plan: Plan, turn: Turn, question: Question, at: float) -> None:
        """Somebody at the desk looks, thinks, and taps the true answer."""
        turn.truth.undocked = self.options.touch.undocked
        choice = answer(question, turn.truth, self.solve)
        plan.put(QuestionAnswered(question.number, choice, at + self._about(self.options.pace.answer_s)))

    def _about(self, seconds: float) -> float:
        return seconds * self._desk.uniform(0.8, 1.2)


def _face(thrown: Throw) -> str | None:
    return thrown.true_roll.order_die.face if thrown.true_roll.order_die else None


def _by_eye(roll: Roll) -> Roll:
    gaps = {colour: Length(gap.mm, BY_EYE_MM) for colour, gap in roll.gaps.items()}
    centres = {colour: Length(centre.mm, BY_EYE_MM) for colour, centre in roll.centres.items()}
    return replace(roll, gaps=gaps, centres=centres)


def _reaching(seat: Seat) -> Callable[[Act], bool]:
    return lambda act: isinstance(act, Reach) and act.seat == seat
