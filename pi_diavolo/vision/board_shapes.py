"""Is what stands on a square a flat counter or a pawn? Each one looked at again, finer than the whole board.

A patch is turned so that the camera is always at its near side: whatever stands up leans to its far side, and
by how much tells how high it is. Of two flat counters on each other the upper leans half as far as a head.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.table.board_layout import Layout
from pi_diavolo.vision.board_expected import expected_print
from pi_diavolo.vision.board_patches import FINER, FOOT_MM, LIFT, LOGS, SQUARE_PX, Bytes, Numbers, fine_view
from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.networks import run
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_board import GameBoard

PX_MM = 0.6
BEFORE_MM = 12.0  # of the patch lie on the camera's side of the square's middle
LONG_PX, WIDE_PX = 67, 43
SMOOTH = 2  # the board is sampled so much finer than the patch
CHANNELS = 8
HIGHEST_MM = 40.0
LEAST_CHANCE = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class CounterPatches:
    """N counters from the camera's side: the picture (N, long, wide, 3), the print that should be there (as
    large), the colour of paper (N, 3), how far each is from the camera and how high that is (N, 2 mm).
    """

    views: Bytes
    expected: Bytes
    paper: Array
    sight: Array

    def normal(self) -> Numbers:
        """What the network is shown (N, 8, long, wide)."""
        paper = np.log((self.paper + LIFT) / (255 + LIFT)).astype(np.float32)[..., None, None]
        out = np.empty((len(paper), CHANNELS, LONG_PX, WIDE_PX), np.float32)
        out[:, :3] = LOGS[self.views.transpose(0, 3, 1, 2)] - paper
        out[:, 3:6] = LOGS[self.expected.transpose(0, 3, 1, 2)]
        away, high = (part[:, None, None].astype(np.float32) for part in self.sight.T)
        out[:, 6] = away / high
        # How high above the square's middle a thing is that is seen there.
        along = (np.arange(LONG_PX, dtype=np.float32) * np.float32(PX_MM) - np.float32(BEFORE_MM))[:, None]
        height = along * high / np.maximum(away + along, np.float32(1e-3))
        unseen = (away + along <= 0) & (along > 0)
        out[:, 7] = np.where(unseen, HIGHEST_MM, height.clip(-HIGHEST_MM, HIGHEST_MM)) / np.float32(20)
        return out

    def mirrored(self) -> "CounterPatches":
        """The same as in a mirror: left and right change places."""
        return CounterPatches(self.views[:, :, ::-1], self.expected[:, :, ::-1], self.paper, self.sight)

    def only(self, which: npt.NDArray[np.intp]) -> "CounterPatches":
        """Some of them."""
        return CounterPatches(self.views[which], self.expected[which], self.paper[which], self.sight[which])


def cut_counters(
    picture: Picture, camera: Camera, board: GameBoard, layout: Layout, which: Sequence[int], paper: Array
) -> CounterPatches:
    """The squares of these numbers, row by row from the near left; `paper` is that of all squares."""
    fine = fine_view(picture, camera, board, FOOT_MM)
    expected = expected_print(layout, SQUARE_PX * FINER, SQUARE_PX * FINER)
    ways = [_way(camera, board, number) for number in which]
    size = (len(ways), LONG_PX, WIDE_PX, 3)
    views, prints = np.empty(size, np.uint8), np.empty(size, np.uint8)
    for n, way in enumerate(ways):
        views[n], prints[n] = (_cut(view, board, way) for view in (fine, expected))
    sight = [(way.away, float(camera.position_mm[2])) for way in ways]
    return CounterPatches(views, prints, paper[list(which)], np.array(sight).reshape(-1, 2))


def pawn_chances(patches: CounterPatches) -> Numbers:
    """How likely each one (N) is a pawn and no flat counter, by itself and its mirror image together."""
    if not len(patches.paper):
        return np.empty(0, np.float32)
    each = np.stack([run("board_shapes", some.normal()) for some in (patches, patches.mirrored())])
    joined = np.exp(np.log(each + LEAST_CHANCE).mean(axis=0))
    return np.asarray(joined[:, 1] / joined.sum(axis=1), np.float32)


@dataclass(frozen=True, slots=True)
class _Way:
    """From the camera's foot to a square's middle: where that is (mm), which way, and how far."""

    middle: tuple[float, float]
    ahead: tuple[float, float]
    away: float


def _way(camera: Camera, board: GameBoard, number: int) -> _Way:
    row, column = divmod(number, board.columns)
    x = (column + 0.5 - board.columns / 2) * board.square_mm
    y = (row + 0.5 - board.rows / 2) * board.square_mm
    right, up = (board.centre.x + x - camera.position_mm[0], board.centre.y + y - camera.position_mm[1])
    away = float(np.hypot(right, up))
    ahead = (right / away, up / away) if away > 1e-6 else (0.0, 1.0)
    return _Way((x, y), (float(ahead[0]), float(ahead[1])), away)


def _cut(view: Bytes, board: GameBoard, way: _Way) -> Bytes:
    """One patch: its rows lead away from the camera."""
    px_per_mm, step = SQUARE_PX * FINER / board.square_mm, PX_MM / SMOOTH
    (x, y), (right, up) = way.middle, way.ahead
    # In mm, from the board's middle: where the patch's first pixel lies, and a step across and along.
    first, across = -(BEFORE_MM + PX_MM / 2 - step / 2), -(WIDE_PX * SMOOTH - 1) / 2 * step
    start = np.array([x + first * right + across * up, y + first * up - across * right])
    steps = np.array([(up, right), (-right, up)]) * step
    flip = np.array([px_per_mm, -px_per_mm])
    middle = np.array([(view.shape[1] - 1) / 2, (view.shape[0] - 1) / 2])
    to_view = np.column_stack([flip[:, None] * steps, flip * start + middle])
    size = (WIDE_PX * SMOOTH, LONG_PX * SMOOTH)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine = cv2.warpAffine(view, to_view, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(fine, (WIDE_PX, LONG_PX), interpolation=cv2.INTER_AREA), np.uint8)
