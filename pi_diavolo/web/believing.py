"""How far a phone is believed: the table measures the way to it and back itself, and lets that decide."""

import secrets
from collections import deque
from dataclasses import dataclass, field

# Of so many round trips the shortest counts: it tells what the way takes when nothing else delays it.
REMEMBERED = 8
# From the finger on the glass to the line a touch takes so long; of that no answer to a ping tells anything.
TOUCH_S = 0.03
# Nobody shares every photo finish, however bad the line is said to be.
LARGEST_ERROR_S = 0.25


@dataclass(slots=True)
class RoundTrips:
    """Questions that only somebody who has heard them can answer, and how long the answers took."""

    _lately: deque[float] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    _nonce: str = ""
    _asked_at: float = 0.0

    def ask(self, now: float) -> str:
        """What the phone must send back at once; an answer to an earlier question is none any more."""
        self._nonce, self._asked_at = secrets.token_urlsafe(6), now
        return self._nonce

    def answered(self, nonce: str, now: float) -> bool:
        """Whether this was the answer."""
        if not self._nonce or nonce != self._nonce:
            return False
        self._nonce = ""
        self._lately.append(now - self._asked_at)
        return True

    @property
    def count(self) -> int:
        """How many were measured and are still remembered."""
        return len(self._lately)

    @property
    def best(self) -> float | None:
        """The shortest of late, in seconds; None until one was measured."""
        return min(self._lately, default=None)


def believed(
    at: float, error: float | None, now: float, trip: float | None, speed: float
) -> tuple[float, float]:
    """When a tap was that arrived now, and how far off that may be; the round trip is in seconds of people.

    A phone's clock cannot be known better than to half of the round trip, and a tap on an even line is under
    way for just this half, as that clock has it. What is said beyond this is no time but a doubt: then the
    tap counts from when it came, and its error reaches back to what was said. So a phone that claims to be
    early, or keeps its answers back to seem far away, wins nothing outright.
    """
    most = LARGEST_ERROR_S * speed
    if trip is None:
        return now, most
    half, early = trip / 2 * speed, now - at
    known = max(half, trip * speed if error is None else error)
    if 0 <= early <= min(half + TOUCH_S * speed, most):
        return at, min(known, most)
    return now, min(known + abs(early), most)
