"""What a Pi's firmware says of voltage and heat, read from a tree of files as the kernel lays them out."""

from pathlib import Path

import pytest

from pi_diavolo.doctor.machine import judge_supply, throttled
from pi_diavolo.doctor.throttling import COOL_C, flags, slowed_by_heat

UNIT = Path(__file__).parents[2] / "systemd/pi-diavolo.service"
PI_4 = "sys/devices/platform/soc/soc:firmware"
PI_5 = "sys/devices/platform/soc@107c000000/soc@107c000000:firmware"
ELSEWHERE = "sys/bus/platform/drivers/raspberrypi-firmware/firmware"
WARM = COOL_C + 10


def a_pi(root: Path, said: str | None, firmware: str = PI_4, alarm: str | None = "0") -> Path:
    if alarm is not None:
        (monitor := root / "sys/class/hwmon/hwmon1").mkdir(parents=True)
        (monitor / "name").write_text("rpi_volt\n")
        (monitor / "in0_lcrit_alarm").write_text(f"{alarm}\n")
    (root / firmware).mkdir(parents=True)
    if said is not None:
        (root / firmware / "get_throttled").write_text(f"{said}\n")
    return root


@pytest.mark.parametrize("firmware", [PI_4, PI_5, ELSEWHERE])
def test_it_is_found_on_every_kind_of_pi(tmp_path: Path, firmware: str) -> None:
    assert slowed_by_heat(WARM, a_pi(tmp_path, "4", firmware)) is True


@pytest.mark.parametrize(
    ("said", "hot"),
    [
        pytest.param("0", False, id="all is well"),
        pytest.param("2", True, id="capped"),
        pytest.param("4", True, id="throttled"),
        pytest.param("8", True, id="at the soft limit"),
        pytest.param("20000", True, id="capped a second ago"),
        pytest.param("80000", True, id="at the soft limit a second ago"),
        pytest.param("1", False, id="too little voltage"),
        pytest.param("50005", False, id="throttled for want of voltage"),
        pytest.param("7", False, id="all that a weak supply does"),
        pytest.param("d000d", True, id="too little voltage, and heat as well"),
        pytest.param("what", None, id="nonsense"),
        pytest.param("", None, id="nothing"),
        pytest.param(None, None, id="no such file"),
    ],
)
def test_slowing_down_is_heat_unless_it_is_the_supply(
    tmp_path: Path, said: str | None, hot: bool | None
) -> None:
    assert slowed_by_heat(WARM, a_pi(tmp_path, said)) is hot


def test_flags_that_nobody_keeps_up_to_date_are_not_believed(tmp_path: Path) -> None:
    assert flags(a_pi(tmp_path, "4", alarm=None)) is None


def test_a_cool_pi_is_not_asked_so_that_its_kernel_prints_no_warning(tmp_path: Path) -> None:
    assert slowed_by_heat(COOL_C - 1, a_pi(tmp_path, "4")) is False
    assert slowed_by_heat(COOL_C - 1, tmp_path / "a laptop") is None


def test_the_doctor_reads_them_where_there_is_no_vcgencmd(tmp_path: Path) -> None:
    finding = judge_supply(throttled(lambda: None, a_pi(tmp_path, "4")))
    assert (finding.ok, finding.found) == (False, "the processor is slowed down")


def test_a_doctor_names_the_supply_before_the_heat(tmp_path: Path) -> None:
    finding = judge_supply(throttled(lambda: None, a_pi(tmp_path, "50005", alarm="1")))
    assert (finding.ok, finding.found) == (False, "too low a voltage, now")


def test_the_service_may_read_these_files() -> None:
    """Tunables are protected from being written; nothing of /sys is hidden from it."""
    unit = UNIT.read_text(encoding="utf-8").splitlines()
    hiding = ("InaccessiblePaths=", "TemporaryFileSystem=", "RootDirectory=", "RootImage=", "BindPaths=")
    assert not [line for line in unit if line.startswith(hiding) and "/sys" in line]
    assert "ProtectKernelTunables=yes" in unit
