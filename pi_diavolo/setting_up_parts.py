"""Trying the wires out: every base, dock and button is ticked as the table feels it, and lamps are lit."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pi_diavolo.app import Devices
from pi_diavolo.devices.lights import Lights
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event, GameStarted, PlayAgainAsked
from pi_diavolo.table.facts import Claim, Edge, Fact, ImpDocked, PartFailed, PartRecovered, Tried
from pi_diavolo.table.lamps import STATUS, AnswerLamp, Lamp, gem_lamps, layout_of
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pin_map import PinMap
from pi_diavolo.table.setting_up import Finding, Found, TriedLamp, TriedPart, Verdict

# A page that is looked at asks twice a second; when it is gone, presses are presses again.
TRIES_FOR_S = 5.0
# A seat's gems shine one after the other, each for so long.
RUNS_S = 0.5

LAMPS = Part(PartKind.LAMPS)
SWITCHED = (PartKind.BUTTON, PartKind.BASE, PartKind.DOCK)


@dataclass(frozen=True, slots=True)
class LampRow:
    """Lamps that one question is about."""

    shown: TriedLamp
    lamps: tuple[Lamp, ...]


class Bench:
    """Stands before the nerves: passes all on, but what hands do while parts are tried is no grab.

    It runs in the table's thread; pages read and replace single values, hence no lock.
    """

    def __init__(
        self,
        nerves: Devices,
        wiring: PinMap,
        lights: Lights | None = None,
        shines: Callable[[], frozenset[int]] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.wiring, self._nerves, self._clock = wiring, nerves, clock
        # Simulated lamps have no thread of their own, and tell which of their outputs are on.
        self._lights, self._shines = lights, shines
        self._parts = {_name(part): part for part in _parts(wiring)}
        self._rows = {row.shown.name: row for row in _rows(wiring)} if lights is not None else {}
        self._until = 0.0
        self._felt: frozenset[str] = frozenset()
        self._faults: Mapping[str, Fault] = {}
        self._lit: str | None = None
        self._lit_since = self._refresh_at = 0.0
        self._shone: Mapping[str, bool] = {}

    # What pages ask

    @property
    def has_hand(self) -> bool:
        """A simulated hand can move its parts."""
        return self._shines is not None

    def fit_lights(self, lights: Lights) -> None:
        """The table's real lamps, which blink by themselves."""
        self._lights = lights
        self._rows = {row.shown.name: row for row in _rows(self.wiring)}

    def begin(self) -> None:
        """Tick anew from here."""
        self._felt, self._shone, self._until = frozenset(), {}, self._clock() + TRIES_FOR_S

    def stay(self) -> None:
        """Somebody still tries parts; once that has ended, only `begin` begins it again."""
        if self.is_trying:
            self._until = self._clock() + TRIES_FOR_S

    def end(self) -> None:
        """All is as usual."""
        self._until, self._lit = 0.0, None

    @property
    def is_trying(self) -> bool:
        """Whether presses are tried just now."""
        return self._clock() < self._until

    def part(self, name: str | None) -> Part | None:
        """The switch or dock of this name."""
        return self._parts.get(name or "")

    def has_lamp(self, name: str | None) -> bool:
        """There is such a row of lamps."""
        return name in self._rows

    def light(self, name: str, now: float) -> None:
        """Light a row, the lamps of it one after the other."""
        self._lit_since, self._lit = now, name
        self._until = self._clock() + TRIES_FOR_S
        if self._lights is not None:
            self._lights.try_out(self._pattern)

    def said(self, name: str, well: bool) -> None:
        """Somebody says whether a row shone."""
        self._shone, self._lit = {**self._shone, name: well}, None

    def sees(self, name: str) -> bool:
        """What the simulated hand's owner sees: a lamp of this row is on, and no other."""
        row, chain = self._rows.get(name), self.wiring.lamps
        if row is None or self._shines is None or chain is None:
            return False
        bits, lit = layout_of(chain).bits, self._shines()
        return bool(lit) and lit <= {bits[lamp] for lamp in row.lamps}

    def parts(self) -> tuple[TriedPart, ...]:
        """All switches and docks, as far as they were felt."""
        return tuple(
            _tried(name, part, name in self._felt, self._faults) for name, part in self._parts.items()
        )

    def lamps(self) -> tuple[TriedLamp, ...]:
        """All rows of lamps, as far as people saw them shine."""
        shone, lit = self._shone, self._lit
        return tuple(
            replace(row.shown, shone=shone.get(name), lit=name == lit) for name, row in self._rows.items()
        )

    # As one of the table's devices

    def due(self) -> float | None:
        """When the nerves have something to tell, or simulated lamps change."""
        moments = [self._nerves.due(), self._refresh_at if self._refreshes else None]
        return min((moment for moment in moments if moment is not None), default=None)

    def take(self, now: float) -> list[Event]:
        """Let time pass."""
        self._refresh(now)
        due = self._nerves.due()
        if due is None or due > now:
            return []
        return self._passed(self._nerves.take(now))

    def sense(self, fact: Fact) -> list[Event]:
        """Note what was felt; what it means is told only while nothing is tried."""
        if isinstance(fact, Tried):
            self._refresh_at = fact.at
            self._refresh(fact.at)
        if not isinstance(fact, Claim | PartFailed | PartRecovered) and self.is_trying:
            self._note(fact)
            return self._passed(self._nerves.sense(fact))
        return self._nerves.sense(fact)

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn what is broken, and that a game begins."""
        match event:
            case PartFailed(part=part, fault=fault) if part.kind in SWITCHED:
                self._faults = {**self._faults, _name(part): fault}
            case PartRecovered(part=part):
                self._faults = {name: fault for name, fault in self._faults.items() if name != _name(part)}
            case GameStarted() | PlayAgainAsked():
                self.end()
        self._nerves.hear(event, effects)

    def _note(self, fact: Fact) -> None:
        match fact:
            case Edge(pin=pin, high=high):
                part = self.wiring.inputs.get(pin)
                # A button counts when it closes, a base when its imp is lifted.
                if part is not None and high is (part.kind is PartKind.BASE):
                    self._felt |= {_name(part)}
            case ImpDocked(seat=seat, found=False):
                self._felt |= {_name(Part(PartKind.DOCK, seat))}

    def _passed(self, events: list[Event]) -> list[Event]:
        if not self.is_trying:
            return events
        return [event for event in events if isinstance(event, PartFailed | PartRecovered)]

    def _pattern(self, now: float) -> frozenset[Lamp] | None:
        row = self._rows.get(self._lit or "")
        if row is None or not self.is_trying:
            return None
        return frozenset({row.lamps[int((now - self._lit_since) / RUNS_S) % len(row.lamps)]})

    @property
    def _refreshes(self) -> bool:
        return self._shines is not None and self._lit is not None

    def _refresh(self, now: float) -> None:
        if self._shines is not None and self._lights is not None and now >= self._refresh_at:
            self._lights.refresh(now)
            self._refresh_at = now + RUNS_S


def _parts(wiring: PinMap) -> Iterator[Part]:
    yield from sorted(wiring.inputs.values(), key=lambda part: (part.kind, part.number or 0))
    for seat, channel in wiring.docks.items():
        yield Part(PartKind.DOCK, seat, pin=channel)


def _rows(wiring: PinMap) -> Iterator[LampRow]:
    chain = wiring.lamps
    if chain is None:
        return
    yield LampRow(TriedLamp("status", "status"), (STATUS,))
    for colour in chain.answers:
        yield LampRow(TriedLamp(f"answer-{colour}", "answer", colour=colour), (AnswerLamp(colour),))
    for seat in chain.gems:
        lamps = tuple(sorted(gem_lamps(seat), key=str))
        yield LampRow(TriedLamp(f"gems-{seat}", "gems", number=seat), lamps)


def _name(part: Part) -> str:
    return "-".join(str(each) for each in (part.kind, part.number, part.colour) if each is not None)


def _tried(name: str, part: Part, felt: bool, faults: Mapping[str, Fault]) -> TriedPart:
    fault = faults.get(name)
    return TriedPart(
        name, str(part.kind), part.number or 0, part.colour, part.pin, felt, str(fault) if fault else None
    )


def parts_found(parts: Sequence[TriedPart], lamps: Sequence[TriedLamp]) -> tuple[Finding, ...]:
    """What trying them has shown so far."""
    if not parts and not lamps:
        return (Finding(Found.NOTHING_WIRED, Verdict.GOOD),)
    return (*_switches_found(parts), *_lamps_found(lamps))


def _switches_found(parts: Sequence[TriedPart]) -> Iterator[Finding]:
    broken = sum(part.fault is not None for part in parts)
    felt = sum(part.felt and part.fault is None for part in parts)
    values = {"felt": felt, "of": len(parts), "broken": broken}
    if broken:
        yield Finding(Found.PARTS_FAIL, Verdict.POOR, values)
    elif felt < len(parts):
        yield Finding(Found.PARTS_LEFT, Verdict.FAIR, values)
    elif parts:
        yield Finding(Found.PARTS_WORK, Verdict.GOOD, values)


def _lamps_found(lamps: Sequence[TriedLamp]) -> Iterator[Finding]:
    dark, shone = sum(lamp.shone is False for lamp in lamps), sum(lamp.shone is True for lamp in lamps)
    values = {"shone": shone, "of": len(lamps), "dark": dark}
    if dark:
        yield Finding(Found.LAMPS_DARK, Verdict.POOR, values)
    elif shone < len(lamps):
        yield Finding(Found.LAMPS_LEFT, Verdict.FAIR, values)
    elif lamps:
        yield Finding(Found.LAMPS_WORK, Verdict.GOOD, values)
