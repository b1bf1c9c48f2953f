"""Which parts of the table are real: by what is found and what the settings say, part by part."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pi_diavolo.config_camera import PictureSettings
from pi_diavolo.config_sections import HardwareSettings
from pi_diavolo.errors import ConfigError, DiavoloError
from pi_diavolo.table.parts import Lacking, PartKind
from pi_diavolo.table.troubles import Troubles

AUTO, REAL, SIMULATED = "auto", "real", "simulated"
OWN_TABLE = "table.toml"
SPI_NODES = "spidev0.*"
SPI_ADVICE = "add it to the group spi (sudo usermod -aG spi USER), log in again and start again"
SETTINGS = {PartKind.SWITCHES: "sensors", PartKind.LAMPS: "lamps"}


@dataclass(frozen=True, slots=True)
class Found:
    """What this machine has: cameras by their names, a GPIO chip with a Pi's header, an SPI bus.

    `refused` are parts that are there and that this user may not use, each with a sentence that says so.
    """

    cameras: tuple[str, ...] = ()
    gpio: bool = False
    spi: bool = False
    refused: Mapping[PartKind, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Furniture:
    """What is real; `simulated` says of each other part why it is not. `camera` is its name."""

    camera: str | None = None
    sensors: bool = False
    lamps: bool = False
    simulated: Mapping[PartKind, Lacking] = field(default_factory=dict)
    settings: HardwareSettings = field(default_factory=HardwareSettings)
    table_file: Path | None = None
    pictures: PictureSettings = field(default_factory=PictureSettings)
    patient: bool = False  # what is wired and does not answer is told, and the table opens all the same
    unwired: bool = False  # the pin map cannot be used: nobody knows which switch is whose
    troubles: Troubles = ()  # what people must know of this choice

    @property
    def is_real(self) -> bool:
        """Something of it is no simulation."""
        return self.camera is not None or self.sensors or self.lamps


def own_table_file(log_file: Path) -> Path:
    """Where the set-up page keeps a table of one's own: beside the log, where the next start finds it."""
    return log_file.parent / OWN_TABLE


def table_in_use(named: Path | None, log_file: Path) -> Path | None:
    """The table file that was named, else the one that the set-up page made, if it did."""
    own = own_table_file(log_file)
    with suppress(OSError):  # the folder may be one into which this user may not even look
        return named or (own if own.is_file() else None)
    return None


def look_round(devices: Path = Path("/dev"), cameras_wanted: bool = True) -> Found:
    """See what is plugged in, part by part: one that cannot be looked at hides no other."""
    # Late: a laptop without a table waits for none of them.
    from pi_diavolo.devices.gpio_chip import find_chip

    cameras: tuple[str, ...] = ()
    gpio, refused = False, dict[PartKind, str]()
    with suppress(OSError):
        cameras = _found_cameras() if cameras_wanted else ()
    try:
        gpio = find_chip(devices) is not None
    except DiavoloError as error:
        refused[PartKind.SWITCHES] = str(error)
    nodes = sorted(devices.glob(SPI_NODES))
    spi = any(os.access(node, os.R_OK | os.W_OK) for node in nodes)
    if nodes and not spi:
        refused[PartKind.LAMPS] = f"{nodes[0]}: this user may not use SPI; {SPI_ADVICE}"
    return Found(cameras, gpio, spi, refused)


def _found_cameras() -> tuple[str, ...]:
    from pi_diavolo.devices.camera import found_cameras

    return found_cameras()


def furnish(
    settings: HardwareSettings,
    table_file: Path | None,
    look: Callable[[], Found] | None = None,
    pictures: PictureSettings | None = None,
    sets_up: bool = True,
    patient: bool = False,
) -> Furniture:
    """Choose each part; ConfigError where one is wanted that is not there, unless a `patient` table waits.

    Where nobody `sets_up` the table at its pages, a camera needs a table file from the start.
    """
    if settings.camera == settings.sensors == settings.lamps == SIMULATED:
        return SIMULATED_TABLE
    # Without a table file no camera is of use, and none need be looked for.
    found = look() if look else look_round(cameras_wanted=table_file is not None)
    simulated = dict[PartKind, Lacking]()
    if settings.camera not in (AUTO, SIMULATED) and table_file is None and not sets_up:
        raise ConfigError(
            f"hardware.camera = {settings.camera!r}, but no table file is named; make one at the set-up page"
            " or with `calibrate`, and name it under [table]"
        )
    camera = _camera(settings.camera, found, table_file, simulated)
    sensors = _is_real(settings.sensors, PartKind.SWITCHES, found, simulated, patient)
    lamps = _is_real(settings.lamps, PartKind.LAMPS, found, simulated, patient)
    return Furniture(camera, sensors, lamps, simulated, settings, table_file, pictures or PictureSettings())


def _camera(
    wanted: str, found: Found, table_file: Path | None, simulated: dict[PartKind, Lacking]
) -> str | None:
    if wanted == SIMULATED:
        simulated[PartKind.CAMERA] = Lacking.SETTINGS
        return None
    if table_file is None and wanted == AUTO:
        # A laptop has a camera, too, but no table under it. Who names the camera sets the table up.
        simulated[PartKind.CAMERA] = Lacking.NO_TABLE_FILE
        return None
    if wanted != AUTO:
        return wanted
    if not found.cameras:
        simulated[PartKind.CAMERA] = Lacking.NO_CAMERA
        return None
    return found.cameras[0]


def _is_real(
    wanted: str, part: PartKind, found: Found, simulated: dict[PartKind, Lacking], patient: bool
) -> bool:
    there, lacking = (
        (found.gpio, Lacking.NO_GPIO) if part is PartKind.SWITCHES else (found.spi, Lacking.NO_SPI)
    )
    if wanted == REAL and patient:
        return True  # looked for until it is there, and told meanwhile
    if wanted == REAL and not there:
        why = found.refused.get(part) or LACKS[lacking]
        raise ConfigError(f"hardware.{SETTINGS[part]} = 'real', but {why}")
    if wanted == SIMULATED or not there:
        lacking = Lacking.NOT_ALLOWED if part in found.refused else lacking
        simulated[part] = Lacking.SETTINGS if wanted == SIMULATED else lacking
        return False
    return True


PARTS = (PartKind.CAMERA, PartKind.SWITCHES, PartKind.LAMPS)
SIMULATED_TABLE = Furniture(simulated=dict.fromkeys(PARTS, Lacking.SETTINGS))
LACKS: Mapping[Lacking, str] = {
    Lacking.NO_GPIO: "this machine has no GPIO pins; run it on a Raspberry Pi, or use 'auto'",
    Lacking.NO_SPI: (
        "there is no SPI bus; on a Raspberry Pi, switch it on with `sudo raspi-config nonint do_spi 0`,"
        " elsewhere use 'auto'"
    ),
}
