"""One switch with the bounce taken out: its first edge counts, where it comes to rest decides."""

from math import inf

# So long without an edge, and the contact has come to rest. Reed and micro switches ring for 0.1 to 5 ms,
# worn ones for up to 15 ms; the fastest finger needs 30 ms between letting go and pressing again.
SETTLE_S = 0.02


class Contact:
    """Follows one switch; a move is a pair (closed, at).

    The move that somebody wants to be first with (`active`: a press closes, a lift opens) is told at its
    first edge, and even if it is over within a millisecond: a tap is a tap. The way back is told once it has
    settled, at *its* first edge; a contact that drops out for a moment never went back.
    """

    def __init__(self, active: bool, closed: bool | None = None, settle_s: float = SETTLE_S) -> None:
        self.closed, self.level = closed, closed  # as told, and as the last edge left it
        self.began = self.last = -inf  # the first and the last edge of the latest burst
        self._active, self._settle_s = active, settle_s
        # The way back was told, and what still comes of its burst comes late: no new press.
        self.went_back = False
        self._ringing = False
        self._level_since = -inf
        # When it left the place it was told to be in: by the edge that ended its longest stay there.
        self._left, self._stayed = -inf, -inf

    @property
    def rests_at(self) -> float | None:
        """When it will have come to rest if no edge follows; None when it has."""
        return self.last + self._settle_s if self._ringing else None

    def edge(self, closed: bool, at: float) -> tuple[bool, float] | None:
        """Take in an edge; those of an earlier burst must have been settled."""
        if at < self.last:
            return None  # far too late to change what was told; the levels polled will tell if it matters
        # By the edges' own times: edges that arrive late do not begin a new burst.
        if at - self.last >= self._settle_s:
            self.began = self._left = at
            self._stayed, self.went_back = inf, False
        elif self.level == self.closed != closed and at - self._level_since > self._stayed:
            self._left, self._stayed = at, at - self._level_since
        if closed != self.level:
            self._level_since = at
        # Two edges in a row may show the same level: the kernel stamps an edge at once and reads the level a
        # little later, when a fast bounce may have turned it back. So any edge begins a burst.
        self.level, self.last, self._ringing = closed, at, True
        moves = closed == self._active != self.closed and not self.went_back
        return self._told(closed) if moves else None

    def settle(self, now: float) -> tuple[bool, float] | None:
        """Where it has come to rest, if that is elsewhere than told."""
        if self.rests_at is None or now < self.rests_at:
            return None
        self._ringing = False
        return self._told(self.level) if self.level is not None and self.level != self.closed else None

    def put(self, closed: bool, at: float) -> None:
        """It is known by other means to be here."""
        self.closed = self.level = closed
        self._level_since, self._stayed, self._ringing = at, -inf, False

    def find(self, closed: bool, at: float) -> tuple[bool, float]:
        """It is found to have moved; the edges that should have said so come too late from now on."""
        self.put(closed, at)
        self.began = self.last = self._left = at
        return self._told(closed)

    def _told(self, closed: bool) -> tuple[bool, float]:
        self.closed, self._stayed = closed, -inf
        self.went_back = closed != self._active
        return closed, self._left
