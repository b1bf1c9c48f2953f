"""Is there something in the tray that is neither floor nor a die that was found?"""

from collections.abc import Sequence

import cv2
import numpy as np

from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.dice import spotting_view
from pi_diavolo.vision.die_scale import MARGIN_DICE, SPOT_DIE_PX
from pi_diavolo.vision.networks import Bytes
from pi_diavolo.vision.sight import SeenDie
from pi_diavolo.vision.table_file import TableFile

# So far from the walls and round each die, in die widths, shadows and side faces are no surprise.
WALL_DICE, DIE_DICE = 0.8, 1.25
# Lightness counts less than colour: shadows lie on every floor.
WEIGHTS = (0.35, 1.0, 1.0)
# So unlike the floor, and so many times more so than the floor itself varies, something lies there.
UNLIKE, TIMES = 26.0, 7.0
# Brighter than this in all channels nothing is told apart: a white die in a lamp's glare is like the floor.
BURNT = 245
# So large, in top faces of a die, it may hide one.
LARGE = 0.45
SOFT, EVERY = (3, 3), 3


# A part of the tray: left, lower, right and upper edge, in mm.
Box = tuple[float, float, float, float]


def has_unexplained(view: Bytes, camera: Camera, table: TableFile, dice: Sequence[SeenDie]) -> bool:
    """Something as large as half a die lies there that nobody has accounted for."""
    return bool(unexplained(view, camera, table, dice))


def unexplained(spotted: Bytes, camera: Camera, table: TableFile, dice: Sequence[SeenDie]) -> list[Box]:
    """Where something lies, as large as half a die, that nobody has accounted for.

    It is looked for in the flat view in which dice were `spotted`, made half as large.
    """
    size = table.dice_mm
    flat = spotting_view(camera, table)
    view = cv2.resize(cv2.blur(spotted, SOFT), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_LINEAR)
    die_px = SPOT_DIE_PX / 2
    free = np.zeros(view.shape[:2], np.uint8)
    edge = round((MARGIN_DICE + WALL_DICE) * die_px)
    free[edge:-edge, edge:-edge] = 1
    for die in dice:
        ((x, y),) = flat.to_flat([(die.pose.x, die.pose.y)]) / 2
        cv2.circle(free, (round(x), round(y)), round(DIE_DICE * die.size_mm / size * die_px), (0,), -1)
    if not free.any():
        return []
    lab = cv2.cvtColor(np.multiply(view, np.float32(1 / 255), dtype=np.float32), cv2.COLOR_BGR2Lab)
    # Some of the pixels tell what the floor is like.
    few = free[::EVERY, ::EVERY] > 0
    floor = np.median(lab[::EVERY, ::EVERY][few], axis=0) if few.any() else np.zeros(3, np.float32)
    # Plane by plane: numpy takes four times as long over three numbers a pixel.
    off = [
        np.float32(weight) * (plane - level)
        for plane, level, weight in zip(cv2.split(lab), floor, WEIGHTS, strict=True)
    ]
    unlike = np.sqrt(sum(plane * plane for plane in off))
    usual = float(np.median(unlike[::EVERY, ::EVERY][few])) if few.any() else 0.0
    burnt = cv2.inRange(view, (BURNT, BURNT, BURNT), (255, 255, 255)) > 0
    there = (((unlike > max(UNLIKE, TIMES * usual)) | burnt) & (free > 0)).astype(np.uint8)
    there = cv2.morphologyEx(there, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, _, found, _ = cv2.connectedComponentsWithStats(there)
    large = [blob for blob in found[1:] if blob[cv2.CC_STAT_AREA] > LARGE * die_px**2]
    return [_box(flat.to_mm(2.0 * np.array([(x, y), (x + w, y + h)]))) for x, y, w, h, _ in large]


def _box(corners: Array) -> Box:
    (left, lower), (right, upper) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return left, lower, right, upper
