"""The lock on the desk: wrong PINs make everyone wait longer, whoever and wherever they are."""

import hmac
from collections import OrderedDict
from dataclasses import dataclass

# So many may be mistyped before anyone has to wait.
FREE_TRIES = 4
FIRST_WAIT_S = 1.0
# A million PINs at one in twenty seconds take eight months; the owner waits twenty seconds at worst.
LONGEST_WAIT_S = 20.0
# After so long without a wrong PIN all is forgotten.
FORGOTTEN_AFTER_S = 900.0
MOST_SESSIONS = 1000


@dataclass(slots=True)
class _Wrong:
    tries: int = 0
    last: float = 0.0

    def wait(self, now: float) -> float:
        """Seconds until the next try is looked at."""
        if self.tries <= FREE_TRIES or now - self.last > FORGOTTEN_AFTER_S:
            return 0.0
        doubled = FIRST_WAIT_S * 2.0 ** min(self.tries - FREE_TRIES - 1, 10)
        return max(0.0, self.last + min(doubled, LONGEST_WAIT_S) - now)

    def add(self, now: float) -> None:
        """Once more wrong."""
        self.tries = 1 if now - self.last > FORGOTTEN_AFTER_S else self.tries + 1
        self.last = now


class PinLock:
    """Counts over all visitors, because addresses and cookies are cheap, and for each session beside that."""

    def __init__(self, pin: str) -> None:
        self._pin = pin.encode()
        self._everyone = _Wrong()
        self._sessions: OrderedDict[str, _Wrong] = OrderedDict()

    def wait(self, session: str, now: float) -> float:
        """How long this session must wait before it may try."""
        own = self._sessions.get(session)
        return max(self._everyone.wait(now), own.wait(now) if own else 0.0)

    def opens(self, pin: str, session: str, now: float) -> bool:
        """Is this the PIN? A wrong one is remembered."""
        if hmac.compare_digest(pin.encode(), self._pin):
            self._everyone = _Wrong()
            self._sessions.pop(session, None)
            return True
        self._everyone.add(now)
        self._sessions.setdefault(session, _Wrong()).add(now)
        self._sessions.move_to_end(session)
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        return False
