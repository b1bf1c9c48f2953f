"""The steps of `pi-diavolo calibrate` that measure: lens, markers, colours and the certificate."""

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from pi_diavolo.commands.calibrate_sheets import board_size
from pi_diavolo.commands.calibrate_telling import Telling, worst
from pi_diavolo.commands.common import settings
from pi_diavolo.commands.read_table import Reader
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.vision.calibrate import GOOD_PX_A_MM, calibrate_lens, find_tables, refuse_coarse
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.certificate import Throw, certificate
from pi_diavolo.vision.charuco import BoardSize
from pi_diavolo.vision.look import Expect
from pi_diavolo.vision.pictures import PictureError
from pi_diavolo.vision.sources import LeaveOut, Named, Taking, all_pictures, refuse
from pi_diavolo.vision.table_colours import Lab, colours_in, nearest
from pi_diavolo.vision.table_file import TableFile, load_table
from pi_diavolo.vision.table_writer import as_toml, lens_section, save
from pi_diavolo.vision.verdicts import Verdict

T = TypeVar("T")

SUMS_UP = {
    Verdict.GOOD: "This table is good.",
    Verdict.FAIR: "This table is fair: it will do, and the lines above say what would be better.",
    Verdict.POOR: "This table is poor: see to the lines above that say so before you play.",
    Verdict.UNKNOWN: "This table is good as far as is known; the lines above say what is left to do.",
}
DICE_OF_A_THROW = ("black", "white", "red", "gray")


def pictures_of(arguments: Namespace, telling: Telling, leave_out: LeaveOut = refuse) -> Iterator[Named]:
    """The pictures named on the command line; those that a camera takes are told, so that people can move."""
    sources = [arguments.pictures] if isinstance(arguments.pictures, str) else arguments.pictures
    for named in all_pictures(sources, Taking(arguments.count, arguments.every), leave_out):
        if named.taken:
            telling.say(f"  {named.name}: taken")
        yield named


def readable_of(arguments: Namespace, telling: Telling) -> Iterator[Named]:
    """The same, where those that cannot be read are named and left out; an error if no others are there."""
    return readable(lambda leave_out: pictures_of(arguments, telling, leave_out), telling)


def readable(pictures: Callable[[LeaveOut], Iterable[T]], telling: Telling) -> Iterator[T]:
    """These pictures without those that cannot be read."""
    unread: list[PictureError] = []
    read = False
    for picture in pictures(unread.append):
        read = True
        _leave_out(unread, telling)
        yield picture
    last = unread.pop() if unread and not read else None
    _leave_out(unread, telling)
    if last:
        raise last


def _leave_out(unread: list[PictureError], telling: Telling) -> None:
    while unread:
        telling.leave_out(unread.pop(0))


def lens(arguments: Namespace) -> int:
    """`calibrate lens`."""
    telling = Telling(arguments.json)
    learn_lens(readable_of(arguments, telling), board_size(arguments), arguments.table, telling)
    return telling.code(0)


def learn_lens(pictures: Iterable[Named], board: BoardSize, table: Path | None, telling: Telling) -> None:
    """Learn the lens, and keep it where a table file is named."""
    found = calibrate_lens(pictures, board)
    section = lens_section(found.fit.lens)
    if table is not None:
        save(table, {"lens": section})
    for name, reason in found.left_out:
        telling.say(f"  {name}: left out, {reason}")
    left_out = [{"file": name, "reason": reason} for name, reason in found.left_out]
    told = {**section, "left_out": left_out, "saved": str(table) if table else None}
    telling.result("lens", told, found.findings)
    telling.say(f"{table}: the lens is kept" if table else f"\n{as_toml({'lens': section})}".rstrip())


def markers(arguments: Namespace) -> int:
    """`calibrate markers`."""
    table = load_table(arguments.table) if arguments.table else TableFile()
    telling = Telling(arguments.json)
    cameras = check_markers(readable_of(arguments, telling), table, telling)
    for name, camera in cameras:
        refuse_coarse(name, camera)
    return telling.code(0 if cameras else 1)


def check_markers(pictures: Iterable[Named], table: TableFile, telling: Telling) -> list[tuple[str, Camera]]:
    """Say of each picture how well the table is seen; returns those in which it is."""
    cameras = []
    for seen in find_tables(pictures, table):
        telling.result("markers", seen.telling())
        if not isinstance(seen.found, Camera):
            telling.say(f"{seen.name}: {seen.found}")
            continue
        camera = seen.found
        cameras.append((seen.name, camera))
        telling.say(
            f"{seen.name}: markers {', '.join(map(str, camera.seen))}; {camera.px_per_mm:.2f} px/mm,"
            f" reprojection error {camera.error_px:.2f} px, {camera.error_mm:.2f} mm at the tray's corners;"
            f" camera {camera.position_mm[2]:.0f} mm up, {camera.tilt_deg:.1f}° off vertical"
        )
        for number, off in seen.astray.items():
            telling.say(
                f"  → marker {number} is seen, but {off:.0f} mm from where the table file has it:"
                " measure it again"
            )
        if camera.px_per_mm < GOOD_PX_A_MM:
            telling.say(f"  → fewer than {GOOD_PX_A_MM} px/mm: larger pictures or a lower camera read better")
    return cameras


def colours(arguments: Namespace) -> int:
    """`calibrate colours`."""
    table = load_table(arguments.table) if arguments.table.exists() else TableFile()
    telling = Telling(arguments.json)
    named = next(readable_of(arguments, telling))  # one throw is enough
    keep_colours(named, colours_in(named, table), arguments.table, telling)
    return telling.code(0)


def keep_colours(named: Named, found: Mapping[str, Lab], file: Path, telling: Telling) -> None:
    """Keep the colours of one throw."""
    save(file, {"colours": {colour: list(lab) for colour, lab in found.items()}})
    missing = [colour for colour in DICE_OF_A_THROW if colour not in found]
    pair = nearest(found)
    telling.result(
        "colours",
        {
            "file": named.name,
            "colours": {colour: list(lab) for colour, lab in found.items()},
            "missing": missing,
            "nearest": [*pair[:2], round(pair[2], 1)] if pair else None,
            "saved": str(file),
        },
    )
    for colour, (lightness, a, b) in found.items():
        telling.say(f"  {colour:8}L {lightness:5.1f}  a {a:6.1f}  b {b:6.1f}")
    if missing:
        telling.say(f"  → no {' and no '.join(missing)} die is seen: throw them all for the rest")
    if pair:
        telling.say(f"  nearest: {pair[0]} and {pair[1]}, ΔE {pair[2]:.0f}")
    telling.say(f"{file}: the colours are kept")


def certify(arguments: Namespace) -> int:
    """`calibrate certificate`; exit code 1 where something is poor."""
    table = load_table(arguments.table)
    rules, telling = settings(arguments).diavolo, Telling(arguments.json)
    return telling.code(tell_certificate(readable_of(arguments, telling), table, telling, rules))


def tell_certificate(
    pictures: Iterable[Named], table: TableFile, telling: Telling, rules: HouseRules | None = None
) -> int:
    """Look at the test throws and judge the table; 1 where something is poor."""
    throws = []
    for throw in _throws(pictures, Reader(table, rules or HouseRules(), Expect.ANY)):
        throws.append(throw)
        telling.say(f"  {throw.name}: {_read(throw)}")
    findings = certificate(throws, table)
    verdict = worst(findings)
    unsure = [{"file": throw.name, "valid": throw.valid, "reasons": throw.reasons} for throw in throws]
    telling.say("Certificate")
    told = {"table": str(table.source) if table.source else None, "verdict": str(verdict)}
    telling.result("certificate", {**told, "throws": unsure}, findings)
    telling.say(SUMS_UP[verdict])
    return 1 if verdict is Verdict.POOR else 0


def _throws(pictures: Iterable[Named], reader: Reader) -> Iterator[Throw]:
    """Each picture as `pi-diavolo read` reads it: what a game asks about is not sure here, either."""
    for named in pictures:
        read = reader.read(named.picture)
        yield Throw(named.name, read.camera, read.reading.valid, tuple(map(str, read.reading.codes)))


def _read(throw: Throw) -> str:
    if throw.valid is True:
        return "read surely"
    return f"{'not a valid roll' if throw.valid is False else 'not sure'} ({', '.join(throw.reasons)})"
