"""Any sequence of any events keeps the table's promises, and a replay gives the same again."""

from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from pi_diavolo.eventlog.codec import decode_event, encode_event
from pi_diavolo.games.diavolo.hand_out import Outcome, Press
from pi_diavolo.games.diavolo.house_rules import HouseRules, PhotoFinish
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.games.diavolo.referee import RULES_VERSION, DiavoloReferee
from pi_diavolo.games.diavolo.scoring import Amended, hands, put_right, standing
from pi_diavolo.table.effects import Ask, Effect, ShowGems, ShowRuling
from pi_diavolo.table.events import (
    ClaimUnfounded,
    Correction,
    CorrectionUndone,
    DiceAtRest,
    DiceRolling,
    EveningOpened,
    Event,
    GameAbandoned,
    GameStarted,
    Grab,
    ImpLifted,
    ImpPutBack,
    ImpsConfirmed,
    ImpsSeen,
    ImpUnclaimed,
    OrderRead,
    Paused,
    PlayAgainAsked,
    ProtestDecided,
    Protested,
    QuestionAnswered,
    Resumed,
    RollFault,
    RollInvalid,
    RollRead,
    SeatLeft,
    SeatTaken,
    Setting,
    SettingsChosen,
    Started,
    Tick,
    TurnEnded,
    YoungestChosen,
)
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pieces import IMPS, RIVALS, Colour, Die, Length, OrderDie
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.roll import Roll
from tests.lots import by_lot

SEATS = st.sampled_from([Seat(number) for number in (1, 2, 3, 4, 5, 6, 9)])
COLOURS = st.sampled_from(IMPS)
VALUES = st.integers(1, 6)
FACES = st.sampled_from([*Order, "smudge"])


@st.composite
def rolls(draw: st.DrawFn) -> Roll:
    count = draw(st.sampled_from([3, 3, 3, 3, 2, 4]))
    doubts = st.one_of(st.just(()), st.just(()), st.just(()), st.tuples(VALUES))
    dice = tuple(Die(colour, draw(VALUES), maybe=draw(doubts)) for colour in RIVALS for _ in range(count))
    lengths = st.builds(Length, st.floats(0, 100), st.sampled_from([0.0, 0.0, 0.5, 3.0]))
    gaps = {colour: draw(lengths) for colour in RIVALS} if draw(st.booleans()) else {}
    face = draw(st.one_of(st.none(), FACES, FACES, FACES))
    order_die = OrderDie(face, maybe=draw(st.sampled_from([(), (), ("closest",)]))) if face else None
    return Roll(dice, order_die, gaps, gaps)


class AnyEvening(RuleBasedStateMachine):
    """Throws events at the referee, sensible and senseless ones, and watches the gems."""

    def __init__(self) -> None:
        super().__init__()
        self.referee = DiavoloReferee()
        self.now = 0.0
        self.events: list[Event] = []
        self.effects: list[list[Effect]] = []
        self.gems: dict[Any, int] = {}
        self.ruled: set[tuple[int, int]] = set()
        self.lifts: list[tuple[int, Colour, float]] = []

    def send(self, event: Event) -> list[Effect]:
        before = self.gems_in_force()
        effects = self.referee.receive(event)
        self.events.append(event)
        self.effects.append(effects)
        self.check_gems(before, event, effects)
        self.check_one_ruling_a_turn(event, effects)
        return effects

    def gems_in_force(self) -> dict[Seat, int]:
        game = self.referee.state.game
        if game is None:
            return {}
        return dict(game.rulings[-1].gems) if game.rulings else dict.fromkeys(game.players, 5)

    def check_gems(self, before: dict[Seat, int], event: Event, effects: list[Effect]) -> None:
        after = self.gems_in_force()
        rulings = [effect for effect in effects if isinstance(effect, ShowRuling)]
        begins = isinstance(event, EveningOpened | GameStarted | PlayAgainAsked | Grab | GameAbandoned)
        if before != after and not (begins and not rulings and set(after.values()) <= {5}):
            assert rulings, f"gems changed without a ruling: {event}"
            assert after == dict(rulings[-1].ruling.gems)
        if before != after and after:
            assert dict([e for e in effects if isinstance(e, ShowGems)][-1].gems) == after

    def check_one_ruling_a_turn(self, event: Event, effects: list[Effect]) -> None:
        decided = isinstance(event, Correction | CorrectionUndone | Protested | ProtestDecided)
        for effect in effects:
            if isinstance(effect, ShowRuling):
                turn = (effect.ruling.game, effect.ruling.turn)
                assert decided or turn not in self.ruled, f"turn {turn} ruled twice by {event}"
                self.ruled.add(turn)

    def later(self, seconds: float = 0.7) -> float:
        self.now += seconds
        return self.now

    @initialize(
        grabs=st.sampled_from(["panels", "bases"]),
        finish=st.sampled_from(PhotoFinish),
        order_first=st.sampled_from([False, False, True]),
        first=st.integers(1, 5),
        seats=st.sets(st.integers(1, 6), min_size=2, max_size=6),
        begin=st.sampled_from([True, True, True, False]),
        rules=st.sampled_from([1, 2, RULES_VERSION]),
    )
    def open(
        self, grabs: str, finish: str, order_first: bool, first: int, seats: set[int], begin: bool, rules: int
    ) -> None:
        chosen: dict[str, Setting] = {"grabs": grabs, "photo_finish": str(finish), "order_first": order_first}
        self.send(EveningOpened("diavolo", chosen, first, 3, self.now, rules))
        self.send(Started("boot", self.now, ""))
        for seat in seats if begin else ():
            self.send(SeatTaken(Seat(seat), PlayerId(f"p{seat}"), self.now))
        if begin:
            self.send(YoungestChosen(Seat(min(seats)), self.now))
            self.send(GameStarted(self.now))

    @rule(seat=SEATS, who=st.integers(1, 6))
    def take_seat(self, seat: Seat, who: int) -> None:
        self.send(SeatTaken(seat, PlayerId(f"p{who}"), self.later()))

    @rule(seat=SEATS, leave=st.booleans())
    def leave_or_name_youngest(self, seat: Seat, leave: bool) -> None:
        self.send(SeatLeft(seat, self.later()) if leave else YoungestChosen(seat, self.later()))

    @rule(
        event=st.sampled_from(
            [GameStarted, PlayAgainAsked, Paused, Resumed, Resumed, ImpsConfirmed, TurnEnded, TurnEnded]
        )
    )
    def a_word_from_the_desk(self, event: Any) -> None:
        self.send(event(self.later()))

    @rule(really=st.sampled_from([False] * 9 + [True]))
    def abandon(self, really: bool) -> None:
        if really:
            self.send(GameAbandoned(self.later()))

    @rule(
        chosen=st.dictionaries(
            st.sampled_from(["dice_per_colour", "photo_finish", "locked", "nonsense"]),
            st.sampled_from([2, 3, True, "both", "nobody", -1]),
            max_size=2,
        )
    )
    def choose_settings(self, chosen: dict[str, Any]) -> None:
        self.send(SettingsChosen(chosen, self.later()))

    @rule(right=st.booleans(), bases=st.lists(st.one_of(st.none(), COLOURS), max_size=12))
    def see_imps(self, right: bool, bases: list[Colour | None]) -> None:
        game = self.referee.state.game
        if right and game and game.turn:
            bases = list(game.turn.places)
        self.send(ImpsSeen(tuple(bases), self.later()))

    @rule(event=st.sampled_from([DiceRolling, DiceAtRest]))
    def dice_move(self, event: Any) -> None:
        self.send(event(self.later()))

    @rule(face=FACES)
    def read_order(self, face: str) -> None:
        self.send(OrderRead(OrderDie(face), self.later()))

    @rule(roll=rolls())
    def read_roll(self, roll: Roll) -> None:
        self.send(RollRead(roll, self.later()))

    @rule(code=st.sampled_from(["die_cocked", "die_missing", "nonsense"]))
    def refuse_roll(self, code: str) -> None:
        self.send(RollInvalid((RollFault(code),), self.later()))

    @rule(seat=SEATS, colour=COLOURS, gap=st.sampled_from([0.0, 0.0002, 0.4, -0.3]), imp=st.integers(0, 9))
    def grab(self, seat: Seat, colour: Colour, gap: float, imp: int) -> None:
        by_hand = self.referee.settings["grabs"] == "bases"
        self.send(Grab(seat, colour, self.now + gap, imp if by_hand else None))

    @rule(seats=st.permutations([1, 2, 3, 4, 5, 6]), colours=st.lists(COLOURS, min_size=6, max_size=6))
    def everybody_grabs(self, seats: list[int], colours: list[Colour]) -> None:
        for seat, colour in zip(seats, colours, strict=True):
            self.send(Grab(Seat(seat), colour, self.later(0.0003)))

    @rule(
        values=st.lists(VALUES, min_size=9, max_size=9),
        face=st.sampled_from(Order),
        colours=st.lists(st.one_of(COLOURS, COLOURS, st.none()), min_size=6, max_size=6),
        gaps=st.lists(st.sampled_from([0.0, 0.0002, 0.5]), min_size=6, max_size=6),
        turns=st.integers(1, 6),
    )
    def play_turns(
        self, values: list[int], face: str, colours: list[Colour | None], gaps: list[float], turns: int
    ) -> None:
        dice = tuple(Die(RIVALS[index // 3], value) for index, value in enumerate(values))
        near = {colour: Length(10.0 * value) for colour, value in zip(RIVALS, values, strict=False)}
        for _ in range(turns):
            self.send(ImpsConfirmed(self.later()))
            self.send(OrderRead(OrderDie(face), self.later()))
            self.send(RollRead(Roll(dice, OrderDie(face), near, near), self.later()))
            imps = iter(range(10))
            by_hand = self.referee.settings["grabs"] == "bases"
            for seat, (colour, gap) in enumerate(zip(colours, gaps, strict=True), 1):
                if colour is not None:
                    self.send(Grab(Seat(seat), colour, self.later(gap), next(imps) if by_hand else None))
            self.send(TurnEnded(self.later()))

    @rule(first=COLOURS, second=COLOURS, seat=st.integers(1, 6), gap=st.sampled_from([0.0, 0.0004]))
    def two_buttons_at_once(self, first: Colour, second: Colour, seat: int, gap: float) -> None:
        self.send(Grab(Seat(seat), first, self.later()))
        self.send(Grab(Seat(seat), second, self.later(gap)))

    @rule(
        seats=st.permutations([1, 2, 4]),
        colours=st.lists(st.sampled_from([Colour.GRAY, Colour.GRAY, Colour.RED]), min_size=4, max_size=4),
        gaps=st.lists(st.sampled_from([0.0, 0.0003, 0.0008]), min_size=4, max_size=4),
        numbered=st.lists(st.booleans(), min_size=4, max_size=4),
    )
    def a_scramble(
        self, seats: list[int], colours: list[Colour], gaps: list[float], numbered: list[bool]
    ) -> None:
        self.send(DiceRolling(self.later()))
        for seat, colour, gap, docked in zip((*seats, seats[0]), colours, gaps, numbered, strict=True):
            self.send(Grab(Seat(seat), colour, self.later(gap), 9 if docked else None))

    @rule(seat=SEATS, colour=COLOURS)
    def put_back(self, seat: Seat, colour: Colour) -> None:
        self.send(ImpPutBack(seat, colour, self.later()))

    @rule(base=st.integers(0, 9), colour=st.one_of(COLOURS, COLOURS, st.none()))
    def lift(self, base: int, colour: Colour | None) -> None:
        self.send(ImpLifted(base, colour, self.later(0.3)))
        self.lifts = [*self.lifts, (base, colour or Colour.RED, self.now)][-6:]

    @rule(seat=SEATS, imp=st.integers(0, 9), back=st.integers(0, 5), several=st.booleans())
    def dock_what_was_lifted(self, seat: Seat, imp: int, back: int, several: bool) -> None:
        if self.lifts:
            _, colour, lifted = self.lifts[back % len(self.lifts)]
            alike = tuple(sorted({at for _, other, at in self.lifts if other is colour}))
            one_of = alike if several and len(alike) > 1 else ()
            at = one_of[0] if one_of else lifted
            self.send(Grab(seat, colour, at, imp, one_of=one_of, docked=max(self.later(0.2), at)))

    @rule(back=st.integers(0, 5), ask=st.sampled_from([True, True, False]))
    def put_down_what_was_lifted(self, back: int, ask: bool) -> None:
        if self.lifts:
            base, colour, lifted = self.lifts[back % len(self.lifts)]
            self.send(ImpUnclaimed(base, colour, lifted, self.later(0.2), ask=ask))

    @rule(seat=SEATS, colour=COLOURS)
    def claim_nothing(self, seat: Seat, colour: Colour) -> None:
        self.send(ClaimUnfounded(seat, colour, self.later()))

    @rule(
        kind=st.sampled_from(PartKind),
        fault=st.sampled_from(Fault),
        number=st.one_of(st.none(), st.integers(0, 9)),
        colour=st.one_of(st.none(), COLOURS),
        since=st.one_of(st.none(), st.floats(0.0, 100.0)),
        well=st.booleans(),
    )
    def a_part_fails_or_recovers(
        self,
        kind: PartKind,
        fault: Fault,
        number: int | None,
        colour: Colour | None,
        since: float | None,
        well: bool,
    ) -> None:
        part = Part(kind, number, colour, pin=number)
        self.send(PartRecovered(part, self.later()) if well else PartFailed(part, fault, self.later(), since))

    @rule(number=st.integers(0, 3), choice=st.integers(0, 6))
    def answer(self, number: int, choice: int) -> None:
        asked = [effect for effects in self.effects for effect in effects if isinstance(effect, Ask)]
        if asked:
            question = asked[-1 - number % len(asked)].question
            choice_text = question.options[choice % len(question.options)]
            self.send(QuestionAnswered(question.number, choice_text, self.later()))
        else:
            self.send(QuestionAnswered(number, "nonsense", self.later()))

    @rule(
        turn=st.integers(-1, 6),
        dice=st.lists(st.tuples(st.integers(-1, 9), st.integers(0, 7)), max_size=2),
        order=st.one_of(st.none(), FACES),
        closest=st.one_of(st.none(), COLOURS),
        grabs=st.lists(st.tuples(SEATS, st.one_of(st.none(), COLOURS)), max_size=3),
        gems=st.lists(st.tuples(SEATS, st.integers(-6, 6)), max_size=2),
        struck=st.sampled_from([None, None, None, True, False]),
    )
    def correct(
        self, turn: int, dice: Any, order: Any, closest: Any, grabs: Any, gems: Any, struck: Any
    ) -> None:
        at = self.later()
        self.send(Correction(turn, at, None, tuple(dice), order, closest, tuple(grabs), tuple(gems), struck))

    @rule(seat=st.integers(1, 6), change=st.integers(-5, 5), back=st.integers(0, 3))
    def correct_gems(self, seat: int, change: int, back: int) -> None:
        game = self.referee.state.game
        turn = len(game.turns) - back if game else 1
        self.send(Correction(turn, self.later(), gems=((Seat(seat), change),)))

    @rule(number=st.one_of(st.none(), st.integers(0, 5)))
    def undo(self, number: int | None) -> None:
        self.send(CorrectionUndone(self.later(), number))

    @rule(turn=st.one_of(st.none(), st.integers(-1, 5)))
    def protest(self, turn: int | None) -> None:
        self.send(Protested(self.later(), turn))

    @rule(stands=st.booleans())
    def decide(self, stands: bool) -> None:
        self.send(ProtestDecided(stands, self.later()))

    @rule(later=st.sampled_from([0.1, 25.0, 40.0]))
    def tick(self, later: float) -> None:
        self.send(Tick(self.later(later)))

    @rule(clock=st.sampled_from([0.0, None]))
    def power_cut(self, clock: float | None) -> None:
        self.now = self.now if clock is None else clock
        self.send(Started("boot", self.now, ""))

    @invariant()
    def gems_stay_within_nought_and_five(self) -> None:
        assert all(0 <= gems <= 5 for gems in self.gems_in_force().values())

    @invariant()
    def imps_handed_out_never_exceed_imps_in_play_but_by_a_shared_photo_finish(self) -> None:
        evening = self.referee.state
        if evening.game is None:
            return
        corrections, rules = standing(evening.game), evening.game.rules
        for turn in evening.game.turns:
            self.check_imps(put_right(turn, corrections), rules, dict(turn.held or {}))
        if in_hand := evening.game.turn:
            view = put_right(in_hand, corrections)
            self.check_imps(view, rules, dict(hands(view, in_hand.players, rules).held))

    def check_imps(self, view: Amended, rules: HouseRules, held: dict[Seat, Press]) -> None:
        outcomes = hands(replace(view, grabs={}), view.turn.players, rules).outcomes
        shared = [press.grab.colour for press, outcome in outcomes.items() if outcome is Outcome.SHARED]
        numbers = [press.grab.imp for press in held.values() if press.grab.imp is not None]
        assert len(numbers) == len(set(numbers))
        took = {seat: press.grab.colour for seat, press in held.items()} | dict(view.grabs)
        for colour, count in Counter(taken for taken in took.values() if taken is not None).items():
            assert count <= view.turn.imps[colour] + (colour in shared)

    @invariant()
    def every_seat_is_ruled_once_a_turn_and_its_gems_follow_from_its_result(self) -> None:
        game = self.referee.state.game
        if game is None:
            return
        before = dict.fromkeys(game.players, 5)
        for ruling, turn in zip(game.rulings, game.turns, strict=True):
            seats = [result.seat for result in ruling.results]
            assert len(seats) == len(set(seats))
            if not put_right(turn, standing(game)).gems:
                changes = {result.seat: result.change for result in ruling.results}
                after = {seat: gems + changes.get(seat, 0) for seat, gems in before.items()}
                assert after == dict(ruling.gems)
            before = dict(ruling.gems)

    def teardown(self) -> None:
        again = DiavoloReferee()
        written = [encode_event(event) for event in self.events]
        effects = [again.receive(decode_event(1, *row)) for row in written]
        assert effects == self.effects
        assert again.state == self.referee.state


AnyEvening.TestCase.settings = settings(
    max_examples=by_lot(300, usually=100), stateful_step_count=60, suppress_health_check=list(HealthCheck)
)
test_any_evening_keeps_the_promises = AnyEvening.TestCase
