"""The referee at the table: lobby, roll-off, turns, doubts, breaks, ends, and what is not allowed when."""

from dataclasses import replace
from typing import Any

import pytest

from pi_diavolo.games import GAMES
from pi_diavolo.games.devils_dice.layout_file import as_setting
from pi_diavolo.games.devils_dice.referee import DevilsDiceReferee
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.table.board_views import BoardStep
from pi_diavolo.table.boards import Counter, CounterMoved, EndAgreed, Ended, MoveRuling
from pi_diavolo.table.duels import Choice, ChoiceKind, ChoiceMade
from pi_diavolo.table.effects import ShowGems, ShowStatus, ShowTurn, ShowWinner, Status, Unask
from pi_diavolo.table.events import (
    DiceAtRest,
    DiceRolling,
    GameAbandoned,
    GameStarted,
    Grab,
    Paused,
    PlayAgainAsked,
    PowerOffAsked,
    QuestionAnswered,
    Resumed,
    RollFault,
    RollInvalid,
    RollRead,
    SeatLeft,
    SeatTaken,
    SettingsChosen,
    Started,
    Tick,
    TurnEnded,
    YoungestChosen,
)
from pi_diavolo.table.pieces import Colour, Die
from pi_diavolo.table.players import PlayerId, Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.sentences import Sentence
from tests.games.devils_dice.makers import (
    BLUE,
    GREEN,
    MIA,
    NOAH,
    ORANGE,
    PURPLE,
    RED,
    TableOfMovers,
    move,
    sq,
)


def begun(players: int = 2, **settings: Any) -> TableOfMovers:
    """The first player has won the roll-off."""
    table = TableOfMovers(players, **settings)
    table.rolls_off(6, *[1] * (players - 1))
    return table


def roll(*values: int) -> RollRead:
    return RollRead(Roll(tuple(Die(Colour.WHITE, value) for value in values)), 1.0)


def status(table: TableOfMovers) -> tuple[Status, Seat | None]:
    shown = [effect for effect in table.effects if isinstance(effect, ShowStatus)][-1]
    return shown.status, shown.seat


def test_the_game_is_known_by_its_name() -> None:
    assert GAMES["devils-dice"] is DevilsDiceReferee


def test_a_table_of_eight_sits_down_and_begins() -> None:
    table = TableOfMovers(8)
    assert Sentence.GAME_BEGINS in table.said
    assert table.said.count(Sentence.BOARD_COLOURS) == 8
    assert table.said[-1] is Sentence.BOARD_ROLL_OFF
    assert status(table) == (Status.ROLL_NOW, 1)
    assert [effect.gems for effect in table.effects if isinstance(effect, ShowGems)] == [
        dict.fromkeys(range(1, 9), 4)
    ]
    view = table.view
    assert (view.step, view.awaited, len(view.counters)) == (BoardStep.ROLL_OFF, 1, 32)


@pytest.mark.parametrize(
    ("players", "colours"),
    [
        (2, [(ORANGE,), (BLUE,)]),
        (3, [(ORANGE,), (Colour.BLACK,), (Colour.WHITE,)]),
        (4, [(ORANGE,), (RED,), (BLUE,), (PURPLE,)]),
    ],
)
def test_the_homes_in_use_lie_apart(players: int, colours: list[tuple[Colour, ...]]) -> None:
    assert [mover.colours for mover in TableOfMovers(players).view.movers] == colours


def test_a_players_own_colours_lie_apart_too() -> None:
    movers = TableOfMovers(2, colours_each=2).view.movers
    assert [mover.colours for mover in movers] == [(ORANGE, BLUE), (RED, PURPLE)]
    assert [mover.left for mover in movers] == [8, 8]


def test_people_choose_their_colours() -> None:
    movers = TableOfMovers(2, colours="green,red; purple").view.movers
    assert [mover.colours for mover in movers] == [(GREEN, RED), (PURPLE,)]


def test_what_cannot_be_sat_down_for_is_refused() -> None:
    table = TableOfMovers(start=False)
    assert table.refused(SeatTaken(Seat(9), PlayerId("x"), 0.0)) is Sentence.NO_SUCH_SEAT
    table.does(SeatTaken(Seat(8), PlayerId("mia"), 0.0))
    assert table.refused(SeatTaken(Seat(8), PlayerId("noah"), 0.0)) is Sentence.SEAT_IS_TAKEN
    assert table.refused(SeatTaken(Seat(7), PlayerId("mia"), 0.0)) is Sentence.PLAYER_SITS_ELSEWHERE
    assert table.refused(GameStarted(0.0)) is Sentence.TOO_FEW_PLAYERS
    assert table.refused(YoungestChosen(Seat(3), 0.0)) is Sentence.SEAT_IS_FREE
    assert table.refused(SeatLeft(Seat(3), 0.0)) is Sentence.SEAT_IS_FREE
    table.does(SeatLeft(Seat(8), 0.0))
    assert Sentence.SEAT_LEFT in table.said
    assert table.refused(PlayAgainAsked(0.0)) is Sentence.NO_GAME


def test_colours_that_do_not_fit_the_players_are_refused_at_the_beginning() -> None:
    table = TableOfMovers(3, start=False, colours="orange;blue")
    table.does(*(SeatTaken(seat, PlayerId(str(seat)), 0.0) for seat in table.seats))
    assert table.refused(GameStarted(0.0)) is Sentence.BOARD_COLOURS_FOR_OTHERS
    table.does(SettingsChosen({"colours": "", "colours_each": 3}, 0.0))
    assert table.refused(GameStarted(0.0)) is Sentence.BOARD_TOO_FEW_COLOURS
    table.does(SettingsChosen({"colours_each": 2}, 0.0), GameStarted(0.0))
    assert table.referee.in_progress


@pytest.mark.parametrize(
    "settings",
    [
        {"passing": "sometimes"},
        {"own_home": "some"},
        {"own_counters": "open"},
        {"no_move": "out"},
        {"colours_each": 5},
        {"colours_each": True},
        {"colours": "orange;orange"},
        {"colours": "pink;blue"},
        {"colours": "gray;blue"},
        {"end_without_captures": 0},
        {"end_without_captures": 2**80},
        {"end_when_all_pass": 1},
        {"layout": "{}"},
        {"layout": "["},
        {"captures": 3},
    ],
)
def test_a_setting_that_cannot_be_is_refused(settings: dict[str, Any]) -> None:
    assert TableOfMovers(start=False).refused(SettingsChosen(settings, 0.0)) is Sentence.BAD_SETTING


def test_settings_stand_beside_every_ruling() -> None:
    table = TableOfMovers(passing="forbidden", end_without_captures=7)
    assert table.referee.settings["passing"] == "forbidden"
    assert table.referee.settings["end_without_captures"] == 7
    assert table.referee.settings["layout"] == ""


def test_people_play_on_another_board() -> None:
    safe = (sq("d7"), *SHIPPED.safe[1:])
    text = as_setting(replace(SHIPPED, safe=safe))
    table = TableOfMovers(layout=text)
    assert table.view.layout.safe == safe
    assert len(table.referee.settings["layout"]) == 12  # a fingerprint


def test_an_evening_opens_with_what_can_be_used_of_its_settings() -> None:
    table = TableOfMovers(start=False, colours_each=9)
    assert table.referee.settings["colours_each"] == 1


def test_a_game_starts_by_presses_alone() -> None:
    table = TableOfMovers(start=False)
    table.does(Grab(Seat(1), Colour.RED, 0.0), Grab(Seat(5), Colour.BLACK, 1.0))
    assert table.refused(Grab(Seat(1), Colour.RED, 2.0)) is Sentence.SEAT_IS_TAKEN
    table.does(Grab(Seat(1), Colour.GRAY, 3.0))
    assert table.referee.in_progress
    assert table.refused(Grab(Seat(1), Colour.RED, 2.0)) is Sentence.NOT_IN_THIS_GAME
    locked = TableOfMovers(start=False, locked=True)
    assert locked.refused(Grab(Seat(1), Colour.RED, 0.0)) is Sentence.TABLE_LOCKED


def test_the_roll_off_takes_one_die_and_a_turn_two() -> None:
    table = TableOfMovers()
    assert table.refused(roll(3, 4)) is Sentence.BOARD_ONE_DIE
    table.rolls(2)
    assert table.said == [Sentence.BOARD_ROLLED_OFF, Sentence.BOARD_ROLL_OFF]
    table.rolls(2)
    assert table.said == [Sentence.BOARD_ROLLED_OFF, Sentence.BOARD_ROLL_OFF_AGAIN, Sentence.BOARD_ROLL_OFF]
    table.rolls_off(2, 5)
    assert table.said == [Sentence.BOARD_ROLLED_OFF, Sentence.BOARD_BEGINS, Sentence.BOARD_ROLL_NOW]
    assert [effect.roller for effect in table.effects if isinstance(effect, ShowTurn)] == [NOAH]
    assert [mover.rolled_off for mover in table.view.movers] == [5, 2]
    for wrong in (roll(3), roll(1, 2, 3)):
        assert table.refused(wrong) is Sentence.BOARD_TWO_DICE
    table.rolls(1, 2)
    assert table.refused(roll(3, 4)) is Sentence.BOARD_MOVE_FIRST


def test_a_turn_is_rolled_moved_and_ruled() -> None:
    table = begun()
    table.rolls(3, 4)
    assert (table.view.step, table.view.dice, status(table)) == (
        BoardStep.MOVE, (3, 4), (Status.CHOOSE, MIA),
    )  # fmt: skip
    offered = {(each.move.counter, each.move.to.name) for each in table.view.moves}
    assert (Counter(ORANGE, 1), "f5") in offered
    table.moves(ORANGE, 1, "f5")
    (ruling,) = table.rulings
    assert (ruling.turn, ruling.roller, ruling.gems) == (1, MIA, {MIA: 4, NOAH: 4})
    assert ruling.move == MoveRuling((3, 4), move(ORANGE, 1, "f5"), sq("c1"))
    assert (table.view.turn, table.view.awaited, table.view.step) == (2, NOAH, BoardStep.ROLL)
    assert [turn.ruling for turn in table.view.turns] == [ruling.move]


def test_only_the_player_whose_turn_it_is_moves_and_only_after_rolling() -> None:
    table = begun()
    step = move(ORANGE, 1, "f5")
    assert table.refused(CounterMoved(MIA, step, 0.0)) is Sentence.BOARD_ROLL_FIRST
    table.rolls(3, 4)
    assert table.refused(CounterMoved(NOAH, step, 0.0)) is Sentence.BOARD_NOT_YOUR_TURN


@pytest.mark.parametrize(
    ("colour", "number", "to", "why"),
    [
        (ORANGE, 1, "f6", Sentence.BOARD_NOT_THESE_DICE),
        (ORANGE, 1, "c1", Sentence.BOARD_NOT_THESE_DICE),
        (ORANGE, 1, "g99", Sentence.BOARD_OFF_THE_BOARD),
        (BLUE, 1, "k12", Sentence.BOARD_OTHERS_COUNTER),
        (RED, 1, "c7", Sentence.BOARD_NO_SUCH_COUNTER),
    ],
)
def test_an_illegal_move_is_refused_with_the_rule_it_breaks(
    colour: Colour, number: int, to: str, why: Sentence
) -> None:
    table = begun()
    table.rolls(3, 4)
    assert table.refused(CounterMoved(MIA, move(colour, number, to), 0.0)) is why


def test_dice_that_do_not_count_are_rolled_again() -> None:
    table = begun()
    invalid = RollInvalid((RollFault("die_cocked", Colour.WHITE),), 1.0)
    table.does(DiceRolling(1.0))
    assert status(table) == (Status.ROLLING, MIA)
    table.does(DiceAtRest(1.0))
    assert status(table) == (Status.READING, MIA)
    table.does(invalid)
    assert table.said == [Sentence.BOARD_ROLL_INVALID]
    assert status(table) == (Status.ROLL_NOW, MIA)
    table.rolls(1, 2)
    assert table.does(DiceRolling(1.0)) == []
    assert table.refused(invalid) is Sentence.BOARD_MOVE_FIRST


def test_a_doubtful_die_is_asked_about() -> None:
    table = begun()
    table.rolls((3, 2), 4)
    (ask,) = table.asked
    assert (ask.question.kind, ask.question.options, ask.question.die) == ("die", ("2", "3", "roll_again"), 0)
    assert status(table) == (Status.QUESTION, None)
    assert table.refused(roll(1, 2)) is Sentence.ROLL_LIES_ALREADY
    assert table.refused(QuestionAnswered(9, "2", 0.0)) is Sentence.NO_SUCH_QUESTION
    assert table.refused(QuestionAnswered(1, "6", 0.0)) is Sentence.NO_SUCH_CHOICE
    table.does(QuestionAnswered(1, "2", 0.0))
    assert Unask(1) in table.effects
    assert table.play.dice == (2, 4)


def test_two_doubtful_dice_are_asked_about_one_by_one_and_may_be_rolled_again() -> None:
    table = begun()
    table.rolls((3, 2), (4, 5))
    table.does(QuestionAnswered(1, "3", 0.0))
    assert table.asked[0].question.die == 1
    table.does(QuestionAnswered(2, "roll_again", 0.0))
    assert (table.play.dice, status(table)) == ((), (Status.ROLL_NOW, MIA))


def test_in_a_break_nothing_moves() -> None:
    table = begun()
    table.rolls(3, 4)
    table.does(Paused(0.0))
    assert status(table) == (Status.PAUSED, None)
    assert table.refused(CounterMoved(MIA, move(ORANGE, 1, "f5"), 0.0)) is Sentence.IS_PAUSED
    assert table.refused(Paused(0.0)) is Sentence.IS_PAUSED
    table.does(Resumed(0.0))
    assert table.said == [Sentence.RESUMED, Sentence.BOARD_MOVE_NOW]
    assert table.refused(Resumed(0.0)) is Sentence.NOT_PAUSED
    table.does(PowerOffAsked(0.0))
    assert table.evening.paused


def test_after_a_power_cut_the_same_turn_goes_on() -> None:
    table = begun()
    table.rolls((3, 2), 4)
    table.does(Started("again", 0.0, "2026-01-01T21:00:00+00:00"))
    assert len(table.asked) == 1
    table.does(QuestionAnswered(1, "3", 0.0), Started("again", 0.0, "2026-01-01T21:00:00+00:00"))
    assert (table.view.dice, status(table)) == ((3, 4), (Status.CHOOSE, MIA))


def test_a_game_is_abandoned_and_another_begun() -> None:
    table = begun()
    table.rolls((3, 2), 4)
    table.does(GameAbandoned(0.0))
    assert (table.referee.game, table.said[0]) == (None, Sentence.GAME_ABANDONED)
    assert Unask(1) in table.effects
    table.does(GameStarted(0.0))
    assert table.referee.game == 2
    assert table.refused(GameStarted(0.0)) is Sentence.ONLY_IN_LOBBY
    assert table.refused(PlayAgainAsked(0.0)) is Sentence.GAME_NOT_OVER


def test_the_players_agree_to_end_the_game_and_the_most_counters_win() -> None:
    table = begun(colours="orange,green;blue")
    table.does(EndAgreed(0.0))
    (ruling,) = table.rulings
    assert (ruling.over, ruling.winner) == (True, MIA)
    assert ruling.move == MoveRuling((), ended=Ended.AGREED)
    assert Sentence.WINNER in table.said
    assert status(table) == (Status.OVER, None)
    assert not table.referee.in_progress
    assert table.refused(EndAgreed(0.0)) is Sentence.GAME_IS_OVER
    table.does(PlayAgainAsked(0.0))
    assert (table.referee.game, table.view.step) == (2, BoardStep.ROLL_OFF)


def test_with_equally_many_counters_the_victory_is_shared_and_nobody_is_named_winner() -> None:
    table = begun()
    table.rolls(3, 4)
    table.does(EndAgreed(0.0))
    assert table.rulings[0].winner is None
    assert Sentence.BOARD_SHARED in table.said
    assert ShowWinner(None) in table.effects
    assert (table.view.ended, table.view.winner) == (Ended.AGREED, None)


def test_after_so_many_rounds_without_a_capture_the_game_ends() -> None:
    table = begun(end_without_captures=1)
    table.rolls(3, 4)
    table.moves(ORANGE, 1, "f5")
    assert table.referee.in_progress
    table.rolls(3, 4)
    table.moves(BLUE, 1, "k12")
    assert Sentence.BOARD_NO_CAPTURES in table.said
    assert table.rulings[0].move is not None
    assert table.rulings[0].move.ended is Ended.NO_CAPTURES


def test_after_the_end_gray_asks_for_another_game() -> None:
    table = begun()
    table.does(EndAgreed(10.0))
    assert table.refused(Grab(MIA, Colour.GRAY, 11.0)) is Sentence.GAME_IS_OVER
    assert table.refused(Grab(MIA, Colour.RED, 20.0)) is Sentence.GAME_IS_OVER
    table.does(Grab(MIA, Colour.GRAY, 20.0))
    assert table.referee.game == 2


def test_what_belongs_to_other_games_means_nothing_here() -> None:
    table = begun()
    assert table.refused(TurnEnded(0.0)) is Sentence.NOT_IN_THIS_GAME
    assert table.refused(ChoiceMade(MIA, Choice(ChoiceKind.PASS), 0.0)) is Sentence.NOT_IN_THIS_GAME
    assert table.does(Tick(1.0)) == []
