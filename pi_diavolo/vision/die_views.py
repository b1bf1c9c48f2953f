"""A die that was called, as a view tells of it, and the picture in the size in which dice are looked at."""

from collections.abc import Sequence

import cv2
import numpy as np

from pi_diavolo.table.pieces import Colour, Point
from pi_diavolo.table.view import DieView, Pixel
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.judging import is_well_seen
from pi_diavolo.vision.patches import squares
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.roll_call import Called
from pi_diavolo.vision.sight import FLAT, SeenDie
from pi_diavolo.vision.table_file import TableFile

# Larger dice tell no more.
LARGEST_DIE_PX = 80.0
# Pixels of a top face: its middle, then its four corners.
Shape = tuple[Pixel, Pixel, Pixel, Pixel, Pixel]


def die_view(die: Called, shape: Shape) -> DieView:
    """What is told of this die, whose top face is seen there."""
    seen = die.seen
    sure = die.colour_chance * die.value_chance * seen.ways[FLAT]
    where = Point(seen.pose.x, seen.pose.y)
    maybe = die.values[1:] if is_well_seen(die) else ()  # else the doubt is not about its value alone
    yaw, px, outline = seen.pose.yaw, shape[0], shape[1:]
    return DieView(Colour(die.colour), die.values[0], where, yaw, px, outline, sure, maybe)


def shapes_of(dice: Sequence[SeenDie], camera: Camera) -> list[Shape]:
    """Where each die's top face is seen."""
    if not dice:
        return []
    middles = np.array([(die.pose.x, die.pose.y) for die in dice])[:, None]
    sizes = np.array([die.size_mm for die in dice])[:, None, None]
    corners = middles + (squares([die.pose for die in dice], 1.0) - middles) * sizes
    flat = np.concatenate([middles, corners], axis=1)
    places = np.concatenate([flat, np.broadcast_to(sizes, (len(dice), 5, 1))], axis=2)
    seen = camera.project(places.reshape(-1, 3)).reshape(-1, 5, 2).tolist()
    return [((x, y), (a, b), (c, d), (e, f), (g, h)) for (x, y), (a, b), (c, d), (e, f), (g, h) in seen]


def middle_of(die: SeenDie, camera: Camera) -> Pixel:
    """The pixel in the middle of a die's top face."""
    ((x, y),) = camera.project([(die.pose.x, die.pose.y, die.size_mm)])
    return float(x), float(y)


def no_larger(picture: Picture, camera: Camera, table: TableFile) -> tuple[Picture, Camera]:
    """A picture in which the dice are no larger than tells more, and its camera."""
    scale = LARGEST_DIE_PX / (camera.px_per_mm * table.dice_mm)
    if scale >= 1:
        return picture, camera
    size = (round(camera.size[0] * scale), round(camera.size[1] * scale))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), camera.scaled_to(size)
