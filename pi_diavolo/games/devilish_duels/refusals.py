"""Why a choice is none: worked out from the rules themselves, not from the list of what is offered."""

from pi_diavolo.games.devilish_duels.agenda import BringImps, DoTask, PickTeam, PowerChance, Throw
from pi_diavolo.games.devilish_duels.choices import decision, free_cards, may_repeat, most_dice, throwable
from pi_diavolo.games.devilish_duels.deeds import ZONES, dice_for, fewest, imps_for, most
from pi_diavolo.games.devilish_duels.duel import TEAM_SIZE, Duel, whom
from pi_diavolo.games.devilish_duels.powers import does_something, fits, trial_of
from pi_diavolo.table.duels import Choice, ChoiceKind, DieShown, ElementDie, Zone
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Saying, Sentence, saying

MOST_IMPS = 2


def refusal(duel: Duel, seat: Seat, choice: Choice) -> Saying | None:
    """Why this player cannot choose this now; None if it is all right."""
    item = decision(duel)
    if item is None:
        return saying(Sentence.DUEL_NOTHING_TO_CHOOSE)
    if seat != item.seat:
        return saying(Sentence.DUEL_NOT_YOUR_TURN, player=item.seat)
    match item:
        case PickTeam():
            return _no_team(duel, choice)
        case Throw():
            return _no_throw(duel, item, choice)
        case BringImps():
            return _no_imps(duel, item, choice)
        case PowerChance():
            return _no_power(duel, item, choice)
        case DoTask():
            return _no_target(duel, item, choice)


def _of_another_kind(choice: Choice, wanted: ChoiceKind) -> Saying | None:
    # What belongs to another kind of choice must not slip in.
    strange = (
        choice.kind is not wanted
        or (choice.power is not None and wanted is not ChoiceKind.POWER)
        or (choice.dice and wanted not in (ChoiceKind.ROLL, ChoiceKind.PICK))
        or (choice.imps and wanted is ChoiceKind.ROLL)
    )
    return saying(Sentence.DUEL_NOT_NOW) if strange else None


def _passes(choice: Choice) -> bool:
    return choice == Choice(ChoiceKind.PASS)


def _no_team(duel: Duel, choice: Choice) -> Saying | None:
    if strange := _of_another_kind(choice, ChoiceKind.TEAM):
        return strange
    if len(set(choice.imps)) != TEAM_SIZE or len(choice.imps) != TEAM_SIZE:
        return saying(Sentence.DUEL_TEAM_OF_FOUR, number=TEAM_SIZE)
    if set(choice.imps) - set(duel.cards):
        return saying(Sentence.DUEL_NO_SUCH_IMP)
    return saying(Sentence.DUEL_IMP_TAKEN) if set(choice.imps) - set(free_cards(duel)) else None


def _no_throw(duel: Duel, throw: Throw, choice: Choice) -> Saying | None:
    if _passes(choice):
        return None
    if strange := _of_another_kind(choice, ChoiceKind.ROLL):
        return strange
    up_to = most_dice(duel, throw)
    if not 1 <= len(choice.dice) <= up_to:
        return saying(Sentence.DUEL_SO_MANY_DICE, number=up_to)
    if len(set(choice.dice)) < len(choice.dice):
        return saying(Sentence.DUEL_DIE_TWICE)
    allowed = throwable(duel, throw)
    for die in choice.dice:
        if die not in allowed:
            return _why_not(duel, die, (throw.seat,), (Zone.POOL,))
    return None


def _no_imps(duel: Duel, item: BringImps, choice: Choice) -> Saying | None:
    if strange := _of_another_kind(choice, ChoiceKind.PLAY):
        return strange
    if not 1 <= len(choice.imps) <= MOST_IMPS or len(set(choice.imps)) < len(choice.imps):
        return saying(Sentence.DUEL_ONE_OR_TWO_IMPS)
    if set(choice.imps) - set(duel.imps_of(item.seat, Zone.POOL)):
        # Not which: that would tell the room something about the team.
        return saying(Sentence.DUEL_IMP_NOT_IN_POOL)
    return None


def _no_power(duel: Duel, chance: PowerChance, choice: Choice) -> Saying | None:
    if _passes(choice):
        return None
    if strange := _of_another_kind(choice, ChoiceKind.POWER):
        return strange
    imp = choice.imps[0] if len(choice.imps) == 1 else ""
    if imp not in duel.imps_of(chance.seat, Zone.IN_PLAY):
        return saying(Sentence.DUEL_IMP_NOT_IN_PLAY)
    powers = duel.cards[imp].powers
    if choice.power is None or not 1 <= choice.power <= len(powers):
        return saying(Sentence.DUEL_NO_SUCH_POWER, cards=(imp,))
    if imp in duel.used:
        return saying(Sentence.DUEL_POWER_USED_UP, cards=(imp,))
    power = powers[choice.power - 1]
    if not fits(power, chance, trial_of(duel, chance)):
        return saying(Sentence.DUEL_POWER_NOT_NOW, cards=(imp,))
    if not does_something(duel, chance.seat, power):
        return saying(Sentence.DUEL_POWER_IN_VAIN, cards=(imp,))
    return None


def _no_target(duel: Duel, item: DoTask, choice: Choice) -> Saying | None:
    if _passes(choice):
        return None if item.declinable else saying(Sentence.DUEL_MUST_CHOOSE)
    if strange := _of_another_kind(choice, ChoiceKind.PICK):
        return strange
    if imps := imps_for(duel, item.seat, item.task):
        if choice.dice:
            return saying(Sentence.DUEL_NOT_NOW)
        if set(choice.imps) - set(imps):
            return saying(Sentence.DUEL_IMP_NOT_THERE)
        return _wrong_number(item, len(set(choice.imps)), len(choice.imps), len(imps))
    if choice.imps:
        return saying(Sentence.DUEL_NOT_NOW)
    return _no_dice(duel, item, choice)


def _no_dice(duel: Duel, item: DoTask, choice: Choice) -> Saying | None:
    dice, again = dice_for(duel, item.seat, item.task), may_repeat(duel, item)
    if not again and len(set(choice.dice)) < len(choice.dice):
        return saying(Sentence.DUEL_DIE_TWICE)
    for die in choice.dice:
        if die not in dice:
            owners = whom(duel, item.seat, item.task.whose)
            return _why_not(duel, die, owners, ZONES.get(item.task.deed, ()))
    there = len(dice) * (item.task.count or 1) if again else len(dice)
    return _wrong_number(item, len(choice.dice), len(choice.dice), there)


def _wrong_number(item: DoTask, different: int, found: int, there: int) -> Saying | None:
    least, at_most = fewest(item.task, there, item.declinable), most(item.task, there)
    fine = different == found and max(1, least) <= found <= at_most
    return None if fine else saying(Sentence.DUEL_SO_MANY, number=at_most)


def _why_not(duel: Duel, die: ElementDie, owners: tuple[Seat, ...], zones: tuple[Zone, ...]) -> Saying:
    shown = (DieShown(die),)
    if die not in duel.dice:
        return saying(Sentence.DUEL_NO_SUCH_DIE)
    if die.owner not in owners:
        return saying(Sentence.DUEL_NOT_THIS_PLAYERS_DIE, dice=shown)
    at = duel.dice[die]
    if at.zone is Zone.BANISHED:
        return saying(Sentence.DUEL_DIE_IS_BANISHED, dice=shown)
    if at.zone not in zones:
        wrong = Sentence.DUEL_DIE_NOT_IN_POOL if Zone.POOL in zones else Sentence.DUEL_DIE_NOT_IN_PLAY
        return saying(wrong, dice=shown)
    return saying(Sentence.DUEL_DIE_CANNOT_BE_CHOSEN, dice=(DieShown(die, at.value),))
