"""The real log on a disk that can be full, and can give errors."""

import resource
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from pi_diavolo.eventlog import EventLog
from pi_diavolo.table.events import Event
from pi_diavolo.table.rulings import Ruling

DISK_FULL, IO_ERRORS = "disk full", "I/O errors"
# No file may grow beyond this while the disk gives errors: nothing that the log writes fits in.
SMALLEST = 4096
MOST_PAGES = 1_073_741_823
# In seconds of life: while the table waits for its log, its own clock runs very fast.
LOG_FAILS = 0.15


class SoakLog(EventLog):
    """The real log, whose disk can be full: SQLite itself then says so."""

    is_full = False

    def append(
        self,
        event: Event,
        game: int | None,
        rulings: Sequence[Ruling],
        rules_version: int,
        settings: Mapping[str, Any],
    ) -> int:
        """As always, where there is room."""
        most = 1 if self.is_full else MOST_PAGES  # never fewer than there are
        self._db.execute(f"PRAGMA max_page_count = {most}").close()
        return super().append(event, game, rulings, rules_version, settings)


def break_log(log: SoakLog, what: str, for_s: float) -> None:
    """Break the log for so long; it is mended by a thread, since the loop may do nothing but wait for it."""
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)

    def mend() -> None:
        log.is_full = False
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    if what == DISK_FULL:
        log.is_full = True
    else:
        resource.setrlimit(resource.RLIMIT_FSIZE, (SMALLEST, most))
    threading.Timer(for_s * LOG_FAILS, mend).start()
