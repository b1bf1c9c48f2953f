"""Devil's Dice in English."""

from collections.abc import Mapping

from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.sentences import Sentence

SENTENCES: Mapping[Sentence, str] = {
    Sentence.BOARD_COLOURS: "{player} plays {sets}.",
    Sentence.BOARD_SET_UP: "Put the four flat counters of each colour on its home squares.",
    Sentence.BOARD_ROLL_OFF: "{player}, roll one die: the highest number begins.",
    Sentence.BOARD_ROLLED_OFF: "{player} rolls {number}.",
    Sentence.BOARD_ROLL_OFF_AGAIN: "The same highest number: {players} roll again.",
    Sentence.BOARD_BEGINS: "{player} begins; then it goes on clockwise.",
    Sentence.BOARD_ROLL_NOW: "{player}, roll both dice.",
    Sentence.BOARD_MUST_LEAVE: (
        "{player}, roll both dice. On {square} {colour} must leave its safe square in this turn, or it "
        "goes off."
    ),
    Sentence.BOARD_MOVE_NOW: "{player} rolls {rolled}. Now move one of your counters!",
    Sentence.BOARD_ROLL_INVALID: "This roll does not count: {faults}; {player} rolls again.",
    Sentence.BOARD_NO_MOVE_ROLL_AGAIN: "With {rolled} {player} cannot move, and rolls again.",
    Sentence.BOARD_ASK_DIE: "{player}, I cannot read one of your dice surely. What does it show: {values}?",
    Sentence.BOARD_ASK_MOVE: "{player}, I am not sure what I saw. Was this your move: {moves}?",
    Sentence.BOARD_MOVED: "{player} rolls {rolled}: {colour} {came_from} → {square}",
    Sentence.BOARD_NOTHING_MOVES: "{player} rolls {rolled} → no counter can move",
    Sentence.BOARD_AND_TAKES: "takes {taken}",
    Sentence.BOARD_AND_PAWN: "becomes a pawn",
    Sentence.BOARD_AND_OVERDUE: "{overdue} stayed on a safe square and goes off",
    Sentence.BOARD_TURN_AGREED: "You have agreed to end the game here.",
    Sentence.BOARD_TURN_STRUCK: "Turn {turn} is struck out: nothing comes of it.",
    Sentence.BOARD_TURN_PENDING: "Turn {turn} is open again.",
    Sentence.BOARD_TURN_ANEW: "Turn {turn} begins anew.",
    Sentence.BOARD_PLAYER_OUT: "{player} has no counter left on the board and is out.",
    Sentence.BOARD_LAST_STANDING: "{player} is the last one standing.",
    Sentence.BOARD_ALL_PASSED: (
        "Nobody could move in a whole round, so the counters on the board decide: {totals}."
    ),
    Sentence.BOARD_NO_CAPTURES: (
        "For {number} rounds nothing was taken, so the counters on the board decide: {totals}."
    ),
    Sentence.BOARD_AGREED: "The counters on the board decide: {totals}.",
    Sentence.BOARD_SHARED: (
        "{players} have the most counters, equally many: they share the victory, and nobody wins alone."
    ),
    Sentence.BOARD_TAKEN_BACK: "Turn {turn} and all that followed it is taken back (correction {number}).",
    Sentence.BOARD_CORRECTION_ASKS: (
        "That makes a difference in turn {turn}: it cannot go on as it did. {player}, please play it again."
    ),
    Sentence.BOARD_NOT_LIKE_THIS: "Turn {turn} cannot be put right like this.",
    Sentence.BOARD_COLOURS_FOR_OTHERS: "The colours are chosen for {number} players, but {amount} sit here.",
    Sentence.BOARD_TOO_FEW_COLOURS: (
        "So many players would need {number} colours, but the board has {amount}."
    ),
    Sentence.BOARD_ONE_DIE: "{player} rolls one die alone to see who begins.",
    Sentence.BOARD_TWO_DICE: "A turn needs exactly two dice; {player} rolls both.",
    Sentence.BOARD_MOVE_FIRST: "{player} has rolled already and has to move now.",
    # Why a move is none
    Sentence.BOARD_ROLL_FIRST: "{player} has to roll first.",
    Sentence.BOARD_NOT_YOUR_TURN: "It is not your turn: {player} moves now.",
    Sentence.BOARD_NO_SUCH_COUNTER: "There is no such counter in this game.",
    Sentence.BOARD_COUNTER_IS_OUT: "That counter is out of the game: {colour}.",
    Sentence.BOARD_OTHERS_COUNTER: "That is not your counter: {colour} on {square} belongs to {player}.",
    Sentence.BOARD_OFF_THE_BOARD: "With {rolled} that leads off the board: {colour} cannot go there.",
    Sentence.BOARD_NOT_THESE_DICE: (
        "With {rolled} {colour} cannot go from {came_from} to {square}: one number goes straight on, the "
        "other at a right angle to it."
    ),
    Sentence.BOARD_BACKWARDS: (
        "A flat counter never goes backwards, as {colour} would from {came_from} to {square}."
    ),
    Sentence.BOARD_MIXED: (
        "A pawn goes forwards or backwards, but not both in one roll, as {colour} would from {came_from} "
        "to {square}."
    ),
    Sentence.BOARD_HOME_SQUARE: "Nobody may land there: {square} is a home square.",
    Sentence.BOARD_OWN_COUNTER: "A counter of your own stands on {square}.",
    Sentence.BOARD_SAFE_SQUARE: "A counter on a safe square cannot be taken: {colour} stands on {square}.",
    Sentence.BOARD_IN_THE_WAY: "A counter is in the way from {came_from} to {square}, whichever way round.",
    Sentence.BOARD_MORE_THAN_ONE: "Only one counter moves in a turn, but more than one stands elsewhere.",
    # What hands have to do on the board
    Sentence.BOARD_PUT: "Put {colour} from {came_from} on {square}.",
    Sentence.BOARD_PUT_BACK: "Put {colour} back from {came_from} on {square}.",
    Sentence.BOARD_PUT_FLAT: "A flat counter is missing: put {colour} on {square}.",
    Sentence.BOARD_PUT_PAWN: "A pawn is missing: put {colour} on {square}.",
    Sentence.BOARD_TAKE_OFF: "Take {colour} off {square}.",
    Sentence.BOARD_MAKE_PAWN: "Exchange {colour} on {square} for a pawn.",
    Sentence.BOARD_MAKE_FLAT: "Exchange {colour} on {square} for a flat counter: it is no pawn yet.",
    Sentence.BOARD_STRAIGHTEN: (
        "Set each counter in the middle of its square; between the squares I see {number}."
    ),
    Sentence.BOARD_STANDS_RIGHT: "Now the board stands as it should.",
}

# The colours of the counters, as names.
COLOURS: Mapping[Colour, str] = {
    Colour.ORANGE: "orange",
    Colour.GREEN: "green",
    Colour.RED: "red",
    Colour.BLACK: "black",
    Colour.BLUE: "blue",
    Colour.WHITE: "white",
    Colour.PURPLE: "purple",
    Colour.YELLOW: "yellow",
}
