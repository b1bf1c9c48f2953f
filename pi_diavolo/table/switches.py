"""All switches of the table: edges in by their own times, clean moves out, broken ones set aside by name."""

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush
from itertools import count
from math import inf

from pi_diavolo.table.bounce import SETTLE_S
from pi_diavolo.table.facts import Edge, EdgesLost, LevelsRead, PartFailed, PartRecovered
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.switch import LATE_S, RECOVERED_AFTER_S, Moved, Switch, Told

__all__ = ["Moved", "Switches", "Told"]

# Edges of different lines arrive nearly in the order of their times, not always: each waits so long for an
# earlier one. Nobody notices, and no press is served before an earlier one that took longer to arrive.
WAIT_S = 0.002
# Times are rounded: what is due when `due` said so must be due.
ROUNDING_S = 1e-6

ALL_SWITCHES = Part(PartKind.SWITCHES)
# Faults in which a line may send thousands of edges a second, none of which means anything.
NOISY = (Fault.CHATTERING, Fault.FLOATING)


class Switches:
    """Takes in what was heard of the pins; tells moves, a broken switch once, and when it is well again.

    What has to be told later is told by `tick` when it is `due`; what is told at once is in order of `at`.
    A switch that recovers does not tell the moves it made meanwhile: ask `closed`. All together recover only
    when they have answered again for a while, whatever had befallen them.
    """

    def __init__(self, parts: Mapping[int, Part], settle_s: float = SETTLE_S, wait_s: float = WAIT_S) -> None:
        self._switches = {pin: Switch(pin, part, settle_s) for pin, part in parts.items()}
        # When each has something to tell by itself: edges come hundreds at a time, and concern one each.
        self._dues = dict.fromkeys(self._switches, inf)
        self._wait_s = wait_s
        self._waiting: list[tuple[float, int, int, Edge | EdgesLost | LevelsRead]] = []
        self._arrivals = count()
        self._heard_until = -inf
        self._all_failed: float | None = None  # edges of who knows which switch were lost, or none answers

    def start(
        self, levels: Mapping[int, bool], at: float, expected: Mapping[int, bool] | None = None
    ) -> list[Told]:
        """Where all switches are before anything happens; `expected`: those known to be closed, or open."""
        told = list[Told]()
        for pin in self._ours(levels):
            told += self._noted(pin, self._switches[pin].begin(not levels[pin], at))
        return told + self.expect(expected or {}, at)

    def expect(self, expected: Mapping[int, bool], at: float) -> list[Told]:
        """These pins must be closed (or open) by now, as others have seen: those that are not are stuck."""
        told = list[Told]()
        for pin in self._ours(expected):
            told += self._noted(pin, self._switches[pin].expect(expected[pin], at))
        return told

    def closed(self, pin: int) -> bool | None:
        """Whether the switch is closed; None when it is set aside or not known."""
        return self._switches[pin].closed if pin in self._switches else None

    def fault(self, pin: int) -> Fault | None:
        """What is wrong with the switch."""
        return self._switches[pin].fault

    def feed(self, fact: Edge | EdgesLost | LevelsRead) -> list[Told]:
        """Take in a fact; tells what no earlier fact can change any more."""
        if isinstance(fact, Edge) and self._is_noise(fact):
            return []
        # At the same moment a loss goes first: it casts its doubt on the edge that showed it.
        rank = 0 if isinstance(fact, EdgesLost) else 1
        heappush(self._waiting, (fact.at, rank, next(self._arrivals), fact))
        return self.tick(fact.at)

    def due(self) -> float | None:
        """When `tick` next has something to tell, if nothing is fed before."""
        rests = min(self._dues.values(), default=inf) + LATE_S
        earliest = min(rests, *(entry[0] for entry in self._waiting[:1]), inf)
        return None if earliest == inf else earliest + self._wait_s

    def tick(self, now: float) -> list[Told]:
        """Let time pass."""
        self._heard_until = max(self._heard_until, now - self._wait_s + ROUNDING_S)
        told = list[Told]()
        while self._waiting and self._waiting[0][0] <= self._heard_until:
            told += self._take(heappop(self._waiting)[-1])
        at_rest = self._heard_until - LATE_S + ROUNDING_S
        for pin in [pin for pin, due in self._dues.items() if due <= at_rest]:
            told += self._noted(pin, self._switches[pin].until(at_rest))
        return sorted(told, key=_by_time)

    def fell_silent(self, at: float) -> list[Told]:
        """None of them answers any more, as others have said: what follows was not heard from its start."""
        self._all_failed = at
        return [told for pin, switch in self._switches.items() for told in self._noted(pin, switch.doubt(at))]

    def _take(self, fact: Edge | EdgesLost | LevelsRead) -> list[Told]:
        told = list[Told]()
        match fact:
            case Edge(pin=pin, high=high, at=at):
                if pin in self._switches:
                    told += self._noted(pin, self._switches[pin].edge(not high, at))
            case EdgesLost(pins=(), at=at):
                told += [PartFailed(ALL_SWITCHES, Fault.EDGES_LOST, at)] if self._all_failed is None else []
                self._all_failed = at
                for pin, switch in self._switches.items():
                    told += self._noted(pin, switch.doubt(at))
            case EdgesLost(pins=pins, at=at):
                for pin in self._ours(pins):
                    told += self._noted(pin, self._switches[pin].lost(at))
            case LevelsRead(levels=levels, at=at):
                for pin in self._ours(levels):
                    told += self._noted(pin, self._switches[pin].reading(not levels[pin], at))
                if self._all_failed is not None and at >= self._all_failed + RECOVERED_AFTER_S:
                    told.append(PartRecovered(ALL_SWITCHES, at))
                    self._all_failed = None
        return told

    def _is_noise(self, edge: Edge) -> bool:
        """Taken in at once, and cheaply: one broken line must not hold up what the others say."""
        switch = self._switches.get(edge.pin)
        if switch is None or switch.fault not in NOISY:
            return False
        switch.rustle(not edge.high, edge.at)
        self._noted(edge.pin, [])
        return True

    def _ours(self, pins: Iterable[int]) -> list[int]:
        return [pin for pin in pins if pin in self._switches]

    def _noted(self, pin: int, told: list[Told]) -> list[Told]:
        self._dues[pin] = self._switches[pin].due
        return told


def _by_time(told: Told) -> float:
    return told.at
