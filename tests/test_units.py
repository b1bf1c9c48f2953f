"""The units under systemd's own eyes: nothing it complains about, and little that a break-in would gain."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNITS = Path(__file__).parents[1] / "systemd"
SERVICES = ("pi-diavolo.service", "pi-diavolo-poweroff.service")
MOST_EXPOSED = 2.0


def analyse(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    tool = shutil.which("systemd-analyze") or pytest.skip("systemd-analyze is missing: apt install systemd")
    return subprocess.run([tool, *arguments], capture_output=True, text=True, timeout=60)


def test_systemd_has_nothing_to_complain_about(tmp_path: Path) -> None:
    for unit in UNITS.glob("pi-diavolo*.*"):
        # The program is not installed here: something else that can be started stands for it.
        text = unit.read_text(encoding="utf-8")
        (tmp_path / unit.name).write_text(re.sub(r"/opt/pi-diavolo/\S+/pi-diavolo", "/bin/true", text))
    found = analyse("verify", "--man=no", *sorted(tmp_path.glob("*.service")), *tmp_path.glob("*.path"))
    assert (found.returncode, found.stdout + found.stderr) == (0, "")


@pytest.mark.parametrize("service", SERVICES)
def test_a_break_in_would_gain_little(service: str) -> None:
    found = analyse("security", "--offline=true", "--no-pager", UNITS / service)
    (exposure,) = re.findall(r"exposure level for \S+: ([0-9.]+)", found.stdout)
    assert float(exposure) <= MOST_EXPOSED


def settings(unit: str, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", (UNITS / unit).read_text(encoding="utf-8"), re.MULTILINE)


def test_the_watchdog_is_asked_for_and_the_table_started_again() -> None:
    assert settings("pi-diavolo.service", "Type") == ["notify"]
    assert settings("pi-diavolo.service", "Restart") == ["on-failure"]
    assert 0 < int(*settings("pi-diavolo.service", "WatchdogSec")) <= 60


def test_only_the_tables_parts_are_there_for_it() -> None:
    assert settings("pi-diavolo.service", "DevicePolicy") == ["closed"]
    assert settings("pi-diavolo.service", "DeviceAllow") == [
        f"char-{kind} rw" for kind in ("gpiochip", "spi", "video4linux", "media", "dma_heap")
    ]


def test_the_journal_which_its_user_may_read_is_not_there_for_the_service() -> None:
    assert settings("pi-diavolo.service", "InaccessiblePaths") == ["-/var/log/journal -/run/log/journal"]


def test_it_may_use_a_low_port_and_nothing_else_that_others_may_not() -> None:
    for key in ("CapabilityBoundingSet", "AmbientCapabilities"):
        assert settings("pi-diavolo.service", key) == ["CAP_NET_BIND_SERVICE"]


def test_the_service_runs_the_table_as_a_service_with_the_machines_settings() -> None:
    (command,) = settings("pi-diavolo.service", "ExecStart")
    assert command.endswith("pi-diavolo run --service --config /etc/pi-diavolo/diavolo.toml")
