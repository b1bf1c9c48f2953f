"""English."""

from collections.abc import Mapping

from pi_diavolo.language.board_en import COLOURS as COUNTERS
from pi_diavolo.language.board_en import SENTENCES as BOARD
from pi_diavolo.language.catalogue import Catalogue, ColourWords, Counted, Label, OrderWords, PartWords
from pi_diavolo.language.duels_en import ELEMENTS
from pi_diavolo.language.duels_en import SENTENCES as DUELS
from pi_diavolo.table.complaints import TrayPart
from pi_diavolo.table.effects import Status
from pi_diavolo.table.parts import Fault, Lacking, PartKind
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.rulings import Verdict
from pi_diavolo.table.sentences import Sentence

SENTENCES: Mapping[Sentence, str] = {
    # The lobby
    Sentence.WELCOME: "Welcome! Press black, white or red to sit down. Is everyone here? Then press gray.",
    Sentence.SEAT_TAKEN: "{player} takes seat {seat}.",
    Sentence.SEAT_LEFT: "Seat {seat} is free again.",
    Sentence.YOUNGEST_IS: "{player} is the youngest and rolls first.",
    Sentence.WHO_IS_YOUNGEST: "Who is the youngest? Press any button!",
    Sentence.SETTINGS_CHOSEN: "The new settings count for the next game.",
    Sentence.GAME_BEGINS: "Game {game} begins. Good luck, {players}!",
    Sentence.GAME_ABANDONED: "Game {game} stops here, without a winner.",
    # Before the roll
    Sentence.PLACE_IMPS: "Put these imps in place: {imps}.",
    Sentence.IMPS_MISSING: "Still missing: {imps}.",
    Sentence.IMPS_TOO_MANY: "Too many on the table: {imps}.",
    Sentence.TAKE_AWAY_IMPS: "Put these imps away: {imps}.",
    Sentence.ROLL_NOW: "{player}, roll the dice!",
    Sentence.ROLL_ORDER_FIRST: "{player}, roll the Order die first!",
    # The roll
    Sentence.DICE_ROLLING: "The dice are rolling.",
    Sentence.DICE_READING: "The dice lie still. I am reading them.",
    Sentence.ORDER_IS: "The order is: {order}.",
    Sentence.ROLL_COLOURS_NOW: "{player}, now roll the coloured dice!",
    Sentence.GRAB_NOW: "Grab! The order is: {order}.",
    Sentence.GRAB_NOW_ONE_OF: "Grab! I am not sure of the order: {orders}.",
    Sentence.ROLL_INVALID: "This roll does not count: {faults}. Put the imps back; {player} rolls again.",
    Sentence.FAULT_DIE_MISSING: "there are not enough dice",
    Sentence.FAULT_DIE_OUTSIDE_TRAY: "not all dice are in the tray",
    Sentence.FAULT_DIE_COCKED: "not all dice lie flat",
    Sentence.FAULT_DIE_STACKED: "dice lie on top of each other",
    Sentence.FAULT_TOO_MANY_DICE: "there are too many dice",
    Sentence.FAULT_DIE_UNSURE: "I am not sure of all dice",
    Sentence.FAULT_ORDER_UNSURE: "I am not sure of the Order die",
    Sentence.FAULT_GAPS_TOO_CLOSE: "I cannot tell which die is closest",
    Sentence.FAULT_TRAY_HIDDEN: "part of the tray is covered",
    Sentence.FAULT_TOO_DARK: "it is too dark to read the dice",
    Sentence.FAULT_TOO_BRIGHT: "it is too bright to read the dice",
    Sentence.FAULT_OUT_OF_FOCUS: "the picture is not sharp enough",
    Sentence.FAULT_MARKERS_HIDDEN: "I cannot find the table’s markers",
    Sentence.FAULT_MARKERS_DISAGREE: "the markers do not lie where the table file says",
    Sentence.FAULT_MIRRORED: "the picture is mirrored",
    Sentence.FAULT_NO_COLOURS: "the picture has no colours",
    Sentence.FAULT_LENS_DOES_NOT_FIT: "the lens in the table file is for pictures of another shape",
    Sentence.FAULT_PEOPLE: "you decided to roll again",
    Sentence.FAULT_POWER: "the table was stopped before the dice were read",
    # A picture read
    Sentence.ADVICE_ROLL_AGAIN: "roll again",
    Sentence.ADVICE_DECIDE: "look at them and decide",
    Sentence.ADVICE_TRAY_HIDDEN: "take away what is over it",
    Sentence.ADVICE_TOO_DARK: "switch on a lamp",
    Sentence.ADVICE_TOO_BRIGHT: "dim the light or turn the lamp away",
    Sentence.ADVICE_OUT_OF_FOCUS: "clean and focus the lens, or take larger pictures",
    Sentence.ADVICE_MARKERS_HIDDEN: "clear the plate’s corners, mind glare and check the table file",
    Sentence.ADVICE_MARKERS_DISAGREE: "measure their places again",
    Sentence.ADVICE_MIRRORED: "switch that off in the camera’s settings",
    Sentence.ADVICE_NO_COLOURS: "switch the camera to colour",
    Sentence.ADVICE_LENS_DOES_NOT_FIT: "calibrate for this one",
    Sentence.READING_COMPLAINT: "{complaints}: {advice}.",
    Sentence.FILM_UNSEEN: "No roll was read: {complaints}.",
    Sentence.FILM_ENDS_ROLLING: "No roll was read: the film ends before the dice lie still.",
    Sentence.FILM_ENDS_HIDDEN: "No roll was read: something covers the tray until the end, such as a hand.",
    Sentence.FILM_ENDS_SOON: "No roll was read: the film ends too soon after the dice lie still.",
    Sentence.FILM_OF_NO_DICE: "No roll was read: no dice lie in the tray.",
    # Grabs
    Sentence.GRAB_COUNTED: "{player} takes {imp} after {ms}.",
    Sentence.GRAB_COUNTED_NO_TIME: "{player} takes {imp}.",
    Sentence.GRAB_COUNTED_ONE_OF: "{player} takes {imp} after {times}.",
    Sentence.GRAB_COUNTED_EARLY: "{player} takes {imp} before the dice lie still. How brave! It counts.",
    Sentence.GRAB_DOCKED: "{player} has {imp} on the dock after {ms}.",
    Sentence.GRAB_SECOND: "Foul! {player} already has an imp. Put {imp} back on its base: it does not count.",
    Sentence.GRAB_REPEATED: "{player} already has {imp}.",
    Sentence.GRAB_GONE: "Too late, {player}: {colour} is gone. You may still take another colour.",
    Sentence.GRAB_LOST_PHOTO_FINISH: "Photo finish for {colour}: {player} does not get it.",
    Sentence.GRAB_SHARED_PHOTO_FINISH: "Photo finish! {player} gets {imp}, too.",
    Sentence.GRAB_TAKEN_BACK: "For {player}, {imp} does not count any more.",
    # Questions
    Sentence.ASK_DIE: "What does the {colour} die show: {values}?",
    Sentence.ASK_ORDER: "What does the Order die show: {orders}?",
    Sentence.ASK_CLOSEST: "Which colour is closest to the Order die: {colours}? Gray means a tie.",
    Sentence.ASK_TWO_AT_ONCE: "{player}, two at once! Which one counts: {colours}?",
    Sentence.ASK_DOUBTED: "{player}, did you really take {imp}, and in time?",
    Sentence.ASK_WHO: "Who had {any_imp} from base {bases}: {candidates}?",
    Sentence.QUESTION_SETTLED: "Thank you, that is settled.",
    # Rulings
    Sentence.RULING: "{order}: {scores} → {colour}",
    Sentence.RULING_TIE: "{order}: {scores} → tie, gray",
    Sentence.RULING_EITHER_WAY: "{orders}: either way → {colour}",
    Sentence.RULING_STRUCK: "Turn {turn} is struck out: nobody gains or loses a gem.",
    Sentence.RULING_DECIDED_BY_PEOPLE: "{order}: your decision → {colour}",
    Sentence.RESULT_RIGHT: "{player} has {imp}: right! Still {gems}.",
    Sentence.RESULT_GAINED: "{player} has {imp}: one gem more! Now {gems}.",
    Sentence.RESULT_GAINED_AT_MOST: "{player} has {imp}: right! But {gems} is the most you can have.",
    Sentence.RESULT_WRONG: "{player} has {imp}: wrong. One gem less, {left}.",
    Sentence.RESULT_NONE: "{player} has no imp. One gem less, {left}.",
    Sentence.RESULT_STRUCK: "{player} was out already: this turn changes nothing.",
    Sentence.RESULT_SAT_OUT: "{player} sat this turn out and still has {gems}.",
    Sentence.PLAYER_OUT: "{player} has no gem left and is out.",
    Sentence.PLAYED_ON: "Turn {turn} was played after the game had ended.",
    Sentence.WINNER: "{player} wins the game! Hooray!",
    Sentence.NO_WINNER: "Nobody has a gem left, so nobody wins.",
    Sentence.PLAY_AGAIN: "Another game? Press gray!",
    # Corrections and protests
    Sentence.CORRECTED: "Turn {turn} is put right (correction {number}).",
    Sentence.CORRECTION_UNDONE: "Correction {number} is undone: turn {turn} is worked out again.",
    Sentence.PROTEST: "Protest! Let us look at turn {turn} again.",
    Sentence.PROTEST_STANDS: "The ruling of turn {turn} stands.",
    Sentence.PROTEST_STRUCK: "The protest is right: turn {turn} is struck out.",
    Sentence.PAUSED: "Break! The game waits for you.",
    Sentence.RESUMED: "The game goes on!",
    # The table itself
    Sentence.SIMULATED_TABLE: "No table hardware found: this is the simulated table.",
    Sentence.CAMERA_FOUND: "Camera: {found}.",
    Sentence.CAMERA_SIMULATED: "Camera: simulated, {why}.",
    Sentence.SENSORS_FOUND: "Sensors: {found}.",
    Sentence.SENSORS_SIMULATED: "Sensors: simulated, {why}.",
    Sentence.LAMPS_FOUND: "Lamps: {found}.",
    Sentence.LAMPS_SIMULATED: "Lamps: none, {why}.",
    Sentence.GAME_GOES_ON: "Game {game} goes on.",
    Sentence.GAME_IS_KEPT: "The game is kept. Start the table again and it goes on where it stopped.",
    Sentence.PART_FAILED: "Something is wrong: {part} {trouble}. The game goes on all the same; {remedy}.",
    Sentence.PART_RECOVERED: "Good news: {part} is all right again.",
    Sentence.BROKEN_BUTTON_COUNTED: (
        "Turn {turn}: {imp} counted for {player} by a broken button. If nobody pressed it, put it right."
    ),
    Sentence.HALF_PLACED: "Seat {seat}: press the imp down on your dock.",
    Sentence.FILM_IS_OVER: "The film is over: the camera shows nothing any more.",
    # The log
    Sentence.LOG_NOT_WRITTEN: (
        "The log cannot be written: make room on the disk. This turn is played to its end."
    ),
    Sentence.LOG_WRITTEN_AGAIN: "The log can be written again. On we go!",
    # The table's own files
    Sentence.SETTINGS_AS_BEFORE: (
        "These settings cannot be used: {found}. The table plays by those it had before, until the file is"
        " put right."
    ),
    Sentence.SETTINGS_AS_USUAL: (
        "These settings cannot be used: {found}. The table plays by the usual ones, until the file is put"
        " right."
    ),
    Sentence.TABLE_FILE_DAMAGED: (
        "The table file cannot be used: {found}. The camera reads no dice; put the file right, or set the"
        " table up anew."
    ),
    Sentence.TABLE_FILE_TAKEN: "The table file can be used again: the camera reads the dice.",
    Sentence.PINS_NOT_TAKEN: ("The switches cannot be used: {found}. Play by phone until that is put right."),
    Sentence.FILES_WELL: "All files can be used again: the table takes them a minute after the game.",
    Sentence.PUT_AWAY: "To keep the log small, games {first} to {last} were put away; they lie in {file}.",
    Sentence.SET_ASIDE: "A damaged file was set aside: {found}.",
    Sentence.PIN_NOT_KEPT: (
        "Nobody knows the table’s new PIN: {found}. Put that right and start the table anew."
    ),
    # What is not allowed now
    Sentence.NO_SUCH_SEAT: "There is no seat {seat}.",
    Sentence.SEAT_IS_TAKEN: "Somebody sits at seat {seat} already.",
    Sentence.SEAT_IS_FREE: "Nobody sits at seat {seat}.",
    Sentence.NOT_IN_THIS_TURN: "{player} is not playing in this turn.",
    Sentence.PLAYER_SITS_ELSEWHERE: "This player already sits at seat {seat}.",
    Sentence.TOO_FEW_PLAYERS: "You need at least two players.",
    Sentence.NO_YOUNGEST: "First say who is the youngest.",
    Sentence.BAD_SETTING: "The setting {setting} cannot be {found}; use {wanted}.",
    Sentence.ONLY_IN_LOBBY: "That only works before a game begins.",
    Sentence.NO_GAME: "No game is being played.",
    Sentence.GAME_IS_OVER: "The game is over.",
    Sentence.GAME_NOT_OVER: "The game is not over yet.",
    Sentence.TABLE_LOCKED: "The table is locked: only the desk can start a game.",
    Sentence.IMPS_NOT_READY: "The imps are not all in place yet.",
    Sentence.IMP_NOT_IN_PLAY: "This turn is played without {imp}.",
    Sentence.IMP_COUNTED_ALREADY: "Taken already: {player} has {imp}.",
    Sentence.PUT_BACK_DOES_NOT_HELP: "{player} put {imp} back, but it still counts.",
    Sentence.NO_IMP_OFF_ITS_BASE: "{player}, no {colour} imp is off its base: take one first, then tap.",
    Sentence.TIME_IS_UP: "Too late: the time is up.",
    Sentence.LAST_TURN_IS_OVER: "That turn is over already.",
    Sentence.WAIT_FOR_THE_ROLL: "Not yet, {player}: wait until the dice roll.",
    Sentence.ROLL_LIES_ALREADY: "The dice have been rolled already.",
    Sentence.ORDER_LIES_ALREADY: "The Order die has been rolled already.",
    Sentence.ORDER_FIRST_WANTED: "First roll the Order die alone.",
    Sentence.NOT_ORDER_FIRST: "In this game all dice are rolled together.",
    Sentence.NO_ROLL: "Nobody has rolled yet.",
    Sentence.NO_SUCH_TURN: "There is no turn {turn}.",
    Sentence.NO_SUCH_DIE: "There is no die number {number}.",
    Sentence.NO_SUCH_ORDER: "The Order die has no order “{order}”.",
    Sentence.NO_SUCH_QUESTION: "Question {number} is not waiting for an answer.",
    Sentence.NO_SUCH_CHOICE: "That is not one of the answers.",
    Sentence.NO_SUCH_CORRECTION: "There is no such correction.",
    Sentence.NOTHING_TO_CORRECT: "There is nothing to put right.",
    Sentence.MORE_IMPS_THAN_IN_PLAY: "There are not that many imps in play; too many: {imps}.",
    Sentence.CORRECTION_LEAVES_DOUBT: (
        "Then it is not clear what was right. Say the doubtful die, or which colour was closest, too."
    ),
    Sentence.NO_SUCH_GAME: "There is no game {game} going on.",
    Sentence.TURN_IS_OPEN: "Turn {turn} is not finished yet.",
    Sentence.PROTEST_IS_OPEN: "First decide the protest about turn {turn}.",
    Sentence.NO_PROTEST: "Nobody has protested.",
    Sentence.IS_PAUSED: "The game is paused.",
    Sentence.NOT_PAUSED: "The game is not paused.",
}

LABELS: Mapping[Label, str] = {
    Label.TITLE: "Pi Diavolo",
    Label.GAME: "Game",
    Label.GAMES: "Games",
    Label.TURN: "Turn",
    Label.TURNS: "Turns",
    Label.STATUS: "Status",
    Label.TIME: "Time",
    Label.TOTAL: "Total",
    Label.PLAYER: "Player",
    Label.PLAYERS: "Players",
    Label.SEAT: "Seat",
    Label.YOU: "you",
    Label.YOUNGEST: "Youngest",
    Label.GEMS: "Gems",
    Label.CHANGE: "Change",
    Label.OUT: "out",
    Label.WINNER: "Winner",
    Label.WINS: "wins!",
    Label.NOBODY: "nobody",
    Label.NOBODY_WINS: "Nobody wins",
    Label.ROLLS: "rolls",
    Label.ROLL: "Roll",
    Label.DICE: "Dice",
    Label.TRAY: "The tray",
    Label.ORDER: "Order",
    Label.ORDER_DIE: "Order die",
    Label.COLOUR: "Colour",
    Label.SCORE: "Score",
    Label.TIE: "tie",
    Label.IMPS: "Imps",
    Label.TOOK: "Took",
    Label.AFTER: "After",
    Label.EARLY: "early",
    Label.GONE: "gone",
    Label.ANSWER: "Answer",
    Label.RESULT: "Result",
    Label.REASON: "Reason",
    Label.QUESTION: "Question",
    Label.ROLL_AGAIN: "roll again",
    Label.NEITHER: "neither",
    Label.NONE_OF_THESE: "none of these",
    Label.PROTEST: "Protest",
    Label.CORRECTED: "put right",
    Label.STRUCK: "struck out",
    Label.PENDING: "not decided yet",
    Label.PLAYED_ON: "played on",
    Label.YES: "yes",
    Label.NO: "no",
    Label.PICTURES: "Pictures",
    Label.SURE: "read surely",
    Label.INVALID: "does not count",
    Label.NOT_SURE: "not sure",
    Label.UNREADABLE: "cannot be opened",
    Label.LEANS: "leans",
    Label.OUTSIDE: "outside",
    Label.STACKED: "stacked",
    Label.TOO_MANY: "one too many",
    Label.AT_REST: "dice at rest",
    Label.HAND: "a hand over the tray",
    Label.MILLIMETRES: "mm",
    Label.SECONDS: "s",
    Label.MILLISECONDS: "ms",
    Label.KEYS: "Keys",
    Label.PRESS: "Press",
    Label.PRESS_CTRL_C: "Press Ctrl-C to leave",
    Label.GPIO: "GPIO",
    Label.CHANNEL: "channel",
}

STATUSES: Mapping[Status, str] = {
    Status.LOBBY: "waiting for players",
    Status.IMPS: "waiting for the imps",
    Status.ROLL_NOW: "roll the dice",
    Status.ROLLING: "dice rolling",
    Status.READING: "reading the dice",
    Status.GRAB: "grab!",
    Status.CHOOSE: "choose",
    Status.QUESTION: "a question for you",
    Status.PROTEST: "protest",
    Status.PAUSED: "paused",
    Status.OVER: "game over",
}

VERDICTS: Mapping[Verdict, str] = {
    Verdict.RIGHT: "right",
    Verdict.GAINED: "one gem more",
    Verdict.GAINED_AT_MOST: "right, gems full",
    Verdict.WRONG: "wrong",
    Verdict.NONE: "no imp",
    Verdict.STRUCK: "does not count",
    Verdict.SAT_OUT: "sat out",
}

COLOURS: Mapping[Colour, ColourWords] = {
    Colour.BLACK: ColourWords("black", "the black imp", Counted("black imp", "black imps"), letter="b"),
    Colour.WHITE: ColourWords("white", "the white imp", Counted("white imp", "white imps"), letter="w"),
    Colour.RED: ColourWords("red", "the red imp", Counted("red imp", "red imps"), letter="r"),
    Colour.GRAY: ColourWords("gray", "the gray imp", Counted("gray imp", "gray imps"), letter="g"),
}

TRAY_PARTS: Mapping[TrayPart, str] = {
    TrayPart.BACK_LEFT: "at the back left",
    TrayPart.BACK: "at the back",
    TrayPart.BACK_RIGHT: "at the back right",
    TrayPart.LEFT: "on the left",
    TrayPart.MIDDLE: "in the middle",
    TrayPart.RIGHT: "on the right",
    TrayPart.FRONT_LEFT: "at the front left",
    TrayPart.FRONT: "at the front",
    TrayPart.FRONT_RIGHT: "at the front right",
}

PARTS: Mapping[PartKind, PartWords] = {
    PartKind.CAMERA: PartWords("the camera", "type in what the dice show"),
    PartKind.SWITCHES: PartWords("the switch board", "tap your colour on a phone"),
    PartKind.BASE: PartWords("base", "check its switch and its wire"),
    PartKind.BUTTON: PartWords("button", "tap your colour on a phone"),
    PartKind.DOCK: PartWords("dock", "tap your colour on a phone"),
    PartKind.LAMPS: PartWords("the lamp chain", "the screen shows the gems"),
    PartKind.SUPPLY: PartWords("the power supply", "use the official one with a short, thick cable"),
    PartKind.COMPUTER: PartWords("the computer", "give it air, a heat sink or a fan"),
    PartKind.DISK: PartWords("the memory card", "make room on it before it is full"),
}

TROUBLES: Mapping[Fault, str] = {
    Fault.STUCK: "is stuck",
    Fault.FLOATING: "moves though nobody touches it",
    Fault.CHATTERING: "does not come to rest",
    Fault.EDGES_LOST: "lost some of its signals",
    Fault.SILENT: "does not answer",
    Fault.STALLED: "does not answer any more",
    Fault.UNREADABLE: "says what cannot be",
    Fault.TOO_DARK: "has too little light",
    Fault.TOO_BRIGHT: "is dazzled",
    Fault.BLURRED: "sees everything blurred",
    Fault.TABLE_HIDDEN: "does not see the corners of the table",
    Fault.WEAK: "gives too little voltage",
    Fault.HOT: "is too hot and slows down",
    Fault.NEARLY_FULL: "is nearly full",
}

LACKING: Mapping[Lacking, str] = {
    Lacking.SETTINGS: "as the settings say",
    Lacking.NO_TABLE_FILE: "no table file is named in the settings",
    Lacking.NO_CAMERA: "no camera is plugged in",
    Lacking.NO_GPIO: "this machine has no GPIO pins",
    Lacking.NO_SPI: "this machine has no SPI bus",
    Lacking.NOT_ALLOWED: "this user may not use it",
}

ORDERS: Mapping[str, OrderWords] = {
    "greatest_sum": OrderWords(
        "greatest sum", "Greatest sum", "Add up each colour: the biggest total is your imp. Equal? Gray!"
    ),
    "smallest_sum": OrderWords(
        "smallest sum", "Smallest sum", "Add up each colour: the smallest total is your imp. Equal? Gray!"
    ),
    "most_odd": OrderWords(
        "most odd", "Most odd", "Count the 1s, 3s and 5s in each colour: the most is your imp. Equal? Gray!"
    ),
    "highest_value": OrderWords(
        "highest value", "Highest value", "Find the highest die: grab its colour. Equal? Gray!"
    ),
    "greatest_difference": OrderWords(
        "greatest difference",
        "Greatest difference",
        "Highest die minus lowest in each colour: the most is your imp. Equal? Gray!",
    ),
    "closest": OrderWords(
        "closest", "Closest", "Find the die nearest to the Order die: grab its colour. Equal? Gray!"
    ),
}

ENGLISH = Catalogue(
    code="en",
    language="English",
    sentences={**SENTENCES, **DUELS, **BOARD},
    labels=LABELS,
    statuses=STATUSES,
    verdicts=VERDICTS,
    colours=COLOURS,
    counters=COUNTERS,
    orders=ORDERS,
    elements=ELEMENTS,
    tray_parts=TRAY_PARTS,
    parts=PARTS,
    troubles=TROUBLES,
    lacking=LACKING,
    gems=Counted("gem", "gems"),
    some_left="{gems} left",
    none_left="no gem left",
    singular=frozenset({1}),
    decimal_sign=".",
    both="and",
    either="or",
    seat="seat",
)
