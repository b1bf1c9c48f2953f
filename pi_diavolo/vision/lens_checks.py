"""Which distortions no lens has: those that fold the picture onto itself, or blow it up beyond measure."""

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

# Rays all round and out to 87° off the axis. The first places on them are so near to the middle that only
# the wildest numbers throw them out of the picture.
WAYS = 24
RADII = np.geomspace(1e-4, 20.0, 250)
# A lens known from boards that did not reach the outermost corners may turn there; nothing of the plate is
# seen so far out.
LOOKED_AT = 0.9
# No lens that bends outwards shows anything twice as far from the middle as a plain hole would.
MOST_SWELL = 2.0


def can_be_a_lens(size: tuple[int, int], matrix: npt.ArrayLike, dist: npt.ArrayLike) -> bool:
    """Whether all that a picture of this size shows is seen once, and roughly where it is.

    Along every ray, until it leaves the picture, places side by side must be seen side by side.
    """
    K, lens = np.asarray(matrix, np.float64), np.asarray(dist, np.float64)  # noqa: N806 - as in every book
    rays, still = _rays(size, K), np.zeros(3)
    pixels, slopes = cv2.projectPoints(rays.reshape(-1, 3), still, still, K, lens)
    # How a pixel moves as the place before the lens goes right or down: slopes 3 and 4 of OpenCV's.
    (a, b), (c, d) = (
        np.asarray(slopes, np.float64).reshape(*rays.shape[:2], 2, -1)[..., 3:5].transpose(2, 3, 0, 1)
    )
    away = np.asarray(pixels, np.float64).reshape(*rays.shape[:2], 2) - K[:2, 2]
    seen = np.logical_and.accumulate(_within(size, K[:2, 2] + away / LOOKED_AT), axis=1)
    with np.errstate(over="ignore", invalid="ignore"):
        grows = a * d - b * c > 0
        swell = np.linalg.norm(away / np.diag(K)[:2], axis=2) / RADII
    good = grows & (swell < MOST_SWELL)
    return bool(seen[:, 0].all() and not seen[:, -1].any() and good[seen].all())


def _rays(size: tuple[int, int], K: Array) -> Array:  # noqa: N803
    """Places (ways, radii, 3) before the lens: towards the picture's corners, and all round."""
    corners = np.array([(x, y) for x in (0, size[0]) for y in (0, size[1])]) - 0.5
    across, down = ((corners - K[:2, 2]) / np.diag(K)[:2]).T
    angles = np.concatenate([np.arctan2(down, across), np.arange(WAYS) * 2 * np.pi / WAYS])
    ways = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    flat = ways[:, None] * RADII[:, None]
    return np.concatenate([flat, np.ones((*flat.shape[:2], 1))], axis=2)


def _within(size: tuple[int, int], pixels: Array) -> npt.NDArray[np.bool_]:
    return np.asarray(((pixels > -0.5) & (pixels < np.array(size) - 0.5)).all(axis=2))
