"""Which parts of the table are real: by what is found and what the settings say, part by part."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pi_diavolo.config import HardwareSettings
from pi_diavolo.errors import ConfigError, DiavoloError
from pi_diavolo.table.parts import Lacking, PartKind

AUTO, REAL, SIMULATED = "auto", "real", "simulated"
SPI_NODES = "spidev0.*"


@dataclass(frozen=True, slots=True)
class Found:
    """What this machine has: cameras by their names, a GPIO chip with a Pi's header, an SPI bus."""

    cameras: tuple[str, ...] = ()
    gpio: bool = False
    spi: bool = False


@dataclass(frozen=True, slots=True)
class Furniture:
    """What is real; `simulated` says of each other part why it is not. `camera` is its name."""

    camera: str | None = None
    sensors: bool = False
    lamps: bool = False
    simulated: Mapping[PartKind, Lacking] = field(default_factory=dict)
    settings: HardwareSettings = field(default_factory=HardwareSettings)
    table_file: Path | None = None


def look_round(devices: Path = Path("/dev")) -> Found:
    """See what is plugged in."""
    # Late: a laptop without a table waits for none of them.
    from pi_diavolo.devices.camera import found_cameras
    from pi_diavolo.devices.gpio_chip import find_chip

    return Found(found_cameras(), find_chip(devices) is not None, any(devices.glob(SPI_NODES)))


def furnish(
    settings: HardwareSettings, table_file: Path | None, look: Callable[[], Found] = look_round
) -> Furniture:
    """Choose each part; ConfigError where one is wanted that is not there."""
    if settings.camera == settings.sensors == settings.lamps == SIMULATED:
        return SIMULATED_TABLE
    found, simulated = _found(look, settings), dict[PartKind, Lacking]()
    camera = _camera(settings.camera, found, table_file, simulated)
    sensors = _is_real("sensors", settings.sensors, PartKind.SWITCHES, Lacking.NO_GPIO, found.gpio, simulated)
    lamps = _is_real("lamps", settings.lamps, PartKind.LAMPS, Lacking.NO_SPI, found.spi, simulated)
    return Furniture(camera, sensors, lamps, simulated, settings, table_file)


def _found(look: Callable[[], Found], settings: HardwareSettings) -> Found:
    try:
        return look()
    except DiavoloError:
        # A chip that may not be used is no chip, unless somebody insists on it.
        if REAL in (settings.sensors, settings.lamps):
            raise
        return Found()


def _camera(
    wanted: str, found: Found, table_file: Path | None, simulated: dict[PartKind, Lacking]
) -> str | None:
    if wanted == SIMULATED:
        simulated[PartKind.CAMERA] = Lacking.SETTINGS
        return None
    if table_file is None:
        # A laptop has a camera, too, but no table under it.
        if wanted != AUTO:
            raise ConfigError(
                f"hardware.camera = {wanted!r}, but no table file is named; make one with `calibrate`"
                " and name it under [table]"
            )
        simulated[PartKind.CAMERA] = Lacking.NO_TABLE_FILE
        return None
    if wanted != AUTO:
        return wanted
    if not found.cameras:
        simulated[PartKind.CAMERA] = Lacking.NO_CAMERA
        return None
    return found.cameras[0]


def _is_real(
    name: str, wanted: str, part: PartKind, lacking: Lacking, there: bool, simulated: dict[PartKind, Lacking]
) -> bool:
    if wanted == REAL and not there:
        raise ConfigError(f"hardware.{name} = 'real', but {LACKS[lacking]}")
    if wanted == SIMULATED or not there:
        simulated[part] = Lacking.SETTINGS if wanted == SIMULATED else lacking
        return False
    return True


PARTS = (PartKind.CAMERA, PartKind.SWITCHES, PartKind.LAMPS)
SIMULATED_TABLE = Furniture(simulated=dict.fromkeys(PARTS, Lacking.SETTINGS))
LACKS: Mapping[Lacking, str] = {
    Lacking.NO_GPIO: "this machine has no GPIO pins; run it on a Raspberry Pi, or use 'auto'",
    Lacking.NO_SPI: (
        "there is no SPI bus; switch it on with `sudo raspi-config nonint do_spi 0`, or use 'auto'"
    ),
}
