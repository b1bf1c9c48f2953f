"""The desks that were closed, kept in a file beside the keys: no start of the table opens them again.

Not among the keys themselves: people edit that file while the table runs, to choose another PIN.
"""

import json
import logging
from collections import OrderedDict
from pathlib import Path

from pi_diavolo.web.keys import write_privately

logger = logging.getLogger(__name__)

MOST_CLOSED = 1000


class ClosedDesks:
    """Remembers the sessions whose desk was left, the latest thousand; without a file until the end alone."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._closed = OrderedDict.fromkeys(_read(file) if file is not None else ())

    @classmethod
    def beside(cls, keys_file: Path) -> "ClosedDesks":
        """Those of the table with these keys."""
        return cls(keys_file.with_name(f"{keys_file.name}.closed"))

    def __contains__(self, session: str) -> bool:
        return session in self._closed

    def __len__(self) -> int:
        return len(self._closed)

    def add(self, session: str) -> None:
        """Nobody comes back with this one, also after a start."""
        self._closed[session] = None
        while len(self._closed) > MOST_CLOSED:
            self._closed.popitem(last=False)
        if self._file is None:
            return
        try:
            write_privately(self._file, list(self._closed))
        except OSError as error:
            logger.warning("%s: which desks were closed cannot be kept (%s)", self._file, error.strerror)


def _read(file: Path) -> list[str]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError, RecursionError) as error:
        logger.warning("%s: which desks were closed cannot be read (%s)", file, error)
        return []
    sessions = [session for session in found if isinstance(session, str)] if isinstance(found, list) else []
    return sessions[-MOST_CLOSED:]
