"""The files of an Order die's faces: in a folder of their table file, and none is ever written over."""

from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

import numpy as np

from pi_diavolo.vision.picture import Picture, as_gray8
from pi_diavolo.vision.pictures import PictureError, read_picture
from pi_diavolo.vision.videos import write_picture


def folder_of(table: Path) -> Path:
    """Where the faces of a table file go: mine_faces for mine.toml."""
    return table.absolute().parent / f"{table.stem}_faces"


def write_faces(faces: Mapping[str, Picture], folder: Path) -> dict[str, Path]:
    """Write the faces and say where each is.

    What lies there may be named by a .bak or by another table file, so another picture gets another name.
    """
    return {name: _kept(folder, name, picture) for name, picture in faces.items()}


def _kept(folder: Path, name: str, picture: Picture) -> Path:
    places = (folder / f"{name}{'' if number == 1 else f'-{number}'}.png" for number in count(1))
    place = next(place for place in places if not place.exists() or _shows(place, picture))
    if not place.exists():
        write_picture(place, picture)
    return place


def _shows(place: Path, picture: Picture) -> bool:
    with suppress(PictureError):
        return np.array_equal(as_gray8(read_picture(place)), picture)
    return False
