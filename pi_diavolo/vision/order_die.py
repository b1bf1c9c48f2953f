"""The Order die's face: compared with the pictures that were enrolled, in every turn and some sizes."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from pi_diavolo.errors import DiavoloError
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.face_fitting import (
    BLANK_PX,
    BLURRED_PX,
    CUT_PX,
    FACE_PX,
    ROUND_PX,
    SOFT_PX,
    Bytes,
    Gray,
    blanks,
    fits,
    levelled,
    templates,
)
from pi_diavolo.vision.face_matching import TURNS, in_all_turns, matched, seen_cuts, seen_faces
from pi_diavolo.vision.patches import Pose, cut_out, squares
from pi_diavolo.vision.picture import Picture, as_gray8, on_paper

# How much of the die's face the enrolled picture may fill: a sticker's glyph, or the whole face.
SHARES = (0.64, 0.70, 0.76, 0.82, 0.88, 0.94, 1.0)
TURNS_OFF_DEG = (-5.0, -2.5, 2.5, 5.0)
# Any other face that misses by at least so many times what the best one misses is not shown, if the best one
# fits so well: smears fit none. On 2,328 painted faces, most under mirrored lamps, no wrong one fitted better
# than 0.70.
LEADS, FITS = 2.0, 0.75
ALL_FACES = 6
# Where fitting does not tell, the matcher must be so sure: of the 195 of these faces that fitting left in
# doubt no wrong one was likelier than 0.97. It looks at these of SHARES.
LIKELY, MATCHED = 0.99, slice(1, None, 2)
# A face that fits less clearly is tried in so many turns, and with light and dark exchanged: the pictures of
# faces may lie askew or be white on black. If one fits better by so much that way, and is no smear, all are
# taken that way. On 1,050 faces, 159 of them rendered by others, no wrong one is sure with the pictures as
# they are, exchanged, or turned by 20, 30 or 45 degrees; without it up to one in three of the sure ones was.
CLEARLY_FITS, ALL_TURNS = 0.88, 24
BETTER, NO_SMEAR = 0.03, 0.65
# A sticker without print that misses by less than so many times what the best face misses fits as well. Where
# washed-out stickers were taken for a face of one shade, it missed by 1.1 times as much at most; by 1.6 times
# beneath a face that was read well.
AS_WELL = 1.3
# An enrolled face whose correlation with such a sticker is greater is all of one shade: a filled square has
# 1.0, other filled shapes up to 0.87, signs less.
ONE_SHADE = 0.8
# A face that another one correlates with so much once it is blurred may be that other one.
BLURS_INTO = 0.6
PLAIN = 8.0  # a picture whose shades differ by less shows no face


class FaceError(DiavoloError):
    """A face's picture cannot be used."""


Scores = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class FaceRead:
    """How well each enrolled face fits, from -1 to 1; the best first.

    Where that does not tell, how likely the die shows each, the likeliest first. `blank` is how well a
    sticker without any print fits: a face like that, all of one shade, may be any other one under a lamp.
    """

    scores: Scores
    chances: Scores = ()
    blank: float = -1.0

    @property
    def fit(self) -> float:
        """How well the best one fits."""
        return self.scores[0][1]

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
        told = best >= FITS and not self.may_be_blank
        return tuple(name for name, score in rest if not told or 1 - score < LEADS * (1 - best))

    @property
    def may_be_blank(self) -> bool:
        """A sticker without print would fit nearly as well as the best face."""
        return 1 - self.blank < AS_WELL * (1 - self.fit)

    @property
    def confidence(self) -> float:
        """How likely the best face is right, as far as that is told."""
        if self.chances:
            return self.chances[0][1]
        if self.may_be_blank:  # and any of them
            return 1 / len(self.scores)
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
        self._small = np.stack([_small(as_gray8(picture)) for picture in pictures.values()])
        sharp, self._blurred = (templates(self._small, TURNS, soft) for soft in (SOFT_PX, BLURRED_PX))
        self._upright = np.hstack([sharp, blanks()])
        self._looked_like = self._alike_when_blurred(sharp)
        alike = np.abs(templates(self._small, 1).T @ blanks()).max(axis=1) / FACE_PX**2
        self._of_one_shade = {name for name, like in zip(self.names, alike, strict=True) if like > ONE_SHADE}
        self._shown = in_all_turns(seen_faces(self._small, levelled(self._small), ROUND_PX))

    def read(self, picture: Picture, camera: Camera, pose: Pose, size_mm: float) -> FaceRead:
        """Which face lies up on the die of this size whose top face is there, in a camera's picture."""
        sight = _Sight(picture, camera, pose, size_mm)
        cuts = sight.cuts([(share, 0.0) for share in SHARES])
        by_share, blank = self._fits(cuts)
        straight = self._told(by_share.max(axis=0), blank)
        if straight.sure and straight.fit >= CLEARLY_FITS:
            return self._doubted_if_blurred(straight, cuts)
        # The size that fits best is the sticker's; a pose that is turned a little is put right in that alone.
        share = SHARES[int(by_share.max(axis=1).argmax())]
        turned, _ = self._fits(sight.cuts([(share, off) for off in TURNS_OFF_DEG]))
        compared = self._told(np.maximum(by_share.max(axis=0), turned.max(axis=0)), blank)
        askew = self._told(self._fits_otherwise(cuts), blank)
        if askew.fit > max(compared.fit + BETTER, NO_SMEAR) and not askew.may_be_blank:
            return askew
        if compared.sure or len(self.names) < ALL_FACES:
            return self._doubted_if_blurred(compared, cuts)
        looked_at = np.stack(cuts[MATCHED])
        chances = matched(seen_cuts(looked_at, levelled(looked_at)), self._shown)
        told = replace(compared, chances=self._ranked(chances))
        # A face of one shade is not to be told from any other one whose print a lamp has washed out.
        return compared if compared.may_be_blank and told.face in self._of_one_shade else told

    def _doubted_if_blurred(self, told: FaceRead, cuts: Sequence[Bytes]) -> FaceRead:
        """The same; but another face, seen softly, may fit about as well."""
        if told.face not in self._looked_like:
            return told
        blurred = fits(cuts, self._blurred).max(axis=(0, 1)).reshape(-1, TURNS).max(axis=1)
        best = [max(fit, dict(told.scores)[name]) for name, fit in zip(self.names, blurred, strict=True)]
        return self._told(np.array(best, np.float32), told.blank)

    def _alike_when_blurred(self, sharp: Gray) -> set[str]:
        """The faces that others look like, in some turn, once they are blurred."""
        fit = (self._blurred.T @ sharp / FACE_PX**2).reshape(len(self.names), TURNS, -1, TURNS)
        alike = fit.max(axis=(1, 3))
        np.fill_diagonal(alike, 0.0)
        return {name for name, like in zip(self.names, alike.max(axis=0), strict=True) if like > BLURS_INTO}

    def _told(self, best: Gray, blank: float) -> FaceRead:
        return FaceRead(self._ranked(best), blank=blank)

    def _ranked(self, scores: Gray) -> Scores:
        each = [(name, float(score)) for name, score in zip(self.names, scores, strict=True)]
        return tuple(sorted(each, key=lambda score: -score[1]))

    def _fits(self, cuts: Sequence[Bytes]) -> tuple[Gray, float]:
        """For each cut how well each face fits into it, wherever and whichever way it fits best.

        And how well no print at all fits into any.
        """
        best = fits(cuts, self._upright).max(axis=1)
        faces, blank = np.hsplit(best, [-len(BLANK_PX)])
        return np.asarray(faces.reshape(len(cuts), -1, TURNS).max(axis=2)), float(blank.max())

    def _fits_otherwise(self, cuts: Sequence[Bytes]) -> Gray:
        """How well each face fits into any cut in any turn, with light and dark as they are or exchanged."""
        either = np.abs(fits(cuts, self._askew)).max(axis=(0, 1))
        return np.asarray(either.reshape(-1, ALL_TURNS).max(axis=1))

    @cached_property
    def _askew(self) -> Gray:
        return templates(self._small, ALL_TURNS)  # few tables ever need them


def load_faces(paths: Mapping[str, Path]) -> Faces:
    """The faces a table file names."""
    pictures = {}
    for name, path in paths.items():
        picture = _decoded(np.fromfile(path, np.uint8))
        if picture is None:
            raise FaceError(f"{path}: this is not a picture; enrol the face {name} again")
        pictures[name] = picture
        if is_plain(pictures[name]):
            raise FaceError(f"{path}: this shows no face, only one shade; enrol the face {name} again")
    return Faces(pictures)


def _decoded(raw: Bytes) -> Picture | None:
    """The picture in these bytes, if there is one; what is drawn on a transparent ground lies on paper."""
    drawn = cv2.imdecode(raw, cv2.IMREAD_UNCHANGED) if len(raw) else None
    if drawn is None:
        return None
    if drawn.ndim == 3 and drawn.shape[2] == 4 and drawn.dtype in (np.uint8, np.uint16):
        return on_paper(drawn)
    return np.asarray(cv2.imdecode(raw, cv2.IMREAD_COLOR), np.uint8)


def is_plain(picture: Picture) -> bool:
    """There is no face in it, only one shade."""
    return float(np.std(as_gray8(picture))) < PLAIN


def _small(gray: Bytes) -> Bytes:
    return np.asarray(cv2.resize(gray, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA), np.uint8)
