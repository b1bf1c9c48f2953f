"""From the wires to the referee: bounce taken out, who has which imp, and what is broken, in the one loop."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from pi_diavolo.table.attribution import Attribution
from pi_diavolo.table.effects import Effect, ShowStatus, ShowTurn, Status
from pi_diavolo.table.events import Event, ImpsConfirmed, ImpsSeen
from pi_diavolo.table.facts import (
    Claim,
    Edge,
    EdgesLost,
    Fact,
    ImpDocked,
    ImpUndocked,
    LevelsRead,
    PartFailed,
    PartRecovered,
    Reached,
    Tried,
)
from pi_diavolo.table.grabs import Panels, Sensed
from pi_diavolo.table.parts import PartKind
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.pin_map import MapKind, PinMap
from pi_diavolo.table.switches import Moved, Switches, Told
from pi_diavolo.table.unfelt import Unfelt

# An imp that was just put down still rings when the camera sees it; a switch that has not moved for so long
# and still says otherwise is stuck.
AGREES_AFTER_S = 0.5


class Hands(Protocol):
    """Makes events of what was felt: presses at panels, or imps lifted and docked."""

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn what the table shows, and which parts have failed."""

    def note(self, pin: int, closed: bool | None, at: float) -> None:
        """Learn where a switch is that works again."""

    def sense(self, fact: Sensed) -> Sequence[Event]:
        """What this means."""

    def due(self) -> float | None:
        """When something means something by itself."""

    def tick(self, now: float) -> Sequence[Event]:
        """Let time pass."""


def nerves_for(wiring: PinMap) -> "Nerves":
    """The nerves of a table with this wiring."""
    bases = {base: pin for pin, base in wiring.bases.items()}
    if wiring.kind is MapKind.BASES:
        return Nerves(Switches(wiring.inputs), Attribution(wiring.bases, wiring.homes), bases)
    return Nerves(Switches(wiring.inputs), Panels(wiring.buttons), bases)


class Nerves:
    """One of the table's devices: facts in, events out; `bases` are the pins under the imps, by base."""

    def __init__(self, switches: Switches, hands: Hands, bases: Mapping[int, int]) -> None:
        self._switches, self._hands, self._bases = switches, hands, bases
        self._told: list[Told] = []  # what was found at the start, to be taken next
        self._found_at = 0.0
        self._places: tuple[Colour | None, ...] = ()  # where the imps of this turn go
        self._seen: dict[int, bool] = {}  # where the eyes saw an imp, and where none
        self._check_at: float | None = None
        self._unfelt = Unfelt()

    def start(self, levels: Mapping[int, bool], at: float) -> None:
        """Where all switches are before anything happens."""
        self._told += self._switches.start(levels, at)
        self._found_at = at
        for pin in self._bases.values():
            if self._switches.closed(pin) is False:  # this imp is in somebody's hand, or on a dock
                self._hands.sense(Moved(pin, False, at))

    def due(self) -> float | None:
        """When a switch has come to rest, or an imp has been away for too long."""
        if self._told:
            return self._found_at
        moments = (self._switches.due(), self._hands.due(), self._check_at)
        return min((moment for moment in moments if moment is not None), default=None)

    def take(self, now: float) -> list[Event]:
        """What time alone brings."""
        told, self._told = [*self._told, *self._switches.tick(now)], []
        if self._check_at is not None and now >= self._check_at:
            told += self._switches.expect(self._seen, now)
            self._seen, self._check_at = {}, None
        return [*self._felt(told), *self._hands.tick(now)]

    def sense(self, fact: Fact) -> list[Event]:
        """What a fact means."""
        match fact:
            case Edge() | EdgesLost() | LevelsRead():
                return self._felt(self._switches.feed(fact))
            case ImpDocked() | ImpUndocked() | Claim():
                return [*self._hands.sense(fact)]
            case PartFailed(part=part, at=at) if part.kind is PartKind.SWITCHES:
                return self._felt(self._switches.fell_silent(at))
            case PartFailed() | PartRecovered() | Reached() | Tried():
                return []  # an event by itself, which the hands hear of, or the simulated people's business

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn what the table shows; where imps were seen, or said to stand, their switches must agree."""
        for effect in effects:
            match effect:
                case ShowTurn(places=places):
                    self._places = places
                    self._unfelt.next_turn()
                case ShowStatus(status=Status.ROLL_NOW) if isinstance(event, ImpsSeen):
                    self._expect(event.bases, event.at)
                case ShowStatus(status=Status.ROLL_NOW) if isinstance(event, ImpsConfirmed):
                    self._expect(self._places, event.at)
        self._hands.hear(event, effects)
        if isinstance(event, ImpsSeen):
            self._miss(event.bases, event.at)
        if isinstance(event, PartRecovered) and event.part.kind in (PartKind.BASE, PartKind.SWITCHES):
            for base, pin in self._bases.items():
                if event.part.number in (None, base):
                    self._hands.note(pin, self._switches.closed(pin), event.at)

    def _expect(self, standing: Sequence[Colour | None], at: float) -> None:
        known = {base: pin for base, pin in self._bases.items() if base < len(standing)}
        self._seen = {pin: standing[base] is not None for base, pin in known.items()}
        self._check_at = at + AGREES_AFTER_S

    def _miss(self, standing: Sequence[Colour | None], at: float) -> None:
        """Imps that are gone, and whose switches did not notice."""
        empty = [pin for base, pin in self._bases.items() if base < len(standing) and standing[base] is None]
        stuck = self._unfelt.seen_empty(pin for pin in empty if self._switches.closed(pin))
        if stuck:
            self._told += self._switches.expect(dict.fromkeys(stuck, False), at)
            self._found_at = at

    def _felt(self, told: Sequence[Told]) -> list[Event]:
        events = list[Event]()
        for each in told:
            if isinstance(each, Moved):
                self._seen.pop(each.pin, None)  # it moves, so it is not stuck
                self._unfelt.moved(each.pin)
                events += self._hands.sense(each)
            else:
                events.append(each)
        return events
