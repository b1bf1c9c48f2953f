"""What stands and lies round the tray, and is no die: markers, and imps on their bases."""

from functools import lru_cache

import numpy as np

from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.patches import Pose
from pi_diavolo.vision.table_file import TableFile


def is_furniture(pose: Pose, camera: Camera, table: TableFile) -> bool:
    """It lies on a marker, or where an imp may stand, from its foot to where its top seems to be."""
    places, widths = _furniture(camera, table)
    return bool((np.hypot(*(places - (pose.x, pose.y)).T) < widths).any())


@lru_cache(maxsize=4)
def _furniture(camera: Camera, table: TableFile) -> tuple[Array, Array]:
    """Where markers and imps are seen at the height of dice (N, 2), and how near to each there is no room."""
    markers, imps, eye = table.markers, table.imps, camera.position_mm
    heights = np.array([0.0, imps.height_mm / 2, imps.height_mm])
    share = (eye[2] - table.dice_mm) / (eye[2] - heights)
    standing = [eye[:2] + np.outer(share, np.array([base.x, base.y]) - eye[:2]) for base in table.bases]
    lying = [np.array([(centre.x, centre.y)]) for _, centre in markers.centres]
    widths = np.repeat((markers.size_mm, imps.width_mm), (len(lying), len(heights) * len(standing)))
    return np.concatenate([*lying, *standing]), widths
