"""`pi-diavolo calibrate enrol`: the Order die's faces, each from a picture, kept beside the table file."""

from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from pi_diavolo.commands.calibrate_sheets import printed_faces
from pi_diavolo.commands.calibrate_steps import pictures_of
from pi_diavolo.commands.calibrate_telling import Telling
from pi_diavolo.errors import UsageError
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.vision.enrol import ALIKE, face_in, refuse_alike
from pi_diavolo.vision.face_files import folder_of, write_faces
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.pictures import read_picture
from pi_diavolo.vision.sources import Named, camera_in
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
        named = by_name(pictures_of(arguments, telling))
        faces = cut_out({**named, **_given(arguments.face)}, table)
    keep_faces(faces, table, file, arguments.out or folder_of(file), telling)
    return 0


def by_name(pictures: Iterable[Named]) -> dict[str, Named]:
    """Pictures by the orders their files are named for; six without such names are in the fixed order."""
    found = list(pictures)
    names = [name_of(named.name) for named in found]
    known = [name in ORDERS for name in names]
    if found and not any(known) and len(found) == len(ORDERS):
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


def _given(options: Sequence[str]) -> dict[str, Named]:
    """What `--face closest=photo.jpg` tells."""
    given = {}
    for option in options:
        name, equals, source = option.partition("=")
        if name not in ORDERS or not equals or not source:
            near = get_close_matches(name, ORDERS, 1)
            wanted = near[0] if near else f"one of {', '.join(ORDERS)}"
            raise UsageError(f"--face {option}: this names no face and picture; use {wanted}=PICTURE")
        given[name] = Named(source, read_picture(Path(source)))
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
