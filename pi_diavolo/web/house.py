"""All that the server works with, put together once; handlers get it as one value."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import Fact
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.web.asking import Counter
from pi_diavolo.web.commands import Guests
from pi_diavolo.web.files import Files
from pi_diavolo.web.hub import Hub
from pi_diavolo.web.moment import Moment
from pi_diavolo.web.pin_lock import PinLock
from pi_diavolo.web.rate import Bucket
from pi_diavolo.web.tongue import Tongue
from pi_diavolo.web.visitors import Sessions

# Without a PIN people may start games, not fill the log.
QUICK_PER_SECOND, QUICK_AT_ONCE = 5.0, 20.0
MOST_SOCKETS = 600

# What only somebody who looks into the game can tell; the shell hands it in.
Turns = Callable[[Moment, int | None, Tongue], Awaitable[Sequence[Any] | None]]
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
    most_sockets: int = MOST_SOCKETS
    quick: Bucket = field(default_factory=lambda: Bucket(QUICK_PER_SECOND, QUICK_AT_ONCE))
