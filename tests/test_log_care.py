"""A table keeps its log small by itself: at a start, or by a start of its own if it is never switched off."""

import io
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from pi_diavolo import log_care
from pi_diavolo.app import Together
from pi_diavolo.clock import VirtualClock
from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.eventlog.put_away import put_away_beside
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.language.choose import CATALOGUES
from pi_diavolo.language.speak import Speaker
from pi_diavolo.live import LiveGame, PagesWished, Wishes
from pi_diavolo.log_care import Growth, keep_small, told_of
from pi_diavolo.notifying import Notifier
from pi_diavolo.repairs import RESTS_S
from pi_diavolo.simulation import Chances
from pi_diavolo.table.effects import Effect, ShowWinner
from pi_diavolo.table.events import Event
from pi_diavolo.table.sentences import Sentence, saying
from pi_diavolo.web.moment import Board
from pi_diavolo.web.snapshot import Beyond, Phones, TableFacts, snapshot
from pi_diavolo.web.tongue import Names
from tests.faults.told import a_bench

WISHES = Wishes(
    ("Mia", "Emil"), ("regular",), HouseRules(grabs=Grabs.PHONES), "en", None, Chances(0, 0), seed=1,
    json=True, service=True, log_most_mb=1,
)  # fmt: skip


@pytest.fixture(autouse=True)
def small_megabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole one takes some evenings."""
    monkeypatch.setattr(log_care, "MB", 100_000)


def a_game(log: EventLog, most_mb: int = 1) -> LiveGame:
    return LiveGame(replace(WISHES, log_most_mb=most_mb), log, Console(file=io.StringIO()))


def play_too_much(log: EventLog) -> None:
    while log.used_bytes() <= 120_000:
        a_game(log, most_mb=0).play()


def test_evening_after_evening_the_table_puts_away_what_is_too_much_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for _ in range(12):
        with EventLog.open(tmp_path / "games.db") as log:
            game = a_game(log)
            assert log.used_bytes() <= 100_000
            game.play()
    files = put_away_beside(tmp_path / "games.db")
    said = [record.message for record in caplog.records if record.name == "pi_diavolo.journal"]
    assert len(said) == len(files) >= 2
    assert said[0].startswith("To keep the log small, games 1 to ")
    assert said[0].endswith(f"were put away; they lie in {files[0].name}.")
    for file in (*files, tmp_path / "games.db"):
        with EventLog.read_only(file) as log:
            assert verify(log, GAMES["diavolo"]).differences == ()


class Watch:
    """An outlet that notes when somebody has won."""

    won_at = -1.0

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        if any(isinstance(effect, ShowWinner) for effect in effects):
            self.won_at = now


def test_a_table_that_is_never_switched_off_begins_anew_when_its_log_is_too_large(tmp_path: Path) -> None:
    wishes, clock = replace(WISHES, speed=1.0, pages=PagesWished(0, tmp_path / "keys.json")), VirtualClock()
    with EventLog.open(tmp_path / "games.db") as log:
        a_game(log).play()
        a_game(log).play()
    with EventLog.open(tmp_path / "games.db") as log:
        game = LiveGame(wishes, log, Console(file=io.StringIO()), clock, Notifier(watch_s=20.0))
        assert log.put_away is None
        game.table.add_outlet(watch := Watch())
        game.play()
        assert game.begins_anew
        assert 0 <= watch.won_at <= clock.now() - RESTS_S, "everybody has seen who won"
    with EventLog.open(tmp_path / "games.db") as log:
        game = LiveGame(wishes, log, Console(file=io.StringIO()), VirtualClock())
        assert [told.sentence for told in told_of(log)] == [Sentence.PUT_AWAY]
        assert not game.begins_anew


def test_a_log_that_was_too_large_from_the_start_makes_no_table_begin_again_and_again(tmp_path: Path) -> None:
    with EventLog.open(tmp_path / "games.db") as log:
        play_too_much(log)
        assert not Growth(log, 1).is_too_much


def test_what_was_too_much_once_is_too_much_though_the_log_says_nothing_more(tmp_path: Path) -> None:
    with EventLog.open(tmp_path / "games.db") as log:
        growth = Growth(log, 1)
        play_too_much(log)
        assert growth.is_too_much
    assert growth.is_too_much, "the log is closed"


def test_a_log_that_cannot_be_cut_is_told_and_the_table_opens(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with EventLog.open(tmp_path / "games.db") as log:
        play_too_much(log)
        monkeypatch.setattr(Path, "replace", refuse)
        keep_small(log, 1)
        assert log.put_away is None
    (told,) = [record.message for record in caplog.records if record.name == "pi_diavolo.log_care"]
    assert "old games stay where they are" in told


def refuse(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_without_a_bound_nothing_is_ever_put_away(tmp_path: Path) -> None:
    with EventLog.open(tmp_path / "games.db") as log:
        play_too_much(log)
        keep_small(log, 0)
        assert log.put_away is None


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "To keep the log small, games 1 to 57 were put away; they lie in games.db.put-away-1.gz."),
        ("fr", "Pour que le journal reste petit, les parties 1 à 57 ont été rangées dans games.db."),
        ("de", "Damit das Protokoll klein bleibt, wurden die Spiele 1 bis 57 weggeräumt: Sie liegen in "),
    ],
)
def test_the_page_says_it_in_the_readers_language_and_calls_it_no_fault(
    caplog: pytest.LogCaptureFixture, language: str, said: str
) -> None:
    def speak(names: Names) -> Speaker:
        return Speaker(CATALOGUES[language], dict(names))

    with a_bench(Together(), caplog) as bench:
        bench.table.add_outlet(board := Board(DiavoloReferee(), {}, lambda: 0))
        bench.table.inbox.put(saying(Sentence.PUT_AWAY, first=1, last=57, file="games.db.put-away-1.gz"))
        bench.table.run(until=bench.table.inbox.empty)
        shown = snapshot(board.moment, Beyond(), Phones(), TableFacts("a start"), 1, language, speak)
    assert any(line.startswith(said) for line in shown.story)
    assert shown.faults == ()
