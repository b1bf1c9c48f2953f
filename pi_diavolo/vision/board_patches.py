"""Each square of the board cut out twice with its neighbourhood: at the height of feet and of pawns' heads.

A pawn leans away from the camera in the picture: its foot is in the middle of the one view, its head in the
middle of the other, only if it stands on this very square.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.table.board_layout import Layout
from pi_diavolo.vision.board_expected import expected_print
from pi_diavolo.vision.camera import Array, Camera
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.table_board import GameBoard

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float32]

SQUARE_PX = 15  # odd, so that each square has a pixel in its middle
PATCH_PX = 33
FINER = 3  # the picture is sampled so much finer than the patch: else noise and edges would alias
HEAD_MM = 20.0  # about where a pawn's head is
FOOT_MM = 1.0
PAPER_SHARE = 0.75  # of a square's pixels are darker than its paper is taken to be
PAPER_REACH = 2  # squares each way whose paper is as light as this one's
LIFT = 8.0  # added before the logarithm, so that noise in the dark does not count for much
LOGS = np.log((np.arange(256) + LIFT) / (255 + LIFT)).astype(np.float32)
CHANNELS = 14
MIDDLE_PX = 3  # each way from a square's middle, all of it counter if one stands there
# Paper so bright in all channels is about as bright as pictures get: a white counter may look the same. Tried
# on 77 boards with too much light: 13 of 1,386 white ones were overlooked, all on boards as bright as this.
BRIGHT, BRIGHT_SHARE = 250, 0.1
# A counter of any colour that mirrors a lamp is so bright in all channels, or brighter.
WASHED_OUT = 245
# In coloured light not all channels come so far: then one does, and none is much darker than paper.
LIKE_PAPER = 0.9
GRID_PX = 9  # between points so far apart in the fine view a straight line stands for the lens


@dataclass(frozen=True, slots=True, eq=False)
class BoardPatches:
    """N squares, row by row from the near left: both views (N, px, px, 6: foot, then head), the print that
    should be there (N, px, px, 3), the colour of paper (N, 3), and how far a head leans (N, 2 mm: right, up).
    """

    views: Bytes
    expected: Bytes
    paper: Array
    lean: Array

    @property
    def is_white_lost(self) -> bool:
        """Somewhere the paper is so bright that a white counter may not be seen on it."""
        return bool((self.paper.min(axis=1) >= BRIGHT).mean() > BRIGHT_SHARE)

    def lightness(self) -> Array:
        """How light each square's middle is beside paper (N): in its lightest channel, in the darker view."""
        return np.asarray((self._middles() / np.maximum(self.paper, 1)[:, None]).max(axis=2).min(axis=1))

    def washed_out(self) -> npt.NDArray[np.bool_]:
        """Whether each square's middle (N) is so bright that nothing is left of its colour."""
        middles = self._middles()
        bright = np.minimum(LIKE_PAPER * self.paper[:, None], WASHED_OUT)
        lost = (middles.max(axis=2) >= WASHED_OUT) & (middles >= bright).all(axis=2)
        return np.asarray(lost.any(axis=1))

    def hueless(self) -> npt.NDArray[np.bool_]:
        """Whether two channels of each square's middle (N) are at their end: orange looks yellow then."""
        return np.asarray(np.sort(self._middles(), axis=2)[:, :, 1].max(axis=1) >= WASHED_OUT)

    def _middles(self) -> Array:
        """The usual colour of each square's middle in both views (N, 2, 3)."""
        middle = np.s_[PATCH_PX // 2 - MIDDLE_PX : PATCH_PX // 2 + MIDDLE_PX + 1]
        return np.asarray(np.median(self.views[:, middle, middle].reshape(len(self.views), -1, 2, 3), axis=1))

    def normal(self) -> Numbers:
        """What the network is shown (N, 14, px, px)."""
        paper = np.log((self.paper + LIFT) / (255 + LIFT)).astype(np.float32)[..., None, None]
        out = np.empty((len(paper), CHANNELS, PATCH_PX, PATCH_PX), np.float32)
        out[:, :6] = LOGS[self.views.transpose(0, 3, 1, 2)]
        out[:, :3] -= paper
        out[:, 3:6] -= paper
        out[:, 6:9] = LOGS[self.expected.transpose(0, 3, 1, 2)]
        out[:, 9:12] = paper
        out[:, 12:] = (self.lean / 10).astype(np.float32)[..., None, None]
        return out

    def turned(self, quarters: int) -> "BoardPatches":
        """The same squares with the board turned by so many quarters against the clock."""
        lean = self.lean
        for _ in range(quarters % 4):
            lean = np.column_stack([-lean[:, 1], lean[:, 0]])
        views, expected = (np.rot90(part, quarters, axes=(1, 2)) for part in (self.views, self.expected))
        return BoardPatches(views, expected, self.paper, lean)

    def only(self, which: npt.NDArray[np.intp]) -> "BoardPatches":
        """Some of the squares."""
        return BoardPatches(self.views[which], self.expected[which], self.paper[which], self.lean[which])


def cut_board(picture: Picture, camera: Camera, board: GameBoard, layout: Layout) -> BoardPatches:
    """Every square's patches; what lies beyond the picture's edge looks like its edge."""
    flat = [_flat(picture, camera, board, height) for height in (FOOT_MM, HEAD_MM)]
    both = np.concatenate(flat, axis=2)
    expected = expected_print(layout, SQUARE_PX, SQUARE_PX)
    paper = _paper(flat[0], board, layout)
    return BoardPatches(_cut(both, board), _cut(expected, board), paper, _lean(camera, board))


def _flat(picture: Picture, camera: Camera, board: GameBoard, height: float) -> Bytes:
    """The board from above with one square of margin, as if all of it were at this height."""
    fine = fine_view(picture, camera, board, height)
    size = (fine.shape[1] // FINER, fine.shape[0] // FINER)
    return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8)


def fine_view(picture: Picture, camera: Camera, board: GameBoard, height: float) -> Bytes:
    """The same, FINER times as fine."""
    maps = _maps(camera, board, height)
    return np.asarray(cv2.remap(picture, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@lru_cache(maxsize=8)
def _maps(
    camera: Camera, board: GameBoard, height: float
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
    px_per_mm = SQUARE_PX * FINER / board.square_mm
    wide, high = ((n + 2) * SQUARE_PX * FINER for n in (board.columns, board.rows))
    columns, rows = np.arange(0, wide + GRID_PX, GRID_PX), np.arange(0, high + GRID_PX, GRID_PX)
    across, down = np.meshgrid(columns, rows)
    x = board.centre.x + (across - (wide - 1) / 2) / px_per_mm
    y = board.centre.y - (down - (high - 1) / 2) / px_per_mm
    coarse = camera.project(np.column_stack([x.ravel(), y.ravel(), np.full(x.size, height)]))
    near = np.clip(np.nan_to_num(coarse, nan=-9999.0), -9999, 32_000).astype(np.float32)
    shrink = np.array([(1 / GRID_PX, 0, 0), (0, 1 / GRID_PX, 0)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    places = cv2.warpAffine(near.reshape(*x.shape, 2), shrink, (wide, high), flags=flags)
    first, second = cv2.convertMaps(places, None, cv2.CV_16SC2)
    return first, second


def _cut(view: Bytes, board: GameBoard) -> Bytes:
    """The patch round each square's middle, row by row from the near left."""
    windows = np.lib.stride_tricks.sliding_window_view(view, (PATCH_PX, PATCH_PX), axis=(0, 1))
    start = SQUARE_PX + SQUARE_PX // 2 - PATCH_PX // 2
    chosen = windows[start::SQUARE_PX, start::SQUARE_PX][: board.rows, : board.columns]
    upwards = chosen[::-1].transpose(0, 1, 3, 4, 2)
    return np.ascontiguousarray(upwards.reshape(-1, PATCH_PX, PATCH_PX, view.shape[2]))


def _paper(flat: Bytes, board: GameBoard, layout: Layout) -> Array:
    """What paper looks like at each square: most plain squares near by are empty, and most of each is paper.

    Homes and safe squares are tinted; four homes in a row at the edge would pass for paper of their colour.
    """
    inner = flat[SQUARE_PX:-SQUARE_PX, SQUARE_PX:-SQUARE_PX]
    blocks = inner.reshape(board.rows, SQUARE_PX, board.columns, SQUARE_PX, 3).transpose(0, 2, 4, 1, 3)
    bright = np.quantile(blocks.reshape(board.rows, board.columns, 3, -1), PAPER_SHARE, axis=3)[::-1]
    for square in (*layout.safe, *(square for home in layout.homes for square in home.squares)):
        bright[square.row, square.column] = np.nan
    around = np.pad(
        bright, ((PAPER_REACH, PAPER_REACH), (PAPER_REACH, PAPER_REACH), (0, 0)), constant_values=np.nan
    )
    side = 2 * PAPER_REACH + 1
    near = np.lib.stride_tricks.sliding_window_view(around, (side, side), axis=(0, 1)).reshape(
        *bright.shape, -1
    )
    # The whole board's has a voice, too, for a corner in which nothing is plain.
    anywhere = np.broadcast_to(np.nanmedian(bright, axis=(0, 1))[:, None], (*bright.shape, 1))
    return np.asarray(np.nanmedian(np.concatenate([near, anywhere], axis=3), axis=3).reshape(-1, 3))


def _lean(camera: Camera, board: GameBoard) -> Array:
    """How far a pawn's head is seen from its foot, on the paper."""
    columns, rows = np.meshgrid(np.arange(board.columns), np.arange(board.rows))
    x = board.centre.x + (columns.ravel() + 0.5 - board.columns / 2) * board.square_mm
    y = board.centre.y + (rows.ravel() + 0.5 - board.rows / 2) * board.square_mm
    away = np.column_stack([x, y]) - camera.position_mm[:2]
    return np.asarray(away * (HEAD_MM / max(camera.position_mm[2] - HEAD_MM, 1.0)))
