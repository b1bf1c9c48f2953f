"""The computer under the table is judged by what it says of itself; where it says nothing, so do we."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pi_diavolo.config import usual
from pi_diavolo.doctor.machine import (
    EVENING_MB,
    Clocks,
    Disk,
    clocks,
    disk,
    judge_clock,
    judge_disk,
    judge_supply,
    judge_temperature,
    temperature,
    throttled,
)

TODAY = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("free", "ok", "advised"),
    [(9000.0, True, False), (120.0, True, True), (12.0, False, True), (None, False, True)],
)
def test_the_disk_wants_room_and_leave_to_write(free: float | None, ok: bool, advised: bool) -> None:
    finding = judge_disk(Disk(Path("/somewhere"), free, "read-only file system"))
    assert (finding.ok, bool(finding.do)) == (ok, advised)


def test_a_disk_that_gets_full_tells_how_many_evenings_are_left() -> None:
    finding = judge_disk(Disk(Path("/somewhere"), 120.0))
    assert finding.do.endswith("in some 175 evenings")


def test_everywhere_an_evening_is_said_to_take_as_much() -> None:
    root = Path(__file__).parents[2]
    evenings = f"some {usual({}, root).log_most_mb / EVENING_MB:.0f} evenings"
    assert f"{evenings} of {EVENING_MB} MB" in (root / "docs/data.md").read_text()
    assert evenings in (root / "diavolo.example.toml").read_text()
    assert f"An evening adds {EVENING_MB} MB" in (root / "docs/commands.md").read_text()


def test_a_folder_that_is_not_yet_made_is_judged_by_the_one_it_would_be_made_in(tmp_path: Path) -> None:
    found = disk(tmp_path / "not" / "yet" / "games.db")
    assert found.folder == tmp_path
    assert found.free_mb is not None
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_told_why() -> None:
    found = disk(Path("/proc/games.db"))
    assert found.free_mb is None
    assert judge_disk(found).found.startswith("/proc: ")


@pytest.mark.parametrize(
    ("found", "ok", "said"),
    [
        (Clocks(True, TODAY, True), True, "kept by the network"),
        (Clocks(True, TODAY, False), True, "not kept by the network"),
        (Clocks(True, TODAY, None), True, "2026-05-01 20:00 UTC"),
        (Clocks(True, datetime(1970, 1, 1, tzinfo=UTC), False), False, "1970-01-01"),
        (Clocks(False, TODAY, True), False, "goes back"),
    ],
)
def test_the_clock_never_goes_back_and_says_today(found: Clocks, ok: bool, said: str) -> None:
    finding = judge_clock(found)
    assert finding.ok is ok
    assert said in finding.found


def test_whether_the_network_keeps_the_clock_is_seen_in_a_file(tmp_path: Path) -> None:
    assert clocks(tmp_path).synchronised is None
    (tmp_path / "run/systemd/timesync").mkdir(parents=True)
    assert clocks(tmp_path).synchronised is False
    (tmp_path / "run/systemd/timesync/synchronized").touch()
    assert clocks(tmp_path).synchronised is True


@pytest.mark.parametrize(
    ("bits", "ok", "said"),
    [
        (0x0, True, "well since the start"),
        (0x50005, False, "now"),
        (0x50000, False, "since the start"),
        (0x4, False, "slowed down"),
        (0xC0000, True, "slowed down at times"),
        (None, None, "not here"),
    ],
)
def test_the_supply_is_judged_by_the_pis_own_word(bits: int | None, ok: bool | None, said: str) -> None:
    finding = judge_supply(bits)
    assert finding.ok is ok
    assert said in finding.found


@pytest.mark.parametrize(
    ("said", "bits"), [("throttled=0x50000", 0x50000), ("throttled=0x0", 0), ("throttled=what", None)]
)
def test_vcgencmd_is_asked_first(tmp_path: Path, said: str, bits: int | None) -> None:
    assert throttled(lambda: said, tmp_path) == bits


@pytest.mark.parametrize(("alarm", "bits"), [("0", 0), ("1", 1)])
def test_without_vcgencmd_the_kernels_monitor_tells(tmp_path: Path, alarm: str, bits: int) -> None:
    for number, name in enumerate(("cpu_thermal", "rpi_volt")):
        monitor = tmp_path / f"sys/class/hwmon/hwmon{number}"
        monitor.mkdir(parents=True)
        (monitor / "name").write_text(f"{name}\n")
    (monitor / "in0_lcrit_alarm").write_text(f"{alarm}\n")
    assert throttled(lambda: None, tmp_path) == bits


def test_nobody_tells_the_voltage_of_a_laptop(tmp_path: Path) -> None:
    assert throttled(lambda: None, tmp_path) is None


def test_the_processors_temperature_is_told_not_the_batterys(tmp_path: Path) -> None:
    assert temperature(tmp_path) is None
    for number, (kind, told) in enumerate((("battery", "20000"), ("cpu-thermal", "61234"))):
        zone = tmp_path / f"sys/class/thermal/thermal_zone{number}"
        zone.mkdir(parents=True)
        (zone / "type").write_text(f"{kind}\n")
        (zone / "temp").write_text(f"{told}\n")
    assert temperature(tmp_path) == pytest.approx(61.234)


@pytest.mark.parametrize(
    ("found", "ok", "advised"),
    [(45.0, True, False), (72.0, True, True), (84.0, False, True), (None, None, False)],
)
def test_a_hot_processor_is_slowed_down(found: float | None, ok: bool | None, advised: bool) -> None:
    finding = judge_temperature(found)
    assert (finding.ok, bool(finding.do)) == (ok, advised)


@pytest.mark.on_the_pi
@pytest.mark.skipif(not Path("/proc/device-tree/model").exists(), reason="needs a Raspberry Pi")
def test_on_a_pi_voltage_and_temperature_are_told() -> None:
    assert throttled() is not None
    assert temperature() is not None
