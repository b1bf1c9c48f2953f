"""The Order die's face: compared with the pictures that were enrolled, in every turn and some sizes."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.vision.picture import Picture, as_gray8
from pi_diavolo.vision.upright import Pose, upright

Gray = npt.NDArray[np.float32]

# A face cut out is so wide, and so much is cut round it, because it is never aimed at exactly.
FACE_PX, ROUND_PX = 40, 4
# How much of the face the enrolled picture may fill: a sticker's glyph, or the whole face.
SHARES = (0.70, 0.76, 0.82, 0.88, 0.94)
TURNS_OFF_DEG = (-4.0, 0.0, 4.0)
# A face is sure when it fits well and misses by half as much as any other, or less; smears fit none.
FITS, HALF = 0.88, 0.5
# The camera never sees a printed edge as sharp as the file has it.
SOFT_PX = 0.9


@dataclass(frozen=True, slots=True)
class FaceRead:
    """How well each enrolled face fits, from -1 to 1; the best first."""

    scores: tuple[tuple[str, float], ...]

    @property
    def face(self) -> str:
        """The face that fits best."""
        return self.scores[0][0]

    @property
    def sure(self) -> bool:
        """It fits well, and no other nearly as well."""
        missed = [1 - score for _, score in self.scores]
        return missed[0] <= 1 - FITS and (len(missed) == 1 or missed[0] <= HALF * missed[1])


class Faces:
    """The enrolled faces of one Order die."""

    def __init__(self, pictures: Mapping[str, Picture]) -> None:
        if not pictures:
            raise ValueError("an Order die is read by its enrolled faces; enrol at least one")
        self._templates = {name: _templates(as_gray8(picture)) for name, picture in pictures.items()}

    def read(self, view: Picture, pose: Pose, side_px: float) -> FaceRead:
        """Which face lies up on the die whose top face is `side_px` wide in this view."""
        face = _face(as_gray8(view), pose, side_px)
        scores = [(name, _fit(face, templates)) for name, templates in self._templates.items()]
        return FaceRead(tuple(sorted(scores, key=lambda score: -score[1])))


def load_faces(paths: Mapping[str, Path]) -> Faces:
    """The faces a table file names."""
    pictures = {}
    for name, path in paths.items():
        picture = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)
        if picture is None:
            raise ValueError(f"{path}: this is not a picture; enrol the face {name} again")
        pictures[name] = np.asarray(picture, np.uint8)
    return Faces(pictures)


def _templates(gray: npt.NDArray[np.uint8]) -> list[Gray]:
    made = []
    for share in SHARES:
        side = round(FACE_PX * share)
        small = cv2.resize(gray, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
        small = cv2.GaussianBlur(small, (0, 0), SOFT_PX)
        made += [np.ascontiguousarray(np.rot90(small, quarter)) for quarter in range(4)]
    return made


def _face(gray: npt.NDArray[np.uint8], pose: Pose, side_px: float) -> Sequence[Gray]:
    turned = [replace(pose, yaw=pose.yaw + math.radians(degrees)) for degrees in TURNS_OFF_DEG]
    width, scale = FACE_PX + 2 * ROUND_PX, side_px / FACE_PX
    return [upright(gray, aim, width, scale).astype(np.float32) for aim in turned]


def _fit(faces: Sequence[Gray], templates: Sequence[Gray]) -> float:
    return max(
        float(cv2.matchTemplate(_about_middle(face, template), template, cv2.TM_CCOEFF_NORMED).max())
        for face in faces
        for template in templates
    )


def _about_middle(face: Gray, template: Gray) -> Gray:
    """As much of the face as the template may be off: a few pixels each way, not the die's edges."""
    side = template.shape[0] + 2 * ROUND_PX
    cut = max(0, (face.shape[0] - side) // 2)
    return face[cut : face.shape[0] - cut, cut : face.shape[1] - cut] if cut else face
