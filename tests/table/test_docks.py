"""Docks read which imp lies there and since when, and never one that does not."""

import math
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.docks import OPEN, PLACINGS, Circuit, gap, measure, short_window
from pi_diavolo.table.dock_codes import (
    BLUR,
    EMPTY_WINDOW,
    FULL_SCALE,
    PULL_UP_OHM,
    RESISTORS_OHM,
    WINDOWS,
    Blur,
    NoImp,
    Window,
    code_of,
    empty_window,
    share,
    window,
)
from pi_diavolo.table.docks import RECOVERY_S, SAMPLE_S, SILENT_S, SWAP_S, UNREADABLE_S, Dock, DockFact
from pi_diavolo.table.facts import ImpDocked, ImpUndocked, PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pieces import IMP_COLOURS
from pi_diavolo.table.players import Seat

SEAT = Seat(3)
PART = Part(PartKind.DOCK, SEAT, pin=2)
E24 = (10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91)
VALUES = tuple(100.0 * value for value in E24) + tuple(1000.0 * value for value in E24 if value <= 47)
IMPS = range(len(RESISTORS_OHM))
EMPTY = 1.0
HALF = 0.85  # between the highest imp and the empty dock


def reading(imp: int) -> float:
    """What a perfect dock reads."""
    return share(RESISTORS_OHM[imp])


class Sampled:
    """A dock and the clock of its samples."""

    def __init__(self) -> None:
        self.dock, self.taken = Dock(SEAT, channel=2), 0

    def moment(self, seconds: float = 0.0) -> float:
        """When the sample so long after now is due."""
        return (self.taken + round(seconds / SAMPLE_S)) * SAMPLE_S

    def feed(self, *values: float, seconds: float = SAMPLE_S) -> list[DockFact]:
        """Feed these values, once or again and again for so long."""
        facts = []
        for value in values * round(seconds / SAMPLE_S):
            facts += self.dock.feed(value, self.moment())
            self.taken += 1
        return facts

    def miss(self, seconds: float = SAMPLE_S) -> list[DockFact]:
        """No answer for so long."""
        facts = []
        for _ in range(round(seconds / SAMPLE_S)):
            facts += self.dock.missed(self.moment())
            self.taken += 1
        return facts


# The resistors and their windows


def all_windows() -> list[Window]:
    return [short_window(BLUR), *WINDOWS, EMPTY_WINDOW]


def test_no_two_windows_come_near_each_other() -> None:
    windows = all_windows()
    gaps = [gap(low, high) for low, high in pairwise(windows)]
    assert min(gaps) > 31


def test_no_other_ten_values_stay_wider_apart() -> None:
    assert narrowest_gap(RESISTORS_OHM) == pytest.approx(widest_possible(VALUES))


def test_no_lower_values_stay_as_wide_apart() -> None:
    # The lower the highest value, the wetter must be the finger that could pass for it.
    lower = tuple(ohm for ohm in VALUES if ohm < max(RESISTORS_OHM))
    assert widest_possible(lower) < narrowest_gap(RESISTORS_OHM)


def narrowest_gap(values: Iterable[float]) -> float:
    row = [short_window(BLUR), *(window(ohm, BLUR) for ohm in values), EMPTY_WINDOW]
    return min(gap(low, high) for low, high in pairwise(row))


def widest_possible(values: tuple[float, ...], count: int = len(RESISTORS_OHM)) -> float:
    @cache
    def best(below: int, left: int) -> float:
        here = short_window(BLUR) if below < 0 else window(values[below], BLUR)
        if left == 0:
            return gap(here, EMPTY_WINDOW)
        return max(
            (
                min(gap(here, window(values[index], BLUR)), best(index, left - 1))
                for index in range(below + 1, len(values))
            ),
            default=float("-inf"),
        )

    return best(-1, count)


def test_the_resistors_are_ten_e24_values_between_1_and_47_kilohms_in_rising_order() -> None:
    assert len(RESISTORS_OHM) == len(IMP_COLOURS)
    assert set(RESISTORS_OHM) <= set(VALUES)
    assert list(RESISTORS_OHM) == sorted(RESISTORS_OHM)


def test_imps_of_one_colour_are_neighbours() -> None:
    assert list(IMP_COLOURS) == sorted(IMP_COLOURS, key=IMP_COLOURS.index)


def test_a_short_circuit_is_no_imp() -> None:
    assert code_of(0) is NoImp.HALF_PLACED
    assert code_of(short_window(BLUR).high) is NoImp.HALF_PLACED


@pytest.mark.parametrize(("finger_ohm", "code"), [(100_000, NoImp.EMPTY), (40_000, NoImp.HALF_PLACED)])
def test_a_finger_on_the_empty_dock_is_no_imp(finger_ohm: float, code: NoImp) -> None:
    assert code_of(FULL_SCALE * share(finger_ohm)) is code


def test_worse_parts_widen_the_windows() -> None:
    worse = Blur(tolerance=0.05, contact_ohm=500, finger_ohm=20_000, steps=8)
    for ohm, usual in zip(RESISTORS_OHM, WINDOWS, strict=True):
        assert window(ohm, worse).low < usual.low < usual.high < window(ohm, worse).high
    assert empty_window(worse).low < EMPTY_WINDOW.low


tolerances = st.floats(-BLUR.tolerance, BLUR.tolerance)


@given(
    st.sampled_from(IMPS),
    tolerances,
    tolerances,
    st.floats(0, BLUR.contact_ohm),
    st.floats(BLUR.finger_ohm, 1e9),
    st.floats(-BLUR.steps, BLUR.steps),
)
def test_an_imp_is_itself_whatever_blurs_it(
    imp: int, ohm_off: float, pull_up_off: float, contact: float, finger: float, noise: float
) -> None:
    ohm = RESISTORS_OHM[imp] * (1 + ohm_off) + contact
    touched = ohm * finger / (ohm + finger)
    steps = math.floor(1024 * share(touched, PULL_UP_OHM * (1 + pull_up_off)) + noise)
    assert code_of(steps) == imp


@given(st.floats(0, FULL_SCALE))
def test_every_reading_means_one_thing_at_most(steps: float) -> None:
    assert sum(steps in each for each in all_windows()) <= 1


# From samples to imps


@pytest.mark.parametrize("imp", IMPS)
def test_an_imp_counts_with_the_fifth_equal_sample_and_from_the_first(imp: int) -> None:
    dock = Sampled()
    dock.feed(EMPTY, seconds=0.1)
    touched = dock.moment()
    assert dock.feed(*[reading(imp)] * 4) == []
    assert dock.feed(reading(imp)) == [ImpDocked(SEAT, imp, touched)]
    assert dock.feed(reading(imp), seconds=1) == []


def test_an_imp_is_gone_with_the_fifth_empty_sample_and_from_the_first() -> None:
    dock = Sampled()
    dock.feed(reading(4), seconds=0.1)
    lifted = dock.moment()
    assert dock.feed(*[EMPTY] * 4) == []
    assert dock.feed(EMPTY) == [ImpUndocked(SEAT, 4, lifted)]


def test_first_contact_is_told_though_the_contact_bounces() -> None:
    dock = Sampled()
    dock.feed(EMPTY, seconds=0.1)
    touched = dock.moment()
    facts = dock.feed(reading(2), EMPTY, reading(2), EMPTY, *[reading(2)] * 5)
    assert facts == [ImpDocked(SEAT, 2, touched)]


def test_an_imp_that_loses_contact_for_a_moment_has_not_left() -> None:
    dock = Sampled()
    dock.feed(reading(2), seconds=0.1)
    assert dock.feed(EMPTY, EMPTY, HALF, EMPTY, *[reading(2)] * 5, seconds=1) == []
    assert dock.dock.lies == 2


def test_what_lay_half_placed_for_long_counts_from_when_it_was_right() -> None:
    dock = Sampled()
    dock.feed(HALF, seconds=1.5)
    right = dock.moment()
    assert dock.feed(reading(7), seconds=0.5) == [ImpDocked(SEAT, 7, right)]


def test_half_placed_is_shown_and_no_imp() -> None:
    dock = Sampled()
    assert dock.feed(HALF, seconds=1) == []
    assert dock.dock.half_placed
    dock.feed(reading(1))
    assert not dock.dock.half_placed


def test_what_still_moves_is_not_read() -> None:
    # From open to 1 kΩ in a second, and as slowly through the windows of all other imps.
    dock = Sampled()
    facts = dock.feed(*(1 - step / 100 * (1 - reading(0)) for step in range(101)))
    assert facts == []
    (docked,) = dock.feed(reading(0), seconds=0.5)
    assert isinstance(docked, ImpDocked)
    assert docked.imp == 0


def test_a_finger_that_comes_and_goes_moves_no_imp() -> None:
    dock, ohm = Sampled(), RESISTORS_OHM[9]
    dock.feed(reading(9), seconds=0.1)
    touched = share(ohm * 100_000 / (ohm + 100_000))
    assert dock.feed(touched, touched, reading(9), touched, reading(9), seconds=2) == []


def test_two_imps_in_turn_are_told_apart() -> None:
    dock = Sampled()
    facts = dock.feed(*[reading(0)] * 9, *[EMPTY] * 9, *[reading(9)] * 9)
    assert [(type(fact), fact.imp) for fact in facts if isinstance(fact, ImpDocked | ImpUndocked)] == [
        (ImpDocked, 0),
        (ImpUndocked, 0),
        (ImpDocked, 9),
    ]


def test_another_imp_out_of_nothing_has_to_lie_there_for_longer() -> None:
    dock = Sampled()
    dock.feed(reading(9), seconds=0.1)
    changed = dock.moment()
    assert dock.feed(reading(8), seconds=SWAP_S - 0.05) == []
    assert dock.feed(reading(8), seconds=0.1) == [
        ImpUndocked(SEAT, 9, changed),
        ImpDocked(SEAT, 8, changed),
    ]


# Broken docks


def test_a_dock_between_the_windows_for_long_is_unreadable_once() -> None:
    dock = Sampled()
    due = dock.moment(UNREADABLE_S)
    assert dock.feed(HALF, seconds=8) == [PartFailed(PART, Fault.UNREADABLE, due)]


@given(st.integers(0, 2**32))
def test_a_dock_that_floats_is_unreadable_and_never_an_imp(seed: int) -> None:
    random = Random(seed)
    facts = Sampled().feed(*(random.random() for _ in range(1500)))
    assert {type(fact) for fact in facts} == {PartFailed}


def test_an_unreadable_dock_recovers_and_says_what_lies_there() -> None:
    dock = Sampled()
    dock.feed(HALF, seconds=UNREADABLE_S + 1)
    began = dock.moment()
    recovered, docked = dock.feed(reading(5), seconds=RECOVERY_S + 0.1)
    assert isinstance(recovered, PartRecovered)
    assert docked == ImpDocked(SEAT, 5, began)


def test_a_converter_that_does_not_answer_is_silent_once() -> None:
    assert Sampled().miss(seconds=2) == [PartFailed(PART, Fault.SILENT, SILENT_S)]


def test_one_missing_answer_is_no_fault_and_no_fifth_sample() -> None:
    dock = Sampled()
    assert dock.feed(*[reading(5)] * 4) == []
    assert dock.miss() == []
    assert dock.feed(*[reading(5)] * 4) == []
    assert dock.feed(reading(5)) == [ImpDocked(SEAT, 5, 0.0, found=True)]


def test_an_imp_that_left_while_the_converter_was_silent_is_told_afterwards() -> None:
    dock = Sampled()
    dock.feed(reading(5), seconds=0.1)
    dock.miss(seconds=0.5)
    facts = dock.feed(EMPTY, seconds=RECOVERY_S + 0.1)
    assert [type(fact) for fact in facts] == [PartRecovered, ImpUndocked]


# With a capacitor, as it is


@pytest.mark.parametrize("imp", IMPS)
@pytest.mark.parametrize("phase", [0.0, 0.0005, 0.001, 0.002, 0.005])
def test_the_capacitor_spoils_one_sample_at_most(imp: int, phase: float) -> None:
    circuit = Circuit(Random(1), imp, ohm=RESISTORS_OHM[imp])
    circuit.wait(phase, contact=0)
    codes = [code_of(FULL_SCALE * circuit.share)]
    for _ in range(3):
        circuit.wait(SAMPLE_S, contact=0)
        codes.append(code_of(FULL_SCALE * circuit.share))
    assert codes[1:] == [imp] * 3


@pytest.mark.parametrize("imp", IMPS)
def test_the_capacitor_is_charged_again_before_the_second_sample(imp: int) -> None:
    circuit = Circuit(Random(1), imp, ohm=RESISTORS_OHM[imp], share=reading(imp))
    circuit.wait(SAMPLE_S, contact=OPEN)
    assert code_of(FULL_SCALE * circuit.share) is NoImp.EMPTY


@pytest.mark.parametrize("name", PLACINGS)
def test_no_imp_is_misread_however_it_is_placed(name: str) -> None:
    outcome = measure(PLACINGS[name], 200, seed=7)
    assert outcome.misread == 0
    assert outcome.failed == 0
    if name in ("dropped, bouncing", "pressed within 0.3 s"):
        assert outcome.read == outcome.placings


def test_an_imp_that_lies_there_at_the_first_reading_was_found_and_the_next_one_was_put_down() -> None:
    dock = Sampled()
    (found,) = dock.feed(reading(5), seconds=0.2)
    assert isinstance(found, ImpDocked)
    assert found.found
    dock.feed(EMPTY, seconds=0.5)
    (put,) = dock.feed(reading(6), seconds=0.5)
    assert isinstance(put, ImpDocked)
    assert not put.found
