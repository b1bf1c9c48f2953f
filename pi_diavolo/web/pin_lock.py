"""The lock on the desk: wrong PINs make all strangers wait longer, whoever and wherever they are.

Somebody who hammers wrong PINs can so keep out every device that never had the desk, for as long as that goes
on: addresses and cookies are cheap, and no lock tells one stranger from another. A device that once had the
desk, with this very PIN, is told apart by what the table signed for it, and waits for its own mistakes alone.
"""

import hmac
from collections import OrderedDict
from dataclasses import dataclass

# So many may be mistyped before anyone has to wait.
FREE_TRIES = 4
FIRST_WAIT_S = 1.0
# A million PINs at one in twenty seconds take eight months.
LONGEST_WAIT_S = 20.0
# After so long without a wrong PIN all is forgotten.
FORGOTTEN_AFTER_S = 900.0
MOST_REMEMBERED = 1000


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
    """Counts over all strangers and for each session beside that; a `device` is one that had the desk."""

    def __init__(self, pin: str) -> None:
        self._pin = pin.encode()
        self._everyone = _Wrong()
        self._sessions, self._devices = _Several(), _Several()

    def wait(self, session: str, now: float, device: str | None = None) -> float:
        """How long this session must wait before it may try."""
        if device is not None:
            return self._devices.wait(device, now)
        return max(self._everyone.wait(now), self._sessions.wait(session, now))

    def opens(self, pin: str, session: str, now: float, device: str | None = None) -> bool:
        """Is this the PIN? A wrong one is remembered."""
        if hmac.compare_digest(pin.encode(), self._pin):
            self._everyone = _Wrong()
            self._sessions.forget(session)
            self._devices.forget(device)
            return True
        if device is not None:
            self._devices.add(device, now)
        else:
            self._everyone.add(now)
            self._sessions.add(session, now)
        return False


class _Several:
    """The mistakes of each, the latest remembered."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, _Wrong] = OrderedDict()

    def wait(self, who: str, now: float) -> float:
        wrong = self._wrong.get(who)
        return wrong.wait(now) if wrong else 0.0

    def add(self, who: str, now: float) -> None:
        self._wrong.setdefault(who, _Wrong()).add(now)
        self._wrong.move_to_end(who)
        while len(self._wrong) > MOST_REMEMBERED:
            self._wrong.popitem(last=False)

    def forget(self, who: str | None) -> None:
        self._wrong.pop(who or "", None)
