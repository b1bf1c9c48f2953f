"""What is to be done in a duel, one thing after the other: the items of its agenda."""

from dataclasses import dataclass

from pi_diavolo.games.devilish_duels.cards import Task, When
from pi_diavolo.table.duels import Element, ElementDie
from pi_diavolo.table.players import Seat

# Round, step and what comes when in it: a later thing always stands at a later place.
Place = tuple[int, int, int]


def later(place: Place, steps: int) -> Place:
    """A place behind this one."""
    return place[0], place[1], place[2] + steps


@dataclass(frozen=True, slots=True)
class PickTeam:
    """A player picks four imps."""

    place: Place
    seat: Seat


@dataclass(frozen=True, slots=True)
class RollOff:
    """A player rolls one die for the lead."""

    place: Place
    seat: Seat


@dataclass(frozen=True, slots=True)
class Throw:
    """Step 1, or with rerolls step 3: a player rolls some dice."""

    place: Place
    seat: Seat
    most: int
    rerolls: bool


@dataclass(frozen=True, slots=True)
class BringImps:
    """Step 2: a player brings one or two imps into play."""

    place: Place
    seat: Seat


@dataclass(frozen=True, slots=True)
class PowerChance:
    """A player may use a power of an imp in play; the other player is not asked again who has passed."""

    place: Place
    seat: Seat
    when: When
    trial: Element | None = None
    other_passed: bool = False


@dataclass(frozen=True, slots=True)
class HoldTrial:
    """A trial begins."""

    place: Place
    element: Element


@dataclass(frozen=True, slots=True)
class SettleTrial:
    """All powers in the trial are used: the totals count."""

    place: Place
    element: Element


@dataclass(frozen=True, slots=True)
class DoTask:
    """A player does what a win or a power allows; `declinable` if nobody must."""

    place: Place
    seat: Seat
    task: Task
    declinable: bool


@dataclass(frozen=True, slots=True)
class AwaitRoll:
    """These dice are in somebody's hand."""

    place: Place
    seat: Seat
    dice: tuple[ElementDie, ...]


@dataclass(frozen=True, slots=True)
class EndRound:
    """Everything that is not banished goes back to the pools."""

    place: Place


Decision = PickTeam | Throw | BringImps | PowerChance | DoTask
Roll = RollOff | AwaitRoll
Item = Decision | Roll | HoldTrial | SettleTrial | EndRound
