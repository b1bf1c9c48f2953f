"""Files that were wrong at the start: looked at until they are right; then the table begins anew."""

import threading
from collections.abc import Callable, Sequence

from pi_diavolo.table.effects import Effect, ShowRuling, ShowWinner
from pi_diavolo.table.events import Event, Tick
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.sentences import Saying, Sentence, saying

RETRY_S = 1.0
# So long nobody has done anything before a table whose files were put right begins anew: after a game, the
# winner must have been seen; those who have sat down wait longer for the others.
RESTS_S, FORSAKEN_S = 60.0, 600.0

# The exit code of a service that wants to be started again: "temporary failure", as sysexits.h has it.
BEGINS_ANEW = 75


class Repair:
    """Waits, from `start` on, for somebody to put the files right; `done` says that somebody has."""

    def __init__(self, is_well: Callable[[], bool], retry_s: float = RETRY_S) -> None:
        self._is_well, self._retry_s = is_well, retry_s
        self._done, self._closing = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def done(self) -> bool:
        """The files can be used; what the table plays by is still what it had."""
        return self._done.is_set()

    def start(self, tell: Callable[[Saying], None]) -> None:
        """Look from now on, and tell people once."""
        self._thread = threading.Thread(target=self._look, args=(tell,), name="repair", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join()

    def _look(self, tell: Callable[[Saying], None]) -> None:
        while not self._closing.wait(self._retry_s):
            if self._is_well():
                self._done.set()
                tell(saying(Sentence.FILES_WELL))
                return


class Rest:
    """An outlet that knows since when nobody has done anything, nor was told how a turn or a game ended.

    What parts say of themselves is no matter, nor that time goes by, unless a turn is up by it.
    """

    def __init__(self, now: float) -> None:
        self.since = now

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        """Somebody did something, or was told something."""
        by_itself = isinstance(event, Tick | PartFailed | PartRecovered)
        if not by_itself or any(isinstance(effect, ShowRuling | ShowWinner) for effect in effects):
            self.since = now
