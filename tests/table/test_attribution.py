"""Lifts, docks and words at the referee's table: who has what, since when, and what must be asked."""

import pytest

from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.table.attribution import Attribution
from pi_diavolo.table.effects import ShowGrab
from pi_diavolo.table.events import (
    ClaimUnfounded,
    DiceAtRest,
    DiceRolling,
    Grab,
    ImpLifted,
    ImpPutBack,
    ImpUnclaimed,
    Paused,
    Resumed,
    RollRead,
    Started,
    TurnEnded,
)
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.in_hand import InHand
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Verdict
from pi_diavolo.table.sentences import Sentence
from tests.makers import BLACK, GRAY, RED, WHITE, a_roll

from .hands import PINS, Hands, a_turn

# Three players: black 0 1 on bases 0 1, white 3 4 on 2 3, red 6 7 on 4 5, gray 9 on 6.


def after_ms(table: Hands) -> dict[int, float | None]:
    return {seat: result.after_ms for seat, result in table.results.items()}


# Possession decides, lifts are evidence


def test_a_docked_imp_is_its_seats_at_the_time_of_its_lift() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.812), table.lift(2, 0.9), table.lift(6, 1.0))
    table.happen(table.dock(1, 6, 1.3), table.dock(3, 3, 1.4), table.dock(5, 9, 1.5))
    assert table.took == {1: RED, 3: WHITE, 5: GRAY}
    assert after_ms(table) == pytest.approx({1: 812, 3: 900, 5: 1000})
    assert not table.questions


def test_the_dock_decides_whoever_lifted_first() -> None:
    table = a_turn()
    table.happen(table.lift(6, 0.5), table.lift(4, 0.6), table.dock(3, 9, 1.0), table.dock(1, 6, 1.1))
    table.happen(table.lift(2, 2.0), table.dock(5, 3, 2.5))
    assert table.took == {1: RED, 3: GRAY, 5: WHITE}


def test_of_two_imps_alike_a_lift_is_one_of_these_and_shown_so() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.812), table.lift(5, 0.934), table.dock(1, 6, 1.3), table.dock(3, 7, 1.4))
    shown = [effect for effect in table.effects if isinstance(effect, ShowGrab) and effect.colour]
    assert [effect.one_of_ms for effect in shown] == [pytest.approx((812, 934))] * 2
    assert Sentence.GRAB_COUNTED_ONE_OF in table.told(table.effects)
    table.happen(table.lift(6, 2.0), table.dock(5, 9, 2.3))
    assert [result.one_of_ms for result in table.rulings[-1].results[:2]] == [pytest.approx((812, 934))] * 2
    assert table.results[5].one_of_ms == ()


def test_one_that_was_docked_before_the_other_was_lifted_is_certain() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.8), table.dock(1, 6, 1.1), table.lift(5, 1.2), table.dock(3, 7, 1.6))
    grabs = [event for event in table.events if isinstance(event, Grab)]
    assert [grab.one_of for grab in grabs] == [(), ()]
    assert [grab.at - table.now for grab in grabs] == pytest.approx([0.8, 1.2])


def test_where_every_base_has_its_own_imp_each_lift_is_certain() -> None:
    table = a_turn(homes=True)
    table.happen(table.lift(4, 0.8), table.lift(5, 0.9), table.dock(1, 7, 1.3), table.dock(3, 6, 1.4))
    grabs = [event for event in table.events if isinstance(event, Grab)]
    assert {int(grab.seat): grab.at - table.now for grab in grabs} == pytest.approx({1: 0.9, 3: 0.8})
    assert [grab.one_of for grab in grabs] == [(), ()]


def test_a_dock_alone_tells_when_it_was_docked_and_no_more() -> None:
    table = a_turn()
    table.happen(PartFailed(Part(PartKind.BASE, 4, pin=24), Fault.STUCK, table.now + 0.1))
    table.happen(table.dock(1, 6, 1.3))
    shown = [effect for effect in table.effects if isinstance(effect, ShowGrab)][-1]
    assert shown.after_ms == pytest.approx(1300)
    assert shown.docked
    assert Sentence.GRAB_DOCKED in table.told(table.effects)


def test_beside_a_broken_base_no_lift_of_its_colour_is_certain() -> None:
    table = a_turn()
    table.happen(PartFailed(Part(PartKind.BASE, 4, pin=24), Fault.STUCK, table.now + 0.1))
    table.happen(table.lift(5, 0.8), table.dock(1, 6, 1.3), table.dock(3, 7, 1.4))
    table.happen(table.lift(6, 2.0), table.dock(5, 9, 2.3))
    assert table.took == {1: RED, 3: RED, 5: GRAY}
    assert [result.docked for result in table.rulings[-1].results] == [True, True, False]
    assert not table.questions


def test_when_all_switches_fail_the_docks_go_on() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), PartFailed(Part(PartKind.SWITCHES), Fault.SILENT, table.now + 0.7))
    table.happen(table.dock(1, 6, 1.0), table.dock(3, 0, 1.1), table.dock(5, 9, 1.2))
    assert table.took == {1: RED, 3: BLACK, 5: GRAY}
    assert not table.questions
    assert Sentence.PART_FAILED in table.told(table.effects)


# Fouls, passing on, putting back, early


def test_a_second_imp_is_a_foul_and_does_not_count() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), table.lift(6, 0.6), table.dock(1, 9, 1.0))
    table.happen(table.undock(1, 9, 1.5), table.dock(1, 6, 2.0))
    assert Sentence.GRAB_SECOND in table.told(table.effects)
    table.happen(table.lift(2, 3.0), table.lift(3, 3.1), table.dock(3, 3, 3.5), table.dock(5, 4, 3.6))
    assert table.took == {1: GRAY, 3: WHITE, 5: WHITE}


def test_an_imp_that_moves_on_to_another_dock_stays_with_its_first_seat() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), table.dock(1, 6, 1.0), table.undock(1, 6, 1.5), table.dock(3, 6, 2.0))
    assert Sentence.IMP_COUNTED_ALREADY in table.told(table.effects)
    table.happen(table.lift(2, 3.0), table.lift(3, 3.1), table.dock(3, 3, 3.5), table.dock(5, 4, 3.6))
    assert table.took == {1: RED, 3: WHITE, 5: WHITE}


def test_putting_a_docked_imp_back_does_not_help() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), table.dock(1, 6, 1.0), table.undock(1, 6, 1.5), table.stand(4, 2.0))
    assert [event for event in table.events if isinstance(event, ImpPutBack)] == [
        ImpPutBack(table.referee.state.game.turn.players[0], RED, table.now + 2.0, 6)  # type: ignore[union-attr]
    ]
    assert Sentence.PUT_BACK_DOES_NOT_HELP in table.told(table.effects)
    table.happen(table.lift(4, 3.0), table.dock(1, 6, 3.5))
    assert Sentence.GRAB_REPEATED in table.told(table.effects)
    assert not table.referee.state.game.turn.questions  # type: ignore[union-attr]


def test_an_imp_laid_down_on_the_same_dock_again_says_nothing() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), table.dock(1, 6, 1.0))
    before = len(table.events)
    table.happen(table.undock(1, 6, 1.5), table.dock(1, 6, 2.0))
    assert len(table.events) == before


def test_a_lift_before_the_roll_is_an_early_grab_at_the_players_risk() -> None:
    table = Hands(1, 3, 5)
    table.stand_ready()
    table.happen(table.lift(4, 0.5), table.dock(1, 6, 1.0))
    assert Sentence.GRAB_COUNTED_EARLY in table.told(table.effects)
    table.now += 2
    table.roll()
    table.happen(table.lift(2, 0.5), table.lift(6, 0.6), table.dock(3, 3, 1.0), table.dock(5, 9, 1.1))
    assert table.results[1].verdict is Verdict.RIGHT
    assert table.results[1].after_ms == pytest.approx(-2500)


def test_between_turns_a_lift_is_no_grab() -> None:
    table = Hands(1, 3, 5)
    before = len(table.events)
    table.happen(table.lift(4, 0.5), table.dock(1, 6, 1.0), table.undock(1, 6, 1.5), table.stand(4, 2.0))
    assert table.events[before:] == []


def test_an_imp_set_straight_before_the_roll_is_nobodys() -> None:
    table = Hands(1, 3, 5)
    table.stand_ready()
    table.happen(table.lift(4, 0.5), table.stand(4, 1.5))
    table.now += 3
    table.roll()
    table.happen(TurnEnded(table.now + 5))
    assert not table.questions
    assert table.took == {1: None, 3: None, 5: None}


def test_an_imp_put_down_just_before_the_camera_looks_stands() -> None:
    table = Hands(1, 3, 5)
    table.happen(table.lift(4, -2.0))
    table.hands.sense(table.stand(4, -0.01))
    table.stand_ready()
    table.roll()
    table.happen(table.lift(4, 0.5), table.dock(1, 6, 1.0))
    assert [event.at - table.now for event in table.events if isinstance(event, Grab)] == [pytest.approx(0.5)]


def test_a_hand_that_was_faster_than_the_camera_told_is_not_forgotten() -> None:
    table = Hands(1, 3, 5)
    table.happen(table.lift(4, 0.2))
    table.stand_ready()  # as seen at the moment `now`, before the lift
    table.wait(0.5)
    assert [event for event in table.events if isinstance(event, ImpLifted)] == [
        ImpLifted(4, RED, table.now + 0.2)
    ]


def test_a_base_that_feels_no_imp_where_one_stands_is_blind_for_this_turn() -> None:
    table = Hands(1, 3, 5)
    table.happen(table.lift(4, -0.5))
    table.stand_ready()
    table.roll()
    table.happen(table.dock(1, 6, 1.0))
    assert [event.docked == event.at for event in table.events if isinstance(event, Grab)] == [True]


# Who had this?


def test_an_imp_put_back_undocked_is_asked_about_when_the_turn_could_close() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), table.stand(4, 1.5))
    assert not table.questions, "hands still move"
    table.happen(table.lift(2, 2.0), table.lift(6, 2.1), table.dock(3, 3, 2.6), table.dock(5, 9, 2.7))
    assert not table.questions
    table.happen(TurnEnded(table.now + 5))
    (question,) = table.questions
    assert (question.kind, question.options, question.colours, question.bases) == (
        "who", ("1", "3", "5", "nobody"), (RED,), (4,),
    )  # fmt: skip
    table.happen(table.answer("1", 8.0))
    assert table.took == {1: RED, 3: WHITE, 5: GRAY}
    assert table.results[1].after_ms == pytest.approx(500)


def test_nobody_had_it() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), table.stand(4, 1.5), TurnEnded(table.now + 5))
    table.happen(table.answer("nobody", 8.0))
    assert table.took == {1: None, 3: None, 5: None}


def test_no_answer_in_time_means_nobody() -> None:
    table = a_turn(question_time_s=10.0)
    table.happen(table.lift(4, 0.5), table.stand(4, 1.5), TurnEnded(table.now + 5))
    table.wait(14.9)
    assert not table.rulings
    table.wait(15.1)
    assert table.took == {1: None, 3: None, 5: None}


def test_one_that_nobody_docked_while_everybody_else_did_is_asked_about() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), table.lift(2, 0.6), table.lift(6, 0.7), table.lift(0, 0.8))
    table.happen(table.dock(1, 3, 1.0), table.dock(3, 9, 1.1), table.dock(5, 0, 1.2))
    (question,) = table.questions
    assert question.options == ("1", "3", "5", "nobody"), "each may have held red before"
    table.happen(table.answer("5", 4.0))
    assert table.took == {1: WHITE, 3: GRAY, 5: RED}
    assert Sentence.GRAB_TAKEN_BACK in table.told(table.effects)


def test_one_lifted_after_everybodys_own_can_change_nothing_and_is_not_asked_about() -> None:
    table = a_turn()
    table.happen(table.lift(2, 0.6), table.lift(6, 0.7), table.lift(0, 0.8), table.lift(4, 0.9))
    table.happen(table.dock(1, 3, 1.0), table.dock(3, 9, 1.1), table.dock(5, 0, 1.2))
    assert not table.questions
    assert table.took == {1: WHITE, 3: GRAY, 5: BLACK}


def test_several_knocked_over_are_one_question() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), table.lift(2, 0.51), table.lift(5, 0.52))
    table.happen(table.stand(4, 3.0), table.stand(2, 3.5), table.stand(5, 4.0))
    table.happen(table.lift(6, 5.0), table.dock(1, 9, 5.5))
    table.wait(22.1)
    (question,) = table.questions
    assert set(question.options) == {
        "1 white", "1 red", "3 white", "3 red", "5 white", "5 red", "nobody",
    }  # fmt: skip
    table.happen(table.answer("nobody", 25.0))
    assert table.took == {1: GRAY, 3: None, 5: None}
    assert len(table.questions) == 1


def test_the_question_goes_on_for_those_that_are_left() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), table.lift(2, 0.6), TurnEnded(table.now + 4))
    table.wait(7.0)
    table.happen(table.answer("3 red", 8.0))
    assert table.questions[-1].options == ("1", "5", "nobody")
    table.happen(table.answer("5", 9.0))
    assert table.took == {1: None, 3: RED, 5: WHITE}


def test_nobody_loses_an_imp_to_somebodys_word_about_another() -> None:
    table = a_turn(1, 4)  # one imp of each colour: black, white, red, gray on 0 to 3
    table.happen(table.lift(2, 0.5), table.stand(2, 1.0), table.lift(2, 1.5), table.dock(4, 6, 2.0))
    table.happen(TurnEnded(table.now + 5))
    assert not table.questions
    assert table.took == {1: None, 4: RED}


@pytest.mark.parametrize("word", ["1", "nobody"])
def test_since_version_6_an_imp_that_was_put_back_counts_for_whoever_takes_it_then_and_by_word_before(
    word: str,
) -> None:
    class Newer(Hands):
        rules = 6

    table = Newer(1, 4)
    table.stand_ready()
    table.roll()
    # Seat 1 has it in the hand, regrets, and takes white; seat 4 finds it on its base and takes it.
    table.happen(table.lift(2, 0.5), table.stand(2, 1.0), table.lift(1, 1.4), table.dock(1, 3, 1.9))
    table.happen(table.lift(2, 2.5), table.dock(4, 6, 3.0))
    (question,) = table.questions
    assert (question.options, question.colours, question.bases) == (("1", "nobody"), (RED,), (2,))
    table.happen(table.answer(word, 6.0))
    assert table.took == {1: RED if word == "1" else WHITE, 4: RED}


def test_a_bump_of_the_table_is_no_lift() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), table.stand(4, 0.56), table.lift(5, 0.5), table.stand(5, 0.55))
    assert [event.ask for event in table.events if isinstance(event, ImpUnclaimed)] == [False, False]
    table.happen(TurnEnded(table.now + 5))
    assert not table.questions
    assert table.took == {1: None, 3: None, 5: None}


# The time


def test_imps_in_the_air_when_the_time_is_up_may_still_arrive() -> None:
    table = a_turn()
    table.happen(table.lift(4, 19.9), table.lift(2, 19.8), table.dock(3, 3, 20.5))
    assert not table.rulings
    table.happen(table.dock(1, 6, 21.5))
    assert table.took == {1: RED, 3: WHITE, 5: None}
    assert not table.questions


def test_what_arrives_after_the_grace_is_asked_about_not_counted() -> None:
    table = a_turn(arrival_s=1.0)
    table.happen(table.lift(4, 19.9), table.dock(1, 6, 21.5))
    assert Sentence.TIME_IS_UP in table.told(table.effects)
    assert table.questions[-1].options == ("1", "3", "5", "nobody")


def test_a_lift_after_the_deadline_does_not_count() -> None:
    table = a_turn()
    table.happen(table.lift(4, 19.9), table.lift(2, 20.1), table.dock(3, 3, 20.8), table.dock(1, 6, 21.0))
    assert Sentence.TIME_IS_UP in table.told(table.effects)
    assert table.took == {1: RED, 3: None, 5: None}


def test_with_nothing_in_the_air_the_turn_closes_at_once() -> None:
    table = a_turn()
    table.happen(table.lift(4, 5.0), table.dock(1, 6, 5.5))
    table.wait(19.99)
    assert not table.rulings
    table.wait(20.0)
    assert table.took == {1: RED, 3: None, 5: None}


def test_a_pause_holds_hands_up_and_they_count_afterwards() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), Paused(table.now + 1.0), table.dock(1, 6, 2.0))
    assert not [event for event in table.events if isinstance(event, Grab)]
    table.happen(Resumed(table.now + 100.0))
    assert [event.seat for event in table.events if isinstance(event, Grab)] == [1]


def test_after_a_power_cut_docked_imps_are_no_news_and_the_rest_goes_on() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), table.lift(2, 0.7), table.dock(1, 6, 1.0))
    table.hands = Attribution(PINS)
    for base in (4, 2):
        table.hands.sense(table.lift(base, 1.9))
    table.send(Started("boot-2", table.now + 2.0, ""))
    before = len(table.events)
    table.happen(table.dock(1, 6, 2.1))
    assert table.events[before:] == []
    table.happen(table.dock(3, 3, 3.0), table.lift(6, 3.5), table.dock(5, 9, 4.0))
    assert table.took == {1: RED, 3: WHITE, 5: GRAY}


def test_a_power_cut_while_imps_are_in_the_air_after_the_end_leads_to_the_question() -> None:
    table = a_turn()
    table.happen(table.lift(4, 1.0), TurnEnded(table.now + 5.0))
    table.hands = Attribution(PINS)
    table.send(Started("boot-2", table.now + 6.0, ""))
    table.wait(6.5)
    assert table.questions[-1].options == ("1", "3", "5", "nobody")
    table.happen(table.answer("3", 8.0))
    assert table.took == {1: None, 3: RED, 5: None}


# A word stands in for a dock


def test_a_word_counts_as_possession_of_the_imp_that_was_lifted() -> None:
    table = a_turn()
    table.happen(PartFailed(Part(PartKind.DOCK, 3, pin=1), Fault.SILENT, table.now + 0.1))
    table.happen(table.lift(4, 0.5), table.lift(2, 0.6), table.lift(6, 0.7))
    table.happen(table.dock(1, 6, 1.0), table.claim(3, WHITE, 1.5), table.dock(5, 9, 2.0))
    assert table.took == {1: RED, 3: WHITE, 5: GRAY}
    assert after_ms(table) == pytest.approx({1: 500, 3: 600, 5: 700})


def test_a_word_without_an_imp_off_its_base_takes_nothing() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), table.claim(3, WHITE, 1.0))
    assert ClaimUnfounded(table.events[-1].seat, WHITE, table.now + 1.0) == table.events[-1]  # type: ignore[union-attr]
    assert Sentence.NO_IMP_OFF_ITS_BASE in table.told(table.effects)
    assert not [event for event in table.events if isinstance(event, Grab)]


def test_a_word_and_then_the_dock_are_one_imp() -> None:
    table = a_turn()
    table.happen(table.lift(2, 0.5), table.claim(3, WHITE, 1.0), table.dock(3, 3, 2.0))
    table.happen(table.claim(3, WHITE, 3.0))
    assert Sentence.GRAB_SECOND not in table.told(table.effects)
    assert table.told(table.effects)[-1] is Sentence.GRAB_REPEATED


def test_where_the_base_is_broken_too_the_word_is_all_there_is() -> None:
    table = a_turn()
    table.happen(PartFailed(Part(PartKind.SWITCHES), Fault.SILENT, table.now + 0.1))
    table.happen(table.claim(1, RED, 1.0), table.claim(3, WHITE, 1.5), table.claim(5, GRAY, 2.0))
    assert table.took == {1: RED, 3: WHITE, 5: GRAY}
    assert all(result.docked for result in table.rulings[-1].results)


# The lobby


def test_an_imp_on_a_dock_claims_a_seat_before_the_game() -> None:
    table = Hands()
    table.happen(table.dock(2, 6, 1.0), table.dock(4, 3, 2.0))
    assert set(table.referee.state.seats) == {2, 4}


def test_the_same_events_give_the_same_again() -> None:
    table = a_turn()
    table.happen(table.lift(4, 0.5), table.lift(5, 0.6), table.stand(4, 1.5), table.dock(1, 6, 2.0))
    table.happen(table.lift(2, 2.1), TurnEnded(table.now + 3.0))
    table.wait(6.0)
    table.happen(table.answer("nobody", 7.0))
    again = DiavoloReferee()
    assert [effect for event in table.events for effect in again.receive(event)] == table.effects
    assert again.state == table.referee.state


def test_the_order_of_the_dice_does_not_matter_for_lifts_that_come_before_them() -> None:
    table = Hands(1, 3, 5)
    table.stand_ready()
    table.happen(
        table.lift(4, 0.1),
        DiceRolling(table.now + 0.2),
        DiceAtRest(table.now + 1.2),
        RollRead(a_roll(), table.now + 1.2),
        table.dock(1, 6, 1.5),
    )
    assert Sentence.GRAB_COUNTED_EARLY in table.told(table.effects)


def test_a_part_that_is_well_again_says_nothing_about_another() -> None:
    hands, base = Attribution(PINS), Part(PartKind.BASE, 5, pin=25)
    hands.hear(PartFailed(base, Fault.STUCK, 1.0), [])
    hands.hear(PartFailed(Part(PartKind.SWITCHES), Fault.EDGES_LOST, 2.0), [])
    hands.hear(PartRecovered(Part(PartKind.SWITCHES), 7.0), [])
    assert [base for base in range(10) if hands._is_broken(base)] == [5]
    hands.hear(PartRecovered(base, 8.0), [])
    assert not any(hands._is_broken(base) for base in range(10))


def test_an_imp_that_is_felt_to_leave_stood_there_however_blind_its_base_had_been() -> None:
    hands = InHand((RED, WHITE))
    hands.lose_sight(0, stands=True, at=1.0)
    hands.lift(0, 2.0)
    assert hands.dock(Seat(1), 6, 2.5) == [Grab(Seat(1), RED, 2.0, imp=6, docked=2.5)]
