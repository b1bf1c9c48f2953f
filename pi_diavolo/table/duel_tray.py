"""What lies in the tray during a duel, die by die: whose it is, what it showed last, and where."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from pi_diavolo.table.duel_views import DuelView
from pi_diavolo.table.duels import COLOURS, ElementDie, Zone
from pi_diavolo.table.pieces import Colour, Die, Point
from pi_diavolo.table.players import SEATS, Seat

LEAST = 1
# So near to the line between the halves, in mm, a die may belong to either.
ON_THE_LINE_MM = 8.0


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die in play and what it showed when it was last seen; `where` is None if nobody saw it lie.

    `should` is what it counts as: somebody may still have to turn it.
    """

    die: ElementDie
    value: int
    where: Point | None = None
    should: int | None = None

    @property
    def colour(self) -> Colour:
        """What the camera sees of its element."""
        return COLOURS[self.die.element]

    def shows(self, now: Die) -> bool:
        """What is seen now may be what it showed, or what it should."""
        return self.value in now.options or self.should in now.options


@dataclass(frozen=True, slots=True)
class Halves:
    """Whose half of the tray is which: `lower` is the seat before which y is less than 0."""

    lower: Seat = SEATS[0]

    def is_in(self, seat: Seat, where: Point | None) -> bool:
        """It surely lies in this player's half."""
        if where is None or abs(where.y) < ON_THE_LINE_MM:
            return False
        return (where.y < 0) is (seat == self.lower)


@dataclass(frozen=True, slots=True)
class DiceAwaited:
    """How many dice of each colour may lie in the tray: at least and at most.

    `is_exact` where it is known how many there will be, unless somebody left more there.
    """

    least: Mapping[Colour, int]
    most: Mapping[Colour, int]
    is_exact: bool = False


@dataclass(frozen=True, slots=True)
class DuelTray:
    """The dice in play, those thrown last that nobody has ruled on yet, and those no longer in play.

    `left` lie there until somebody takes them out: dice of the roll-off, or sent back, or banished.
    """

    lying: tuple[LyingDie, ...] = ()
    thrown: tuple[Die, ...] = ()
    left: tuple[Die, ...] = ()

    def without(self, dice: Collection[ElementDie]) -> "DuelTray":
        """The tray once these dice were picked up."""
        return replace(self, lying=tuple(die for die in self.lying if die.die not in dice))

    def ruled(self, view: DuelView) -> "DuelTray":
        """The tray once the table shows this: thrown dice are known by name, others have left the game."""
        values = {each.die: each.value for each in view.dice if each.zone is Zone.IN_PLAY}
        lying = [replace(die, should=values[die.die]) for die in self.lying if die.die in values]
        gone = [Die(die.colour, die.value, die.where) for die in self.lying if die.die not in values]
        known = {die.die for die in lying}
        new, thrown = [die for die in values if die not in known], list(self.thrown)
        for die in new:
            found = _likeliest(COLOURS[die.element], values[die], thrown)
            if found is not None:
                thrown.remove(found)
            value = values[die] or LEAST
            lying.append(LyingDie(die, value, found.where if found else None, value))
        return DuelTray(tuple(lying), (), (*self.left, *gone, *thrown))

    def awaited(self, view: DuelView) -> DiceAwaited:
        """Which dice may lie in the tray once what the view awaits was thrown."""
        awaited = view.awaited
        roll = awaited.roll if awaited else ()
        least = Counter(die.colour for die in self.lying if die.die not in roll)
        least.update(COLOURS[die.element] for die in roll)
        most = least + Counter(die.colour for die in self.left)
        if awaited is not None and not roll:
            pool = pool_of(view, awaited.seat)
            most.update({colour: min(pool[colour], awaited.any_up_to) for colour in pool})
        return _awaited(least, most, bool(roll))

    def as_it_lies(self) -> DiceAwaited:
        """Which dice may lie in the tray while nobody throws."""
        least = Counter(die.colour for die in self.lying)
        return _awaited(least, least + Counter(die.colour for die in self.left), True)


def _awaited(least: Counter[Colour], most: Counter[Colour], is_exact: bool) -> DiceAwaited:
    low, high = ({colour: counts[colour] for colour in COLOURS.values()} for counts in (least, most))
    return DiceAwaited(low, high, is_exact)


def pool_of(view: DuelView, seat: Seat) -> Counter[Colour]:
    """How many dice of each colour a player may take from the pool."""
    dice = (each.die for each in view.dice if each.zone is Zone.POOL and each.die.owner == seat)
    return Counter(COLOURS[die.element] for die in dice)


def _likeliest(colour: Colour, value: int | None, thrown: Sequence[Die]) -> Die | None:
    """Which of the thrown dice is the one that now counts so."""
    same = [die for die in thrown if die.colour is colour]
    return min(same, key=lambda die: (die.value != value, value not in die.options), default=None)
