"""A duel before a camera, told through the inbox like everything else; and one with simulated people."""

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from rich.console import Console

from pi_diavolo.eventlog import EventLog
from pi_diavolo.furnishing import Furniture
from pi_diavolo.games.devilish_duels.card_file import as_setting
from pi_diavolo.games.devilish_duels.house_rules import HouseRules
from pi_diavolo.live_duels import DuelWishes, LiveDuel
from pi_diavolo.table.effects import Effect, Status
from pi_diavolo.table.events import Event, GameStarted, PlayAgainAsked, SettingsChosen
from pi_diavolo.table.facts import PartFailed
from tests.filmed_duels import a_painter

TABLE = Path(__file__).parents[1] / "calibration/tables/usual.toml"


@pytest.fixture
def log() -> Iterator[EventLog]:
    with EventLog.in_memory() as log:
        yield log


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Three pictures of an empty tray."""
    for number in range(3):
        image = a_painter().paint((), np.random.default_rng(number)).image
        cv2.imwrite(str(tmp_path / f"{number}.jpg"), image)
    return tmp_path


class LeavesAtTheEnd:
    """Somebody who leaves when the camera has nothing more to show."""

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        if isinstance(event, PartFailed):
            raise KeyboardInterrupt


def told(log: EventLog, film: Path, names: tuple[str, ...]) -> str:
    said = io.StringIO()
    furniture = Furniture(camera=str(film), table_file=TABLE)
    wishes = DuelWishes(
        ("Mia", "Emil"), ("random",), HouseRules(), "en", 1.0, insists_on=names, furniture=furniture
    )
    duel = LiveDuel(wishes, log, Console(file=said, width=200))
    duel.table.add_outlet(LeavesAtTheEnd())
    with pytest.raises(KeyboardInterrupt):
        duel.play()
    return said.getvalue()


def test_people_who_were_named_sit_down_and_hear_of_the_camera(log: EventLog, film: Path) -> None:
    said = told(log, film, ("Mia", "Emil"))
    assert said.startswith(f"Camera: {film}.")
    assert "Mia, roll one die" in said
    assert "The film is over" in said
    assert any(isinstance(logged.event, PartFailed) for logged in log.events())


def test_nobody_is_seated_who_was_not_named(log: EventLog, film: Path) -> None:
    assert "Mia" not in told(log, film, ())
    assert not any(isinstance(logged.event, GameStarted) for logged in log.events())


def test_who_is_simulated_knows_the_cards_of_the_duel_that_is_played_now(log: EventLog) -> None:
    wishes = DuelWishes(("Mia", "Emil"), ("looking-ahead",), HouseRules(), "en", None, seed=1)
    duel = LiveDuel(wishes, log, Console(file=io.StringIO()))
    duel.play()
    others = as_setting({"card": [{"name": f"Own {number}"} for number in range(8)]})
    duel.table.take(SettingsChosen({"cards": others, "most_rounds": 1}, 0.0))
    duel.table.take(PlayAgainAsked(0.0))
    duel.table.run(until=lambda: duel.table.status is Status.OVER)
    assert duel.table.game == 2
    played = [given.ruling.duel.played for given in log.rulings(2).history if given.ruling.duel]
    assert any(imp.startswith("Own") for round in played for imps in round.values() for imp in imps)
