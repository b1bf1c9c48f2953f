"""Is anything moving in the tray, is a hand over it? Told from frame to frame, in a few milliseconds each."""

from collections import deque
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_diavolo.table.locking import State
from pi_diavolo.table.pieces import Point
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.motion_change import Cells, moving_cells
from pi_diavolo.vision.motion_hand import SMALL_HAND_MM2, Ground, blobs
from pi_diavolo.vision.motion_view import CELL_MM, Glance, small_view
from pi_diavolo.vision.picture import as_bgr8
from pi_diavolo.vision.table_file import TableFile

# A frame is compared with one so much older: slow dice move enough meanwhile, and rest is soon seen.
LAG_S, MOST_PAST = 0.09, 24
# Once a hand has left, older frames than this still show it or its shadow, which is no movement now.
LEFT_S = 0.06
# A free rim does not mean that the hand's own blur is gone, or that all that moves at the edge are dice.
LINGERS_S = 0.5
# A hand that turns round stands still for a frame or two: it is no floor yet.
PAUSES_S = 0.1
STAYS_S = 4.0  # nobody holds a hand so still so long: something was left lying there
# Frames in a row: dice in flight are large for a moment, and a hand's own blur looks like dice for one.
BELIEVES_HAND, BELIEVES_DICE = 3, 2
# A hand takes light away and mirrors itself in dice that lie still: so few cells (mm²) are no die that moves.
GLINTS_MM2, GLINTS_BY_A_HAND_MM2 = 160, 320
# Something that goes on so long without ever becoming more is a lamp in a glossy die, not a die that rolls.
TWINKLES_MM2, TWINKLES_S = 64, 0.7
# All dice in a heap at the wall, blurred and with their shadows, by the area of their top faces.
HEAP = 2.7
NEAR = np.ones((5, 5), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Movement:
    """One frame of the stream: what goes on, where a hand is or just was, and where anything moves.

    `still_s` is for how long nothing has moved, under a hand or without one.
    """

    state: State
    still_s: float
    hand: Cells
    moving: Cells


@dataclass(frozen=True, slots=True, eq=False)
class _Past:
    glance: Glance
    hand: Cells


class Motion:
    """Watches one tray under a camera that hangs still; a camera that was moved needs a new one."""

    def __init__(self, camera: Camera, table: TableFile) -> None:
        self.camera = camera
        self._view = small_view(camera, table)
        self._heap_mm2 = HEAP * (9 * table.dice_mm**2 + table.order_die_mm**2)
        self._past: deque[_Past] = deque()
        self._ground: Ground | None = None
        self._state = State.ROLLING  # until it is known to be still
        self._moved_at = self._much_at = self._hand_at = 0.0
        self._hands = self._free = 0  # frames in a row

    def see(self, image: npt.NDArray[Any], at: float) -> Movement:
        """Take in the next frame."""
        now = self._view.take(as_bgr8(image), at)
        if self._ground is None or at < self._past[-1].glance.at:  # a camera that began anew
            return self._begin(now)
        before = self._before(at)
        moving = moving_cells(before.glance, now)
        if self._state is State.ROLLING and not moving.any():  # a die that rocks may be where it was
            moving = moving_cells(self._past[-1].glance, now)
        rolling = self._state is State.ROLLING
        # A hand that turns round is still for a moment, and may look like its own shadow.
        moves = bool(moving.any()) or (self._state is State.HAND and at - self._moved_at < PAUSES_S)
        hand = self._ground.hand(now, moves, self._heap_mm2 if rolling else SMALL_HAND_MM2)
        if self._state is State.HAND and moving.any() and not hand.any():
            moving = moving_cells(self._lately(at).glance, now)
            moving |= moving_cells(self._past[-1].glance, now)  # a die that rocks may be where it was
        state = self._next(moving, hand, at, at - before.glance.at >= LAG_S)
        if state is State.HAND and at - self._moved_at > STAYS_S:
            state = State.REST
        if state is State.REST and self._state is not State.REST:
            self._ground.accept(now)
        self._ground.learn(now, _near(moving), _near(hand))
        if state is State.HAND:  # what moves at the edge is a part of it
            hand = hand | blobs(moving, moving).at_edge
        return self._remember(now, hand, state, moving)

    def _begin(self, now: Glance) -> Movement:
        self._past.clear()
        self._ground = Ground(now)
        self._moved_at = self._much_at = now.at
        nothing = np.zeros(now.cells.shape[:2], np.bool_)
        return self._remember(now, nothing, State.ROLLING, nothing)

    def accept(self) -> None:
        """Take what lies there now for the tray without a hand: somebody knows that there is none."""
        if self._ground and self._past:
            self._ground.accept(self._past[-1].glance)
            self._past = deque(_Past(past.glance, np.zeros_like(past.hand)) for past in self._past)
            self._hands, self._state = 0, State.REST

    def doubt_hand(self) -> None:
        """Somebody sees no hand: what only a guess at the tray takes for one, and never stirred, is none."""
        if self._ground and self._past:
            self._ground.trust(self._past[-1].glance)

    def _before(self, at: float) -> _Past:
        """The newest frame that is old enough, or the oldest there is; older ones are let go."""
        old_enough = at - LAG_S
        while len(self._past) > 1 and (self._past[1].glance.at <= old_enough or len(self._past) > MOST_PAST):
            self._past.popleft()
        return self._past[0]

    def _lately(self, at: float) -> _Past:
        """The newest frame from which a hand that has left may be gone."""
        return next((past for past in reversed(self._past) if at - past.glance.at >= LEFT_S), self._past[0])

    def _next(self, moving: Cells, hand: Cells, at: float, long_enough: bool) -> State:
        area = _area(moving)
        self._hands = self._hands + 1 if hand.any() else 0
        if area > TWINKLES_MM2:
            self._much_at = at
        if area:
            self._moved_at = at
        if self._hands and (self._state is not State.ROLLING or self._hands >= BELIEVES_HAND):
            self._hand_at, self._free = at, 0
            return State.HAND
        if not area or at - self._much_at > TWINKLES_S:
            self._free = 0
            return State.REST if long_enough else self._state
        if self._state is State.ROLLING:
            return State.ROLLING
        return self._after_peace(moving, hand, at)

    def _after_peace(self, moving: Cells, hand: Cells, at: float) -> State:
        """No die begins to roll by itself: what comes in over the edge is a hand until it shows otherwise."""
        recent = _near(hand | np.logical_or.reduce([past.hand for past in self._past]))
        kinds = blobs(moving, moving)
        at_edge, free = _area(kinds.at_edge), _area(kinds.free & ~recent)
        if self._state is State.REST:
            if at_edge <= GLINTS_MM2:
                return State.REST if free <= GLINTS_MM2 else State.ROLLING
            self._hand_at = at
        self._free = self._free + 1 if free > GLINTS_BY_A_HAND_MM2 else 0
        still_hand = self._free < BELIEVES_DICE and at - self._hand_at < LINGERS_S
        return State.HAND if still_hand else State.ROLLING

    def _remember(self, now: Glance, hand: Cells, state: State, moving: Cells) -> Movement:
        self._past.append(_Past(now, hand))
        self._state = state
        recent = _near(np.logical_or.reduce([past.hand for past in self._past]))
        return Movement(state, now.at - self._moved_at, recent, moving)


def is_free(cells: Cells, where: Point, reach_mm: float) -> bool:
    """Whether a place of the tray and all within this reach of it has none of these cells."""
    rows, columns = cells.shape
    across, down = where.x / CELL_MM + columns / 2, rows / 2 - where.y / CELL_MM
    reach = reach_mm / CELL_MM
    top, left = max(0, int(down - reach)), max(0, int(across - reach))
    return not cells[top : max(0, int(down + reach)) + 1, left : max(0, int(across + reach)) + 1].any()


def _near(cells: Cells) -> Cells:
    return np.asarray(cv2.dilate(cells.astype(np.uint8), NEAR), np.bool_)


def _area(cells: Cells) -> int:
    """Square millimetres."""
    return int(np.count_nonzero(cells)) * CELL_MM**2
