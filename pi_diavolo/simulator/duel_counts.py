"""How well the dice of simulated duels are read, by what truly lay in the tray."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pi_diavolo.simulator.duel_throws import TrueDie
from pi_diavolo.simulator.sight import SAME_DIE_MM
from pi_diavolo.table.duels import ELEMENTS, DuelDiceSeen
from pi_diavolo.table.events import RollFault, RollInvalid, RollRead
from pi_diavolo.table.pieces import Die


@dataclass(slots=True)
class DuelCounts:
    """How well the eyes did. A throw is `right` or `wrong` when read surely, else `asked` about or `refused`.

    `spoilt` are those refused rightly, or asked about where a die lay wrong; `turned` are looks at dice
    turned by hand, and `unsure` those that said nothing.
    """

    rolls: int = 0
    right: int = 0
    wrong: int = 0
    asked: int = 0
    refused: int = 0
    spoilt: int = 0
    turned_right: int = 0
    turned_wrong: int = 0
    unsure: int = 0
    refused_for: Counter[str] = field(default_factory=Counter)
    misses: list[str] = field(default_factory=list)  # every wrong one, with the truth

    def add(self, other: "DuelCounts") -> None:
        """Count another table's as well."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def count(self, event: RollRead | RollInvalid, thrown: Sequence[TrueDie]) -> None:
        """Count a throw by what was heard of it and what it truly was."""
        spoilt = any(die.fault for die in thrown)
        self.rolls += 1
        if isinstance(event, RollInvalid):
            self.spoilt += spoilt
            self.refused += not spoilt
            if not spoilt:
                self.refused_for.update({_cause(fault) for fault in event.faults})
        elif spoilt and is_doubted(event, thrown):
            self.spoilt += 1  # whoever is asked sees that it lies wrong
        elif spoilt or not is_read_right(event, thrown):
            self.wrong += 1
            self.misses.append(f"roll {self.rolls}: {event.roll.dice} for {thrown}")
        elif any(die.maybe for die in event.roll.dice):
            self.asked += 1
        else:
            self.right += 1

    def count_look(self, event: DuelDiceSeen | None, lying: Sequence[TrueDie]) -> None:
        """Count a look at dice turned by hand."""
        if event is None:
            self.unsure += 1
        elif is_seen_right(event, lying):
            self.unsure += bool(event.exchanged)
            self.turned_right += bool(event.dice)  # nothing was told of an empty tray
        else:
            self.turned_wrong += 1
            self.misses.append(f"after roll {self.rolls}: {event.dice} for {lying}")


def is_read_right(event: RollRead, thrown: Sequence[TrueDie]) -> bool:
    """Whether these dice were thrown, and each shows what it is said to show, or may show."""
    left = [each.seen() for each in thrown]
    for die in event.roll.dice:
        same = [true for true in left if true.colour is die.colour and true.value in die.options]
        if not same:
            return False
        left.remove(min(same, key=lambda true: (true.value != die.value, _apart(true, die))))
    return not left


def is_doubted(event: RollRead, thrown: Sequence[TrueDie]) -> bool:
    """Whether people are asked about every die that lies wrong."""
    asked = {die.colour for die in event.roll.dice if die.maybe}
    return all(each.seen().colour in asked for each in thrown if each.fault)


def is_seen_right(event: DuelDiceSeen, lying: Sequence[TrueDie]) -> bool:
    """Whether the dice said to be in play show that; one player's dice of an element are all alike."""
    truth = Counter((each.die.owner, each.die.element, each.value) for each in lying)
    said = Counter((each.die.owner, each.die.element, each.value) for each in event.dice)
    return said <= truth


def true_die(die: Die, thrown: Sequence[TrueDie]) -> Die:
    """What a die that was read truly shows, for whoever is asked."""
    near = [each.seen() for each in thrown if each.seen().colour is die.colour]
    at_its_place = [true for true in near if _apart(true, die) <= SAME_DIE_MM]
    return (at_its_place or [true for true in near if true.value in die.options] or [die])[0]


def _apart(one: Die, other: Die) -> float:
    return one.where.distance_to(other.where) if one.where and other.where else 0.0


def _cause(fault: RollFault) -> str:
    """The fault, and whether it is about a die of the game, about something else, or about no place."""
    if fault.colour is None:
        return f"{fault.code} somewhere"
    return f"{fault.code} of {'a die' if fault.colour in ELEMENTS else 'what is no die of this game'}"
