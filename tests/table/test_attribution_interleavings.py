"""All orders in which three seats can lift and dock, against an oracle that knows only the docks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_diavolo.eventlog.codec import decode_event, encode_event
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.table.facts import ImpDocked
from pi_diavolo.table.grabs import Sensed
from pi_diavolo.table.pieces import IMP_COLOURS, Colour
from pi_diavolo.table.rulings import SeatResult
from tests.lots import by_lot
from tests.makers import BLACK, GRAY, RED, WHITE

from .hands import Hands, a_turn, imps_standing

SEATS = (1, 3, 5)
IMPS = imps_standing(len(SEATS))
FOUR_BASES = (2, 3, 4, 5)  # two white imps and two red ones


@dataclass
class Story:
    """What truly happens: where every imp is, who holds what, and when each imp was lifted last."""

    table: Hands
    on_base: dict[int, int] = field(
        default_factory=lambda: {base: imp for base, imp in enumerate(IMPS) if imp is not None}
    )
    in_hand: list[tuple[int, int]] = field(default_factory=list)  # seat, imp
    on_dock: dict[int, int] = field(default_factory=dict)
    lifted: dict[int, float] = field(default_factory=dict)
    facts: list[Sensed] = field(default_factory=list)
    # The oracle: each seat's first dock with an imp that was nobody's, and when that imp had been lifted.
    has: dict[int, tuple[Colour, float]] = field(default_factory=dict)
    owners: dict[int, int] = field(default_factory=dict)

    def lift(self, seat: int, base: int, at: float) -> None:
        imp = self.on_base.pop(base)
        self.in_hand.append((seat, imp))
        self.lifted[imp] = at
        self.facts.append(self.table.lift(base, at))

    def dock(self, seat: int, imp: int, at: float) -> None:
        self.in_hand.remove((seat, imp))
        self.on_dock[seat] = imp
        self.facts.append(self.table.dock(seat, imp, at))
        if not self.over and seat not in self.has and imp not in self.owners:
            self.has[seat] = (IMP_COLOURS[imp], self.lifted[imp])
            self.owners[imp] = seat

    def undock(self, seat: int, into: int, at: float) -> None:
        imp = self.on_dock.pop(seat)
        self.in_hand.append((into, imp))
        self.facts.append(self.table.undock(seat, imp, at))

    def put_back(self, seat: int, imp: int, base: int, at: float) -> None:
        self.in_hand.remove((seat, imp))
        self.on_base[base] = imp
        self.facts.append(self.table.stand(base, at))

    @property
    def over(self) -> bool:
        return len(self.has) == len(SEATS)

    def check(self) -> None:
        """Nobody answers anything, and the ruling is what the docks say; no time is shown that is not so."""
        self.table.wait(90.0)
        results = self.table.rulings[0].results
        took = {int(result.seat): result.took for result in results}
        assert took == {seat: self.has[seat][0] if seat in self.has else None for seat in SEATS}
        for result in results:
            if int(result.seat) in self.has:
                check_time(result, self.has[int(result.seat)][1] * 1000)


def check_time(result: SeatResult, lifted_ms: float) -> None:
    assert result.after_ms is not None
    if result.docked:
        assert lifted_ms <= result.after_ms
    else:
        shown = result.one_of_ms or (result.after_ms,)
        assert min(shown) == result.after_ms
        assert any(ms == pytest.approx(lifted_ms) for ms in shown), f"{shown}, in truth {lifted_ms}"


def interleaved(scripts: Sequence[tuple[str, ...]]) -> Iterator[list[int]]:
    """Every order of the scripts' steps, as the scripts' numbers."""

    def go(left: tuple[int, ...]) -> Iterator[list[int]]:
        if not any(left):
            yield []
        for index, steps in enumerate(left):
            if steps:
                for rest in go((*left[:index], steps - 1, *left[index + 1 :])):
                    yield [index, *rest]

    yield from go(tuple(len(script) for script in scripts))


def choices() -> list[tuple[Colour, ...]]:
    """What three seats may go for, with two imps of each colour and one gray."""
    every = product((RED, WHITE, GRAY), repeat=3)
    return [each for each in every if each.count(RED) < 3 and each.count(WHITE) < 3 and each.count(GRAY) < 2]


def a_base(story: Story, colour: Colour) -> int:
    return next(base for base, imp in story.on_base.items() if IMP_COLOURS[imp] is colour)


@pytest.mark.parametrize("wanted", choices(), ids=lambda wanted: "-".join(wanted))
def test_one_lift_and_one_dock_each_in_every_order(wanted: tuple[Colour, ...]) -> None:
    lift_and_dock_each(wanted, homes=False)


def test_the_same_where_every_base_has_its_own_imp() -> None:
    results = lift_and_dock_each((RED, RED, WHITE), homes=True)
    assert all(result.one_of_ms == () for result in results)


def lift_and_dock_each(wanted: tuple[Colour, ...], homes: bool) -> list[SeatResult]:
    results: list[SeatResult] = []
    for order in interleaved([("lift", "dock")] * 3):
        story = Story(a_turn(*SEATS, homes=homes))
        steps = [0, 0, 0]
        for moment, index in enumerate(order, 1):
            seat, at = SEATS[index], 0.3 * moment
            if steps[index] == 0:
                story.lift(seat, a_base(story, wanted[index]), at)
            else:
                story.dock(seat, next(imp for holder, imp in story.in_hand if holder == seat), at)
            steps[index] += 1
        story.table.happen(*story.facts)
        assert not story.table.questions
        story.check()
        results += story.table.rulings[0].results
    return results


def test_two_imps_for_one_seat_in_every_order() -> None:
    scripts = [("lift", "lift", "dock", "undock", "dock"), ("lift", "dock"), ("lift", "dock")]
    wanted = [[RED, WHITE], [RED], [WHITE]]
    for order in interleaved(scripts):
        story = Story(a_turn(*SEATS))
        steps = [0, 0, 0]
        for moment, index in enumerate(order, 1):
            seat, at, step = SEATS[index], 0.3 * moment, scripts[index][steps[index]]
            own = [imp for holder, imp in story.in_hand if holder == seat]
            if step == "lift":
                story.lift(seat, a_base(story, wanted[index][steps[index]]), at)
            elif step == "undock":
                story.undock(seat, seat, at)
                story.in_hand.sort(key=lambda held: held[1] == max(own))  # the other one is next
            else:
                story.dock(seat, own[0], at)
            steps[index] += 1
        story.table.happen(*story.facts)
        story.check()


def moves(story: Story, draw: st.DrawFn, at: float) -> None:
    """One thing that some hand could do now."""
    # Few imps and few bases: what can be mixed up is mixed up often.
    free = [base for base in FOUR_BASES if base not in story.on_base]
    lifts = [("lift", seat, base) for seat in SEATS for base in FOUR_BASES if base in story.on_base]
    docks = [("dock", seat, imp) for seat, imp in story.in_hand if seat not in story.on_dock]
    backs = [("back", seat, imp) for seat, imp in story.in_hand if free]
    undocks = [("undock", seat, into) for seat in story.on_dock for into in SEATS]
    kinds = [kind for kind in (lifts, lifts, docks, backs, backs, undocks) if kind]
    what, seat, which = draw(st.sampled_from(draw(st.sampled_from(kinds))))
    if what == "lift":
        story.lift(seat, which, at)
    elif what == "dock":
        story.dock(seat, which, at)
    elif what == "undock":
        story.undock(seat, which, at)
    else:
        story.put_back(seat, which, draw(st.sampled_from(free)), at)


@st.composite
def stories(draw: st.DrawFn) -> Story:
    story, at = Story(a_turn(*SEATS)), 0.2
    for _ in range(draw(st.integers(1, 14))):
        moves(story, draw, at)
        at += draw(st.sampled_from([0.2, 0.3, 0.7]))
    return story


@given(stories())
@settings(max_examples=by_lot(200, usually=80), deadline=None)
def test_whatever_hands_do_the_docks_decide_and_no_time_is_invented(story: Story) -> None:
    story.table.happen(*story.facts)
    story.check()
    again = DiavoloReferee()
    written = [encode_event(event) for event in story.table.events]
    effects = [effect for row in written for effect in again.receive(decode_event(1, *row))]
    assert effects == story.table.effects


@given(stories(), st.randoms(use_true_random=False))
@settings(max_examples=by_lot(100, usually=40), deadline=None)
def test_late_reports_change_nothing_while_their_times_are_the_same(story: Story, chance: Random) -> None:
    late = {
        index: chance.uniform(0.05, 0.058) if isinstance(fact, ImpDocked) else chance.uniform(0.0, 0.055)
        for index, fact in enumerate(story.facts)
    }
    story.table.happen(*story.facts, late=late)
    story.check()


def test_black_is_an_imp_like_any_other() -> None:
    table = a_turn(*SEATS)
    table.happen(table.lift(0, 0.5), table.lift(1, 0.6), table.dock(1, 1, 1.0), table.dock(3, 0, 1.1))
    table.happen(table.lift(6, 2.0), table.dock(5, 9, 2.5))
    assert table.took == {1: BLACK, 3: BLACK, 5: GRAY}
