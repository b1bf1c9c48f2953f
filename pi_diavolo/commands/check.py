"""`pi-diavolo check`: the doctor; walks through all parts of the table and says what to do."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from pathlib import Path

from pi_diavolo.clock import LiveClock
from pi_diavolo.commands.check_asking import Bench
from pi_diavolo.commands.check_telling import Telling
from pi_diavolo.commands.check_wires import WIRES, Hardware, check_wires, real_hardware
from pi_diavolo.commands.common import add_config, add_json, add_log, settings
from pi_diavolo.config import Config
from pi_diavolo.devices.pin_map import SHIPPED, load, shipped, shipped_file
from pi_diavolo.doctor import machine
from pi_diavolo.doctor.finding import Finding, not_here
from pi_diavolo.errors import DiavoloError, LogError, UsageError
from pi_diavolo.eventlog import EventLog
from pi_diavolo.furnishing import table_in_use
from pi_diavolo.games.diavolo.house_rules import Grabs
from pi_diavolo.table.pin_map import PinMap
from pi_diavolo.terminal.keyboard import Keyboard

SIGHT = ("camera", "markers", "scale", "light", "focus")
MACHINE = ("disk", "log", "clock", "supply", "temperature")
PARTS = (*SIGHT, *WIRES, *MACHINE)


def add(parser: ArgumentParser) -> None:
    """Which parts, and where they are."""
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help=f"only these: {', '.join(PARTS)} (default: all)",
    )
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        help="pi, a number such as 0, a device, a film or a folder of pictures"
        " (default: from the settings, else the first found)",
    )
    parser.add_argument(
        "--table",
        type=Path,
        metavar="FILE",
        help="the table file (default: from the settings, else the usual)",
    )
    parser.add_argument(
        "--pins",
        metavar="MAP",
        help="the pin map, by its name (panels-4, bases-6) or its file (default: from the settings)",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="ask nobody to lift, press or look (default: in a terminal, people are asked)",
    )
    add_log(parser)
    add_json(parser)
    add_config(parser)


def run(arguments: Namespace) -> int:
    """Check part by part; exit code 1 where something is wrong."""
    wanted, config, telling = _wanted(arguments.parts), settings(arguments), Telling(arguments.json)
    findings = []
    for finding in _checked(wanted, arguments, config, telling):
        findings.append(finding)
        telling.tell(finding)
    telling.sum_up(findings)
    return 1 if any(finding.ok is False for finding in findings) else 0


def _wanted(parts: Collection[str]) -> tuple[str, ...]:
    for part in parts:
        if part not in PARTS:
            raise UsageError(f"{part}: the doctor knows no such part; use {', '.join(PARTS)}")
    return tuple(part for part in PARTS if not parts or part in parts)


def _checked(
    wanted: Collection[str], arguments: Namespace, config: Config, telling: Telling
) -> Iterator[Finding]:
    wired = _wired(arguments.pins, config)  # a mistake in it is told before anything is checked
    if set(wanted) & set(SIGHT):
        yield from _sight(wanted, arguments, config)
    if wires := [part for part in WIRES if part in wanted]:
        people = sys.stdin.isatty() and sys.stdout.isatty() and not (arguments.json or arguments.quick)
        yield from _wires(wires, wired, Bench(LiveClock(), telling.say, asks=people))
    yield from check_machine(wanted, arguments.log or config.log_file)


def _wired(pins: str | None, config: Config) -> PinMap | None:
    if pins is not None:
        return load(shipped_file(pins) if pins in SHIPPED else Path(pins))
    if config.hardware.pins is not None:
        return load(config.hardware.pins)
    grabs = config.diavolo.grabs
    return None if grabs is Grabs.PHONES else shipped(str(grabs), config.hardware.seats)


def _sight(wanted: Collection[str], arguments: Namespace, config: Config) -> Iterator[Finding]:
    # Late, because OpenCV takes a while to come: the other commands and --help need not wait for it.
    from pi_diavolo.commands.check_sight import check_sight
    from pi_diavolo.devices.camera import found_cameras
    from pi_diavolo.vision.table_file import TableFile, load_table

    source = arguments.camera or config.hardware.camera
    if source in ("auto", "simulated"):  # the real one is checked, whether a game uses it or not
        source = next(iter(found_cameras()), None)
    path = table_in_use(arguments.table or config.table_file, config.log_file)
    table = load_table(path) if path else TableFile()
    findings = check_sight(source, table, config.camera)
    yield from (finding for finding in findings if finding.part in wanted)


def _wires(wires: Collection[str], wired: PinMap | None, bench: Bench) -> Iterator[Finding]:
    try:
        hardware = real_hardware()
    except DiavoloError as error:
        found, _, do = str(error).partition("; ")
        yield from (Finding(part, False, found, "leave to use GPIO", do) for part in wires)
        return
    yield from walk_through(wires, wired, hardware, bench)


def walk_through(
    wires: Collection[str], wired: PinMap | None, hardware: Hardware | None, bench: Bench
) -> Iterator[Finding]:
    """The wired parts; with somebody to ask, keys count while they are asked."""
    with ExitStack() as at_the_end:
        if bench.asks and hardware is not None and wired is not None:
            bench.say("Do what each line asks; Enter or s skips it, q ends the asking.")
            at_the_end.enter_context(Keyboard(bench.press))
        yield from check_wires(wires, wired, hardware, bench)


def check_machine(wanted: Collection[str], log_file: Path, root: Path = Path("/")) -> Iterator[Finding]:
    """The computer itself."""
    if "disk" in wanted:
        yield machine.judge_disk(machine.disk(log_file))
    if "log" in wanted:
        yield _log(log_file)
    if "clock" in wanted:
        yield machine.judge_clock(machine.clocks(root))
    if "supply" in wanted:
        yield machine.judge_supply(machine.throttled(root=root))
    if "temperature" in wanted:
        yield machine.judge_temperature(machine.temperature(root))


def _log(log_file: Path) -> Finding:
    if not log_file.exists():
        return not_here("log", "", f"{log_file}: not yet made; the first game makes it")
    try:
        with EventLog.read_only(log_file) as log:
            return Finding("log", True, f"{log_file}: {log.last_game()} games, {log.last_number()} events")
    except LogError as error:
        found, _, do = str(error).partition("; ")
        return Finding("log", False, found, "a log that can be read", do or "start the table once")
