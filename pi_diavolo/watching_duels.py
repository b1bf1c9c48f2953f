"""The camera's part in a duel: throws and whose they are, dice turned by hand, cards laid beside the tray."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy.typing as npt

from pi_diavolo.album import Album
from pi_diavolo.devices.camera import Frame
from pi_diavolo.live_sight import Told
from pi_diavolo.table.duel_following import DuelFollower, Rest, Showing, halves_of
from pi_diavolo.table.duel_tray import DiceAwaited
from pi_diavolo.table.duel_views import DuelView
from pi_diavolo.table.effects import Effect, ShowDuel
from pi_diavolo.table.events import Event, RollInvalid, RollRead
from pi_diavolo.table.locking import State
from pi_diavolo.table.resting import RestLock
from pi_diavolo.table.view import TableView
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.duel_dice import DuelEyes
from pi_diavolo.vision.look import Expect, Eyes
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.watch import Seen, Watcher
from pi_diavolo.watching_awaited import Wanted
from pi_diavolo.watching_blind import Blindness
from pi_diavolo.watching_cards import CardWatch, Stickers
from pi_diavolo.watching_throws import GAP_S


class ExpectingEyes(Eyes):
    """The eyes of a duel as a watcher wants them: told anew which dice to expect."""

    def __init__(self, eyes: DuelEyes) -> None:
        self.table, self.camera, self._eyes = eyes.table, eyes.camera, eyes
        self.expected: DiceAwaited | None = None

    def look(
        self, image: npt.NDArray[Any], at: float = 0.0, expect: Expect = Expect.ANY, *, imps: bool = True
    ) -> TableView:
        """Look for what is expected here, whatever else was."""
        return TableView(at) if self.expected is None else self.look_for(self.expected, image, at)

    def look_for(self, expected: DiceAwaited, image: npt.NDArray[Any], at: float) -> TableView:
        """Look for these dice."""
        self._eyes.camera = self.camera
        view = self._eyes.look(image, expected, at)
        self.camera = self._eyes.camera
        return view


class DuelSight:
    """Follows the dice of a duel in the camera's frames."""

    def __init__(self, table: TableFile, stickers: Stickers, album: Album) -> None:
        self._album, self._stickers = album, stickers
        self._eyes = ExpectingEyes(DuelEyes(table))
        # Outlives the watchers, which begin anew after a failure: what it told, it takes back.
        self._blind = Blindness(self._eyes)
        self._follower, self._cards = DuelFollower(), CardWatch(stickers)
        # Filled by the loop's thread, emptied by ours: hence no lock.
        self._heard: deque[tuple[Event, Sequence[Effect]]] = deque()
        self._showing = Showing()
        self._last_at: float | None = None
        self._begin_watch()

    @property
    def table(self) -> TableFile:
        """The table that lies under the camera."""
        return self._eyes.table

    @property
    def camera(self) -> Camera | None:
        """Where the camera was when it last saw the table."""
        return self._eyes.camera

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn what the table shows; taken in before the next frame."""
        self._heard.append((event, tuple(effects)))

    def see(self, frame: Frame) -> Iterator[Told]:
        """Take in the next frame; throws, turned dice and cards come out."""
        self._catch_up()
        if self._last_at is not None and frame.at - self._last_at > GAP_S:
            self.begin_anew()
        self._last_at = frame.at
        duel = self._showing.duel
        self._lock.is_wanted = duel is not None
        self._eyes.expected = self._follower.expects(duel) if duel else None
        seen = self._watcher.see(frame.image, frame.at, frame.small)
        yield from self._blind.see(frame, seen, Wanted.DICE if duel else Wanted.NOTHING)
        if duel is None:
            return
        yield from self._dice(frame, seen, duel)
        camera = self._eyes.camera
        if camera is not None and seen.state is not State.ROLLING:
            yield from self._cards.see(frame, camera, duel, self._showing.hands, halves_of(duel))

    def begin_anew(self) -> None:
        """Nobody knows what happened meanwhile: hands may have been there, and dice come to rest."""
        rolled, rolled_at = self._lock.rolled, self._lock.rolled_at
        self._begin_watch()
        self._lock.rolled, self._lock.rolled_at, self._lock.touched = rolled, rolled_at, True

    def look_through(self, eyes: Eyes) -> None:
        """The table was set up anew."""
        self._eyes = ExpectingEyes(DuelEyes(eyes.table))
        self._blind.look_through(self._eyes)
        self.begin_anew()

    def _begin_watch(self) -> None:
        self._lock = RestLock()
        self._watcher = Watcher(self._eyes, locker=self._lock)

    def _catch_up(self) -> None:
        while self._heard:
            event, effects = self._heard.popleft()
            self._showing = self._showing.after(effects)
            if isinstance(event, RollRead | RollInvalid):
                self._follower.heard()
            for effect in effects:
                if isinstance(effect, ShowDuel) and self._follower.shows(effect.view):
                    self._lock.open()

    def _dice(self, frame: Frame, seen: Seen, duel: DuelView) -> Iterator[Told]:
        if seen.state is not State.REST:
            self._follower.disturbed()
        if not seen.is_new or seen.locked is None:
            told = self._follower.still(frame.at, duel)
        else:
            lock = self._lock
            at = frame.at if lock.rests_from is None else lock.rests_from
            rest = Rest(seen.locked, at, lock.rolled, lock.rolled_at, lock.touched)
            lock.forget()
            told = self._follower.rests(rest, duel, partial(self._look_again, frame))
            self._keep(told, frame, seen.locked)
        yield from told

    def _look_again(self, frame: Frame, expected: DiceAwaited) -> TableView:
        return self._eyes.look_for(expected, frame.image, frame.at)

    def _keep(self, told: Sequence[Event], frame: Frame, view: TableView) -> None:
        """Keep the picture of a roll before the table hears of it: whoever is asked about it looks there."""
        read = next((event.roll for event in told if isinstance(event, RollRead)), None)
        if read is None or self._eyes.camera is None:
            return
        thrown = [(die.colour, die.where) for die in read.dice]
        dice = sorted(
            (die for die in view.dice if (die.colour, die.where) in thrown),
            key=lambda die: thrown.index((die.colour, die.where)),
        )
        self._album.read(frame, self._eyes.camera, replace(view, dice=tuple(dice)))
