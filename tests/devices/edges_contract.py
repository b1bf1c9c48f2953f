"""What every source of edges must do, whatever wires it stands on; a rig drives the lines from outside."""

import gc
import queue
import time
from collections.abc import Collection
from typing import Protocol

import pytest

from pi_diavolo.devices.edges import Edges, EdgesError, Report
from pi_diavolo.table.facts import Edge, EdgesLost

PINS = (4, 5, 6, 12, 13, 16, 17, 22, 23, 24)
PATIENCE_S = 30.0


class Rig(Protocol):
    """The other end of the wires."""

    def open(self, pins: Collection[int], report: Report) -> Edges: ...

    def drive(self, pin: int, high: bool) -> None: ...


class Inbox:
    """Where reports go; waits for those that come from other threads."""

    def __init__(self) -> None:
        self._queue: queue.Queue[Edge | EdgesLost] = queue.Queue()

    def report(self, fact: Edge | EdgesLost) -> None:
        self._queue.put(fact)

    def edges(self, count: int) -> list[Edge]:
        facts = [self._queue.get(timeout=PATIENCE_S) for _ in range(count)]
        return [fact for fact in facts if isinstance(fact, Edge)]

    def is_empty(self) -> bool:
        return self._queue.empty()


class EdgesContract:
    """Subclass it with a `rig` fixture."""

    @pytest.fixture
    def inbox(self) -> Inbox:
        return Inbox()

    @pytest.fixture
    def edges(self, rig: Rig, inbox: Inbox):  # type: ignore[no-untyped-def]
        edges = rig.open(PINS, inbox.report)
        yield edges
        edges.close()

    def test_an_open_switch_is_high(self, edges: Edges) -> None:
        assert edges.levels() == dict.fromkeys(PINS, True)

    def test_a_closed_switch_is_low(self, rig: Rig, edges: Edges) -> None:
        rig.drive(17, False)
        assert [pin for pin, high in edges.levels().items() if not high] == [17]

    def test_both_edges_carry_their_own_time_and_level(self, rig: Rig, edges: Edges, inbox: Inbox) -> None:
        driven = []
        for high in (False, True) * 5:
            before = time.monotonic()
            rig.drive(17, high)
            driven.append((high, before, time.monotonic()))
        heard = inbox.edges(10)
        assert [(edge.pin, edge.high) for edge in heard] == [(17, high) for high, _, _ in driven]
        for edge, (_, before, after) in zip(heard, driven, strict=True):
            assert before <= edge.at <= after

    def test_the_times_tell_the_order_of_all_lines(self, rig: Rig, edges: Edges, inbox: Inbox) -> None:
        wanted = [PINS[index * 7 % 10] for index in range(10)]
        for pin in wanted:
            rig.drive(pin, False)
        heard = sorted(inbox.edges(10), key=lambda edge: edge.at)
        assert [edge.pin for edge in heard] == wanted

    def test_a_report_that_fails_silences_nobody(self, rig: Rig) -> None:
        inbox = Inbox()

        def report(fact: Edge | EdgesLost) -> None:
            inbox.report(fact)
            raise RuntimeError("the reader is broken")

        edges = rig.open((17, 22), report)
        try:
            rig.drive(17, False)
            rig.drive(22, False)
            rig.drive(17, True)
            assert [edge.pin for edge in inbox.edges(3)] == [17, 22, 17]
        finally:
            edges.close()

    def test_closing_one_leaves_the_others(self, rig: Rig) -> None:
        one, other = Inbox(), Inbox()
        first, second = rig.open((17,), one.report), rig.open((22, 23), other.report)
        try:
            first.close()
            rig.drive(22, False)
            rig.drive(23, False)
            assert [edge.pin for edge in other.edges(2)] == [22, 23]
            assert second.levels() == {22: False, 23: False}
        finally:
            second.close()

    def test_nothing_is_reported_after_closing(self, rig: Rig, inbox: Inbox) -> None:
        edges = rig.open((17,), inbox.report)
        edges.close()
        rig.drive(17, False)
        rig.drive(17, True)
        assert inbox.is_empty()

    def test_closed_lines_do_not_answer_and_closing_again_does_no_harm(self, rig: Rig, inbox: Inbox) -> None:
        edges = rig.open((17,), inbox.report)
        edges.close()
        edges.close()
        with pytest.raises(OSError, match="closed"):
            edges.levels()

    def test_lines_closed_are_free_for_the_next(self, rig: Rig, inbox: Inbox) -> None:
        rig.open(PINS, inbox.report).close()
        again = rig.open(PINS, inbox.report)
        rig.drive(4, False)
        assert inbox.edges(1)[0].pin == 4
        again.close()

    def test_a_line_in_use_is_named(self, rig: Rig, edges: Edges, inbox: Inbox) -> None:
        with pytest.raises(EdgesError, match="GPIO17"):
            rig.open((17,), inbox.report)

    def test_nothing_is_lost_to_the_garbage_collector(self, rig: Rig, edges: Edges, inbox: Inbox) -> None:
        gc.collect()
        rig.drive(17, False)
        assert inbox.edges(1)[0].pin == 17
