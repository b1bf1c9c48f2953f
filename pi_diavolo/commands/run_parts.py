"""Which parts `pi-diavolo run` takes: what settings and options name is loaded and checked, used or not."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path

from pi_diavolo.commands.common import settings
from pi_diavolo.commands.rules import house_rules
from pi_diavolo.config import Config
from pi_diavolo.devices.pin_map import SHIPPED, shipped_file
from pi_diavolo.errors import ConfigError, DiavoloError, UsageError, without_values
from pi_diavolo.fitting import own_map
from pi_diavolo.furnishing import AUTO, SIMULATED, Furniture, furnish, table_in_use
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.table.parts import PartKind
from pi_diavolo.table.sentences import Sentence, saying
from pi_diavolo.table.troubles import Troubles


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

    A table with pages `sets_up` itself there. A `patient` table is the machine's own: it waits for parts
    that are not there, and opens meanwhile; what is wrong with its files it tells.
    """
    config = _as_asked(arguments, config)
    config = _with_any_camera(config) if patient else config
    unwired = _unwired(config, rules) if patient else ()
    try:
        if not patient:
            _check_files(config, rules)
        chosen = furnish(
            config.hardware, config.table_file, pictures=config.camera, sets_up=sets_up, patient=patient
        )
    except ConfigError as error:
        named = str(error).startswith("hardware.") and config.source is not None
        raise ConfigError(f"{config.source}: {error}" if named else str(error)) from None
    if patient:
        chosen = replace(_waiting(chosen, config), unwired=bool(unwired), troubles=unwired)
    elif chosen.camera is not None and config.hardware.camera != AUTO:
        _try_camera(chosen.camera)
    if speed != 1 and chosen.is_real:
        wanted = "max" if speed is None else f"{speed:g}"
        if patient:
            found = f"simulator.speed = {wanted}, but this table is real"
            return replace(chosen, troubles=(*unwired, saying(Sentence.SETTINGS_AS_USUAL, found=found)))
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


def is_well(arguments: Namespace, chosen: Furniture) -> bool:
    """Settings and pin map can be used by now, for a table with these parts."""
    try:
        config = settings(arguments)
        rules = house_rules(arguments, config.diavolo)
    except DiavoloError:
        return False
    speed_fits = config.simulator.speed == 1 or not chosen.is_real
    return speed_fits and not _unwired(_as_asked(arguments, config), rules)


def _unwired(config: Config, rules: HouseRules) -> Troubles:
    """Why the switches cannot be used: another map would give people each other's buttons."""
    try:
        if config.hardware.pins is not None:
            own_map(config.hardware.pins, rules)
    except ConfigError as error:
        return (saying(Sentence.PINS_NOT_TAKEN, found=without_values(str(error))),)
    return ()


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
