"""Bases and docks: who has which imp. The dock decides, the lift is evidence, and nothing is guessed."""

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from itertools import count

from pi_diavolo.table.effects import Effect, ShowGrab, ShowStatus, ShowTurn, Status
from pi_diavolo.table.events import Event, Grab, ImpsSeen, Started
from pi_diavolo.table.facts import Claim, ImpDocked, ImpUndocked, PartFailed, PartRecovered
from pi_diavolo.table.grabs import Sensed
from pi_diavolo.table.in_hand import InHand
from pi_diavolo.table.parts import Part, PartKind
from pi_diavolo.table.pieces import IMP_COLOURS, Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.switches import ROUNDING_S, Moved

# A dock needs five samples to be sure, so it reports about 50 ms after the first contact, and a base is
# believed to carry its imp again 80 ms after it. Whatever else happened meanwhile waits as long: then all is
# taken in by its own time, whichever report was faster.
ORDER_S = 0.1

LIVE = (Status.ROLL_NOW, Status.ROLLING, Status.READING, Status.GRAB, Status.QUESTION)
HALTED = (Status.PAUSED, Status.PROTEST)
# Before and after a game an imp on a dock is a press: it claims the seat, or asks for another game.
NO_GAME = (Status.LOBBY, Status.OVER)


class Attribution:
    """Hears what the table shows, senses lifts, docks and claims, and tells the referee who has what.

    `bases` names the base behind each pin; `homes`, where a table has them, the imp that always stands on
    a base. Without them a lift is known by the colour that was seen standing there.
    """

    def __init__(
        self, bases: Mapping[int, int], homes: Mapping[int, int] | None = None, order_s: float = ORDER_S
    ) -> None:
        self._bases, self._homes, self._order_s = dict(bases), dict(homes or {}), order_s
        self._status, self._live, self._halted = Status.LOBBY, False, False
        self._places: tuple[Colour | None, ...] = ()
        self._hands = InHand(())
        self._had = set[tuple[Seat, Colour]]()  # before the program came back
        self._off: dict[int, float] = {}  # the bases without an imp, and since when
        self._failed = set[Part]()
        self._waiting: list[tuple[float, int, Sensed]] = []
        self._ready: list[Event] = []
        self._arrivals, self._heard_at = count(), 0.0

    # What the table shows

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn of turns and their imps, of what the table waits for, and of parts that fail."""
        self._heard_at = event.at
        for effect in effects:
            match effect:
                case ShowTurn(places=places):
                    self._places, self._live, self._had = places, False, set()
                case ShowStatus(status=status):
                    self._follow(status, event)
                case ShowGrab(seat=seat, colour=Colour() as colour) if isinstance(event, Started):
                    self._had.add((seat, colour))
        match event:
            case PartFailed(part=part):
                for base in self._named(part):
                    if self._live:
                        self._ready += self._hands.lose_sight(base, base not in self._off, event.at)
                self._failed.add(part)
            case PartRecovered(part=part):
                self._failed.discard(part)

    def note(self, pin: int, closed: bool | None, at: float) -> None:
        """Where a base is that works again: what it did meanwhile was not told. None: it is not known."""
        base = self._bases.get(pin)
        if base is None or closed is None:
            return
        if closed:
            self._off.pop(base, None)
        else:
            self._off.setdefault(base, at)

    def _follow(self, status: Status, event: Event) -> None:
        self._status, self._halted = status, status in HALTED
        if self._halted:
            return
        live = status in LIVE
        if live and not self._live:
            self._begin(event.bases if isinstance(event, ImpsSeen) else self._places, event.at)
        self._live = live

    def _begin(self, standing: tuple[Colour | None, ...], at: float) -> None:
        """From now on a lift is a grab; a base that should carry an imp and does not feel it is blind."""
        self._hands = InHand(standing, self._homes, self._had)
        for base, colour in enumerate(standing):
            if colour and (self._is_broken(base) or self._off.get(base, at) < at):
                self._hands.lose_sight(base, True, at)
        # The camera looked at this moment and told a little later: hands may have been faster.
        for base, since in sorted(self._off.items(), key=lambda item: item[1]):
            if since >= at and not self._is_broken(base):
                self._ready += self._hands.lift(base, since)

    def _named(self, part: Part) -> list[int]:
        if part.kind is PartKind.SWITCHES:
            return list(self._bases.values())
        return [part.number] if part.kind is PartKind.BASE and part.number is not None else []

    def _is_broken(self, base: int) -> bool:
        # By the parts that have failed: one that is well again says nothing about another.
        return any(base in self._named(part) for part in self._failed)

    # What hands do

    def sense(self, fact: Sensed) -> list[Event]:
        """Take in a fact; a lift is told at once, all else when its turn in time has come."""
        if isinstance(fact, Moved) and not self._felt(fact):
            return []
        if isinstance(fact, Moved) and not fact.closed and not self._halted:
            return self._take(fact)
        heappush(self._waiting, (fact.at, next(self._arrivals), fact))
        return []

    def _felt(self, moved: Moved) -> bool:
        base = self._bases.get(moved.pin)
        if base is None or self._is_broken(base):
            return False
        if not moved.closed:
            self._off[base] = moved.at
        elif self._off.get(base, moved.at) <= moved.at:
            self._off.pop(base, None)
        return True

    def due(self) -> float | None:
        """When `tick` has something to tell."""
        if self._ready:
            return self._heard_at
        return self._waiting[0][0] + self._order_s if self._waiting and not self._halted else None

    def tick(self, now: float) -> list[Event]:
        """What is due, one fact at a time: the next may mean something else once this one was heard."""
        told, self._ready = self._ready, []
        due = None if told else self.due()
        if due is not None and now >= due - ROUNDING_S:
            told = self._take(heappop(self._waiting)[2])
        return told

    def _take(self, fact: Sensed) -> list[Event]:
        match fact:
            case Moved(pin=pin, closed=closed, at=at):
                moved = self._hands.stand if closed else self._hands.lift
                return moved(self._bases[pin], at) if self._live else []
            case ImpUndocked(seat=seat, imp=imp):
                self._hands.undock(seat, imp)
                return []
            case ImpDocked(seat=seat, imp=imp, at=at):
                if self._live:
                    return self._hands.dock(seat, imp, at)
                # One that was found there was left lying: nobody asks for anything by it.
                presses = self._status in NO_GAME and not fact.found
                return [Grab(seat, IMP_COLOURS[imp], at, imp, docked=at)] if presses else []
            case Claim(seat=seat, colour=colour, at=at):
                return self._hands.claim(seat, colour, at) if self._live else [Grab(seat, colour, at)]
