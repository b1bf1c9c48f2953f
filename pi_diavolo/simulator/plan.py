"""What is going to happen at the simulated table, each thing at its moment."""

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from pi_diavolo.simulator.sight import Seen, Standing
from pi_diavolo.simulator.world import Throw
from pi_diavolo.table.events import Event
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand goes for an imp; whether one is left shows only then."""

    seat: Seat
    colour: Colour
    at: float


@dataclass(frozen=True, slots=True)
class GiveBack:
    """A hand puts the imp that it took last back on its base."""

    seat: Seat
    at: float


@dataclass(frozen=True, slots=True)
class Look:
    """The eyes say what they saw of the dice, which came to rest at this moment."""

    thrown: Throw
    seen: Callable[[], Seen]
    at: float


@dataclass(frozen=True, slots=True)
class Stand:
    """Imps of these colours are put on the bases."""

    standing: Standing
    at: float


@dataclass(frozen=True, slots=True)
class LookAtImps:
    """The eyes say what they saw on the bases; `standing` is what is there."""

    standing: Standing
    seen: Callable[[], Standing]
    at: float


Act = Event | Reach | GiveBack | Stand | Look | LookAtImps


class Plan:
    """Acts in the order of the moments at which they are due; of equal moments, the first planned first."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Act]] = []
        self._count = 0

    def due(self) -> float | None:
        """When the next act is due."""
        return self._heap[0][0] if self._heap else None

    def put(self, act: Act, late: float = 0.0) -> None:
        """Plan an act for its own moment, or to be reported so many seconds later."""
        self._count += 1
        heapq.heappush(self._heap, (act.at + late, self._count, act))

    def put_all(self, acts: Iterable[Act]) -> None:
        """Plan several acts, each for its own moment."""
        for act in acts:
            self.put(act)

    def take(self, now: float) -> list[Act]:
        """The acts of the next moment, if it has come; those after it may yet be called off."""
        moment, acts = self.due(), list[Act]()
        while moment is not None and moment <= now and self.due() == moment:
            acts.append(heapq.heappop(self._heap)[2])
        return acts

    def has(self, wanted: Callable[[Act], bool]) -> bool:
        """Whether such an act is planned."""
        return any(wanted(act) for _, _, act in self._heap)

    def drop(self, unwanted: Callable[[Act], bool]) -> None:
        """Call off some acts."""
        self._heap = [entry for entry in self._heap if not unwanted(entry[2])]
        heapq.heapify(self._heap)

    def clear(self) -> None:
        """Call everything off."""
        self._heap.clear()

    def put_off(self, seconds: float) -> None:
        """Everything happens so much later."""
        self._heap = [
            (due + seconds, number, replace(act, at=act.at + seconds)) for due, number, act in self._heap
        ]
