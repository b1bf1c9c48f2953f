"""Clocks: one jumps, one runs; both let events through first."""

from queue import Queue
from threading import Timer

import pytest

from pi_diavolo.clock import Clock, LiveClock, VirtualClock


class ByHand:
    """A monotonic clock that moves on by itself a little each time it is asked."""

    def __init__(self, step: float = 0.0, at: float = 100.0) -> None:
        self.at, self._step = at, step

    def __call__(self) -> float:
        self.at += self._step
        return self.at


def an_inbox(*events: str) -> "Queue[str]":
    inbox: Queue[str] = Queue()
    for event in events:
        inbox.put(event)
    return inbox


def test_virtual_time_jumps_to_the_moment() -> None:
    clock = VirtualClock(start=5.0)
    assert clock.next(an_inbox(), until=3600.0) is None
    assert clock.now() == 3600.0


def test_virtual_time_stands_still_for_a_queued_event() -> None:
    clock = VirtualClock()
    inbox = an_inbox("first", "second")
    assert [clock.next(inbox, until=10.0) for _ in range(3)] == ["first", "second", None]
    assert clock.now() == 10.0


def test_virtual_time_never_runs_back_and_needs_no_moment() -> None:
    clock = VirtualClock(start=50.0)
    assert clock.next(an_inbox(), until=10.0) is None
    assert clock.next(an_inbox(), until=None) is None
    assert clock.now() == 50.0


@pytest.mark.parametrize(("start", "expected"), [(None, 130.0), (0.0, 30.0), (7.0, 37.0)])
def test_live_time_runs_faster_from_its_start_on(start: float | None, expected: float) -> None:
    monotonic = ByHand()
    clock = LiveClock(10.0, monotonic, start)
    monotonic.at += 3.0
    assert clock.now() == pytest.approx(expected)


def test_live_time_comes_to_its_moment() -> None:
    clock = LiveClock(1000.0, ByHand(step=0.001), start=0.0)
    assert clock.next(an_inbox(), until=3.0) is None
    assert clock.now() >= 3.0


def test_a_moment_that_has_passed_is_not_waited_for() -> None:
    clock = LiveClock(1.0, ByHand(), start=10.0)
    assert clock.next(an_inbox(), until=3.0) is None
    assert clock.next(an_inbox("still first"), until=3.0) == "still first"


@pytest.mark.parametrize("until", [None, 1e9])
def test_an_event_from_another_thread_ends_the_wait(until: float | None) -> None:
    clock, inbox = LiveClock(), an_inbox()
    Timer(0.005, inbox.put, ["a press"]).start()
    assert clock.next(inbox, until) == "a press"


def test_an_interruption_gets_through() -> None:
    class Interrupted(ByHand):
        def __call__(self) -> float:
            if self.at > 100.002:
                raise KeyboardInterrupt
            return super().__call__()

    clock = LiveClock(1000.0, Interrupted(step=0.001))
    with pytest.raises(KeyboardInterrupt):
        clock.next(an_inbox(), until=1e9)


@pytest.mark.parametrize("speed", [0.0, -1.0, float("inf"), float("nan")])
def test_a_speed_that_cannot_be_is_refused(speed: float) -> None:
    with pytest.raises(ValueError, match="speed"):
        LiveClock(speed)


@pytest.mark.parametrize("clock", [VirtualClock(), LiveClock()])
def test_both_are_clocks(clock: Clock) -> None:
    assert clock.next(an_inbox("an event"), until=None) == "an event"
