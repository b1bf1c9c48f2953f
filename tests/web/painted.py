"""A painted throw and its picture, for tests of what pages show of the camera."""

from functools import cache
from random import Random

import numpy as np

from pi_diavolo.album import Album
from pi_diavolo.devices.camera import Frame
from pi_diavolo.painted_eyes import Looked, PaintedEyes
from pi_diavolo.painted_looks import for_show
from pi_diavolo.painted_table import world_of
from pi_diavolo.seeing import doubted
from pi_diavolo.simulator.world import throw
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.roll import Roll
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.table_picture import plate_of

MAGENTA = (255, 0, 255)


@cache
def a_throw(seed: int = 1) -> tuple[Looked, TableFile]:
    """Dice on the table for show, painted once and read."""
    table = for_show()
    eyes = PaintedEyes(table, seed)
    thrown = throw(Random(seed), 3, world_of(table[0]))
    return eyes.looked(thrown, 3, order_alone=False)(), eyes.table


def in_album(album: Album, seed: int = 1, image: Picture | None = None) -> Roll:
    """Put this throw into the album, as a camera would; the roll as the table hears of it."""
    looked, table = a_throw(seed)
    camera = the_camera(seed)
    frame = Frame(looked.image if image is None else image, 7.0)
    album.shows(table)
    album.saw(frame, camera)
    album.read(frame, camera, looked.view)
    return doubted(looked.view)


def the_camera(seed: int = 1) -> Camera:
    camera = a_throw(seed)[0].camera
    assert camera is not None, "the table for show is always found"
    return camera


def with_strangers_beside_the_table(seed: int = 1) -> Picture:
    """The same picture with all that is not the plate in a colour that no table has."""
    looked, table = a_throw(seed)
    plate, camera = plate_of(table), the_camera(seed)
    height, width = looked.image.shape[:2]
    across, down = np.meshgrid(np.arange(width), np.arange(height))
    places = camera.to_plane(np.column_stack([across.ravel(), down.ravel()]))
    x, y = places.T
    beside = (x < plate.left) | (x > plate.right) | (y < plate.lower) | (y > plate.upper)
    image = looked.image.copy()
    image[beside.reshape(height, width)] = MAGENTA
    return image


def index_of(roll: Roll, colour: Colour) -> int:
    return next(index for index, die in enumerate(roll.dice) if die.colour is colour)
