"""Devil's Dice in German."""

from collections.abc import Mapping

from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.sentences import Sentence

SENTENCES: Mapping[Sentence, str] = {
    Sentence.BOARD_COLOURS: "{player} spielt {sets}.",
    Sentence.BOARD_SET_UP: "Stellt die vier flachen Steine jeder Farbe auf ihre Heimatfelder.",
    Sentence.BOARD_ROLL_OFF: "{player}, würfle mit einem Würfel: Die höchste Zahl beginnt.",
    Sentence.BOARD_ROLLED_OFF: "{player} würfelt {number}.",
    Sentence.BOARD_ROLL_OFF_AGAIN: "Die gleiche höchste Zahl: Noch einmal würfeln {players}.",
    Sentence.BOARD_BEGINS: "{player} beginnt; dann geht es im Uhrzeigersinn weiter.",
    Sentence.BOARD_ROLL_NOW: "{player}, würfle mit beiden Würfeln.",
    Sentence.BOARD_MUST_LEAVE: (
        "{player}, würfle mit beiden Würfeln. Auf {square} muss {colour} in diesem Zug vom sicheren Feld "
        "weg, sonst ist der Stein draußen."
    ),
    Sentence.BOARD_MOVE_NOW: "{player} würfelt {rolled}. Zieh jetzt einen deiner Steine!",
    Sentence.BOARD_ROLL_INVALID: "Dieser Wurf zählt nicht: {faults}; {player} würfelt noch einmal.",
    Sentence.BOARD_NO_MOVE_ROLL_AGAIN: "Mit {rolled} kann {player} nichts ziehen und würfelt noch einmal.",
    Sentence.BOARD_ASK_DIE: (
        "{player}, einen deiner Würfel kann ich nicht sicher lesen. Was zeigt er: {values}?"
    ),
    Sentence.BOARD_ASK_MOVE: (
        "{player}, ich bin nicht sicher, was ich gesehen habe. War das dein Zug: {moves}?"
    ),
    Sentence.BOARD_MOVED: "{player} würfelt {rolled}: {colour} {came_from} → {square}",
    Sentence.BOARD_NOTHING_MOVES: "{player} würfelt {rolled} → kein Stein kann ziehen",
    Sentence.BOARD_AND_TAKES: "schlägt {taken}",
    Sentence.BOARD_AND_PAWN: "wird zum Kegel",
    Sentence.BOARD_AND_OVERDUE: "{overdue} blieb auf einem sicheren Feld und ist draußen",
    Sentence.BOARD_TURN_AGREED: "Ihr habt euch geeinigt, das Spiel hier zu beenden.",
    Sentence.BOARD_TURN_STRUCK: "Zug {turn} ist gestrichen: Er ändert nichts.",
    Sentence.BOARD_TURN_PENDING: "Zug {turn} ist wieder offen.",
    Sentence.BOARD_TURN_ANEW: "Zug {turn} beginnt von vorn.",
    Sentence.BOARD_PLAYER_OUT: "{player} hat keinen Stein mehr auf dem Brett und ist draußen.",
    Sentence.BOARD_LAST_STANDING: "{player} steht als Einziger noch auf dem Brett.",
    Sentence.BOARD_ALL_PASSED: (
        "Eine ganze Runde lang konnte niemand ziehen. Also entscheiden die Steine auf dem Brett: {totals}."
    ),
    Sentence.BOARD_NO_CAPTURES: (
        "In {number} Runden wurde nichts geschlagen. Also entscheiden die Steine auf dem Brett: {totals}."
    ),
    Sentence.BOARD_AGREED: "Die Steine auf dem Brett entscheiden: {totals}.",
    Sentence.BOARD_SHARED: (
        "{players} haben gleich viele Steine, mehr als alle anderen: Der Sieg ist geteilt, niemand "
        "gewinnt allein."
    ),
    Sentence.BOARD_TAKEN_BACK: "Zug {turn} und alles danach ist zurückgenommen (Korrektur {number}).",
    Sentence.BOARD_CORRECTION_ASKS: (
        "Das ändert etwas in Zug {turn}: So wie er war, geht er nicht mehr. {player}, spiel ihn bitte "
        "noch einmal."
    ),
    Sentence.BOARD_NOT_LIKE_THIS: "Zug {turn} lässt sich so nicht berichtigen.",
    Sentence.BOARD_COLOURS_FOR_OTHERS: (
        "Die Farben sind für {number} Spieler gewählt, aber hier sitzen {amount}."
    ),
    Sentence.BOARD_TOO_FEW_COLOURS: (
        "So viele Spieler bräuchten {number} Farben, aber das Brett hat {amount}."
    ),
    Sentence.BOARD_ONE_DIE: "{player} würfelt mit einem einzigen Würfel aus, wer beginnt.",
    Sentence.BOARD_TWO_DICE: "Ein Zug braucht genau zwei Würfel; {player} würfelt mit beiden.",
    Sentence.BOARD_MOVE_FIRST: "{player} hat schon gewürfelt und muss jetzt ziehen.",
    # Why a move is none
    Sentence.BOARD_ROLL_FIRST: "{player} muss zuerst würfeln.",
    Sentence.BOARD_NOT_YOUR_TURN: "Du bist nicht dran: Jetzt zieht {player}.",
    Sentence.BOARD_NO_SUCH_COUNTER: "So einen Stein gibt es in diesem Spiel nicht.",
    Sentence.BOARD_COUNTER_IS_OUT: "Dieser Stein ist aus dem Spiel: {colour}.",
    Sentence.BOARD_OTHERS_COUNTER: "Das ist nicht dein Stein: {colour} auf {square} gehört {player}.",
    Sentence.BOARD_OFF_THE_BOARD: "Mit {rolled} führt das vom Brett: Dorthin kann {colour} nicht.",
    Sentence.BOARD_NOT_THESE_DICE: (
        "Mit {rolled} kann {colour} nicht von {came_from} nach {square}: Eine Zahl geht geradeaus, die "
        "andere im rechten Winkel dazu."
    ),
    Sentence.BOARD_BACKWARDS: (
        "Ein flacher Stein zieht nie rückwärts wie hier {colour} von {came_from} nach {square}."
    ),
    Sentence.BOARD_MIXED: (
        "Ein Kegel zieht vorwärts oder rückwärts, aber nicht beides in einem Wurf wie hier {colour} von "
        "{came_from} nach {square}."
    ),
    Sentence.BOARD_HOME_SQUARE: "Dort darf niemand landen: {square} ist ein Heimatfeld.",
    Sentence.BOARD_OWN_COUNTER: "Auf {square} steht ein eigener Stein.",
    Sentence.BOARD_SAFE_SQUARE: (
        "Ein Stein auf einem sicheren Feld kann nicht geschlagen werden: {colour} steht auf {square}."
    ),
    Sentence.BOARD_IN_THE_WAY: (
        "Von {came_from} nach {square} steht ein Stein im Weg, wie herum man auch geht."
    ),
    Sentence.BOARD_MORE_THAN_ONE: "In einem Zug bewegt sich nur ein Stein, aber es stehen mehrere anderswo.",
    # What hands have to do on the board
    Sentence.BOARD_PUT: "Stell {colour} von {came_from} auf {square}.",
    Sentence.BOARD_PUT_BACK: "Stell {colour} von {came_from} zurück auf {square}.",
    Sentence.BOARD_PUT_FLAT: "Ein flacher Stein fehlt: Stell {colour} auf {square}.",
    Sentence.BOARD_PUT_PAWN: "Ein Kegel fehlt: Stell {colour} auf {square}.",
    Sentence.BOARD_TAKE_OFF: "Nimm {colour} von {square} weg.",
    Sentence.BOARD_MAKE_PAWN: "Tausch {colour} auf {square} gegen einen Kegel.",
    Sentence.BOARD_MAKE_FLAT: (
        "Tausch {colour} auf {square} gegen einen flachen Stein: Es ist noch kein Kegel."
    ),
    Sentence.BOARD_STRAIGHTEN: (
        "Stellt jeden Stein in die Mitte seines Feldes; zwischen den Feldern sehe ich {number}."
    ),
    Sentence.BOARD_STANDS_RIGHT: "Jetzt steht das Brett, wie es soll.",
}

# The colours of the counters, as names.
COLOURS: Mapping[Colour, str] = {
    Colour.ORANGE: "Orange",
    Colour.GREEN: "Grün",
    Colour.RED: "Rot",
    Colour.BLACK: "Schwarz",
    Colour.BLUE: "Blau",
    Colour.WHITE: "Weiß",
    Colour.PURPLE: "Lila",
    Colour.YELLOW: "Gelb",
}
