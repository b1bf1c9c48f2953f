"""Which parts `pi-diavolo run` takes: what settings and options name is loaded and checked, used or not."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path

from pi_diavolo.config import Config
from pi_diavolo.devices.pin_map import SHIPPED, shipped_file
from pi_diavolo.errors import ConfigError, UsageError
from pi_diavolo.fitting import own_map
from pi_diavolo.furnishing import AUTO, SIMULATED, Furniture, furnish, table_in_use
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.table.parts import PartKind


def add_parts(parser: ArgumentParser) -> None:
    """Camera, table file and pin map, as the doctor takes them."""
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        help="pi, a number such as 0, a device, a film, a folder of pictures, or simulated"
        " (default: from the settings, else what is found)",
    )
    parser.add_argument(
        "--table",
        type=Path,
        metavar="FILE",
        help="the table file (default: from the settings, else the one that the set-up page made)",
    )
    parser.add_argument(
        "--pins",
        metavar="MAP",
        help="the pin map, by its name (panels-4, bases-6) or its file (default: from the settings)",
    )


def furniture(
    arguments: Namespace,
    config: Config,
    rules: HouseRules,
    speed: float | None,
    *,
    sets_up: bool = True,
    patient: bool = False,
) -> Furniture:
    """Choose the parts; raises ConfigError or UsageError, always one sentence.

    A table with pages `sets_up` itself there. A `patient` table is the machine's own: it waits for a camera
    that is not there, and opens meanwhile.
    """
    config = _as_asked(arguments, config)
    config = _with_any_camera(config) if patient else config
    try:
        _check_files(config, rules)
        chosen = furnish(config.hardware, config.table_file, pictures=config.camera, sets_up=sets_up)
    except ConfigError as error:
        named = str(error).startswith("hardware.") and config.source is not None
        raise ConfigError(f"{config.source}: {error}" if named else str(error)) from None
    if patient:
        chosen = _waiting(chosen, config)
    elif chosen.camera is not None and config.hardware.camera != AUTO:
        _try_camera(chosen.camera)
    if speed != 1 and (chosen.camera or chosen.sensors or chosen.lamps):
        wanted = "max" if speed is None else f"{speed:g}"
        raise UsageError(
            f"--speed {wanted} is for the simulator, and this table is real; leave it out, or set camera,"
            f" sensors and lamps to {SIMULATED} under [hardware]"
        )
    return chosen


def _as_asked(arguments: Namespace, config: Config) -> Config:
    hardware = config.hardware
    if arguments.camera is not None:
        hardware = replace(hardware, camera=arguments.camera)
    if arguments.pins is not None:
        hardware = replace(hardware, pins=pin_map_file(arguments.pins))
    table = table_in_use(arguments.table or config.table_file, arguments.log or config.log_file)
    return replace(config, hardware=hardware, table_file=table)


def _with_any_camera(config: Config) -> Config:
    """A machine that is nothing but a table has its camera above it, set up already or not."""
    if config.hardware.camera != AUTO or config.table_file is not None:
        return config
    from pi_diavolo.devices.camera import found_cameras

    camera = next(iter(found_cameras()), AUTO)
    return replace(config, hardware=replace(config.hardware, camera=camera))


def _waiting(chosen: Furniture, config: Config) -> Furniture:
    if chosen.camera is None and config.hardware.camera == AUTO and config.table_file is not None:
        # This table was set up, so it has a camera: painted dice are not what people want to see here.
        simulated = dict(chosen.simulated)
        del simulated[PartKind.CAMERA]
        return replace(chosen, camera=AUTO, simulated=simulated, patient=True)
    return replace(chosen, patient=True)


def pin_map_file(named: str) -> Path:
    """A shipped map by its name, or somebody's own file."""
    return shipped_file(named) if named in SHIPPED else Path(named)


def _check_files(config: Config, rules: HouseRules) -> None:
    """A mistake in a file shall be told while it is made, not only on the Pi."""
    if config.hardware.pins is not None:
        own_map(config.hardware.pins, rules)
    if config.table_file is not None:
        # Late: it brings the eyes' libraries with it.
        from pi_diavolo.vision.table_file import load_table

        load_table(config.table_file)


def _try_camera(source: str) -> None:
    """A camera that was named and is not there is a mistake; one that fails later is opened again."""
    from pi_diavolo.devices.camera import open_camera

    open_camera(source).close()
