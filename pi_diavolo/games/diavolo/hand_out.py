"""Who holds which imp: grabs in the order of their time, each player's first one counted."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby

from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules, PhotoFinish
from pi_diavolo.table.events import Grab
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat


class Outcome(StrEnum):
    """What became of one grab."""

    COUNTED = "counted"
    SHARED = "shared"  # a photo finish under the house rule that gives both an imp
    LOST = "lost"  # a photo finish that others won, or nobody
    GONE = "gone"
    REPEATED = "repeated"
    SECOND = "second"
    TWO_AT_ONCE = "two_at_once"
    NOT_IN_PLAY = "not_in_play"
    COUNTED_ALREADY = "counted_already"


@dataclass(frozen=True, slots=True)
class Press:
    """A grab and the start of the program it belongs to: stamps of two starts do not compare.

    `back`: the imp stands on a base again, so that there is none the less for others.
    """

    grab: Grab
    start: int
    back: bool = False

    @property
    def when(self) -> tuple[int, float]:
        """Its place in the order of time: a dock decides by when the imp lay there, not by its lift."""
        return (self.start, self.grab.held_from)


@dataclass(frozen=True, slots=True)
class Hands:
    """What every seat holds, what is left, and whose presses came too close together to tell apart."""

    held: Mapping[Seat, Press]
    left: Mapping[Colour, int]
    undecided: Mapping[Seat, tuple[Press, ...]]
    outcomes: Mapping[Press, Outcome]
    docked: Mapping[int, Seat]  # which seat brought an imp with a number first


def hand_out(presses: Iterable[Press], imps: Mapping[Colour, int], rules: HouseRules) -> Hands:
    """Give out the imps; the same presses give the same hands, in whatever order they arrived."""
    counter = _Counter(rules, dict(imps))
    known = sorted(set(presses), key=_definite_order)
    for press in known:
        counter.own[press.grab.seat].append(press)
    for _, moment in groupby(known, key=lambda press: press.when):
        counter.count(list(moment))
    return Hands(counter.held, counter.left, counter.undecided, counter.outcomes, counter.docked)


def _definite_order(press: Press) -> tuple[object, ...]:
    # Only the time decides anything: presses of one moment are judged together.
    grab = press.grab
    imp = -1 if grab.imp is None else grab.imp
    return (press.when, grab.seat, grab.colour, imp, grab.error, grab.at, grab.one_of, press.back)


@dataclass(slots=True)
class _Counter:
    """Counts imps out, one moment after the other."""

    rules: HouseRules
    left: dict[Colour, int]
    own: defaultdict[Seat, list[Press]] = field(default_factory=lambda: defaultdict(list))
    held: dict[Seat, Press] = field(default_factory=dict)
    undecided: dict[Seat, tuple[Press, ...]] = field(default_factory=dict)
    outcomes: dict[Press, Outcome] = field(default_factory=dict)
    docked: dict[int, Seat] = field(default_factory=dict)
    given: defaultdict[Colour, list[Press]] = field(default_factory=lambda: defaultdict(list))
    shared: set[Colour] = field(default_factory=set)

    def count(self, moment: Sequence[Press]) -> None:
        """Judge the presses of one moment: first each seat's own affairs, then each colour's claims."""
        claims: dict[Colour, list[Press]] = {}
        claiming: set[Seat] = set()
        for press in moment:
            if press.grab.seat in claiming:
                # Another colour would have been a question; another imp in the same hand is one too many.
                self.outcomes[press] = Outcome.REPEATED if press.grab.imp is None else Outcome.SECOND
            elif (outcome := self._own_affair(press)) is not None:
                self.outcomes[press] = outcome
            else:
                claiming.add(press.grab.seat)
                if press.grab.imp is not None:
                    self.docked[press.grab.imp] = press.grab.seat
                claims.setdefault(press.grab.colour, []).append(press)
        for colour, claimants in claims.items():
            self._share_out(colour, claimants)

    def _own_affair(self, press: Press) -> Outcome | None:
        """What needs no look at the others; None when the press really asks for an imp."""
        seat, imp = press.grab.seat, press.grab.imp
        if seat in self.undecided:
            return Outcome.TWO_AT_ONCE if press in self.undecided[seat] else Outcome.SECOND
        if held := self.held.get(seat):
            # An imp known by its colour only may be this one: a foul must be sure.
            same_imp = held.grab.imp == imp or None in (held.grab.imp, imp)
            same = held.grab.colour is press.grab.colour and same_imp
            return Outcome.REPEATED if same else Outcome.SECOND
        if imp is not None:
            return Outcome.COUNTED_ALREADY if imp in self.docked else None
        if not self._may_count(press):
            return Outcome.GONE
        if others := self._at_once(press):
            self.undecided[seat] = (press, *others)
            return Outcome.TWO_AT_ONCE
        return None

    def _at_once(self, press: Press) -> list[Press]:
        """Other buttons of the same seat, pressed too near to this one to say which was meant."""
        return [
            other
            for other in self.own[press.grab.seat]
            if other.grab.colour is not press.grab.colour
            and other.grab.imp is None
            and other not in self.outcomes  # one that found its imp gone took nothing
            and self._near(press, other)
            and self._may_count(other)
        ]

    def _may_count(self, press: Press) -> bool:
        given = self.given[press.grab.colour]
        return (
            press.back
            or self.left.get(press.grab.colour, 0) > 0
            or bool(given and self._near(given[-1], press))
        )

    def _share_out(self, colour: Colour, claims: list[Press]) -> None:
        self._give((press for press in claims if press.back), Outcome.COUNTED)
        claimants = [press for press in claims if not press.back]
        if len(claimants) <= self.left.get(colour, 0):
            self._give(claimants, Outcome.COUNTED)
        elif self.rules.grabs is Grabs.BASES:
            # Real imps are possessed, not contested: who has none that can be counted has none.
            for press in claimants:
                fits = self.left.get(colour, 0) > 0
                missing = Outcome.GONE if press.grab.imp is None else Outcome.NOT_IN_PLAY
                self._give([press], Outcome.COUNTED) if fits else self._refuse([press], missing)
        else:
            self._contest(colour, claimants)

    def _contest(self, colour: Colour, claimants: list[Press]) -> None:
        """More claims than imps: are some of them really later than those that took the last?"""
        left, given = self.left.get(colour, 0), self.given[colour]
        if self.rules.photo_finish is PhotoFinish.BOTH:
            if colour not in self.shared and len(claimants) == left + 1:
                self.shared.add(colour)
                return self._give(claimants, Outcome.SHARED)
        elif self.rules.photo_finish is PhotoFinish.NOBODY:
            self._take_back(other for other in given if any(self._near(other, press) for press in claimants))
        # Nothing tells those of one moment apart, so none of them has an imp, nor anyone later.
        self.left[colour] = 0
        return self._refuse(claimants, Outcome.LOST)

    def _give(self, presses: Iterable[Press], outcome: Outcome) -> None:
        for press in presses:
            grab = press.grab
            if not press.back:
                self.left[grab.colour] = max(0, self.left[grab.colour] - 1)
            self.held[grab.seat], self.outcomes[press] = press, outcome
            self.given[grab.colour].append(press)

    def _refuse(self, presses: Iterable[Press], outcome: Outcome) -> None:
        self.outcomes.update(dict.fromkeys(presses, outcome))

    def _take_back(self, presses: Iterable[Press]) -> None:
        for press in presses:
            if self.held.get(press.grab.seat) is press:
                del self.held[press.grab.seat]
                self.outcomes[press] = Outcome.LOST

    def _near(self, one: Press, other: Press) -> bool:
        if one.start != other.start:
            return False
        apart = abs(one.grab.at - other.grab.at)
        band = self.rules.resolution_ms / 1000 + one.grab.error + other.grab.error
        return apart == 0 or apart < band
