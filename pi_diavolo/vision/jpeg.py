"""A picture as a JPEG for a page: no larger than a screen needs."""

import cv2
import numpy as np

from pi_diavolo.vision.picture import Picture, as_bgr8

WIDEST_PX, QUALITY = 1280, 82


def as_jpeg(picture: Picture, widest: int = WIDEST_PX, quality: int = QUALITY) -> bytes:
    """The picture made smaller where it is wider than this, and encoded."""
    bgr = as_bgr8(picture)
    scale = widest / bgr.shape[1]
    if scale < 1:
        size = (widest, max(1, round(bgr.shape[0] * scale)))
        bgr = np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8)
    _, raw = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return raw.tobytes()
