"""One switch of the table with its part's name: what it tells, and whether it can still be believed."""

from collections import deque
from dataclasses import dataclass
from math import inf

from pi_diavolo.table.bounce import SETTLE_S, Contact
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault, Part, PartKind

# Edges this long on end without a rest are no bounce: the worst contact settles within a tenth of it.
CHATTERS_AFTER_S = 0.5
# Nobody holds a button down for so long, not even a child; whoever does gets it back by letting go.
STUCK_AFTER_S = 30.0
# What a switch did within this time says whether a hand did it.
WATCHED_S = 10.0
# Moves and back within the settle time: a finger manages one by luck, an open wire does little else.
FLICKS_THAT_FLOAT = 6
# More moves than hands can make: an imp lifted and put back 15 times, a button mashed 12 times a second.
MOVES_THAT_FLOAT = {PartKind.BASE: 30, PartKind.BUTTON: 240}
# Edges arrive so late on a loaded machine. A press is not held up for that; but that a switch has come to
# rest is said by the clock only when nothing of its burst can be on the way any more.
LATE_S = 0.06
# A level that no edge explains for longer is a loss.
LOST_AFTER_S = 0.1
# Good for so long, and a switch is believed again: half of WATCHED_S, so that a floating one does not flap.
RECOVERED_AFTER_S = 5.0

SETS_ASIDE = (Fault.STUCK, Fault.FLOATING, Fault.CHATTERING)


@dataclass(frozen=True, slots=True)
class Moved:
    """One clean move of a switch, at its first edge; it may have been earlier by `error`, but not later."""

    pin: int
    closed: bool
    at: float
    error: float = 0.0


Told = Moved | PartFailed | PartRecovered


class Switch:
    """Takes in the edges of one pin, in the order of their times."""

    def __init__(self, pin: int, part: Part, settle_s: float = SETTLE_S) -> None:
        self.fault: Fault | None = None
        self._pin, self._part, self._settle_s = pin, part, settle_s
        # Hands close a button and open a base.
        self._active = part.kind is not PartKind.BASE
        self._contact = Contact(self._active, settle_s=settle_s)
        self._moves, self._flicks = deque[float](), deque[float]()
        self._moved = -inf
        self._troubled = -inf  # when the fault was last seen
        self._stuck_at: bool | None = None
        self._disagrees: float | None = None  # since when a level is not what the edges led to
        self._agreed = -inf  # when it was last known to be where the edges had led
        self._unheard_since: float | None = None  # edges were lost that were made after this moment
        self._lost_at = -inf

    @property
    def closed(self) -> bool | None:
        """Where it is; None while it is set aside, or before anything was heard of it."""
        return None if self._is_aside else self._contact.closed

    @property
    def due(self) -> float:
        """When it next has something to tell if nothing happens."""
        rests, back = self._contact.rests_at, self._recovers_at
        return min(inf if rests is None else rests, back, self._stuck_from)

    def begin(self, closed: bool, at: float) -> list[Told]:
        """Where it is at the start; a button that is down before anybody was asked to press is stuck."""
        self._contact.put(closed, at)
        self._moved = self._agreed = at
        return self.expect(False, at) if self._part.kind is PartKind.BUTTON else []

    def expect(self, closed: bool, at: float) -> list[Told]:
        """It must be here now, for somebody else has seen it: elsewhere, it is stuck."""
        if self._is_aside or self._contact.closed in (closed, None):
            return []
        self._stuck_at = not closed
        return self._fail(Fault.STUCK, at)

    def edge(self, closed: bool, at: float) -> list[Told]:
        """Take in an edge."""
        told = self.until(at)
        self._disagrees = None
        move = self._contact.edge(closed, at)
        told += self._tell(move) if move else []
        self._agreed = max(self._agreed, at)
        if at - self._contact.began >= CHATTERS_AFTER_S:
            told += self._fail(Fault.CHATTERING, at, self._contact.began)
        return told

    def rustle(self, closed: bool, at: float) -> None:
        """Take in an edge of a switch that is set aside, of which nothing is told: only where it led."""
        self._contact.edge(closed, at)

    def reading(self, closed: bool, at: float) -> list[Told]:
        """Compare the level polled with where the edges led."""
        told = self.until(at - LATE_S)  # levels do not wait for edges that are on the way
        if self._contact.closed is None:
            return told + self.begin(closed, at)
        if self._contact.rests_at is not None:
            self._disagrees = None
            return told
        if closed == self._contact.closed:
            self._disagrees, self._agreed = None, max(self._agreed, at)
            self._unheard_since = None if at > self._lost_at else self._unheard_since
            return told
        if self._disagrees is None:
            self._disagrees = at  # its edge may still be on the way
        if at - self._disagrees < max(LOST_AFTER_S, self._settle_s):
            return told
        since, self._disagrees = self._disagrees, None
        self._unheard_since, self._agreed = self._agreed, at
        found = self._tell(self._contact.find(closed, since))
        self._unheard_since = None
        return told + self._fail(Fault.EDGES_LOST, at) + found

    def lost(self, at: float) -> list[Told]:
        """Edges of this pin did not arrive."""
        return self.doubt(at) + self._fail(Fault.EDGES_LOST, at)

    def doubt(self, at: float) -> list[Told]:
        """Edges were lost, of this pin or another: what it tells next may have begun earlier."""
        told = self.until(at)
        self._lost_at = max(self._lost_at, at)
        if self._unheard_since is None:
            self._unheard_since = self._agreed
        return told

    def until(self, now: float) -> list[Told]:
        """Let time pass: it comes to rest, recovers, or has been held for too long."""
        told = list[Told]()
        rests = self._contact.rests_at
        if rests is not None and rests <= now:
            late = self._contact.went_back and self._part.kind is PartKind.BUTTON
            move = self._contact.settle(now)
            if move and move[0] == self._active and late:
                self._moved = move[1]  # it let go for a moment, and that was told: nobody pressed anew
            elif move:
                told += self._tell(move)
            elif self._moved < self._contact.began:
                told += self._flick(rests)  # edges that came to nothing
        if self._recovers_at <= now:
            told.append(PartRecovered(self._part, self._recovers_at))
            if self._is_aside:
                self._moved = max(self._moved, self._recovers_at)  # from now on it may be held anew
            self.fault = None
            self._moves.clear()
            self._flicks.clear()
        if self._stuck_from <= now:
            self._stuck_at = True
            told += self._fail(Fault.STUCK, self._stuck_from)
        return told

    @property
    def _is_aside(self) -> bool:
        return self.fault in SETS_ASIDE

    @property
    def _recovers_at(self) -> float:
        if self.fault is None or (self.fault is Fault.STUCK and self._contact.closed == self._stuck_at):
            return inf
        if self.fault is Fault.EDGES_LOST:
            return self._troubled + RECOVERED_AFTER_S
        return max(self._troubled, self._contact.last) + RECOVERED_AFTER_S

    @property
    def _stuck_from(self) -> float:
        holds = self._part.kind is PartKind.BUTTON and self._contact.closed and not self._is_aside
        return self._moved + STUCK_AFTER_S if holds else inf

    def _tell(self, move: tuple[bool, float]) -> list[Told]:
        closed, at = move
        came_back = closed != self._active and at - self._moved < self._settle_s
        self._moved = at
        told = self._flick(at) if came_back else []
        if _count(self._moves, at) >= MOVES_THAT_FLOAT.get(self._part.kind, inf):
            told += self._fail(Fault.FLOATING, at, self._moves[0])
        unheard = self._unheard_since
        error = 0.0 if unheard is None or unheard == -inf else max(0.0, at - unheard)
        return told if self._is_aside else [Moved(self._pin, closed, at, error), *told]

    def _flick(self, at: float) -> list[Told]:
        if _count(self._flicks, at) < FLICKS_THAT_FLOAT:
            return []
        return self._fail(Fault.FLOATING, at, self._flicks[0] - self._settle_s)

    def _fail(self, fault: Fault, at: float, since: float | None = None) -> list[Told]:
        """Say it once: while it lasts, only a fault that sets aside is worse than lost edges."""
        self._troubled = max(self._troubled, at)
        if self._is_aside or self.fault is fault:
            return []
        self.fault = fault
        # What a broken base told is no evidence anyway; a press of a button had counted at once.
        return [PartFailed(self._part, fault, at, since if self._part.kind is PartKind.BUTTON else None)]


def _count(times: deque[float], at: float) -> int:
    """How many there were within the time watched, with this one."""
    times.append(at)
    while times[0] < at - WATCHED_S:
        times.popleft()
    return len(times)
