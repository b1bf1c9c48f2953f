"""Enrols the Order die: each face cut out of a picture, and all of them compared with each other."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_diavolo.errors import UsageError
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.look import Expect, Eyes
from pi_diavolo.vision.order_die import Faces, is_plain
from pi_diavolo.vision.patches import Cut, Pose, patches
from pi_diavolo.vision.picture import Picture, as_gray8
from pi_diavolo.vision.printing import FACE_SIDE_PX
from pi_diavolo.vision.sources import Named
from pi_diavolo.vision.stickers import middle_square, sticker_in
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.verdicts import Scale

# So much of a die's face is kept; beyond, its edge is round and shines.
SHARE_OF_FACE = 0.88
# Faces more alike than the last would be taken for each other under poor light.
ALIKE, TOO_ALIKE = Scale(0.80, 0.87), 0.92

# A die under a camera straight above, on which faces are tried out: 16 mm are so many pixels wide.
DEMO_MM, DEMO_PX, DEMO_SHARE, DEMO_SOFT_PX = 16.0, 40.0, 0.82, 0.8
DEMO_SIZE = (96, 96)
DEMO_CAMERA = Camera(
    K=np.array([(600 / DEMO_MM * DEMO_PX, 0, 47.5), (0, 600 / DEMO_MM * DEMO_PX, 47.5), (0, 0, 1)]),
    dist=np.zeros(5),
    R=np.diag([1.0, -1.0, -1.0]),
    t=np.array([0.0, 0.0, 600 + DEMO_MM]),
    size=DEMO_SIZE,
)


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two faces and how much they look alike in the likest turn, 1 being the same."""

    one: str
    other: str
    score: float


def face_in(named: Named, table: TableFile) -> Picture:
    """The face in a picture, square and gray: of the Order die on the table, of a sticker, or as it is."""
    gray = as_gray8(named.picture)
    eyes = Eyes(replace(table, faces=()))  # those enrolled before say nothing about this one
    pose = _order_die(eyes, named)
    if eyes.camera is not None and pose is not None:
        return cut_face(gray, eyes.camera, pose, table.order_die_mm)
    if eyes.camera is not None:
        raise UsageError(
            f"{named.name}: the table is seen, but no Order die in its tray; lay it there alone, the face to"
            " enrol on top, or give a close-up picture of the face"
        )
    sticker = sticker_in(gray)
    return _sized(middle_square(gray) if sticker is None else sticker)


def _order_die(eyes: Eyes, named: Named) -> Pose | None:
    """Where it lies among others, or alone: then it may be of any colour."""
    for expect in (Expect.ANY, Expect.ORDER):
        seen = eyes.look(named.picture, expect=expect).order_die
        if seen is not None:
            return Pose(seen.where.x, seen.where.y, seen.yaw)
    return None


def cut_face(gray: Picture, camera: Camera, pose: Pose, size_mm: float) -> Picture:
    """The top face of the die of this size that lies there, straightened."""
    (cut,) = patches(gray, camera, [pose], size_mm, size_mm, Cut(FACE_SIDE_PX, SHARE_OF_FACE))
    return cut


def _sized(gray: Picture) -> Picture:
    smaller = gray.shape[0] > FACE_SIDE_PX
    how = cv2.INTER_AREA if smaller else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(gray, (FACE_SIDE_PX, FACE_SIDE_PX), interpolation=how), np.uint8)


def likest(faces: Mapping[str, Picture]) -> Likeness | None:
    """The two faces most alike, each read as if it lay on the table; None for a single face."""
    reader = Faces(faces)
    found = []
    for name, picture in faces.items():
        scores = reader.read(on_a_die(as_gray8(picture)), DEMO_CAMERA, Pose(0.0, 0.0, 0.0), DEMO_MM).scores
        # A face that is read as another is as good as that other.
        alike = [(other, 1.0 if other == scores[0][0] else score) for other, score in scores if other != name]
        found += [Likeness(name, other, score) for other, score in alike]
    return max(found, key=lambda pair: pair.score, default=None)


def on_a_die(gray: Picture) -> Picture:
    """The face as it would be seen on a die that lies straight in the middle of a small picture."""
    side, middle = round(DEMO_PX * DEMO_SHARE), DEMO_SIZE[0] // 2
    small = cv2.resize(gray, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
    rim = np.concatenate([small[0], small[-1], small[:, 0], small[:, -1]])
    view = np.full(DEMO_SIZE[::-1], float(np.median(rim)), np.float32)
    first = middle - side // 2
    view[first : first + side, first : first + side] = small
    # Paper in a camera's picture is never as white as in a file: what is, passes for glare.
    return np.asarray(cv2.GaussianBlur(25 + 0.75 * view, (0, 0), DEMO_SOFT_PX), np.uint8)


def refuse_alike(faces: Mapping[str, Picture]) -> Likeness | None:
    """The two faces most alike; raises UsageError where nobody could tell them apart."""
    for name, picture in faces.items():
        if is_plain(picture):
            raise UsageError(
                f"the picture for {name} shows no face, only one shade; take it again in better light, nearer"
            )
    pair = likest(faces)
    if pair is not None and pair.score > TOO_ALIKE:
        raise UsageError(
            f"the faces for {pair.one} and {pair.other} cannot be told apart ({pair.score:.2f} alike, at most"
            f" {TOO_ALIKE} will do); take sharper pictures, each of another face, or use other stickers"
        )
    return pair
