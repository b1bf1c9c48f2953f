"""Whether a Pi is slowed down, and by what: its firmware's own word, as the kernel hands it on in files."""

from pathlib import Path

from pi_diavolo.doctor.readings import text_in

# What the bits of `get_throttled` say: of now, and 16 bits further up of the time before.
UNDER_VOLTAGE, CAPPED, THROTTLED, SOFT_LIMIT = 0x1, 0x2, 0x4, 0x8
EARLIER = 16
NOW = UNDER_VOLTAGE | CAPPED | THROTTLED | SOFT_LIMIT

# By the driver's name first: the device has another path on each kind of Pi.
FLAGS = (
    "sys/bus/platform/drivers/raspberrypi-firmware/*/get_throttled",
    "sys/devices/platform/*/*firmware/get_throttled",
    "sys/devices/platform/*firmware/get_throttled",
)
# No Pi is slowed down by heat below this, the lowest soft limit of all of them.
COOL_C = 60.0


def voltage_alarm(root: Path = Path("/")) -> bool | None:
    """Whether the kernel's monitor saw the voltage fall too low in the last two seconds; None without one."""
    for monitor in sorted((root / "sys/class/hwmon").glob("hwmon*")):
        if text_in(monitor / "name") == "rpi_volt":
            alarm = text_in(monitor / "in0_lcrit_alarm")
            return None if alarm is None else alarm != "0"
    return None


def flags(root: Path = Path("/")) -> int | None:
    """What the firmware says of its last two seconds; None where it says nothing, or nobody asks it.

    The kernel's monitor of the voltage asks every two seconds, which clears the bits of the time before;
    without it the file would tell for ever what was true at the start. The first look at that file makes the
    kernel print a warning ("deprecated, use hwmon sysfs instead"), but nothing else tells of slowing down.
    """
    if voltage_alarm(root) is None:
        return None
    for pattern in FLAGS:
        for file in sorted(root.glob(pattern)):
            try:
                bits = int(text_in(file) or "", 16)
            except ValueError:
                continue
            return (bits | bits >> EARLIER) & NOW
    return None


def slowed_by_heat(celsius: float | None, root: Path = Path("/")) -> bool | None:
    """Whether it is slowed down, and not for want of voltage; None where nobody can say."""
    if celsius is not None and celsius < COOL_C:
        return False if voltage_alarm(root) is not None else None
    bits = flags(root)
    return None if bits is None else is_heat(bits)


def is_heat(bits: int) -> bool:
    """A supply that is too weak slows the processor down as well, and says so in the same breath."""
    return bool(bits & SOFT_LIMIT) or bool(bits & (CAPPED | THROTTLED) and not bits & UNDER_VOLTAGE)
