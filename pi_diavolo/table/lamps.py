"""The lamps of the table: gems before the seats, four answer windows, a status lamp; which shine when."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.pin_map import LampChain
from pi_diavolo.table.players import Seat

GEMS_A_SEAT = 5


@dataclass(frozen=True, slots=True)
class GemLamp:
    """One gem of a seat, 1 to 5; with three gems, 1 to 3 shine."""

    seat: Seat
    gem: int


@dataclass(frozen=True, slots=True)
class AnswerLamp:
    """The window of one answer; letter and shape tell it, for no lamp shines black."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class StatusLamp:
    """Tells the whole room what the table waits for."""


Lamp = GemLamp | AnswerLamp | StatusLamp
STATUS = StatusLamp()


def gem_lamps(seat: Seat, gems: int = GEMS_A_SEAT) -> frozenset[Lamp]:
    """The lamps that show so many gems."""
    return frozenset(GemLamp(seat, gem) for gem in range(1, gems + 1))


@dataclass(frozen=True, slots=True)
class LampLayout:
    """Which output of the chain is which lamp: 0 to 7 are QA to QH of the register nearest to the Pi."""

    bits: Mapping[Lamp, int]
    registers: int

    def __post_init__(self) -> None:
        taken = sorted(self.bits.values())
        if taken and not 0 <= taken[0] <= taken[-1] < 8 * self.registers:
            raise ValueError(f"{self.registers} registers have outputs 0 to {8 * self.registers - 1}")
        if len(set(taken)) < len(taken):
            raise ValueError("two lamps share an output")

    def outputs(self, lit: Iterable[Lamp]) -> bytes:
        """What to send down the chain: the first byte ends up in the farthest register."""
        word = sum(1 << self.bits[lamp] for lamp in frozenset(lit) if lamp in self.bits)
        return word.to_bytes(self.registers, "big")

    def lit(self, outputs: bytes) -> frozenset[Lamp]:
        """The lamps that shine with these outputs."""
        word = int.from_bytes(outputs, "big")
        return frozenset(lamp for lamp, bit in self.bits.items() if word >> bit & 1)


def layout_of(chain: LampChain) -> LampLayout:
    """The layout of a table, from its pin map."""
    bits: dict[Lamp, int] = {STATUS: chain.status}
    bits |= {AnswerLamp(colour): bit for colour, bit in chain.answers.items()}
    for seat, gems in chain.gems.items():
        bits |= {GemLamp(seat, gem): bit for gem, bit in enumerate(gems, start=1)}
    return LampLayout(bits, chain.chips)


class Signal(StrEnum):
    """What the status lamp tells."""

    WAITING = "waiting"
    ROLL_NOW = "roll_now"
    ROLLING = "rolling"
    READING = "reading"
    GRAB = "grab"
    RULING = "ruling"
    QUESTION = "question"
    FAULT = "fault"


# On or off, and for how long; then from the start. Steady light means one thing only: grab!
# Nothing flashes more than three times in a second: faster flashing can make people ill.
Pattern = tuple[tuple[bool, float], ...]
PATTERNS: Mapping[Signal, Pattern] = {
    Signal.WAITING: ((True, 0.15), (False, 2.85)),
    Signal.ROLL_NOW: ((True, 0.8), (False, 0.8)),
    Signal.ROLLING: ((True, 0.17), (False, 0.17)),
    Signal.READING: ((True, 0.15), (False, 0.2), (True, 0.15), (False, 0.7)),
    Signal.GRAB: ((True, 1.0),),
    Signal.RULING: ((True, 1.6), (False, 0.4)),
    Signal.QUESTION: ((True, 0.15), (False, 0.2), (True, 0.15), (False, 0.2), (True, 0.15), (False, 1.0)),
    Signal.FAULT: ((True, 0.8), (False, 0.2), (True, 0.15), (False, 0.2), (True, 0.15), (False, 0.5)),
}
LOST_GEM: Pattern = ((False, 0.25), (True, 0.25))
LOST_GEM_S = 2.0
WINNER_STEP_S = 0.2
WINNER_S = 12.0


@dataclass(frozen=True, slots=True)
class LampState:
    """All that the lamps show, and since when; what only lasts a while ends by itself."""

    signal: Signal = Signal.WAITING
    since: float = 0.0
    brief: Signal | None = None  # shown before the signal, for a while
    brief_since: float = 0.0
    brief_until: float = 0.0
    gems: Mapping[Seat, int] = field(default_factory=dict)
    lost: Mapping[GemLamp, float] = field(default_factory=dict)  # until when each blinks
    answer: Colour | None = None
    winner: Seat | None = None
    won_at: float = 0.0


def picture(state: LampState, now: float) -> frozenset[Lamp]:
    """The lamps that shine at this moment."""
    lit: set[Lamp] = set()
    for seat, gems in state.gems.items():
        lit |= gem_lamps(seat, gems)
    lit |= {
        lamp for lamp, until in state.lost.items() if now < until and _on(LOST_GEM, now - until + LOST_GEM_S)
    }
    if state.winner is not None and now < state.won_at + WINNER_S:
        lit = (lit - gem_lamps(state.winner)) | _running(state.winner, now - state.won_at)
    if state.answer is not None:
        lit.add(AnswerLamp(state.answer))
    if _status_shines(state, now):
        lit.add(STATUS)
    return frozenset(lit)


def _status_shines(state: LampState, now: float) -> bool:
    if state.brief is not None and now < state.brief_until:
        return _on(PATTERNS[state.brief], now - state.brief_since)
    # A signal that a brief one hid begins when it is seen, so that its first flash is a whole one.
    begun = max(state.since, state.brief_until) if state.brief is not None else state.since
    return _on(PATTERNS[state.signal], now - begun)


def _running(seat: Seat, elapsed: float) -> frozenset[Lamp]:
    """One dark lamp runs along the winner's row of lit ones."""
    dark = GemLamp(seat, int(max(0.0, elapsed) / WINNER_STEP_S) % GEMS_A_SEAT + 1)
    return gem_lamps(seat) - {dark}


def _on(pattern: Pattern, elapsed: float) -> bool:
    left = max(0.0, elapsed) % sum(seconds for _, seconds in pattern)
    for on, seconds in pattern:
        if left < seconds:
            return on
        left -= seconds
    return pattern[-1][0]
