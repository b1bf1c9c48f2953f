"""`pi-diavolo check`: every base is lifted and every button pressed, or all are listened to for a moment."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from pi_diavolo.commands.check_asking import Bench, Skipped
from pi_diavolo.devices.edges import Edges
from pi_diavolo.doctor.finding import Finding, skipped
from pi_diavolo.doctor.wires import (
    RESTS_MS,
    SLOW_MS,
    another_moved,
    at_rest,
    failed,
    moved,
    name_of,
    nothing_moved,
    where,
)
from pi_diavolo.table.facts import Edge, EdgesLost, Fact, PartFailed
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.switches import Moved, Switches, Told

LISTENS_S = 1.5

OpenEdges = Callable[[Collection[int], Callable[[Fact], None]], Edges]


def check_switches(parts: Mapping[int, Part], open_: OpenEdges, bench: Bench) -> Iterator[Finding]:
    """These switches by pin; all are listened to, so that one is known that moves in another's place."""
    edges = open_(tuple(parts), bench.report)
    try:
        listening = Listening(parts, edges, bench)
        yield from listening.walk() if bench.asks else listening.rest()
    finally:
        edges.close()


class Listening:
    """Follows all switches at once."""

    def __init__(self, parts: Mapping[int, Part], edges: Edges, bench: Bench) -> None:
        self._parts, self._bench = parts, bench
        self._switches = Switches(parts)
        self._told: deque[Moved | PartFailed] = deque()
        self._keep(self._switches.start(edges.levels(), bench.clock.now()))

    def rest(self) -> Iterator[Finding]:
        """Nobody touches anything: what moves all the same is broken."""
        until, faults = self._bench.clock.now() + LISTENS_S, dict[Part, Fault]()
        while (told := self._next(until)) is not None:
            if isinstance(told, PartFailed):
                faults[told.part] = told.fault
        for pin, part in self._parts.items():
            yield at_rest(part, self._switches.closed(pin), faults.get(part))

    def walk(self) -> Iterator[Finding]:
        """One after the other is moved by somebody."""
        for pin, part in self._parts.items():
            try:
                yield self._tried(pin, part)
            except Skipped:
                yield skipped(name_of(part))

    def _tried(self, pin: int, part: Part) -> Finding:
        name, place = name_of(part), where(part)
        if part.kind is PartKind.BUTTON:
            return self._moves(pin, part, closes=True, ask=f"press {name} ({place}) …")
        if self._switches.closed(pin) is False:
            set_down = self._moves(pin, part, closes=True, ask=f"put an imp on {name} ({place}) …")
            if not set_down.ok:
                return set_down
        return self._moves(pin, part, closes=False, ask=f"lift the imp from {name} ({place}) …")

    def _moves(self, pin: int, part: Part, closes: bool, ask: str) -> Finding:
        self._told.clear()  # what moved before was not asked for
        self._bench.say(ask)
        until = self._bench.clock.now() + self._bench.patience_s
        while (told := self._next(until)) is not None:
            match told:
                case PartFailed(part=broken, fault=fault) if broken == part:
                    return failed(part, fault)
                case Moved(pin=moving, closed=closed, at=at) if closed is closes:
                    if moving != pin:
                        return another_moved(part, self._parts[moving])
                    within_ms = SLOW_MS if closes is (part.kind is PartKind.BUTTON) else RESTS_MS
                    return moved(part, 1000 * (self._bench.clock.now() - at), within_ms)
        return nothing_moved(part, self._bench.patience_s)

    def _next(self, until: float) -> Moved | PartFailed | None:
        while not self._told:
            due = self._switches.due()
            heard = self._bench.wait(until if due is None else min(until, due))
            now = self._bench.clock.now()
            self._keep(self._switches.feed(heard) if isinstance(heard, Edge | EdgesLost) else [])
            self._keep(self._switches.tick(now))
            if heard is None and now >= until and not self._told:
                return None
        return self._told.popleft()

    def _keep(self, told: Iterable[Told]) -> None:
        self._told.extend(one for one in told if isinstance(one, Moved | PartFailed))
