"""Each base cut out twice, at the height of an imp's top and at that of its foot, always turned alike.

Leaning away from the camera is upwards in every patch: an imp's top fills the middle of the one, its foot
or the bare base the middle of the other, whatever the camera's place and the imp's size.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.paper import tones
from pi_diavolo.vision.picture import Picture, is_colourless
from pi_diavolo.vision.table_file import TableFile

PATCH_PX = 24
IMPS_WIDE = 3.0  # a patch is so many imps wide: room for the base and some plate
FINER = 2  # the picture is sampled so much finer than the patch: else noise and edges would alias
DISC_MM = 2.0  # an imp stands on a disc about this thick
LIFT = 8.0  # added before the logarithm, so that noise in the dark does not count for much
LOGS = np.log((np.arange(256) + LIFT) / (255 + LIFT)).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Patches:
    """B bases: both patches of each (B, px, px, 6: top, then foot), and what paper would look like there."""

    views: npt.NDArray[np.uint8]
    paper: Array  # (B, 3)

    @property
    def colourless(self) -> bool:
        """Whether the picture was taken in black and white."""
        return is_colourless(self.views[..., :3].reshape(-1, PATCH_PX, 3), every=1)

    def normal(self) -> npt.NDArray[np.float32]:
        """What the network is shown (B, 9, px, px): how much darker than paper, and how bright paper is."""
        paper = np.log((self.paper + LIFT) / (255 + LIFT)).astype(np.float32)[..., None, None]
        out = np.empty((len(paper), 9, *self.views.shape[1:3]), np.float32)
        channels = np.ascontiguousarray(self.views.transpose(0, 3, 1, 2))
        out[:, :6] = cv2.LUT(channels.reshape(len(out), -1), LOGS).reshape(channels.shape)
        out[:, :3] -= paper
        out[:, 3:6] -= paper
        out[:, 6:] = paper
        return out


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """Where the bases are in one camera's pictures."""

    tops: Array  # (B, 2) px
    feet: Array  # (B, 2) px
    inside: npt.NDArray[np.bool_]  # (B,): top and foot are in the picture
    places: Array  # (B, 2) mm
    maps: tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]  # the finer patches, one under the other


@lru_cache(maxsize=4)
def cuts(camera: Camera, table: TableFile) -> Cuts:
    """Work out what to cut; kept while the camera stays where it is."""
    places = np.array([(base.x, base.y) for base in table.bases]).reshape(-1, 2)
    out = places - camera.position_mm[:2]
    far = np.linalg.norm(out, axis=1, keepdims=True)
    up = np.where(far > 1e-6, out / np.maximum(far, 1e-6), (0.0, 1.0))
    right = np.column_stack([up[:, 1], -up[:, 0]])
    half = IMPS_WIDE * table.imps.width_mm / 2
    heights = (table.imps.height_mm + DISC_MM, DISC_MM)
    points = [_at(places + way * half, z) for z in heights for way in (0 * up, right, up)]
    pixels = camera.project(np.concatenate(points)).reshape(2, 3, -1, 2).transpose(2, 0, 1, 3)
    middle, across, upwards = pixels[:, :, 0], pixels[:, :, 1], pixels[:, :, 2]
    reach = PATCH_PX * FINER / 2
    steps = np.stack([(across - middle) / reach, (middle - upwards) / reach], axis=3)
    first = middle - steps.sum(axis=3) * (reach - 0.5)
    inside = np.asarray(((middle > -0.5) & (middle < np.array(camera.size) - 0.5)).all(axis=(1, 2)))
    affine = np.concatenate([steps, first[..., None]], axis=3)
    affine[~inside] = 0  # it may be anything for what lies behind the camera
    return Cuts(middle[:, 0], middle[:, 1], inside, places, _maps(affine.reshape(-1, 2, 3)))


def _maps(affine: Array) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
    """All patches in one go: that is twice as fast as one after the other."""
    rows, columns = np.mgrid[0 : PATCH_PX * FINER, 0 : PATCH_PX * FINER]
    grid = np.column_stack([columns.ravel(), rows.ravel(), np.ones(rows.size)])
    places = np.clip(grid @ affine.transpose(0, 2, 1), -9999, 32_000).astype(np.float32)
    coarse, fine = cv2.convertMaps(places.reshape(-1, PATCH_PX * FINER, 2), None, cv2.CV_16SC2)
    return coarse, fine


def _at(places: Array, z: float) -> Array:
    return np.column_stack([places, np.full(len(places), z)])


def cut(picture: Picture, camera: Camera, table: TableFile) -> Patches:
    """Both patches of every base (one at least); what lies beyond the picture's edge looks like its edge."""
    where = cuts(camera, table)
    shape = (len(where.places), 2, PATCH_PX, PATCH_PX, 3)
    fine = cv2.remap(picture, *where.maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(fine, (PATCH_PX, len(fine) // FINER), interpolation=cv2.INTER_AREA)
    views = small.reshape(shape).transpose(0, 2, 3, 1, 4).reshape(-1, PATCH_PX, PATCH_PX, 6)
    paper = tones(picture, camera, table.markers).paper_at(where.places)
    return Patches(np.asarray(views, np.uint8), paper)
