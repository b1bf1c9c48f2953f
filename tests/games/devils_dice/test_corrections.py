"""What people put right: dice, a move, a turn; taken back, undone, protested against, told again."""

from typing import Any

import pytest

from pi_diavolo.eventlog.codec import decode_event, decode_ruling, encode_event, encode_ruling
from pi_diavolo.games.devils_dice.acts import Act, tell_again
from pi_diavolo.games.devils_dice.playing import worked_out
from pi_diavolo.games.devils_dice.referee import DevilsDiceReferee
from pi_diavolo.table.board_views import BoardStep
from pi_diavolo.table.boards import (
    BoardSeen,
    Counter,
    CounterMoved,
    CounterSeen,
    EndAgreed,
    Ended,
    MoveCorrected,
    MoveRuling,
)
from pi_diavolo.table.effects import ShowStatus, Status, Unask
from pi_diavolo.table.events import (
    Correction,
    CorrectionUndone,
    EveningOpened,
    ProtestDecided,
    Protested,
    QuestionAnswered,
    SettingsChosen,
    Started,
)
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.rulings import Ruling
from pi_diavolo.table.sentences import Sentence
from tests.games.devils_dice.makers import (
    BLUE,
    GREEN,
    MIA,
    NOAH,
    ORANGE,
    PAWN,
    TableOfMovers,
    a_board,
    move,
    sq,
)


def a_capture() -> TableOfMovers:
    """Orange: c1 to i6, a pawn. Green: a7 to g5. Orange takes green there. Green: a8 to d12."""
    table = TableOfMovers(colours="orange;green")
    table.rolls_off(6, 1)
    table.rolls(6, 5)
    table.moves(ORANGE, 1, "i6")
    table.rolls(6, 2)
    table.moves(GREEN, 1, "g5")
    table.rolls(2, 1)
    table.moves(ORANGE, 1, "g5")
    table.rolls(3, 4)
    table.moves(GREEN, 2, "d12")
    assert (table.play.turn, table.play.left()) == (5, {MIA: 4, NOAH: 3})
    return table


def corrects(table: TableOfMovers, turn: int, **how: Any) -> None:
    table.does(MoveCorrected(turn, table.at, **how))
    assert not table.refusals(), table.refusals()


def test_another_move_of_the_same_dice() -> None:
    table = a_capture()
    corrects(table, 4, move=move(GREEN, 3, "d13"))
    assert table.said[0] is Sentence.CORRECTED
    assert (table.where(GREEN, 2), table.where(GREEN, 3)) == ("a8", "d13")
    (ruling,) = table.rulings
    assert (ruling.turn, ruling.corrected, ruling.roller) == (4, True, NOAH)
    assert [turn.corrected for turn in table.view.turns] == [False, False, False, True]
    assert table.play.turn == 5


def test_other_dice_with_the_same_move_change_only_what_was_rolled() -> None:
    table = a_capture()
    corrects(table, 3, dice=(1, 2))
    assert table.play.left() == {MIA: 4, NOAH: 3}
    assert table.rulings[0].move is not None
    assert table.rulings[0].move.dice == (1, 2)
    assert table.play.turn == 5


def test_with_other_dice_the_move_is_asked_for_again_and_the_later_turns_follow() -> None:
    table = a_capture()
    corrects(table, 3, dice=(2, 2))
    assert Sentence.BOARD_CORRECTION_ASKS in table.said
    assert (table.view.turn, table.view.step, table.view.awaited) == (3, BoardStep.MOVE, MIA)
    assert [(ruling.turn, ruling.pending) for ruling in table.rulings] == [(3, True), (4, True)]
    assert len(table.view.turns) == 2
    table.moves(ORANGE, 1, "k8")
    assert [(ruling.turn, ruling.pending) for ruling in table.rulings] == [(3, False), (4, False)]
    assert (table.play.turn, table.play.mover, table.play.left()) == (5, MIA, {MIA: 4, NOAH: 4})
    assert (table.where(GREEN, 1), table.where(GREEN, 2)) == ("g5", "d12")


def test_a_turn_that_is_asked_for_again_is_not_ruled_by_what_stands_there() -> None:
    table = a_capture()
    table.sees()
    corrects(table, 3, dice=(2, 2))
    table.sees(("i6", None), ("k8", ORANGE, PAWN))
    assert table.asked[0].question.options == ("i6-k8", "none")
    table.does(QuestionAnswered(1, "i6-k8", 0.0))
    assert (table.play.turn, table.where(ORANGE, 1)) == (5, "k8")


def test_dice_and_move_are_put_right_together() -> None:
    table = a_capture()
    corrects(table, 3, dice=(2, 2), move=move(ORANGE, 1, "k8"))
    assert (table.play.turn, table.where(ORANGE, 1), table.where(GREEN, 1)) == (5, "k8", "g5")


def test_a_later_move_that_no_longer_fits_is_asked_for_with_its_dice() -> None:
    table = a_capture()
    # Had orange not become a pawn on i6, it could not have gone back to g5.
    corrects(table, 1, move=move(ORANGE, 3, "f8"))
    assert Sentence.BOARD_CORRECTION_ASKS in table.said
    assert (table.play.turn, table.play.mover, table.play.dice) == (3, MIA, (2, 1))
    table.moves(ORANGE, 3, "g10")
    assert (table.play.turn, table.play.left()) == (5, {MIA: 4, NOAH: 4})


def test_a_move_that_was_not_allowed_then_is_no_correction() -> None:
    table = a_capture()
    wrong = MoveCorrected(3, 1.0, move=move(ORANGE, 1, "h6"))
    assert table.refused(wrong) is Sentence.BOARD_NOT_THESE_DICE
    others = MoveCorrected(3, 1.0, move=move(GREEN, 1, "h7"))
    assert table.refused(others) is Sentence.BOARD_OTHERS_COUNTER


@pytest.mark.parametrize(
    ("turn", "how", "why"),
    [
        (3, {}, Sentence.BOARD_NOT_LIKE_THIS),
        (3, {"dice": (1,)}, Sentence.BOARD_NOT_LIKE_THIS),
        (3, {"dice": (0, 7)}, Sentence.BOARD_NOT_LIKE_THIS),
        (3, {"dice": (1, 2), "struck": True}, Sentence.BOARD_NOT_LIKE_THIS),
        (5, {"dice": (1, 2)}, Sentence.BOARD_NOT_LIKE_THIS),
        (0, {"dice": (1, 2)}, Sentence.NO_SUCH_TURN),
        (6, {"dice": (1, 2)}, Sentence.NO_SUCH_TURN),
        (5, {"struck": True}, Sentence.NO_SUCH_TURN),
        (-1, {"struck": True}, Sentence.NO_SUCH_TURN),
        (3, {"game": 9, "struck": True}, Sentence.NO_SUCH_GAME),
    ],
)
def test_a_correction_that_says_nothing_or_too_much_is_refused(
    turn: int, how: dict[str, Any], why: Sentence
) -> None:
    assert a_capture().refused(MoveCorrected(turn, 1.0, **how)) is why


def test_a_turn_is_taken_back_with_all_that_followed() -> None:
    table = a_capture()
    corrects(table, 3, struck=True)
    assert table.said[0] is Sentence.BOARD_TAKEN_BACK
    assert (table.play.turn, table.play.mover, table.play.dice) == (3, MIA, ())
    assert table.play.left() == {MIA: 4, NOAH: 4}
    table.rolls(1, 1)
    table.moves(ORANGE, 1, "h5")
    assert (table.play.turn, table.play.mover) == (4, NOAH)
    # It is a new turn with the number of the old one.
    (ruling,) = table.rulings
    assert (ruling.turn, ruling.pending, ruling.corrected) == (3, False, False)


def test_what_was_put_right_before_a_turn_was_taken_back_is_not_about_the_new_one() -> None:
    table = a_capture()
    corrects(table, 3, move=move(ORANGE, 3, "b4"))
    corrects(table, 3, struck=True)
    table.rolls(2, 1)
    table.moves(ORANGE, 1, "g5")
    corrects(table, 1, dice=(5, 6))
    assert (table.play.turn, table.where(ORANGE, 1), table.where(ORANGE, 3)) == (4, "g5", "a2")


def test_a_struck_turn_that_was_taken_back_and_played_anew_can_be_put_right_like_any_other() -> None:
    table = a_capture()
    table.does(Correction(1, table.at, struck=True))
    corrects(table, 1, struck=True)
    table.rolls(3, 4)
    table.moves(ORANGE, 1, "f5")
    assert [(ruling.turn, ruling.corrected) for ruling in table.rulings] == [(1, False)]
    corrects(table, 1, move=move(ORANGE, 1, "g4"))
    assert [(ruling.turn, ruling.corrected) for ruling in table.rulings] == [(1, True)]
    assert table.where(ORANGE, 1) == "g4"
    table.does(Correction(1, table.at, struck=True))
    assert (table.refusals(), table.where(ORANGE, 1)) == ([], "c1")
    assert table.play.held[0].ruling.struck


def test_a_struck_turn_counts_as_struck_again_when_its_taking_back_is_undone() -> None:
    table = a_capture()
    table.does(Correction(3, table.at, struck=True))
    corrects(table, 3, struck=True)
    table.does(CorrectionUndone(table.at))
    assert table.refused(MoveCorrected(3, table.at, dice=(1, 2))) is Sentence.BOARD_NOT_LIKE_THIS
    assert [turn.corrected for turn in table.game.turns] == [False, False, True, False]


def test_a_turn_taken_back_by_mistake_comes_again() -> None:
    table = a_capture()
    before = table.play
    corrects(table, 2, struck=True)
    table.does(CorrectionUndone(table.at))
    assert Sentence.CORRECTION_UNDONE in table.said
    assert table.play.having(news=()) == before.having(news=())
    corrects(table, 2, struck=True)
    table.rolls(1, 2)
    table.moves(GREEN, 4, "b12")
    table.does(CorrectionUndone(table.at))
    # What was played meanwhile is left out: those turns are played already.
    assert table.play.having(news=()) == before.having(news=())


def test_the_roll_off_is_taken_back_with_the_whole_game() -> None:
    table = a_capture()
    corrects(table, 0, struck=True)
    assert (table.view.step, table.play.left()) == (BoardStep.ROLL_OFF, {MIA: 4, NOAH: 4})
    table.rolls_off(1, 6)
    assert table.play.mover == NOAH


def test_dice_that_were_read_wrongly_are_put_right_before_the_move() -> None:
    table = a_capture()
    table.rolls(1, 1)
    corrects(table, 5, dice=(1, 6))
    assert (table.play.turn, table.view.dice) == (5, (1, 6))
    corrects(table, 5, struck=True)
    assert (table.play.turn, table.play.dice) == (5, ())


def test_a_struck_turn_leaves_nothing_behind_but_its_place() -> None:
    table = a_capture()
    table.does(Correction(3, 1.0, struck=True))
    assert (table.play.turn, table.play.mover, table.play.left()) == (5, MIA, {MIA: 4, NOAH: 4})
    assert table.play.held[2].ruling.struck
    assert (table.where(ORANGE, 1), table.where(GREEN, 2)) == ("i6", "d12")
    assert table.refused(Correction(3, 1.0, struck=True)) is Sentence.NO_SUCH_TURN
    assert table.refused(MoveCorrected(3, 1.0, dice=(1, 2))) is Sentence.BOARD_NOT_LIKE_THIS
    table.does(CorrectionUndone(2.0, correction=1))
    assert table.play.left() == {MIA: 4, NOAH: 3}


def test_the_turn_in_hand_is_struck_and_begins_anew() -> None:
    table = a_capture()
    table.rolls(1, 1)
    table.does(Correction(5, 1.0, struck=True))
    assert Sentence.BOARD_TURN_ANEW in table.said
    assert (table.play.turn, table.play.mover, table.play.dice) == (5, MIA, ())
    table.rolls(1, 2)
    assert table.play.dice == (1, 2)


def test_only_whole_turns_are_struck_like_in_other_games() -> None:
    table = a_capture()
    for wrong in (Correction(1, 1.0), Correction(1, 1.0, dice=((0, 1),))):
        assert table.refused(wrong) is Sentence.NOT_IN_THIS_GAME
    for turn in (0, 5, 9):
        assert table.refused(Correction(turn, 1.0, struck=True)) is Sentence.NO_SUCH_TURN


def test_what_a_player_did_who_is_out_by_now_is_struck_and_the_others_turns_stay() -> None:
    start = a_board({ORANGE: ["b2"], GREEN: ["c4"], BLUE: ["o15"]})
    first, second, third = start.seats
    rest = (
        Act(3, (2, 0), second, (1, 1)), Act(4, (2, 1), second, move=move(GREEN, 1, "d5")),
        Act(5, (3, 0), third, (1, 1)), Act(6, (3, 1), third, move=move(BLUE, 1, "n14")),
    )  # fmt: skip
    dice = Act(1, (1, 0), first, (1, 2))
    spared = tell_again(start, (dice, Act(2, (1, 1), first, move=move(ORANGE, 1, "d3")), *rest))
    assert (spared.play.turn, spared.play.still_in(), spared.waiting) == (4, start.seats, ())
    taken = tell_again(start, (dice, Act(2, (1, 1), first, move=move(ORANGE, 1, "c4")), *rest))
    assert (taken.play.turn, taken.play.mover, taken.play.still_in()) == (4, first, (first, third))
    assert [held.ruling.struck for held in taken.play.held] == [False, True, False]
    assert (sorted(taken.made), taken.waiting) == ([1, 2, 3, 5, 6], ())


def test_a_correction_may_end_the_game_earlier_and_its_undoing_goes_on_with_it() -> None:
    table = TableOfMovers(colours="orange;green", end_without_captures=2)
    table.rolls_off(6, 1)
    for dice, colour, number, to in (
        ((6, 5), ORANGE, 1, "i6"),
        ((6, 2), GREEN, 1, "g5"),
        ((2, 1), ORANGE, 1, "g5"),
        ((3, 4), GREEN, 2, "d12"),
        ((3, 4), ORANGE, 2, "e5"),
    ):
        table.rolls(*dice)
        table.moves(colour, number, to)
    assert (table.play.turn, table.play.over) == (6, False)
    corrects(table, 3, move=move(ORANGE, 3, "b4"))
    assert (table.play.ended, table.play.turn) == (Ended.NO_CAPTURES, 4)
    assert [(ruling.turn, ruling.over, ruling.played_on) for ruling in table.rulings] == [
        (3, False, False),
        (4, True, False),
        (5, False, True),
    ]
    assert len(table.view.turns) == 4
    table.does(CorrectionUndone(table.at))
    assert (table.play.turn, table.play.over) == (6, False)
    assert [(ruling.turn, ruling.played_on) for ruling in table.rulings] == [
        (3, False),
        (4, False),
        (5, False),
    ]
    assert table.referee.in_progress


def test_an_agreed_end_may_be_taken_back() -> None:
    table = a_capture()
    table.rolls(1, 2)
    table.does(EndAgreed(1.0))
    assert table.play.over
    corrects(table, 5, struck=True)
    assert (table.play.over, table.play.turn, table.play.dice) == (False, 5, ())
    assert [effect.status for effect in table.effects if isinstance(effect, ShowStatus)] == [Status.ROLL_NOW]


def test_an_agreed_end_stands_though_its_turn_is_struck() -> None:
    table = a_capture()
    table.rolls(1, 2)
    table.does(EndAgreed(1.0), Correction(5, 2.0, struck=True))
    assert (table.play.ended, table.play.turn) == (Ended.AGREED, 6)


def test_nobody_moves_while_a_protest_is_open() -> None:
    table = a_capture()
    table.does(Protested(1.0, turn=3))
    assert [(ruling.turn, ruling.pending) for ruling in table.rulings] == [(3, True)]
    assert table.refused(Protested(1.0)) is Sentence.PROTEST_IS_OPEN
    assert table.refused(CounterMoved(MIA, move(ORANGE, 1, "f5"), 1.0)) is Sentence.PROTEST_IS_OPEN
    table.does(ProtestDecided(stands=True, at=2.0))
    assert [(ruling.turn, ruling.pending) for ruling in table.rulings] == [(3, False)]
    table.does(Protested(3.0, turn=3), ProtestDecided(stands=False, at=4.0))
    assert table.play.left() == {MIA: 4, NOAH: 4}
    assert table.refused(ProtestDecided(stands=True, at=5.0)) is Sentence.NO_PROTEST
    for turn in (0, 5):
        assert table.refused(Protested(5.0, turn=turn)) is Sentence.NO_SUCH_TURN


def test_a_correction_of_the_turn_decides_a_protest_about_it() -> None:
    table = a_capture()
    table.does(Protested(1.0, turn=3), Correction(3, 2.0, struck=True))
    assert table.game.protest is None


def test_a_question_about_a_move_is_dropped_when_the_dice_are_put_right() -> None:
    table = a_capture()
    table.sees()
    table.rolls(2, 1)
    table.sees(("g5", None), unsure=("i6", "h7"))
    assert table.asked
    corrects(table, 5, dice=(6, 6))
    assert Unask(1) in table.effects
    assert table.game.doubt is None


def about_to_move(*dice: int) -> TableOfMovers:
    """Orange has rolled, and the board stands as it should."""
    table = TableOfMovers(colours="orange;blue")
    table.sees()
    table.rolls_off(6, 3)
    table.rolls(*dice)
    return table


def test_a_move_of_the_dice_as_they_were_put_right_is_not_ordered_back() -> None:
    table = about_to_move(3, 5)
    table.sees(("c1", None), ("f5", ORANGE))
    assert [put.saying.sentence for put in table.view.to_put] == [Sentence.BOARD_PUT_BACK]
    corrects(table, 1, dice=(3, 4))
    assert table.asked[0].question.options == ("c1-f5", "none")
    assert table.view.to_put == ()
    table.does(QuestionAnswered(1, "c1-f5", table.at))
    assert (table.where(ORANGE, 1), table.view.to_put) == ("f5", ())


def test_what_was_no_move_after_all_is_ordered_back() -> None:
    table = about_to_move(3, 5)
    table.sees(("c1", None), ("f5", ORANGE))
    corrects(table, 1, dice=(3, 4))
    table.does(QuestionAnswered(1, "none", table.at))
    assert [put.saying.sentence for put in table.view.to_put] == [Sentence.BOARD_PUT_BACK]


@pytest.mark.parametrize("stands", [True, False])
def test_a_move_made_while_a_protest_was_open_is_asked_about_when_it_is_decided(stands: bool) -> None:
    table = about_to_move(3, 4)
    table.sees(("c1", None), ("f5", ORANGE))
    table.sees()
    table.rolls(3, 4)
    table.does(Protested(table.at))
    assert table.sees(("n16", None), ("k12", BLUE)) == []
    table.does(ProtestDecided(stands, table.at))
    # A struck move leaves its counter where it stood before: then that is to be put back first.
    assert [ask.question.options for ask in table.asked] == ([("n16-k12", "none")] if stands else [])
    assert (table.view.to_put == ()) is stands


def test_after_a_correction_the_board_is_told_how_to_stand() -> None:
    table = a_capture()
    table.sees()
    corrects(table, 4, move=move(GREEN, 3, "d13"))
    told = [(put.saying.sentence, put.square.name if put.square else "") for put in table.view.to_put]
    # Counters of a colour are alike: each goes the shorter way.
    assert told == [(Sentence.BOARD_PUT, "a8"), (Sentence.BOARD_PUT, "d13")]


def asked(table: TableOfMovers) -> list[tuple[Sentence, str, str]]:
    """What hands have to do: from where to where."""
    told = [put.saying for put in table.view.to_put]
    squares = [(each.values.get("came_from"), each.values["square"]) for each in told]
    return [
        (each.sentence, came_from.name if came_from else "", square.name)
        for each, (came_from, square) in zip(told, squares, strict=True)
    ]


def two_turns() -> TableOfMovers:
    """Orange: c1 to f5. Blue: n16 to j13. No camera looks."""
    table = TableOfMovers(colours="orange;blue")
    table.rolls_off(6, 1)
    table.rolls(3, 4)
    table.moves(ORANGE, 1, "f5")
    table.rolls(3, 4)
    table.moves(BLUE, 1, "j13")
    return table


def test_without_a_camera_a_correction_says_what_hands_have_to_do() -> None:
    table = two_turns()
    corrects(table, 1, move=move(ORANGE, 1, "g4"))
    # Nobody knows whether the move before was made on the board by now.
    assert asked(table) == [(Sentence.BOARD_PUT, "n16", "j13"), (Sentence.BOARD_PUT, "f5", "g4")]
    table.rolls(1, 1)
    assert asked(table) == []
    table.does(CorrectionUndone(table.at))
    assert asked(table) == [(Sentence.BOARD_PUT, "g4", "f5")]


def test_without_a_camera_a_turn_that_is_taken_back_is_put_back() -> None:
    table = two_turns()
    corrects(table, 2, struck=True)
    assert asked(table) == [(Sentence.BOARD_PUT, "j13", "n16")]
    corrects(table, 1, move=move(ORANGE, 1, "g4"))
    assert asked(table) == [(Sentence.BOARD_PUT, "j13", "n16"), (Sentence.BOARD_PUT, "f5", "g4")]


def test_without_a_camera_a_counter_that_did_not_leave_its_safe_square_is_taken_off() -> None:
    table = TableOfMovers(colours="orange;blue")
    table.rolls_off(6, 1)
    for dice, colour, number, to in (
        ((2, 4), ORANGE, 4, "c7"),
        ((3, 3), BLUE, 1, "k13"),
        ((3, 4), ORANGE, 1, "f5"),
    ):
        table.rolls(*dice)
        table.moves(colour, number, to)
    assert asked(table) == [(Sentence.BOARD_TAKE_OFF, "", "c7"), (Sentence.BOARD_PUT, "c1", "f5")]


def test_told_again_from_its_events_the_evening_is_the_same() -> None:
    table = a_capture()
    table.sees()
    corrects(table, 3, dice=(2, 2))
    table.moves(ORANGE, 1, "k8")
    table.does(Started("another", 0.0, "2026-01-01T21:00:00+00:00"))
    table.does(Correction(1, 1.0, struck=True), CorrectionUndone(2.0))
    again = DevilsDiceReferee()
    effects = [effect for event in table.events for effect in again.receive(event)]
    assert again.state == table.evening
    assert effects[-len(table.effects) :] == table.effects
    told = worked_out(table.game)
    assert told.play.having(news=()) == table.play.having(news=())


def test_every_event_and_ruling_survives_the_log() -> None:
    table = a_capture()
    table.sees(("k8", ORANGE, None), maybe={"k8": (Colour.RED,)}, unsure=("a1",), beside=2)
    table.does(
        SettingsChosen({"passing": "forbidden"}, 0.0),
        MoveCorrected(3, 1.0, 1, (2, 2), move(ORANGE, 1, "k8")),
        CorrectionUndone(2.0),
        EndAgreed(3.0),
    )
    extra = BoardSeen((CounterSeen(sq("c1"), ORANGE, None, (Colour.RED,)),), 1.0, (sq("d1"),), 1)
    for event in (*table.events, extra):
        assert decode_event(1, *encode_event(event)) == event
    whole = MoveRuling(
        (3, 4), move(ORANGE, 1, "f5"), sq("c1"), Counter(GREEN, 2), True, (Counter(ORANGE, 2),),
        passed=True, struck=True, ended=Ended.AGREED,
    )  # fmt: skip
    for ruling in (*table.game.rulings, Ruling(1, 1, MIA, None, (), {MIA: 4}, move=whole)):
        assert decode_ruling(1, encode_ruling(ruling)) == ruling
    assert isinstance(table.events[0], EveningOpened)
