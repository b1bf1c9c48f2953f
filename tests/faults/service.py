"""The table as a service, as people meet it: by its page, by what systemd hears, and by its journal."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..test_service import PATIENCE_S, Service
from ..test_service import SETTINGS as SLOWER

# Without wires: at this speed a busy machine would have their faults, too.
SETTINGS = SLOWER.replace("speed = 3.0", "speed = 40.0") + '[diavolo]\ngrabs = "phones"\n'

# How hot it is in the room of the test, and how full its disk, is no fault of the table's.
THE_MACHINES = ("the power supply", "the computer is", "the memory card")


def free_port(folder: Path, settings: str = SETTINGS) -> int:
    """A free port, which stands in the settings in this folder from now on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    (folder / "diavolo.toml").write_text(settings.format(port=port), encoding="utf-8")
    return port


@contextmanager
def started(folder: Path, environment: Mapping[str, str] | None = None) -> Iterator[Service]:
    """As systemd starts it, with these settings; it serves its pages once we have it."""
    address = folder / "notify"
    address.unlink(missing_ok=True)
    told = {"NOTIFY_SOCKET": str(address), "WATCHDOG_USEC": "1000000", "STATE_DIRECTORY": str(folder)}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
        notified.bind(str(address))
        notified.settimeout(PATIENCE_S)
        process = subprocess.Popen(
            [sys.executable, "-m", "pi_diavolo", "run", "--service", "--config", folder / "diavolo.toml"],
            env={**os.environ, **told, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        with process:
            try:
                table = Service(process, notified)
                table.wait_for(lambda said: said.startswith("READY=1"))
                yield table
            finally:
                process.kill()


def of_the_table(now: Any) -> list[str]:
    """The faults that the page tells, but for those of the machine that the tests run on."""
    return [fault for fault in now["faults"] if not any(its_own in fault for its_own in THE_MACHINES)]


def state(port: int, wanted: Callable[[Any], Any] = lambda now: True) -> Any:
    """What the page shows, as soon as it is what is wanted."""
    end = time.monotonic() + PATIENCE_S
    while True:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/state?lang=en", timeout=30) as answer:
            now = json.load(answer)
        if wanted(now):
            return now
        assert time.monotonic() < end, now
        time.sleep(0.05)
