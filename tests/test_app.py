"""The one loop: what may happen, in which order, and what it survives."""

import math
from collections.abc import Sequence

import pytest

from pi_diavolo.app import MOST_FACTS, Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.devices.pin_map import shipped
from pi_diavolo.evening import open_evening, seat_players
from pi_diavolo.eventlog import EventLog, LogNotWritten
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.nerves import nerves_for
from pi_diavolo.table.effects import Effect, ShowRuling, Status
from pi_diavolo.table.events import (
    DiceRolling,
    EveningOpened,
    Event,
    GameStarted,
    Grab,
    RollRead,
    SeatTaken,
    Tick,
    YoungestChosen,
)
from pi_diavolo.table.facts import Edge, Fact, PartFailed
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.requests import Answer, Request
from pi_diavolo.table.sentences import Sentence
from tests.makers import RED, WHITE, a_roll

S1, S4 = Seat(1), Seat(4)


class Scripted:
    """Devices that report what they were told to, each at its time."""

    def __init__(self, *events: Event) -> None:
        self.events = list(events)

    def due(self) -> float | None:
        return self.events[0].at if self.events else None

    def take(self, now: float) -> list[Event]:
        return [self.events.pop(0)] if self.events and self.events[0].at <= now else []

    def sense(self, fact: Fact) -> list[Event]:
        return []

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        pass


class Seen:
    def __init__(self) -> None:
        self.shown: list[tuple[Event, list[Effect]]] = []

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self.shown.append((event, list(effects)))


class Broken:
    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        raise RuntimeError("the scoreboard fell off the wall")


OPENING: tuple[Event, ...] = (
    EveningOpened("diavolo", {"grab_time_s": 5.0}, 1, 1, 0.0),
    SeatTaken(S1, PlayerId("ada"), 0.0),
    SeatTaken(S4, PlayerId("ben"), 0.0),
    YoungestChosen(S1, 0.0),
    GameStarted(0.0),
)


def a_table(*events: Event) -> tuple[Table, EventLog, Seen]:
    log, seen = EventLog.in_memory(), Seen()
    table = Table(DiavoloReferee(), log, VirtualClock(), Scripted(*OPENING, *events), people_wait=False)
    table.add_outlet(seen)
    return table, log, seen


def test_a_turn_is_closed_by_the_tick_that_the_referee_asked_for() -> None:
    table, _, seen = a_table(DiceRolling(1.0), RollRead(a_roll(), 2.0), Grab(S1, RED, 3.0))
    table.run(until=lambda: any(isinstance(event, Tick) for event, _ in seen.shown))
    event, effects = seen.shown[-1]
    assert event == Tick(6.0)  # three seconds of grace after the last right imp
    assert any(isinstance(effect, ShowRuling) for effect in effects)


def test_a_grab_in_the_very_moment_in_which_the_time_is_up_is_in_time() -> None:
    table, log, _ = a_table(DiceRolling(1.0), RollRead(a_roll(), 2.0), Grab(S1, WHITE, 7.0))
    table.run(until=lambda: bool(log.rulings(1).history))
    assert log.rulings(1).history[0].ruling.results[0].took is WHITE


def test_everything_shown_stands_in_the_log() -> None:
    table, log, seen = a_table(DiceRolling(1.0), RollRead(a_roll(), 2.0), Grab(S1, RED, 3.0))
    table.run(until=lambda: False)
    assert [logged.event for logged in log.events()] == [event for event, _ in seen.shown]
    assert table.status is Status.ROLL_NOW


def test_a_dead_scoreboard_does_not_stop_a_game(caplog: pytest.LogCaptureFixture) -> None:
    table, log, _ = a_table(DiceRolling(1.0), RollRead(a_roll(), 2.0), Grab(S1, RED, 3.0))
    table.add_outlet(Broken())
    table.run(until=lambda: False)
    assert log.rulings(1).history
    assert caplog.text.count("an outlet failed") == 1


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(Grab(S1, RED, math.nan), id="a time that is no number"),
        pytest.param(RollRead(a_roll(), math.inf), id="a time that never comes"),
        pytest.param(SeatTaken(Seat(2), PlayerId("\udcff"), 0.0), id="half a character"),
    ],
)
def test_what_the_log_cannot_hold_does_not_happen(event: Event, caplog: pytest.LogCaptureFixture) -> None:
    table, log, _ = a_table()
    table.run(until=lambda: False)
    before, written = table._referee.state, log.last_number()
    assert table.take(event) == []
    assert table._referee.state == before
    assert log.last_number() == written
    assert caplog.text


def test_of_two_desks_that_decide_at_once_the_second_is_told() -> None:
    with EventLog.in_memory() as log:
        table = Table(DiavoloReferee(), log, VirtualClock(), Scripted(), people_wait=False)
        table.take(EveningOpened("diavolo", {}, 1, 7, 0.0))
        answers = list[Answer]()
        for seat in (1, 4):
            sits = SeatTaken(Seat(seat), PlayerId(f"p{seat}"), 1.0)
            names = {PlayerId(f"p{seat}"): f"Player {seat}"}
            table.inbox.put(Request(sits, answers.append, seen=1, names=names))
        table.run(until=lambda: len(answers) == 2)
        assert [(answer.done, answer.overtaken) for answer in answers] == [(True, False), (False, True)]
        assert log.names() == {PlayerId("p1"): "Player 1"}


def test_a_decision_that_was_refused_overtakes_nobody() -> None:
    with EventLog.in_memory() as log:
        table = Table(DiavoloReferee(), log, VirtualClock(), Scripted(), people_wait=False)
        table.take(EveningOpened("diavolo", {}, 1, 7, 0.0))
        answers = list[Answer]()
        table.inbox.put(Request(GameStarted(1.0), answers.append, seen=1))
        table.inbox.put(Request(SeatTaken(Seat(1), PlayerId("p1"), 1.0), answers.append, seen=1))
        table.run(until=lambda: len(answers) == 2)
        assert [(answer.done, answer.overtaken) for answer in answers] == [(False, False), (True, False)]


def test_a_request_that_the_referee_refuses_is_answered_with_the_reason() -> None:
    with EventLog.in_memory() as log:
        table = Table(DiavoloReferee(), log, VirtualClock(), Scripted(), people_wait=False)
        answers = list[Answer]()
        table.inbox.put(Request(GameStarted(1.0), answers.append))
        table.run(until=lambda: bool(answers))
        assert not answers[0].done
        assert answers[0].why is not None
        assert answers[0].why.sentence is Sentence.TOO_FEW_PLAYERS


# With the nerves of real panels


class Wired:
    """Panels for two, the dice at rest since ten seconds; edges arrive when they are put in, not before."""

    def __init__(self, log: EventLog) -> None:
        self.wiring, self.clock, self.log = shipped("panels", 2), VirtualClock(), log
        self.nerves = nerves_for(self.wiring)
        self.nerves.start(dict.fromkeys(self.wiring.inputs, True), 0.0)
        self.table = Table(DiavoloReferee(), log, self.clock, self.nerves, people_wait=False)
        open_evening(self.table, "diavolo", {"grab_time_s": 20.0}, 1, 1, 0.0)
        seat_players(self.table, [PlayerId("ada"), PlayerId("ben")], 0.0)
        self.table.take(DiceRolling(9.0))
        self.table.take(RollRead(a_roll(), 10.0))

    def pin(self, seat: Seat, colour: Colour) -> int:
        return next(pin for pin, whose in self.wiring.buttons.items() if whose == (seat, colour))

    def until(self, moment: float) -> None:
        """Let the loop turn while nothing comes in."""
        while (
            due := min((*self.table._wakes[:1], self.nerves.due() or math.inf), default=math.inf)
        ) <= moment:
            assert due < math.inf
            self.table._turn_once()
        self.clock._now = max(self.clock.now(), moment)

    @property
    def took(self) -> list[Colour | None]:
        return [result.took for result in self.log.rulings(1).history[0].ruling.results]


@pytest.mark.parametrize("arrives", [29.9995, 30.0, 30.05, 30.3])
def test_a_press_a_millisecond_before_the_time_is_up_counts_whenever_it_arrives(arrives: float) -> None:
    with EventLog.in_memory() as log:
        wired = Wired(log)
        wired.until(arrives)
        wired.table.inbox.put(Edge(wired.pin(S4, RED), high=False, at=29.999))
        wired.table._turn_once()
        wired.until(31.0)
        assert wired.took == [None, RED]


def test_a_press_after_the_time_is_up_counts_never() -> None:
    with EventLog.in_memory() as log:
        wired = Wired(log)
        wired.until(30.001)
        wired.table.inbox.put(Edge(wired.pin(S4, RED), high=False, at=30.001))
        wired.table._turn_once()
        wired.until(31.0)
        assert wired.took == [None, None]


def test_a_line_that_floods_the_inbox_does_not_stop_the_clocks() -> None:
    with EventLog.in_memory() as log:
        wired = Wired(log)
        wired.until(29.0)
        pin = wired.pin(S1, RED)
        for number in range(20 * MOST_FACTS):
            press, ring = divmod(number, 29)  # each rings so often, and stays as it is for a moment
            high, at = (press + ring) % 2 == 1, 29.0 + press * 0.1 + ring * 0.0005
            wired.table.inbox.put(Edge(pin, high, at))
        wired.clock._now = 36.0  # the loop is slower than what comes in
        for _ in range(10 * MOST_FACTS):
            wired.table._turn_once()
        assert not wired.table.inbox.empty()
        assert log.rulings(1).history


@pytest.mark.parametrize("stood_still_s", [2.0, 10.0, 40.0])
def test_presses_that_waited_for_a_loop_that_stood_still_break_no_button(stood_still_s: float) -> None:
    with EventLog.in_memory() as log:
        wired = Wired(log)
        wired.until(11.0)
        for half_press in range(20):
            for ring in range(11):
                high, at = (half_press + ring) % 2 == 1, 11.0 + half_press * 0.08 + ring * 0.0003
                wired.table.inbox.put(Edge(wired.pin(S1, RED), high, at))
        wired.clock._now = 11.0 + stood_still_s
        while not wired.table.inbox.empty():
            wired.table._turn_once()
        wired.until(wired.clock.now() + 1.0)
        told = [logged.event for logged in log.events()]
        assert [event for event in told if isinstance(event, PartFailed)] == []
        assert sum(isinstance(event, Grab) for event in told) == 10


def test_a_press_that_was_heard_among_many_others_is_not_overtaken_by_the_clock() -> None:
    with EventLog.in_memory() as log:
        wired = Wired(log)
        wired.until(29.0)
        mashed, pressed = wired.pin(S1, RED), wired.pin(S4, WHITE)
        for number in range(MOST_FACTS - 1):
            wired.table.inbox.put(Edge(mashed, high=number % 2 == 1, at=29.0 + number * 0.0003))
        wired.table.inbox.put(Edge(pressed, high=False, at=29.9))
        wired.table.inbox.put(Edge(pressed, high=True, at=29.98))
        wired.clock._now = 31.0
        while not wired.table.inbox.empty():
            wired.table._turn_once()
        wired.until(32.0)
        assert wired.took == [RED, WHITE]


def test_a_button_let_go_in_a_flood_is_not_stuck() -> None:
    with EventLog.in_memory() as log:
        wired = Wired(log)
        wired.until(11.0)
        held, mashed = wired.pin(S1, RED), wired.pin(S4, WHITE)

        def rings(pin: int, count: int, down: bool, at: float) -> None:
            for number in range(count):
                high = (number % 2 == 1) is down
                wired.table.inbox.put(Edge(pin, high, at + number * 0.0003))

        rings(mashed, 84, True, 11.1)
        rings(held, 11, True, 11.2)
        rings(mashed, 40, True, 11.25)
        rings(held, 11, False, 11.3)
        wired.clock._now = 52.0
        while not wired.table.inbox.empty():
            wired.table._turn_once()
        wired.until(53.0)
        assert [each.event for each in log.events() if isinstance(each.event, PartFailed)] == []


def test_a_name_that_cannot_be_written_is_refused_and_the_loop_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(player: PlayerId, name: str) -> None:
        raise LogNotWritten("no room")

    with EventLog.in_memory() as log:
        monkeypatch.setattr(log, "set_name", full)
        table = Table(DiavoloReferee(), log, VirtualClock(), Scripted(), people_wait=False)
        answers = list[Answer]()
        sits = SeatTaken(Seat(1), PlayerId("p1"), 1.0)
        table.inbox.put(Request(sits, answers.append, names={PlayerId("p1"): "Ada"}))
        table.run(until=lambda: bool(answers))
        assert not answers[0].done
        assert answers[0].why is not None
        assert answers[0].why.sentence is Sentence.LOG_NOT_WRITTEN


def answered(table: Table, *requests: tuple[Event, dict[PlayerId, str]]) -> list[Answer]:
    answers = list[Answer]()
    for event, names in requests:
        table.inbox.put(Request(event, answers.append, names=names))
    table.run(until=lambda: len(answers) == len(requests))
    return answers


def test_whoever_asks_for_what_the_log_cannot_hold_is_told_that_it_was_not_done() -> None:
    with EventLog.in_memory() as log:
        table = Table(DiavoloReferee(), log, VirtualClock(), Scripted(), people_wait=False)
        (answer,) = answered(table, (SeatTaken(Seat(1), PlayerId("p1"), math.nan), {PlayerId("p1"): "Ada"}))
        assert not answer.done
        assert log.names() == {}


def test_whoever_asks_while_the_disk_is_full_is_told_that_it_is_not_safe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> int:
        raise LogNotWritten("no room")

    with EventLog.in_memory() as log:
        table = Table(DiavoloReferee(), log, VirtualClock(), Scripted(), people_wait=False)
        table.take(EveningOpened("diavolo", {}, 1, 7, 0.0))
        monkeypatch.setattr(log, "append", full)
        answers = list[Answer]()
        table.inbox.put(Request(SeatTaken(Seat(1), PlayerId("p1"), 1.0), answers.append))
        with pytest.raises(LogNotWritten):
            table.run(until=lambda: False)
        assert not answers[0].done
        assert answers[0].why is not None
        assert answers[0].why.sentence is Sentence.LOG_NOT_WRITTEN


def test_a_name_is_not_kept_where_the_seat_was_refused() -> None:
    ada, ben = PlayerId("p1"), PlayerId("p2")
    with EventLog.in_memory() as log:
        table = Table(DiavoloReferee(), log, VirtualClock(), Scripted(), people_wait=False)
        table.take(EveningOpened("diavolo", {}, 1, 7, 0.0))
        first, taken, renamed = answered(
            table,
            (SeatTaken(Seat(1), ada, 1.0), {ada: "Ada"}),
            (SeatTaken(Seat(1), ben, 2.0), {ben: "Ben"}),
            (SeatTaken(Seat(4), ada, 3.0), {ada: "ADA"}),
        )
        assert [first.done, taken.done, renamed.done] == [True, False, False]
        assert log.names() == {ada: "Ada"}
