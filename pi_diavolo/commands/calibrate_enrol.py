"""`pi-diavolo calibrate enrol`: the Order die's faces, each from a picture, kept beside the table file."""

from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from pi_diavolo.commands.calibrate_sheets import printed_faces
from pi_diavolo.commands.calibrate_steps import pictures_of, readable
from pi_diavolo.commands.calibrate_telling import Telling
from pi_diavolo.errors import UsageError
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.vision.enrol import ALIKE, face_in, refuse_alike
from pi_diavolo.vision.face_files import folder_of, write_faces
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.pictures import PictureError, read_picture
from pi_diavolo.vision.sources import LeaveOut, Named, camera_in, pictures_of_files
from pi_diavolo.vision.table_file import TableFile, load_table
from pi_diavolo.vision.table_writer import save, seen_from
from pi_diavolo.vision.verdicts import judged

ORDERS = tuple(map(str, Order))


def enrol(arguments: Namespace) -> int:
    """`calibrate enrol`."""
    file: Path = arguments.table
    table = load_table(file) if file.exists() else TableFile()
    telling = Telling(arguments.json)
    if arguments.printed:
        if arguments.pictures or arguments.face:
            raise UsageError("--printed takes our own six faces; leave the pictures out, or --printed")
        faces = printed_faces()
    else:
        if any(camera_in(source) is not None for source in arguments.pictures):
            telling.say(f"Lay the die into the tray with each face up in turn: {', '.join(ORDERS)}")
        faces = cut_out(_named(arguments, telling), table)
    keep_faces(faces, table, file, arguments.out or folder_of(file), telling)
    return telling.code(0)


def _named(arguments: Namespace, telling: Telling) -> dict[str, Named]:
    """The pictures that can be read, by their orders; what --face says goes before a file's own name."""
    given = _given(arguments.face)

    lost = list[PictureError]()  # of those without a name; what --face names has moved none of them up

    def offered(leave_out: LeaveOut) -> Iterator[tuple[str | None, Named]]:
        def lose(error: PictureError) -> None:
            lost.append(error)
            leave_out(error)

        for named in pictures_of(arguments, telling, lose):
            yield None, named
        for order, file in given.items():
            for named in pictures_of_files([file], leave_out):
                yield order, named

    found = list(readable(offered, telling))
    unnamed = [named for order, named in found if order is None]
    by_option = {order: named for order, named in found if order is not None}
    return {**by_name(unnamed, all_there=not lost), **by_option}


def by_name(pictures: Iterable[Named], all_there: bool) -> dict[str, Named]:
    """Pictures by the orders their files are named for; six without such names are in the fixed order.

    But only if all are there: where one was left out, the others may have moved up into its place.
    """
    found = list(pictures)
    names = [name_of(named.name) for named in found]
    known = [name in ORDERS for name in names]
    if found and all_there and not any(known) and len(found) == len(ORDERS):
        return dict(zip(ORDERS, found, strict=True))
    for name, well, named in zip(names, known, found, strict=True):
        if not well or names.count(name) > 1:
            raise UsageError(
                f"{named.name}: which face this is cannot be told; name each picture for its order"
                f" ({_or_list(name)}), give exactly six in the fixed order, or use --face NAME=PICTURE"
            )
    return dict(zip(names, found, strict=True))


def name_of(file: str | Path) -> str:
    """The name of a file as an order's would be spelt: greatest_sum for Greatest-Sum.jpg."""
    return Path(file).stem.lower().replace("-", "_").replace(" ", "_")


def _or_list(name: str) -> str:
    near = get_close_matches(name, ORDERS, 1)
    return f"{near[0]}.jpg?" if near else ", ".join(ORDERS)


def _given(options: Sequence[str]) -> dict[str, Path]:
    """What `--face closest=photo.jpg` tells."""
    given = {}
    for option in options:
        name, equals, source = option.partition("=")
        if name not in ORDERS or not equals or not source:
            near = get_close_matches(name, ORDERS, 1)
            wanted = near[0] if near else f"one of {', '.join(ORDERS)}"
            raise UsageError(f"--face {option}: this names no face and picture; use {wanted}=PICTURE")
        given[name] = Path(source)
    return given


def cut_out(pictures: Mapping[str, Named], table: TableFile) -> dict[str, Picture]:
    """Each face out of its picture, in the orders' own order."""
    if not pictures:
        raise UsageError("no pictures to enrol; give one a face, or --printed for our own stickers")
    return {name: face_in(pictures[name], table) for name in ORDERS if name in pictures}


def keep_faces(
    faces: Mapping[str, Picture], table: TableFile, file: Path, folder: Path, telling: Telling
) -> None:
    """Write the faces and name them in the table file, if all of them can be told apart."""
    kept = {name: read_picture(path) for name, path in table.faces if name not in faces}
    pair = refuse_alike({**kept, **faces})
    places = {**dict(table.faces), **write_faces(faces, folder)}
    save(file, {"order_die": {"faces": {name: seen_from(file, path) for name, path in places.items()}}})
    missing = [name for name in ORDERS if name not in places]
    told = {
        "faces": {name: str(path) for name, path in places.items()},
        "missing": missing,
        "nearest": [pair.one, pair.other, round(pair.score, 3)] if pair else None,
        "saved": str(file),
    }
    likeness = judged(
        "likest two faces", pair.score if pair else None, "alike", ALIKE, "sharper pictures help"
    )
    telling.result("enrol", told, [likeness])
    if pair:
        telling.say(f"  they are {pair.one} and {pair.other}")
    if missing:
        telling.say(f"  → not enrolled yet: {', '.join(missing)}")
    telling.say(f"{file}: {len(places)} faces are kept, in {folder}")
