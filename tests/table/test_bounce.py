"""The first edge counts, the bounce is silent, and where the switch comes to rest decides."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_diavolo.table.bounce import Contact
from pi_diavolo.table.facts import Edge
from pi_diavolo.table.parts import Part, PartKind
from pi_diavolo.table.switch import LATE_S
from pi_diavolo.table.switches import WAIT_S, Moved, Switches
from tests.bounce_models import MODELS, Trace, a_tap, a_trace, as_heard, shuffled

Move = tuple[bool, float]


def moves(contact: Contact, *edges: tuple[bool, float]) -> list[Move]:
    """What it tells when each burst is settled in time."""
    told = list[Move | None]()
    for closed, at in edges:
        told += [contact.settle(at), contact.edge(closed, at)]
    told.append(contact.settle(edges[-1][1] + 1))
    return [move for move in told if move]


def a_button() -> Contact:
    return Contact(active=True, closed=False)


def test_a_press_is_told_at_its_first_edge() -> None:
    assert a_button().edge(True, 1.0) == (True, 1.0)


def test_the_bounce_is_silent() -> None:
    ring = [(step % 2 == 0, 1 + step * 0.0001) for step in range(65)]
    assert moves(a_button(), *ring) == [(True, 1.0)]


def test_letting_go_is_told_at_its_first_edge_once_it_is_settled() -> None:
    contact = a_button()
    ring = [(False, 2.0), (True, 2.001), (False, 2.002)]
    assert moves(contact, (True, 1.0), *ring) == [(True, 1.0), (False, 2.0)]


def test_a_tap_shorter_than_the_settle_time_is_a_press_and_a_release() -> None:
    assert moves(a_button(), (True, 1.0), (False, 1.005)) == [(True, 1.0), (False, 1.005)]


def test_a_tap_that_rings_ends_where_its_longest_stay_ends() -> None:
    ring = [(True, 1.0), (False, 1.0002), (True, 1.0005), (False, 1.0055), (True, 1.0056), (False, 1.0058)]
    assert moves(a_button(), *ring) == [(True, 1.0), (False, 1.0055)]


def test_a_contact_that_drops_out_was_never_let_go() -> None:
    assert moves(a_button(), (True, 1.0), (False, 1.5), (True, 1.51)) == [(True, 1.0)]


def test_a_first_edge_read_too_late_still_gives_the_time() -> None:
    # The kernel stamped the rise and read the level when the contact had already bounced back.
    contact = Contact(active=False, closed=True)
    assert moves(contact, (True, 1.0), (False, 1.0001), (False, 1.0002)) == [(False, 1.0)]


def test_edges_that_arrive_after_it_was_settled_are_still_the_same_burst() -> None:
    contact = a_button()
    contact.edge(True, 1.0)
    contact.settle(1.1)
    assert contact.edge(False, 1.001) is None
    assert contact.edge(True, 1.002) is None
    assert contact.settle(1.2) is None
    assert contact.closed is True


def test_an_edge_that_comes_far_too_late_changes_nothing() -> None:
    contact = a_button()
    contact.edge(True, 1.0)
    assert contact.edge(False, 0.5) is None
    assert contact.settle(2.0) is None


def test_a_release_whose_ring_arrives_after_it_was_settled_is_no_press() -> None:
    contact = a_button()
    contact.edge(True, 1.0)
    contact.edge(False, 2.0)
    assert contact.settle(2.03) == (False, 2.0)
    assert contact.edge(True, 2.001) is None
    assert contact.edge(False, 2.002) is None
    assert contact.settle(2.2) is None
    assert contact.edge(True, 2.3) == (True, 2.3)


@pytest.mark.parametrize("late", [0.005, 0.03, 0.06, 0.2])
def test_nobody_presses_by_letting_go_however_late_the_ring_arrives(late: float) -> None:
    switches = Switches({17: Part(PartKind.BUTTON, 0, pin=17)})
    told = switches.start({17: True}, 0.0) + switches.feed(Edge(17, False, 1.0)) + switches.tick(1.5)
    told += switches.feed(Edge(17, True, 2.0)) + switches.tick(2.0 + late)
    told += switches.feed(Edge(17, False, 2.001)) + switches.feed(Edge(17, True, 2.002)) + switches.tick(3.0)
    assert [one for one in told if isinstance(one, Moved) and one.closed] == [Moved(17, True, 1.0)]
    assert switches.closed(17) is False


def test_a_contact_that_let_go_for_a_moment_is_down_and_was_not_pressed_again() -> None:
    switches = Switches({17: Part(PartKind.BUTTON, 0, pin=17)})
    told = switches.start({17: True}, 0.0) + switches.feed(Edge(17, False, 1.0)) + switches.tick(1.5)
    told += switches.feed(Edge(17, True, 2.0)) + switches.tick(2.2)
    told += switches.feed(Edge(17, False, 2.001)) + switches.tick(3.0)
    assert [one for one in told if isinstance(one, Moved) and one.closed] == [Moved(17, True, 1.0)]
    assert switches.closed(17) is True


def heard(trace: Trace, kind: PartKind, rng: Random, late: bool) -> list[Move]:
    """What the switches tell of a trace that they hear nearly in order, or late while the loop turns."""
    switches = Switches({17: Part(kind, 0, pin=17)})
    told = switches.start({17: not trace.begins_closed}, trace.edges[0].at - 1)
    if late:
        for now, edge in as_heard(trace.edges, rng, LATE_S):
            told += [] if edge is None else switches.feed(edge)
            told += switches.tick(now)
    else:
        for edge in shuffled(trace.edges, rng, WAIT_S * 0.9):
            told += switches.feed(edge)
    told += switches.tick(trace.edges[-1].at + 1)
    return [(one.closed, one.at) for one in told if isinstance(one, Moved)]


KINDS = st.sampled_from([PartKind.BASE, PartKind.BUTTON])


@pytest.mark.parametrize("model", MODELS)
@given(seed=st.integers(0, 2**32), kind=KINDS, late=st.booleans())
def test_each_move_of_a_model_is_told_once_at_its_first_edge(
    model: str, seed: int, kind: PartKind, late: bool
) -> None:
    rng = Random(seed)
    # A button that begins closed is stuck, and rightly so.
    trace = a_trace(model, rng, begins_closed=None if kind is PartKind.BASE else False)
    assert heard(trace, kind, rng, late) == list(trace.moves)


@pytest.mark.parametrize("model", MODELS)
@given(seed=st.integers(0, 2**32), kind=KINDS, late=st.booleans())
def test_each_tap_of_a_model_is_there_and_back(model: str, seed: int, kind: PartKind, late: bool) -> None:
    rng = Random(seed)
    trace = a_tap(model, rng, active=kind is PartKind.BUTTON)
    (there, at), (back, back_at) = heard(trace, kind, rng, late)
    assert (there, at) == trace.moves[0]
    assert back is not there
    assert back_at in [edge.at for edge in trace.edges]
    assert at < back_at <= trace.edges[-1].at


@given(st.lists(st.tuples(st.booleans(), st.floats(0.00001, 0.05)), min_size=1, max_size=60))
def test_whatever_comes_moves_alternate_and_end_where_the_edges_end(steps: list[tuple[bool, float]]) -> None:
    contact, at, edges = a_button(), 1.0, list[Move]()
    for closed, pause in steps:
        at += pause
        edges.append((closed, at))
    told = moves(contact, *edges)
    assert [closed for closed, _ in told] == [index % 2 == 0 for index in range(len(told))]
    assert contact.closed is edges[-1][0]
    assert [at for _, at in told] == sorted(at for _, at in told)
    assert {at for _, at in told} <= {at for _, at in edges}
