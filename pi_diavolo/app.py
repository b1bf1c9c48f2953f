"""The shell round the referee: one inbox, one loop, the log before everything that is shown."""

import logging
import math
import queue
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, Protocol

from pi_diavolo.clock import Clock
from pi_diavolo.eventlog import EventLog, LogNotWritten
from pi_diavolo.games import Referee
from pi_diavolo.table.effects import Effect, Ignore, Say, ShowRuling, ShowSeats, ShowStatus, Status, Wake
from pi_diavolo.table.events import Event, Tick
from pi_diavolo.table.facts import Fact, LevelsRead
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.requests import DECISIONS, Answer, Request
from pi_diavolo.table.rulings import Ruling
from pi_diavolo.table.sentences import Saying, Sentence, saying

logger = logging.getLogger(__name__)

# While the log cannot be written, the table tries again this often.
RETRY_S = 2.0

# So many facts in a row, and then what is overdue: a line that floods the inbox must not stop the clocks.
MOST_FACTS = 100

# A turn that is under way is played to its end; between turns the table waits for the log.
UNDER_WAY = (Status.ROLLING, Status.READING, Status.GRAB, Status.QUESTION)


# Facts, events, what people ask for; and sentences for those who are there now, such as that it is too dark.
Inbox = queue.Queue[Event | Fact | Request | Saying]


class Outlet(Protocol):
    """Shows people what happens: a terminal, lamps, a page."""

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        """Take in an event and its effects."""


class Devices(Protocol):
    """Reports what happens at the table, and hears what the table shows."""

    def due(self) -> float | None:
        """When the next report is due by itself."""

    def take(self, now: float) -> list[Event]:
        """The reports of the moment that is due: however late it is, what comes after it has yet to come."""

    def sense(self, fact: Fact) -> list[Event]:
        """What a fact out of the inbox means, if it means anything."""

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn what happened and what is shown."""


@dataclass(frozen=True, slots=True)
class _Entry:
    event: Event
    game: int | None
    rulings: tuple[Ruling, ...]
    rules_version: int
    settings: Mapping[str, Any]


class Together:
    """Several sets of devices as one: real ones, simulated ones, or some of each."""

    def __init__(self, *parts: Devices) -> None:
        self._parts = parts

    def due(self) -> float | None:
        """When the first of them has something to report."""
        return min((due for part in self._parts if (due := part.due()) is not None), default=None)

    def take(self, now: float) -> list[Event]:
        """What the first one reports; what that leads to may call off what the others had in mind."""
        for part in sorted(self._parts, key=_when_due):
            if (due := part.due()) is not None and due <= now:
                return part.take(now)
        return []

    def sense(self, fact: Fact) -> list[Event]:
        """What any of them makes of a fact."""
        return [event for part in self._parts for event in part.sense(fact)]

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Tell all of them."""
        for part in self._parts:
            part.hear(event, effects)


def _made_at(found: Event | Fact | Request | Saying | None) -> float:
    match found:
        case None | Saying():
            return -math.inf
        case Request(event=event):
            return event.at
    return found.at


def _when_due(part: Devices) -> float:
    return math.inf if (due := part.due()) is None else due


class Table:
    """Takes facts out of the inbox, asks the referee, writes the log and then shows everyone the same."""

    def __init__(
        self,
        referee: Referee,
        log: EventLog,
        clock: Clock,
        devices: Devices,
        *,
        people_wait: bool = True,
        inbox: Inbox | None = None,
    ) -> None:
        self.inbox: Inbox = inbox or queue.Queue()
        self.names: dict[Seat, str] = {}
        self.status = Status.LOBBY
        self.decisions = 0  # how many things people have decided since the start
        self._referee, self._log, self._clock = referee, log, clock
        self._devices, self._outlets = devices, list[Outlet]()
        self._people_wait = people_wait  # without people nothing ever happens that is not planned
        self._wakes: list[float] = []
        self._facts = 0  # taken since anything was due
        # The latest moment of which anything was heard: what was made before it may still lie in the inbox,
        # and must not be overtaken.
        self._heard_until = -math.inf
        self._unwritten: list[_Entry] = []
        self._last: Event | None = None

    def add_outlet(self, outlet: Outlet, *, first: bool = False) -> None:
        """Show this outlet everything from now on; the first one, before any other sees it."""
        self._outlets.insert(0 if first else len(self._outlets), outlet)

    @property
    def rules_version(self) -> int:
        """The version of the rules for a new evening."""
        return self._referee.rules_version

    @property
    def game(self) -> int | None:
        """The number of the game going on or just over."""
        return self._referee.game

    @property
    def game_in_progress(self) -> bool:
        """There is a game that can be played on."""
        return self._referee.in_progress

    @property
    def unwritten(self) -> int:
        """How many events were shown but are not on the disk because the log could not be written."""
        return len(self._unwritten)

    @property
    def number(self) -> int | None:
        """The number of the last event in the log; None while it could not be written."""
        return None if self._unwritten else self._log.last_number()

    def run(self, until: Callable[[], bool]) -> None:
        """Turn the loop until it is enough and the log is well: before that, nothing new may begin."""
        self._wait_for_log()
        while not until() and self._turn_once():
            self._wait_for_log()

    def _turn_once(self) -> bool:
        due = self._next_moment()
        if due is None and self.inbox.empty() and not self._people_wait:
            return False
        if self._facts >= MOST_FACTS:
            self._catch_up(self._clock.now())
            due = self._next_moment()
        found = self._clock.next(self.inbox, due)
        self._facts = 0 if found is None else self._facts + 1
        self._heard_until = max(self._heard_until, _made_at(found))
        for event in self._due() if found is None else self._meaning(found):
            self.take(event)
        return True

    def _next_moment(self) -> float | None:
        moments = (self._devices.due(), *self._wakes[:1])
        return min((moment for moment in moments if moment is not None), default=None)

    def _catch_up(self, now: float) -> None:
        """Let what is overdue happen before anything more is taken out of the inbox.

        But only as far as was heard: the rest of a bounce, a button let go, or a press in time may still lie
        there. What floods the inbox has later and later moments, so the clocks are late, and never stop.
        """
        self._facts = 0
        for _ in range(MOST_FACTS):
            due = self._next_moment()
            if due is None or due > min(now, self._heard_until):
                return
            for event in self._due():
                self.take(event)

    def _meaning(self, found: Event | Fact | Request | Saying) -> list[Event]:
        if isinstance(found, Request):
            self._grant(found)
            return []
        if isinstance(found, Saying):
            self._show_all(self._last, [Say(found)])
            return []
        # That a part failed is both: a fact to the devices, and an event to everyone.
        happened = [found] if isinstance(found, Event) else []
        return happened + (self._devices.sense(found) if isinstance(found, Fact) else [])

    def _due(self) -> list[Event]:
        now, wake = self._clock.now(), self._wakes[0] if self._wakes else None
        due = self._devices.due()
        # A grab in the very moment in which the time is up is still in time.
        if due is not None and due <= now and (wake is None or due <= wake):
            # Not by the clock: a loop that lags would let switches wait in vain for what hands are yet to do.
            return self._devices.take(due)
        return [Tick(heappop(self._wakes))] if wake is not None and wake <= now else []

    def _grant(self, request: Request) -> None:
        if request.withdrawn():
            return
        if request.seen not in (None, self.decisions):
            request.answer(Answer(False, self.decisions, overtaken=True))
            return
        if self._is_refused(request.event):
            request.answer(Answer(False, self.decisions))
            return
        before = self._log.names() if request.names else {}
        try:
            self._set_names(request.names)
        except LogNotWritten:  # a full disk must not end the game that is going on
            request.answer(Answer(False, self.decisions, saying(Sentence.LOG_NOT_WRITTEN)))
            return
        reasons = (effect.reason for effect in self.take(request.event) if isinstance(effect, Ignore))
        why = next(reasons, None)
        if why is not None:
            # A name stays only with whoever sits down under it.
            with suppress(LogNotWritten):
                self._set_names({player: before.get(player) for player in request.names})
        elif self._unwritten:
            # It has happened, but is not safe: whoever asked must not believe that it is.
            why = saying(Sentence.LOG_NOT_WRITTEN)
        request.answer(Answer(why is None, self.decisions, why))

    def _set_names(self, names: Mapping[PlayerId, str | None]) -> None:
        for player, name in names.items():
            if name is None:
                self._log.forget_name(player)
            else:
                self._log.set_name(player, name)

    def _is_refused(self, event: Event) -> bool:
        # What the log cannot hold must not happen: a replay would not know of it.
        if (refusal := self._log.refusal(event)) is not None:
            logger.warning("%s", refusal)
        return refusal is not None

    def take(self, event: Event) -> list[Effect]:
        """Let one event happen: ruled, written, then shown."""
        if self._is_refused(event):
            return []
        effects = self._referee.receive(event)
        # What was refused decided nothing, and overtakes nobody.
        self.decisions += isinstance(event, DECISIONS) and not any(isinstance(it, Ignore) for it in effects)
        self._note(effects)
        rulings = tuple(effect.ruling for effect in effects if isinstance(effect, ShowRuling))
        version, settings = self._referee.rules_version, self._referee.settings
        effects = [*effects, *self._write(_Entry(event, self._referee.game, rulings, version, settings))]
        self._last = event
        self._devices.hear(event, effects)
        self._show_all(event, effects)
        return effects

    def _note(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Wake(at=at):
                    heappush(self._wakes, at)
                case ShowStatus(status=status):
                    self.status = status
                case ShowSeats(seats=seats):
                    known = self._log.names()
                    named = {seat: known[player] for seat, player in seats.items() if player in known}
                    self.names.clear()
                    self.names.update(named)

    def _show_all(self, event: Event | None, effects: Sequence[Effect]) -> None:
        if event is not None:
            for outlet in self._outlets:
                self._show(outlet, event, effects)

    def _show(self, outlet: Outlet, event: Event, effects: Sequence[Effect]) -> None:
        try:
            outlet.show(event, effects, self._clock.now())
        except Exception:  # a dead scoreboard must not stop a game
            logger.exception("an outlet failed and is not shown anything any more")
            self._outlets = [other for other in self._outlets if other is not outlet]

    def _write(self, entry: _Entry | None = None) -> list[Effect]:
        """Append what is not yet written; say so when the log fails and when it works again."""
        failing = bool(self._unwritten)
        try:
            while self._unwritten:
                self._append(self._unwritten[0])
                del self._unwritten[0]
            if entry:
                self._append(entry)
        except LogNotWritten as error:
            # Only here: an entry that Ctrl-C interrupts is not shown, so nobody will miss it.
            self._unwritten += [entry] if entry else []
            if failing:
                return []
            logger.warning("%s", error)
            return [Say(saying(Sentence.LOG_NOT_WRITTEN))]
        return [Say(saying(Sentence.LOG_WRITTEN_AGAIN))] if failing else []

    def _append(self, entry: _Entry) -> None:
        self._log.append(entry.event, entry.game, entry.rulings, entry.rules_version, entry.settings)

    def _wait_for_log(self) -> None:
        while self._unwritten and self.status not in UNDER_WAY:
            if not self._people_wait:
                raise LogNotWritten("the log could not be written; make room on the disk and start again")
            self._clock.next(queue.Queue[Event](), self._clock.now() + RETRY_S)
            self._thin_out()
            last = self._unwritten[-1].event
            for outlet in self._outlets if (told := self._write()) else ():
                self._show(outlet, last, told)

    def _thin_out(self) -> None:
        """Levels are read ten times a second, perhaps for hours: only the newest still mean something."""
        # In place: what arrives meanwhile must not come before what waits.
        with self.inbox.mutex:
            waiting = self.inbox.queue
            newest = next((found for found in reversed(waiting) if isinstance(found, LevelsRead)), None)
            kept = [found for found in waiting if found is newest or not isinstance(found, LevelsRead)]
            waiting.clear()
            waiting.extend(kept)
