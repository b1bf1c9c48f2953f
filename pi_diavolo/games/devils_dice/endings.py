"""When a game is over, and who has won it."""

from pi_diavolo.games.devils_dice.play import Play
from pi_diavolo.table.boards import Ended
from pi_diavolo.table.players import Seat


def end_of(play: Play) -> tuple[Ended | None, Seat | None]:
    """Why the game is over after this turn, if it is, and who has won: nobody where several share it."""
    still_in = play.still_in()
    if len(still_in) <= 1:
        return Ended.LAST_STANDING, still_in[0] if still_in else None
    if play.rules.end_when_all_pass and play.passes >= len(still_in):
        return Ended.ALL_PASSED, most_counters(play)
    if play.quiet >= play.rules.end_without_captures * len(still_in):
        return Ended.NO_CAPTURES, most_counters(play)
    return None, None


def most_counters(play: Play) -> Seat | None:
    """Who has more counters on the board than anybody else."""
    leaders = sharing(play)
    return leaders[0] if len(leaders) == 1 else None


def sharing(play: Play) -> tuple[Seat, ...]:
    """Those who have the most counters on the board."""
    left = play.left()
    return tuple(seat for seat, count in left.items() if count == max(left.values()))
