"""What people are told to do next, and how a game ended."""

from pi_diavolo.games.devils_dice.endings import sharing
from pi_diavolo.games.devils_dice.play import Play
from pi_diavolo.table.boards import Ended
from pi_diavolo.table.sentences import Saying, Sentence, saying


def call(play: Play) -> Saying | None:
    """What the table waits for, in a sentence; nothing when the game is over."""
    if play.over:
        return None
    if play.mover is None:
        return saying(Sentence.BOARD_ROLL_OFF, player=play.to_roll_off[0])
    if play.dice:
        return saying(Sentence.BOARD_MOVE_NOW, player=play.mover, rolled=play.dice)
    for counter in play.on_safe_squares(play.mover):
        square = play.counters[counter].square
        return saying(Sentence.BOARD_MUST_LEAVE, player=play.mover, square=square, colour=counter.colour)
    return saying(Sentence.BOARD_ROLL_NOW, player=play.mover)


def how_it_ended(play: Play) -> tuple[Saying, ...]:
    """Why the game is over, and who has won or shares it."""
    totals = dict(sorted(play.left().items(), key=lambda each: -each[1]))
    won = saying(Sentence.WINNER, player=play.winner)
    if play.winner is None:
        won = saying(Sentence.BOARD_SHARED, players=sharing(play))
    match play.ended:
        case Ended.LAST_STANDING:
            return saying(Sentence.BOARD_LAST_STANDING, player=play.winner), won
        case Ended.ALL_PASSED:
            return saying(Sentence.BOARD_ALL_PASSED, totals=totals), won
        case Ended.NO_CAPTURES:
            rounds = play.rules.end_without_captures
            return saying(Sentence.BOARD_NO_CAPTURES, number=rounds, totals=totals), won
        case Ended.AGREED:
            return saying(Sentence.BOARD_AGREED, totals=totals), won
        case None:
            return ()
