"""A disk that fails or is full: told on page, lamp and journal, nothing is lost, and it goes on by itself."""

import io
import queue
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from rich.console import Console

from pi_diavolo.clock import VirtualClock
from pi_diavolo.errors import LogError
from pi_diavolo.evening import open_evening, sit_down
from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.live import LiveGame, Wishes
from pi_diavolo.simulation import Chances
from pi_diavolo.table.effects import Effect, Say, ShowRuling
from pi_diavolo.table.events import Event, Tick
from pi_diavolo.table.lamp_states import Shown, after
from pi_diavolo.table.lamps import Signal
from pi_diavolo.table.sentences import Sentence

from ..evenings import a_table_on
from ..web.client import Visitor
from ..web.serving import served
from .service import free_port, of_the_table, started, state
from .sqlite_files import FULL, IOERR_FSYNC, IOERR_WRITE, OK, Disk, Step, watched

T = TypeVar("T")

WISHES = Wishes(
    names=("Mia", "Emil"),
    skills=("regular",),
    rules=HouseRules(grabs=Grabs.PHONES),  # no wires, which would take most of the time
    language="en",
    speed=1.0,
    chances=Chances(0, 0),
    seed=5,
    json=True,
)
# The card takes nothing for so many tries of the table; then it is well again.
TRIES = 2


class Turn:
    """A turn on a disk that fails from one write on, for a while; watched as page and lamp are."""

    def __init__(self, log: EventLog, disk: Disk) -> None:
        self.disk, self.tries = disk, 0
        self.shown: list[Event] = []
        self.said: list[Sentence] = []
        self.lamps = Shown()
        self._left = 0
        self.game = LiveGame(WISHES, log, Console(file=io.StringIO()), WaitingClock(self))
        self.inbox = self.game.table.inbox
        self.game.table.add_outlet(self)

    def play(self, rulings: int = 1) -> None:
        """Until so many rulings were given and all of them are written."""
        self._left = rulings
        with pytest.raises(KeyboardInterrupt):
            self.game.play()

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        if not self.shown or self.shown[-1] is not event:  # good news come with the last event once more
            self.shown.append(event)
        self.said += [effect.saying.sentence for effect in effects if isinstance(effect, Say)]
        self.lamps = after(self.lamps, event, effects, now)
        self._left -= sum(isinstance(effect, ShowRuling) for effect in effects)
        if self._left <= 0 and self.game.table.unwritten == 0:
            raise KeyboardInterrupt

    def waits(self) -> None:
        """The table stands still, and tries again in a moment."""
        assert self.lamps.lamps.signal is Signal.FAULT
        self.tries += 1
        if self.tries == TRIES:
            self.disk.fails = lambda number, step: OK


class WaitingClock(VirtualClock):
    """Tells when the table waits for anything but an event."""

    def __init__(self, turn: Turn) -> None:
        super().__init__()
        self._turn = turn

    def next(self, inbox: "queue.Queue[T]", until: float | None) -> T | None:
        if inbox is not self._turn.inbox:
            self._turn.waits()
        return super().next(inbox, until)


def begun(path: Path) -> None:
    with a_table_on(path) as (table, log, clock):
        open_evening(table, "diavolo", asdict(WISHES.rules), 1, 5, clock.now())
        sit_down(table, log, WISHES.names, clock.now())


def from_step(first: int, *, only_once: bool) -> Callable[[int, Step], int]:
    def fails(number: int, step: Step) -> int:
        if number < first or (only_once and number > first):
            return OK
        return IOERR_FSYNC if step.kind.startswith("sync") else IOERR_WRITE if only_once else FULL

    return fails


@pytest.mark.parametrize("only_once", [False, True], ids=["full for a while", "one I/O error"])
def test_every_write_of_a_turn_may_fail(tmp_path: Path, *, only_once: bool) -> None:
    with watched(tmp_path):
        begun(tmp_path / "log")
    for first in count():
        folder = tmp_path / f"at-{first}"
        folder.mkdir()
        (folder / "log").write_bytes((tmp_path / "log").read_bytes())
        with watched(folder) as disk, EventLog.open(folder / "log") as log:
            failing = len(disk.steps) + first
            disk.fails = from_step(failing, only_once=only_once)
            turn = Turn(log, disk)
            turn.play()
            assert_nothing_is_lost(turn, log)
            if len(disk.steps) <= failing:
                break
            assert Sentence.LOG_NOT_WRITTEN in turn.said, disk.steps[failing]
    assert first > 30, "a turn has several commits of several writes each"


def assert_nothing_is_lost(turn: Turn, log: EventLog) -> None:
    here = list(log.events())
    assert [logged.event for logged in here[-len(turn.shown) :]] == turn.shown
    assert [logged.seq for logged in here] == list(range(1, len(here) + 1))
    assert verify(log, GAMES["diavolo"]).first is None
    assert turn.said.count(Sentence.LOG_NOT_WRITTEN) == turn.said.count(Sentence.LOG_WRITTEN_AGAIN)
    assert turn.lamps.lamps.signal is not Signal.FAULT


def test_every_write_of_a_new_log_may_fail(tmp_path: Path) -> None:
    for first in count():
        folder = tmp_path / f"at-{first}"
        folder.mkdir()
        with watched(folder) as disk:
            disk.fails = from_step(first, only_once=False)
            try:
                EventLog.open(folder / "log").close()
            except LogError as told:
                assert str(folder) in str(told)  # noqa: PT017
            failed = len(disk.steps) > first
            disk.fails = lambda number, step: OK
            with EventLog.open(folder / "log") as log:
                assert log.notice is None, "a disk without room is no damaged log"
        if not failed:
            break
    assert first > 20, "a new log takes some writes"


def test_what_was_asked_for_in_vain_does_not_happen_hours_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pi_diavolo.web.asking.ANSWERS_WITHIN_S", 0.2)
    with watched(tmp_path) as disk, served(play=False, log_file=tmp_path / "log") as here:
        disk.fails = lambda number, step: FULL
        here.table.inbox.put(Tick(here.clock.now()))  # which nobody can write down: now it stands still
        desk = Visitor(here)
        desk.sit_at_desk()
        assert "make room" in " ".join(until(desk, lambda now: now["faults"])["faults"])
        asked = desk.command("pause")
        assert (asked.status, asked.json["error"]) == (503, "table_busy")
        disk.fails = lambda number, step: OK
        well = until(desk, lambda now: not now["faults"])
        assert desk.command("confirm_imps", seen=well["decisions"]).status != 503  # it is past the old wish
        assert desk.state()["status"] != "paused"


def until(visitor: Visitor, wanted: Callable[[Any], Any]) -> Any:
    end = time.monotonic() + 20
    while not wanted(now := visitor.state()):
        assert time.monotonic() < end, now
        time.sleep(0.02)
    return now


# The real program


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux to limit another process")
def test_a_full_disk_is_told_on_the_page_until_it_is_over(tmp_path: Path) -> None:
    port = free_port(tmp_path)
    with started(tmp_path) as table:
        state(port, lambda now: now["turn"])
        wal = tmp_path / "games.db-wal"
        most = resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE, (wal.stat().st_size, most))
        (told,) = of_the_table(state(port, of_the_table))
        assert "make room on the disk" in told
        # Between turns it waits; pages are served all the while, and the watchdog is fed.
        waiting = state(port, lambda now: now["status"] in ("imps", "roll_now"))
        for _ in range(2):
            table.wait_for(lambda said: said == "WATCHDOG=1")
        later = state(port)
        assert all(later[told] == waiting[told] for told in ("turn", "status", "story"))
        assert of_the_table(later) == [told]
        resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE, (most, most))
        state(port, lambda now: not of_the_table(now))
        state(port, lambda now: now["turn"] > waiting["turn"])
        journal = table.stop()
    assert "could not be written" in journal
    assert "can be written again" in journal
    with EventLog.read_only(tmp_path / "games.db") as log:
        assert verify(log, GAMES["diavolo"]).first is None
