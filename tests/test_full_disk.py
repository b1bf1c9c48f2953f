"""A full or broken disk: the turn in hand is finished, people are told, nothing new begins. And leaving."""

import io
import os
import queue
import resource
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
from rich.console import Console

from pi_diavolo.app import UNDER_WAY, Inbox
from pi_diavolo.clock import VirtualClock
from pi_diavolo.evening import remember
from pi_diavolo.eventlog import EventLog, LogNotWritten, verify
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.live import LiveGame, Wishes, leaving
from pi_diavolo.simulation import Chances
from pi_diavolo.table.effects import ClearRoll, Effect, Say, ShowRuling, ShowStatus, ShowWinner
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import Edge, LevelsRead
from pi_diavolo.table.rulings import Ruling
from pi_diavolo.table.sentences import Sentence, saying

from .killed.killing import PATIENCE_S, Running, read_on, started_by_the_command
from .killed.terminal import CTRL_C, started_in_a_terminal
from .killed.witness import tagged

T = TypeVar("T")

# The table tries so often in vain before somebody makes room.
RETRIES = 3

# The evening is opened, the clock started, two sit down, the youngest is named, the game begins.
GAME_BEGUN = 6

# Whoever wants to go does not want to wait.
LEAVES_WITHIN_S = 5.0

KEPT = "The game is kept. Start the table again and it goes on where it stopped."


WISHES = Wishes(
    names=("Mia", "Emil"),
    skills=("regular", "child"),
    rules=HouseRules(),
    language="en",
    speed=1.0,
    chances=Chances(doubtful_dice=0.05, invalid_rolls=0.1),
    seed=3,
    games=2,
    json=True,
)


class Trouble:
    """What is wrong with the disk, from one event on until somebody puts it right."""

    def begin(self, log: EventLog) -> None:
        raise NotImplementedError

    def end(self, log: EventLog) -> None:
        raise NotImplementedError


class ReadOnly(Trouble):
    """A card that does not take anything any more, as old ones do."""

    def begin(self, log: EventLog) -> None:
        log._db.execute("PRAGMA query_only = ON")

    def end(self, log: EventLog) -> None:
        log._db.execute("PRAGMA query_only = OFF")


class SoManyPages(Trouble):
    """A disk that is full after so many pages more."""

    def __init__(self, pages: int) -> None:
        self._pages = pages

    def begin(self, log: EventLog) -> None:
        there = log._db.execute("PRAGMA page_count").fetchone()[0]
        log._db.execute(f"PRAGMA max_page_count = {there + self._pages}")

    def end(self, log: EventLog) -> None:
        log._db.execute("PRAGMA max_page_count = 1000000")


class Filled(Trouble):
    """A disk on which another file takes all the room."""

    def __init__(self, disk: Path) -> None:
        self._file = disk / "holiday.mp4"

    def begin(self, log: EventLog) -> None:
        with self._file.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                return

    def end(self, log: EventLog) -> None:
        self._file.unlink()


class Evening:
    """Two games in a row; after so many events the trouble begins, and it ends when the table has waited."""

    def __init__(
        self, log: EventLog, trouble: Trouble | None = None, after: int = 0, wishes: Wishes = WISHES
    ) -> None:
        self.shown: list[tuple[Event, Sequence[Effect]]] = []
        self.waited: list[int] = []  # how much had been shown, each time that the table tried again
        self._log, self._trouble, self._after = log, trouble, after
        self._lines = io.StringIO()
        self.when_it_waits: Callable[[], object] = lambda: None
        self._clock = _Clock(self._wait)
        self.game = LiveGame(wishes, log, Console(file=self._lines), self._clock)
        self._clock.inbox = self.game.table.inbox
        self.game.table.add_outlet(self)

    def play(self) -> None:
        self.game.play()

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self.shown.append((event, effects))
        if self._trouble and len(self.shown) == self._after:
            self._trouble.begin(self._log)

    def _wait(self) -> None:
        self.waited.append(len(self.shown))
        self.when_it_waits()
        if self._trouble and len(self.waited) == RETRIES:
            self._trouble.end(self._log)

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The same as JSON."""
        return [msgspec.json.decode(line) for line in self._lines.getvalue().splitlines()]

    @property
    def events(self) -> list[Event]:
        """What happened, in the order in which it was shown."""
        return [event for event, effects in self.shown if not _only_good_news(effects)]

    def when_said(self, sentence: Sentence) -> list[int]:
        return [count for count, (_, effects) in enumerate(self.shown) if _says(effects, sentence)]

    def count(self, kind: type[Effect]) -> int:
        """How often something of this kind was shown."""
        return sum(isinstance(effect, kind) for _, effects in self.shown for effect in effects)


class _Clock(VirtualClock):
    """Time jumps, and somebody hears when the table waits for anything but an event."""

    def __init__(self, waits: Callable[[], None]) -> None:
        super().__init__()
        self.inbox: Inbox | None = None
        self._waits = waits

    def next(self, inbox: "queue.Queue[T]", until: float | None) -> T | None:
        if inbox is not self.inbox:
            self._waits()
        return super().next(inbox, until)


def _says(effects: Sequence[Effect], sentence: Sentence) -> bool:
    return any(isinstance(effect, Say) and effect.saying.sentence is sentence for effect in effects)


def _only_good_news(effects: Sequence[Effect]) -> bool:
    return len(effects) == 1 and _says(effects, Sentence.LOG_WRITTEN_AGAIN)


def _under_way(shown: Sequence[tuple[Event, Sequence[Effect]]]) -> bool:
    statuses = [effect.status for _, effects in shown for effect in effects if isinstance(effect, ShowStatus)]
    return statuses[-1] in UNDER_WAY


def assert_played_as_it_should_be(evening: Evening, log: EventLog) -> None:
    """What holds for every trouble at any moment."""
    (begin,) = evening.when_said(Sentence.LOG_NOT_WRITTEN)
    (end,) = evening.when_said(Sentence.LOG_WRITTEN_AGAIN)
    failed = evening.shown[begin:end]
    # The turn in hand was played to its ruling, or until it had to be rolled again.
    assert all(_under_way(evening.shown[:count]) for count in range(begin + 1, end))
    assert len(failed) == 1 or any(isinstance(effect, ShowRuling | ClearRoll) for effect in failed[-1][1])
    # Then the table stood still until there was room.
    assert not _under_way(evening.shown[:end])
    assert evening.waited == [end] * RETRIES
    # Nothing that was shown is missing, nothing stands there twice, and all is ruled as it was shown.
    assert [logged.event for logged in log.events()] == evening.events
    assert [logged.seq for logged in log.events()] == list(range(1, len(evening.events) + 1))
    found = verify(log, GAMES["diavolo"])
    assert found.first is None
    assert found.rulings == evening.count(ShowRuling)
    assert evening.count(ShowWinner) == 2


def test_whenever_the_log_fails_the_turn_is_finished_and_nothing_new_begins(tmp_path: Path) -> None:
    for after in range(GAME_BEGUN, events_in_the_first_game(tmp_path) + 5):
        with EventLog.open(tmp_path / f"log-{after}") as log:
            evening = Evening(log, ReadOnly(), after)
            evening.play()
            assert evening.when_said(Sentence.LOG_NOT_WRITTEN) == [after]
            assert_played_as_it_should_be(evening, log)


def events_in_the_first_game(folder: Path) -> int:
    with EventLog.open(folder / "well") as log:
        evening = Evening(log)
        evening.play()
        return sum(logged.game in (None, 1) for logged in log.events())


def test_levels_that_nobody_takes_in_while_the_log_fails_do_not_pile_up(tmp_path: Path) -> None:
    with EventLog.open(tmp_path / "log") as log:
        evening = Evening(log, ReadOnly(), after=20)
        inbox, waiting = evening.game.table.inbox, list[list[object]]()
        falls, rises, newest = Edge(4, False, 1.0), Edge(4, True, 2.0), LevelsRead({4: True}, 9999.0)

        def much_is_reported() -> None:
            waiting.append(list(inbox.queue))
            inbox.put(falls)
            for at in range(10_000):
                inbox.put(LevelsRead({4: True}, float(at)))
            inbox.put(rises)

        evening.when_it_waits = much_is_reported
        evening.play()
    assert waiting == [[], [falls, newest, rises], [falls, rises, falls, newest, rises]]


@pytest.mark.parametrize("pages", range(8))
def test_a_full_disk_is_such_a_failure(pages: int, tmp_path: Path) -> None:
    with EventLog.open(tmp_path / "log") as log:
        evening = Evening(log, SoManyPages(pages), after=GAME_BEGUN)
        evening.play()
        assert_played_as_it_should_be(evening, log)


def test_without_people_the_table_stops_after_the_turn_in_hand(tmp_path: Path) -> None:
    with EventLog.open(tmp_path / "log") as log:
        evening = Evening(log, ReadOnly(), after=20, wishes=replace(WISHES, speed=None))
        with pytest.raises(LogNotWritten, match="make room on the disk"):
            evening.play()
        assert not _under_way(evening.shown)


def test_what_is_not_written_yet_has_no_number(tmp_path: Path) -> None:
    with EventLog.open(tmp_path / "log") as log:
        evening = Evening(log, ReadOnly(), after=20)
        evening.play()
        (begin,) = evening.when_said(Sentence.LOG_NOT_WRITTEN)
        (end,) = evening.when_said(Sentence.LOG_WRITTEN_AGAIN)
    numbers = [line["seq"] for line in evening.lines]
    assert numbers[begin:end] == [None] * (end - begin)
    assert numbers[:begin] == list(range(1, begin + 1))
    assert numbers[end:] == list(range(end, len(numbers)))  # the good news stands beside the last event


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("only root may mount a small disk")
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("after", [GAME_BEGUN, 20, 21, 22])
def test_a_disk_filled_by_another_file_is_such_a_failure(after: int, small_disk: Path) -> None:
    with EventLog.open(small_disk / "log") as log:
        evening = Evening(log, Filled(small_disk), after)
        evening.play()
        assert_played_as_it_should_be(evening, log)


# The real program


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux to limit another process")
def test_a_running_table_survives_a_disk_that_fails_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    log, shown = tmp_path / "log", bytearray()
    with started_by_the_command(log, speed=20) as running:
        read_until(running, shown, b'"ShowRoll"')
        fail_from_now_on(running.pid, log)
        read_until(running, shown, b'"log_not_written"', b'"status":"roll_now"')
        standing = len(shown)
        # Ten seconds on the table's clock: the next player would have rolled by then.
        read_on(running.output, shown, 0.5, lambda: False)
        assert len(shown) == standing
        works_again(running.pid)
        read_until(running, shown, b'"log_written_again"', b'"ShowRuling"')
        os.kill(running.pid, signal.SIGINT)
        assert ends(running, shown) == 0
    *lines, kept = shown.decode().splitlines()
    assert kept == KEPT
    assert_shown_and_written(log, [line for line in lines if not line.startswith("pi-diavolo: ")])


def assert_shown_and_written(path: Path, lines: Sequence[str]) -> None:
    told = [msgspec.json.decode(line) for line in lines]
    sentences = [
        effect["saying"]["sentence"] for line in told for effect in line["effects"] if effect["kind"] == "Say"
    ]
    assert sentences.count(Sentence.LOG_NOT_WRITTEN) == 1
    assert sentences.count(Sentence.LOG_WRITTEN_AGAIN) == 1
    with EventLog.read_only(path) as log:
        assert verify(log, GAMES["diavolo"]).first is None
        written = [tagged(logged.event) for logged in log.events()]
    events = [line["event"] for line in told]
    shown = [event for count, event in enumerate(events) if count == 0 or event != events[count - 1]]
    assert written[: len(shown)] == shown
    assert len(written) <= len(shown) + 1


def read_until(running: Running, shown: bytearray, *words: bytes) -> None:
    """Watch until all these words have been shown, one after the other, to the end of the line."""
    for word in words:
        begin = len(shown)

        def there(word: bytes = word, begin: int = begin) -> bool:
            return word in shown[begin:] and shown.endswith(b"\n")

        read_on(running.output, shown, PATIENCE_S, there)
        assert there(), shown[-2000:]


def fail_from_now_on(pid: int, log: Path) -> None:
    wal = log.with_name(f"{log.name}-wal")
    _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (wal.stat().st_size, most))


def works_again(pid: int) -> None:
    _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))


def ends(running: Running, shown: bytearray) -> int | None:
    """How it ended by itself, if it did so in good time."""
    read_on(running.output, shown, LEAVES_WITHIN_S, lambda: False)
    return running.kill()


# Leaving


Starts = Callable[..., AbstractContextManager[Running]]
Leave = Callable[[Running], None]


def press_ctrl_c(running: Running) -> None:
    os.write(running.output, CTRL_C)


def interrupt(running: Running) -> None:
    os.kill(running.pid, signal.SIGINT)


def stop_from_outside(running: Running) -> None:
    os.kill(running.pid, signal.SIGTERM)


@pytest.mark.parametrize(
    ("starts", "leave"),
    [
        pytest.param(started_in_a_terminal, press_ctrl_c, id="Ctrl-C in a terminal"),
        pytest.param(started_in_a_terminal, stop_from_outside, id="a stop from outside, in a terminal"),
        pytest.param(started_by_the_command, interrupt, id="an interrupt, into a pipe"),
        pytest.param(started_by_the_command, stop_from_outside, id="a stop from outside, into a pipe"),
    ],
)
def test_who_leaves_finds_the_same_turn_again(starts: Starts, leave: Leave, tmp_path: Path) -> None:
    log, shown = tmp_path / "log", bytearray()
    with starts(log, speed=20) as running:
        read_on(running.output, shown, PATIENCE_S, lambda: b"takes the" in shown)
        leave(running)
        assert ends(running, shown) == 0
    assert KEPT in shown.decode()
    with EventLog.read_only(log) as left:
        before = DiavoloReferee()
        remember(before, left)
    assert before.state.game
    assert before.state.game.turn

    with started_by_the_command(log, speed=20) as again:
        first = bytearray()
        read_until(again, first, b"ShowTurn")
    after = msgspec.json.decode(first.splitlines()[0])
    (turn,) = [effect for effect in after["effects"] if effect["kind"] == "ShowTurn"]
    assert after["event"]["kind"] == "Started"
    assert (turn["game"], turn["turn"]) == (before.state.game.number, before.state.game.turn.number)


class Interrupted(EventLog):
    """Ctrl-C comes while the disk is busy with the twentieth event."""

    def append(
        self,
        event: Event,
        game: int | None,
        rulings: Sequence[Ruling],
        rules_version: int,
        settings: Mapping[str, Any],
    ) -> int:
        seq = super().append(event, game, rulings, rules_version, settings)
        if seq == 20:
            raise KeyboardInterrupt
        return seq


def test_who_leaves_while_the_disk_is_busy_is_told_that_the_game_is_kept(tmp_path: Path) -> None:
    with Interrupted.open(tmp_path / "log") as log:
        evening = Evening(log)
        with pytest.raises(KeyboardInterrupt):
            evening.play()
        assert leaving(evening.game) == KEPT


class NobodyMakesRoom(ReadOnly):
    """Somebody presses Ctrl-C instead."""

    def end(self, log: EventLog) -> None:
        raise KeyboardInterrupt


def test_who_leaves_while_the_log_fails_is_told_so(tmp_path: Path) -> None:
    with EventLog.open(tmp_path / "log") as log:
        evening = Evening(log, NobodyMakesRoom(), after=20)
        with pytest.raises(KeyboardInterrupt):
            evening.play()
        assert leaving(evening.game) == evening.game.speaker.say(saying(Sentence.LOG_NOT_WRITTEN))
