"""Whole games of Devil's Dice through the table and a real log: played to the end, told again, verified."""

import shutil
from collections import Counter as Counting
from pathlib import Path

import pytest

from pi_diavolo.board_playing import DEVILS_DICE, BoardPlayed, BoardPlaying, play_boards, strengths_of
from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.games import GAMES
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.history import game, games
from pi_diavolo.history_boards import COLUMNS, cells, count
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker
from pi_diavolo.simulation import Simulation, play
from pi_diavolo.simulator.movers import Habits
from pi_diavolo.table.boards import BoardSeen, Counter, CounterMoved, Ended, Move, MoveRuling, Square
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat, board_seats_for
from tests.eventlog.makers import tamper
from tests.lots import by_lot

SOON = {"end_without_captures": 4}
TROUBLED = Habits(misplaced=0.1, doubtful=0.05, invalid=0.05)


def must_add_up(played: BoardPlayed, players: int) -> None:
    """Counters only get fewer, each for a reason; nobody rolls who is out; the last ruling alone ends it."""
    left = dict.fromkeys(board_seats_for(players), 4)
    where: dict[Counter, Square] = {
        Counter(home.colour, number): square
        for home in SHIPPED.homes
        for number, square in enumerate(home.squares, 1)
    }
    for ruling in played.rulings:
        move = ruling.move
        assert move is not None
        assert left[ruling.roller] > 0
        assert sum(left.values()) - sum(ruling.gems.values()) == len(move.overdue) + (move.taken is not None)
        left = dict(ruling.gems)
        assert move.passed == (move.move is None)
        if move.move is not None:
            assert where[move.move.counter] == move.came_from
            assert move.taken is None or where[move.taken] == move.move.to
            where[move.move.counter] = move.move.to
    assert [ruling.turn for ruling in played.rulings] == list(range(1, played.turns + 1))
    assert [ruling.over for ruling in played.rulings] == [False] * (played.turns - 1) + [True]
    if played.ended is Ended.LAST_STANDING:
        assert [seat for seat, count in left.items() if count] == [played.winner]
    best = [seat for seat, count in left.items() if count == max(left.values())]
    assert played.winner == (best[0] if len(best) == 1 else None)


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_games_are_played_to_the_end_and_add_up(players: int) -> None:
    playing = BoardPlaying(players, ("looking-ahead", "random"), 11, SOON, TROUBLED)
    for played in play_boards(playing, 2 if players < 8 else 1):
        must_add_up(played, players)


@pytest.mark.parametrize("players", range(2, 9))
def test_a_thousand_games_by_all_the_rules_end_and_add_up(players: int) -> None:
    """In a thorough run; a share of them in every other."""
    playing = BoardPlaying(players, ("looking-ahead", "random"), 2026, habits=TROUBLED)
    games_each = by_lot(143, usually=1)  # seven times that is a thousand and one
    endings = Counting(_end_of(played, players) for played in play_boards(playing, games_each))
    assert endings.total() == games_each
    assert not endings.keys() & {None, Ended.AGREED}, "nobody agreed to anything"


def _end_of(played: BoardPlayed, players: int) -> Ended | None:
    must_add_up(played, players)
    return played.ended


def test_the_same_seed_plays_the_same_games() -> None:
    once, twice = (list(play_boards(BoardPlaying(2, seed=3, settings=SOON), 2)) for _ in range(2))
    assert once == twice
    assert once != list(play_boards(BoardPlaying(2, seed=4, settings=SOON), 2))


def test_hands_and_doubts_change_nothing_but_the_number_of_events() -> None:
    habits = (Habits(by_hand=0.0), Habits(), Habits(doubtful=0.5))
    said, seen, doubted = (
        next(play_boards(BoardPlaying(3, seed=2, settings=SOON, habits=each), 1)) for each in habits
    )
    assert said.rulings == seen.rulings == doubted.rulings
    assert said.events < seen.events < doubted.events


def test_opponents_go_round_the_table_and_begin_with_another_seat_each_game() -> None:
    seats = board_seats_for(3)
    assert list(strengths_of(seats, ("a", "b"), 1).values()) == ["a", "b", "a"]
    assert list(strengths_of(seats, ("a", "b"), 2).values()) == ["a", "a", "b"]
    assert list(strengths_of(seats, ("a",), 3).values()) == ["a", "a", "a"]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real log with two games, and one of Diavolo between them."""
    path = tmp_path_factory.mktemp("log") / "games.db"
    with EventLog.open(path) as opened:
        list(play_boards(BoardPlaying(4, seed=1, settings=SOON, habits=TROUBLED), 1, opened))
        list(play(Simulation(2, HouseRules(), seed=1), 1, opened))
        playing = BoardPlaying(2, ("looking-ahead",), 2, {**SOON, "colours_each": 2}, TROUBLED)
        list(play_boards(playing, 1, opened))
    return path


def test_a_log_of_several_games_is_verified_each_by_its_own_rules(log: Path) -> None:
    with EventLog.read_only(log) as opened:
        found = verify(opened, GAMES["diavolo"], GAMES)
        assert (found.differences, found.evenings) == ((), 3)
        assert [record.name for record in games(opened)] == [DEVILS_DICE, "diavolo", DEVILS_DICE]


def test_told_again_every_effect_is_the_same(log: Path) -> None:
    with EventLog.read_only(log) as opened:
        events = [logged.event for logged in opened.evening()]
    one, two = GAMES[DEVILS_DICE](), GAMES[DEVILS_DICE]()
    assert [one.receive(event) for event in events] == [two.receive(event) for event in events]
    assert one.state == two.state
    assert any(isinstance(event, BoardSeen | CounterMoved) for event in events)


def test_a_ruling_that_somebody_changed_is_found(log: Path, tmp_path: Path) -> None:
    changed = Path(shutil.copy(log, tmp_path))
    tamper(changed, """UPDATE rulings SET ruling = replace(ruling, '"promoted":true', '"promoted":false')""")
    with EventLog.read_only(changed) as opened:
        found = verify(opened, GAMES["diavolo"], GAMES)
    assert found.first is not None
    assert "promoted" in found.first.sentence


def test_every_game_can_be_told_in_every_language(log: Path) -> None:
    with EventLog.read_only(log) as opened:
        events = [logged.event for logged in opened.evening()]
    for words in CATALOGUES.values():
        referee, says = GAMES[DEVILS_DICE](), Speaker(words, {Seat(1): "Jenny", Seat(5): "Dave"})
        told = [
            line for event in events for effect in referee.receive(event) for line in says.narrate(effect)
        ]
        assert len(told) > 50
        assert not [line for line in told if "{" in line or "None" in line or "Seat" in line]


# The past


def test_what_everybody_did_is_counted(log: Path) -> None:
    with EventLog.read_only(log) as opened:
        record = game(opened, 1)
    counted, last = count(record), record.rulings[-1]
    assert list(counted) == list(board_seats_for(4))
    assert sum(each.turns for each in counted.values()) == len(record.rulings)
    assert sum(each.took for each in counted.values()) == sum(each.lost for each in counted.values())
    for seat, each in counted.items():
        assert each.moves + each.passed == each.turns
        assert last.gems[seat] == 4 - each.lost - each.overdue


def test_a_turn_in_a_row_of_a_table() -> None:
    orange, blue = Counter(Colour.ORANGE, 2), Counter(Colour.BLUE, 1)
    move = Move(orange, Square(5, 4))
    ruling = MoveRuling((3, 4), move, Square(2, 0), blue, True, (Counter(Colour.ORANGE, 3),))
    found = dict(zip(COLUMNS, cells(ruling), strict=True))
    assert found == {
        "dice": "3 4", "counter": "orange-2", "from": "c1", "to": "f5", "takes": "blue-1", "pawn": True,
        "off": "orange-3", "passed": False, "ended": None,
    }  # fmt: skip
    assert set(cells(None)) == {None}
