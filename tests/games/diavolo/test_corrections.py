"""What people put right: dice, grabs, gems, whole turns, new and old; undone; protested."""

import pytest

from pi_diavolo.table.effects import Ask, ShowGrab, ShowRoll, ShowRuling, ShowTurn, ShowWinner, Unask
from pi_diavolo.table.events import (
    Correction,
    CorrectionUndone,
    DiceRolling,
    Event,
    PlayAgainAsked,
    ProtestDecided,
    Protested,
)
from pi_diavolo.table.pieces import Die, Length
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Verdict
from pi_diavolo.table.sentences import Sentence
from tests.makers import BLACK, GRAY, RED, WHITE, ATable, a_roll

S1, S2, S3, S4 = (Seat(number) for number in (1, 2, 3, 4))


def three_turns() -> ATable:
    table = ATable(1, 2, 3, 4)
    for _ in range(3):
        table.play(s1=RED, s2=RED, s3=WHITE, s4=BLACK)
    assert table.gems == {1: 5, 2: 5, 3: 2, 4: 2}
    return table


def latest(table: ATable, turn: int) -> dict[int, Verdict]:
    ruling = [ruling for ruling in table.rulings if ruling.turn == turn][-1]
    return {int(result.seat): result.verdict for result in ruling.results}


def test_a_corrected_die_changes_the_ruling_of_its_turn() -> None:
    table = three_turns()
    table.send(Correction(3, table.now, dice=((8, 1),)))  # the last red die was a 1: white is right
    assert latest(table, 3) == {1: Verdict.WRONG, 2: Verdict.WRONG, 3: Verdict.RIGHT, 4: Verdict.WRONG}
    assert table.gems == {1: 4, 2: 4, 3: 3, 4: 2}
    assert table.rulings[-1].corrected


def test_a_corrected_order_changes_the_ruling() -> None:
    table = three_turns()
    table.send(Correction(2, table.now, order="smallest_sum"))
    assert table.gems == {1: 4, 2: 4, 3: 2, 4: 3}


def test_a_corrected_grab_changes_the_ruling() -> None:
    table = three_turns()
    table.send(Correction(1, table.now, grabs=((S3, RED), (S1, None))))
    assert latest(table, 1)[3] is Verdict.RIGHT
    assert latest(table, 1)[1] is Verdict.NONE
    assert table.gems == {1: 4, 2: 5, 3: 3, 4: 2}


def test_corrected_gems_are_given_or_taken_beside_the_ruling() -> None:
    table = three_turns()
    table.send(Correction(3, table.now, gems=((S4, +2), (S1, +1))))
    assert table.gems == {1: 5, 2: 5, 3: 2, 4: 4}


def test_a_struck_turn_costs_nobody_anything() -> None:
    table = three_turns()
    table.send(Correction(2, table.now, struck=True))
    assert table.gems == {1: 5, 2: 5, 3: 3, 4: 3}
    assert [ruling for ruling in table.rulings if ruling.turn == 2][-1].reason is None


def test_a_whole_turn_can_be_put_right_at_once() -> None:
    table = three_turns()
    dice = tuple((index, 6) for index in range(6))
    table.send(Correction(1, table.now, dice=dice, grabs=((S4, GRAY), (S3, None)), order="highest_value"))
    assert latest(table, 1) == {
        1: Verdict.WRONG,
        2: Verdict.WRONG,
        3: Verdict.NONE,
        4: Verdict.GAINED_AT_MOST,
    }
    assert table.gems == {1: 4, 2: 4, 3: 2, 4: 3}


def test_a_correction_can_be_undone_and_done_again() -> None:
    table = three_turns()
    before = table.gems
    table.send(Correction(1, table.now, struck=True))
    table.send(Correction(2, table.now, struck=True))
    after_both = table.gems
    table.send(CorrectionUndone(table.now, 1))
    table.send(CorrectionUndone(table.now))
    assert table.gems == before
    assert table.told(table.send(CorrectionUndone(table.now))) == [Sentence.NO_SUCH_CORRECTION]
    table.send(Correction(1, table.now, struck=True))
    table.send(Correction(2, table.now, struck=True))
    assert table.gems == after_both


def test_later_corrections_of_the_same_die_stand_over_earlier_ones() -> None:
    table = three_turns()
    table.send(Correction(3, table.now, dice=((8, 1),)))
    table.send(Correction(3, table.now, dice=((8, 5),)))
    assert table.gems == {1: 5, 2: 5, 3: 2, 4: 2}


# The limits of RULES.md


def one_out() -> ATable:
    """Seat 4 is out after turn 5; turn 6 is played without them."""
    table = ATable(1, 2, 3, 4)
    for _ in range(6):
        table.play(s1=RED, s2=RED, s3=RED)
    assert table.gems == {1: 5, 2: 5, 3: 4, 4: 0}  # turn 6 has two red imps only
    return table


def test_a_turn_somebody_sat_out_by_mistake_costs_them_nothing_and_they_are_in_again() -> None:
    table = one_out()
    table.send(Correction(2, table.now, grabs=((S4, WHITE),), gems=((S4, +1),)))
    assert latest(table, 6)[4] is Verdict.SAT_OUT
    assert table.gems == {1: 5, 2: 5, 3: 4, 4: 1}
    turn = [effect for effect in table.effects if isinstance(effect, ShowTurn)][-1]
    assert turn.turn == 7
    assert turn.players == (1, 2, 3, 4)
    assert turn.imps[RED] == 3


def test_who_was_back_is_in_from_the_next_turn_only_when_one_is_under_way() -> None:
    table = one_out()
    table.roll()
    table.send(Correction(1, table.now, grabs=((S4, GRAY),), gems=((S4, +1),)))
    table.grab(1, RED)
    table.grab(2, RED)
    table.grab(3, WHITE)
    assert latest(table, 7)[4] is Verdict.SAT_OUT
    assert [effect for effect in table.effects if isinstance(effect, ShowTurn)][-1].players == (1, 2, 3, 4)


def test_grabs_of_a_player_who_is_now_out_earlier_are_struck() -> None:
    table = ATable(1, 2, 3, 4)
    for _ in range(4):
        table.play(s1=RED, s2=RED, s3=RED)
    table.play(s1=RED, s2=RED, s3=RED, s4=BLACK)
    table.send(Correction(1, table.now, gems=((S4, -1),)))
    assert latest(table, 5)[4] is Verdict.STRUCK
    assert table.gems[4] == 0


def test_imps_in_play_and_rollers_stay_as_they_were_in_each_turn() -> None:
    table = one_out()
    rollers = [ruling.roller for ruling in table.rulings]
    table.send(Correction(5, table.now, struck=True))
    shown = {ruling.turn: ruling.roller for ruling in table.rulings}
    assert list(shown.values()) == rollers
    assert latest(table, 6)[3] is Verdict.NONE  # there were two red imps in turn 6, and there still are


def test_turns_after_an_earlier_end_are_marked_as_played_on() -> None:
    table = ATable(1, 4)
    for _ in range(3):
        table.play(s1=RED, s4=BLACK)
    before = len(table.effects)
    table.send(Correction(1, table.now, gems=((S4, -4),)))
    played_on = [ruling.turn for ruling in table.rulings if ruling.played_on]
    assert played_on == [2, 3]
    assert table.one(table.effects[before:], ShowWinner).winner == 1
    assert table.gems == {1: 5, 4: 0}


def test_undoing_the_correction_that_ended_the_game_takes_it_up_again() -> None:
    table = ATable(1, 4)
    for _ in range(2):
        table.play(s1=RED, s4=BLACK)
    table.roll()
    table.grab(1, RED)
    table.send(Correction(1, table.now, gems=((S4, -4),)))
    assert table.told(table.grab(4, BLACK)) == [Sentence.GAME_IS_OVER]
    table.send(CorrectionUndone(table.now))
    table.grab(4, BLACK)
    assert table.rulings[-1].turn == 3
    assert table.gems == {1: 5, 4: 2}


def test_a_correction_can_bring_a_finished_game_back_to_life() -> None:
    table = ATable(1, 4)
    for _ in range(5):
        table.play(s1=RED, s4=BLACK)
    assert table.rulings[-1].over
    table.send(Correction(5, table.now, grabs=((S4, RED), (S1, WHITE))))
    assert table.gems == {1: 4, 4: 1}
    assert table.play(s1=RED, s4=BLACK).turn == 6


def test_a_finished_game_is_left_alone_once_the_next_one_has_begun() -> None:
    table = ATable(1, 4)
    for _ in range(5):
        table.play(s1=RED, s4=BLACK)
    table.send(PlayAgainAsked(table.now))
    assert table.told(table.send(Correction(5, table.now, struck=True))) == [Sentence.NO_SUCH_TURN]


# Corrections of the turn in hand


def test_a_die_may_be_put_right_before_the_turn_is_over() -> None:
    table = ATable(1, 4)
    table.roll()
    table.send(Correction(1, table.now, dice=((8, 1),)))
    table.grab(1, WHITE)
    table.grab(4, RED)
    assert table.gems == {1: 5, 4: 4}


def test_a_grab_may_be_put_right_before_the_turn_is_over_and_takes_its_imp_from_the_others() -> None:
    table = ATable(1, 4)
    table.roll()
    table.send(Correction(1, table.now, grabs=((S4, RED),)))
    assert table.told(table.grab(1, RED)) == [Sentence.GRAB_GONE]
    table.grab(1, WHITE, after=2)
    assert table.gems == {1: 4, 4: 5}


def test_striking_the_turn_in_hand_rolls_again_and_forgets_its_corrections() -> None:
    table = ATable(1, 4)
    table.roll()
    table.send(Correction(1, table.now, dice=((8, 1),)))
    table.send(Correction(1, table.now, struck=True))
    assert table.play(s1=RED, s4=WHITE).turn == 1
    assert table.gems == {1: 5, 4: 4}


# What cannot be corrected


@pytest.mark.parametrize(
    ("correction", "why"),
    [
        pytest.param(Correction(9, 0.0, struck=True), Sentence.NO_SUCH_TURN, id="a turn to come"),
        pytest.param(Correction(0, 0.0, struck=True), Sentence.NO_SUCH_TURN, id="turn nought"),
        pytest.param(Correction(1, 0.0), Sentence.NOTHING_TO_CORRECT, id="nothing named"),
        pytest.param(Correction(1, 0.0, dice=((9, 1),)), Sentence.NO_SUCH_DIE, id="a tenth die"),
        pytest.param(Correction(1, 0.0, dice=((0, 7),)), Sentence.NO_SUCH_DIE, id="a seven"),
        pytest.param(Correction(1, 0.0, order="biggest"), Sentence.NO_SUCH_ORDER, id="a new order"),
        pytest.param(Correction(1, 0.0, grabs=((Seat(6), RED),)), Sentence.NOT_IN_THIS_TURN, id="a stranger"),
        pytest.param(Correction(1, 0.0, gems=((Seat(6), 1),)), Sentence.NO_SUCH_SEAT, id="a stranger's gem"),
        pytest.param(Correction(1, 0.0, gems=((S1, 0),)), Sentence.NOTHING_TO_CORRECT, id="no gem"),
        pytest.param(Correction(4, 0.0, gems=((S1, 1),)), Sentence.NO_ROLL, id="a turn not rolled yet"),
        pytest.param(
            Correction(1, 0.0, grabs=((S1, GRAY), (S2, GRAY))),
            Sentence.MORE_IMPS_THAN_IN_PLAY,
            id="two gray imps",
        ),
    ],
)
def test_a_correction_that_cannot_be_changes_nothing_and_says_why(
    correction: Correction, why: Sentence
) -> None:
    table = three_turns()
    before = table.referee.state
    assert table.told(table.send(correction)) == [why]
    assert table.referee.state == before


def test_a_correction_may_not_take_an_imp_from_somebody_it_does_not_name() -> None:
    table = ATable(1, 4)
    table.play(s1=RED, s4=BLACK)
    effects = table.send(Correction(1, table.now, grabs=((S4, RED),)))
    assert table.told(effects) == [Sentence.MORE_IMPS_THAN_IN_PLAY]
    table.send(Correction(1, table.now, grabs=((S4, RED), (S1, BLACK))))
    assert table.gems == {1: 4, 4: 5}


# Protests


def test_a_protest_holds_the_table_until_somebody_decides() -> None:
    table = three_turns()
    effects = table.send(Protested(table.now))
    assert table.one(effects, ShowRuling).ruling.pending
    assert table.told(table.send(DiceRolling(table.now))) == [Sentence.PROTEST_IS_OPEN]
    assert table.told(table.send(Protested(table.now, 1))) == [Sentence.PROTEST_IS_OPEN]
    effects = table.send(ProtestDecided(True, table.now))
    assert not table.one(effects, ShowRuling).ruling.pending
    assert table.gems == {1: 5, 2: 5, 3: 2, 4: 2}
    assert table.play(s1=RED).turn == 4


@pytest.mark.parametrize(
    "decision",
    [
        pytest.param(ProtestDecided(False, 0.0), id="the turn is struck"),
        pytest.param(Correction(3, 0.0, struck=True), id="a correction decides it"),
    ],
)
def test_a_protest_that_is_right_changes_the_ruling(decision: Event) -> None:
    table = three_turns()
    table.send(Protested(table.now))
    table.send(decision)
    assert table.gems == {1: 5, 2: 5, 3: 3, 4: 3}
    assert table.play(s1=RED).turn == 4


def test_a_protest_against_the_last_ruling_of_a_game_can_take_the_end_back() -> None:
    table = ATable(1, 4)
    for _ in range(5):
        table.play(s1=RED, s4=BLACK)
    table.send(Protested(table.now))
    assert table.told(table.send(PlayAgainAsked(table.now))) == [Sentence.PROTEST_IS_OPEN]
    table.send(ProtestDecided(False, table.now))
    assert table.gems == {1: 5, 4: 1}
    assert table.play(s1=RED, s4=BLACK).turn == 6


def test_nobody_protests_while_a_turn_is_under_way() -> None:
    table = three_turns()
    table.roll()
    assert table.told(table.send(Protested(table.now))) == [Sentence.TURN_IS_OPEN]


def test_there_is_nothing_to_protest_against_before_the_first_ruling() -> None:
    table = ATable(1, 4)
    assert table.told(table.send(Protested(table.now))) == [Sentence.NO_SUCH_TURN]
    assert table.told(table.send(ProtestDecided(True, table.now))) == [Sentence.NO_PROTEST]


def test_people_may_say_which_colour_was_closest() -> None:
    table = ATable(1, 4)
    table.play(a_roll(order="closest"), s1=RED, s4=WHITE)
    table.send(Correction(1, table.now, closest=WHITE))
    assert table.gems == {1: 4, 4: 5}


# A correction never leaves a doubt behind


def test_a_correction_to_closest_must_say_what_was_closest_where_nothing_was_measured() -> None:
    table = ATable(1, 4)
    table.play(a_roll(gaps={}, centres={}), s1=RED, s4=WHITE)
    effects = table.send(Correction(1, table.now, order="closest"))
    assert table.told(effects) == [Sentence.CORRECTION_LEAVES_DOUBT]
    table.send(Correction(1, table.now, order="closest", closest=WHITE))
    assert table.gems == {1: 4, 4: 5}
    table.send(CorrectionUndone(table.now))
    assert table.gems == {1: 5, 4: 4}


def test_a_correction_to_closest_is_refused_where_the_gaps_are_too_near_to_tell() -> None:
    table = ATable(1, 4)
    gaps = {BLACK: Length(10, 0.3), WHITE: Length(11.2, 0.3), RED: Length(40)}
    table.play(a_roll(gaps=gaps), s1=RED, s4=WHITE)
    effects = table.send(Correction(1, table.now, order="closest"))
    assert table.told(effects) == [Sentence.CORRECTION_LEAVES_DOUBT]


def test_a_die_that_was_harmlessly_doubtful_must_be_named_when_it_matters() -> None:
    table = ATable(1, 4)
    roll = a_roll(order="greatest_difference")
    doubtful = Roll((*roll.dice[:8], Die(RED, 5, maybe=(3,))), roll.order_die, roll.gaps, roll.centres)
    table.play(doubtful, s1=RED, s4=WHITE)
    effects = table.send(Correction(1, table.now, order="greatest_sum"))
    assert table.told(effects) == [Sentence.CORRECTION_LEAVES_DOUBT]
    table.send(Correction(1, table.now, order="greatest_sum", dice=((8, 3),)))
    assert table.rulings[-1].reason
    assert table.rulings[-1].reason.answer is WHITE


def test_undoing_may_not_hand_out_more_imps_than_are_in_play() -> None:
    table = ATable(1, 2, 4)
    table.play(a_roll(black=(6, 6, 6), white=(6, 6, 6)), s1=RED, s2=RED, s4=BLACK)
    table.send(Correction(1, table.now, grabs=((S1, GRAY),)))
    table.send(Correction(1, table.now, grabs=((S1, BLACK),)))
    table.send(Correction(1, table.now, grabs=((S2, GRAY),)))
    effects = table.send(CorrectionUndone(table.now, 2))
    assert table.told(effects) == [Sentence.MORE_IMPS_THAN_IN_PLAY]


def test_undoing_may_not_take_an_imp_from_somebody_else() -> None:
    table = ATable(1, 4)
    table.play(s1=RED, s4=BLACK)
    table.send(Correction(1, table.now, grabs=((S1, None),)))
    table.send(Correction(1, table.now, grabs=((S4, RED),)))
    assert table.told(table.send(CorrectionUndone(table.now, 1))) == [Sentence.MORE_IMPS_THAN_IN_PLAY]
    table.send(CorrectionUndone(table.now, 2))
    table.send(CorrectionUndone(table.now, 1))
    assert table.gems == {1: 5, 4: 4}


def test_a_correction_may_not_turn_somebodys_foul_into_their_imp() -> None:
    table = ATable(1, 4)
    table.roll()
    table.grab(1, RED, after=1.0)
    table.grab(1, BLACK, after=2.0)
    table.grab(4, WHITE, after=3.0)
    effects = table.send(Correction(1, table.now, grabs=((S4, RED),)))
    assert table.told(effects) == [Sentence.MORE_IMPS_THAN_IN_PLAY]


def test_a_correction_of_another_game_is_refused() -> None:
    table = ATable(1, 4)
    for _ in range(5):
        table.play(s1=RED, s4=BLACK)
    table.send(PlayAgainAsked(table.now))
    table.play(s1=RED, s4=BLACK)
    for event in (
        Correction(1, table.now, game=1, struck=True),
        CorrectionUndone(table.now, game=1),
        Protested(table.now, 1, game=1),
    ):
        assert table.told(table.send(event)) == [Sentence.NO_SUCH_GAME]
    table.send(Correction(1, table.now, game=2, struck=True))
    assert table.gems == {1: 5, 4: 5}


def test_a_correction_of_the_turn_in_hand_shows_its_dice_and_hands() -> None:
    table = ATable(1, 4)
    table.roll()
    effects = table.send(Correction(1, table.now, grabs=((S4, WHITE),), dice=((8, 1),)))
    assert table.one(effects, ShowRoll).roll.dice[8].value == 1
    assert ShowGrab(S4, WHITE) in effects


def test_the_clock_stands_still_while_a_protest_holds_a_turn_that_was_taken_up_again() -> None:
    table = ATable(1, 4)
    for _ in range(2):
        table.play(s1=RED, s4=BLACK)
    table.roll()
    table.grab(1, RED)
    table.send(Correction(1, table.now, gems=((S4, -4),)))
    table.send(Protested(table.now, 2))
    table.send(CorrectionUndone(table.now))
    assert table.told(table.grab(4, BLACK)) == [Sentence.PROTEST_IS_OPEN]
    table.now += 100
    table.send(ProtestDecided(True, table.now))
    table.grab(4, BLACK)
    assert table.gems == {1: 5, 4: 2}


def test_a_question_is_taken_back_when_a_correction_ends_the_game_and_asked_again_when_it_is_undone() -> None:
    table = ATable(1, 4)
    for _ in range(2):
        table.play(s1=RED, s4=BLACK)
    roll = a_roll()
    table.roll(Roll((*roll.dice[:8], Die(RED, 5, maybe=(3,))), roll.order_die, roll.gaps, roll.centres))
    ended = table.send(Correction(1, table.now, gems=((S4, -4),)))
    assert any(isinstance(effect, Unask) for effect in ended)
    assert any(isinstance(effect, Ask) for effect in table.send(CorrectionUndone(table.now)))
