"""A film moment by moment: what goes on, what stands read, why the table is not seen; and how it ends."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from pi_diavolo.commands.read_sources import Still
from pi_diavolo.commands.read_table import Read, Reader
from pi_diavolo.reading import Reading
from pi_diavolo.table.locking import State
from pi_diavolo.table.sentences import Saying, Sentence, saying
from pi_diavolo.table.view import OUT_OF_SIGHT, Code, TableView, Trouble
from pi_diavolo.vision.watch import Seen, Watcher


@dataclass(frozen=True, slots=True)
class Moment:
    """One frame: what goes on, what stands read, and whether it was read just now.

    `view` is what the eyes saw in it, if they looked; `unseen` is why the table cannot be seen.
    """

    still: Still
    state: State
    read: Read | None
    is_new: bool
    view: TableView | None
    unseen: Reading | None


def moments(reader: Reader, stills: Iterator[Still], fps: float) -> Iterator[Moment]:
    """Watch a film as the table would."""
    watcher, read, unseen = Watcher(reader.eyes, reader.expect), None, None
    for still in stills:
        assert still.picture is not None, "frames that cannot be read are left out"
        assert still.frame is not None, "frames are numbered"
        began = time.process_time()
        seen = watcher.see(still.picture, still.frame / fps)
        if seen.locked is None:
            read = None
        elif read is None or read.view is not seen.locked:
            read = reader.told(still.picture, reader.judged(seen.locked, began))
        codes = _unseen(seen, unseen.codes if unseen else ())
        if codes != (unseen.codes if unseen else ()):
            blind = TableView(0.0, troubles=tuple(map(Trouble, codes)))
            unseen = reader.told(still.picture, reader.judged(blind, began)).reading if codes else None
        yield Moment(still, seen.state, read, seen.is_new, seen.view, unseen)


def _unseen(seen: Seen, before: tuple[Code, ...]) -> tuple[Code, ...]:
    """Why the table cannot be seen; what held before holds while nobody looks and nothing moves."""
    if seen.unseen:
        return (seen.unseen,)
    if seen.view is not None:
        return tuple(code for code in seen.view.codes if code in OUT_OF_SIGHT)
    return () if seen.locked or seen.state is State.ROLLING else before


class Ending:
    """Remembers what a film without any reading says about why there is none."""

    def __init__(self) -> None:
        self._was_read = False
        self._last: Moment | None = None
        self._view: TableView | None = None

    def see(self, moment: Moment) -> None:
        """Take in the next moment."""
        self._was_read |= moment.read is not None
        self._last, self._view = moment, moment.view or self._view

    @property
    def why_unread(self) -> Saying | None:
        """Why nothing was read in the whole film; None where something was."""
        if self._was_read or self._last is None:
            return None
        unseen = self._last.unseen
        if unseen and isinstance(unseen.why, Saying):
            return saying(Sentence.FILM_UNSEEN, complaints=unseen.why.values["complaints"])
        match self._last.state:
            case State.ROLLING:
                return saying(Sentence.FILM_ENDS_ROLLING)
            case State.HAND:
                return saying(Sentence.FILM_ENDS_HIDDEN)
            case State.REST:
                dice = self._view and (self._view.dice or self._view.order_die)
                return saying(Sentence.FILM_ENDS_SOON if dice else Sentence.FILM_OF_NO_DICE)
