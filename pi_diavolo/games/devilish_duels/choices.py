"""What the player whose turn it is may choose: all of it, and each thing once.

Two dice are alike when nobody could tell what difference it makes which is taken: of one owner and element,
both in the pool or both showing the same. Of choices that differ only in such dice, one is offered; the
others are as good.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from pi_diavolo.games.devilish_duels.agenda import BringImps, Decision, DoTask, PickTeam, PowerChance, Throw
from pi_diavolo.games.devilish_duels.cards import Deed
from pi_diavolo.games.devilish_duels.deeds import dice_for, fewest, imps_for, most
from pi_diavolo.games.devilish_duels.duel import TEAM_SIZE, Duel, dice_of
from pi_diavolo.games.devilish_duels.powers import usable
from pi_diavolo.table.duels import Choice, ChoiceKind, ElementDie, ImpName, Zone

PASS = Choice(ChoiceKind.PASS)


def decision(duel: Duel) -> Decision | None:
    """What the table waits for, if it is a choice."""
    item = duel.agenda[0] if duel.agenda and not duel.over else None
    return item if isinstance(item, Decision) else None


def legal_choices(duel: Duel) -> tuple[Choice, ...]:
    """All that may be chosen now, no two of them alike; nothing where dice are awaited."""
    match decision(duel):
        case PickTeam():
            return tuple(
                Choice(ChoiceKind.TEAM, imps=team) for team in combinations(free_cards(duel), TEAM_SIZE)
            )
        case Throw() as throw:
            groups = alike(duel, throwable(duel, throw))
            thrown = picks(groups, 1, most_dice(duel, throw), again=False)
            return (PASS, *(Choice(ChoiceKind.ROLL, dice) for dice in thrown))
        case BringImps(seat=seat):
            pool = duel.imps_of(seat, Zone.POOL)
            brought = [team for size in (1, 2) for team in combinations(pool, size)]
            return tuple(Choice(ChoiceKind.PLAY, imps=imps) for imps in brought)
        case PowerChance() as chance:
            return (
                PASS,
                *(Choice(ChoiceKind.POWER, (), (imp,), power) for imp, power in usable(duel, chance)),
            )
        case DoTask() as item:
            return ((PASS,) if item.declinable else ()) + tuple(_targets(duel, item))
        case None:
            return ()


def free_cards(duel: Duel) -> tuple[ImpName, ...]:
    """The cards that are in nobody's team."""
    return tuple(name for name in duel.cards if name not in duel.imps)


def throwable(duel: Duel, throw: Throw) -> tuple[ElementDie, ...]:
    """The player's own dice that may be thrown in this step."""
    zones = (Zone.POOL, Zone.IN_PLAY) if throw.rerolls else (Zone.POOL,)
    return tuple(die for die in dice_of(throw.seat) if duel.dice[die].zone in zones)


def most_dice(duel: Duel, throw: Throw) -> int:
    """How many dice may be thrown in this step; a power may allow more in step 3."""
    return max(0, throw.most + duel.more_dice(throw.seat)) if throw.rerolls else throw.most


def may_repeat(duel: Duel, item: DoTask) -> bool:
    """May one die be turned twice instead of two once?"""
    return item.task.deed is Deed.ADD and not duel.rules.different_dice


def _targets(duel: Duel, item: DoTask) -> Iterator[Choice]:
    imps = imps_for(duel, item.seat, item.task)
    for size in range(fewest(item.task, len(imps), item.declinable), most(item.task, len(imps)) + 1):
        yield from (Choice(ChoiceKind.PICK, imps=some) for some in combinations(imps, size) if some)
    dice, again = dice_for(duel, item.seat, item.task), may_repeat(duel, item)
    there = len(dice) * (item.task.count or 1) if again else len(dice)
    up_to = most(item.task, there)
    if dice:
        for some in picks(alike(duel, dice), fewest(item.task, there, item.declinable), up_to, again):
            yield Choice(ChoiceKind.PICK, some)


def alike(duel: Duel, dice: Sequence[ElementDie]) -> list[list[ElementDie]]:
    """The dice in groups of those that make no difference."""
    groups: dict[object, list[ElementDie]] = {}
    for die in dice:
        at = duel.dice[die]
        groups.setdefault((die.owner, die.element, at.zone, at.value), []).append(die)
    return list(groups.values())


def picks(
    groups: Sequence[Sequence[ElementDie]], fewest: int, most: int, again: bool
) -> Iterator[tuple[ElementDie, ...]]:
    """All ways to take so many dice out of these groups; `again` if a die may be named more than once."""
    taken: list[tuple[ElementDie, ...]] = [()]
    for group in groups:
        ways = _ways(group, most, again)
        taken = [mine + more for mine in taken for more in ways if len(mine) + len(more) <= most]
    return (dice for dice in taken if len(dice) >= fewest)


def _ways(group: Sequence[ElementDie], most: int, again: bool) -> list[tuple[ElementDie, ...]]:
    """How dice can be taken out of one group, where only their number matters."""
    if not again:
        return [tuple(group[:count]) for count in range(min(most, len(group)) + 1)]
    shares = (share for count in range(most + 1) for share in _shares(count, count))
    return [
        tuple(die for die, times in zip(group, share, strict=False) for _ in range(times))
        for share in shares
        if len(share) <= len(group)
    ]


def _shares(count: int, largest: int) -> Iterator[list[int]]:
    """All ways to write a number as a sum, the largest part first."""
    if count == 0:
        yield []
    for part in range(min(count, largest), 0, -1):
        for rest in _shares(count - part, part):
            yield [part, *rest]
