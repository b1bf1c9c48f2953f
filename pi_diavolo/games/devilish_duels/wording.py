"""What people are told to do next."""

from collections.abc import Mapping

from pi_diavolo.games.devilish_duels.agenda import (
    AwaitRoll,
    BringImps,
    DoTask,
    PickTeam,
    PowerChance,
    RollOff,
    Throw,
)
from pi_diavolo.games.devilish_duels.cards import Deed
from pi_diavolo.games.devilish_duels.choices import most_dice
from pi_diavolo.games.devilish_duels.duel import TEAM_SIZE, Duel
from pi_diavolo.table.duels import DieShown
from pi_diavolo.table.sentences import Saying, Sentence, saying

CALLS: Mapping[Deed, Sentence] = {
    Deed.ADD: Sentence.DUEL_DO_ADD,
    Deed.SET: Sentence.DUEL_DO_SET,
    Deed.REROLL: Sentence.DUEL_DO_REROLL,
    Deed.ROLL: Sentence.DUEL_DO_ROLL,
    Deed.ROLL_OR_REROLL: Sentence.DUEL_DO_ROLL_OR_REROLL,
    Deed.SEND_BACK: Sentence.DUEL_DO_SEND_BACK,
    Deed.BANISH_DIE: Sentence.DUEL_DO_BANISH_DIE,
    Deed.BANISH_IMP: Sentence.DUEL_DO_BANISH_IMP,
}


def call(duel: Duel) -> Saying | None:
    """What the table asks for now; None when it waits for nobody."""
    match duel.agenda[0] if duel.agenda and not duel.over else None:
        case PickTeam(seat=seat):
            return saying(Sentence.DUEL_PICK_TEAM, player=seat, number=TEAM_SIZE)
        case RollOff(seat=seat):
            return saying(Sentence.DUEL_ROLL_OFF, player=seat)
        case Throw(seat=seat, rerolls=rerolls) as throw:
            sentence = Sentence.DUEL_ROLL_OR_REROLL_UP_TO if rerolls else Sentence.DUEL_ROLL_UP_TO
            return saying(sentence, player=seat, number=most_dice(duel, throw))
        case BringImps(seat=seat):
            return saying(Sentence.DUEL_BRING_IMPS, player=seat)
        case PowerChance(seat=seat):
            return saying(Sentence.DUEL_POWER_NOW, player=seat)
        case DoTask(seat=seat, task=task) if task.deed in CALLS:
            return saying(CALLS[task.deed], player=seat, number=task.count, amount=task.amount)
        case AwaitRoll(seat=seat, dice=dice):
            return saying(Sentence.DUEL_ROLL_THESE, player=seat, dice=tuple(map(DieShown, dice)))
    return None
