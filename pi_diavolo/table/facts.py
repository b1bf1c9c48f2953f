"""What devices report, before anyone says what it means; `at` is the kernel's time, never the callback's."""

from collections.abc import Mapping
from dataclasses import dataclass

from pi_diavolo.table.parts import Fault, Part
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat


@dataclass(frozen=True, slots=True)
class Edge:
    """A line changed its level, bounce and all."""

    pin: int
    high: bool
    at: float


@dataclass(frozen=True, slots=True)
class EdgesLost:
    """Edges did not arrive; `pins` are those it may concern, none named means that it may be any."""

    at: float
    pins: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LevelsRead:
    """The levels of all lines, asked for and not waited for: what the edges say must lead here."""

    levels: Mapping[int, bool]
    at: float


@dataclass(frozen=True, slots=True)
class ImpDocked:
    """An imp lies on a seat's dock; `at` is its first contact.

    Where it was `found` there when the dock was first read, nobody has just put it down.
    """

    seat: Seat
    imp: int
    at: float
    found: bool = False


@dataclass(frozen=True, slots=True)
class ImpUndocked:
    """The imp is gone from the dock."""

    seat: Seat
    imp: int
    at: float


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat says by phone or at the desk which colour it lifted: the spare for a broken dock."""

    seat: Seat
    colour: Colour
    at: float


@dataclass(frozen=True, slots=True)
class Reached:
    """Somebody at a keyboard or a page reaches for an imp of the simulated table."""

    seat: Seat
    colour: Colour
    at: float


@dataclass(frozen=True, slots=True)
class Tried:
    """At the set-up of a simulated table, its hand shall press, lift or dock this part for once."""

    part: Part
    at: float


@dataclass(frozen=True, slots=True)
class PartFailed:
    """A part does not work and is set aside; the game goes on without it.

    `since` is when it began to tell what may be wrong, where that is known and matters: at a button.
    """

    part: Part
    fault: Fault
    at: float
    since: float | None = None


@dataclass(frozen=True, slots=True)
class PartRecovered:
    """The part works again."""

    part: Part
    at: float


Fact = (
    Edge | EdgesLost | LevelsRead | ImpDocked | ImpUndocked | Claim | Reached | Tried
    | PartFailed | PartRecovered
)  # fmt: skip
