"""What systemd hears of the table: ready, alive, in a few words, leaving."""

import queue
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_diavolo.clock import VirtualClock
from pi_diavolo.notifying import WORDS, Notifier, from_environment
from pi_diavolo.table.effects import ShowStatus, ShowTurn, Status
from pi_diavolo.table.events import Tick
from pi_diavolo.table.players import Seat

ADDRESS = "http://192.0.2.7/"


class Listening:
    """systemd's end of the socket."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._socket.bind(address)

    def heard(self) -> list[str]:
        """All that was said since it was asked last."""
        said = []
        while True:
            try:
                said.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return said

    def close(self) -> None:
        self._socket.close()


class Hours:
    """A monotonic clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Listening]:
    listening = Listening(str(tmp_path / "notify"))
    yield listening
    listening.close()


def a_turn(number: int) -> ShowTurn:
    return ShowTurn(3, number, Seat(1), (Seat(1), Seat(2)), {}, ())


def test_it_is_ready_with_what_the_table_does_and_where_its_pages_are(
    systemd: Listening, tmp_path: Path
) -> None:
    notifier = Notifier(str(tmp_path / "notify"))
    notifier.show(Tick(1), [ShowStatus(Status.LOBBY)], 1)
    assert systemd.heard() == []
    notifier.ready(ADDRESS)
    assert systemd.heard() == [f"READY=1\nSTATUS=Waiting for players; {ADDRESS}"]


def test_only_what_changes_is_told(systemd: Listening, tmp_path: Path) -> None:
    notifier = Notifier(str(tmp_path / "notify"))
    notifier.ready(ADDRESS)
    systemd.heard()
    for _ in range(3):
        notifier.show(Tick(1), [a_turn(7), ShowStatus(Status.GRAB)], 1)
    assert systemd.heard() == [f"STATUS=Game 3, turn 7: the players grab; {ADDRESS}"]


def test_what_is_told_is_one_line(systemd: Listening, tmp_path: Path) -> None:
    Notifier(str(tmp_path / "notify")).ready("http://x/\nMAINPID=1")
    assert systemd.heard() == ["READY=1\nSTATUS=; http://x/ MAINPID=1"]


def test_it_says_that_it_is_left(systemd: Listening, tmp_path: Path) -> None:
    Notifier(str(tmp_path / "notify")).stopping()
    assert systemd.heard() == ["STOPPING=1\nSTATUS=The table is being left; the game is kept."]


@pytest.mark.parametrize("status", Status)
def test_every_status_has_its_words(status: Status) -> None:
    assert WORDS[status]


def test_signs_of_life_come_some_four_times_as_often_as_they_must(systemd: Listening, tmp_path: Path) -> None:
    hours = Hours()
    notifier = Notifier(str(tmp_path / "notify"), watch_s=20, monotonic=hours)
    for now in range(1, 21):
        hours.now = float(now)
        notifier.alive()
        notifier.alive()
    assert systemd.heard() == ["WATCHDOG=1"] * 4


def test_a_loop_that_waits_for_nothing_comes_round_and_gives_a_sign_each_time(
    systemd: Listening, tmp_path: Path
) -> None:
    hours = Hours()
    clock = Notifier(str(tmp_path / "notify"), 20, hours).watched(VirtualClock())
    inbox: queue.Queue[Tick] = queue.Queue()
    for _ in range(4):
        assert clock.next(inbox, None) is None
        hours.now = clock.now()
    assert (clock.now(), systemd.heard()) == (20.0, ["WATCHDOG=1"] * 4)


def test_a_loop_that_does_not_come_round_gives_no_sign(systemd: Listening, tmp_path: Path) -> None:
    hours = Hours()
    Notifier(str(tmp_path / "notify"), 20, hours).watched(VirtualClock())
    hours.now = 1000.0
    assert systemd.heard() == []


def test_a_watched_clock_still_gives_events_first_and_moments_in_time(tmp_path: Path) -> None:
    clock = Notifier(str(tmp_path / "notify"), 20).watched(VirtualClock())
    inbox: queue.Queue[Tick] = queue.Queue()
    inbox.put(Tick(1))
    assert clock.next(inbox, 2.0) == Tick(1)
    assert (clock.next(inbox, 2.0), clock.now()) == (None, 2.0)


def test_what_it_depends_on_must_be_well_too(systemd: Listening, tmp_path: Path) -> None:
    hours, well = Hours(), [True]
    notifier = Notifier(str(tmp_path / "notify"), 4, hours)
    notifier.depends_on(lambda: well[0])
    for hours.now, well[0] in ((1.0, True), (2.0, False), (3.0, False), (4.0, True)):
        notifier.alive()
    assert systemd.heard() == ["WATCHDOG=1"] * 2


def test_where_nobody_watches_the_clock_is_left_as_it_is() -> None:
    clock = VirtualClock()
    assert Notifier().watched(clock) is clock


def test_nobody_who_hears_it_is_no_harm(tmp_path: Path) -> None:
    for notifier in (Notifier(), Notifier(str(tmp_path / "gone"), 1)):
        notifier.ready(ADDRESS)
        notifier.alive()
        notifier.stopping()


def test_the_environment_names_socket_and_watchdog(systemd: Listening, tmp_path: Path) -> None:
    notifier = from_environment({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "20000000"})
    notifier.alive()
    assert systemd.heard() == ["WATCHDOG=1"]


def test_a_name_in_the_kernels_own_list_is_understood() -> None:
    listening = Listening("\0pi-diavolo-test-of-notifying")
    from_environment({"NOTIFY_SOCKET": "@pi-diavolo-test-of-notifying"}).stopping()
    assert len(listening.heard()) == 1
    listening.close()


@pytest.mark.parametrize(
    "environment",
    [
        pytest.param({"WATCHDOG_USEC": "many"}, id="a watchdog that is no number"),
        pytest.param({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}, id="another process's watchdog"),
        pytest.param({}, id="no watchdog"),
    ],
)
def test_a_watchdog_that_is_not_ours_is_not_fed(
    systemd: Listening, tmp_path: Path, environment: dict[str, str]
) -> None:
    from_environment({"NOTIFY_SOCKET": str(tmp_path / "notify"), **environment}).alive()
    assert systemd.heard() == []
