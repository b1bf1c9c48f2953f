"""Whole games as fast as they go: by chance, and yet always the same."""

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.simulation import Chances, Simulation, play, solver
from pi_diavolo.table.pieces import Colour
from tests.makers import a_roll

FOUR = Simulation(4, HouseRules())


def test_the_same_simulation_plays_the_same_games() -> None:
    assert list(play(FOUR, 3)) == list(play(FOUR, 3))


def test_another_seed_plays_other_games() -> None:
    (first,), (second,) = play(FOUR, 1), play(Simulation(4, HouseRules(), seed=1), 1)
    assert first.rulings != second.rulings


def test_games_are_numbered_from_one_without_a_log() -> None:
    assert [game.game for game in play(FOUR, 4)] == [1, 2, 3, 4]


def test_games_are_played_one_by_one_as_they_are_asked_for() -> None:
    assert len(list(islice(play(FOUR, 10_000_000), 2))) == 2


def test_a_log_goes_on_counting() -> None:
    with EventLog.in_memory() as log:
        numbers = [game.game for _ in range(2) for game in play(FOUR, 2, log)]
        assert numbers == [1, 2, 3, 4]
        assert verify(log, GAMES["diavolo"]).differences == ()


def test_a_game_that_is_interrupted_is_not_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with EventLog.open(tmp_path / "games.db") as log:
        games = play(FOUR, 3, log)
        next(games)
        before = log.last_number()
        monkeypatch.setattr("pi_diavolo.simulation._Witness.show", stop)
        with pytest.raises(KeyboardInterrupt):
            next(games)
        assert log.last_number() == before


@pytest.mark.parametrize("chances", [Chances(0, 0), Chances(0.5, 0), Chances(0, 0.5), Chances(0.3, 0.3)])
def test_no_ruling_is_wrong_however_bad_the_light(chances: Chances) -> None:
    games = list(play(Simulation(5, HouseRules(), chances=chances), 5))
    assert sum(game.wrong_rulings for game in games) == 0


def test_sure_dice_ask_for_no_decisions_but_the_closest() -> None:
    games = play(Simulation(4, HouseRules(), chances=Chances(0, 0)), 10)
    decided = Counter(
        ruling.reason.order
        for game in games
        for ruling in game.rulings
        if ruling.reason and ruling.reason.decided_by_people
    )
    assert set(decided) <= {"closest"}


def test_champions_beat_children() -> None:
    won = Counter(game.winner for game in play(Simulation(2, HouseRules(), ("champion", "child")), 40))
    assert won.most_common(1)[0][0] == 1


def test_the_solver_measures_as_the_table_does() -> None:
    assert solver(HouseRules())(a_roll(), "closest") is Colour.RED
    assert solver(HouseRules(tie_within_mm=50))(a_roll(), "closest") is Colour.GRAY
    assert solver(HouseRules())(a_roll(), "greatest_sum") is Colour.RED
