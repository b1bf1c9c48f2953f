"""`pi-diavolo check`: the doctor; walks through all parts of the table and says what to do."""

import os
import sys
import traceback
from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack
from datetime import datetime
from itertools import chain
from pathlib import Path

from pi_diavolo.clock import LiveClock
from pi_diavolo.commands.check_asking import Bench
from pi_diavolo.commands.check_machine import MACHINE, check_machine
from pi_diavolo.commands.check_running import explained, left_to_the_table
from pi_diavolo.commands.check_telling import Telling
from pi_diavolo.commands.check_wires import WIRES, Hardware, check_wires, real_hardware
from pi_diavolo.commands.common import add_config, add_json, add_log, settings, warn
from pi_diavolo.config import Config, usual
from pi_diavolo.devices.pin_map import SHIPPED, load, shipped_file
from pi_diavolo.doctor.finding import Finding, not_here
from pi_diavolo.errors import DiavoloError, UsageError, without_values
from pi_diavolo.eventlog.files import in_use
from pi_diavolo.furnishing import table_in_use
from pi_diavolo.games.diavolo.house_rules import Grabs
from pi_diavolo.table.pin_map import PinMap
from pi_diavolo.terminal.keyboard import Keyboard

SIGHT = ("camera", "markers", "scale", "light", "focus")
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
    parser.add_argument(
        "--bundle",
        type=Path,
        nargs="?",
        const=Path(),
        metavar="FILE",
        help="also write all that a bug report needs into one new file: findings, versions, settings, the"
        " last events; without names, PIN and pictures (default: pi-diavolo-DATE.zip in this folder, or"
        " beside the log where this folder cannot be written)",
    )
    add_log(parser)
    add_json(parser)
    add_config(parser)


def run(arguments: Namespace) -> int:
    """Check part by part; exit code 1 where something is wrong."""
    wanted, telling = _wanted(arguments.parts), Telling(arguments.json)
    if arguments.bundle is None:
        findings = telling.tell_all(_checked(wanted, arguments, settings(arguments), telling))
    else:
        findings = _bundled(wanted, arguments, telling)
    return 1 if any(finding.ok is False for finding in findings) else 0


def _bundled(wanted: Collection[str], arguments: Namespace, telling: Telling) -> list[Finding]:
    """The same with a bundle at the end, whatever is broken: that may be why it is wanted."""
    from pi_diavolo.commands import check_bundle
    from pi_diavolo.commands.check_bundle_parts import Case
    from pi_diavolo.commands.check_privacy import privacy

    now, trouble = datetime.now(), list[Finding]()
    try:
        config = settings(arguments)
    except DiavoloError as error:
        warn(str(error))
        config, trouble = usual(os.environ, Path.home()), [_bad_settings(without_values(str(error)))]
    log_file = arguments.log or config.log_file
    with check_bundle.new_file(*_places(arguments.bundle, log_file, now)) as (path, file):
        checked = _survived(_checked(wanted, arguments, config, telling))
        findings = telling.tell_all(chain(trouble, checked))
        case = Case(
            config,
            log_file,
            table_in_use(arguments.table or config.table_file, config.log_file),
            _pins_file(arguments.pins, config),
            tuple(findings),
            has_settings=not trouble,
        )
        packed = check_bundle.write(file, case, privacy(config, log_file, os.environ, Path.home()), now)
    telling.bundled(path, packed, elsewhere=arguments.bundle == Path() and path.is_absolute())
    return findings


def _places(named: Path, log_file: Path, now: datetime) -> tuple[Path, ...]:
    """Where the bundle may go; the installed table's user may write only where the games are."""
    from pi_diavolo.commands.check_bundle import usual_name

    if named != Path():
        return (named,)
    folders = (log_file.absolute().parent, Path.home())
    return (usual_name(now), *(folder / usual_name(now) for folder in folders))


def _bad_settings(why: str) -> Finding:
    found, _, do = why.partition("; ")
    return Finding("settings", False, found, "settings that can be read", do)


def _survived(findings: Iterable[Finding]) -> Iterator[Finding]:
    try:
        yield from findings
    except Exception:  # a doctor who falls ill is a finding, too: the report is for those who can cure him
        yield Finding(
            "doctor", False, traceback.format_exc(), "no error", "send the bundle with a bug report"
        )


def _wanted(parts: Collection[str]) -> tuple[str, ...]:
    for part in parts:
        if part not in PARTS:
            raise UsageError(f"{part}: the doctor knows no such part; use {', '.join(PARTS)}")
    return tuple(part for part in PARTS if not parts or part in parts)


def _checked(
    wanted: Collection[str], arguments: Namespace, config: Config, telling: Telling
) -> Iterator[Finding]:
    log_file = arguments.log or config.log_file
    plays = in_use(log_file)
    if set(wanted) & set(SIGHT):
        for finding in _sight(wanted, arguments, config):
            is_held = plays and finding.part == "camera" and finding.ok is False
            yield explained(finding) if is_held else finding
    if wires := [part for part in WIRES if part in wanted]:
        people = sys.stdin.isatty() and sys.stdout.isatty() and not (arguments.json or arguments.quick)
        bench = Bench(LiveClock(), telling.say, asks=people)
        yield from _wires(wires, _pins_file(arguments.pins, config), bench, plays)
    yield from check_machine(wanted, log_file)


def _pins_file(pins: str | None, config: Config) -> Path | None:
    if pins is not None:
        return shipped_file(pins) if pins in SHIPPED else Path(pins)
    if config.hardware.pins is not None:
        return config.hardware.pins
    grabs = config.diavolo.grabs
    return None if grabs is Grabs.PHONES else shipped_file(f"{grabs}-{config.hardware.seats}")


def _sight(wanted: Collection[str], arguments: Namespace, config: Config) -> Iterator[Finding]:
    # Late, because OpenCV takes a while to come: the other commands and --help need not wait for it.
    from pi_diavolo.commands.check_sight import check_sight
    from pi_diavolo.devices.camera import found_cameras
    from pi_diavolo.vision.table_file import TableFile, load_table

    source = arguments.camera or config.hardware.camera
    if source in ("auto", "simulated"):  # the real one is checked, whether a game uses it or not
        source = next(iter(found_cameras()), None)
    path = table_in_use(arguments.table or config.table_file, config.log_file)
    try:
        table: TableFile | str = load_table(path) if path else TableFile()
    except DiavoloError as error:
        table = str(error)
    for finding in check_sight(source, table, config.camera):
        # A table file that cannot be used is told even if only other parts were asked for.
        untold = finding.part == "markers" and isinstance(table, str) and set(wanted) & set(SIGHT[1:])
        if finding.part in wanted or untold:
            yield finding


def _wires(wires: Collection[str], pins: Path | None, bench: Bench, plays: bool) -> Iterator[Finding]:
    try:
        wired = load(pins) if pins else None
    except DiavoloError as error:
        yield from _unwired(wires, str(error))
        return
    try:
        hardware = real_hardware()
    except DiavoloError as error:
        found, _, do = str(error).partition("; ")
        yield from (Finding(part, False, found, "leave to use GPIO", do) for part in wires)
        return
    if plays and wired is not None and hardware is not None:
        yield from walk_through([part for part in wires if part == "pins"], wired, hardware, bench)
        yield from (left_to_the_table(part) for part in wires if part != "pins")
        return
    yield from walk_through(wires, wired, hardware, bench)


def _unwired(wires: Collection[str], why: str) -> Iterator[Finding]:
    """The pin map cannot be used: told once, even if only other parts were asked for."""
    found, _, do = why.partition("; ")
    yield Finding("pins", False, found, "a pin map that can be read", do)
    for part in wires:
        if part != "pins":
            yield not_here(part, "see to the pin map first", "not tried: nobody knows where it is wired")


def walk_through(
    wires: Collection[str], wired: PinMap | None, hardware: Hardware | None, bench: Bench
) -> Iterator[Finding]:
    """The wired parts; with somebody to ask, keys count while they are asked."""
    with ExitStack() as at_the_end:
        if bench.asks and hardware is not None and wired is not None:
            bench.say("Do what each line asks; Enter or s skips it, q ends the asking.")
            at_the_end.enter_context(Keyboard(bench.press))
        yield from check_wires(wires, wired, hardware, bench)
