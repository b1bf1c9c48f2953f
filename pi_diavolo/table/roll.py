"""A roll: the dice that lie on the tray and how near each colour is to the Order die."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pi_diavolo.table.pieces import Colour, Die, Length, OrderDie


@dataclass(frozen=True, slots=True)
class Roll:
    """All dice at rest; `gaps` edge to edge and `centres` from each colour's nearest die to the Order die."""

    dice: tuple[Die, ...]
    order_die: OrderDie | None = None
    gaps: Mapping[Colour, Length] = field(default_factory=dict)
    centres: Mapping[Colour, Length] = field(default_factory=dict)

    def of(self, colour: Colour) -> tuple[Die, ...]:
        """The dice of one colour."""
        return tuple(die for die in self.dice if die.colour is colour)

    def values(self, colour: Colour) -> tuple[int, ...]:
        """What the dice of one colour show."""
        return tuple(die.value for die in self.of(colour))

    def counts(self) -> Counter[Colour]:
        """How many dice of each colour lie there."""
        return Counter(die.colour for die in self.dice)

    def with_value(self, index: int, value: int) -> "Roll":
        """The same roll with one die put right, and no doubt left about it."""
        dice = list(self.dice)
        dice[index] = replace(dice[index], value=value, maybe=())
        return replace(self, dice=tuple(dice))

    def with_face(self, face: str) -> "Roll":
        """The same roll with the Order die's face put right, and no doubt left about it."""
        where = self.order_die.where if self.order_die else None
        return replace(self, order_die=OrderDie(face, where))
