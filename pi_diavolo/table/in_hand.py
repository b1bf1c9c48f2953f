"""One turn's imps between base and dock: lifted, docked, moved on, put back, or claimed by word."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pi_diavolo.table.events import ClaimUnfounded, Event, Grab, ImpLifted, ImpPutBack, ImpUnclaimed
from pi_diavolo.table.lifts import unresolved
from pi_diavolo.table.pieces import IMP_COLOURS, Colour
from pi_diavolo.table.players import Seat

# An imp that stands again on its own base so soon was in nobody's hand: somebody bumped the table.
TOUCH_S = 0.15


@dataclass(frozen=True, slots=True)
class Imp:
    """What is known of an imp on its base: perhaps its colour, perhaps which one it is."""

    colour: Colour | None = None
    number: int | None = None

    def may_be(self, colour: Colour, number: int | None) -> bool:
        """Whether nothing speaks against its being this one; without a number, one of that colour."""
        if self.number is not None and number is not None:
            return self.number == number
        return self.colour in (None, colour)


UNKNOWN = Imp()


@dataclass(frozen=True, slots=True)
class Lift:
    """An imp off its base; `at` is None where the base does not feel, so that it may be off or not."""

    base: int
    stood: Imp
    at: float | None


class InHand:
    """Counts lifts against docks, claims and imps put back; what cannot be told apart stays "one of".

    `standing` is what stood on each base when the turn began, `homes` the imp that always stands on a base,
    `had` what seats held before the program came back: these lie on their docks and are no news.
    """

    def __init__(
        self,
        standing: Sequence[Colour | None],
        homes: Mapping[int, int] | None = None,
        had: Iterable[tuple[Seat, Colour]] = (),
    ) -> None:
        self._standing = {base: Imp(colour) for base, colour in enumerate(standing)}
        self._standing |= {base: Imp(IMP_COLOURS[imp], imp) for base, imp in (homes or {}).items()}
        self._lifts: tuple[Lift, ...] = ()
        self._taken: tuple[frozenset[Lift], ...] = ()
        self._docked: dict[int, Seat] = {}  # who docked an imp first
        self._docks = set[tuple[Seat, int]]()
        self._by_word = set(had)  # known by their colour only
        self._loose: dict[int, Seat] = {}  # docked once, and taken off the dock again
        self._returned = set[int]()  # docked once, and put back on a base

    # Bases

    def lift(self, base: int, at: float) -> list[Event]:
        """An imp left its base; if that could not be felt for a while, it stood there after all."""
        lift, blind = self._of(base, at), self._of(base, None)
        self._lifts = (*(each for each in self._lifts if each != blind), lift)
        return [ImpLifted(base, lift.stood.colour, at)]

    def lose_sight(self, base: int, stands: bool, at: float) -> list[Event]:
        """The base does not feel any more: what it told is no evidence, and its imp may go unseen."""
        told = [lift for lift in self._lifts if lift.base == base and lift.at is not None]
        blind = self._of(base, None)
        self._lifts = tuple(lift for lift in self._lifts if lift not in told)
        if (told or stands) and blind not in self._lifts:
            self._lifts += (blind,)
        lost = frozenset(told)
        self._taken = tuple((may - lost) | {blind} if may & lost else may for may in self._taken)
        return [_forgotten(lift, at) for lift in told]

    def stand(self, base: int, at: float) -> list[Event]:
        """An imp stands on a base again: one of those in hand, if only one can be meant."""
        bump = [lift for lift in self._lifts if lift.base == base and _is_touch(lift, at)]
        if bump:
            self._lifts = tuple(lift for lift in self._lifts if lift not in bump)
            return [*(_forgotten(lift, at) for lift in bump), *self._strike_out(at)]
        loose, lifts = list(self._loose), self._open(self._lifts, at)
        self._standing[base] = UNKNOWN
        if self._by_word:  # an imp of which only the colour is known may be this one
            return []
        if len(loose) == 1 and not lifts:
            imp, seat = self._loose.popitem()
            self._returned.add(imp)
            self._standing[base] = Imp(IMP_COLOURS[imp], imp)
            return [ImpPutBack(seat, IMP_COLOURS[imp], at, imp)]
        if loose or not lifts or any(lift.at is None for lift in lifts):
            return []  # who knows which; what stays missing is asked about in the end
        return self._put_back(base, lifts, at)

    def _put_back(self, base: int, lifts: Sequence[Lift], at: float) -> list[Event]:
        colours, times = {lift.stood.colour for lift in lifts}, _times(lifts)
        self._take(lifts, at)
        if len(colours) > 1:
            return []
        colour = lifts[0].stood.colour
        self._standing[base] = lifts[0].stood if len(lifts) == 1 else Imp(colour)
        return [ImpUnclaimed(base, colour, times[0], at, times if len(times) > 1 else ())]

    # Docks and words

    def dock(self, seat: Seat, imp: int, at: float) -> list[Event]:
        """An imp lies on a dock: that seat has it, whoever lifted it."""
        colour, known, again = IMP_COLOURS[imp], imp in self._docked, (seat, imp) in self._docks
        no_lift = imp in self._loose or (known and imp not in self._returned)
        grab = Grab(seat, colour, at, imp, docked=at)
        self._loose.pop(imp, None)
        self._returned.discard(imp)
        self._docks.add((seat, imp))
        self._docked.setdefault(imp, seat)
        if no_lift:  # put down again, or passed on from another seat
            return [] if again else [grab]
        if not known and (seat, colour) in self._by_word:
            self._by_word.remove((seat, colour))
            return []
        return self._grabbed(grab, self._candidates(colour, imp, at))

    def undock(self, seat: Seat, imp: int) -> None:
        """The imp was taken off a dock, and is in some hand."""
        self._loose[imp] = self._docked.get(imp, seat)

    def claim(self, seat: Seat, colour: Colour, at: float) -> list[Event]:
        """A seat says which colour it lifted; its word needs an imp off its base."""
        grab = Grab(seat, colour, at, docked=at)
        docked = any(by == seat and IMP_COLOURS[imp] is colour for imp, by in self._docked.items())
        if docked or (seat, colour) in self._by_word:
            return [grab]  # said twice; the referee knows
        candidates = self._candidates(colour, None, at)
        if not candidates:
            return [ClaimUnfounded(seat, colour, at)]
        self._by_word.add((seat, colour))
        return self._grabbed(grab, candidates)

    def _grabbed(self, grab: Grab, lifts: Sequence[Lift]) -> list[Event]:
        times, forgotten = _times(lifts), self._take(lifts, grab.held_from)
        if not lifts or len(times) < len(lifts):
            return [grab, *forgotten]  # from a base that does not feel, perhaps: only the dock is sure
        return [replace(grab, at=times[0], one_of=times if len(times) > 1 else ()), *forgotten]

    # Which lift is whose

    def _of(self, base: int, at: float | None) -> Lift:
        return Lift(base, self._standing.get(base, UNKNOWN), at)

    def _candidates(self, colour: Colour, imp: int | None, at: float) -> list[Lift]:
        """The lifts that an imp may have come from."""
        return self._open([lift for lift in self._lifts if lift.stood.may_be(colour, imp)], at)

    def _open(self, lifts: Iterable[Lift], at: float) -> list[Lift]:
        """Those of the lifts that were before this moment, if not as many imps are known to come of them."""
        before = [lift for lift in lifts if lift.at is None or lift.at <= at]
        spent = sum(may <= frozenset(before) for may in self._taken)
        return before if spent < len(before) else []

    def _take(self, lifts: Sequence[Lift], at: float) -> list[Event]:
        """One imp came of these lifts; tells which of them the referee need not wait for any more."""
        if not lifts:
            return []
        self._taken += (frozenset(lifts),)
        return self._strike_out(at)

    def _strike_out(self, at: float) -> list[Event]:
        before, sets = self._lifts, self._taken
        self._lifts, self._taken = unresolved(before, sets)
        gone = [lift for lift in before if lift not in self._lifts and lift.at is not None]
        # Where a blind base is among them no lift was named to the referee, who would wait for it.
        unsure = [may for may in sets if any(lift.at is None for lift in may)]
        return [_forgotten(lift, at) for lift in gone if any(lift in may for may in unsure)]


def _is_touch(lift: Lift, at: float) -> bool:
    return lift.at is not None and 0 <= at - lift.at < TOUCH_S


def _times(lifts: Iterable[Lift]) -> tuple[float, ...]:
    return tuple(sorted(lift.at for lift in lifts if lift.at is not None))


def _forgotten(lift: Lift, at: float) -> ImpUnclaimed:
    assert lift.at is not None, "a base that does not feel told nothing that could be forgotten"
    return ImpUnclaimed(lift.base, lift.stood.colour, lift.at, at, ask=False)
