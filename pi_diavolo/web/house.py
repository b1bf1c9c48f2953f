"""All that the server works with, put together once; handlers get it as one value."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import Fact, HandedBack, HandedOver
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.web.asking import Counter
from pi_diavolo.web.commands import Guests
from pi_diavolo.web.files import Files
from pi_diavolo.web.gallery import Gallery
from pi_diavolo.web.hub import Hub
from pi_diavolo.web.lines import Lines
from pi_diavolo.web.moment import Moment
from pi_diavolo.web.pin_lock import PinLock
from pi_diavolo.web.rate import Bucket
from pi_diavolo.web.tongue import Tongue
from pi_diavolo.web.visitors import Sessions

if TYPE_CHECKING:
    from pi_diavolo.web.appliance import Appliance
    from pi_diavolo.web.games import Past
    from pi_diavolo.web.setting_up import SetUpRoom

# Without a PIN people may start games, not fill the log.
QUICK_PER_SECOND, QUICK_AT_ONCE = 5.0, 20.0
MOST_SOCKETS = 600

# What only somebody who looks into the game can tell; the shell hands it in.
Turns = Callable[[Moment, Tongue], Sequence[Any]]
Suggested = Callable[[Moment, int, Tongue], Sequence[Any] | None]
# A tap at (seat, colour, when, how far off): an event to be answered, or a fact.
Tap = Callable[[Moment, Seat, Colour, float, float], Event | Fact]


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
    gallery: Gallery = field(default_factory=Gallery)
    lines: Lines = field(default_factory=Lines)
    most_sockets: int = MOST_SOCKETS
    past: "Past | None" = None  # None: no log is kept
    appliance: "Appliance | None" = None  # None: people started it themselves
    turns_told: dict[str, tuple[Moment, bytes]] = field(default_factory=dict)  # the newest by language
    quick: Bucket = field(default_factory=lambda: Bucket(QUICK_PER_SECOND, QUICK_AT_ONCE))

    def free(self, seat: Seat) -> None:
        """The seat's phone plays no more; where it had joined, the simulated player plays on."""
        session = self.sessions.free(seat)
        if session is not None:
            self.lines.cut(session)
        self.hand_back(seat)
        self.hub.set_phones(self.sessions.phones)

    def hand_over(self, seat: Seat) -> None:
        """A simulated player who sits there stops playing."""
        if seat in self.hub.table.played_by_itself - self.sessions.phones.taken_over:
            self.sessions.take_over(seat)
            self.counter.report(HandedOver(seat, self.hub.now()))

    def hand_back(self, seat: Seat) -> None:
        """A simulated player who was stood in for plays on."""
        if self.sessions.hand_back(seat):
            self.counter.report(HandedBack(seat, self.hub.now()))

    def wait_for(self, session: str, seat: Seat) -> None:
        """A phone that stands in for a simulated player and stays away gives the seat back."""
        self.lines.unless_back(session, seat, self._stayed_away)

    def _stayed_away(self, session: str, seat: Seat) -> None:
        if self.sessions.seat(session) == seat and seat in self.sessions.phones.taken_over:
            self.free(seat)
