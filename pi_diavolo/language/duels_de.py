"""Devilish Duels in German."""

from collections.abc import Mapping

from pi_diavolo.table.duels import Element
from pi_diavolo.table.sentences import Sentence

SENTENCES: Mapping[Sentence, str] = {
    Sentence.DUEL_PICK_TEAM: (
        "{player}, wähle {number} Teufelchen für dein Team auf deiner eigenen Seite, heimlich."
    ),
    Sentence.DUEL_TEAM_PICKED: "{player} hat ein Team.",
    Sentence.DUEL_TEAMS_DEALT: (
        "Die Teams sind verteilt: Jeder findet seine Teufelchen auf der eigenen Seite. Haltet sie geheim!"
    ),
    Sentence.DUEL_ROLL_OFF: "{player}, würfle mit einem Würfel: Wer höher würfelt, führt.",
    Sentence.DUEL_ROLL_OFF_AGAIN: "Dieselbe Zahl! Würfelt noch einmal aus, wer führt.",
    Sentence.DUEL_LEADS: "Runde {turn}: {player} führt.",
    Sentence.DUEL_ROLL_UP_TO: "{player}, würfle mit bis zu {number} Würfeln aus deinem Vorrat.",
    Sentence.DUEL_BRING_IMPS: "{player}, bring ein oder zwei Teufelchen ins Spiel.",
    Sentence.DUEL_PLAYS: "{player} bringt {cards} ins Spiel.",
    Sentence.DUEL_ROLL_OR_REROLL_UP_TO: (
        "{player}, würfle mit bis zu {number} deiner Würfel, neu oder noch einmal."
    ),
    Sentence.DUEL_ROLL_THESE: "{player}, würfle jetzt: {dice}!",
    Sentence.DUEL_ROLLED: "{player} würfelt {dice}.",
    Sentence.DUEL_ROLL_INVALID: (
        "Dieser Wurf zählt nicht: {element_faults}; {player} würfelt dieselben Würfel noch einmal."
    ),
    Sentence.FAULT_DICE_UNTOLD: "weniger Würfel, als es sein dürfen",
    Sentence.FAULT_OTHER_DIE_THROWN: "ein anderer Würfel als der verlangte; legt ihn zurück, wie er lag",
    Sentence.DUEL_SAY_WHICH_DICE: (
        "{player}, das sind weniger als {number} Würfel. Lass sie liegen und wähle auf deiner Seite, welche"
        " du gewürfelt hast: Dann zählen sie."
    ),
    Sentence.DUEL_ASK_DIE: "{player} hat {dice} gewürfelt. Was zeigt der Würfel: {values}?",
    Sentence.DUEL_POWER_NOW: "{player}, willst du eine Kraft einsetzen?",
    Sentence.DUEL_POWER_USED: "{player} setzt die Kraft von {cards} ein.",
    Sentence.DUEL_PASSES: "{player} verzichtet.",
    Sentence.DUEL_TRIAL_DRAWN: "{element}: {totals} → unentschieden",
    Sentence.DUEL_TRIAL_WON: "{element}: {totals} → {player} gewinnt",
    Sentence.DUEL_TRIAL_DOUBLY_WON: "{element}: {totals} → {player} gewinnt doppelt",
    Sentence.DUEL_DO_ADD: "{player}, wähle die Würfel, die um {amount} gedreht werden, höchstens {number}.",
    Sentence.DUEL_DO_SET: "{player}, wähle die Würfel, die auf {amount} gedreht werden, höchstens {number}.",
    Sentence.DUEL_DO_REROLL: (
        "{player}, wähle die Würfel im Spiel, die noch einmal fallen, höchstens {number}."
    ),
    Sentence.DUEL_DO_ROLL: (
        "{player}, wähle die Würfel aus dem Vorrat, die fallen sollen, höchstens {number}."
    ),
    Sentence.DUEL_DO_ROLL_OR_REROLL: (
        "{player}, wähle die Würfel, die fallen sollen, neu oder noch einmal, höchstens {number}."
    ),
    Sentence.DUEL_DO_SEND_BACK: (
        "{player}, wähle die Würfel, die in ihren Vorrat zurückgehen, höchstens {number}."
    ),
    Sentence.DUEL_DO_BANISH_DIE: "{player}, wähle die Würfel, die verbannt werden, höchstens {number}.",
    Sentence.DUEL_DO_BANISH_IMP: "{player}, wähle das Teufelchen, das verbannt wird.",
    Sentence.DUEL_TURNED: "{player} dreht: {dice}.",
    Sentence.DUEL_SENT_BACK: "{player} schickt zurück in den Vorrat: {dice}.",
    Sentence.DUEL_DICE_BANISHED: "Aus dem Spiel verbannt: {dice}.",
    Sentence.DUEL_IMP_BANISHED: "{cards} ist verbannt: ein Teufelchen weniger für {player}.",
    Sentence.DUEL_DICE_LIE_RIGHT: "Die Würfel im Spiel liegen richtig.",
    Sentence.DUEL_TURN_DICE: "Schaut auf die Würfel im Spiel. Sie sollen zeigen: {dice}.",
    Sentence.DUEL_WHOSE_DICE: (
        "Ich weiß nicht mehr, wem diese Würfel gehören: {dice}. Legt jeden in die Hälfte seines Spielers"
        " zurück."
    ),
    Sentence.DUEL_ROUND: "Runde {turn} ist zu Ende. Teufelchen übrig: {totals}.",
    Sentence.DUEL_ROUND_PENDING: "Runde {turn} ist wieder offen.",
    Sentence.DUEL_ROUND_STRUCK: "Runde {turn} ist gestrichen: Sie ändert nichts.",
    Sentence.DUEL_ROUND_ANEW: (
        "Runde {turn} beginnt von vorn. Nehmt alle Würfel und Teufelchen zurück in euren Vorrat."
    ),
    Sentence.DUEL_ROUNDS_ARE_UP: (
        "{number} Runden sind gespielt: Was an Teufelchen und Würfeln übrig ist, entscheidet."
    ),
    Sentence.DUEL_NO_WINNER: "Ihr habt gleich viele Teufelchen und Würfel übrig, also gewinnt niemand.",
    Sentence.DUEL_MOVE_CORRECTED: "Zug {move} ist berichtigt (Korrektur {number}).",
    Sentence.DUEL_CORRECTION_UNDONE: (
        "Korrektur {number} ist zurückgenommen: Das Duell wird neu ausgerechnet."
    ),
    Sentence.DUEL_CORRECTION_ASKS: (
        "Das ändert etwas in Runde {turn}: Dort ist zu entscheiden, was damals niemand entschieden hat."
    ),
    Sentence.DUEL_IS_FOR_TWO: "Ein Duell ist für zwei: Genau zwei Plätze müssen besetzt sein.",
    Sentence.DUEL_NOTHING_TO_CHOOSE: "Gerade gibt es nichts zu wählen.",
    Sentence.DUEL_NOT_YOUR_TURN: "Du bist nicht dran: Jetzt wählt {player}.",
    Sentence.DUEL_NOT_NOW: "Jetzt ist etwas anderes zu wählen.",
    Sentence.DUEL_TEAM_OF_FOUR: "Ein Team hat {number} verschiedene Teufelchen.",
    Sentence.DUEL_NO_SUCH_IMP: "So eine Karte gibt es in dieser Schachtel nicht.",
    Sentence.DUEL_IMP_TAKEN: "Eine dieser Karten ist schon weg.",
    Sentence.DUEL_ONE_OR_TWO_IMPS: "Bring ein Teufelchen oder zwei verschiedene.",
    Sentence.DUEL_IMP_NOT_IN_POOL: "So ein Teufelchen hast du nicht im Vorrat.",
    Sentence.DUEL_IMP_NOT_IN_PLAY: "So ein Teufelchen hast du nicht im Spiel.",
    Sentence.DUEL_IMP_NOT_THERE: "Dieses Teufelchen steht nicht zur Wahl.",
    Sentence.DUEL_NO_SUCH_POWER: "{cards} hat so eine Kraft nicht.",
    Sentence.DUEL_POWER_USED_UP: "{cards} hat in dieser Runde schon eine Kraft eingesetzt.",
    Sentence.DUEL_POWER_NOT_NOW: "Diese Kraft von {cards} ist für einen anderen Augenblick.",
    Sentence.DUEL_POWER_IN_VAIN: "Diese Kraft von {cards} würde jetzt nichts ändern.",
    Sentence.DUEL_MUST_CHOOSE: "An diesem Tisch muss die Wirkung genutzt werden.",
    Sentence.DUEL_SO_MANY_DICE: (
        "Wähle mindestens einen deiner Würfel und höchstens {number}, oder verzichte."
    ),
    Sentence.DUEL_SO_MANY: "Wähle mindestens eins und höchstens {number}.",
    Sentence.DUEL_DIE_TWICE: "Jeden Würfel nur einmal.",
    Sentence.DUEL_NO_SUCH_DIE: "So einen Würfel gibt es nicht.",
    Sentence.DUEL_NOT_THIS_PLAYERS_DIE: (
        "Hier geht es um die Würfel des anderen: {dice} steht nicht zur Wahl."
    ),
    Sentence.DUEL_DIE_IS_BANISHED: "{dice} ist verbannt.",
    Sentence.DUEL_DIE_NOT_IN_POOL: "{dice} ist nicht im Vorrat.",
    Sentence.DUEL_DIE_NOT_IN_PLAY: "{dice} ist nicht im Spiel.",
    Sentence.DUEL_DIE_CANNOT_BE_CHOSEN: "{dice} steht hier nicht zur Wahl.",
    Sentence.DUEL_NO_DICE_AWAITED: "Jetzt sind keine Würfel gefragt.",
    Sentence.DUEL_CHOOSE_FIRST: "{player}, wähle zuerst, mit welchen Würfeln du würfelst.",
    Sentence.DUEL_OTHER_DICE_WANTED: (
        "Das sind nicht die Würfel, die fallen sollten; {player} würfelt: {dice}."
    ),
    Sentence.DUEL_NO_SUCH_MOVE: "Es gibt keinen Zug {move}, der sich so berichtigen lässt.",
    Sentence.DUEL_STICKER_UNKNOWN: (
        "In dieser Schachtel gibt es kein Teufelchen mit dem Aufkleber {number}. "
        "Wähle auf der Seite, oder trag es in deine Kartendatei ein."
    ),
    Sentence.DUEL_STICKER_TWICE: "Der Aufkleber von {cards} liegt zweimal da. Nimm einen weg.",
    Sentence.DUEL_CARD_NOT_IN_POOL: (
        "{player}, {cards} kannst du jetzt nicht bringen. Nimm die Karte zurück."
    ),
    Sentence.DUEL_CARD_BETWEEN: "{player}, leg {cards} auf deine Seite.",
    Sentence.DUEL_TOO_MANY_CARDS: (
        "{player}, vor dir liegen {number} Teufelchen. Bring eins oder zwei: Nimm die anderen zurück."
    ),
    Sentence.DUEL_CARDS_LAY_BEFORE: (
        "{player}, {cards} lag schon da, bevor du gefragt wurdest. "
        "Heb die Karte hoch und leg sie wieder hin, oder wähle auf deiner Seite."
    ),
    # What can be chosen, and what was
    Sentence.DUEL_CAN_ROLL: "{dice} würfeln",
    Sentence.DUEL_CAN_PLAY: "{cards} ins Spiel bringen",
    Sentence.DUEL_CAN_USE: "Kraft {number} von {cards} einsetzen",
    Sentence.DUEL_CAN_PICK_DICE: "{dice} wählen",
    Sentence.DUEL_CAN_PICK_IMPS: "{cards} wählen",
    Sentence.DUEL_CAN_PASS: "Verzichten",
    Sentence.DUEL_CHOSE_ROLL: "{player} nimmt {dice} zum Würfeln.",
    Sentence.DUEL_CHOSE_DICE: "{player} wählt {dice}.",
    Sentence.DUEL_CHOSE_IMPS: "{player} wählt {cards}.",
    Sentence.NOT_IN_THIS_GAME: "So etwas gibt es in diesem Spiel nicht.",
}

ELEMENTS: Mapping[Element, str] = {
    Element.EARTH: "Erde",
    Element.FIRE: "Feuer",
    Element.WATER: "Wasser",
    Element.AIR: "Luft",
}
