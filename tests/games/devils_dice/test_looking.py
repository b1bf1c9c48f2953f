"""The camera sees the board: moves are made, doubts asked about, and anything else is put back."""

import pytest

from pi_diavolo.table.boards import BoardSeen, Counter, CounterMoved, EndAgreed
from pi_diavolo.table.effects import Unask
from pi_diavolo.table.events import (
    GameAbandoned,
    GameStarted,
    Paused,
    PlayAgainAsked,
    QuestionAnswered,
    Resumed,
)
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.sentences import Sentence
from tests.games.devils_dice.makers import (
    BLUE,
    FLAT,
    GREEN,
    MIA,
    NOAH,
    ORANGE,
    PAWN,
    WHITE,
    TableOfMovers,
    move,
    sq,
)


def seen_from_the_start(*dice: int, first: int = 6, colours: str = "orange;blue") -> TableOfMovers:
    """The board stands as it should, and the dice of the first turn lie there."""
    table = TableOfMovers(2, colours=colours)
    table.sees()
    table.rolls_off(first, 3)
    table.rolls(*(dice or (3, 4)))
    return table


def played(table: TableOfMovers, *turns: tuple[tuple[int, int], Colour, int, str]) -> TableOfMovers:
    """These turns are played on the board, under the camera."""
    for dice, colour, number, to in turns:
        if not table.play.dice:
            table.rolls(*dice)
        start = table.where(colour, number)
        assert start is not None
        shape = table.play.counters[Counter(colour, number)].shape
        table.sees((start, None), (to, colour, shape))
        assert not table.refusals(), table.refusals()
        assert table.where(colour, number) == to
        table.sees()
    return table


def sayings(table: TableOfMovers) -> list[tuple[Sentence, str | None]]:
    return [(put.saying.sentence, put.square.name if put.square else None) for put in table.view.to_put]


def test_a_move_that_was_seen_is_made() -> None:
    table = seen_from_the_start()
    table.sees(("c1", None), ("f5", ORANGE))
    (ruling,) = table.rulings
    assert ruling.move is not None
    assert (ruling.move.move, ruling.move.came_from) == (move(ORANGE, 1, "f5"), sq("c1"))
    assert (table.play.mover, table.view.to_put) == (NOAH, ())


def test_while_nobody_has_moved_nothing_happens() -> None:
    table = seen_from_the_start()
    assert table.sees() == []
    assert table.sees(("c1", ORANGE, None)) == []


def test_the_same_look_twice_says_nothing_new() -> None:
    table = seen_from_the_start()
    table.sees(("c1", None), ("g5", ORANGE))
    assert table.refusals()
    assert table.sees(("c1", None), ("g5", ORANGE)) == []


def about_to_take() -> TableOfMovers:
    """Orange's pawn on i6 can take green on g5."""
    table = seen_from_the_start(6, 5, colours="orange;green")
    played(table, ((6, 5), ORANGE, 1, "i6"), ((6, 2), GREEN, 1, "g5"))
    table.rolls(2, 1)
    return table


def test_a_capture_that_was_seen_is_made() -> None:
    table = about_to_take()
    table.sees(("i6", None), ("g5", ORANGE, PAWN))
    (ruling,) = table.rulings
    assert ruling.move is not None
    assert (ruling.move.taken, ruling.gems) == (Counter(GREEN, 1), {MIA: 4, NOAH: 3})
    assert sayings(table) == []


def test_a_capture_under_which_the_other_may_still_lie_is_asked_about() -> None:
    table = about_to_take()
    table.sees(("i6", None), ("g5", GREEN), beside=1)
    assert table.asked[0].question.options == ("i6-g5", "none")
    table.does(QuestionAnswered(1, "i6-g5", 0.0))
    assert table.where(GREEN, 1) is None


def test_a_capture_on_the_page_says_to_take_the_other_off_first() -> None:
    table = about_to_take()
    table.moves(ORANGE, 1, "g5")
    assert sayings(table) == [(Sentence.BOARD_TAKE_OFF, "g5"), (Sentence.BOARD_PUT, "g5")]


def test_a_flat_not_yet_exchanged_is_told_to_be() -> None:
    table = seen_from_the_start(6, 5)
    table.sees(("c1", None), ("i6", ORANGE, FLAT))
    assert table.rulings[0].move is not None
    assert table.rulings[0].move.promoted
    assert sayings(table) == [(Sentence.BOARD_MAKE_PAWN, "i6")]
    table.sees(("i6", ORANGE, PAWN))
    assert (sayings(table), table.said) == ([], [Sentence.BOARD_STANDS_RIGHT])


def test_a_pawn_that_is_none_yet_is_told_to_be_a_flat_again() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), ("f5", ORANGE, PAWN))
    assert table.where(ORANGE, 1) == "f5"
    assert sayings(table) == [(Sentence.BOARD_MAKE_FLAT, "f5")]


def test_a_counter_on_a_safe_square_too_long_is_to_be_taken_off() -> None:
    table = played(seen_from_the_start(2, 4), ((2, 4), ORANGE, 4, "c7"), ((3, 3), BLUE, 1, "k13"))
    table.rolls(3, 4)
    table.sees(("c1", None), ("f5", ORANGE), ("c7", ORANGE))
    assert table.rulings[0].move is not None
    assert table.rulings[0].move.overdue == (Counter(ORANGE, 4),)
    # It still stood there when the camera looked.
    assert sayings(table) == [(Sentence.BOARD_TAKE_OFF, "c7")]
    # It hinders nobody: the next move is seen all the same.
    table.rolls(1, 1)
    table.sees(("c7", ORANGE), ("k13", None), ("j12", BLUE))
    assert table.where(BLUE, 1) == "j12"
    assert sayings(table) == [(Sentence.BOARD_TAKE_OFF, "c7")]
    table.sees()
    assert sayings(table) == []


def test_a_counter_that_is_out_and_still_stands_is_not_taken_for_one_that_has_moved_there() -> None:
    table = played(seen_from_the_start(4, 2), ((4, 2), ORANGE, 1, "g3"), ((1, 1), BLUE, 1, "m15"))
    table.rolls(3, 4)
    table.sees(("b1", None), ("e5", ORANGE), ("g3", ORANGE))
    table.rolls(1, 2)
    table.sees(("g3", ORANGE), ("m15", None), ("l13", BLUE))
    table.rolls(6, 1)
    # The one from a2 is in a hand: what stands on g3 should have been taken off.
    table.sees(("a2", None), ("g3", ORANGE))
    assert (table.rulings, table.where(ORANGE, 3)) == ([], "a2")
    assert table.asked[0].question.options == ("a2-g3", "none")
    table.sees(("a2", None), ("b8", ORANGE))
    assert table.where(ORANGE, 3) == "b8"


def test_what_was_taken_off_at_once_does_not_make_the_next_capture_there_doubtful() -> None:
    table = about_to_take()
    table.sees(("i6", None), ("g5", ORANGE, PAWN))
    table.rolls(6, 3)
    table.sees(("a8", None), ("g5", GREEN))
    assert table.asked == []
    assert (table.where(GREEN, 2), table.where(ORANGE, 1)) == ("g5", None)


@pytest.mark.parametrize(
    ("start", "to", "why"),
    [
        pytest.param("c1", "f6", Sentence.BOARD_NOT_THESE_DICE, id="not these dice"),
        pytest.param("c1", "c8", Sentence.BOARD_NOT_THESE_DICE, id="straight on"),
        pytest.param("a3", "d7", None, id="a legal one"),
        pytest.param("b1", "e5", None, id="another legal one"),
    ],
)
def test_a_counter_in_the_wrong_place_goes_back_with_the_reason(
    start: str, to: str, why: Sentence | None
) -> None:
    table = seen_from_the_start(3, 4)
    table.sees((start, None), (to, ORANGE))
    if why is None:
        assert table.rulings
        return
    assert [reason.sentence for reason in table.refusals()] == [why]
    assert table.said == [Sentence.BOARD_PUT_BACK]
    (put,) = table.view.to_put
    assert put.saying.values == {"colour": ORANGE, "came_from": sq(to), "square": sq(start)}
    assert (table.play.mover, table.play.dice) == (MIA, (3, 4))
    table.sees()
    assert table.said == [Sentence.BOARD_STANDS_RIGHT]


def test_from_the_wrong_square_a_counter_may_go_on_to_a_right_one() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), ("f6", ORANGE))
    table.sees(("c1", None), ("f7", ORANGE))
    assert [reason.sentence for reason in table.refusals()] == [Sentence.BOARD_NOT_THESE_DICE]
    table.sees(("c1", None), ("f5", ORANGE))
    assert table.where(ORANGE, 1) == "f5"


def test_a_flat_that_went_backwards_goes_back() -> None:
    table = played(seen_from_the_start(5, 5), ((5, 5), ORANGE, 1, "h6"), ((1, 1), BLUE, 1, "m15"))
    table.rolls(3, 4)
    table.sees(("h6", None), ("e2", ORANGE))
    assert [reason.sentence for reason in table.refusals()] == [Sentence.BOARD_BACKWARDS]


def test_a_pawn_that_went_both_ways_goes_back() -> None:
    table = played(seen_from_the_start(6, 5), ((6, 5), ORANGE, 1, "i6"), ((1, 1), BLUE, 1, "m15"))
    table.rolls(3, 4)
    table.sees(("i6", None), ("l2", ORANGE, PAWN))
    assert [reason.sentence for reason in table.refusals()] == [Sentence.BOARD_MIXED]


def test_what_was_taken_by_an_illegal_move_goes_back_as_well() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), ("n16", ORANGE))
    assert [reason.sentence for reason in table.refusals()] == [Sentence.BOARD_NOT_THESE_DICE]
    assert sayings(table) == [(Sentence.BOARD_PUT_BACK, "c1"), (Sentence.BOARD_PUT_FLAT, "n16")]


def test_a_counter_goes_back_to_the_square_it_must_have_come_from() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), ("f6", ORANGE), unsure=("c1",))
    assert [reason.sentence for reason in table.refusals()] == [Sentence.BOARD_NOT_THESE_DICE]
    assert sayings(table) == [(Sentence.BOARD_PUT_BACK, "c1")]
    several = seen_from_the_start(3, 4)
    several.sees(("c1", None), ("f6", ORANGE), unsure=("c1", "b1"))
    assert several.refusals() == []
    assert [sentence for sentence, _ in sayings(several)] == [Sentence.BOARD_PUT_BACK]


def test_another_players_counter_goes_back() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("n16", None), ("k12", BLUE))
    assert [reason.sentence for reason in table.refusals()] == [Sentence.BOARD_OTHERS_COUNTER]
    assert sayings(table) == [(Sentence.BOARD_PUT_BACK, "n16")]


def test_more_than_one_counter_goes_back() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), ("f5", ORANGE), ("n16", None), ("k12", BLUE))
    assert [reason.sentence for reason in table.refusals()] == [Sentence.BOARD_MORE_THAN_ONE]
    assert len(table.view.to_put) == 2


def test_a_counter_in_somebodys_hand_is_not_blamed_on_anybody() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None))
    assert table.refusals() == []
    assert sayings(table) == [(Sentence.BOARD_PUT_FLAT, "c1")]


def test_a_counter_between_two_squares_is_to_be_set_right() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), beside=1)
    assert (table.refusals(), sayings(table)) == ([], [(Sentence.BOARD_STRAIGHTEN, None)])


def test_before_the_roll_a_counter_that_strayed_goes_back() -> None:
    table = TableOfMovers()
    table.sees(("c1", None), ("f5", ORANGE))
    assert table.said == [Sentence.BOARD_PUT]
    table.sees()
    table.rolls_off(6, 1)
    table.sees(("c1", None), ("f5", ORANGE))
    assert table.said == [Sentence.BOARD_PUT_BACK]


def test_what_was_moved_before_the_roll_is_asked_about_after_it() -> None:
    table = TableOfMovers()
    table.sees()
    table.rolls_off(6, 1)
    table.sees(("c1", None), ("f5", ORANGE))
    table.rolls(3, 4)
    assert table.asked[0].question.options == ("c1-f5", "none")
    table.does(QuestionAnswered(1, "c1-f5", 0.0))
    assert table.where(ORANGE, 1) == "f5"


def test_a_doubt_that_several_moves_explain_is_asked_about() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), unsure=("f5", "g4"))
    (ask,) = table.asked
    assert (ask.question.kind, ask.question.seat) == ("move", MIA)
    assert ask.question.options == ("c1-f5", "c1-g4", "none")
    assert table.sees(("c1", None), ("a2", ORANGE, None), unsure=("f5", "g4")) == []
    table.does(QuestionAnswered(1, "c1-g4", 0.0))
    assert Unask(1) in table.effects
    assert table.where(ORANGE, 1) == "g4"


@pytest.mark.parametrize(
    ("maybe", "unsure", "beside"),
    [
        pytest.param({}, ("n16",), 0, id="another's square is not seen well"),
        pytest.param({"n16": (Colour.PURPLE,)}, (), 0, id="another's colour is not"),
        pytest.param({}, (), 1, id="one lies across a line"),
    ],
)
def test_a_doubtful_colour_is_never_ruled_on_surely_while_another_counter_may_be_meant(
    maybe: dict[str, tuple[Colour, ...]], unsure: tuple[str, ...], beside: int
) -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), ("f5", ORANGE), maybe={"f5": (BLUE,), **maybe}, unsure=unsure, beside=beside)
    assert table.asked[0].question.options == ("c1-f5", "none")
    table.does(QuestionAnswered(1, "none", 0.0))
    assert (table.play.mover, table.game.doubt) == (MIA, None)
    table.sees(("c1", None), ("f5", ORANGE))
    assert table.where(ORANGE, 1) == "f5"


@pytest.mark.parametrize(
    ("colour", "maybe"),
    [
        pytest.param(ORANGE, (BLUE,), id="all of the other colour stand where they stood"),
        pytest.param(BLUE, (ORANGE,), id="even if the other colour is likelier"),
        pytest.param(ORANGE, (Colour.RED, Colour.YELLOW), id="nobody plays the other colours"),
    ],
)
def test_a_doubtful_colour_is_the_movers_if_no_other_counter_can_have_come(
    colour: Colour, maybe: tuple[Colour, ...]
) -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), ("f5", colour), maybe={"f5": maybe})
    assert not table.asked
    assert table.where(ORANGE, 1) == "f5"


def test_a_capture_of_a_doubtful_colour_is_asked_about_if_the_other_may_still_stand_there() -> None:
    for maybe, asked in (((GREEN,), True), ((Colour.RED,), False)):
        table = about_to_take()
        table.sees(("i6", None), ("g5", ORANGE, PAWN), maybe={"g5": maybe})
        assert bool(table.asked) is asked
        assert table.where(GREEN, 1) == ("g5" if asked else None)


def test_a_doubtful_colour_may_be_that_of_a_counter_which_is_out_and_was_never_taken_off() -> None:
    table = played(seen_from_the_start(4, 2), ((4, 2), ORANGE, 1, "g3"), ((1, 1), BLUE, 1, "m15"))
    table.rolls(3, 4)
    table.sees(("b1", None), ("e5", ORANGE), ("g3", ORANGE))
    table.rolls(1, 2)
    table.sees(("g3", ORANGE), ("m15", None), ("l13", BLUE), maybe={"l13": (ORANGE,)})
    assert table.asked[0].question.options == ("m15-l13", "none")
    table.sees(("m15", None), ("l13", BLUE), maybe={"l13": (ORANGE,)})
    assert table.where(BLUE, 1) == "l13"


def test_a_white_counter_that_is_lost_in_the_light_is_not_missed() -> None:
    table = seen_from_the_start(3, 4, colours="orange;white")
    assert table.sees(("p10", None), lost=(WHITE,)) == []
    table.sees(("p10", None), ("c1", None), ("f5", ORANGE), lost=(WHITE,))
    assert table.where(ORANGE, 1) == "f5"
    assert sayings(table) == []


def test_where_white_may_be_lost_a_white_counter_moved_only_if_all_its_like_are_seen() -> None:
    def after_orange() -> TableOfMovers:
        table = seen_from_the_start(3, 4, colours="orange;white")
        table.sees(("c1", None), ("f5", ORANGE))
        table.rolls(3, 4)
        return table

    table = after_orange()
    table.sees(("p10", None), ("m14", WHITE), lost=(WHITE,))
    assert table.where(WHITE, 1) == "m14"
    table = after_orange()
    table.sees(("p10", None), ("p7", None), ("m14", WHITE), lost=(WHITE,))
    assert table.asked[0].question.options == ("p10-m14", "none")
    table = after_orange()
    table.sees(("p10", None), lost=(WHITE,))  # it may stand on p10 or anywhere
    assert (table.rulings, table.asked) == ([], [])


def test_a_counter_that_went_off_where_white_may_be_lost_may_have_been_taken() -> None:
    table = seen_from_the_start(6, 5, colours="orange;white")
    played(table, ((6, 5), ORANGE, 1, "i6"), ((6, 2), WHITE, 1, "j8"), ((1, 1), ORANGE, 4, "b4"))
    table.rolls(1, 2)
    table.sees(("j8", None), ("i6", None), lost=(WHITE,))
    assert table.rulings == []
    assert table.asked[0].question.options == ("j8-i6", "none")


def test_a_question_is_dropped_when_a_clearer_look_answers_it() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), unsure=("f5",))
    table.sees(("c1", None), ("f5", ORANGE))
    assert Unask(1) in table.effects
    assert table.where(ORANGE, 1) == "f5"
    again = seen_from_the_start(3, 4)
    again.sees(("c1", None), unsure=("f5",))
    again.sees()
    assert Unask(1) in again.effects
    assert again.game.doubt is None


def test_a_guess_on_an_unsure_square_is_no_sure_move() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), ("f5", ORANGE), unsure=("f5",))
    assert table.asked[0].question.options == ("c1-f5", "none")


def test_a_counter_that_came_from_a_square_not_seen_well_is_known_if_no_other_can_have_come() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), ("f5", ORANGE), unsure=("c1",))
    assert table.where(ORANGE, 1) == "f5"
    doubtful = seen_from_the_start(3, 4)
    doubtful.sees(("c1", None), ("f5", ORANGE), unsure=("c1", "b1"))
    assert doubtful.asked[0].question.options == ("c1-f5", "none")
    other = seen_from_the_start(3, 4)
    other.sees(("c1", None), ("f5", ORANGE), unsure=("c1",), maybe={"a2": (Colour.RED,)})
    assert other.asked


def test_a_counter_is_known_to_have_moved_though_others_are_not_seen_well() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), ("f5", ORANGE), unsure=("b1", "a2", "n16"))
    assert table.where(ORANGE, 1) == "f5"


def test_while_nobody_may_have_moved_nobody_is_asked() -> None:
    table = seen_from_the_start(3, 4)
    assert table.sees(unsure=("c1", "f5", "g4")) == []


def test_a_move_on_the_page_says_what_hands_have_to_do_until_the_camera_sees_it() -> None:
    table = seen_from_the_start(6, 5)
    table.moves(ORANGE, 1, "i6")
    assert sayings(table) == [(Sentence.BOARD_PUT, "i6"), (Sentence.BOARD_MAKE_PAWN, "i6")]
    table.sees(("i6", ORANGE, FLAT))
    assert sayings(table) == [(Sentence.BOARD_MAKE_PAWN, "i6")]
    table.sees()
    assert sayings(table) == []


def test_without_a_camera_the_last_move_says_what_hands_have_to_do() -> None:
    table = TableOfMovers()
    table.rolls_off(6, 1)
    table.rolls(6, 5)
    assert sayings(table) == []
    table.moves(ORANGE, 1, "i6")
    assert sayings(table) == [(Sentence.BOARD_PUT, "i6"), (Sentence.BOARD_MAKE_PAWN, "i6")]
    table.rolls(3, 4)
    assert sayings(table) == []


def behind_the_page() -> TableOfMovers:
    """Orange moved on the page from c1 to f5, but nobody has touched the board; blue has rolled."""
    table = seen_from_the_start(3, 4)
    table.moves(ORANGE, 1, "f5")
    table.rolls(3, 4)
    return table


def test_a_board_that_lags_behind_the_page_is_no_illegal_move() -> None:
    table = behind_the_page()
    table.sees(("c1", ORANGE), ("f5", None), ("n16", None), ("k13", BLUE))
    assert table.refusals() == []
    assert sayings(table) == [(Sentence.BOARD_PUT, "f5"), (Sentence.BOARD_PUT, "n16")]


def test_on_a_board_that_lags_behind_the_page_the_next_move_is_seen_all_the_same() -> None:
    table = behind_the_page()
    table.sees(("c1", ORANGE), ("f5", None), ("n16", None), ("k12", BLUE))
    assert table.where(BLUE, 1) == "k12"
    assert sayings(table) == [(Sentence.BOARD_PUT, "f5")]
    table.rolls(1, 1)
    assert not table.game.settled
    table.sees()
    assert sayings(table) == []


def test_who_has_moved_wrongly_puts_that_back_before_another_counter_moves() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("b1", None), ("f6", ORANGE))
    table.sees(("b1", None), ("f6", ORANGE), ("c1", None), ("f5", ORANGE))
    assert [reason.sentence for reason in table.refusals()] == [Sentence.BOARD_MORE_THAN_ONE]
    assert table.play.mover == MIA


def test_a_counter_that_vanished_beside_a_wrong_move_is_told_as_well() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), ("f6", ORANGE), ("n16", None))
    assert [reason.sentence for reason in table.refusals()] == [Sentence.BOARD_MORE_THAN_ONE]


def test_what_was_moved_in_a_break_is_asked_about_after_it() -> None:
    table = seen_from_the_start(3, 4)
    table.does(Paused(0.0))
    assert table.sees(("c1", None), ("f5", ORANGE)) == []
    table.does(Resumed(0.0))
    assert table.asked[0].question.options == ("c1-f5", "none")


def test_in_a_break_no_question_is_answered_but_after_it() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), unsure=("f5", "g4"))
    table.does(Paused(0.0))
    assert table.refused(QuestionAnswered(1, "c1-g4", 0.0)) is Sentence.IS_PAUSED
    table.does(Resumed(0.0))
    assert Unask(1) not in table.effects
    table.does(QuestionAnswered(1, "c1-g4", 0.0))
    assert table.where(ORANGE, 1) == "g4"


def test_a_page_may_answer_a_question_by_the_move_itself() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), unsure=("f5", "g4"))
    table.does(CounterMoved(MIA, move(ORANGE, 1, "f5"), 0.0))
    assert Unask(1) in table.effects
    assert table.where(ORANGE, 1) == "f5"


def test_the_next_game_begins_with_the_board_as_it_was_seen_last() -> None:
    table = seen_from_the_start(3, 4)
    table.sees(("c1", None), ("f5", ORANGE))
    table.does(EndAgreed(0.0), PlayAgainAsked(1.0))
    assert sayings(table) == [(Sentence.BOARD_PUT, "c1")]
    table.sees()
    assert sayings(table) == []
    table.does(GameAbandoned(2.0), GameStarted(3.0))
    table.rolls_off(6, 1)
    table.rolls(3, 4)
    table.sees(("c1", None), ("f6", ORANGE))
    assert [reason.sentence for reason in table.refusals()] == [Sentence.BOARD_NOT_THESE_DICE]


def test_a_board_that_was_set_up_in_the_lobby_needs_nothing_when_the_game_begins() -> None:
    table = seen_from_the_start(3, 4)
    home = table.events[-4]
    assert isinstance(home, BoardSeen)
    table.sees(("c1", None), ("f5", ORANGE))
    table.does(GameAbandoned(1.0))
    assert table.does(home) == []
    table.does(GameStarted(2.0))
    assert (sayings(table), table.game.settled) == ([], True)
    table.does(GameAbandoned(3.0), BoardSeen(home.counters[1:], 4.0), GameStarted(5.0))
    assert sayings(table) == [(Sentence.BOARD_PUT_FLAT, home.counters[0].square.name)]


def test_in_the_lobby_a_look_at_the_board_says_nothing() -> None:
    table = TableOfMovers(start=False)
    assert table.does(BoardSeen((), 0.0)) == []
