"""The Order die's face: compared with the pictures that were enrolled, in every turn and some sizes."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.errors import DiavoloError
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.patches import Cut, Pose, patches
from pi_diavolo.vision.picture import Picture, as_gray8

Gray = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

# Faces are compared at this width; a cut reaches so many pixels farther, because it is never aimed exactly.
FACE_PX, ROUND_PX = 28, 2
# How much of the die's face the enrolled picture may fill: a sticker's glyph, or the whole face.
SHARES = (0.64, 0.70, 0.76, 0.82, 0.88, 0.94, 1.0)
TURNS_OFF_DEG = (-5.0, -2.5, 2.5, 5.0)
# Brighter than this is glare and tells nothing; so much of a face must be seen beside it.
GLARE, LEAST_SEEN = 247, 0.35
# Light that changes over more than this is not print; what stands out more than so many times is a gleam.
LEVEL_PX, OUTLIER = 6.0, 2.5
# Products of matrices with fewer multiplications than this stay on one thread.
ONE_THREAD = 250_000
# A face is sure when it fits well and misses by half as much as any other, or less; smears fit none.
FITS, HALF = 0.85, 0.5
ALL_FACES = 6
# The camera never sees a printed edge as sharp as the file has it.
SOFT_PX = 0.7


class FaceError(DiavoloError):
    """A face's picture cannot be used."""


@dataclass(frozen=True, slots=True)
class FaceRead:
    """How well each enrolled face fits, from -1 to 1; the best first."""

    scores: tuple[tuple[str, float], ...]

    @property
    def face(self) -> str:
        """The face that fits best."""
        return self.scores[0][0]

    @property
    def others(self) -> tuple[str, ...]:
        """The faces it might show instead, the likelier first: one that fits none well may be any of them."""
        return tuple(name for name, _ in self.scores[1:]) if len(self.scores) == ALL_FACES else ()

    @property
    def confidence(self) -> float:
        """How likely the best face is right, as far as fitting tells."""
        best, *rest = (1 - score for _, score in self.scores)
        lead = 1.0 if not rest else 1 - best / max(rest[0], 1e-6)
        return max(0.0, min(1.0, 0.5 + lead)) * max(0.0, min(1.0, (1 - best) / FITS))

    @property
    def sure(self) -> bool:
        """It fits well, and no other nearly as well."""
        if len(self.scores) < ALL_FACES:  # it may show one that is not enrolled
            return False
        missed = [1 - score for _, score in self.scores]
        return missed[0] <= 1 - FITS and missed[0] <= HALF * missed[1]


class Faces:
    """The enrolled faces of one Order die."""

    def __init__(self, pictures: Mapping[str, Picture]) -> None:
        if not pictures:
            raise ValueError("an Order die is read by its enrolled faces; enrol at least one")
        self.names = tuple(pictures)
        turned = [_template(as_gray8(picture), turn) for picture in pictures.values() for turn in range(4)]
        self._templates = np.stack(turned, axis=1)

    def read(self, picture: Picture, camera: Camera, pose: Pose, size_mm: float) -> FaceRead:
        """Which face lies up on the die of this size whose top face is there, in a camera's picture."""
        gray = as_gray8(picture)
        fits = self._fits([_cut(gray, camera, pose, size_mm, share, 0.0) for share in SHARES])
        # The size that fits best is the sticker's; a pose that is turned a little is put right in that alone.
        share = SHARES[int(fits.max(axis=1).argmax())]
        turned = self._fits([_cut(gray, camera, pose, size_mm, share, off) for off in TURNS_OFF_DEG])
        best = np.maximum(fits.max(axis=0), turned.max(axis=0))
        scores = [(name, float(score)) for name, score in zip(self.names, best, strict=True)]
        return FaceRead(tuple(sorted(scores, key=lambda score: -score[1])))

    def _fits(self, cuts: Sequence[Bytes]) -> Gray:
        """For each cut how well each face fits into it, wherever and whichever way it fits best."""
        rows = [_windows(*_levelled(cut)) for cut in cuts]
        values, weights = (np.concatenate(part) for part in zip(*rows, strict=True))
        fit = _correlation(values, weights, self._templates)
        return np.asarray(fit.reshape(len(cuts), -1, len(self.names), 4).max(axis=(1, 3)))


def load_faces(paths: Mapping[str, Path]) -> Faces:
    """The faces a table file names."""
    pictures = {}
    for name, path in paths.items():
        raw = np.fromfile(path, np.uint8)
        picture = cv2.imdecode(raw, cv2.IMREAD_COLOR) if len(raw) else None
        if picture is None:
            raise FaceError(f"{path}: this is not a picture; enrol the face {name} again")
        pictures[name] = np.asarray(picture, np.uint8)
    return Faces(pictures)


def _cut(gray: Bytes, camera: Camera, pose: Pose, size_mm: float, share: float, off_deg: float) -> Bytes:
    width = FACE_PX + 2 * ROUND_PX
    turned = Pose(pose.x, pose.y, pose.yaw + math.radians(off_deg))
    return patches(gray, camera, [turned], size_mm, size_mm, Cut(width, share * width / FACE_PX))[0]


def _template(gray: Bytes, quarter: int) -> Gray:
    small = cv2.resize(gray, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), SOFT_PX)
    # A file's white is paper, not glare.
    level, _ = _levelled(np.asarray(np.minimum(soft, GLARE - 1), np.uint8))
    return np.asarray(np.rot90(level, quarter).ravel(), np.float32)


def _levelled(face: Bytes) -> tuple[Gray, Gray]:
    """The face without slow changes of light, and which pixels can be believed: not those in glare."""
    clear = (face < GLARE).astype(np.float32)
    light = cv2.GaussianBlur(face * clear, (0, 0), LEVEL_PX) / (
        cv2.GaussianBlur(clear, (0, 0), LEVEL_PX) + 1e-3
    )
    level = (face - light) * clear
    spread = math.sqrt(float((level**2).sum()) / (float(clear.sum()) + 1))
    return np.asarray(np.clip(level, -OUTLIER * spread, OUTLIER * spread), np.float32), clear


def _windows(level: Gray, clear: Gray) -> tuple[Gray, Gray]:
    """All ways to lay a face into the cut, one a row."""
    shape = (FACE_PX, FACE_PX)
    rows = [np.lib.stride_tricks.sliding_window_view(part, shape) for part in (level, clear)]
    values, weights = (np.ascontiguousarray(part).reshape(-1, FACE_PX * FACE_PX) for part in rows)
    return values, weights


def _correlation(values: Gray, weights: Gray, templates: Gray) -> Gray:
    """The correlation of each row with each template's column over the pixels that can be believed."""
    count = weights.sum(axis=1, keepdims=True) + 1e-6
    mean = values.sum(axis=1, keepdims=True) / count
    variance = (values**2).sum(axis=1, keepdims=True) / count - mean**2
    means = _product(weights, templates) / count
    variances = _product(weights, templates**2) / count - means**2
    together = _product(values, templates) / count - mean * means
    fit = together / np.sqrt(np.maximum(variance, 1e-3) * np.maximum(variances, 1e-3))
    return np.asarray(np.where(count > LEAST_SEEN * FACE_PX**2, fit, 0.0), np.float32)


def _product(one: Gray, other: Gray) -> Gray:
    # In pieces: for larger products numpy wakes a thread for every core, which costs more than it saves here.
    rows = max(1, ONE_THREAD // other.size)
    pieces = [one[start : start + rows] @ other for start in range(0, len(one), rows)]
    return np.asarray(np.concatenate(pieces), np.float32)
