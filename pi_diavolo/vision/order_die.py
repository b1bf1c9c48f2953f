"""The Order die's face: compared with the pictures that were enrolled, in every turn and some sizes."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.errors import DiavoloError
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.patches import Pose, cut_out, squares
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
LEAST_VARIANCE = 1e-3
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


@dataclass(frozen=True, slots=True)
class _Sight:
    """A picture and the Order die in it."""

    picture: Picture
    camera: Camera
    pose: Pose
    size_mm: float

    def cuts(self, ways: Sequence[tuple[float, float]]) -> list[Bytes]:
        """The face cut out in each of these ways: a share of the face, turned by some degrees."""
        width = FACE_PX + 2 * ROUND_PX
        turned = [Pose(0.0, 0.0, self.pose.yaw + math.radians(off)) for _, off in ways]
        sides = np.array([share for share, _ in ways])[:, None, None] * squares(turned, self.size_mm)
        corners = sides * (width / FACE_PX) + (self.pose.x, self.pose.y)
        cuts = cut_out(self.picture, self.camera, corners, self.size_mm, width)
        return [as_gray8(cut) for cut in cuts]


class Faces:
    """The enrolled faces of one Order die."""

    def __init__(self, pictures: Mapping[str, Picture]) -> None:
        if not pictures:
            raise ValueError("an Order die is read by its enrolled faces; enrol at least one")
        self.names = tuple(pictures)
        turned = [_template(as_gray8(picture), turn) for picture in pictures.values() for turn in range(4)]
        self._templates = _Templates.of(np.stack(turned, axis=1))

    def read(self, picture: Picture, camera: Camera, pose: Pose, size_mm: float) -> FaceRead:
        """Which face lies up on the die of this size whose top face is there, in a camera's picture."""
        sight = _Sight(picture, camera, pose, size_mm)
        fits = self._fits(sight.cuts([(share, 0.0) for share in SHARES]))
        # The size that fits best is the sticker's; a pose that is turned a little is put right in that alone.
        share = SHARES[int(fits.max(axis=1).argmax())]
        turned = self._fits(sight.cuts([(share, off) for off in TURNS_OFF_DEG]))
        best = np.maximum(fits.max(axis=0), turned.max(axis=0))
        scores = [(name, float(score)) for name, score in zip(self.names, best, strict=True)]
        return FaceRead(tuple(sorted(scores, key=lambda score: -score[1])))

    def _fits(self, cuts: Sequence[Bytes]) -> Gray:
        """For each cut how well each face fits into it, wherever and whichever way it fits best."""
        level, clear = _levelled(np.stack(cuts))
        values, weights = _windows(level), None if clear is None else _windows(clear)
        fit = _correlation(values, weights, self._templates)
        best = fit.reshape(len(cuts), -1, fit.shape[1]).max(axis=1)
        return np.asarray(best.reshape(len(cuts), -1, 4).max(axis=2))


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


def _template(gray: Bytes, quarter: int) -> Gray:
    small = cv2.resize(gray, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), SOFT_PX)
    # A file's white is paper, not glare.
    level, _ = _levelled(np.asarray(np.minimum(soft, GLARE - 1), np.uint8)[None])
    return np.asarray(np.rot90(level[0], quarter).ravel(), np.float32)


def _levelled(faces: Bytes) -> tuple[Gray, Gray | None]:
    """Faces (n, px, px) without slow changes of light, and which pixels to believe; None where all are."""
    seen = faces.astype(np.float32)
    if int(faces.max()) < GLARE:
        return _without_gleams(seen - _smooth(seen), np.float32(seen[0].size)), None
    clear = (faces < GLARE).astype(np.float32)
    light = _smooth(seen * clear) / (_smooth(clear) + 1e-3)
    return _without_gleams((seen - light) * clear, clear.sum(axis=(1, 2), keepdims=True)), clear


def _without_gleams(level: Gray, count: Gray | np.float32) -> Gray:
    most = OUTLIER * np.sqrt((level**2).sum(axis=(1, 2), keepdims=True) / (count + 1))
    return np.asarray(np.clip(level, -most, most), np.float32)


def _smooth(faces: Gray) -> Gray:
    """Blurred as OpenCV would, but all at once."""
    along = _smoothing(faces.shape[1])
    return np.asarray(along @ faces @ along.T, np.float32)


@cache
def _smoothing(px: int) -> Gray:
    """The matrix that blurs a column of so many pixels."""
    kernel = cv2.getGaussianKernel(2 * round(4 * LEVEL_PX) + 1, LEVEL_PX)
    return np.asarray(cv2.sepFilter2D(np.eye(px, dtype=np.float32), -1, np.ones(1), kernel), np.float32)


def _windows(parts: Gray) -> Gray:
    """All ways to lay a face into each cut, one a row."""
    rows = np.lib.stride_tricks.sliding_window_view(parts, (FACE_PX, FACE_PX), axis=(1, 2))
    return np.ascontiguousarray(rows).reshape(-1, FACE_PX * FACE_PX)


@dataclass(frozen=True, slots=True)
class _Templates:
    """Every face in every quarter turn, one a column; `normal` with mean 0 and spread 1."""

    values: Gray
    normal: Gray

    @staticmethod
    def of(values: Gray) -> "_Templates":
        """Those with these columns."""
        spread = np.sqrt(np.maximum(values.var(axis=0), LEAST_VARIANCE))
        return _Templates(values, ((values - values.mean(axis=0)) / spread).astype(np.float32))


def _correlation(values: Gray, weights: Gray | None, templates: _Templates) -> Gray:
    """The correlation of each row with each template over the pixels that can be believed."""
    if weights is None:
        spread = np.sqrt(np.maximum(values.var(axis=1, keepdims=True), LEAST_VARIANCE))
        return np.asarray(_product(values, templates.normal) / (values.shape[1] * spread), np.float32)
    count = weights.sum(axis=1, keepdims=True) + 1e-6
    mean = values.sum(axis=1, keepdims=True) / count
    variance = (values**2).sum(axis=1, keepdims=True) / count - mean**2
    means = _product(weights, templates.values) / count
    variances = _product(weights, templates.values**2) / count - means**2
    together = _product(values, templates.values) / count - mean * means
    fit = together / np.sqrt(np.maximum(variance, LEAST_VARIANCE) * np.maximum(variances, LEAST_VARIANCE))
    return np.asarray(np.where(count > LEAST_SEEN * FACE_PX**2, fit, 0.0), np.float32)


def _product(one: Gray, other: Gray) -> Gray:
    # In pieces: for larger products numpy wakes a thread for every core, which costs more than it saves here.
    rows = max(1, ONE_THREAD // other.size)
    pieces = [one[start : start + rows] @ other for start in range(0, len(one), rows)]
    return np.asarray(np.concatenate(pieces), np.float32)
