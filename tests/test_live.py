"""A game at the table: begun, told, left, and taken up again from its log."""

import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from rich.console import Console

from pi_diavolo.errors import UsageError
from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.live import LiveGame, Wishes, leaving
from pi_diavolo.live_telling import WhileHeard
from pi_diavolo.simulation import Chances
from pi_diavolo.table.effects import Effect, ShowRuling
from pi_diavolo.table.events import Event, Tick

WISHES = Wishes(("Ada", "Blaise", "Carl"), ("regular",), HouseRules(), "en", None, Chances(0, 0), seed=5)


@pytest.fixture
def log() -> Iterator[EventLog]:
    with EventLog.in_memory() as log:
        yield log


def a_game(log: EventLog, wishes: Wishes = WISHES) -> tuple[LiveGame, io.StringIO]:
    said = io.StringIO()
    return LiveGame(wishes, log, Console(file=said, width=200)), said


def played(log: EventLog, wishes: Wishes = WISHES) -> str:
    game, said = a_game(log, wishes)
    game.play()
    return said.getvalue()


class Leaver:
    """Somebody who presses Ctrl-C after some rulings."""

    def __init__(self, rulings: int = 1) -> None:
        self._left = rulings

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        self._left -= sum(isinstance(effect, ShowRuling) for effect in effects)
        if self._left <= 0:
            raise KeyboardInterrupt


def left(log: EventLog, wishes: Wishes = WISHES) -> LiveGame:
    game, _ = a_game(log, wishes)
    game.table.add_outlet(Leaver())
    with pytest.raises(KeyboardInterrupt):
        game.play()
    return game


def test_a_game_is_told_from_the_first_seat_to_the_winner(log: EventLog) -> None:
    lines = played(log).splitlines()
    assert lines[0] == "No table hardware found: this is the simulated table."
    assert "Ada is the youngest and rolls first." in lines
    assert lines[-1].endswith("wins the game! Hooray!")
    assert verify(log, GAMES["diavolo"]).differences == ()


def test_json_lines_hold_event_effects_and_sentences(log: EventLog) -> None:
    lines = [json.loads(line) for line in played(log, replace(WISHES, json=True)).splitlines()]
    assert [line["seq"] for line in lines] == list(range(1, log.last_number() + 1))
    said = [sentence for line in lines for sentence in line["sentences"]]
    assert "Ada takes seat 1." in said
    (begun,) = [line for line in lines if line["event"]["kind"] == "GameStarted"]
    assert {effect["kind"] for effect in begun["effects"]} >= {"ShowTurn", "ShowGems", "Say"}


def test_as_many_games_as_wished_are_played_in_a_row(log: EventLog) -> None:
    said = played(log, replace(WISHES, games=3))
    assert [f"Game {number} begins" in said for number in (1, 2, 3, 4)] == [True, True, True, False]


def test_who_leaves_is_told_that_the_game_is_kept(log: EventLog) -> None:
    assert leaving(left(log)) == "The game is kept. Start the table again and it goes on where it stopped."


def test_who_leaves_after_the_end_is_told_nothing(log: EventLog) -> None:
    game, _ = a_game(log)
    game.play()
    assert leaving(game) is None


def test_a_game_goes_on_where_it_was_left(log: EventLog) -> None:
    left(log)
    said = played(log)
    assert "Game 1 goes on." in said
    assert "takes seat" not in said
    assert "Game 2" not in said
    assert log.last_game() == 1
    assert verify(log, GAMES["diavolo"]).differences == ()


def test_a_game_may_be_left_again_and_again(log: EventLog) -> None:
    for _ in range(5):
        left(log)
    played(log)
    assert log.last_game() == 1
    assert verify(log, GAMES["diavolo"]).differences == ()


def test_another_start_throws_other_dice_from_the_same_seed(log: EventLog) -> None:
    first = left(log).table.game
    left(log)
    reasons = [given.ruling.reason for given in log.rulings(first or 0).history]
    assert reasons[0] != reasons[1]


def test_a_game_goes_on_by_the_rules_it_began_with(log: EventLog) -> None:
    left(log, replace(WISHES, rules=HouseRules(dice_per_colour=2)))
    played(log)
    assert {given.settings["dice_per_colour"] for given in log.rulings(1).history} == {2}


def test_a_new_game_leaves_the_old_one_unfinished(log: EventLog) -> None:
    left(log)
    said = played(log, replace(WISHES, new=True, names=("Dora", "Emil"), insists_on=("Dora", "Emil")))
    assert "Game 1 stops here, without a winner." in said
    assert "Good luck, Dora and Emil!" in said
    assert verify(log, GAMES["diavolo"]).differences == ()


def test_nobody_else_takes_over_a_game(log: EventLog) -> None:
    left(log)
    for other in (replace(WISHES, insists_on=("Dora", "Emil")), replace(WISHES, players=2)):
        with pytest.raises(UsageError, match="game 1 is not over, and Ada, Blaise, Carl play it"):
            a_game(log, other)
    a_game(log, replace(WISHES, insists_on=("CARL", "ada", "Blaise"), players=3))


def test_names_that_were_not_asked_for_do_not_matter_to_a_game_that_goes_on(log: EventLog) -> None:
    left(log)
    assert "Game 1 goes on." in played(log, replace(WISHES, names=("Mia", "Emil")))


@pytest.mark.parametrize("name", ["Zorro", "7", "x" * 10_000])
def test_nobody_plays_for_somebody_who_is_not_there(log: EventLog, name: str) -> None:
    with pytest.raises(
        UsageError, match="no such player sits at the table; use one of Ada, Blaise, Carl"
    ) as wrong:
        a_game(log, replace(WISHES, play=name))
    assert len(str(wrong.value)) < 200


class Deaf:
    """An outlet whose pipe was closed at the other end."""

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        raise BrokenPipeError


def test_an_outlet_that_nobody_hears_ends_the_game_like_ctrl_c() -> None:
    with pytest.raises(KeyboardInterrupt) as stopped:
        WhileHeard(Deaf()).show(Tick(1.0), [], 1.0)
    assert isinstance(stopped.value.__cause__, BrokenPipeError)
