"""Every sentence the table can say, as a key with values; `language` has the words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import Any


class Sentence(StrEnum):
    """The keys of all sentences; each language has exactly these."""

    # The lobby
    WELCOME = auto()
    SEAT_TAKEN = auto()
    SEAT_LEFT = auto()
    YOUNGEST_IS = auto()
    WHO_IS_YOUNGEST = auto()
    SETTINGS_CHOSEN = auto()
    GAME_BEGINS = auto()
    GAME_ABANDONED = auto()
    # Before the roll
    PLACE_IMPS = auto()
    IMPS_MISSING = auto()
    IMPS_TOO_MANY = auto()
    TAKE_AWAY_IMPS = auto()
    ROLL_NOW = auto()
    ROLL_ORDER_FIRST = auto()
    # The roll
    DICE_ROLLING = auto()
    DICE_READING = auto()
    ORDER_IS = auto()
    ROLL_COLOURS_NOW = auto()
    GRAB_NOW = auto()
    GRAB_NOW_ONE_OF = auto()
    ROLL_INVALID = auto()
    FAULT_DIE_MISSING = auto()
    FAULT_DIE_OUTSIDE_TRAY = auto()
    FAULT_DIE_COCKED = auto()
    FAULT_DIE_STACKED = auto()
    FAULT_TOO_MANY_DICE = auto()
    FAULT_PEOPLE = auto()
    FAULT_POWER = auto()
    # Grabs
    GRAB_COUNTED = auto()
    GRAB_COUNTED_NO_TIME = auto()
    GRAB_COUNTED_EARLY = auto()
    GRAB_SECOND = auto()
    GRAB_REPEATED = auto()
    GRAB_GONE = auto()
    GRAB_LOST_PHOTO_FINISH = auto()
    GRAB_SHARED_PHOTO_FINISH = auto()
    GRAB_TAKEN_BACK = auto()
    # Questions
    ASK_DIE = auto()
    ASK_ORDER = auto()
    ASK_CLOSEST = auto()
    ASK_TWO_AT_ONCE = auto()
    QUESTION_SETTLED = auto()
    # Rulings
    RULING = auto()
    RULING_TIE = auto()
    RULING_STRUCK = auto()
    RULING_DECIDED_BY_PEOPLE = auto()
    RESULT_RIGHT = auto()
    RESULT_GAINED = auto()
    RESULT_GAINED_AT_MOST = auto()
    RESULT_WRONG = auto()
    RESULT_NONE = auto()
    RESULT_STRUCK = auto()
    RESULT_SAT_OUT = auto()
    PLAYER_OUT = auto()
    PLAYED_ON = auto()
    WINNER = auto()
    NO_WINNER = auto()
    PLAY_AGAIN = auto()
    # Corrections and protests
    CORRECTED = auto()
    CORRECTION_UNDONE = auto()
    PROTEST = auto()
    PROTEST_STANDS = auto()
    PROTEST_STRUCK = auto()
    PAUSED = auto()
    RESUMED = auto()
    # The table itself
    SIMULATED_TABLE = auto()
    GAME_GOES_ON = auto()
    GAME_IS_KEPT = auto()
    # The log
    LOG_NOT_WRITTEN = auto()
    LOG_WRITTEN_AGAIN = auto()
    # What is not allowed now
    NO_SUCH_SEAT = auto()
    SEAT_IS_TAKEN = auto()
    SEAT_IS_FREE = auto()
    NOT_IN_THIS_TURN = auto()
    PLAYER_SITS_ELSEWHERE = auto()
    TOO_FEW_PLAYERS = auto()
    NO_YOUNGEST = auto()
    BAD_SETTING = auto()
    ONLY_IN_LOBBY = auto()
    NO_GAME = auto()
    GAME_IS_OVER = auto()
    GAME_NOT_OVER = auto()
    TABLE_LOCKED = auto()
    IMPS_NOT_READY = auto()
    IMP_NOT_IN_PLAY = auto()
    IMP_COUNTED_ALREADY = auto()
    PUT_BACK_DOES_NOT_HELP = auto()
    TIME_IS_UP = auto()
    LAST_TURN_IS_OVER = auto()
    WAIT_FOR_THE_ROLL = auto()
    ROLL_LIES_ALREADY = auto()
    ORDER_LIES_ALREADY = auto()
    ORDER_FIRST_WANTED = auto()
    NOT_ORDER_FIRST = auto()
    NO_ROLL = auto()
    NO_SUCH_TURN = auto()
    NO_SUCH_DIE = auto()
    NO_SUCH_ORDER = auto()
    NO_SUCH_QUESTION = auto()
    NO_SUCH_CHOICE = auto()
    NO_SUCH_CORRECTION = auto()
    NOTHING_TO_CORRECT = auto()
    MORE_IMPS_THAN_IN_PLAY = auto()
    CORRECTION_LEAVES_DOUBT = auto()
    NO_SUCH_GAME = auto()
    TURN_IS_OPEN = auto()
    PROTEST_IS_OPEN = auto()
    NO_PROTEST = auto()
    IS_PAUSED = auto()
    NOT_PAUSED = auto()


@dataclass(frozen=True, slots=True)
class Saying:
    """One sentence and what fills its gaps: seats, colours, numbers, counts of imps, scores."""

    sentence: Sentence
    values: Mapping[str, Any] = field(default_factory=dict)


def saying(sentence: Sentence, **values: Any) -> Saying:
    """A sentence with its values by name, as `language` wants them."""
    return Saying(sentence, values)
