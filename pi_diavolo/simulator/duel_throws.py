"""The dice that truly lie in the tray of a simulated duel: thrown, knocked, turned, and taken out again."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from pi_diavolo.simulator.painter import PaintedDie, TableLook, lying
from pi_diavolo.simulator.painting.throws import SPOILT
from pi_diavolo.simulator.placing import Lying, Tray
from pi_diavolo.simulator.world import HUDDLED, World
from pi_diavolo.table.duel_tray import Halves
from pi_diavolo.table.duels import COLOURS, ElementDie
from pi_diavolo.table.pieces import Die, Point
from pi_diavolo.table.players import Seat

# So often a die is looked for a place in its thrower's half before any place will do.
TRIES = 40
# A knocked die slides no farther, in mm.
MOST_KNOCKED_MM = 25.0
MISHAPS = tuple(SPOILT)


@dataclass(frozen=True, slots=True)
class Mischief:
    """The chances that a die crosses the tray, that a throw knocks one or tips it, and that it is spoilt."""

    crosses: float = 0.1
    knocks: float = 0.08
    tips: float = 0.02
    spoils: float = 0.0


@dataclass(frozen=True, slots=True)
class TrueDie:
    """A die as it truly lies; `fault` is how it lies if it does not lie as it should."""

    die: ElementDie
    value: int
    lying: Lying
    fault: str | None = None

    def seen(self) -> Die:
        """The same as eyes that never err see it."""
        return Die(COLOURS[self.die.element], self.value, Point(self.lying.x, self.lying.y))


class DuelDice:
    """The tray of one simulated duel; the same luck throws the same."""

    def __init__(self, world: World, luck: Random, halves: Halves, mischief: Mischief | None = None) -> None:
        self.lying: tuple[TrueDie, ...] = ()
        self._world, self._luck, self._halves = world, luck, halves
        self._mischief = mischief or Mischief()

    def throw(self, dice: Sequence[ElementDie], seat: Seat) -> tuple[TrueDie, ...]:
        """This player picks these dice up wherever they are, and throws them."""
        luck = self._luck
        self.take_out(dice)
        if luck.random() < self._mischief.knocks:
            self._knock_one()
        clump = HUDDLED if luck.random() < self._world.clumps else 0.0
        tray = Tray(*self._world.tray_mm, clump=clump)
        thrown = list[TrueDie]()
        for die in dice:
            place = self._place(tray, seat, [each.lying for each in (*self.lying, *thrown)])
            thrown.append(TrueDie(die, luck.randint(1, 6), place))
        if luck.random() < self._mischief.spoils:
            thrown[-1] = self._spoilt(thrown)
        self.lying = (*self.lying, *thrown)
        return tuple(thrown)

    def lay(self, die: ElementDie, value: int) -> None:
        """A hand lays a die down in its owner's half."""
        place = self._place(Tray(*self._world.tray_mm), die.owner, [each.lying for each in self.lying])
        self.lying = (*self.lying, TrueDie(die, value, place))

    def take_out(self, dice: Collection[ElementDie]) -> None:
        """Take these dice out of the tray."""
        self.lying = tuple(each for each in self.lying if each.die not in dice)

    def call_as(self, should: Mapping[ElementDie, int]) -> None:
        """Number each player's dice of an element as the table does: nobody sees a number on a die."""
        named = list(self.lying)
        for kind in dict.fromkeys((each.die.owner, each.die.element) for each in named):
            mine = [n for n, each in enumerate(named) if (each.die.owner, each.die.element) == kind]
            names = [die for die in should if (die.owner, die.element) == kind]
            names += [named[n].die for n in mine if named[n].die not in names]
            for n in sorted(mine, key=lambda n: named[n].value not in [should.get(name) for name in names]):
                value = named[n].value
                name = min(names, key=lambda die: (should.get(die) != value, die not in should))
                names.remove(name)
                named[n] = replace(named[n], die=name)
        self.lying = tuple(named)

    def keep(self, dice: Collection[ElementDie]) -> None:
        """Take all dice but these out of the tray."""
        self.lying = tuple(each for each in self.lying if each.die in dice)

    def turn(self, die: ElementDie, value: int) -> None:
        """A hand turns a die and puts it down nearly where it lay."""
        (was,) = (each for each in self.lying if each.die == die)
        others = [each for each in self.lying if each.die != die]
        place = self._nudged(was.lying, [each.lying for each in others])
        self.lying = (*others, replace(was, value=value, lying=place))

    def painted(self, look: TableLook, rng: np.random.Generator) -> list[PaintedDie]:
        """The dice as the painter takes them."""
        left = look.dice.left_handed
        dice = [
            lying(
                str(COLOURS[each.die.element]), each.value, each.lying.x, each.lying.y, each.lying.yaw,
                each.lying.size, left_handed=left,
            )
            for each in self.lying
        ]  # fmt: skip
        for number, each in enumerate(self.lying):
            if each.fault is not None:
                dice[number] = SPOILT[each.fault](dice[number], dice, look, rng)
        return dice

    def _place(self, tray: Tray, seat: Seat, others: list[Lying]) -> Lying:
        crosses = self._luck.random() < self._mischief.crosses
        for _ in range(TRIES):
            there = list(others)
            tray.add(self._luck, there, self._world.die_mm, self._world.radius_mm)
            if crosses or self._halves.is_in(seat, Point(there[-1].x, there[-1].y)):
                break
        return there[-1]

    def _knock_one(self) -> None:
        if not self.lying:
            return
        which = self._luck.randrange(len(self.lying))
        others = [each.lying for n, each in enumerate(self.lying) if n != which]
        knocked = replace(self.lying[which], lying=self._nudged(self.lying[which].lying, others))
        if self._luck.random() < self._mischief.tips / max(self._mischief.knocks, self._mischief.tips):
            knocked = replace(knocked, value=self._luck.randint(1, 6))
        self.lying = (*self.lying[:which], knocked, *self.lying[which + 1 :])

    def _nudged(self, was: Lying, others: Sequence[Lying]) -> Lying:
        """A little off, and turned; where it was if there is no room."""
        luck, tray = self._luck, Tray(*self._world.tray_mm)
        for _ in range(TRIES):
            x, y = (place + luck.uniform(-0.7, 0.7) * MOST_KNOCKED_MM for place in (was.x, was.y))
            place = Lying(x, y, was.size, luck.uniform(0, 360), was.radius)
            if tray.holds(place) and all(place.clear_of(other) for other in others):
                return place
        return was

    def _spoilt(self, thrown: Sequence[TrueDie]) -> TrueDie:
        last, luck = thrown[-1], self._luck
        below = [each.lying for each in (*self.lying, *thrown[:-1])]
        how = luck.choice([code for code in MISHAPS if below or code != "die_stacked"])
        if how == "die_stacked":
            under = luck.choice(below)
            x, y = under.x + luck.uniform(-4, 4), under.y + luck.uniform(-4, 4)
            return replace(last, lying=_moved_to(last.lying, x, y), fault=how)
        if how == "die_outside_tray":
            reach = self._world.tray_mm[0] / 2 + last.lying.reach + luck.uniform(2, 40)
            return replace(
                last, lying=_moved_to(last.lying, luck.choice((-1, 1)) * reach, last.lying.y), fault=how
            )
        return replace(last, fault=how)


def _moved_to(was: Lying, x: float, y: float) -> Lying:
    """The same die somewhere else."""
    return Lying(x, y, was.size, was.yaw, was.radius)
