"""The course of a turn: imps, roll, grabs, time, ruling, and who rolls next."""

import pytest

from pi_diavolo.games.diavolo.state import Stage
from pi_diavolo.table.effects import (
    Ask,
    ClearRoll,
    ShowGrab,
    ShowRoll,
    ShowRuling,
    ShowStatus,
    ShowTurn,
    ShowWinner,
    Status,
    Wake,
)
from pi_diavolo.table.events import (
    Correction,
    CorrectionUndone,
    DiceRolling,
    GameStarted,
    Grab,
    ImpPutBack,
    ImpsConfirmed,
    ImpsSeen,
    OrderRead,
    QuestionAnswered,
    RollFault,
    RollInvalid,
    RollRead,
    Tick,
    TurnEnded,
)
from pi_diavolo.table.pieces import Colour, Die, Length, OrderDie
from pi_diavolo.table.players import Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Verdict
from pi_diavolo.table.sentences import Sentence
from tests.makers import BLACK, GRAY, RED, WHITE, ATable, a_roll

TIE = a_roll(black=(6, 6, 6), white=(6, 6, 6))


def verdicts(table: ATable) -> dict[int, Verdict]:
    return {int(result.seat): result.verdict for result in table.rulings[-1].results}


# Scoring


def test_wrong_or_no_imp_costs_a_gem_and_the_right_one_nothing() -> None:
    table = ATable(1, 2, 3, 4)
    table.play(s1=RED, s2=WHITE, s3=GRAY)
    assert table.gems == {1: 5, 2: 4, 3: 4, 4: 4}
    assert verdicts(table) == {1: Verdict.RIGHT, 2: Verdict.WRONG, 3: Verdict.WRONG, 4: Verdict.NONE}


def test_gray_on_a_tie_wins_a_gem_but_never_more_than_five() -> None:
    table = ATable(1, 2, 3, 4)
    table.play(TIE, s1=GRAY, s2=BLACK)
    assert table.gems == {1: 5, 2: 4, 3: 4, 4: 4}
    assert verdicts(table)[1] is Verdict.GAINED_AT_MOST
    table.play(TIE, s2=GRAY)
    assert table.gems == {1: 4, 2: 5, 3: 3, 4: 3}
    assert verdicts(table)[2] is Verdict.GAINED


def test_the_ruling_gives_every_seats_time_after_the_dice_came_to_rest() -> None:
    table = ATable(1, 4)
    table.roll()
    table.grab(1, RED, after=0.4321)
    table.grab(4, WHITE, after=1.5)
    assert [result.after_ms for result in table.rulings[-1].results] == [432.1, 1500.0]


# Who rolls, who is in, who wins


def test_the_youngest_rolls_first_and_then_the_next_to_the_left_who_is_still_in() -> None:
    table = ATable(2, 3, 6)
    rollers = [table.play(s2=RED, s6=RED).roller for _ in range(5)]
    assert rollers == [2, 3, 6, 2, 3]
    assert table.gems[3] == 0
    assert table.play(s2=RED, s6=BLACK).roller == 6
    assert table.play(s2=RED, s6=BLACK).roller == 2


def test_a_player_without_gems_is_out_and_the_table_says_which_imps_to_take_away() -> None:
    table = ATable(1, 2, 3, 4)
    for _ in range(4):
        table.play(s1=RED, s2=RED, s3=RED)
    before = len(table.effects)
    ruling = table.play(s1=RED, s2=RED, s3=RED)
    assert ruling.out == (4,)
    assert Sentence.PLAYER_OUT in table.told(table.effects[before:])
    assert Sentence.TAKE_AWAY_IMPS in table.told(table.effects[before:])
    turn = [effect for effect in table.effects if isinstance(effect, ShowTurn)][-1]
    assert turn.players == (1, 2, 3)
    assert turn.imps == {BLACK: 2, WHITE: 2, RED: 2, GRAY: 1}


def test_the_last_player_with_a_gem_wins() -> None:
    table = ATable(1, 4)
    for _ in range(5):
        ruling = table.play(s1=RED)
    assert ruling.over
    assert ruling.winner == 1
    assert table.one(table.effects, ShowWinner).winner == 1


def test_nobody_wins_when_all_lose_their_last_gem_in_the_same_turn() -> None:
    table = ATable(1, 4)
    for _ in range(5):
        ruling = table.play()
    assert ruling.over
    assert ruling.winner is None
    assert table.one(table.effects, ShowWinner).winner is None


# Closing a turn


def test_the_turn_closes_when_everyone_has_an_imp() -> None:
    table = ATable(1, 4)
    table.roll()
    table.grab(1, RED)
    assert any(isinstance(effect, ShowRuling) for effect in table.grab(4, WHITE))


def test_the_turn_closes_when_the_time_after_the_rest_is_up() -> None:
    table = ATable(1, 4, grab_time_s=8.0)
    effects = table.roll()
    assert Wake(table.now + 8.0) in effects
    assert table.send(Tick(table.now + 7.9)) == []
    assert any(isinstance(effect, ShowRuling) for effect in table.send(Tick(table.now + 8.0)))


def test_a_grab_after_the_time_is_up_does_not_count() -> None:
    table = ATable(1, 4, grab_time_s=8.0)
    table.roll()
    effects = table.grab(1, RED, after=8.01)
    assert Sentence.TIME_IS_UP in table.told(effects)
    assert verdicts(table)[1] is Verdict.NONE


def test_a_short_grace_runs_once_the_last_right_imp_is_gone() -> None:
    table = ATable(1, 4, grace_s=2.0)
    table.roll()
    assert Wake(table.now + 3.0) in table.grab(1, RED, after=1.0)
    assert any(isinstance(effect, ShowRuling) for effect in table.send(Tick(table.now + 3.0)))


def test_a_person_may_end_the_turn() -> None:
    table = ATable(1, 4)
    table.roll()
    table.send(TurnEnded(table.now + 1))
    assert verdicts(table) == {1: Verdict.NONE, 4: Verdict.NONE}


def test_nobody_can_end_a_turn_before_the_dice_are_read() -> None:
    table = ATable(1, 4)
    assert table.told(table.send(TurnEnded(table.now))) == [Sentence.NO_ROLL]


# Rolls that do not count


def test_an_invalid_roll_costs_nobody_anything_and_the_same_player_rolls_again() -> None:
    table = ATable(1, 4)
    table.send(DiceRolling(table.now))
    table.grab(4, RED)
    effects = table.send(RollInvalid((RollFault("die_cocked", RED),), table.now + 1))
    assert ClearRoll() in effects
    assert table.told(effects)[0] is Sentence.ROLL_INVALID
    assert ShowStatus(Status.ROLL_NOW, Seat(1)) in effects
    assert table.rulings == []
    assert table.play(s1=RED, s4=RED).results[1].took is None  # the early grab went back with the roll


@pytest.mark.parametrize(
    ("roll", "fault"),
    [
        pytest.param(a_roll(red=(1, 2)), RollFault("die_missing", RED), id="a die is missing"),
        pytest.param(a_roll(red=(1, 2, 3, 4)), RollFault("too_many_dice", RED), id="one too many"),
        pytest.param(a_roll(order=None), RollFault("die_missing", GRAY), id="no Order die"),
    ],
)
def test_a_roll_with_the_wrong_number_of_dice_does_not_count(roll: Roll, fault: RollFault) -> None:
    table = ATable(1, 4)
    effects = table.roll(roll)
    told = next(e.saying for e in effects if hasattr(e, "saying"))
    assert told.values["faults"] == (fault,)
    assert table.rulings == []


def test_young_players_use_two_dice_of_each_colour() -> None:
    table = ATable(1, 4, dice_per_colour=2)
    ruling = table.play(a_roll((1, 2), (3, 4), (5, 6)), s1=RED, s4=BLACK)
    assert table.gems == {1: 5, 4: 4}
    assert ruling.reason is not None
    assert ruling.reason.scores == {BLACK: 3, WHITE: 7, RED: 11}


# Grabs


def test_only_a_players_first_imp_counts_and_the_second_is_a_foul() -> None:
    table = ATable(1, 2, 3, 4)
    table.roll()
    table.grab(1, WHITE, after=1.0)
    effects = table.grab(1, RED, after=2.0)
    assert table.told(effects) == [Sentence.GRAB_SECOND]
    table.send(TurnEnded(table.now + 3))
    assert table.rulings[-1].results[0].took is WHITE


def test_putting_an_imp_back_does_not_help() -> None:
    table = ATable(1, 2, 3, 4, grabs="bases")
    table.send(ImpsConfirmed(table.now))
    table.roll()
    table.grab(1, WHITE, after=1.0, imp=3)
    effects = table.send(ImpPutBack(Seat(1), WHITE, table.now + 2, 3))
    assert table.told(effects) == [Sentence.PUT_BACK_DOES_NOT_HELP]
    table.send(TurnEnded(table.now + 3))
    assert table.rulings[-1].results[0].verdict is Verdict.WRONG


def test_an_early_grab_stands_and_is_the_players_risk() -> None:
    table = ATable(1, 4)
    table.send(DiceRolling(table.now))
    effects = table.grab(1, RED, after=0.2)
    assert table.told(effects) == [Sentence.GRAB_COUNTED_EARLY]
    table.now += 1
    table.send(RollRead(a_roll(), table.now))
    table.grab(4, WHITE)
    assert table.rulings[-1].results[0].verdict is Verdict.RIGHT
    assert table.rulings[-1].results[0].after_ms == pytest.approx(-800)


def test_a_press_for_a_colour_that_is_gone_takes_nothing_and_another_may_be_pressed() -> None:
    table = ATable(1, 4)
    table.roll()
    table.grab(1, RED, after=1.0)
    assert table.told(table.grab(4, RED, after=2.0)) == [Sentence.GRAB_GONE]
    table.grab(4, BLACK, after=2.5)
    assert table.rulings[-1].results[1].took is BLACK


def test_holding_or_hammering_a_button_is_one_press() -> None:
    table = ATable(1, 2, 3, 4)
    table.roll()
    table.grab(1, RED, after=1.0)
    assert table.told(table.grab(1, RED, after=1.1)) == [Sentence.GRAB_REPEATED]
    table.grab(2, GRAY, after=1.2)
    assert table.told(table.grab(3, GRAY, after=1.3)) == [Sentence.GRAB_GONE]
    assert table.told(table.grab(3, GRAY, after=1.4)) == [Sentence.GRAB_GONE]
    turn = table.referee.state.game and table.referee.state.game.turn
    assert turn
    assert len(turn.presses) == 3


def test_an_earlier_stamp_beats_an_earlier_arrival() -> None:
    table = ATable(1, 4)
    table.roll()
    table.grab(1, RED, after=1.5)
    effects = table.grab(4, RED, after=1.2)
    assert table.told(effects)[:2] == [Sentence.GRAB_COUNTED, Sentence.GRAB_TAKEN_BACK]
    assert ShowGrab(Seat(1), None) in effects
    table.send(TurnEnded(table.now + 3))
    assert verdicts(table) == {1: Verdict.NONE, 4: Verdict.RIGHT}


def test_an_imp_counts_for_the_first_seat_that_docked_it_only() -> None:
    table = ATable(1, 2, 3, 4, grabs="bases")
    table.send(ImpsConfirmed(table.now))
    table.roll()
    table.grab(1, RED, after=1.0, imp=6)
    assert table.told(table.grab(2, RED, after=2.0, imp=6)) == [Sentence.IMP_COUNTED_ALREADY]
    assert table.told(table.grab(2, RED, after=2.5, imp=7)) == [Sentence.GRAB_COUNTED]


def test_who_is_not_in_the_turn_cannot_grab() -> None:
    table = ATable(1, 4)
    table.roll()
    assert table.told(table.grab(3, RED)) == [Sentence.NOT_IN_THIS_TURN]


# Photo finishes, with one imp of each colour in play


def finish(rule: str, *presses: tuple[int, float]) -> dict[int, Colour | None]:
    table = ATable(1, 4, photo_finish=rule, resolution_ms=1.0)
    table.roll()
    for seat, after in presses:
        table.grab(seat, RED, after)
    if not table.rulings:
        table.send(TurnEnded(table.now + 5))
    return {int(result.seat): result.took for result in table.rulings[-1].results}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        pytest.param("both", {1: RED, 4: RED}, id="both get it"),
        pytest.param("earlier", {1: None, 4: RED}, id="the earlier stamp gets it"),
        pytest.param("nobody", {1: None, 4: None}, id="nobody gets it"),
    ],
)
@pytest.mark.parametrize("seats_first", [(1, 4), (4, 1)])
def test_the_house_rule_decides_a_photo_finish_whoever_arrives_first(
    rule: str, expected: dict[int, Colour | None], seats_first: tuple[int, int]
) -> None:
    stamps = {1: 1.0004, 4: 1.0}
    assert finish(rule, *((seat, stamps[seat]) for seat in seats_first)) == expected


@pytest.mark.parametrize("seats", [(1, 4), (4, 1)])
def test_two_presses_in_the_very_same_moment_are_never_decided_by_who_is_asked_first(
    seats: tuple[int, int],
) -> None:
    assert finish("earlier", *((seat, 1.0) for seat in seats)) == {1: None, 4: None}


def test_presses_further_apart_than_the_resolution_are_no_photo_finish() -> None:
    assert finish("both", (1, 1.0), (4, 1.0011)) == {1: RED, 4: None}


def test_a_phone_whose_clock_is_less_sure_has_a_wider_photo_finish() -> None:
    table = ATable(1, 4, resolution_ms=1.0)
    table.roll()
    table.send(Grab(Seat(1), RED, table.now + 1.0))
    effects = table.send(Grab(Seat(4), RED, table.now + 1.015, error=0.02))
    assert Sentence.GRAB_SHARED_PHOTO_FINISH in table.told(effects)


def test_two_buttons_of_one_seat_at_once_are_asked_about() -> None:
    table = ATable(1, 4)
    table.roll()
    table.grab(1, RED, after=1.0)
    ask = table.one(table.grab(1, WHITE, after=1.0005), Ask)
    assert ask.question.options == ("white", "red", "none")
    table.grab(4, BLACK, after=1.5)
    assert table.rulings == []  # the table waits for the answer
    table.send(QuestionAnswered(ask.question.number, "white", table.now + 4))
    assert table.rulings[-1].results[0].took is WHITE


@pytest.mark.parametrize("answered", [True, False])
def test_two_buttons_at_once_without_an_answer_took_neither(answered: bool) -> None:
    table = ATable(1, 4, grab_time_s=5.0, question_time_s=6.0)
    table.roll()
    table.grab(1, RED, after=1.0)
    ask = table.one(table.grab(1, WHITE, after=1.0), Ask)
    table.grab(4, BLACK, after=1.5)
    if answered:
        table.send(QuestionAnswered(ask.question.number, "none", table.now + 2))
    table.send(Tick(table.now + 6))
    assert len(table.rulings) == answered
    table.send(Tick(table.now + 7))
    assert verdicts(table)[1] is Verdict.NONE


# Order first


def test_order_first_reads_the_order_before_the_coloured_dice() -> None:
    table = ATable(1, 4, order_first=True)
    effects = table.send(OrderRead(OrderDie("smallest_sum"), table.now))
    assert table.told(effects) == [Sentence.ORDER_IS, Sentence.ROLL_COLOURS_NOW]
    # A later die may turn the Order die: the face read first counts.
    table.roll(a_roll(order="greatest_sum"))
    table.grab(1, BLACK)
    table.grab(4, RED)
    assert table.rulings[-1].reason
    assert table.rulings[-1].reason.order == "smallest_sum"
    assert table.gems == {1: 5, 4: 4}


def test_order_first_does_not_take_a_roll_before_the_order() -> None:
    table = ATable(1, 4, order_first=True)
    assert Sentence.ORDER_FIRST_WANTED in table.told(table.roll())
    assert table.referee.state.game
    assert table.referee.state.game.turn
    assert table.referee.state.game.turn.stage is Stage.READY


# Imps on their bases


def test_with_real_imps_the_roll_waits_until_they_stand_right() -> None:
    table = ATable(1, 4, grabs="bases")
    assert table.told(table.send(DiceRolling(table.now))) == [Sentence.IMPS_NOT_READY]
    missing = table.send(ImpsSeen((BLACK, WHITE, GRAY, RED, RED), table.now))
    assert table.told(missing) == [Sentence.IMPS_TOO_MANY]
    assert table.send(ImpsSeen((BLACK, WHITE, GRAY, RED, RED), table.now)) == []  # said once is enough
    assert table.told(table.send(ImpsSeen((BLACK, WHITE), table.now))) == [Sentence.IMPS_MISSING]
    assert table.told(table.send(ImpsSeen((None, BLACK, WHITE, GRAY, RED), table.now))) == [Sentence.ROLL_NOW]


def test_imps_get_fresh_places_every_turn_and_the_same_ones_in_a_replay() -> None:
    first, second = ATable(1, 2, 3, 4), ATable(1, 2, 3, 4)
    for table in (first, second):
        for _ in range(3):
            table.play(s1=RED, s2=RED, s3=RED)
    places = [[e.places for e in t.effects if isinstance(e, ShowTurn)] for t in (first, second)]
    assert places[0] == places[1]
    assert len(set(places[0])) == 4


# Doubt


def doubtful(order: str = "greatest_sum") -> Roll:
    roll = a_roll(order=order)
    return Roll((*roll.dice[:8], Die(RED, 5, maybe=(3,))), roll.order_die, roll.gaps, roll.centres)


def test_a_doubt_that_changes_the_answer_is_asked_about_and_the_ruling_waits() -> None:
    table = ATable(1, 4)
    ask = table.one(table.roll(doubtful()), Ask)
    assert (ask.question.die, ask.question.options) == (8, ("3", "5", "roll_again"))
    table.grab(1, RED)
    table.grab(4, WHITE)
    table.send(Tick(table.now + 60))
    assert table.rulings == []
    table.send(QuestionAnswered(ask.question.number, "3", table.now + 61))
    assert table.rulings[-1].reason
    assert table.rulings[-1].reason.answer is WHITE


def test_a_doubt_that_cannot_change_the_answer_is_not_asked_about() -> None:
    table = ATable(1, 4)
    assert not any(isinstance(effect, Ask) for effect in table.roll(doubtful("greatest_difference")))


def test_people_may_answer_that_the_dice_be_rolled_again() -> None:
    table = ATable(1, 4)
    ask = table.one(table.roll(doubtful()), Ask)
    effects = table.send(QuestionAnswered(ask.question.number, "roll_again", table.now))
    assert ClearRoll() in effects
    assert table.play(s1=RED, s4=WHITE).turn == 1


def test_gaps_too_near_to_tell_are_asked_about() -> None:
    table = ATable(1, 4)
    gaps = {BLACK: Length(10, 0.3), WHITE: Length(11.2, 0.3), RED: Length(40, 0.3)}
    ask = table.one(table.roll(a_roll(order="closest", gaps=gaps)), Ask)
    assert ask.question.options == ("black", "gray", "roll_again")
    table.send(QuestionAnswered(ask.question.number, "gray", table.now))
    table.grab(1, GRAY)
    table.grab(4, BLACK)
    reason = table.rulings[-1].reason
    assert reason
    assert (reason.answer, reason.decided_by_people) == (GRAY, True)


@pytest.mark.parametrize("rules", [4, 5])
def test_since_version_5_two_errors_are_weighed_against_each_other(rules: int) -> None:
    class SomeTable(ATable):
        pass

    SomeTable.rules = rules
    gaps = {BLACK: Length(10, 0.6), WHITE: Length(10, 0.6), RED: Length(40, 0.6)}
    effects = SomeTable(1, 4).roll(a_roll(order="closest", gaps=gaps))
    assert any(isinstance(effect, Ask) for effect in effects) == (rules < 5)


def test_an_order_that_may_be_two_things_is_asked_about_and_not_announced() -> None:
    table = ATable(1, 4)
    roll = a_roll()
    two = Roll(roll.dice, OrderDie("greatest_sum", maybe=("smallest_sum",)), roll.gaps, roll.centres)
    effects = table.roll(two)
    assert table.one(effects, ShowRoll).order is None
    ask = table.one(effects, Ask)
    assert ask.question.options == ("greatest_sum", "smallest_sum", "roll_again")
    effects = table.send(QuestionAnswered(ask.question.number, "smallest_sum", table.now))
    assert table.one(effects, ShowRoll).order == "smallest_sum"


def test_a_wrong_answer_to_a_question_is_refused() -> None:
    table = ATable(1, 4)
    ask = table.one(table.roll(doubtful()), Ask)
    wrong = table.send(QuestionAnswered(ask.question.number, "6", table.now))
    assert table.told(wrong) == [Sentence.NO_SUCH_CHOICE]
    assert table.told(table.send(QuestionAnswered(99, "3", table.now))) == [Sentence.NO_SUCH_QUESTION]


def test_a_game_cannot_begin_twice() -> None:
    table = ATable(1, 4)
    assert table.told(table.send(GameStarted(table.now))) == [Sentence.ONLY_IN_LOBBY]


# Presses that belong elsewhere


def test_a_button_hammered_after_the_ruling_is_no_early_grab_of_the_next_turn() -> None:
    table = ATable(1, 4)
    table.roll()
    table.grab(1, RED, after=1.0)
    table.grab(4, BLACK, after=1.1)
    assert table.told(table.grab(1, RED, after=1.15)) == [Sentence.WAIT_FOR_THE_ROLL]
    table.now += 5
    assert table.play(a_roll(order="smallest_sum"), s1=BLACK, s4=RED).results[0].took is BLACK


def test_a_stamp_from_before_the_turn_began_belongs_to_the_last_one() -> None:
    table = ATable(1, 4)
    table.roll()
    table.grab(1, RED, after=1.0)
    table.grab(4, BLACK, after=1.1)
    table.send(DiceRolling(table.now + 5))
    assert table.told(table.grab(1, RED, after=1.05)) == [Sentence.LAST_TURN_IS_OVER]


def test_imps_taken_while_they_are_being_put_back_do_not_count() -> None:
    table = ATable(1, 4, grabs="bases")
    assert table.told(table.grab(1, RED, imp=6)) == [Sentence.IMPS_NOT_READY]


def test_a_real_imp_taken_before_the_roll_stands_as_an_early_grab() -> None:
    table = ATable(1, 4, grabs="bases")
    table.send(ImpsConfirmed(table.now))
    assert table.told(table.grab(1, RED, imp=6)) == [Sentence.GRAB_COUNTED_EARLY]


def test_an_imp_that_did_not_count_may_be_put_back_without_a_word() -> None:
    table = ATable(1, 4, grabs="bases")
    table.send(ImpsConfirmed(table.now))
    table.roll()
    table.grab(1, RED, after=1.0, imp=6)
    table.grab(1, WHITE, after=1.5, imp=3)
    assert table.send(ImpPutBack(Seat(1), WHITE, table.now + 2, 3)) == []
    assert table.told(table.send(ImpPutBack(Seat(6), WHITE, table.now + 2, 3))) == [Sentence.NOT_IN_THIS_TURN]


def test_a_phone_beside_docks_never_makes_a_photo_finish_of_real_imps() -> None:
    table = ATable(1, 2, 4, grabs="bases", photo_finish="nobody")
    table.send(ImpsConfirmed(table.now))
    table.roll()
    table.grab(1, GRAY, after=1.0, imp=9)
    table.grab(4, GRAY, after=1.0004)
    assert table.told(table.grab(2, GRAY, after=1.0002, imp=9)) == [Sentence.IMP_COUNTED_ALREADY]
    table.send(TurnEnded(table.now + 3))
    assert [result.took for result in table.rulings[-1].results] == [GRAY, None, None]


# Two buttons at once, with others in between


def at_once(table: ATable, first: Colour, second: Colour) -> int:
    table.roll(TIE if first is GRAY else None)
    table.grab(1, first, after=1.0)
    return table.one(table.grab(1, second, after=1.0008), Ask).question.number


def test_an_imp_that_was_not_meant_was_never_taken() -> None:
    table = ATable(1, 4, photo_finish="earlier")
    question = at_once(table, RED, WHITE)
    table.grab(4, RED, after=1.0004)
    table.send(QuestionAnswered(question, "white", table.now + 2))
    assert [result.took for result in table.rulings[-1].results] == [WHITE, RED]


def test_an_answer_leaves_no_second_imp_behind() -> None:
    table = ATable(1, 2, 4)
    question = at_once(table, GRAY, WHITE)
    table.grab(2, GRAY, after=1.0004)
    table.send(QuestionAnswered(question, "white", table.now + 2))
    assert table.told(table.grab(4, GRAY, after=3.0)) == [Sentence.GRAB_GONE]


def test_an_answer_may_take_an_imp_back_from_somebody_who_was_later() -> None:
    table = ATable(1, 4)
    question = at_once(table, RED, WHITE)
    table.grab(4, RED, after=2.0)
    effects = table.send(QuestionAnswered(question, "red", table.now + 3))
    assert Sentence.GRAB_TAKEN_BACK in table.told(effects)
    assert ShowGrab(Seat(4), None) in effects
    assert ShowGrab(Seat(1), RED, 1000.0) in effects


def test_with_neither_meant_another_imp_may_still_be_taken() -> None:
    table = ATable(1, 2, 3, 4)
    question = at_once(table, RED, WHITE)
    table.send(QuestionAnswered(question, "none", table.now + 2))
    assert table.told(table.grab(1, BLACK, after=3.0)) == [Sentence.GRAB_COUNTED]


def test_the_grace_ends_when_a_right_imp_is_there_again() -> None:
    table = ATable(1, 4, grace_s=2.0)
    table.roll()
    table.send(Correction(1, table.now, grabs=((Seat(1), RED),)))
    table.send(CorrectionUndone(table.now + 1))
    assert table.send(Tick(table.now + 3)) == []
    assert table.told(table.grab(4, RED, after=4.5)) == [Sentence.GRAB_COUNTED]


# What people see after an answer


def test_when_the_question_is_settled_the_lamp_says_grab_again() -> None:
    table = ATable(1, 4)
    ask = table.one(table.roll(doubtful()), Ask)
    effects = table.send(QuestionAnswered(ask.question.number, "5", table.now))
    assert [effect for effect in effects if isinstance(effect, ShowStatus)] == [ShowStatus(Status.GRAB)]


def test_a_doubtful_first_order_is_said_once_it_is_known() -> None:
    table = ATable(1, 4, order_first=True)
    ask = table.one(table.send(OrderRead(OrderDie("smudge"), table.now)), Ask)
    effects = table.send(QuestionAnswered(ask.question.number, "closest", table.now))
    assert Sentence.ORDER_IS in table.told(effects)


def test_a_face_nobody_knows_is_asked_about_even_if_another_was_thought_of() -> None:
    table = ATable(1, 4)
    roll = a_roll()
    unknown = Roll(roll.dice, OrderDie("smudge", maybe=("smallest_sum",)), roll.gaps, roll.centres)
    assert len(table.one(table.roll(unknown), Ask).question.options) == 7
