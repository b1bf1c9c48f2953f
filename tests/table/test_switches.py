"""Clean moves out of raw edges; lost edges are said, broken switches are set aside by name, and come back."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.table.facts import Edge, EdgesLost, LevelsRead, PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.switch import (
    CHATTERS_AFTER_S,
    FLICKS_THAT_FLOAT,
    LOST_AFTER_S,
    MOVES_THAT_FLOAT,
    RECOVERED_AFTER_S,
    STUCK_AFTER_S,
)
from pi_diavolo.table.switches import WAIT_S, Moved, Switches, Told

BASE, OTHER, BUTTON = 17, 22, 5
PARTS = {
    BASE: Part(PartKind.BASE, 3, pin=BASE),
    OTHER: Part(PartKind.BASE, 4, pin=OTHER),
    BUTTON: Part(PartKind.BUTTON, 2, Colour.RED, pin=BUTTON),
}
HIGH, LOW = True, False


class Bench:
    """Imps stand on both bases, the button is up; times are seconds from the start."""

    def __init__(self) -> None:
        self.switches = Switches(PARTS)
        self.told: list[Told] = []
        self.levels = {BASE: LOW, OTHER: LOW, BUTTON: HIGH}
        self.told += self.switches.start(self.levels, 0.0)

    def feed(self, *facts: Edge | EdgesLost | LevelsRead) -> "Bench":
        for fact in facts:
            self.wait(fact.at)
            self.told += self.switches.feed(fact)
        return self

    def wait(self, until: float) -> "Bench":
        """Tick whenever it is due, as the loop does."""
        while (due := self.switches.due()) is not None and due <= until:
            told = self.switches.tick(due)
            self.told += told
            assert self.switches.due() != due, "due for ever"
        return self

    def edges(self, pin: int, times: Iterable[float], high: bool) -> "Bench":
        for at in times:
            self.feed(Edge(pin, high, at))
            high = not high
        return self

    def moves(self, pin: int = BASE) -> list[tuple[bool, float]]:
        return [(one.closed, one.at) for one in self.told if isinstance(one, Moved) and one.pin == pin]

    def faults(self) -> list[tuple[Part, Fault]]:
        return [(one.part, one.fault) for one in self.told if isinstance(one, PartFailed)]

    def recovered(self) -> list[Part]:
        return [one.part for one in self.told if isinstance(one, PartRecovered)]


def test_a_lift_is_told_at_its_first_edge_before_it_has_settled() -> None:
    bench = Bench().feed(Edge(BASE, HIGH, 1.0)).wait(1.0 + WAIT_S * 1.01)
    assert bench.told == [Moved(BASE, False, 1.0)]
    assert bench.switches.closed(BASE) is False


def test_lines_are_independent() -> None:
    bench = Bench()
    for step in range(9):
        bench.feed(
            Edge(BASE, step % 2 == 0, 1 + step * 0.001), Edge(OTHER, step % 2 == 0, 1.0005 + step * 0.001)
        )
    bench.wait(2)
    assert bench.told == [Moved(BASE, False, 1.0), Moved(OTHER, False, 1.0005)]


def test_edges_that_arrive_out_of_order_are_put_in_order() -> None:
    bench = Bench()
    for edge in (
        Edge(OTHER, HIGH, 1.0004),
        Edge(BASE, LOW, 1.0001),
        Edge(BASE, HIGH, 1.0),
        Edge(BASE, HIGH, 1.0002),
    ):
        bench.told += bench.switches.feed(edge)
    bench.wait(2)
    assert bench.told == [Moved(BASE, False, 1.0), Moved(OTHER, False, 1.0004)]


def test_a_pin_nobody_asked_for_is_passed_over() -> None:
    bench = Bench().feed(Edge(99, HIGH, 1.0), EdgesLost(1.0, (99,)), LevelsRead({99: LOW}, 1.0)).wait(9)
    assert bench.told == []
    assert bench.switches.closed(99) is None


def test_a_level_that_no_edge_explains_is_said_and_told() -> None:
    bench, levels = Bench(), {BASE: HIGH, OTHER: LOW, BUTTON: HIGH}
    bench.feed(LevelsRead(levels, 1.0), LevelsRead(levels, 1.0 + LOST_AFTER_S / 2))
    assert bench.told == []
    bench.feed(*(LevelsRead(levels, 1.0 + LOST_AFTER_S * times) for times in (1, 2, 3))).wait(2)
    assert bench.faults() == [(PARTS[BASE], Fault.EDGES_LOST)]
    assert bench.moves() == [(False, 1.0)]
    assert bench.switches.closed(BASE) is False  # its level is known, its time is not


def test_an_edge_that_arrives_late_explains_the_level() -> None:
    bench, levels = Bench(), {BASE: HIGH}
    bench.feed(LevelsRead(levels, 1.0))
    bench.wait(1.05)
    bench.told += bench.switches.feed(Edge(BASE, HIGH, 0.999))
    bench.feed(LevelsRead(levels, 1.1), LevelsRead(levels, 1.3)).wait(2)
    assert bench.told == [Moved(BASE, False, 0.999)]


def test_levels_read_during_a_bounce_prove_nothing() -> None:
    bench = Bench()
    for step in range(40):
        bench.feed(Edge(BASE, step % 2 == 0, 1 + step * 0.01), LevelsRead({BASE: LOW}, 1.001 + step * 0.01))
    assert bench.faults() == []


def test_numbers_that_are_missing_are_said_before_the_move_they_cast_doubt_on() -> None:
    bench = Bench().feed(Edge(BASE, HIGH, 1.0), EdgesLost(1.0, (BASE,))).wait(2)
    assert bench.told == [PartFailed(PARTS[BASE], Fault.EDGES_LOST, 1.0), Moved(BASE, False, 1.0, error=1.0)]


def test_losses_are_said_once_while_they_last() -> None:
    bench = (
        Bench().feed(*(EdgesLost(at, (BASE,)) for at in (1.0, 2.0, 3.0))).wait(3 + RECOVERED_AFTER_S - 0.1)
    )
    assert bench.faults() == [(PARTS[BASE], Fault.EDGES_LOST)]
    assert bench.recovered() == []
    assert bench.wait(3 + RECOVERED_AFTER_S + 0.1).recovered() == [PARTS[BASE]]


def test_losses_of_who_knows_whom_are_said_for_all_switches() -> None:
    everything = Part(PartKind.SWITCHES)
    bench = Bench().feed(EdgesLost(1.0), EdgesLost(2.0)).wait(20)
    assert bench.faults() == [(everything, Fault.EDGES_LOST)]
    bench.feed(LevelsRead(bench.levels, 21.0)).wait(22)
    assert bench.recovered() == [everything]


def test_switches_that_do_not_answer_are_not_well_again_by_waiting() -> None:
    bench = Bench().feed(EdgesLost(1.0))
    bench.switches.fell_silent(1.1)
    bench.wait(100)
    assert bench.recovered() == []
    bench.feed(LevelsRead(bench.levels, 1.1 + RECOVERED_AFTER_S / 2)).wait(200)
    assert bench.recovered() == []
    bench.feed(LevelsRead(bench.levels, 201.0)).wait(202)
    assert bench.recovered() == [Part(PartKind.SWITCHES)]


def test_a_press_that_only_the_levels_show_says_how_much_earlier_it_may_have_been() -> None:
    bench = Bench().feed(LevelsRead({BUTTON: HIGH}, 1.0))
    bench.feed(*(LevelsRead({BUTTON: LOW}, at) for at in (1.1, 1.21))).wait(2)
    (press,) = [one for one in bench.told if isinstance(one, Moved)]
    assert (press.closed, press.at) == (True, 1.1)
    assert press.error == pytest.approx(0.1)


@pytest.mark.parametrize("pins", [(), (BUTTON,)])
def test_after_a_loss_a_press_may_be_as_old_as_the_last_level_until_levels_agree(
    pins: tuple[int, ...],
) -> None:
    bench = Bench().feed(LevelsRead({BUTTON: HIGH}, 1.0), EdgesLost(1.05, pins), Edge(BUTTON, LOW, 1.06))
    bench.feed(Edge(BUTTON, HIGH, 1.2)).wait(1.4)
    bench.feed(LevelsRead({BUTTON: HIGH}, 1.5), Edge(BUTTON, LOW, 1.6)).wait(2)
    presses = [one for one in bench.told if isinstance(one, Moved) and one.closed]
    assert [(one.at, one.error) for one in presses] == [(1.06, pytest.approx(0.06)), (1.6, 0.0)]


def test_a_button_that_chatters_says_since_when() -> None:
    bench = Bench().edges(BUTTON, [1 + step * 0.01 for step in range(80)], LOW)
    (failed,) = [one for one in bench.told if isinstance(one, PartFailed)]
    assert (failed.fault, failed.since) == (Fault.CHATTERING, 1.0)


def test_a_button_that_floats_says_since_when_it_flicked() -> None:
    bench = Bench()
    for flick in range(FLICKS_THAT_FLOAT):
        bench.edges(BUTTON, [1.0 + flick, 1.001 + flick], LOW)
    bench.wait(20)
    (failed,) = [one for one in bench.told if isinstance(one, PartFailed)]
    assert failed.fault is Fault.FLOATING
    assert failed.since is not None
    assert failed.since <= 1.0


def test_edges_of_a_line_that_is_set_aside_cost_next_to_nothing() -> None:
    bench = Bench().edges(BUTTON, [1 + step * 0.01 for step in range(80)], LOW)
    heard = len(bench.told)
    for step in range(1000):
        assert bench.switches.feed(Edge(BUTTON, step % 2 == 0, 2 + step * 0.0001)) == []
    assert bench.switches._waiting == []
    assert len(bench.told) == heard
    bench.wait(60)
    assert bench.recovered() == [PARTS[BUTTON]]


def chattering(until: float = 1.0 + 2 * CHATTERS_AFTER_S) -> Bench:
    return Bench().edges(BASE, (1 + step * 0.003 for step in range(round((until - 1) / 0.003))), HIGH)


def test_a_switch_that_never_rests_is_named_and_set_aside() -> None:
    bench = chattering()
    assert bench.faults() == [(PARTS[BASE], Fault.CHATTERING)]
    assert bench.switches.closed(BASE) is None
    assert bench.moves() == [(False, 1.0)]


def test_a_switch_set_aside_silences_no_other() -> None:
    bench = chattering().feed(Edge(OTHER, HIGH, 2.1), Edge(BUTTON, LOW, 2.2)).wait(3)
    assert bench.moves(OTHER) == [(False, 2.1)]
    assert bench.moves(BUTTON) == [(True, 2.2)]


def test_after_a_good_while_of_rest_it_is_back_and_tells_again() -> None:
    bench = chattering().wait(2.1 + RECOVERED_AFTER_S)
    assert bench.recovered() == [PARTS[BASE]]
    was = bench.switches.closed(BASE)
    assert was is not None
    at = 3 + RECOVERED_AFTER_S
    bench.feed(Edge(BASE, was, at)).wait(at + 1)
    assert bench.moves()[-1] == (not was, at)


def test_a_wire_that_floats_is_named_and_set_aside() -> None:
    bench = Bench()
    for flick in range(FLICKS_THAT_FLOAT + 3):
        bench.edges(BUTTON, (1 + flick * 0.7, 1.002 + flick * 0.7 + flick * 0.001), LOW)
    bench.wait(8)
    assert bench.faults() == [(PARTS[BUTTON], Fault.FLOATING)]
    assert bench.switches.closed(BUTTON) is None
    assert len(bench.moves(BUTTON)) < 2 * FLICKS_THAT_FLOAT
    assert bench.wait(30).recovered() == [PARTS[BUTTON]]


def test_a_base_that_moves_more_than_hands_can_floats() -> None:
    bench = Bench().edges(BASE, (1 + step * 0.2 for step in range(MOVES_THAT_FLOAT[PartKind.BASE] + 5)), HIGH)
    assert bench.faults() == [(PARTS[BASE], Fault.FLOATING)]


def test_a_button_mashed_in_earnest_is_no_fault() -> None:
    bench = Bench().edges(BUTTON, (1 + step * 0.045 for step in range(200)), LOW).wait(20)
    assert bench.faults() == []
    assert len(bench.moves(BUTTON)) == 200


def test_a_button_down_at_the_start_is_stuck_until_it_is_let_go() -> None:
    switches = Switches(PARTS)
    told = switches.start({BASE: LOW, OTHER: LOW, BUTTON: LOW}, 0.0)
    assert told == [PartFailed(PARTS[BUTTON], Fault.STUCK, 0.0)]
    assert switches.closed(BUTTON) is None
    assert switches.due() is None
    switches.feed(Edge(BUTTON, HIGH, 60.0))
    assert switches.tick(60 + 2 * RECOVERED_AFTER_S) == [PartRecovered(PARTS[BUTTON], 60 + RECOVERED_AFTER_S)]
    assert switches.closed(BUTTON) is False


def test_a_button_held_far_too_long_is_stuck() -> None:
    bench = Bench().feed(Edge(BUTTON, LOW, 1.0)).wait(STUCK_AFTER_S)
    assert bench.faults() == []
    assert bench.wait(STUCK_AFTER_S + 2).faults() == [(PARTS[BUTTON], Fault.STUCK)]


def test_an_imp_may_be_away_for_as_long_as_it_likes() -> None:
    bench = Bench().feed(Edge(BASE, HIGH, 1.0)).wait(1e5)
    assert bench.faults() == []


def test_a_base_known_to_bear_an_imp_that_is_open_at_the_start_is_stuck() -> None:
    switches = Switches(PARTS)
    told = switches.start({BASE: HIGH, OTHER: LOW}, 0.0, expected={BASE: True, OTHER: True})
    assert told == [PartFailed(PARTS[BASE], Fault.STUCK, 0.0)]
    switches.feed(Edge(BASE, LOW, 3.0))
    assert switches.tick(20) == [PartRecovered(PARTS[BASE], 3 + RECOVERED_AFTER_S)]
    assert switches.closed(BASE) is True


def test_a_base_that_does_not_open_though_its_imp_was_seen_elsewhere_is_stuck() -> None:
    bench = Bench()
    assert bench.switches.expect({BASE: False, OTHER: True}, 5.0) == [
        PartFailed(PARTS[BASE], Fault.STUCK, 5.0)
    ]
    assert bench.switches.expect({BASE: False}, 6.0) == []


def test_a_release_that_was_lost_frees_a_stuck_button_by_its_level() -> None:
    switches = Switches(PARTS)
    switches.start({BUTTON: LOW}, 0.0)
    for step in range(3):
        switches.feed(LevelsRead({BUTTON: HIGH}, 1 + step * LOST_AFTER_S))
    assert [type(one) for one in switches.tick(20)] == [PartRecovered]


def test_without_a_start_the_first_levels_are_where_it_begins() -> None:
    switches = Switches(PARTS)
    switches.feed(LevelsRead({BASE: LOW}, 1.0))
    assert switches.tick(2.0) == []
    assert switches.closed(BASE) is True


@given(
    st.lists(
        st.tuples(st.sampled_from([BASE, OTHER, BUTTON]), st.booleans(), st.floats(0.0, 0.1)), max_size=80
    )
)
def test_whatever_comes_it_comes_to_an_end(steps: list[tuple[int, bool, float]]) -> None:
    bench, at = Bench(), 1.0
    for pin, high, pause in steps:
        at += pause
        bench.feed(Edge(pin, high, at))
    bench.wait(at + 100)  # `wait` fails if it is due for ever
    for pin in (BASE, OTHER):
        moves = [closed for closed, _ in bench.moves(pin)]
        if not bench.faults():
            assert moves == [step % 2 == 1 for step in range(len(moves))]


@pytest.mark.parametrize("at", [0.1, 12345.678, 8.64e6, 1e8])
def test_what_is_due_is_done_at_any_uptime(at: float) -> None:
    switches = Switches({BASE: PARTS[BASE]})
    switches.start({BASE: LOW}, at)
    told = switches.feed(Edge(BASE, HIGH, at + 0.01))
    for _ in range(4):
        if (due := switches.due()) is None:
            break
        told += switches.tick(due)
    assert told == [Moved(BASE, False, at + 0.01)]
    assert switches.due() is None
