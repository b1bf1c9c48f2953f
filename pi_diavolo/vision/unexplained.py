"""Is there something in the tray that is neither floor nor a die that was found?"""

from collections.abc import Sequence

import cv2
import numpy as np

from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.dice import SeenDie
from pi_diavolo.vision.die_scale import SPOT_DIE_PX
from pi_diavolo.vision.flatten import flattener
from pi_diavolo.vision.networks import Bytes
from pi_diavolo.vision.table_file import TableFile

# So far from the walls and round each die, in die widths, shadows and side faces are no surprise.
WALL_DICE, DIE_DICE = 0.8, 1.25
# Lightness counts less than colour: shadows lie on every floor.
LIGHTNESS = 0.35
# So unlike the floor, and so many times more so than the floor itself varies, something lies there.
UNLIKE, TIMES = 26.0, 7.0
# So large, in top faces of a die, it may hide one.
LARGE = 0.45


def has_unexplained(picture: Bytes, camera: Camera, table: TableFile, dice: Sequence[SeenDie]) -> bool:
    """Something as large as half a die lies there that nobody has accounted for."""
    size = table.dice_mm
    flat = flattener(camera, table, size, SPOT_DIE_PX / size, 0.0)
    view = cv2.GaussianBlur(flat.flatten(picture), (0, 0), 1.2)
    free = np.zeros(view.shape[:2], np.uint8)
    edge = round(WALL_DICE * SPOT_DIE_PX)
    free[edge:-edge, edge:-edge] = 1
    for die in dice:
        ((x, y),) = flat.to_flat([(die.pose.x, die.pose.y)])
        cv2.circle(free, (round(x), round(y)), round(DIE_DICE * die.size_mm * flat.px_per_mm), (0,), -1)
    lab = cv2.cvtColor(np.asarray(view, np.float32) / 255, cv2.COLOR_BGR2Lab)
    floor = np.median(lab[free > 0], axis=0) if free.any() else np.zeros(3)
    unlike = np.linalg.norm((lab - floor) * (LIGHTNESS, 1.0, 1.0), axis=2)
    usual = float(np.median(unlike[free > 0])) if free.any() else 0.0
    there = ((unlike > max(UNLIKE, TIMES * usual)) & (free > 0)).astype(np.uint8)
    there = cv2.morphologyEx(there, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    _, _, found, _ = cv2.connectedComponentsWithStats(there)
    return bool((found[1:, cv2.CC_STAT_AREA] > LARGE * SPOT_DIE_PX**2).any())
