"""The open lines of phones, and what becomes of a seat when its phone is sent away or does not come back."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from pi_diavolo.table.players import Seat

# A phone that stands in for a simulated player may be out of sight for so long; then that one plays on.
AWAY_S = 90.0


class Hangs(Protocol):
    """A line that can be cut; `session` is whose it is."""

    session: str | None

    def hang_up(self) -> None:
        """Tell the phone that its seat is free, and close."""


class Lines:
    """Lives in the server's loop; lines are known by their sessions."""

    def __init__(self, away_s: float = AWAY_S) -> None:
        self._open: dict[str, set[Hangs]] = {}
        self._away_s = away_s

    def opened(self, session: str, line: Hangs) -> None:
        """A phone is there."""
        self._open.setdefault(session, set()).add(line)

    def closed(self, session: str, line: Hangs) -> None:
        """A line has ended."""
        left = self._open.get(session, set())
        left.discard(line)
        if not left:
            self._open.pop(session, None)

    def is_there(self, session: str | None) -> bool:
        """Does this phone have a line?"""
        return session in self._open

    def cut(self, session: str) -> None:
        """This phone plays no more."""
        for line in self._open.pop(session, set()):
            line.hang_up()

    def renamed(self, old: str, new: str) -> None:
        """Who gives the PIN, or leaves the desk, gets another session and plays on."""
        for line in self._open.get(old, set()):
            line.session = new
        if old in self._open:
            self._open[new] = self._open.pop(old)

    def unless_back(self, session: str, seat: Seat, gone: Callable[[str, Seat], None]) -> None:
        """Call this after a while if the phone has no line then."""

        def look() -> None:
            if not self.is_there(session):
                gone(session, seat)

        asyncio.get_running_loop().call_later(self._away_s, look)
