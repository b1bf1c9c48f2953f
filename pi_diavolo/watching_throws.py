"""From frame to frame: when dice roll, when they lie, what they show, and why they cannot be read."""

import math
from collections.abc import Iterator
from typing import Any

import numpy.typing as npt

from pi_diavolo.album import Album
from pi_diavolo.devices.camera import Frame
from pi_diavolo.reading import judge
from pi_diavolo.seeing import told
from pi_diavolo.table.agreement import agree
from pi_diavolo.table.events import DiceAtRest, DiceRolling, Event, OrderRead, RollRead
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.locking import ROLLS_S, State
from pi_diavolo.table.sentences import Saying
from pi_diavolo.table.view import BLINDING, OUT_OF_SIGHT, TableView
from pi_diavolo.vision.look import Expect, Eyes
from pi_diavolo.vision.watch import Seen, Watcher
from pi_diavolo.watching_awaited import Awaited, Wanted
from pi_diavolo.watching_blind import Blindness

Told = Event | PartFailed | PartRecovered | Saying

# After so long without a frame anything may have happened in the tray.
GAP_S = 1.0
# An empty tray is looked at only so often: a look takes as long as some frames.
EMPTY_S = 0.5
# One look may overlook a die that lay there: empty is a tray that was so for as long as two looks.
SURELY_EMPTY_S = 2 * EMPTY_S


class AwaitingEyes(Eyes):
    """Other eyes, told anew what to expect while a watcher looks through them; None: they need not look."""

    def __init__(self, eyes: Eyes) -> None:
        self.table, self.camera, self._eyes = eyes.table, eyes.camera, eyes
        self.awaited: Expect | None = None
        self._empty_at = -math.inf

    def look(
        self, image: npt.NDArray[Any], at: float = 0.0, expect: Expect = Expect.ANY, *, imps: bool = True
    ) -> TableView:
        """Look for what is awaited, whatever was expected; the imps have a watcher of their own."""
        if self.awaited is None or 0 <= at - self._empty_at < EMPTY_S:
            return TableView(at)
        self._eyes.camera = self.camera
        view = self._eyes.look(image, at, self.awaited, imps=False)
        self.camera = self._eyes.camera
        self._empty_at = at if _is_empty(view) else -math.inf
        return view

    def dice_roll(self) -> None:
        """The tray is not empty any more."""
        self._empty_at = -math.inf


class ThrowWatch:
    """Follows the dice; a throw is told that was seen rolling while the table awaited it.

    Dice that lie there from the start, or from the turn before, are nobody's roll. Where a long look at an
    empty tray missed the throw itself, all the dice that lie there afterwards are a roll, too.
    """

    def __init__(self, eyes: AwaitingEyes, blind: Blindness, album: Album) -> None:
        self._eyes, self._watcher, self._blind, self._album = eyes, Watcher(eyes), blind, album
        self._last_at: float | None = None
        self._turn = -1
        self._known = False  # something was seen at rest: what moves now, moves
        self._rolls_from: float | None = None
        self._rest_at: float | None = None
        self._thrown = self._rolling_told = self._rest_told = self._was_empty = False
        self._locked: TableView | None = None
        self._locked_in: Frame | None = None  # the dice lie free in it
        self._empty_from: float | None = None
        self._lay: TableView | None = None  # the last dice that were read, whoever threw them

    def see(self, frame: Frame, awaited: Awaited) -> Iterator[Told]:
        """Take in the next frame; what is to be told comes out."""
        self._eyes.awaited = awaited.expect if awaited.wanted is Wanted.DICE else None
        if awaited.turn != self._turn:
            self._turn, self._locked = awaited.turn, None
            self._thrown = self._rolling_told = self._rest_told = self._was_empty = False
        if self._last_at is not None and frame.at - self._last_at > GAP_S:
            self._begin_anew()
        self._last_at = frame.at
        seen = self._watcher.see(frame.image, frame.at, frame.small)
        yield from self._blind.see(frame, seen, awaited.wanted)
        yield from (
            self._rolling(frame.at, awaited)
            if seen.state is State.ROLLING
            else self._resting(frame, seen, awaited)
        )

    def _begin_anew(self) -> None:
        self._watcher, self._known, self._rolls_from = Watcher(self._eyes), False, None

    def _rolling(self, at: float, awaited: Awaited) -> Iterator[Told]:
        self._eyes.dice_roll()
        # A table that is not found has no dice that could be seen to roll.
        if not self._known or self._eyes.camera is None:
            return
        self._rolls_from = at if self._rolls_from is None else self._rolls_from
        # Shorter than this it was a shadow, a lamp or a knock at the table.
        if at - self._rolls_from < ROLLS_S:
            return
        self._rest_at, self._rest_told, self._locked = None, False, None
        if awaited.wanted is Wanted.DICE and not self._rolling_told:
            self._thrown = self._rolling_told = True
            yield DiceRolling(self._rolls_from)

    def _resting(self, frame: Frame, seen: Seen, awaited: Awaited) -> Iterator[Told]:
        self._known, self._rolls_from = True, None
        if awaited.wanted is Wanted.DICE and seen.view and _is_empty(seen.view):
            self._empty_from = frame.at if self._empty_from is None else self._empty_from
            self._was_empty |= frame.at - self._empty_from >= SURELY_EMPTY_S
            self._rest_at = None
            return
        if seen.view is not None:
            self._empty_from = None
        self._rest_at = frame.at if self._rest_at is None else self._rest_at
        if seen.is_new and seen.locked:
            self._lock(seen.locked, awaited)
            self._locked_in = frame
        if not self._thrown or awaited.wanted is not Wanted.DICE:
            return
        if not self._rest_told and (self._locked or _shows_dice(seen.view)):
            self._rest_told, self._rolling_told = True, False
            yield DiceAtRest(self._rest_at)
        if self._locked is not None:
            yield from self._read(self._locked, self._rest_at, awaited)

    def _lock(self, view: TableView, awaited: Awaited) -> None:
        if not OUT_OF_SIGHT.intersection(view.codes):
            lay_there = self._lay is not None and agree(self._lay, view)
            self._lay = view
            # No throw leaves all dice where they lay: it was the light, or a camera that began anew.
            self._thrown = not lay_there and (self._thrown or self._is_missed_throw(view, awaited))
        self._locked = view if self._thrown else None

    def _is_missed_throw(self, view: TableView, awaited: Awaited) -> bool:
        wanted = self._was_empty and awaited.wanted is Wanted.DICE
        return wanted and isinstance(self._event(view, 0.0, awaited), RollRead | OrderRead)

    def _read(self, view: TableView, rest: float, awaited: Awaited) -> Iterator[Told]:
        self._locked = None
        event = self._event(view, rest, awaited)
        if event is not None:
            self._thrown = self._was_empty = False
            self._keep(view)
            yield event
            return
        if OUT_OF_SIGHT.intersection(view.codes):
            self._begin_anew()  # and look again when there is something to see
            return
        if (why := self._why(view, awaited)) is not None:
            yield why

    # What another game reads otherwise

    def _event(self, view: TableView, rest: float, awaited: Awaited) -> Event | None:
        """The throw as the referee hears of it; None where people must look."""
        return told(view, _dice(awaited), rest)

    def _why(self, view: TableView, awaited: Awaited) -> Saying | None:
        """Why people must look."""
        why = judge(view, awaited.rules, order_alone=awaited.order_alone).why
        return why if isinstance(why, Saying) else None

    def _keep(self, view: TableView) -> None:
        # Before the table hears of the roll: whoever is shown it may ask for its picture at once.
        if self._locked_in is not None and self._eyes.camera is not None:
            self._album.read(self._locked_in, self._eyes.camera, view)
        self._locked_in = None


def _dice(awaited: Awaited) -> int:
    """How many a colour; none where the Order die is thrown alone."""
    return 0 if awaited.order_alone else awaited.rules.dice_per_colour


def _is_empty(view: TableView) -> bool:
    return not _shows_dice(view) and not BLINDING.intersection(view.codes)


def _shows_dice(view: TableView | None) -> bool:
    return view is not None and bool(view.dice or view.order_die)
