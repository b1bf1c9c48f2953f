"""The Order die's face: compared with the pictures that were enrolled, in every turn and some sizes."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.errors import DiavoloError
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.face_matching import TURNS, in_all_turns, matched, seen_cuts, seen_faces
from pi_diavolo.vision.patches import Pose, cut_out, squares
from pi_diavolo.vision.picture import Picture, as_gray8

Gray = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

# Faces are compared at this width; a cut reaches so many pixels farther, because it is never aimed exactly.
FACE_PX, ROUND_PX = 28, 2
CUT_PX = FACE_PX + 2 * ROUND_PX
# How much of the die's face the enrolled picture may fill: a sticker's glyph, or the whole face.
SHARES = (0.64, 0.70, 0.76, 0.82, 0.88, 0.94, 1.0)
TURNS_OFF_DEG = (-5.0, -2.5, 2.5, 5.0)
# Light that changes over more than this is not print; what differs less than so much, in shades, from what is
# round it may be noise. Else faint print under a mirrored lamp counts as much as black on white.
LEVEL_PX, FAINT = 4.5, 4.0
# Products of matrices with fewer multiplications than this stay on one thread.
ONE_THREAD = 250_000
# Any other face that misses by at least so many times what the best one misses is not shown, if the best one
# fits so well: smears fit none. On 2,328 painted faces, most under mirrored lamps, no wrong one fitted better
# than 0.70.
LEADS, FITS = 2.0, 0.75
ALL_FACES = 6
# Where fitting does not tell, the matcher must be so sure: of the 195 of these faces that fitting left in
# doubt no wrong one was likelier than 0.97. It looks at these of SHARES.
LIKELY, MATCHED = 0.99, slice(1, None, 2)
LEAST_VARIANCE = 1e-3
# The camera never sees a printed edge as sharp as the file has it.
SOFT_PX = 0.7
PLAIN = 8.0  # a picture whose shades differ by less shows no face


class FaceError(DiavoloError):
    """A face's picture cannot be used."""


Scores = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class FaceRead:
    """How well each enrolled face fits, from -1 to 1; the best first.

    Where that does not tell, how likely the die shows each, the likeliest first.
    """

    scores: Scores
    chances: Scores = ()

    @property
    def face(self) -> str:
        """The face that fits best, or the likeliest."""
        return (self.chances or self.scores)[0][0]

    @property
    def others(self) -> tuple[str, ...]:
        """The faces it might show instead, the likelier first: what fits none may be any of them."""
        if len(self.scores) < ALL_FACES:  # it may show one that is not enrolled
            return ()
        if self.chances:
            (_, likeliest), *rest = self.chances
            return () if likeliest >= LIKELY else tuple(name for name, _ in rest)
        (_, best), *rest = self.scores
        return tuple(name for name, score in rest if best < FITS or 1 - score < LEADS * (1 - best))

    @property
    def confidence(self) -> float:
        """How likely the best face is right, as far as that is told."""
        if self.chances:
            return self.chances[0][1]
        best, *rest = (1 - score for _, score in self.scores)
        lead = 1.0 if not rest else 1 - best / max(rest[0], 1e-6)
        return max(0.0, min(1.0, 0.5 + lead)) * max(0.0, min(1.0, (1 - best) / FITS))

    @property
    def sure(self) -> bool:
        """It fits, and no other nearly as well."""
        return len(self.scores) == ALL_FACES and not self.others


@dataclass(frozen=True, slots=True)
class _Sight:
    """A picture and the Order die in it."""

    picture: Picture
    camera: Camera
    pose: Pose
    size_mm: float

    def cuts(self, ways: Sequence[tuple[float, float]]) -> list[Bytes]:
        """The face cut out in each of these ways: a share of the face, turned by some degrees."""
        turned = [Pose(0.0, 0.0, self.pose.yaw + math.radians(off)) for _, off in ways]
        sides = np.array([share for share, _ in ways])[:, None, None] * squares(turned, self.size_mm)
        corners = sides * (CUT_PX / FACE_PX) + (self.pose.x, self.pose.y)
        cuts = cut_out(self.picture, self.camera, corners, self.size_mm, CUT_PX)
        return [as_gray8(cut) for cut in cuts]


class Faces:
    """The enrolled faces of one Order die."""

    def __init__(self, pictures: Mapping[str, Picture]) -> None:
        if not pictures:
            raise ValueError("an Order die is read by its enrolled faces; enrol at least one")
        self.names = tuple(pictures)
        small = [_small(as_gray8(picture)) for picture in pictures.values()]
        turned = [_template(face, turn) for face in small for turn in range(TURNS)]
        self._templates = np.stack(turned, axis=1)
        plain = np.stack(small)
        self._shown = in_all_turns(seen_faces(plain, levelled(plain), ROUND_PX))

    def read(self, picture: Picture, camera: Camera, pose: Pose, size_mm: float) -> FaceRead:
        """Which face lies up on the die of this size whose top face is there, in a camera's picture."""
        sight = _Sight(picture, camera, pose, size_mm)
        cuts = sight.cuts([(share, 0.0) for share in SHARES])
        fits = self._fits(cuts)
        straight = self._told(fits.max(axis=0))
        if straight.sure:
            return straight
        # The size that fits best is the sticker's; a pose that is turned a little is put right in that alone.
        share = SHARES[int(fits.max(axis=1).argmax())]
        turned = self._fits(sight.cuts([(share, off) for off in TURNS_OFF_DEG]))
        compared = self._told(np.maximum(fits.max(axis=0), turned.max(axis=0)))
        if compared.sure or len(self.names) < ALL_FACES:
            return compared
        looked_at = np.stack(cuts[MATCHED])
        chances = matched(seen_cuts(looked_at, levelled(looked_at)), self._shown)
        return replace(compared, chances=self._ranked(chances))

    def _told(self, best: Gray) -> FaceRead:
        return FaceRead(self._ranked(best))

    def _ranked(self, scores: Gray) -> Scores:
        each = [(name, float(score)) for name, score in zip(self.names, scores, strict=True)]
        return tuple(sorted(each, key=lambda score: -score[1]))

    def _fits(self, cuts: Sequence[Bytes]) -> Gray:
        """For each cut how well each face fits into it, wherever and whichever way it fits best."""
        fit = _correlation(_windows(levelled(np.stack(cuts))), self._templates)
        best = fit.reshape(len(cuts), -1, fit.shape[1]).max(axis=1)
        return np.asarray(best.reshape(len(cuts), -1, TURNS).max(axis=2))


def load_faces(paths: Mapping[str, Path]) -> Faces:
    """The faces a table file names."""
    pictures = {}
    for name, path in paths.items():
        raw = np.fromfile(path, np.uint8)
        picture = cv2.imdecode(raw, cv2.IMREAD_COLOR) if len(raw) else None
        if picture is None:
            raise FaceError(f"{path}: this is not a picture; enrol the face {name} again")
        pictures[name] = np.asarray(picture, np.uint8)
        if is_plain(pictures[name]):
            raise FaceError(f"{path}: this shows no face, only one shade; enrol the face {name} again")
    return Faces(pictures)


def is_plain(picture: Picture) -> bool:
    """There is no face in it, only one shade."""
    return float(np.std(as_gray8(picture))) < PLAIN


def _small(gray: Bytes) -> Bytes:
    return np.asarray(cv2.resize(gray, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _template(small: Bytes, quarter: int) -> Gray:
    """The enrolled face in this quarter turn as one row with mean 0 and spread 1."""
    soft = np.asarray(cv2.GaussianBlur(small, (0, 0), SOFT_PX), np.uint8)
    level = np.rot90(levelled(soft[None])[0], quarter)
    return _normal(level.reshape(1, -1)).ravel()


def levelled(faces: Bytes) -> Gray:
    """Faces (n, px, px) as if lit evenly: no slow changes of light, and the same contrast everywhere."""
    seen = faces.astype(np.float32)
    print_ = seen - _smooth(seen)
    return np.asarray(print_ / (np.sqrt(_smooth(print_**2)) + FAINT), np.float32)


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


def _correlation(windows: Gray, templates: Gray) -> Gray:
    """The correlation of each row with each column; the columns have mean 0, so the rows' means fall out."""
    size = windows.shape[1]
    square = np.einsum("ij,ij->i", windows, windows) / size
    spread = np.sqrt(np.maximum(square - windows.mean(axis=1) ** 2, LEAST_VARIANCE))
    return np.asarray(_product(windows, templates) / (size * spread[:, None]), np.float32)


def _normal(rows: Gray) -> Gray:
    """Each row with mean 0 and spread 1."""
    spread = np.sqrt(np.maximum(rows.var(axis=1, keepdims=True), LEAST_VARIANCE))
    return np.asarray((rows - rows.mean(axis=1, keepdims=True)) / spread, np.float32)


def _product(one: Gray, other: Gray) -> Gray:
    # In pieces: for larger products numpy wakes a thread for every core, which costs more than it saves here.
    rows = max(1, ONE_THREAD // other.size)
    pieces = [one[start : start + rows] @ other for start in range(0, len(one), rows)]
    return np.asarray(np.concatenate(pieces), np.float32)
