"""The computer under the table: its disk, its clock, its supply and its temperature."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pi_diavolo.doctor.finding import NOT_HERE, Finding
from pi_diavolo.doctor.readings import text_in
from pi_diavolo.doctor.throttling import (
    CAPPED,
    EARLIER,
    SOFT_LIMIT,
    THROTTLED,
    UNDER_VOLTAGE,
    flags,
    is_heat,
    voltage_alarm,
)

MB = 1_000_000
# Below the second figure SQLite and systemd begin to fail.
GOOD_FREE_MB, LEAST_FREE_MB = 500, 50
# What 120 turns of four players add to the log (`benchmarks.writes`); docs and settings say the same.
EVENING_MB = 0.4
# No clock of today says less; a Pi without a battery wakes up years ago.
EARLIEST = datetime(2025, 1, 1, tzinfo=UTC)
LATEST = datetime(2100, 1, 1, tzinfo=UTC)
WARM_C, HOT_C = 70.0, 80.0  # a Pi slows down from 80 °C on
PI_ZONE = "cpu-thermal"
ASK_S = 5.0

SUPPLY_ADVICE = "use the official power supply and a short, thick cable, and unplug what it need not feed"
COOLING_ADVICE = "give it air, a heat sink or a fan"


# The disk


@dataclass(frozen=True, slots=True)
class Disk:
    """The folder that the log lies in: what room is left there, and why nothing can be written, if so."""

    folder: Path
    free_mb: float | None
    trouble: str = ""


def disk(log_file: Path) -> Disk:
    """Look at the folder of the log, or at the one in which it would be made."""
    folder = folder_of(log_file)
    try:
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(b"x" * 4096)
            trial.flush()
        return Disk(folder, free_mb(folder))
    except OSError as error:
        return Disk(folder, None, (error.strerror or "it cannot be written").lower())


def folder_of(log_file: Path) -> Path:
    """The folder of the log, or the one in which it would be made."""
    folder = log_file.absolute().parent
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    return folder


def free_mb(folder: Path) -> float:
    """The room that is left there; OSError where nobody can say."""
    return shutil.disk_usage(folder).free / MB


def judge_disk(found: Disk) -> Finding:
    """Is there room for the log?"""
    wanted = f"{GOOD_FREE_MB} MB free, and leave to write"
    if found.free_mb is None:
        do = "see to the folder's permissions, or name another log with --log or under [log]"
        return Finding("disk", False, f"{found.folder}: {found.trouble}", wanted, do)
    room = f"{found.folder}: {found.free_mb:,.0f} MB free"
    if found.free_mb < LEAST_FREE_MB:
        return Finding("disk", False, room, wanted, "make room: without it no ruling can be kept")
    if found.free_mb >= GOOD_FREE_MB:
        return Finding("disk", True, room, wanted)
    evenings = (found.free_mb - LEAST_FREE_MB) / EVENING_MB
    do = f"make room before it runs out: the log itself would fill it in some {evenings:,.0f} evenings"
    return Finding("disk", True, room, wanted, do)


# The clock


@dataclass(frozen=True, slots=True)
class Clocks:
    """What the clocks say; `synchronised` is None where nobody knows."""

    ticks_on: bool
    wall: datetime
    synchronised: bool | None


def clocks(root: Path = Path("/")) -> Clocks:
    """Ask both clocks, and whether the network keeps the one on the wall."""
    ticks = [time.monotonic() for _ in range(1000)]
    timesync = root / "run/systemd/timesync"
    synchronised = (timesync / "synchronized").exists() if timesync.is_dir() else None
    return Clocks(ticks == sorted(ticks), datetime.now(UTC), synchronised)


def judge_clock(found: Clocks) -> Finding:
    """The monotonic clock decides games; the one on the wall is for people."""
    wanted = "a clock that never goes back, and today's date"
    said = f"{found.wall:%Y-%m-%d %H:%M} UTC"
    if not found.ticks_on:
        return Finding("clock", False, "the monotonic clock goes back", wanted, "start the computer anew")
    if not EARLIEST <= found.wall < LATEST:
        do = "connect to a network once, or set it: `sudo timedatectl set-time '2026-01-31 20:00'`"
        return Finding("clock", False, said, wanted, do)
    known = {True: ", kept by the network", False: ", not kept by the network", None: ""}
    do = (
        "connect to a network, or mind that dates in the log may be off"
        if found.synchronised is False
        else ""
    )
    return Finding("clock", True, said + known[found.synchronised], wanted, do)


# Supply and temperature


def throttled(ask: Callable[[], str | None] | None = None, root: Path = Path("/")) -> int | None:
    """The Pi's own word on its supply, as bits; None where there is none."""
    said = (ask or _vcgencmd)()
    if said is not None and said.startswith("throttled="):
        try:
            return int(said.removeprefix("throttled="), 16)
        except ValueError:
            return None
    if (bits := flags(root)) is not None:
        return bits
    alarm = voltage_alarm(root)
    return None if alarm is None else UNDER_VOLTAGE if alarm else 0


def _vcgencmd() -> str | None:
    if shutil.which("vcgencmd") is None:
        return None
    try:
        answer = subprocess.run(
            ["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=ASK_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.strip()


def judge_supply(bits: int | None) -> Finding:
    """Is the voltage what it must be, and was it so since the start?"""
    wanted = "never below 4.63 V"
    if bits is None:
        return Finding("supply", None, f"{NOT_HERE}: only a Pi tells its voltage", wanted)
    before = bits >> EARLIER
    if bits & UNDER_VOLTAGE:
        return Finding("supply", False, "too low a voltage, now", wanted, SUPPLY_ADVICE)
    if before & UNDER_VOLTAGE:
        return Finding("supply", False, "too low a voltage since the start", wanted, SUPPLY_ADVICE)
    if is_heat(bits):
        return Finding("supply", False, "the processor is slowed down", "full speed", COOLING_ADVICE)
    if before & (CAPPED | THROTTLED | SOFT_LIMIT):
        return Finding("supply", True, "well; slowed down at times", wanted, COOLING_ADVICE)
    return Finding("supply", True, "well since the start", wanted)


def temperature(root: Path = Path("/")) -> float | None:
    """The temperature of a Pi's processor (°C); None where nothing tells it."""
    for zone in sorted((root / "sys/class/thermal").glob("thermal_zone*")):
        # Another zone may be a battery's; and a laptop (`x86_pkg_temp`) is well at 80 °C.
        if text_in(zone / "type") != PI_ZONE:
            continue
        told = text_in(zone / "temp")
        if told is not None and told.lstrip("-").isdigit():
            return int(told) / 1000
    return None


def judge_temperature(found: float | None) -> Finding:
    """Does it stay cool enough not to slow down?"""
    wanted = f"below {WARM_C:.0f} °C"
    if found is None:
        return Finding("temperature", None, f"{NOT_HERE}: only a Pi's is judged", wanted)
    do = COOLING_ADVICE if found >= WARM_C else ""
    return Finding("temperature", found < HOT_C, f"{found:.0f} °C", wanted, do)
