"""The table as the machine's own service: ready, watched, stopped in mid-turn, and taken up again."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.games import GAMES
from pi_diavolo.table.events import Event, Started

PATIENCE_S = 60.0
SETTINGS = """
[log]
file = "games.db"
[simulator]
speed = 3.0
through = "numbers"
doubtful_dice = 0
[hardware]
camera = "simulated"
sensors = "simulated"
lamps = "simulated"
[web]
port = {port}
"""


@dataclass
class Service:
    """A started table, and the end of the socket at which systemd would listen."""

    process: "subprocess.Popen[str]"
    notified: socket.socket
    heard: list[str] = field(default_factory=list)

    def wait_for(self, wanted: Callable[[str], bool]) -> str:
        """The next message like this; the test fails when none comes."""
        while True:
            said = self.notified.recv(4096).decode()
            self.heard.append(said)
            if wanted(said):
                return said

    def stop(self) -> str:
        """As `systemctl stop` does it; returns what was printed."""
        self.process.send_signal(signal.SIGTERM)
        printed, _ = self.process.communicate(timeout=PATIENCE_S)
        self.notified.setblocking(False)
        try:
            while True:
                self.heard.append(self.notified.recv(4096).decode())
        except BlockingIOError:
            return printed


@contextmanager
def started(folder: Path, *options: str) -> Iterator[Service]:
    address = folder / "notify"
    address.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
        notified.bind(str(address))
        notified.settimeout(PATIENCE_S)
        told = {"NOTIFY_SOCKET": str(address), "WATCHDOG_USEC": "1000000"}
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "pi_diavolo",
                "run",
                "--service",
                "--config",
                folder / "diavolo.toml",
                *options,
            ],
            env={**os.environ, **told},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        with process:
            try:
                yield Service(process, notified)
            finally:
                process.kill()


@pytest.fixture
def port(tmp_path: Path) -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        free = int(probe.getsockname()[1])
    (tmp_path / "diavolo.toml").write_text(SETTINGS.format(port=free), encoding="utf-8")
    return free


def events(folder: Path) -> list[Event]:
    with EventLog.read_only(folder / "games.db") as log:
        assert verify(log, GAMES["diavolo"]).differences == ()
        return [logged.event for logged in log.events()]


def the_turn(status: str) -> str:
    return status.partition("STATUS=")[2].partition(":")[0]


def test_a_stop_in_the_middle_of_a_turn_loses_nothing(tmp_path: Path, port: int) -> None:
    with started(tmp_path) as table:
        ready = table.wait_for(lambda said: said.startswith("READY=1\n"))
        assert ready.endswith(f":{port}/")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=PATIENCE_S) as answer:
            assert answer.status == 200
        table.wait_for(lambda said: said == "WATCHDOG=1")
        table.wait_for(lambda said: ", turn 2: " in said)
        grabbing = table.wait_for(lambda said: ": the players grab" in said)
        printed = table.stop()
        assert table.process.returncode == 0
        assert table.heard[-1].startswith("STOPPING=1\n")
    before = events(tmp_path)

    with started(tmp_path) as table:
        again = table.wait_for(lambda said: said.startswith("READY=1\n"))
        assert the_turn(again) == the_turn(grabbing)
        table.wait_for(lambda said: ", turn 3: " in said)
        table.stop()
    after = events(tmp_path)

    assert after[: len(before)] == before
    assert isinstance(after[len(before)], Started)
    assert "PIN" not in printed, "others may read the machine's journal"


def test_the_watchdog_is_fed_while_nothing_happens(tmp_path: Path, port: int) -> None:
    # At this speed the first throw is minutes away.
    settings = tmp_path / "diavolo.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace("speed = 3.0", "speed = 0.001"))
    with started(tmp_path) as table:
        table.wait_for(lambda said: said.startswith("READY=1\n"))
        for _ in range(6):
            assert table.wait_for(lambda said: not said.startswith("STATUS=")) == "WATCHDOG=1"


def test_a_port_that_is_taken_is_told_and_not_changed(tmp_path: Path, port: int) -> None:
    # People look for the table where the settings say; systemd tries again until the port is free.
    with socket.create_server(("", port)), started(tmp_path) as table:
        printed, _ = table.process.communicate(timeout=PATIENCE_S)
    assert table.process.returncode == 2
    assert f"port {port} cannot be used for the pages" in printed


@pytest.mark.parametrize("option", [("--no-pages",), ("--speed", "max")])
def test_a_service_without_pages_is_none(tmp_path: Path, port: int, option: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pi_diavolo", "run", "--service", *option],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 2
    assert "--service is a table that people reach by its pages" in done.stderr


def test_a_duel_is_a_service_like_any_other_game(tmp_path: Path, port: int) -> None:
    duel = ("--game", "devilish-duels")
    with started(tmp_path, *duel) as table:
        assert table.wait_for(lambda said: said.startswith("READY=1\n")).endswith(f":{port}/")
        table.wait_for(lambda said: said == "WATCHDOG=1")
        table.wait_for(lambda said: ", turn 1: " in said)
        table.stop()
        assert table.process.returncode == 0
    with started(tmp_path, *duel) as table:
        table.wait_for(lambda said: said.startswith("READY=1\n"))
        assert "Game 1 goes on." in table.stop()
