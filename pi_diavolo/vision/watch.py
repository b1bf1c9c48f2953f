"""Watches a stream of frames: what goes on in the tray, and the roll once it is sure."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pi_diavolo.table.locking import Locker, Locks, State
from pi_diavolo.table.view import BLINDING, Code, TableView
from pi_diavolo.vision.calibration import NotFound, find_table
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.clarity import why_unreadable
from pi_diavolo.vision.look import Expect, Eyes
from pi_diavolo.vision.motion import Motion, Movement, is_free
from pi_diavolo.vision.motion_change import Cells

SEARCH_S = 0.25  # searching for a table that is not to be seen takes long: not in every frame
MOVED_MM = 1.0  # the small view need not be more exact
GLIMPSE_S = 0.1  # how often to look past a hand
HIDDEN_S = 3.0  # so long what only the eyes take for a hand is believed to be one
STILL_S = 0.3  # hands tremble
REACH_DICE = 0.9  # how far round its centre a die must be free, in dice


@dataclass(frozen=True, slots=True)
class Seen:
    """One frame: what goes on, the roll that stands locked, if one does, and whether this frame locked it.

    `view` is what the eyes saw in this frame, if they looked; `unseen` is why the table itself is not found.
    """

    state: State
    locked: TableView | None = None
    is_new: bool = False
    view: TableView | None = None
    unseen: Code | None = None


class Watcher:
    """Looks when it is worth while; frames come in order, each with the moment it was taken, in seconds."""

    def __init__(self, eyes: Eyes, expect: Expect = Expect.ANY, locker: Locks | None = None) -> None:
        self._eyes, self._expect = eyes, expect
        self._locker: Locks = locker or Locker()
        self._motion: Motion | None = None
        self._camera: Camera | None = None
        self._searched_at = self._glimpsed_at = -np.inf
        self._unseen: Code | None = None  # as the last search had it
        self._hidden_from: float | None = None
        self._touched: Cells | None = None  # where a hand has been since the dice rolled

    def see(self, image: npt.NDArray[Any], at: float, small: npt.NDArray[Any] | None = None) -> Seen:
        """Take in the next frame; motion is looked for in the small picture, where a camera gives both."""
        glance = image if small is None else small
        motion = self._watching(image, at, (glance.shape[1], glance.shape[0]))
        if motion is None:
            # Nothing is known to lie still.
            return Seen(State.ROLLING, self._locker.locked, unseen=self._unseen)
        movement = motion.see(glance, at)
        state, view = self._look(image, at, movement)
        roll = self._locker.take(at, state, view)
        return Seen(state, self._locker.locked, roll is not None, view)

    def _watching(self, image: npt.NDArray[Any], at: float, glanced: tuple[int, int]) -> Motion | None:
        """The motion in the tray where the camera sees it now."""
        size = (image.shape[1], image.shape[0])
        known = self._eyes.camera
        if (known is None or known.size != size) and at - self._searched_at >= SEARCH_S:
            self._searched_at = at
            found = find_table(image, self._eyes.table)
            known = self._eyes.camera = found if isinstance(found, Camera) else None
            self._unseen = why_unreadable(found, image) if isinstance(found, NotFound) else None
        if known is None or known.size != size:
            return None
        if self._motion is None or self._motion.camera.size != glanced or self._has_moved(known):
            watched = known if known.size == glanced else known.scaled_to(glanced)
            self._motion, self._touched = Motion(watched, self._eyes.table), None
        self._camera = known
        return self._motion

    def _has_moved(self, camera: Camera) -> bool:
        if camera is self._camera or self._motion is None:
            return False
        return camera.bumped_from(self._motion.camera) > MOVED_MM

    def _look(self, image: npt.NDArray[Any], at: float, movement: Movement) -> tuple[State, TableView | None]:
        match movement.state:
            case State.ROLLING:
                self._touched = self._hidden_from = None
                return State.ROLLING, None
            case State.HAND:
                return self._look_past_hand(image, at, movement)
            case State.REST:
                return self._look_at_rest(image, at)

    def _look_at_rest(self, image: npt.NDArray[Any], at: float) -> tuple[State, TableView | None]:
        if not self._locker.wants(State.REST):
            return State.REST, None
        view = self._eyes.look(image, at, self._expect)
        if Code.TRAY_HIDDEN not in view.codes:
            self._hidden_from = None
            return State.REST, view
        self._hidden_from = at if self._hidden_from is None else self._hidden_from
        if at - self._hidden_from > HIDDEN_S:
            return State.REST, view
        return State.HAND, None

    def _look_past_hand(
        self, image: npt.NDArray[Any], at: float, movement: Movement
    ) -> tuple[State, TableView | None]:
        touched = movement.hand if self._touched is None else self._touched | movement.hand
        self._touched = touched
        if not self._locker.wants(State.HAND) or at - self._glimpsed_at < GLIMPSE_S:
            return State.HAND, None
        self._glimpsed_at = at
        view = self._eyes.look(image, at, self._expect)
        if self._motion and not BLINDING.intersection(view.codes):
            self._motion.doubt_hand()
        if view.valid and movement.still_s > STILL_S and self._motion:
            self._motion.accept()  # all dice lie free: what does not move there is no hand
            return State.REST, view
        return State.HAND, self._left_free(view, touched | movement.moving)

    def _left_free(self, view: TableView, cells: Cells) -> TableView:
        """The view with those dice only that lie still, and that no hand has been near."""
        table = self._eyes.table
        reach = REACH_DICE * table.dice_mm
        free = [number for number, die in enumerate(view.dice) if is_free(cells, die.where, reach)]
        order_die = view.order_die
        if order_die and not is_free(cells, order_die.where, REACH_DICE * table.order_die_mm):
            order_die = None
        # What is wrong with a die that is left out is still wrong, but has no die any more.
        numbers = {number: now for now, number in enumerate(free)}
        troubles = tuple(
            trouble if trouble.die is None else replace(trouble, die=numbers.get(trouble.die))
            for trouble in view.troubles
        )
        dice = tuple(view.dice[number] for number in free)
        return replace(view, dice=dice, order_die=order_die, troubles=troubles)
