"""Hands that touch wires: they press buttons, lift imps and lay them on docks, bounce and all."""

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random

from pi_diavolo.simulator.hands import Undocked
from pi_diavolo.simulator.plan import GiveBack, Reach
from pi_diavolo.simulator.sight import Standing
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import Fact, Tried
from pi_diavolo.table.parts import Part, PartKind
from pi_diavolo.table.pieces import IMP_COLOURS, Colour
from pi_diavolo.table.players import Seat

# How long a button stays down, how long an imp is carried, in seconds.
HELD_S, CARRIED_S = (0.06, 0.25), (0.25, 0.7)
# The fastest finger needs so long between letting go and pressing again.
LIFTED_S = 0.03
# A contact rings for so long at most, with so many further edges: pairs, since it ends where it went.
RINGS_S, MOST_RINGS = 0.003, 5
# After an imp came or went, so many samples tell it; a little more than a code needs.
SAMPLES, SAMPLED_S = 8, 0.01
# The fifth of them is the first by which a dock knows an imp.
KNOWN_AFTER_S = 4 * SAMPLED_S

# A part that is tried: for how long, and with which imp a dock.
TRIED_S, TRIED_IMP = 0.3, 0

Drive = Callable[[int, bool, float], None]
Lay = Callable[[Seat, int | None], None]  # an imp on a seat's dock, or none


@dataclass(frozen=True, slots=True)
class Touched:
    """What a hand did, truly: a button pressed, or this imp lifted."""

    seat: Seat
    colour: Colour
    at: float
    imp: int | None = None


@dataclass(frozen=True, slots=True)
class Wiring:
    """Which pin is whose: buttons by seat and colour, bases by number; and the seats that have a dock."""

    buttons: Mapping[tuple[Seat, Colour], int] = field(default_factory=dict)
    bases: Sequence[int] = ()
    docks: frozenset[Seat] = frozenset()


class WiredHands:
    """Moves pins and docks; what that means, the table must find out from its wires.

    `sample` is called whenever the docks are to be read. One of the table's devices, too, since an imp that
    is lifted arrives a moment later.
    """

    def __init__(
        self, wiring: Wiring, drive: Drive, lay: Lay, sample: Callable[[float], None], seed: int
    ) -> None:
        self._wiring, self._drive, self._lay, self._sample = wiring, drive, lay, sample
        self._rng = Random(f"{seed} wires")
        self._moves: list[tuple[float, int, Callable[[float], None]]] = []
        self._count = 0
        self._standing: dict[int, int] = {}  # base → imp
        self._in_hand: dict[int, Seat] = {}  # imp → who took it, the first first
        self._docked: dict[Seat, int] = {}
        self._free_from: dict[int, float] = {}  # button → when it can be pressed again
        self.undocked: list[Undocked] = []
        # Since the throw began: the truth, by which rulings are judged.
        self.touched: list[Touched] = []
        self.first_docked: dict[int, tuple[Seat, float]] = {}  # imp → who laid it on a dock first, and when

    def put_down(self, standing: Standing, docked: Mapping[Seat, Colour], at: float) -> None:
        """How things lie when the table is switched on: imps on bases, and on docks what was taken."""
        left, taken = list(range(len(IMP_COLOURS))), list(docked.values())
        for seat, colour in docked.items():
            imp = _first_of(colour, left)
            self._in_hand[imp], self._docked[seat] = seat, imp
            self._lay(seat, imp)
        for base, stood in enumerate(standing):
            if stood in taken:  # any base of the colour may be the one it came from
                taken.remove(stood)
            elif stood is not None:
                self._standing[base] = _first_of(stood, left)
                self._drive(self._wiring.bases[base], False, at)

    # What the simulated people do

    def begin(self, in_play: Mapping[Colour, int]) -> None:
        """Nobody has taken anything; the imps are where they are."""
        self.touched, self.undocked, self.first_docked = [], [], {}

    def stand(self, standing: Standing, at: float) -> None:
        """Clear the docks and put imps of these colours on the bases, each the first of its colour left."""
        for seat in tuple(self._docked):
            self._undock(seat, at)
        self._in_hand.clear()
        left = list(range(len(IMP_COLOURS)))
        for base, colour in enumerate(standing):
            self._put_on_base(base, None if colour is None else _first_of(colour, left), at)

    def press(self, reach: Reach) -> list[Event]:
        """Press a button for a moment; one that the finger still holds down cannot be pressed."""
        pin = self._wiring.buttons[reach.seat, reach.colour]
        if reach.at < self._free_from.get(pin, -inf):
            return []
        self.touched.append(Touched(reach.seat, reach.colour, reach.at))
        let_go = reach.at + self._rng.uniform(*HELD_S)
        self._free_from[pin] = let_go + LIFTED_S
        self._move(pin, False, reach.at)
        self._plan(let_go, lambda at: self._move(pin, True, at))
        return []

    def lift(self, reach: Reach) -> list[Event] | None:
        """Lift an imp of the colour, any that stands there, and carry it to the dock."""
        bases = [base for base, imp in self._standing.items() if IMP_COLOURS[imp] is reach.colour]
        if not bases:
            return None
        base = self._rng.choice(bases)
        imp = self._standing.pop(base)
        self.undocked.append(Undocked(base, reach.seat, reach.colour, imp))
        self.touched.append(Touched(reach.seat, reach.colour, reach.at, imp))
        self._in_hand[imp] = reach.seat
        self._move(self._wiring.bases[base], True, reach.at)
        self._plan(reach.at + self._rng.uniform(*CARRIED_S), lambda at: self._arrive(imp, reach.seat, at))
        return []

    def give_back(self, back: GiveBack) -> list[Event]:
        """Put the imp that this seat took last on any free base."""
        imp = next((imp for imp, seat in reversed(self._in_hand.items()) if seat == back.seat), None)
        if imp is not None:
            del self._in_hand[imp]
            if self._docked.get(back.seat) == imp:
                self._undock(back.seat, back.at)
            free = [base for base in range(len(self._wiring.bases)) if base not in self._standing]
            self._put_on_base(self._rng.choice(free), imp, back.at)
        return []

    # What wires do by themselves

    def due(self) -> float | None:
        """When the next button is let go, or the next imp arrives."""
        return self._moves[0][0] if self._moves else None

    def take(self, now: float) -> list[Event]:
        """Let it happen; the table hears of it through its wires only."""
        while self._moves and self._moves[0][0] <= now:
            at, _, happen = heapq.heappop(self._moves)
            happen(at)
        return []

    def hear(self, event: Event, effects: Iterable[Effect]) -> None:
        """Wires do not listen."""

    def sense(self, fact: Fact) -> list[Event]:
        """Nor do they understand what they report; but a part may be tried, to see whether it is felt."""
        if isinstance(fact, Tried):
            self._try(fact.part, fact.at)
        return []

    def _try(self, part: Part, at: float) -> None:
        """Move it for a moment and leave it as it was: a button, a base, or a dock that is empty."""
        match part:
            case Part(kind=PartKind.BUTTON, pin=int(pin)):
                self._to_and_fro(pin, False, at)
            case Part(kind=PartKind.BASE, number=int(base), pin=int(pin)):
                self._to_and_fro(pin, base in self._standing, at)
            case Part(kind=PartKind.DOCK, number=int(number)) if number not in self._docked:
                # Sampled empty first: an imp that lies there from the start is not one that was put down.
                seat, laid, taken = Seat(number), at + SAMPLES * SAMPLED_S, at + TRIED_S
                self._sampled(at)
                for moment, imp in ((laid, TRIED_IMP), (taken, None)):
                    self._plan(moment, lambda _, imp=imp: self._lay(seat, imp))  # type: ignore[misc]
                    self._sampled(moment)

    def _to_and_fro(self, pin: int, high: bool, at: float) -> None:
        self._move(pin, high, at)
        self._plan(at + TRIED_S, lambda moment: self._move(pin, not high, moment))

    def _arrive(self, imp: int, seat: Seat, at: float) -> None:
        # A dock has one place: who has an imp there already keeps the other one in the hand.
        if self._in_hand.get(imp) == seat and seat not in self._docked:
            self._docked[seat] = imp
            self._lay(seat, imp)
            self._sampled(at)
            self._plan(at + KNOWN_AFTER_S, lambda _: self._lies(imp, seat, at))

    def _lies(self, imp: int, seat: Seat, since: float) -> None:
        """It has lain there for so long that the dock knows it."""
        if self._docked.get(seat) == imp:
            self.undocked = [each for each in self.undocked if (each.seat, each.imp) != (seat, imp)]
            self.first_docked.setdefault(imp, (seat, since))

    def _undock(self, seat: Seat, at: float) -> None:
        del self._docked[seat]
        self._lay(seat, None)
        self._sampled(at)

    def _sampled(self, at: float) -> None:
        for count in range(SAMPLES):
            self._plan(at + count * SAMPLED_S, self._sample)

    def _put_on_base(self, base: int, imp: int | None, at: float) -> None:
        stood = self._standing.pop(base, None)
        if imp is not None:
            self._standing[base] = imp
        if (stood is None) != (imp is None):
            self._move(self._wiring.bases[base], imp is None, at)

    def _plan(self, at: float, happen: Callable[[float], None]) -> None:
        self._count += 1
        heapq.heappush(self._moves, (at, self._count, happen))

    def _move(self, pin: int, high: bool, at: float) -> None:
        """One contact opens or closes, and rings for a moment; its first edge is when it did."""
        rings = sorted(self._rng.uniform(0, RINGS_S) for _ in range(2 * self._rng.randint(0, MOST_RINGS)))
        for count, moment in enumerate((0.0, *rings)):
            self._drive(pin, high if count % 2 == 0 else not high, at + moment)


def _first_of(colour: Colour, left: list[int]) -> int:
    """The first imp of this colour that is left; it is taken out."""
    imp = next(imp for imp in left if IMP_COLOURS[imp] is colour)
    left.remove(imp)
    return imp
