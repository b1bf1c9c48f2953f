"""Pictures as small PNG files: few colours, no noise that nobody would miss."""

from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from pi_diavolo.vision.picture import Picture

LARGEST = 200_000


def calm(picture: Picture, width: int) -> Picture:
    """A camera's picture at this width without its noise, which a PNG would have to spell out."""
    height = round(picture.shape[0] * width / picture.shape[1])
    smooth = cv2.bilateralFilter(picture, 7, 22, 5)
    return np.asarray(cv2.resize(smooth, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def png(picture: Picture) -> bytes:
    """As it is, for a page to show."""
    return bytes(cv2.imencode(".png", picture)[1])


def save(place: Path, image: bytes, colours: int = 128) -> None:
    """Write a PNG with a palette; what does not fit gets fewer colours."""
    whole = Image.open(BytesIO(image)).convert("RGB")
    while True:
        few = whole.quantize(colours, method=Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE)
        written = BytesIO()
        few.save(written, "PNG", optimize=True)
        if written.tell() <= LARGEST or colours <= 16:
            break
        colours = colours * 3 // 4
    place.write_bytes(written.getvalue())
