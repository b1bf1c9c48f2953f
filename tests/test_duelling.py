"""Whole duels through the table and a real log: played to the end, told again, verified."""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.duelling import DEVILISH_DUELS, Duelling, DuelPlayed, play_duels
from pi_diavolo.evening import remember
from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.games import GAMES
from pi_diavolo.games.devilish_duels import house_rules as duels
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker
from pi_diavolo.simulation import Simulation, play
from pi_diavolo.simulator.duellists import SimulatedDuellists
from pi_diavolo.table.duels import ChoiceMade, DuelCorrected, Element
from pi_diavolo.table.effects import ShowRuling
from pi_diavolo.table.events import Correction, EveningOpened
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Ruling
from tests.eventlog.makers import tamper
from tests.games.devilish_duels.makers import JENNY, TableOfTwo, banish
from tests.games.devilish_duels.test_corrections import number_of, two_rounds
from tests.lots import by_lot

SEATS = (Seat(1), Seat(4))


def must_add_up(played: DuelPlayed) -> None:
    """Imps are banished one by one out of four, the lead changes, and who has none left has lost."""
    left = dict.fromkeys(SEATS, 4)
    for ruling in played.rulings:
        assert ruling.duel is not None
        assert sum(left.values()) - sum(ruling.gems.values()) == len(ruling.duel.banished)
        assert all(ruling.gems[seat] <= left[seat] for seat in SEATS)
        left = dict(ruling.gems)
        for trial in ruling.duel.trials:
            totals = sorted(trial.totals.values())
            assert (trial.winner is None) == (totals[0] == totals[1])
            assert trial.winner is None or trial.totals[trial.winner] == totals[1]
            assert trial.double == (trial.winner is not None and totals[1] >= 2 * totals[0])
    assert [ruling.turn for ruling in played.rulings] == list(range(1, played.rounds + 1))
    assert all(one.roller != two.roller for one, two in pairwise(played.rulings))
    assert [ruling.over for ruling in played.rulings] == [False] * (played.rounds - 1) + [True]
    if played.rounds < 50:
        assert played.winner is not None
        assert sorted(left.values())[0] == 0
        assert left[played.winner] > 0


def test_duels_are_played_to_the_end_and_add_up() -> None:
    """A thousand of them in a thorough run."""
    games = by_lot(1_000, usually=8)
    played = 0
    for duel in play_duels(Duelling(("random", "looking-ahead"), seed=11), games):
        must_add_up(duel)
        played += 1
    assert played == games


def test_the_same_seed_plays_the_same_duels() -> None:
    once, twice = (list(play_duels(Duelling(("looking-ahead",), seed=3), 1)) for _ in range(2))
    assert once == twice
    assert once != list(play_duels(Duelling(("looking-ahead",), seed=4), 1))


def test_doubtful_dice_change_nothing_but_the_number_of_events() -> None:
    plain, doubted = (
        next(play_duels(Duelling(seed=2, doubtful_dice=doubts, invalid_rolls=0.0), 1))
        for doubts in (0.0, 0.9)
    )
    assert plain.rulings == doubted.rulings
    assert plain.events < doubted.events


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real log with two duels and a game of Diavolo between them."""
    path = tmp_path_factory.mktemp("log") / "games.db"
    with EventLog.open(path) as opened:
        list(play_duels(Duelling(seed=1), 1, opened))
        list(play(Simulation(2, HouseRules(), seed=1), 1, opened))
        list(play_duels(Duelling(("looking-ahead",), seed=2), 1, opened))
    return path


def test_a_log_of_several_games_is_verified_each_by_its_own_rules(log: Path) -> None:
    with EventLog.read_only(log) as opened:
        found = verify(opened, GAMES["diavolo"], GAMES)
        assert found.differences == ()
        assert found.evenings == 3
        assert {e.event.game for e in opened.events() if isinstance(e.event, EveningOpened)} == {
            "diavolo", DEVILISH_DUELS,
        }  # fmt: skip


def test_told_again_every_effect_is_the_same(log: Path) -> None:
    with EventLog.read_only(log) as opened:
        events = [logged.event for logged in opened.evening()]
    one, two = GAMES[DEVILISH_DUELS](), GAMES[DEVILISH_DUELS]()
    assert [one.receive(event) for event in events] == [two.receive(event) for event in events]
    assert one.state == two.state
    assert any(isinstance(event, ChoiceMade) for event in events)


def test_a_ruling_that_somebody_changed_is_found(log: Path, tmp_path: Path) -> None:
    changed = Path(shutil.copy(log, tmp_path))
    tamper(changed, """UPDATE rulings SET ruling = replace(ruling, '"double":true', '"double":false')""")
    with EventLog.read_only(changed) as opened:
        found = verify(opened, GAMES["diavolo"], GAMES)
    assert found.first is not None
    assert "double" in found.first.sentence


def test_every_duel_can_be_told_in_every_language(log: Path) -> None:
    with EventLog.read_only(log) as opened:
        events = [logged.event for logged in opened.evening()]
    for words in CATALOGUES.values():
        referee, says = GAMES[DEVILISH_DUELS](), Speaker(words, {Seat(1): "Jenny", Seat(4): "Dave"})
        told = [
            line for event in events for effect in referee.receive(event) for line in says.narrate(effect)
        ]
        assert len(told) > 50
        assert not [line for line in told if "{" in line or "None" in line or "Seat" in line]


def test_with_own_cards_the_log_knows_them(tmp_path: Path) -> None:
    cards = '{"card":[{"name":"Gale","power":[{"when":"before_trials","effect":{"do":"add","amount":1}}]}]}'
    path = tmp_path / "games.db"
    with EventLog.open(path) as opened:
        list(play_duels(Duelling(seed=1, rules=duels.HouseRules(cards=cards)), 2, opened))
        used = [e.event.choice.imps for e in opened.events() if isinstance(e.event, ChoiceMade)]
        assert ("Gale",) in used
        # Of so many cards a fingerprint is enough beside each ruling; the evening's opening has them all.
        assert {len(given.settings["cards"]) for given in opened.rulings(1).history} == {12}
        assert verify(opened, GAMES["diavolo"], GAMES).differences == ()


def test_a_corrected_duel_stopped_in_the_middle_of_a_round_goes_on_from_its_log(tmp_path: Path) -> None:
    people = two_rounds()
    people.does(DuelCorrected(number_of(people, 1, JENNY, "dice"), people.at, values=(6,)))
    people.chooses(JENNY, banish("Imp C"))
    people.does(Correction(2, people.at, struck=True))
    people.rolls((Element.AIR, 3))
    path = tmp_path / "games.db"
    with EventLog.open(path) as log:
        table = Table(
            GAMES[DEVILISH_DUELS](), log, VirtualClock(), SimulatedDuellists(1, {}), people_wait=False
        )
        for event in people.events:
            table.take(event)
    with EventLog.open(path) as log:
        found = verify(log, GAMES["diavolo"], GAMES)
        assert (found.differences, found.rulings) == ((), len(people_rulings(people)))
        again = GAMES[DEVILISH_DUELS]()
        remember(again, log)
    assert again.state == people.evening


def people_rulings(people: TableOfTwo) -> list[Ruling]:
    referee = GAMES[DEVILISH_DUELS]()
    effects = [effect for event in people.events for effect in referee.receive(event)]
    return [effect.ruling for effect in effects if isinstance(effect, ShowRuling)]
