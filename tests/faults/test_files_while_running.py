"""Settings, table file, pin map or PIN damaged while the table runs: it plays on, and starts again."""

import io
import json
import queue
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from unittest.mock import ANY

import numpy as np
import pytest
from rich.console import Console

from pi_diavolo.app import Inbox, Together
from pi_diavolo.cli import main
from pi_diavolo.clock import VirtualClock
from pi_diavolo.commands.run_parts import furniture
from pi_diavolo.commands.run_settings import LAST_GOOD, settings_of_service
from pi_diavolo.config import Config
from pi_diavolo.config_sections import HardwareSettings
from pi_diavolo.devices.pin_map import shipped_file
from pi_diavolo.eventlog import EventLog, verify
from pi_diavolo.fitting import Fitted
from pi_diavolo.furnishing import SIMULATED_TABLE
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.live import LiveGame, PagesWished, Wishes
from pi_diavolo.notifying import Notifier
from pi_diavolo.painted_table import faces_of, table_file_of
from pi_diavolo.repairs import FORSAKEN_S, RESTS_S, Repair, Rest
from pi_diavolo.setting_up_file import keeper_for
from pi_diavolo.simulation import Chances, simulated_table
from pi_diavolo.simulator.devices import SimulatedTable
from pi_diavolo.simulator.hands import Touch
from pi_diavolo.table.effects import Effect, ShowWinner, Status, Wake
from pi_diavolo.table.events import Event, Grab, Tick
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.lamps import Signal
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Saying, Sentence, saying
from pi_diavolo.table.troubles import TROUBLES
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.table_file import TableFile, load_table
from pi_diavolo.vision.videos import write_picture

from ..test_watching import LAST_FRAMES, ROLL_NOW, Evening
from .service import SETTINGS, free_port, of_the_table, started, state
from .told import a_bench

DAMAGE = '[log]\nfile = "games.db"\n[diavolo\ngrabs = ?'


# How it is told


@pytest.mark.parametrize("trouble", [one for one in TROUBLES if one is not Sentence.LOG_NOT_WRITTEN])
def test_a_file_that_cannot_be_used_is_told_on_page_lamp_and_journal(
    trouble: Sentence, caplog: pytest.LogCaptureFixture
) -> None:
    with a_bench(Together(), caplog) as bench:
        bench.table.inbox.put(saying(trouble, found="a.toml: (at line 3)"))
        bench.hear()
        (wrong,) = bench.told.page()
        assert "a.toml: (at line 3)" in wrong
        assert bench.told.lamp() is Signal.FAULT
        end = TROUBLES[trouble]
        # What is only to be known is not flashed for ever: there is nothing that would end it.
        assert bench.told.waits_with() is (Signal.WAITING if end is None else Signal.FAULT)
        assert bench.told.journal == [wrong]
        if end is not None:
            bench.table.inbox.put(saying(end))
            bench.hear()
            assert (bench.told.page(), bench.told.waits_with()) == ((), Signal.WAITING)
            assert len(bench.told.journal) == 2


# The settings and the PIN


def test_settings_damaged_while_running_cost_no_turn_and_no_start(tmp_path: Path) -> None:
    port = free_port(tmp_path)
    settings, keys = tmp_path / "diavolo.toml", tmp_path / "keys.json"
    good = settings.read_text()
    with started(tmp_path) as table:
        before = state(port, lambda now: now["turn"])
        settings.write_text(DAMAGE)
        keys.write_text('{"pin": ')
        later = state(port, lambda now: now["turn"] > before["turn"])
        assert of_the_table(later) == []
        table.stop()
    with started(tmp_path) as table:
        again = state(port, lambda now: len(of_the_table(now)) == 2)
        assert (again["game"], again["turn"]) >= (later["game"], later["turn"])
        told_keys, told_settings = of_the_table(again)
        assert f"{settings}: " in told_settings
        assert "line 3" in told_settings
        assert "until the file is put right" in told_settings
        assert "new PIN" in told_keys
        assert json.loads(keys.read_text())["pin"] not in told_keys
        state(port, lambda now: now["turn"] > again["turn"])
        settings.write_text(good)
        assert of_the_table(state(port, lambda now: len(of_the_table(now)) == 1)) == [told_keys]
        journal = table.stop()
    assert f"{settings}: " in journal
    assert "line 3" in journal
    assert "All files can be used again" in journal
    with EventLog.read_only(tmp_path / "games.db") as log:
        assert verify(log, GAMES["diavolo"]).first is None


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def taken(home: Path, settings: str) -> tuple[Config, list[Sentence]]:
    file = home / "diavolo.toml"
    file.write_text(settings)
    config, troubles = settings_of_service(Namespace(config=file))
    return config, [trouble.sentence for trouble in troubles]


def test_the_settings_before_are_taken_until_there_are_good_ones(home: Path) -> None:
    good = '[log]\nfile = "mine.db"\n[web]\nport = 1234\n'
    first, troubles = taken(home, good)
    assert troubles == []
    for damaged in (DAMAGE, "[web]\nport = 99999\n", "[weeb]\nport = 1\n", "\0"):
        config, troubles = taken(home, damaged)
        assert troubles == [Sentence.SETTINGS_AS_BEFORE]
        assert config == first
    config, troubles = taken(home, good.replace("1234", "1235"))
    assert (config.web.port, troubles) == (1235, [])


def test_where_none_were_good_before_they_are_the_usual_ones(home: Path) -> None:
    config, troubles = taken(home, DAMAGE)
    assert troubles == [Sentence.SETTINGS_AS_USUAL]
    assert config.log_file == home / "state" / "games.db"


def test_the_copy_is_written_only_when_something_is_new(home: Path) -> None:
    taken(home, "language = 'en'")
    copy = home / "state" / LAST_GOOD
    before = copy.stat()
    taken(home, "language = 'en'")
    assert (copy.stat().st_ino, copy.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


class WonAt:
    """An outlet that notes when somebody has won."""

    at: float | None = None

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        if any(isinstance(effect, ShowWinner) for effect in effects):
            self.at = now


@pytest.mark.parametrize("seed", [1, 34])  # in one the last turn ends with a grab, in the other by the clock
def test_once_they_are_put_right_the_table_begins_anew_a_while_after_the_game(
    tmp_path: Path, seed: int
) -> None:
    wishes = Wishes(
        ("Mia", "Emil"), ("regular",), HouseRules(), "en", 1.0, Chances(0, 0), json=True, seed=seed,
        pages=PagesWished(0, tmp_path / "keys.json"),
        repair=Repair(lambda: True, retry_s=0.001),
    )  # fmt: skip
    clock, won = VirtualClock(), WonAt()
    with EventLog.in_memory() as log:
        game = LiveGame(wishes, log, Console(file=io.StringIO()), clock, Notifier(watch_s=20.0))
        game.table.add_outlet(won)
        game.play()
    assert won.at is not None, "nobody is interrupted"
    assert clock.now() >= won.at + RESTS_S, "everybody has seen who won"


@pytest.mark.parametrize(
    ("event", "effects", "counts"),
    [
        (Grab(Seat(2), Colour.RED, 5.0), (), True),
        (Tick(5.0), (Wake(6.0),), False),
        (Tick(5.0), (ShowWinner(Seat(2)),), True),  # nobody was fast enough, and so the game is over
        (PartRecovered(Part(PartKind.CAMERA), 5.0), (), False),
    ],
)
def test_a_table_rests_from_the_last_thing_on_that_people_did_or_were_told(
    event: Event, effects: Sequence[Effect], counts: bool
) -> None:
    rest = Rest(0.0)
    rest.show(event, effects, 5.0)
    assert rest.since == (5.0 if counts else 0.0)


class Repaired(Repair):
    """Somebody has put the files right already, and everybody knows."""

    done = True

    def start(self, tell: Callable[[Saying], None]) -> None:
        pass


@pytest.mark.parametrize(("sits", "waits_s"), [(False, RESTS_S), (True, FORSAKEN_S)])
def test_a_lobby_in_which_nothing_happens_begins_anew_too(tmp_path: Path, sits: bool, waits_s: float) -> None:
    wishes = Wishes(
        ("Mia", "Emil"), ("regular",), HouseRules(grabs=Grabs.PHONES), "en", 1.0, Chances(0, 0), json=True,
        pages=PagesWished(0, tmp_path / "keys.json"),
        furniture=replace(SIMULATED_TABLE, sensors=True),  # people sit down themselves
        repair=Repaired(lambda: True),
    )  # fmt: skip
    clock = VirtualClock()
    with EventLog.in_memory() as log:
        game = LiveGame(wishes, log, Console(file=io.StringIO()), clock)  # and nobody watches over it
        if sits:
            game.table.inbox.put(Grab(Seat(2), Colour.RED, 0.0))
        game.play()
    assert game.table.status is Status.LOBBY
    assert waits_s <= clock.now() < waits_s + 60


def test_at_a_terminal_damaged_settings_are_an_error(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "diavolo.toml").write_text(DAMAGE)
    assert main(["run", "--config", str(home / "diavolo.toml")]) == 2
    assert "line 3" in capsys.readouterr().err


# The log


def test_a_damaged_log_is_set_aside_and_told(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 4000)
    wishes = Wishes(("Mia", "Emil"), ("regular",), HouseRules(), "en", None, Chances(0, 0), json=True)
    shown = io.StringIO()
    with EventLog.open(tmp_path / "games.db") as log:
        LiveGame(wishes, log, Console(file=shown)).play()
    assert shown.getvalue().count('"set_aside"') == 1
    (aside,) = tmp_path.glob("games.db.damaged-*")
    assert aside.name in shown.getvalue()


# The table file

CAMERA = SETTINGS.replace('camera = "simulated"', 'camera = "pictures"').replace(
    "speed = 40.0", "speed = 1.0"
) + ('[table]\nfile = "table.toml"\n')


def test_a_damaged_table_file_is_told_and_taken_as_soon_as_it_is_well(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    write_picture(tmp_path / "pictures" / "1.png", np.zeros((96, 128, 3), np.uint8))
    table_file, port = tmp_path / "table.toml", free_port(tmp_path, with_absolute_paths(tmp_path))
    table_file.write_text("[tray]\ninside_mm = [300,")
    with started(tmp_path) as table:
        (fault,) = table_told(state(port, table_told))
        assert f"{table_file}: " in fault
        assert "set the table up anew" in fault
        table_file.write_text("[dice]\nsize_mm = 99999\n")
        (fault,) = table_told(state(port, lambda now: "dice.size_mm" in str(now["faults"])))
        assert "99999" not in fault, "it may be anything"
        table_file.write_text("[dice]\nsize_mm = 15\n")
        state(port, lambda now: not table_told(now))
        table_file.write_text("damaged again, while it runs")
        assert not table_told(state(port))  # it is read once, and then known
        journal = table.stop()
    assert "The table file cannot be used" in journal
    assert "The table file can be used again" in journal


def with_absolute_paths(folder: Path) -> str:
    return CAMERA.replace('"pictures"', f'"{folder / "pictures"}"')


def table_told(now: Mapping[str, list[str]]) -> list[str]:
    return [fault for fault in now["faults"] if "table file" in fault]


def test_without_its_table_file_the_camera_looks_for_nothing_but_shows_its_pictures() -> None:
    evening = Evening()
    evening.shows(*ROLL_NOW)
    picture = evening.painter.paint([], evening.rng).image
    evening.eyes.close_eyes()
    evening.show([picture] * LAST_FRAMES)
    assert (evening.heard, evening.album.newest()) == ([], (ANY, None)), "from these a table can be set up"
    look = evening.painter.look
    evening.eyes.look_through(Eyes(table_file_of(look, evening.painter.camera), faces_of(look)))
    evening.show([picture] * LAST_FRAMES)
    _, found_at = evening.album.newest() or (None, None)
    assert found_at is not None, "now the table is found in them"


def test_a_damaged_table_can_be_set_up_anew_and_stays_as_a_copy(tmp_path: Path) -> None:
    own = tmp_path / "table.toml"
    own.write_text("[tray")
    keeper = keeper_for(own, tmp_path / "games.db")
    assert keeper.table() == TableFile()
    keeper.keep({"dice": {"size_mm": 15.0}})
    assert load_table(own).dice_mm == 15.0
    assert (tmp_path / "table.toml.former").read_text() == "[tray"


# The pin map


def nobody(*, touch: Touch, throw: bool, grab: bool) -> SimulatedTable:
    assert not grab, "real people sit here"
    return simulated_table((), ("regular",), HouseRules(), 1, Chances(), touch=touch, throws=throw)


def test_with_a_damaged_pin_map_nobody_gets_anothers_buttons(tmp_path: Path) -> None:
    pins = tmp_path / "pins.toml"
    pins.write_text(shipped_file("panels-4").read_text()[:200] + "[[[")
    hardware = HardwareSettings(camera="simulated", sensors="real", lamps="simulated", pins=pins)
    asked = Namespace(camera=None, table=None, pins=None, log=None)
    config = Config(tmp_path / "games.db", hardware=hardware)
    chosen = furniture(asked, config, HouseRules(), 1.0, patient=True)
    (trouble,) = chosen.troubles
    assert trouble.sentence is Sentence.PINS_NOT_TAKEN
    assert str(pins) in trouble.values["found"]
    inbox: Inbox = queue.Queue()
    with closing(Fitted(chosen, HouseRules(), inbox, 1, nobody)):
        failed = inbox.get_nowait()
    assert isinstance(failed, PartFailed)
    assert (failed.part.kind, failed.fault) == (PartKind.SWITCHES, Fault.UNREADABLE)


def test_a_speed_for_the_simulator_stops_no_real_table(tmp_path: Path) -> None:
    hardware = HardwareSettings(camera="simulated", sensors="real", lamps="simulated")
    asked = Namespace(camera=None, table=None, pins=None, log=None)
    chosen = furniture(
        asked, Config(tmp_path / "games.db", hardware=hardware), HouseRules(), 3.0, patient=True
    )
    assert [trouble.sentence for trouble in chosen.troubles] == [Sentence.SETTINGS_AS_USUAL]
