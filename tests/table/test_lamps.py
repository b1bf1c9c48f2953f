"""What the lamps show: patterns, gems, answers after the ruling, and which bit that is."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.table.effects import Effect, ShowGems, ShowStatus, ShowTurn, Status
from pi_diavolo.table.events import Correction, Event, PlayAgainAsked, Tick
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.lamp_states import FAULT_S, RULING_S, SIGNALS, Shown, after
from pi_diavolo.table.lamps import (
    LOST_GEM_S,
    PATTERNS,
    STATUS,
    WINNER_S,
    AnswerLamp,
    GemLamp,
    Lamp,
    LampLayout,
    LampState,
    Pattern,
    Signal,
    gem_lamps,
    layout_of,
    picture,
)
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pin_map import LampChain
from pi_diavolo.table.players import SEATS, Seat
from tests.makers import BLACK, GRAY, RED, WHITE, ATable, a_roll

DOCK = Part(PartKind.DOCK, 2)
ANSWERS = {BLACK: 1, WHITE: 2, RED: 3, GRAY: 4}


def a_layout(*seats: int, chips: int = 5) -> LampLayout:
    """The status lamp, the answers, then gems seat by seat."""
    gems = {Seat(seat): tuple(range(5 * at, 5 * at + 5)) for at, seat in enumerate(seats, start=1)}
    return layout_of(LampChain(8, chips, 0, ANSWERS, gems))


LAYOUT = a_layout(*SEATS)


class LitTable(ATable):
    """A table whose lamps follow."""

    def __init__(self, *seats: int) -> None:
        self.shown = Shown()
        super().__init__(*seats)

    def send(self, event: Event) -> list[Effect]:
        effects = super().send(event)
        self.shown = after(self.shown, event, effects, self.now)
        return effects

    def lit(self, later: float = 0.0) -> frozenset[Lamp]:
        """The lamps that shine so long after now."""
        return picture(self.shown.lamps, self.now + later)

    def answers(self, later: float = 0.0) -> set[AnswerLamp]:
        return {lamp for lamp in self.lit(later) if isinstance(lamp, AnswerLamp)}

    def gems_lit(self, seat: int, later: float) -> int:
        return len(self.lit(later) & gem_lamps(Seat(seat)))

    def signal(self, later: float = 0.0) -> Signal:
        """What the status lamp tells, by its pattern from this moment on."""
        lamps = self.shown.lamps
        brief = lamps.brief is not None and self.now + later < lamps.brief_until
        return lamps.brief if brief and lamps.brief else lamps.signal


# Layout


def test_a_pin_map_gives_a_lamp_to_everyone() -> None:
    assert len(LAYOUT.bits) == 6 * 5 + 4 + 1
    assert LAYOUT.registers == 5
    assert len(set(LAYOUT.bits.values())) == len(LAYOUT.bits)
    assert (LAYOUT.bits[STATUS], LAYOUT.bits[AnswerLamp(GRAY)]) == (0, 4)
    assert [LAYOUT.bits[GemLamp(Seat(6), gem)] for gem in range(1, 6)] == [30, 31, 32, 33, 34]


def test_the_first_byte_is_the_farthest_register() -> None:
    near, far = GemLamp(Seat(1), 1), GemLamp(Seat(1), 2)
    layout = LampLayout({near: 0, far: 23}, registers=3)
    assert layout.outputs({near}) == b"\x00\x00\x01"
    assert layout.outputs({far}) == b"\x80\x00\x00"


@given(st.frozensets(st.sampled_from(sorted(LAYOUT.bits, key=repr))))
def test_what_is_sent_can_be_read_back(lit: frozenset[Lamp]) -> None:
    assert LAYOUT.lit(LAYOUT.outputs(lit)) == lit


def test_lamps_that_a_table_does_not_have_are_left_out() -> None:
    assert a_layout(1, chips=2).outputs(gem_lamps(Seat(2))) == bytes(2)


@pytest.mark.parametrize("bits", [{STATUS: 8}, {STATUS: -1}, {STATUS: 1, AnswerLamp(RED): 1}])
def test_a_layout_that_cannot_be_is_refused(bits: dict[Lamp, int]) -> None:
    with pytest.raises(ValueError, match=r"register|share"):
        LampLayout(bits, registers=1)


# Patterns


def test_every_status_has_a_signal_and_every_signal_a_pattern_of_its_own() -> None:
    assert set(SIGNALS) == set(Status)
    assert set(PATTERNS) == set(Signal)
    assert len(set(PATTERNS.values())) == len(PATTERNS)


def test_only_the_call_to_grab_shines_steadily() -> None:
    steady = [signal for signal, pattern in PATTERNS.items() if all(on for on, _ in pattern)]
    assert steady == [Signal.GRAB]


@pytest.mark.parametrize("signal", Signal)
def test_flashes_can_be_seen_and_are_never_more_than_three_in_a_second(signal: Signal) -> None:
    pattern = PATTERNS[signal]
    assert all(seconds >= 0.15 for _, seconds in pattern)
    begins = flashes(pattern, seconds=20)
    assert all(fourth - first > 1 for first, fourth in zip(begins, begins[3:], strict=False))


def flashes(pattern: Pattern, seconds: float) -> list[float]:
    begins, now = [], 0.0
    while len(pattern) > 1 and now < seconds:
        for on, lasts in pattern:
            begins += [now] if on else []
            now += lasts
    return begins


@pytest.mark.parametrize("signal", Signal)
def test_each_signal_begins_with_light_so_that_it_is_seen_at_once(signal: Signal) -> None:
    assert STATUS in picture(LampState(signal, since=5.0), 5.0)


# A game


def test_the_status_lamp_follows_the_turn() -> None:
    table = LitTable(1, 4)
    assert table.signal() is Signal.ROLL_NOW
    table.roll()
    assert table.signal() is Signal.GRAB
    assert all(STATUS in table.lit(later / 10) for later in range(50))
    table.grab(1, RED)
    table.grab(4, BLACK, after=2)
    assert table.signal() is Signal.RULING
    assert table.signal(RULING_S) is Signal.ROLL_NOW


def test_no_answer_shines_before_its_ruling_and_the_right_one_after_it() -> None:
    table = LitTable(1, 4)
    for _ in range(2):
        table.roll()
        assert table.answers() == set()
        table.grab(1, RED)
        assert table.answers() == set()
        table.grab(4, BLACK, after=2)
        assert table.answers() == {AnswerLamp(RED)}
        table.now += 10
        assert table.answers() == {AnswerLamp(RED)}


def test_an_older_turn_put_right_during_the_next_one_lights_no_answer() -> None:
    table = LitTable(1, 4)
    table.play(s1=RED, s4=BLACK)
    table.roll()
    table.send(Correction(1, table.now, order="smallest_sum"))
    assert table.rulings[-1].turn == 1
    assert table.answers() == set()


def test_the_last_turn_put_right_before_the_next_roll_lights_the_new_answer() -> None:
    table = LitTable(1, 4)
    table.play(s1=RED, s4=BLACK)
    table.send(Correction(1, table.now, order="smallest_sum"))
    assert table.answers() == {AnswerLamp(BLACK)}


def test_a_lost_gem_blinks_a_moment_and_goes_dark() -> None:
    table = LitTable(1, 4)
    assert table.gems_lit(4, 0) == 5
    table.roll()
    table.grab(1, RED)
    table.grab(4, BLACK, after=2)
    seen = [table.gems_lit(4, later / 20) for later in range(round(20 * LOST_GEM_S))]
    assert set(seen) == {4, 5}
    assert sum(one != other for one, other in pairwise(seen)) >= 4
    assert table.gems_lit(4, LOST_GEM_S) == 4
    assert all(table.gems_lit(1, later / 20) == 5 for later in range(50))


def test_a_gem_given_back_shines_at_once() -> None:
    shown = Shown()
    for gems in (5, 4, 5):
        shown = after(shown, Tick(1.0), [ShowGems({Seat(2): gems})], 1.0)
    assert all(gem_lamps(Seat(2)) <= picture(shown.lamps, 1.0 + later / 20) for later in range(50))


def test_the_lamps_of_a_table_switched_on_again_blink_for_no_gem() -> None:
    shown = after(Shown(), Tick(1.0), [ShowGems({Seat(2): 3})], 1.0)
    assert picture(shown.lamps, 1.0) >= gem_lamps(Seat(2), 3)
    assert GemLamp(Seat(2), 4) not in picture(shown.lamps, 1.3)


def test_the_winners_gems_run_until_the_next_game() -> None:
    table = LitTable(1, 4)
    while not table.rulings or not table.rulings[-1].over:
        table.play(s1=RED, s4=BLACK)
    rows = {table.lit(later / 10) & gem_lamps(Seat(1)) for later in range(20)}
    assert len(rows) > 3
    assert table.gems_lit(1, WINNER_S + 1) == 5
    assert table.gems_lit(4, WINNER_S + 1) == 0
    table.send(PlayAgainAsked(table.now))
    assert table.gems_lit(1, 0) == table.gems_lit(4, 0) == 5


# Faults


def test_a_fault_is_told_at_once_and_again_whenever_the_table_waits() -> None:
    table = LitTable()
    table.shown = after(table.shown, PartFailed(DOCK, Fault.SILENT, 1.0), [], table.now)
    assert table.signal() is Signal.FAULT
    assert table.signal(FAULT_S + 1) is Signal.FAULT
    table.shown = after(table.shown, Tick(1.0), [ShowStatus(Status.ROLL_NOW)], table.now)
    assert table.signal(FAULT_S + 1) is Signal.ROLL_NOW


def test_a_part_that_works_again_is_forgotten() -> None:
    shown = after(Shown(), PartFailed(DOCK, Fault.SILENT, 1.0), [], 1.0)
    shown = after(shown, PartRecovered(DOCK, 2.0), [], 2.0)
    assert shown.lamps.signal is Signal.WAITING


def test_no_fault_hides_the_call_to_grab() -> None:
    table = LitTable(1, 4)
    table.roll(a_roll())
    table.shown = after(table.shown, PartFailed(DOCK, Fault.SILENT, 1.0), [], table.now)
    assert table.signal() is Signal.GRAB


@given(
    st.lists(
        st.one_of(
            st.builds(ShowStatus, st.sampled_from(Status)),
            st.builds(ShowGems, st.dictionaries(st.sampled_from(SEATS), st.integers(0, 5))),
            st.builds(
                ShowTurn,
                st.just(1),
                st.integers(1, 9),
                st.just(Seat(1)),
                st.just(()),
                st.just({}),
                st.just(()),
            ),
        )
    ),
    st.floats(0, 100),
)
def test_whatever_comes_there_is_a_picture_and_no_answer_without_a_ruling(
    effects: list[Effect], later: float
) -> None:
    shown = after(Shown(), Tick(1.0), effects, 1.0)
    lit = picture(shown.lamps, 1.0 + later)
    assert not any(isinstance(lamp, AnswerLamp) for lamp in lit)
    assert LAYOUT.lit(LAYOUT.outputs(lit)) == lit
