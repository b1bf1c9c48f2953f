"""Round the game: the lobby, quick start by presses, another game, pauses, power cuts."""

import pytest

from pi_diavolo.games.diavolo.referee import RULES_VERSION, DiavoloReferee
from pi_diavolo.table.effects import (
    Ask,
    ClearRoll,
    ShowGrab,
    ShowRoll,
    ShowSeats,
    ShowStatus,
    ShowTurn,
    Status,
    Unask,
    Wake,
)
from pi_diavolo.table.events import (
    Correction,
    DiceRolling,
    Event,
    GameAbandoned,
    GameStarted,
    Paused,
    PlayAgainAsked,
    Protested,
    QuestionAnswered,
    Resumed,
    SeatLeft,
    SeatTaken,
    SettingsChosen,
    Started,
    Tick,
    TurnEnded,
    YoungestChosen,
)
from pi_diavolo.table.pieces import Die
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.sentences import Sentence
from tests.makers import BLACK, GRAY, RED, WHITE, ATable, a_roll

S1, S2, S4 = Seat(1), Seat(2), Seat(4)


# The lobby


def test_players_sit_down_stand_up_and_name_the_youngest() -> None:
    table = ATable()
    table.send(SeatTaken(S4, PlayerId("ada"), 0.0))
    table.send(SeatTaken(S1, PlayerId("ben"), 0.0))
    table.send(YoungestChosen(S4, 0.0))
    shown = table.one(table.send(SeatTaken(S2, PlayerId("cleo"), 0.0)), ShowSeats)
    assert shown == ShowSeats({S1: PlayerId("ben"), S2: PlayerId("cleo"), S4: PlayerId("ada")}, S4)
    shown = table.one(table.send(SeatLeft(S4, 0.0)), ShowSeats)
    assert shown.youngest is None


@pytest.mark.parametrize(
    ("event", "why"),
    [
        pytest.param(SeatTaken(Seat(7), PlayerId("x"), 0.0), Sentence.NO_SUCH_SEAT, id="seat 7"),
        pytest.param(SeatTaken(S1, PlayerId("x"), 0.0), Sentence.SEAT_IS_TAKEN, id="a taken seat"),
        pytest.param(SeatTaken(S2, PlayerId("p1"), 0.0), Sentence.PLAYER_SITS_ELSEWHERE, id="twice"),
        pytest.param(SeatLeft(S4, 0.0), Sentence.SEAT_IS_FREE, id="nobody sits there"),
        pytest.param(YoungestChosen(S4, 0.0), Sentence.SEAT_IS_FREE, id="nobody is not young"),
        pytest.param(GameStarted(0.0), Sentence.TOO_FEW_PLAYERS, id="alone"),
        pytest.param(SettingsChosen({"dice_per_colour": 4}, 0.0), Sentence.BAD_SETTING, id="four dice"),
        pytest.param(SettingsChosen({"dise": 3}, 0.0), Sentence.BAD_SETTING, id="no such setting"),
        pytest.param(DiceRolling(0.0), Sentence.NO_GAME, id="dice before the game"),
        pytest.param(PlayAgainAsked(0.0), Sentence.NO_GAME, id="again before the first"),
    ],
)
def test_what_is_not_allowed_in_the_lobby_is_ignored_with_its_reason(event: Event, why: Sentence) -> None:
    table = ATable()
    table.send(SeatTaken(S1, PlayerId("p1"), 0.0))
    before = table.referee.state
    assert table.told(table.send(event)) == [why]
    assert table.referee.state == before


def test_a_game_needs_to_know_the_youngest() -> None:
    table = ATable()
    for seat in (S1, S4):
        table.send(SeatTaken(seat, PlayerId(f"p{seat}"), 0.0))
    assert table.told(table.send(GameStarted(0.0))) == [Sentence.NO_YOUNGEST]


def test_settings_hold_for_the_next_game_and_not_for_the_one_going_on() -> None:
    table = ATable(1, 4)
    assert table.told(table.send(SettingsChosen({"dice_per_colour": 2}, 0.0))) == [Sentence.ONLY_IN_LOBBY]
    for _ in range(5):
        table.play(s1=RED)
    table.send(SettingsChosen({"dice_per_colour": 2}, 0.0))
    table.send(PlayAgainAsked(table.now))
    assert table.play(a_roll((1, 1), (2, 2), (3, 3)), s1=RED, s4=BLACK).game == 2


# Quick start


def test_seats_are_claimed_by_a_press_and_the_youngest_presses_last() -> None:
    table = ATable()
    table.grab(4, RED)
    table.grab(2, BLACK)
    assert table.told(table.grab(2, BLACK)) == [Sentence.SEAT_IS_TAKEN]
    assert table.told(table.grab(4, GRAY)) == [Sentence.WHO_IS_YOUNGEST]
    effects = table.grab(2, WHITE)
    assert Sentence.GAME_BEGINS in table.told(effects)
    assert table.one(effects, ShowTurn).roller == 2


def test_one_alone_cannot_quick_start() -> None:
    table = ATable()
    table.grab(4, RED)
    assert table.told(table.grab(4, GRAY)) == [Sentence.TOO_FEW_PLAYERS]


def test_who_comes_late_claims_a_seat_and_everyone_is_asked_again() -> None:
    table = ATable()
    table.grab(1, RED)
    table.grab(2, RED)
    table.grab(1, GRAY)
    assert table.told(table.grab(3, RED)) == [Sentence.SEAT_TAKEN]
    assert table.told(table.grab(1, GRAY)) == [Sentence.WHO_IS_YOUNGEST]


def test_a_locked_table_is_started_from_the_desk_only() -> None:
    table = ATable(locked=True)
    assert table.told(table.grab(1, RED)) == [Sentence.TABLE_LOCKED]


def test_gray_after_the_end_plays_again_but_not_in_the_heat_of_the_last_turn() -> None:
    table = ATable(1, 4)
    for _ in range(5):
        table.play(s1=RED)
    assert table.told(table.grab(4, GRAY, after=1)) == [Sentence.GAME_IS_OVER]
    assert table.told(table.grab(4, RED, after=9)) == [Sentence.GAME_IS_OVER]
    assert Sentence.GAME_BEGINS in table.told(table.grab(4, GRAY, after=9))
    assert table.gems == {1: 5, 4: 5}
    assert table.play(s1=RED).game == 2


def test_a_game_can_be_left_where_it_stands() -> None:
    table = ATable(1, 4)
    assert table.told(table.send(GameAbandoned(table.now)))[0] is Sentence.GAME_ABANDONED
    assert not table.referee.in_progress
    table.send(GameStarted(table.now))
    assert table.play(s1=RED).game == 2


def test_after_a_win_the_lobby_is_no_defeat() -> None:
    table = ATable(1, 4)
    for _ in range(5):
        table.play(s1=RED)
    assert Sentence.GAME_ABANDONED not in table.told(table.send(GameAbandoned(table.now)))
    assert table.referee.state.game is None


# Pauses


def test_a_pause_stops_the_clock_of_the_turn() -> None:
    table = ATable(1, 4, grab_time_s=10.0)
    table.roll()
    table.send(Paused(table.now + 4))
    assert table.told(table.grab(1, RED, after=5)) == [Sentence.IS_PAUSED]
    table.send(Tick(table.now + 10))
    assert table.rulings == []
    assert Wake(table.now + 106) in table.send(Resumed(table.now + 100))
    table.grab(1, RED, after=105)
    table.send(Tick(table.now + 106))
    assert table.gems == {1: 5, 4: 4}


class TodaysTable(ATable):
    """By the rules of today."""

    rules = RULES_VERSION

    def times(self) -> dict[int, float | None]:
        """The turn is ended: when everyone took an imp."""
        self.send(TurnEnded(self.now + 60))
        self.send(Tick(self.now + 70))
        return {int(result.seat): result.after_ms for result in self.rulings[-1].results}


def test_a_pause_is_no_reaction_time() -> None:
    table = TodaysTable(1, 4, grab_time_s=10.0)
    table.roll()
    table.grab(4, RED, after=1)
    table.send(Paused(table.now + 2))
    table.send(Resumed(table.now + 30))
    table.grab(1, RED, after=31)
    assert table.times() == {4: 1000.0, 1: None}


def test_after_a_pause_before_the_throw_times_are_known() -> None:
    table = TodaysTable(1, 4)
    table.send(Paused(table.now))
    table.send(Resumed(table.now + 30))
    table.now += 40
    table.roll()
    table.grab(1, RED, after=1)
    assert table.times() == {1: 1000.0, 4: None}


def test_an_evening_that_began_by_the_older_rules_is_told_by_them() -> None:
    class OlderTable(TodaysTable):
        rules = 2

    table = OlderTable(1, 4, grab_time_s=10.0)
    table.roll()
    table.send(Paused(table.now + 2))
    table.send(Resumed(table.now + 30))
    table.grab(1, RED, after=31)
    assert table.times()[1] == 31000.0


def test_a_pause_cannot_be_paused_nor_play_be_resumed() -> None:
    table = ATable(1, 4)
    assert table.told(table.send(Resumed(table.now))) == [Sentence.NOT_PAUSED]
    table.send(Paused(table.now))
    assert table.told(table.send(Paused(table.now))) == [Sentence.IS_PAUSED]


# Power cuts


def test_after_a_power_cut_the_same_turn_goes_on_with_a_clock_that_begins_at_nought() -> None:
    table = ATable(1, 4, grab_time_s=10.0)
    table.roll()
    table.grab(1, RED, after=1.0)
    effects = table.send(Started("boot-2", 0.0, ""))
    assert Wake(10.0) in effects
    assert ShowGrab(S1, RED, 1000.0) in effects
    assert any(isinstance(effect, ShowRoll) for effect in effects)
    table.now = 0.0
    table.grab(4, BLACK, after=3.0)
    assert [(result.took, result.after_ms) for result in table.rulings[-1].results] == [
        (RED, 1000.0),
        (BLACK, None),
    ]


def test_presses_of_two_boots_are_never_a_photo_finish() -> None:
    table = ATable(1, 4)
    table.roll()
    table.grab(1, RED, after=1.0)
    table.send(Started("boot-2", table.now + 1.0, ""))
    assert table.told(table.grab(4, RED, after=1.0)) == [Sentence.GRAB_GONE]


def test_a_power_cut_before_the_dice_were_read_voids_the_roll() -> None:
    table = ATable(1, 4)
    table.send(DiceRolling(table.now))
    table.grab(4, RED)
    effects = table.send(Started("boot-2", 0.0, ""))
    assert ClearRoll() in effects
    assert ShowStatus(Status.ROLL_NOW, S1) in effects
    table.now = 1.0
    assert table.play(s1=RED, s4=BLACK).results[1].took is BLACK


def test_a_power_cut_before_the_roll_loses_nothing() -> None:
    table = ATable(1, 4)
    effects = table.send(Started("boot-2", 0.0, ""))
    assert ClearRoll() not in effects
    assert ShowStatus(Status.ROLL_NOW, S1) in effects


def test_a_power_cut_in_a_pause_leaves_the_game_paused() -> None:
    table = ATable(1, 4, grab_time_s=10.0)
    table.roll()
    table.send(Paused(table.now))
    effects = table.send(Started("boot-2", 0.0, ""))
    assert effects[-1] == ShowStatus(Status.PAUSED)
    assert Wake(60.0) in table.send(Resumed(50.0))


def test_a_power_cut_after_the_end_still_offers_another_game() -> None:
    table = ATable(1, 4)
    for _ in range(5):
        table.play(s1=RED)
    assert ShowStatus(Status.OVER) in table.send(Started("boot-2", 0.0, ""))
    table.now = 0.0
    assert Sentence.GAME_BEGINS in table.told(table.grab(1, GRAY, after=0.5))


def test_a_replay_of_all_events_gives_the_same_state() -> None:
    table = ATable(1, 2, 3, 4)
    for _ in range(8):
        table.play(s1=RED, s2=WHITE, s3=RED)
    again = DiavoloReferee()
    effects = [effect for event in table.events for effect in again.receive(event)]
    assert effects == table.effects
    assert again.state == table.referee.state


def test_a_pause_stops_the_clock_of_a_question_too() -> None:
    table = ATable(1, 4, grab_time_s=10.0, question_time_s=20.0)
    table.roll()
    table.grab(1, RED, after=1.0)
    ask = table.one(table.grab(1, WHITE, after=1.0004), Ask)
    table.grab(4, BLACK, after=2.0)
    table.send(Paused(table.now + 3))
    table.now += 600
    effects = table.send(Resumed(table.now + 3))
    assert table.rulings == []
    assert Wake(table.now + 21.0004) in [Wake(round(e.at, 4)) for e in effects if isinstance(e, Wake)]
    table.send(QuestionAnswered(ask.question.number, "red", table.now + 4))
    assert table.rulings[-1].results[0].took is RED


def test_a_question_may_be_answered_in_a_pause() -> None:
    table = ATable(1, 4)
    table.roll()
    table.grab(1, RED, after=1.0)
    ask = table.one(table.grab(1, WHITE, after=1.0004), Ask)
    table.grab(4, BLACK, after=2.0)
    table.send(Paused(table.now + 3))
    table.send(QuestionAnswered(ask.question.number, "red", table.now + 4))
    assert table.rulings == []
    table.send(Resumed(table.now + 9))
    assert table.rulings[-1].results[0].took is RED


def test_a_turn_struck_in_a_pause_begins_without_a_deadline() -> None:
    table = ATable(1, 4)
    table.roll()
    table.send(Paused(table.now))
    table.send(Correction(1, table.now, struck=True))
    table.send(Resumed(table.now + 5))
    table.now += 600
    table.send(DiceRolling(table.now))
    assert table.told(table.grab(1, RED, after=0.5)) == [Sentence.GRAB_COUNTED_EARLY]


def test_time_that_was_up_stays_up_after_a_power_cut() -> None:
    table = ATable(1, 4, grab_time_s=10.0)
    roll = a_roll()
    doubt = Roll((*roll.dice[:8], Die(RED, 5, maybe=(3,))), roll.order_die, roll.gaps, roll.centres)
    ask = table.one(table.roll(doubt), Ask)
    table.send(Tick(table.now + 10))
    table.send(Started("boot-2", 0.0, ""))
    table.now = 0.0
    assert table.told(table.grab(1, RED)) == [Sentence.TIME_IS_UP]
    table.send(QuestionAnswered(ask.question.number, "5", 2.0))
    assert table.gems == {1: 4, 4: 4}


def test_a_protest_outlives_a_pause_and_a_power_cut() -> None:
    table = ATable(1, 4)
    table.play(s1=RED)
    table.send(Protested(table.now))
    table.send(Paused(table.now))
    assert ShowStatus(Status.PROTEST) in table.send(Resumed(table.now))
    assert table.send(Started("boot-2", 0.0, ""))[-1] == ShowStatus(Status.PROTEST)


def test_a_button_hammered_in_the_lobby_does_not_make_its_owner_the_youngest() -> None:
    table = ATable()
    table.grab(1, RED)
    table.grab(2, RED)
    table.grab(1, GRAY, after=1.0)
    assert Sentence.GAME_BEGINS not in table.told(table.grab(1, GRAY, after=1.05))
    assert Sentence.GAME_BEGINS in table.told(table.grab(1, GRAY, after=3.0))


def test_questions_are_numbered_through_the_evening_and_end_with_their_game() -> None:
    table = ATable(1, 4)
    roll = a_roll()
    doubt = Roll((*roll.dice[:8], Die(RED, 5, maybe=(3,))), roll.order_die, roll.gaps, roll.centres)
    first = table.one(table.roll(doubt), Ask).question.number
    assert Unask(first) in table.send(GameAbandoned(table.now))
    table.send(GameStarted(table.now))
    assert table.one(table.roll(doubt), Ask).question.number != first
    assert table.told(table.send(QuestionAnswered(first, "3", table.now))) == [Sentence.NO_SUCH_QUESTION]
