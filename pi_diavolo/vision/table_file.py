"""The table file: where markers, tray, bases and dice are, in millimetres, and what the lens does."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pi_diavolo.errors import DiavoloError
from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.vision.shipped_tables import as_people_type_it
from pi_diavolo.vision.table_board import GameBoard, board_of
from pi_diavolo.vision.table_checks import check_bases, check_markers
from pi_diavolo.vision.table_faces import faces_of
from pi_diavolo.vision.table_geometry import (
    SCENES_BASES,
    SCENES_MARKERS,
    BadValue,
    Imps,
    Lens,
    MarkerSheet,
    Tray,
)
from pi_diavolo.vision.table_values import Section, numbers, places, positive, shortened, shown, sized

LARGEST_FILE = 1_000_000
LARGEST_MM = 10_000
LENGTHS_OF_DIST = (4, 5, 8, 12, 14)  # those that OpenCV's lens model knows
DEFAULT_DIE_MM = 16.0
SMALLEST_DIE_MM, LARGEST_DIE_MM = 5.0, 60.0
SMALLEST_TRAY_MM = 20.0  # in less, the view that tells movement has too few cells to tell noise by
MOST_DICE_WIDE = 80  # a tray wider than so many dice cannot be looked at closely enough


class TableFileError(DiavoloError):
    """The table file cannot be read, or tells of a table that cannot be."""


@dataclass(frozen=True, slots=True)
class TableFile:
    """One table; left as it is, the one in most of our pictures, without its lens."""

    tray: Tray = field(default_factory=Tray)
    markers: MarkerSheet = field(default_factory=MarkerSheet)
    imps: Imps = field(default_factory=Imps)
    bases: tuple[Point, ...] = SCENES_BASES
    dice_mm: float = DEFAULT_DIE_MM
    order_die_mm: float = DEFAULT_DIE_MM
    faces: tuple[tuple[str, Path], ...] = ()
    lens: Lens | None = None
    source: Path | None = None
    # What each colour of dice looks like under this table's light: L, a, b where the markers' paper is white.
    colours: tuple[tuple[str, tuple[float, float, float]], ...] = ()
    board: GameBoard | None = None  # that of Devil's Dice, beside the tray


def load_table(path: Path) -> TableFile:
    """Read a table file; raises TableFileError, always one sentence."""
    return table_out_of(_bytes(path), path)


def table_out_of(raw: bytes, path: Path) -> TableFile:
    """The table that a file of this content would be at this path, whether or not it is there already."""
    document = _document(raw, path)
    try:
        return _table(Section("", document), path)
    except BadValue as bad:
        found = f"{bad.name} = {shown(bad.found)}"
        raise TableFileError(f"{path}: {found} cannot be; use {bad.wanted}") from None


def _document(raw: bytes, path: Path) -> dict[str, Any]:
    if len(raw) > LARGEST_FILE:
        raise TableFileError(f"{path}: this file is larger than 1 MB; use a table file of a few lines")
    try:
        return tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise TableFileError(f"{path}: line {line} is not UTF-8 text; save the file as UTF-8") from None
    except ValueError as error:
        reason = shortened(str(error))
        raise TableFileError(f"{path}: {reason}; put that right, {as_people_type_it()} shows how") from None
    except RecursionError:
        raise TableFileError(f"{path}: brackets stand too deep in brackets; take some away") from None


def _bytes(path: Path) -> bytes:
    try:
        if not path.exists():
            raise TableFileError(f"{path}: there is no such file; give the path of a table file")
        if not path.is_file():  # opening a pipe or a device would wait for ever
            raise TableFileError(f"{path}: this is not a file; give the path of a table file")
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or "it cannot be opened").lower()
        raise TableFileError(
            f"{path}: this file cannot be read ({reason}); choose another or see to its permissions"
        ) from None


def _table(document: Section, path: Path) -> TableFile:
    document.knows("tray", "markers", "imps", "bases", "dice", "order_die", "lens", "colours", "board")
    dice = document.section("dice", "size_mm")
    order_die = document.section("order_die", "size_mm", "faces")
    tray, imps = _tray(document), _imps(document)
    die_mm = dice.value("size_mm", _die, DEFAULT_DIE_MM)
    order_die_mm = order_die.value("size_mm", _die, DEFAULT_DIE_MM)
    _check_room(tray, die_mm, order_die_mm)
    markers = _markers(document)
    check_markers(markers, tray)
    return TableFile(
        tray=tray,
        markers=markers,
        imps=imps,
        bases=_bases(document, tray, markers, imps),
        dice_mm=die_mm,
        order_die_mm=order_die_mm,
        faces=faces_of(order_die.within("faces"), path.absolute().parent),
        lens=_lens(document),
        source=path,
        colours=_colours(document.within("colours")),
        board=board_of(document, tray, markers),
    )


def _check_room(tray: Tray, die_mm: float, order_die_mm: float) -> None:
    sides = [tray.width_mm, tray.height_mm]
    if max(sides) > MOST_DICE_WIDE * die_mm:
        raise BadValue("tray.inside_mm", sides, f"at most {MOST_DICE_WIDE} dice a side")
    least = max(SMALLEST_TRAY_MM, die_mm, order_die_mm)
    if min(sides) < least:
        raise BadValue("tray.inside_mm", sides, f"at least {least:g} mm a side, so that dice can lie in it")


def _die(name: str, found: Any) -> float:
    size = _length(name, found)
    if not SMALLEST_DIE_MM <= size <= LARGEST_DIE_MM:
        raise BadValue(name, found, f"a die's width, {SMALLEST_DIE_MM:g} to {LARGEST_DIE_MM:g} millimetres")
    return size


def _length(name: str, found: Any) -> float:
    return positive(name, found, LARGEST_MM, "millimetres")


def _tray(document: Section) -> Tray:
    section, usual = document.section("tray", "inside_mm", "wall_mm"), Tray()
    width, height = section.value("inside_mm", _sides, (usual.width_mm, usual.height_mm))
    return Tray(width, height, section.value("wall_mm", _wall, usual.wall_mm))


def _sides(name: str, found: Any) -> tuple[float, float]:
    return sized(name, found, LARGEST_MM)


def _wall(name: str, found: Any) -> float:
    return positive(name, found, LARGEST_MM, "millimetres", zero=True)


def _imps(document: Section) -> Imps:
    section, usual = document.section("imps", "width_mm", "height_mm"), Imps()
    width = section.value("width_mm", _length, usual.width_mm)
    return Imps(width, section.value("height_mm", _length, usual.height_mm))


def _markers(document: Section) -> MarkerSheet:
    section, usual = document.section("markers", "dictionary", "size_mm", "centres_mm"), MarkerSheet()
    return MarkerSheet(
        dictionary=section.value("dictionary", _as_is, usual.dictionary),
        size_mm=section.value("size_mm", _length, usual.size_mm),
        centres=section.value("centres_mm", _centres, SCENES_MARKERS),
    )


def _as_is(name: str, found: Any) -> Any:
    return found


def _centres(name: str, found: Any) -> tuple[tuple[int, Point], ...]:
    if not isinstance(found, dict):
        raise BadValue(name, found, "ids and places, such as { 0 = [-182, 182], … }")
    centres = {}
    for key, place in found.items():
        if not (key.isascii() and key.isdigit() and len(key) < 6) or int(key) in centres:
            raise BadValue(
                f"{name}.{shortened(key)}", place, "each marker's id once, a whole number, as its key"
            )
        centres[int(key)] = places(f"{name}.{key}", [place], LARGEST_MM)[0]
    return tuple(sorted(centres.items()))


def _bases(document: Section, tray: Tray, markers: MarkerSheet, imps: Imps) -> tuple[Point, ...]:
    if "bases" not in document.found:
        # A smaller or larger table that lists no bases has none: our own would stand in its tray.
        ours = tray == Tray() and markers == MarkerSheet() and imps == Imps()
        return SCENES_BASES if ours else ()
    found = document.found["bases"]
    if not isinstance(found, list) or not all(isinstance(base, dict) for base in found):
        raise BadValue("bases", found, "[[bases]] with at_mm = [x, y], one for each")
    sections = [Section(f"bases[{number}].", base) for number, base in enumerate(found)]
    for section in sections:
        section.knows("at_mm")
        if "at_mm" not in section.found:
            raise BadValue(section.prefix.rstrip("."), section.found, "at_mm = [x, y] in it")
    bases = tuple(places(f"{base.prefix}at_mm", [base.found["at_mm"]], LARGEST_MM)[0] for base in sections)
    check_bases(bases, tray, markers, imps)
    return bases


def _colours(section: Section) -> tuple[tuple[str, tuple[float, float, float]], ...]:
    section.knows(*map(str, Colour))
    known = [colour for colour in section.found if colour in set(Colour)]
    return tuple((colour, _lab(section.prefix + colour, section.found[colour])) for colour in known)


def _lab(name: str, found: Any) -> tuple[float, float, float]:
    lightness, a, b = numbers(name, found, (3,))
    if not (0 <= lightness <= 200 and max(abs(a), abs(b)) <= 200):
        raise BadValue(name, found, "[L, a, b], L from 0 to 200, a and b from -200 to 200")
    return lightness, a, b


def _lens(document: Section) -> Lens | None:
    if "lens" not in document.found:
        return None
    section = document.section("lens", "size_px", "K", "dist")
    for key in ("size_px", "K"):
        if key not in section.found:
            raise BadValue("lens", section.found, f"{key} in it, or no lens at all")
    return Lens(
        size_px=_size_px("lens.size_px", section.found["size_px"]),
        K=_matrix("lens.K", section.found["K"]),
        dist=_dist("lens.dist", section.found.get("dist", [0.0] * LENGTHS_OF_DIST[0])),
    ).checked()


def _size_px(name: str, found: Any) -> tuple[int, int]:
    width, height = sized(name, found, 100_000)
    if width != int(width) or height != int(height):
        raise BadValue(name, found, "width and height as whole numbers of pixels")
    return int(width), int(height)


def _matrix(name: str, found: Any) -> tuple[tuple[float, ...], ...]:
    if not isinstance(found, list) or len(found) != 3:
        raise BadValue(name, found, "three rows of three numbers")
    return tuple(numbers(f"{name}[{row}]", values, (3,)) for row, values in enumerate(found))


def _dist(name: str, found: Any) -> tuple[float, ...]:
    return numbers(name, found, LENGTHS_OF_DIST)
