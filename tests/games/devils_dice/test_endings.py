"""How a game ends: the last one standing, a whole round of passes, rounds without a capture."""

import pytest

from pi_diavolo.games.devils_dice.course import agreed_to_end, moved, rolled
from pi_diavolo.games.devils_dice.endings import sharing
from pi_diavolo.games.devils_dice.legal_moves import legal_moves
from pi_diavolo.games.devils_dice.wording import how_it_ended
from pi_diavolo.table.boards import Counter, Ended, MoveRuling
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Sentence
from tests.games.devils_dice.makers import BLUE, GREEN, MIA, NOAH, ORANGE, RED, a_board, move


def test_who_cannot_move_passes_at_once() -> None:
    play = rolled(a_board({RED: ["pp16"], BLUE: ["o15"]}), (3, 4))
    assert play.held[-1].ruling == MoveRuling((3, 4), passed=True)
    assert (play.turn, play.mover, play.dice) == (2, NOAH, ())


def test_by_house_rule_a_roll_that_moves_nothing_is_rolled_again() -> None:
    play = rolled(a_board({RED: ["pn10", "pp16"], BLUE: ["o15"]}, no_move="roll_again"), (6, 6))
    assert (play.turn, play.mover, play.dice, play.held) == (1, MIA, (), ())
    assert [told.sentence for told in play.news] == [Sentence.BOARD_NO_MOVE_ROLL_AGAIN]
    assert rolled(play, (1, 1)).dice == (1, 1)


def test_whom_no_roll_would_help_passes_all_the_same() -> None:
    play = a_board({RED: ["pp16"], ORANGE: ["pa16"]}, no_move="roll_again")
    assert not any(legal_moves(play, (a, b)) for a in range(1, 7) for b in range(1, 7))
    assert rolled(play, (3, 4)).held[-1].ruling.passed


def test_when_all_pass_in_a_row_the_most_counters_win() -> None:
    play = a_board({RED: ["pp16", "pa1"], ORANGE: ["pa16"]})
    play = rolled(play, (1, 2))
    assert not play.over
    play = rolled(play, (1, 2))
    assert (play.ended, play.winner) == (Ended.ALL_PASSED, MIA)
    assert [told.sentence for told in how_it_ended(play)] == [Sentence.BOARD_ALL_PASSED, Sentence.WINNER]
    assert play.held[-1].ruling.ended is Ended.ALL_PASSED


def test_a_table_may_play_on_though_all_passed() -> None:
    play = a_board({RED: ["pp16", "pa1"], ORANGE: ["pa16"]}, end_when_all_pass=False)
    for _ in range(6):
        play = rolled(play, (1, 2))
    assert (play.over, play.passes) == (False, 6)


def test_a_move_in_between_begins_the_count_of_passes_anew() -> None:
    play = a_board({RED: ["pp16"], ORANGE: ["pa16", "pc3"]})
    play = rolled(play, (1, 2))
    play = rolled(play, (6, 6))
    play = moved(play, legal_moves(play, play.dice)[0])
    assert (play.passes, play.over) == (0, False)


@pytest.mark.parametrize("rounds", [1, 3])
def test_after_so_many_rounds_without_a_capture_the_most_counters_win(rounds: int) -> None:
    play = a_board({ORANGE: ["b2", "d2"], BLUE: ["o15"]}, end_without_captures=rounds)
    for turn in range(2 * rounds):
        assert (play.over, play.quiet) == (False, turn)
        play = rolled(play, (1, 1))
        play = moved(play, legal_moves(play, play.dice)[0])
    assert (play.ended, play.winner) == (Ended.NO_CAPTURES, MIA)
    assert [told.sentence for told in how_it_ended(play)] == [Sentence.BOARD_NO_CAPTURES, Sentence.WINNER]


def test_a_capture_begins_that_count_anew() -> None:
    play = a_board({ORANGE: ["b2"], BLUE: ["c4", "o15"]}, (1, 2)).having(quiet=17)
    assert moved(play, move(ORANGE, 1, "c4")).quiet == 0


def test_a_player_without_counters_is_out_and_passed_over() -> None:
    play = a_board({ORANGE: ["b2"], GREEN: ["c4"], BLUE: ["o15"]}, (1, 2))
    play = moved(play, move(ORANGE, 1, "c4"))
    assert [told.sentence for told in play.news] == [Sentence.BOARD_PLAYER_OUT]
    assert (play.mover, play.still_in()) == (Seat(6), (Seat(1), Seat(6)))


def test_whoever_loses_the_last_counter_on_a_safe_square_is_out() -> None:
    play = rolled(a_board({RED: ["pn10"], BLUE: ["o15"]}), (6, 6))
    assert play.held[-1].ruling == MoveRuling(
        (6, 6), overdue=(Counter(RED, 1),), passed=True, ended=Ended.LAST_STANDING
    )
    assert play.winner == NOAH


def test_those_with_equally_many_counters_share_the_victory() -> None:
    play = agreed_to_end(a_board({ORANGE: ["b2"], GREEN: [], BLUE: ["o15"]}))
    assert (play.winner, sharing(play)) == (None, (Seat(1), Seat(6)))
    assert [told.sentence for told in how_it_ended(play)] == [Sentence.BOARD_AGREED, Sentence.BOARD_SHARED]
    assert how_it_ended(play)[1].values["players"] == (Seat(1), Seat(6))
