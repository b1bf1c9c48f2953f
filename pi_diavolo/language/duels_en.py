"""Devilish Duels in English."""

from collections.abc import Mapping

from pi_diavolo.table.duels import Element
from pi_diavolo.table.sentences import Sentence

SENTENCES: Mapping[Sentence, str] = {
    Sentence.DUEL_PICK_TEAM: "{player}, choose {number} imps for your team on your own page, in secret.",
    Sentence.DUEL_TEAM_PICKED: "{player} has a team.",
    Sentence.DUEL_TEAMS_DEALT: (
        "The teams are dealt: each of you finds their own imps on their own page. Keep them secret!"
    ),
    Sentence.DUEL_ROLL_OFF: "{player}, roll one die: whoever rolls higher leads.",
    Sentence.DUEL_ROLL_OFF_AGAIN: "The same number! Roll for the lead again.",
    Sentence.DUEL_LEADS: "Round {turn}: {player} leads.",
    Sentence.DUEL_ROLL_UP_TO: "{player}, roll up to {number} dice from your pool.",
    Sentence.DUEL_BRING_IMPS: "{player}, bring one or two imps into play.",
    Sentence.DUEL_PLAYS: "{player} brings {cards} into play.",
    Sentence.DUEL_ROLL_OR_REROLL_UP_TO: "{player}, roll or reroll up to {number} of your dice.",
    Sentence.DUEL_ROLL_THESE: "{player}, now roll {dice}!",
    Sentence.DUEL_ROLLED: "{player} rolls {dice}.",
    Sentence.DUEL_ROLL_INVALID: (
        "This roll does not count: {element_faults}; {player} rolls the same dice again."
    ),
    Sentence.FAULT_DICE_UNTOLD: "fewer dice lie there than may be rolled",
    Sentence.FAULT_OTHER_DIE_THROWN: "another die was rolled than the one to be; put it back as it lay",
    Sentence.DUEL_SAY_WHICH_DICE: (
        "{player}, these are fewer than {number} dice. Leave them there and choose on your page which ones"
        " you rolled: then they count."
    ),
    Sentence.DUEL_ASK_DIE: "{player} rolled {dice}. What does it show: {values}?",
    Sentence.DUEL_POWER_NOW: "{player}, do you want to use a power?",
    Sentence.DUEL_POWER_USED: "{player} uses the power of {cards}.",
    Sentence.DUEL_PASSES: "{player} passes.",
    Sentence.DUEL_TRIAL_DRAWN: "{element}: {totals} → a draw",
    Sentence.DUEL_TRIAL_WON: "{element}: {totals} → {player} wins",
    Sentence.DUEL_TRIAL_DOUBLY_WON: "{element}: {totals} → {player} wins doubly",
    Sentence.DUEL_DO_ADD: "{player}, choose the dice to turn by {amount}, {number} at most.",
    Sentence.DUEL_DO_SET: "{player}, choose the dice to turn to {amount}, {number} at most.",
    Sentence.DUEL_DO_REROLL: "{player}, choose the dice in play to reroll, {number} at most.",
    Sentence.DUEL_DO_ROLL: "{player}, choose the dice to roll from the pool, {number} at most.",
    Sentence.DUEL_DO_ROLL_OR_REROLL: "{player}, choose the dice to roll or reroll, {number} at most.",
    Sentence.DUEL_DO_SEND_BACK: "{player}, choose the dice that go back to their pool, {number} at most.",
    Sentence.DUEL_DO_BANISH_DIE: "{player}, choose the dice to banish, {number} at most.",
    Sentence.DUEL_DO_BANISH_IMP: "{player}, choose the imp to banish.",
    Sentence.DUEL_TURNED: "{player} turns: {dice}.",
    Sentence.DUEL_SENT_BACK: "{player} sends back to the pool: {dice}.",
    Sentence.DUEL_DICE_BANISHED: "Banished from the game: {dice}.",
    Sentence.DUEL_IMP_BANISHED: "{cards} is banished: one imp less for {player}.",
    Sentence.DUEL_DICE_LIE_RIGHT: "The dice in play lie as they should.",
    Sentence.DUEL_TURN_DICE: "Please look at the dice in play. They should show: {dice}.",
    Sentence.DUEL_WHOSE_DICE: (
        "I cannot tell any more whose dice these are: {dice}. Put each one back into its player’s half."
    ),
    Sentence.DUEL_ROUND: "Round {turn} is over. Imps left: {totals}.",
    Sentence.DUEL_ROUND_PENDING: "Round {turn} is open again.",
    Sentence.DUEL_ROUND_STRUCK: "Round {turn} is struck out: nothing comes of it.",
    Sentence.DUEL_ROUND_ANEW: "Round {turn} begins anew. Take all dice and imps back into your pools.",
    Sentence.DUEL_ROUNDS_ARE_UP: "{number} rounds are played: the imps and dice that are left decide.",
    Sentence.DUEL_NO_WINNER: "You have the same number of imps and dice left, so nobody wins.",
    Sentence.DUEL_MOVE_CORRECTED: "Move {move} is put right (correction {number}).",
    Sentence.DUEL_CORRECTION_UNDONE: "Correction {number} is undone: the duel is worked out again.",
    Sentence.DUEL_CORRECTION_ASKS: (
        "That makes a difference in round {turn}: there is something to decide that nobody decided then."
    ),
    Sentence.DUEL_IS_FOR_TWO: "A duel is for two: exactly two seats must be taken.",
    Sentence.DUEL_NOTHING_TO_CHOOSE: "There is nothing to choose now.",
    Sentence.DUEL_NOT_YOUR_TURN: "It is not your turn: {player} chooses now.",
    Sentence.DUEL_NOT_NOW: "Something else is to be chosen now.",
    Sentence.DUEL_TEAM_OF_FOUR: "A team has {number} different imps.",
    Sentence.DUEL_NO_SUCH_IMP: "There is no such card in this box.",
    Sentence.DUEL_IMP_TAKEN: "One of these cards is gone already.",
    Sentence.DUEL_ONE_OR_TWO_IMPS: "Bring one imp or two different ones.",
    Sentence.DUEL_IMP_NOT_IN_POOL: "You do not have such an imp in your pool.",
    Sentence.DUEL_IMP_NOT_IN_PLAY: "You do not have such an imp in play.",
    Sentence.DUEL_IMP_NOT_THERE: "That imp cannot be chosen.",
    Sentence.DUEL_NO_SUCH_POWER: "{cards} has no such power.",
    Sentence.DUEL_POWER_USED_UP: "{cards} has used a power in this round already.",
    Sentence.DUEL_POWER_NOT_NOW: "That power of {cards} is for another moment.",
    Sentence.DUEL_POWER_IN_VAIN: "That power of {cards} would change nothing now.",
    Sentence.DUEL_MUST_CHOOSE: "At this table the effect must be used.",
    Sentence.DUEL_SO_MANY_DICE: "Choose at least one of your dice, and {number} at most, or pass.",
    Sentence.DUEL_SO_MANY: "Choose at least one, and {number} at most.",
    Sentence.DUEL_DIE_TWICE: "Each die only once.",
    Sentence.DUEL_NO_SUCH_DIE: "There is no such die.",
    Sentence.DUEL_NOT_THIS_PLAYERS_DIE: "This is for another player’s dice: {dice} cannot be chosen.",
    Sentence.DUEL_DIE_IS_BANISHED: "{dice} is banished.",
    Sentence.DUEL_DIE_NOT_IN_POOL: "{dice} is not in the pool.",
    Sentence.DUEL_DIE_NOT_IN_PLAY: "{dice} is not in play.",
    Sentence.DUEL_DIE_CANNOT_BE_CHOSEN: "{dice} cannot be chosen here.",
    Sentence.DUEL_NO_DICE_AWAITED: "No dice are wanted now.",
    Sentence.DUEL_CHOOSE_FIRST: "{player}, first choose which dice you roll.",
    Sentence.DUEL_OTHER_DICE_WANTED: "These are not the dice that were to be rolled; {player} rolls: {dice}.",
    Sentence.DUEL_NO_SUCH_MOVE: "There is no move {move} that can be put right like this.",
    Sentence.DUEL_STICKER_UNKNOWN: (
        "There is no imp with sticker {number} in this box. "
        "Choose on the page, or enter it in your card file."
    ),
    Sentence.DUEL_STICKER_TWICE: "The sticker of {cards} is there twice. Take one away.",
    Sentence.DUEL_CARD_NOT_IN_POOL: "{player}, you cannot bring {cards} now. Take that card back.",
    Sentence.DUEL_CARD_BETWEEN: "{player}, lay {cards} on your own side.",
    Sentence.DUEL_TOO_MANY_CARDS: (
        "{player}, {number} imps lie before you. Bring one or two: take the others back."
    ),
    Sentence.DUEL_CARDS_LAY_BEFORE: (
        "{player}, {cards} lay there before you were asked. "
        "Lift the card and lay it down again, or choose on your page."
    ),
    # What can be chosen, and what was
    Sentence.DUEL_CAN_ROLL: "Roll {dice}",
    Sentence.DUEL_CAN_PLAY: "Bring {cards} into play",
    Sentence.DUEL_CAN_USE: "Use power {number} of {cards}",
    Sentence.DUEL_CAN_PICK_DICE: "Choose {dice}",
    Sentence.DUEL_CAN_PICK_IMPS: "Choose {cards}",
    Sentence.DUEL_CAN_PASS: "Pass",
    Sentence.DUEL_CHOSE_ROLL: "{player} takes {dice} to roll.",
    Sentence.DUEL_CHOSE_DICE: "{player} chooses {dice}.",
    Sentence.DUEL_CHOSE_IMPS: "{player} chooses {cards}.",
    Sentence.NOT_IN_THIS_GAME: "There is no such thing in this game.",
}

ELEMENTS: Mapping[Element, str] = {
    Element.EARTH: "Earth",
    Element.FIRE: "Fire",
    Element.WATER: "Water",
    Element.AIR: "Air",
}
