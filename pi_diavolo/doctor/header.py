"""The Pi's header: is it set up as the pin map needs it? Six panels leave no pin for anything else."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from pi_diavolo.doctor.finding import Finding
from pi_diavolo.table.pin_map import FREES, Need, PinMap

# What is there when the need is not met, what that is, and what to do.
SIGNS: Mapping[Need, tuple[str, str, str]] = {
    Need.ONE_SELECT: (
        "dev/spidev0.1",
        "SPI0 has its second select",
        "write dtoverlay=spi0-1cs into /boot/firmware/config.txt and start the Pi anew",
    ),
    Need.SERIAL_OFF: (
        "dev/serial0",
        "the serial port is on",
        "switch it off: `sudo raspi-config nonint do_serial_hw 1`, and do_serial_cons 1; start the Pi anew",
    ),
    Need.I2C_OFF: (
        "dev/i2c-1",
        "I2C is on",
        "switch it off: `sudo raspi-config nonint do_i2c 1`, and start the Pi anew",
    ),
    Need.NO_HAT: ("proc/device-tree/hat", "a HAT is plugged on", "take it off: its pins are needed"),
}
SPI_ADVICE = "switch it on: `sudo raspi-config nonint do_spi 0`, and start the Pi anew"


def judge_header(wired: PinMap, root: Path = Path("/")) -> tuple[Finding, ...]:
    """What of the set-up stands in the way of this pin map; one good finding where nothing does."""
    wrong = tuple(_wrong(wired, root))
    return wrong or (Finding("pins", True, f"{wired.name}: all of its pins are free for it"),)


def _wrong(wired: PinMap, root: Path) -> Iterator[Finding]:
    for need in sorted(wired.needs):
        sign, found, do = SIGNS[need]
        if (root / sign).exists():
            pins = " and ".join(f"GPIO{pin}" for pin in FREES[need])
            yield Finding("pins", False, found, f"{pins} free for switches", do)
    if (wired.lamps or wired.docks) and not (root / "dev/spidev0.0").exists():
        yield Finding("pins", False, "SPI is off", "SPI0 for lamps and docks", SPI_ADVICE)
