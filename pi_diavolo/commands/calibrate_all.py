"""`pi-diavolo calibrate all`: every step in a row from one folder; what is not there is left out and said."""

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pi_diavolo.commands.calibrate_cards import card_sheets
from pi_diavolo.commands.calibrate_enrol import ORDERS, by_name, cut_out, enrol, keep_faces, name_of
from pi_diavolo.commands.calibrate_game_board import game_board
from pi_diavolo.commands.calibrate_sheets import board_size, sheets
from pi_diavolo.commands.calibrate_steps import (
    certify,
    check_markers,
    colours,
    keep_colours,
    learn_lens,
    lens,
    markers,
    tell_certificate,
)
from pi_diavolo.commands.calibrate_telling import Telling
from pi_diavolo.errors import UsageError
from pi_diavolo.vision.calibrate import refuse_coarse
from pi_diavolo.vision.face_files import folder_of
from pi_diavolo.vision.pictures import SUFFIXES, numbered
from pi_diavolo.vision.sources import Named, pictures_of_files
from pi_diavolo.vision.table_colours import Lab, colours_in
from pi_diavolo.vision.table_file import TableFile, load_table
from pi_diavolo.vision.table_writer import copy, save

# Pictures of the board are named so, or lie in a folder named so.
BOARDS = ("charuco", "board", "lens")
THROWS = ("table", "throws")
MOST_FOR_COLOURS = 5


def everything(arguments: Namespace) -> int:
    """`calibrate all`."""
    folder, out = arguments.folder, arguments.out
    if not folder.is_dir():
        raise UsageError(
            f"{folder}: this is not a folder; give one with pictures, see `calibrate all --help`"
        )
    telling = Telling(arguments.json)
    # All are looked at before anything is written: of no use are those that cannot be read.
    there = _sorted(folder)
    boards, throws, faces = (_readable(files, telling) for files in there)
    if not (boards or throws or faces):
        found = (
            "no picture in this folder can be read"
            if telling.left_out
            else "there is no picture in this folder"
        )
        raise UsageError(f"{folder}: {found}; give another, see `calibrate all --help`")
    if arguments.table and arguments.table.resolve() != out.resolve():
        copy(arguments.table, out)
    save(out, {})
    _step(telling, "lens", boards, "charuco*.jpg")
    if boards:
        learn_lens(pictures_of_files(boards), board_size(arguments), out, telling)
    _step(telling, "markers", throws, "pictures of throws")
    good = check_markers(pictures_of_files(throws), load_table(out), telling)
    for name, camera in good:
        refuse_coarse(name, camera)
    seen = _most_colours([Path(name) for name, _ in good[:MOST_FOR_COLOURS]], load_table(out))
    _step(telling, "colours", [seen] if seen else [], "pictures with dice in the tray")
    if seen:
        keep_colours(*seen, out, telling)
    _step(telling, "enrol", faces, "faces/greatest_sum.jpg and so on")
    if faces:
        table = load_table(out)
        named = by_name(pictures_of_files(faces), all_there=faces == there[-1])
        keep_faces(cut_out(named, table), table, out, folder_of(out), telling)
    _step(telling, "certificate", throws, "pictures of throws")
    if not throws:
        telling.say("How good this table is cannot be said without pictures of throws; add some.")
        return telling.code(0)
    return telling.code(tell_certificate(pictures_of_files(throws), load_table(out), telling))


def _step(telling: Telling, name: str, there: Sequence[object], wanted: str) -> None:
    count = "1 picture" if len(there) == 1 else f"{len(there)} pictures"
    telling.say(f"{name}: {count if there else f'left out, there are no {wanted}'}")
    if not there:
        telling.result(name, {"skipped": True})


def _most_colours(files: Sequence[Path], table: TableFile) -> tuple[Named, dict[str, Lab]] | None:
    """The throw that shows the most colours, and those."""
    found = []
    for named in pictures_of_files(files):
        with suppress(UsageError):  # an empty table among the throws
            found.append((named, colours_in(named, table)))
    return max(found, key=lambda seen: len(seen[1]), default=None)


def _sorted(folder: Path) -> tuple[list[Path], list[Path], list[Path]]:
    """Pictures of the board, of throws and of faces."""
    here = _pictures(folder)
    boards = [file for file in here if file.stem.lower().startswith(BOARDS)]
    faces = [file for file in here if name_of(file) in ORDERS]
    throws = [file for file in here if file not in boards and file not in faces]
    boards += [file for name in BOARDS for file in _pictures(folder / name)]
    throws += [file for name in THROWS for file in _pictures(folder / name)]
    return boards, throws, faces + _pictures(folder / "faces")


def _pictures(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    found = [file for file in folder.iterdir() if file.suffix.lower() in SUFFIXES and file.is_file()]
    return sorted(found, key=lambda file: numbered(file.name))


def _readable(files: Sequence[Path], telling: Telling) -> list[Path]:
    """Those that can be read; the others are named."""
    return [Path(named.name) for named in pictures_of_files(files, telling.leave_out)]


STEPS: Mapping[str, Callable[[Namespace], int]] = {
    "sheets": sheets,
    "game-board": game_board,
    "cards": card_sheets,
    "lens": lens,
    "markers": markers,
    "colours": colours,
    "enrol": enrol,
    "certificate": certify,
    "all": everything,
}
