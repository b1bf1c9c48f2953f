"""A table's three ways to say what is wrong: its page, its status lamp, and the machine's journal."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict

import pytest

from pi_diavolo.app import Devices, Inbox, Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.evening import open_evening
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import Referee
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.journal import Journal
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import Fact, PartFailed, PartRecovered
from pi_diavolo.table.lamp_states import Shown, after
from pi_diavolo.table.lamps import Signal
from pi_diavolo.table.players import Seat
from pi_diavolo.web.moment import Board
from pi_diavolo.web.snapshot import Beyond, Phones, TableFacts, snapshot
from pi_diavolo.web.tongue import Names

ENGLISH = CATALOGUES["en"]


class Told:
    """The outlets of a real table, and what they have shown so far."""

    def __init__(self, table: Table, referee: Referee, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.INFO)
        self._caplog, self._board = caplog, Board(referee, table.names, lambda: 0)
        self._journal, self._shown = Journal(Speaker(ENGLISH, {})), Shown()
        self.events: list[PartFailed | PartRecovered] = []
        self.on_the_page_once: set[str] = set()
        self.lamp_told = False

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self._board.show(event, effects, now)
        self._journal.show(event, effects, now)
        self._shown = after(self._shown, event, effects, now)
        self.events += [event] if isinstance(event, PartFailed | PartRecovered) else []
        self.on_the_page_once |= set(self.page())
        self.lamp_told |= self.lamp() is Signal.FAULT

    def page(self) -> tuple[str, ...]:
        """What the scoreboard lists as wrong, now."""

        def speak(names: Names) -> Speaker:
            return Speaker(ENGLISH, dict(names))

        table = TableFacts("a start")
        return snapshot(self._board.moment, Beyond(), Phones(), table, 1, "en", speak).faults

    @property
    def seated(self) -> tuple[Seat, ...]:
        """Who sits at the table, as the page has it."""
        return tuple(self._board.moment.seats)

    def lamp(self) -> Signal:
        """What the status lamp shows, now."""
        lamps = self._shown.lamps
        return lamps.signal if lamps.brief is None else lamps.brief

    def waits_with(self) -> Signal:
        """What the status lamp comes back to, once news are over."""
        return self._shown.lamps.signal

    @property
    def journal(self) -> list[str]:
        """The lines for whoever reads `journalctl`."""
        return [one.message for one in self._caplog.records if one.name == "pi_diavolo.journal"]


class Bench:
    """A table in its lobby whose parts report to it; nobody plays."""

    def __init__(self, table: Table, told: Told) -> None:
        self.table, self.told = table, told

    def hear(self, *facts: Event | Fact) -> None:
        """Let the table take in what was reported, and all that follows from it at once."""
        for fact in facts:
            self.table.inbox.put(fact)
        self.table.run(until=lambda: self.table.inbox.empty())

    def later(self) -> None:
        """Let time pass until nothing happens by itself any more."""
        self.table.run(until=lambda: False)


@contextmanager
def a_bench(
    devices: Devices, caplog: pytest.LogCaptureFixture, rules: HouseRules | None = None
) -> Iterator[Bench]:
    rules, referee = rules or HouseRules(), DiavoloReferee()
    with EventLog.in_memory() as log:
        table = Table(referee, log, VirtualClock(), devices, people_wait=False, inbox=Inbox())
        told = Told(table, referee, caplog)
        table.add_outlet(told)
        open_evening(table, "diavolo", asdict(rules), 1, 5, 0.0)
        yield Bench(table, told)
