"""Who holds which imp: presses and grabs in the order of their time, each player's first one counted."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pi_diavolo.games.diavolo.house_rules import HouseRules, PhotoFinish
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
    """A grab and the start of the program it belongs to: stamps of two starts do not compare."""

    grab: Grab
    start: int

    @property
    def when(self) -> tuple[int, float]:
        """Its place in the order of time."""
        return (self.start, self.grab.at)


@dataclass(frozen=True, slots=True)
class Hands:
    """What every seat holds, what is left, and whose two presses came too close together to tell apart."""

    held: Mapping[Seat, Press]
    left: Mapping[Colour, int]
    undecided: Mapping[Seat, tuple[Colour, ...]]
    outcomes: Mapping[Press, Outcome]


def hand_out(
    presses: Iterable[Press],
    imps: Mapping[Colour, int],
    rules: HouseRules,
    choices: Mapping[Seat, Colour | None],
) -> Hands:
    """Give out the imps; the same presses give the same hands, in whatever order they arrived.

    `choices` are people's answers for seats that pressed two buttons at once; None means neither.
    """
    counter = _Counter(rules, choices, dict(imps))
    for press in sorted(presses, key=lambda press: press.when):
        counter.outcomes[press] = counter.take(press)
    return Hands(counter.held, counter.left, counter.undecided, counter.outcomes)


@dataclass(slots=True)
class _Counter:
    """Counts imps out, one press after the other."""

    rules: HouseRules
    choices: Mapping[Seat, Colour | None]
    left: dict[Colour, int]
    held: dict[Seat, Press] = field(default_factory=dict)
    undecided: dict[Seat, tuple[Colour, ...]] = field(default_factory=dict)
    given: dict[Colour, list[Press]] = field(default_factory=dict)
    shared: dict[Colour, Press] = field(default_factory=dict)
    outcomes: dict[Press, Outcome] = field(default_factory=dict)

    def take(self, press: Press) -> Outcome:
        seat, colour, imp = press.grab.seat, press.grab.colour, press.grab.imp
        if held := self.held.get(seat):
            return self._take_second(held, press)
        if seat in self.choices and self.choices[seat] is None:
            return Outcome.GONE
        if imp is not None and any(imp == other.grab.imp for other in self.held.values()):
            return Outcome.COUNTED_ALREADY
        if self.left.get(colour, 0) > 0:
            self._give(press)
            return Outcome.COUNTED
        return Outcome.NOT_IN_PLAY if imp is not None else self._contest(press)

    def _give(self, press: Press) -> None:
        self.left[press.grab.colour] -= 1
        self.held[press.grab.seat] = press
        self.given.setdefault(press.grab.colour, []).append(press)

    def _take_second(self, held: Press, press: Press) -> Outcome:
        seat, colour, imp = press.grab.seat, press.grab.colour, press.grab.imp
        if imp == held.grab.imp and colour is held.grab.colour:
            return Outcome.REPEATED
        if imp is not None or not self._near(held, press):
            return Outcome.SECOND
        if self.left.get(colour, 0) == 0:
            return Outcome.GONE  # it could not have been this one
        if seat in self.choices:
            return self._choose(held, press)
        known = self.undecided.get(seat, (held.grab.colour,))
        self.undecided[seat] = known if colour in known else (*known, colour)
        return Outcome.TWO_AT_ONCE

    def _choose(self, held: Press, press: Press) -> Outcome:
        chosen = self.choices[press.grab.seat]
        if chosen not in (None, press.grab.colour):
            return Outcome.REPEATED
        self._give_back(held)
        if chosen is None:
            return Outcome.GONE
        self._give(press)
        return Outcome.COUNTED

    def _give_back(self, held: Press) -> None:
        colour = held.grab.colour
        del self.held[held.grab.seat]
        if self.shared.get(colour) is held:
            del self.shared[colour]
        else:
            self.given[colour].remove(held)
            self.left[colour] += 1

    def _contest(self, press: Press) -> Outcome:
        """No imp is left; but was this press really later than the one that took the last?"""
        colour = press.grab.colour
        given = self.given.get(colour, [])
        if not given or not self._near(given[-1], press):
            return Outcome.GONE
        match self.rules.photo_finish:
            case PhotoFinish.BOTH:
                return self._share(press)
            case PhotoFinish.EARLIER:
                self._take_back(other for other in given if other.when == press.when)
            case PhotoFinish.NOBODY:
                self._take_back(other for other in given if self._near(other, press))
        return Outcome.LOST

    def _share(self, press: Press) -> Outcome:
        # Both, not three: and if two come at the very same time for the one extra imp, neither has it.
        shared = self.shared.get(press.grab.colour)
        if shared is not None:
            if shared.when == press.when:
                self._take_back([shared])
            return Outcome.LOST
        self.shared[press.grab.colour] = press
        self.held[press.grab.seat] = press
        return Outcome.SHARED

    def _take_back(self, presses: Iterable[Press]) -> None:
        for press in presses:
            if self.held.get(press.grab.seat) is press:
                del self.held[press.grab.seat]
                self.undecided.pop(press.grab.seat, None)
                self.outcomes[press] = Outcome.LOST

    def _near(self, one: Press, other: Press) -> bool:
        if one.start != other.start:
            return False
        apart = abs(one.grab.at - other.grab.at)
        band = self.rules.resolution_ms / 1000 + one.grab.error + other.grab.error
        return apart == 0 or apart < band
