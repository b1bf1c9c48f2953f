"""Which GPIO chip is the Pi's header? Found by its label, for its number changes from kernel to kernel."""

import errno
import fcntl
import struct
from pathlib import Path
from typing import Any

from pi_diavolo.devices.edges import EdgesError

# Pi 5, Pi 4, and all before.
HEADERS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")

# GPIO_GET_CHIPINFO_IOCTL of the kernel's character device: name, label, number of lines.
CHIP_INFO, CHIP_INFO_LAYOUT = 0x8044B401, struct.Struct("32s32sI")


def find_chip(devices: Path = Path("/dev")) -> Path | None:
    """The header's chip; None where this machine has none."""
    refused = None
    for path in sorted(devices.glob("gpiochip*")):
        try:
            if label(path) in HEADERS:
                return path
        except PermissionError:
            refused = path
        except OSError:  # something else that bears the name
            continue
    if refused:
        raise EdgesError(not_allowed(refused))
    return None


def the_chip() -> Path:
    """The header's chip, where there must be one."""
    if (chip := find_chip()) is None:
        raise EdgesError("this machine has no GPIO header; use a Raspberry Pi, or let the table be simulated")
    return chip


def label(path: Path) -> str:
    """What the chip calls itself."""
    with path.open("rb", buffering=0) as chip:
        found = fcntl.ioctl(chip, CHIP_INFO, bytes(CHIP_INFO_LAYOUT.size))
    name: bytes = CHIP_INFO_LAYOUT.unpack(found)[1]
    return name.rstrip(b"\0").decode()


def not_allowed(chip: Path) -> str:
    """What to do when the chip may not be opened."""
    return (
        f"{chip}: this user may not use GPIO; "
        "add it to the group gpio (sudo usermod -aG gpio USER), log in again and start again"
    )


def why_not(chip: Path, pins: list[int], error: OSError) -> str:
    """The sentence for a request that the kernel refused."""
    match error.errno:
        case errno.EBUSY:
            return f"{chip}: {', '.join(held(chip, pins))}; end what holds it, or change the pin map"
        case errno.EACCES | errno.EPERM:
            return not_allowed(chip)
        case errno.ENOENT:
            return f"{chip}: there is no such GPIO chip; leave it out to find the header's"
        case _:
            return f"{chip}: {', '.join(map(gpio, pins))} cannot be watched ({error}); change the pin map"


def held(chip: Path, pins: list[int]) -> list[str]:
    """Those of the pins that somebody holds, and who."""
    import gpiod

    with gpiod.Chip(str(chip)) as opened:
        lines: list[tuple[int, Any]] = [(pin, opened.get_line_info(pin)) for pin in pins]
    return [f"{gpio(pin)} is held by {line.consumer or 'the kernel'!r}" for pin, line in lines if line.used]


def gpio(pin: int) -> str:
    """A pin as the pin map calls it."""
    return f"GPIO{pin}"
