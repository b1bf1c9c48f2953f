"""All that the server works with, put together once; handlers get it as one value."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pi_diavolo.table.events import Event, PhoneJoined, PhoneLeft
from pi_diavolo.table.facts import Fact
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.web.asking import Counter
from pi_diavolo.web.board_shown import BoardBefore
from pi_diavolo.web.commands import Guests
from pi_diavolo.web.duel_shown import DuelShown
from pi_diavolo.web.files import Files
from pi_diavolo.web.gallery import Gallery
from pi_diavolo.web.hub import Hub
from pi_diavolo.web.lines import Lines
from pi_diavolo.web.moment import Moment
from pi_diavolo.web.pin_lock import PinLock
from pi_diavolo.web.rate import Bucket, Buckets
from pi_diavolo.web.tongue import Tongue
from pi_diavolo.web.visitors import Sessions

if TYPE_CHECKING:
    from pi_diavolo.web.appliance import Appliance
    from pi_diavolo.web.games import Past
    from pi_diavolo.web.setting_up import SetUpRoom

# Without a PIN people may start games, not fill the log: neither in a minute nor in a month. An evening
# without a desk takes some dozens an hour.
QUICK_PER_SECOND, QUICK_AT_ONCE = 5.0, 20.0
QUICK_PER_HOUR = 200.0
MOST_SOCKETS = 600

# What only somebody who looks into the game can tell; the shell hands it in.
Turns = Callable[[Moment, Tongue], Sequence[Any]]
Suggested = Callable[[Moment, int, Tongue], Sequence[Any] | None]
# A duel before one of its choices, with what could have been chosen instead.
DuelBefore = Callable[[Moment, int, Tongue], DuelShown | None]
# The board before a turn of Devil's Dice, with the moves for its dice or for others.
Before = Callable[[Moment, int, tuple[int, ...]], BoardBefore | None]
# A tap at (seat, colour, when, how far off): an event to be answered, or a fact.
Tap = Callable[[Moment, Seat, Colour, float, float], Event | Fact]


def _quick() -> Buckets:
    at_once = Bucket(QUICK_PER_SECOND, QUICK_AT_ONCE)
    return Buckets((at_once, Bucket(QUICK_PER_HOUR / 3600, QUICK_PER_HOUR)))


@dataclass(slots=True)
class House:
    """One server's rooms; `seat_address` makes a seat's address out of the visitor's host."""

    hub: Hub
    counter: Counter
    sessions: Sessions
    lock: PinLock
    guests: Guests
    files: Files
    lang: str
    turns: Turns
    suggested: Suggested
    tap: Tap
    seat_address: Callable[[str, Seat, str], str]
    set_up: "SetUpRoom"
    board_before: Before = lambda moment, turn, dice: None
    duel_before: DuelBefore = lambda moment, move, tongue: None
    gallery: Gallery = field(default_factory=Gallery)
    lines: Lines = field(default_factory=Lines)
    most_sockets: int = MOST_SOCKETS
    past: "Past | None" = None  # None: no log is kept
    appliance: "Appliance | None" = None  # None: people started it themselves
    turns_told: dict[str, tuple[Moment, bytes]] = field(default_factory=dict)  # the newest by language
    quick: Buckets = field(default_factory=_quick)
    # Whoever plays a seat must not wait for those who do not.
    quick_of_players: Buckets = field(default_factory=_quick)
    choices: Bucket = field(default_factory=lambda: Bucket(QUICK_PER_SECOND, QUICK_AT_ONCE))

    def free(self, seat: Seat) -> None:
        """The seat's phone plays no more; where it had joined, the simulated player plays on."""
        session = self.sessions.free(seat)
        if session is not None:
            self.lines.cut(session)
            self._left(seat)
        self.hub.set_phones(self.sessions.phones)

    def claim(self, seat: Seat, session: str) -> bool:
        """Give a phone the seat, and take any other from it; False if another phone has it."""
        before = self.sessions.seat(session)
        if not self.sessions.claim(seat, session):
            return False
        if before != seat:
            if before is not None:
                self._left(before)
            self._joined(seat)
        self.wait_for(session, seat)
        self.hub.set_phones(self.sessions.phones)
        return True

    # The log keeps who could press when: a simulated player stops and plays on by these events.

    def _joined(self, seat: Seat) -> None:
        stands_in = seat in self.hub.table.played_by_itself
        if stands_in:
            self.sessions.take_over(seat)
        self.counter.report(PhoneJoined(seat, self.hub.now(), stands_in))

    def _left(self, seat: Seat) -> None:
        self.counter.report(PhoneLeft(seat, self.hub.now(), self.sessions.hand_back(seat)))

    def wait_for(self, session: str, seat: Seat) -> None:
        """A phone that stands in for a simulated player and stays away gives the seat back."""
        self.lines.unless_back(session, seat, self._stayed_away)

    def _stayed_away(self, session: str, seat: Seat) -> None:
        if self.sessions.seat(session) == seat and seat in self.sessions.phones.taken_over:
            self.free(seat)
