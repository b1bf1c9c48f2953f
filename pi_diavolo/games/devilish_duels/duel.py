"""The duel as one immutable value: where every die and imp is, and what is still to be done in this round."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from pi_diavolo.games.devilish_duels.agenda import Item
from pi_diavolo.games.devilish_duels.cards import Cards, Deed, Task, Whose
from pi_diavolo.games.devilish_duels.house_rules import HouseRules
from pi_diavolo.table.duels import Element, ElementDie, ImpName, RoundRuling, TrialRuling, Zone
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Saying

TEAM_SIZE = 4
LEAST, MOST = 1, 6  # what a die can show


@dataclass(frozen=True, slots=True)
class DieAt:
    """A die's zone, and in play what it shows."""

    zone: Zone = Zone.POOL
    value: int | None = None


@dataclass(frozen=True, slots=True)
class ImpAt:
    """An imp's owner and zone; `seen` once it was in play."""

    owner: Seat
    zone: Zone = Zone.POOL
    seen: bool = False


@dataclass(frozen=True, slots=True)
class Lasting:
    """What a power does until the round is over."""

    seat: Seat
    task: Task


@dataclass(frozen=True)
class Duel:
    """One game as far as it was played. `news` is what the last move led to, for people."""

    seats: tuple[Seat, Seat]
    rules: HouseRules
    cards: Cards
    dice: Mapping[ElementDie, DieAt]
    imps: Mapping[ImpName, ImpAt] = field(default_factory=dict)
    lead: Seat | None = None
    round: int = 0
    agenda: tuple[Item, ...] = ()
    rolled_off: Mapping[Seat, int] = field(default_factory=dict)
    used: frozenset[ImpName] = frozenset()
    lasting: tuple[Lasting, ...] = ()
    trial: Element | None = None
    ruling: RoundRuling = field(default_factory=RoundRuling)
    rounds: tuple[RoundRuling, ...] = ()
    turned: frozenset[ElementDie] = frozenset()  # by a hand, since they were rolled
    over: bool = False
    winner: Seat | None = None
    news: tuple[Saying, ...] = ()

    def other(self, seat: Seat) -> Seat:
        """The opponent."""
        first, second = self.seats
        return second if seat == first else first

    def in_order(self) -> tuple[Seat, Seat]:
        """Lead and follower."""
        lead = self.lead or self.seats[0]
        return lead, self.other(lead)

    def having(self, **changes: Any) -> "Duel":
        """The same duel with something changed."""
        # dataclasses.replace would take a third of all the time that simulated games take.
        changed = object.__new__(Duel)
        changed.__dict__.update(self.__dict__)
        changed.__dict__.pop("totals", None)  # worked out anew when it is asked for
        changed.__dict__.update(changes)
        return changed

    def without_first(self) -> "Duel":
        """The same duel with the first thing on the agenda done."""
        return self.having(agenda=self.agenda[1:])

    def telling(self, *news: Saying) -> "Duel":
        """The same duel with more to tell."""
        return self.having(news=(*self.news, *news))

    def with_dice(self, changes: Mapping[ElementDie, DieAt]) -> "Duel":
        """The same duel with some dice elsewhere, or showing something else."""
        return self.having(dice={**self.dice, **changes})

    def imps_of(self, seat: Seat, zone: Zone) -> tuple[ImpName, ...]:
        """A player's imps in one zone."""
        return tuple(name for name, at in self.imps.items() if at.owner == seat and at.zone is zone)

    def imps_left(self, seat: Seat) -> int:
        """How many imps a player has that are not banished."""
        return sum(at.owner == seat and at.zone is not Zone.BANISHED for at in self.imps.values())

    @cached_property
    def totals(self) -> Mapping[Element, Mapping[Seat, int]]:
        """What each player has in each trial as it stands."""
        sums = {element: dict.fromkeys(self.seats, 0) for element in Element}
        for die, at in self.dice.items():
            if at.value is not None:
                sums[die.element][die.owner] += at.value
        for seat, task in self._lasting(Deed.TOTAL):
            for element in task.elements:
                sums[element][seat] = max(0, sums[element][seat] + task.amount)
        return sums

    def wins_draws(self, seat: Seat, element: Element) -> bool:
        """Does a power give this player the trials that would be a draw?"""
        return any(mine == seat and element in task.elements for mine, task in self._lasting(Deed.WIN_DRAWS))

    def shields_die(self, die: ElementDie, against: Seat) -> bool:
        """Does a power keep this player away from the die?"""
        shields = self._lasting(Deed.SHIELD_DICE)
        return die.owner != against and any(
            seat == die.owner and die.element in task.elements for seat, task in shields
        )

    def shields_imps(self, owner: Seat, against: Seat) -> bool:
        """Does a power keep this player away from the owner's imps?"""
        return owner != against and any(seat == owner for seat, _ in self._lasting(Deed.SHIELD_IMPS))

    def more_dice(self, seat: Seat) -> int:
        """How many dice more a player may roll in step 3."""
        return sum(task.amount for mine, task in self._lasting(Deed.MORE_DICE) if mine == seat)

    def _lasting(self, deed: Deed) -> Iterable[tuple[Seat, Task]]:
        for each in self.lasting:
            if each.task.deed is deed:
                for seat in whom(self, each.seat, each.task.whose):
                    yield seat, each.task


def whom(duel: Duel, seat: Seat, whose: Whose) -> tuple[Seat, ...]:
    """The players meant, seen from the one who acts."""
    if whose is Whose.EITHER:
        return duel.seats
    return (seat,) if whose is Whose.OWN else (duel.other(seat),)


@lru_cache(32)
def dice_of(seat: Seat) -> tuple[ElementDie, ...]:
    """A player's eight dice."""
    return tuple(ElementDie(seat, element, number) for element in Element for number in (1, 2))


def totals_told(trial: TrialRuling) -> Mapping[Seat, int]:
    """Both totals, the higher first."""
    return dict(sorted(trial.totals.items(), key=lambda each: -each[1]))
