"""The Order die's faces in a table file: each under its order's name, with a picture of its own."""

from pathlib import Path
from typing import Any

from pi_diavolo.vision.table_geometry import BadValue
from pi_diavolo.vision.table_values import Section, meant, shortened

# The six orders, as the games call them, of which the eyes know nothing else.
ORDERS = ("greatest_sum", "smallest_sum", "greatest_difference", "most_odd", "highest_value", "closest")


def faces_of(section: Section, folder: Path) -> tuple[tuple[str, Path], ...]:
    """The faces that are enrolled, six or fewer, and their pictures, seen from the table file's folder."""
    faces: dict[str, Path] = {}
    for face, found in section.found.items():
        name = f"{section.prefix}{shortened(face)}"
        if face not in ORDERS:
            near = meant(face, ORDERS)
            wanted = f"{section.prefix}{near} instead" if near else f"one of {', '.join(ORDERS)}"
            raise BadValue(name, found, wanted)
        picture = _picture(name, found, folder)
        for other, taken in faces.items():
            if picture.samefile(taken):
                raise BadValue(name, found, f"a picture of its own, this one is {section.prefix}{other}'s")
        faces[face] = picture
    return tuple(faces.items())


def _picture(name: str, found: Any, folder: Path) -> Path:
    if not isinstance(found, str) or not found or "\0" in found:
        raise BadValue(name, found, "the path of a picture in quotes")
    picture = folder / found
    try:
        there = picture.is_file()
    except OSError:  # a name too long for the disk, or a folder that may not be looked into
        there = False
    if not there:
        raise BadValue(name, found, "the path of a picture that exists, seen from the table file")
    return picture
